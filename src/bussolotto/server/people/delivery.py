"""Sends messages to addresses supplied by users, without giving access to private networks through this server.

A host name is resolved once, every address behind it is checked, and the connection goes to one of them. A name that
resolves differently a moment later changes nothing. Redirects and proxies are not used, and answers are not read.
"""

import asyncio
import socket
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from bussolotto.core.errors import refuse

if TYPE_CHECKING:
    import httpx

PATIENCE_S = 10.0
NAT64 = IPv6Network("64:ff9b::/96")  # RFC 6052: an IPv4 address in its last 32 bits


class Unreachable(Exception):
    """The address cannot be reached at the moment."""


class Delivery:
    """The sender of one server. With `private` it may also use addresses of private networks, and plain HTTP."""

    def __init__(self, private: bool = False) -> None:
        self._private = private
        self._client: httpx.AsyncClient | None = None

    async def check(self, url: str) -> None:
        """Raises BadHook if nothing may be sent to this address."""
        try:
            await self._address(url)
        except Unreachable as problem:
            raise refuse("bad-hook", url=url) from problem

    async def post(self, url: str, content: bytes, headers: dict[str, str]) -> int:
        """Send a POST request and return the status. Raises BadHook, and Unreachable if a later try may succeed."""
        import httpx

        address = await self._address(url)
        if self._client is None:
            self._client = httpx.AsyncClient(trust_env=False, timeout=PATIENCE_S)
        wanted = httpx.URL(url)
        request = self._client.build_request(
            "POST",
            wanted.copy_with(host=address),
            content=content,
            headers={**headers, "host": wanted.netloc.decode()},
            extensions={"sni_hostname": wanted.host},  # the certificate must be valid for the name
        )
        try:
            answer = await self._client.send(request, stream=True)
            await answer.aclose()
        except (httpx.HTTPError, OSError) as problem:
            raise Unreachable(str(problem)) from problem
        return answer.status_code

    async def close(self) -> None:
        if self._client is not None:
            await self._client.aclose()

    async def _address(self, url: str) -> str:
        """Return the address to connect to. Raises BadHook if any address is private, Unreachable if there is none."""
        try:
            parts = urlsplit(url)
            host, port = parts.hostname or "", parts.port
        except ValueError as problem:
            raise refuse("bad-hook", url=url) from problem
        schemes = ("https", "http") if self._private else ("https",)
        if parts.scheme not in schemes or not host or parts.username is not None:
            raise refuse("bad-hook", url=url)
        addresses = await self._resolve(host, port or {"https": 443, "http": 80}[parts.scheme])
        if not self._private and not all(map(is_public, addresses)):
            raise refuse("bad-hook", url=url)
        return addresses[0]

    async def _resolve(self, host: str, port: int) -> list[str]:
        try:
            found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as problem:
            raise Unreachable(str(problem)) from problem
        return [str(address[0]) for *_, address in found]


def is_public(address: str) -> bool:
    """Return whether this address is on the public internet, including any embedded IPv4 address."""
    parsed = ip_address(address.partition("%")[0])
    hidden = [parsed]
    if isinstance(parsed, IPv6Address):
        teredo = parsed.teredo or ()
        within = [parsed.ipv4_mapped, parsed.sixtofour, *teredo]
        hidden += [inner for inner in within if inner is not None]
        if parsed in NAT64:
            hidden.append(ip_address(int(parsed) & 0xFFFFFFFF))
        hidden = hidden[1:] if parsed.ipv4_mapped else hidden
    return all(one.is_global and not one.is_multicast for one in hidden)
