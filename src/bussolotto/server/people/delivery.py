"""Sends messages to addresses supplied by users, without giving access to private networks through this server.

An address is read by the client that will call it. Its host name is resolved once, every address behind it is checked,
and the connection goes to one of them. A name that resolves differently a moment later changes nothing. Redirects,
proxies and cookies are not used, connections are not shared, and answers are not read. What is slow holds up only
what goes to the same address, or looks up the same domain.
"""

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bussolotto.core.errors import refuse
from bussolotto.server.people.public_addresses import is_public

if TYPE_CHECKING:
    import httpx

PATIENCE_S = 10.0  # for everything between two machines
LOOKUPS_AT_ONCE, LOOKUPS_OF_DOMAIN = 32, 4
POSTS_TO_ADDRESS = 16
PORTS = {"https": 443, "http": 80}


class Unreachable(Exception):
    """The address cannot be reached at the moment."""


class Delivery:
    """The sender of one server. With `private` it may also use private networks, any port, and plain HTTP."""

    def __init__(self, private: bool = False) -> None:
        self._private = private
        self._transport: httpx.AsyncHTTPTransport | None = None
        self._threads = ThreadPoolExecutor(LOOKUPS_AT_ONCE, "lookup")
        self._domains = Turns(LOOKUPS_OF_DOMAIN)
        self._addresses = Turns(POSTS_TO_ADDRESS)

    async def check(self, url: str) -> None:
        """Raises BadHook if nothing may be sent to this address."""
        try:
            await self._find_address(self._read(url))
        except Unreachable as problem:
            raise refuse("bad-hook", url=url) from problem

    async def post(self, url: str, content: bytes, headers: dict[str, str]) -> int:
        """Send a POST request and return the status. Raises BadHook, and Unreachable if a later try may succeed."""
        wanted = self._read(url)
        address = await self._find_address(wanted)
        await self._addresses.take(address)
        try:
            async with asyncio.timeout(PATIENCE_S):
                return await self._post(wanted, address, content, headers)
        except OSError as problem:  # also of a machine that takes too long
            raise Unreachable(str(problem) or type(problem).__name__) from problem
        finally:
            self._addresses.give_back(address)

    async def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        if self._transport is not None:
            await self._transport.aclose()

    async def _post(self, wanted: "httpx.URL", address: str, content: bytes, headers: dict[str, str]) -> int:
        import httpx

        if self._transport is None:  # a connection that is kept would serve the names of others at the same address
            self._transport = httpx.AsyncHTTPTransport(limits=httpx.Limits(max_keepalive_connections=0))
        request = httpx.Request(
            "POST",
            wanted.copy_with(host=address),
            content=content,
            headers={**headers, "host": wanted.netloc.decode(), "connection": "close"},
            extensions={
                "sni_hostname": wanted.raw_host.decode(),  # the certificate must be valid for the name
                "timeout": httpx.Timeout(PATIENCE_S).as_dict(),
            },
        )
        try:
            answer = await self._transport.handle_async_request(request)
            await answer.aclose()
        except httpx.HTTPError as problem:
            raise Unreachable(str(problem) or type(problem).__name__) from problem
        return answer.status_code

    def _read(self, url: str) -> "httpx.URL":
        """Return the address as the client reads it. Raises BadHook."""
        import httpx

        try:
            wanted = httpx.URL(url)
            host = wanted.host  # reads its punycode, if it is some
        except (httpx.InvalidURL, ValueError) as problem:
            raise refuse("bad-hook", url=url) from problem
        known = wanted.scheme == "https" or (self._private and wanted.scheme == "http")
        usual = self._private or wanted.port in (None, PORTS["https"])
        if not known or not usual or not host or wanted.userinfo:
            raise refuse("bad-hook", url=url)
        return wanted

    async def _find_address(self, wanted: "httpx.URL") -> str:
        """Return the address to connect to. Raises BadHook if any address is private, Unreachable if there is none."""
        addresses = await self._resolve(wanted.raw_host.decode(), wanted.port or PORTS[wanted.scheme])
        if not self._private and not all(map(is_public, addresses)):
            raise refuse("bad-hook", url=str(wanted))
        return addresses[0]

    async def _resolve(self, host: str, port: int) -> list[str]:
        """Look up a name in a thread of its own, which keeps the turn of the domain until it ends."""
        domain = ".".join(host.rsplit(".", 2)[-2:])
        await self._domains.take(domain)
        lookup = asyncio.get_running_loop().run_in_executor(self._threads, look_up, host, port)
        lookup.add_done_callback(lambda _: self._domains.give_back(domain))
        lookup.add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody may wait for it any more
        try:
            async with asyncio.timeout(PATIENCE_S):
                return await asyncio.shield(lookup)
        except (OSError, UnicodeError) as problem:
            raise Unreachable(str(problem) or "its name cannot be looked up in time") from problem


@dataclass
class Turns:
    """Lets so many at once use each of many things; the others wait in order."""

    at_once: int
    _of: dict[str, tuple[asyncio.Semaphore, list[None]]] = field(default_factory=dict)

    async def take(self, what: str) -> None:
        turns, users = self._of.setdefault(what, (asyncio.Semaphore(self.at_once), []))
        users.append(None)
        try:
            await turns.acquire()
        except BaseException:
            self._leave(what)
            raise

    def give_back(self, what: str) -> None:
        self._of[what][0].release()
        self._leave(what)

    def _leave(self, what: str) -> None:
        users = self._of[what][1]
        users.pop()
        if not users:
            del self._of[what]


def look_up(host: str, port: int) -> list[str]:
    """Return the addresses of a host. Raises OSError, UnicodeError."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]
