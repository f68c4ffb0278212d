"""What lies between a server and its database or bus: bytes are passed on, held back in a direction, and come late.

Whoever listens goes on taking connections and bytes, as the other end of a broken network does until its buffers are
full; what was held back comes when the link is whole again, however old it is by then. Needs no rights, so it runs
wherever the drills do; network namespaces need some that a container often lacks.
"""

import asyncio
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from threading import Thread

THERE, BACK = "requests", "answers"
CHUNK = 65_536
Address = str | tuple[str, int]  # the path of a socket; a host and a port
Where = Callable[[], Address | None]


class Link:
    """Listens on `port`, and passes on to the address that `where` returns; nobody is there if that is None."""

    def __init__(self, where: Where, loop: asyncio.AbstractEventLoop) -> None:
        self._where = where
        self._loop = loop
        self._open = {THERE: asyncio.Event(), BACK: asyncio.Event()}
        for way in self._open.values():
            way.set()
        listener = socket.socket()
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        self.port = int(listener.getsockname()[1])
        begun = asyncio.start_server(self._pass_on, sock=listener)
        self._server = asyncio.run_coroutine_threadsafe(begun, loop).result()

    @contextmanager
    def holding(self, ways: Sequence[str]) -> Iterator[None]:
        """Let nothing through meanwhile, in these directions."""
        for way in ways:
            self._loop.call_soon_threadsafe(self._open[way].clear)
        try:
            yield
        finally:
            for way in ways:
                self._loop.call_soon_threadsafe(self._open[way].set)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with closing(writer), suppress(OSError, asyncio.CancelledError):  # the latter at the end of all
            address = self._where()
            if address is None:
                return
            answers, requests = await _connect(address)
            with closing(requests):
                ways = [(reader, requests, self._open[THERE]), (answers, writer, self._open[BACK])]
                try:
                    await asyncio.gather(*(_pump(*way) for way in ways))
                except asyncio.CancelledError:  # at the end of all, which does not wait for what is still to be sent
                    for end in (writer, requests):
                        end.transport.abort()

    def close(self) -> None:
        """Take no more connections."""
        self._loop.call_soon_threadsafe(self._server.close)


async def _connect(address: Address) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    if isinstance(address, str):
        return await asyncio.open_unix_connection(address)
    return await asyncio.open_connection(*address)


async def _pump(source: asyncio.StreamReader, target: asyncio.StreamWriter, is_open: asyncio.Event) -> None:
    """Pass on what comes, and its end, while the way is open."""
    with closing(target), suppress(OSError):
        more = True
        while more:
            chunk = await source.read(CHUNK)
            await is_open.wait()
            target.write(chunk)
            await target.drain()
            more = bool(chunk)


@contextmanager
def network() -> Iterator[Callable[[Where], Link]]:
    """Makes links, in the loop of a thread of its own: they pass on while drills wait."""
    loop, links = asyncio.new_event_loop(), list[Link]()
    thread = Thread(target=loop.run_forever, name="links", daemon=True)
    thread.start()

    def make(where: Where) -> Link:
        links.append(Link(where, loop))
        return links[-1]

    try:
        yield make
    finally:
        for link in links:
            link.close()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.run_until_complete(_end())
        loop.close()


async def _end() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await asyncio.sleep(0)  # until connections are closed
