"""A server that cheats is noticed by an honest page: the modules of the page, over real sockets, in Node.js."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests import processes
from tests.server.people import PATIENCE_S, Page, Server, running

pytestmark = pytest.mark.skipif(not shutil.which("node"), reason="no Node.js")
HONEST = Path(__file__).parents[1] / "page" / "honest.js"
ROLLS = 4  # after so many parts in the dice a match is given up


class HonestPage:
    """A page in Node.js of somebody who plays against a bot. `silent`: what it opens is lost on the way."""

    def __init__(self, server: Server, name: str) -> None:
        self.person = server.person(name)
        opened = self.person.open_table()
        self.table, self.match = opened["table"], opened["match"]
        self.person.ask("POST", f"/api/tables/{self.table}/seats/1", {"player": "random"})
        self.person.ask("POST", f"/api/tables/{self.table}/start")
        self.silent = False
        self.told: Queue[dict[str, Any]] = Queue()
        self.warnings: list[dict[str, Any]] = []
        pipe = subprocess.PIPE
        self.process = processes.start(["node", str(HONEST), self.match], stdin=pipe, stdout=pipe, text=True)
        self.page: Page | None = None
        self._threads = [Thread(target=self._send, daemon=True)]
        self._threads[0].start()

    def connect(self) -> None:
        """Open the line that it wants."""
        self.wait("connects")
        self.page = self.person.page(self.match)
        self.tell(opened=True)
        self._threads.append(Thread(target=self._hear, args=(self.page,), daemon=True))
        self._threads[-1].start()

    def come_back(self, server: Server) -> None:
        """The line is gone; the next one leads to this server."""
        self.silent = False
        self.person.server, self.person.http.base_url = server, httpx.URL(server.address)
        self.tell(closed=True)
        self.connect()

    def close(self) -> None:
        self.process.kill()
        if self.page:
            self.page.socket.close()
        for thread in self._threads:
            thread.join(PATIENCE_S)
        with suppress(BrokenPipeError):
            self.process.communicate()

    def tell(self, **what: Any) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(what) + "\n")
        self.process.stdin.flush()

    def wait(self, *kinds: str) -> dict[str, Any]:
        """What it says next of one of these kinds."""
        while True:
            told = self.told.get(timeout=PATIENCE_S)
            if not told.keys().isdisjoint(kinds):
                return told

    def judged(self) -> dict[str, Any]:
        """What it says of the file, once it has given up."""
        for _ in range(ROLLS):
            self.wait("nonce")
        self.person.ask("POST", f"/api/tables/{self.table}/resign")
        self.wait("over")
        self.tell(file=self.person.send("GET", f"/api/matches/{self.match}/file").text)
        return self.wait("verdict", "wrong")

    def _hear(self, page: Page) -> None:
        with suppress(ConnectionClosed, BrokenPipeError):
            for message in page.socket:
                self.tell(hear=json.loads(message))

    def _send(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            told = json.loads(line)
            self.warnings += [told["warning"]] if "warning" in told else []
            text = told.get("send", "")
            if opens := '"nonce"' in text:
                self.told.put({"lost" if self.silent else "nonce": json.loads(text)})
            if text and self.page and not (opens and self.silent):
                with suppress(ConnectionClosed):
                    self.page.socket.send(text)
            self.told.put(told)


@contextmanager
def honest(server: Server, *names: str) -> Iterator[list[HonestPage]]:
    """A page each for people of these names: the server cheats them in the way that a name says."""
    with ExitStack() as leaving:
        pages = []
        for name in names:
            pages.append(HonestPage(server, name))
            leaving.callback(pages[-1].close)
            pages[-1].connect()
        yield pages


@pytest.fixture(scope="module")
def cheat(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Where time stands still: a number that comes late on a busy machine would be left out."""
    with running(tmp_path_factory.mktemp("cheat"), special="dishonest") as server, server.time.stands():
        yield server


def test_who_is_not_cheated_has_no_cause_for_worry(cheat: Server) -> None:
    with honest(cheat, "Anna") as (page,):
        found = page.judged()
    told = found["verdict"]
    assert told["kept"] and not told["dropped"] and not told["proved"]["gaps"]
    assert found["opened"] == told["proved"]["nonces"] >= ROLLS
    assert not page.warnings


@pytest.mark.parametrize(
    ("how", "worry"), [("calls away", "unasked"), ("drops", "dropped"), ("asks twice", "two-heads")]
)
def test_it_is_noticed_at_once(cheat: Server, how: str, worry: str) -> None:
    with honest(cheat, how) as (page,):
        assert page.wait("warning")["warning"]["worry"] == worry


@pytest.mark.parametrize(("how", "wrong"), [("picks", "dice"), ("shows another", "kept")])
def test_it_is_noticed_at_the_end(cheat: Server, how: str, wrong: str) -> None:
    with honest(cheat, how) as (page,):
        assert page.judged() == {"wrong": wrong}


def test_other_answers_after_a_restart_are_noticed(tmp_path: Path) -> None:
    """The server is killed as by a power cut, while it waits for nonces that are lost on the way."""
    with running(tmp_path, special="dishonest") as server:
        server.time.stop()
        with honest(server, "Anna", "another head", "another seed") as pages:
            for page in pages:
                page.wait("nonce")
                page.wait("nonce")
                page.silent = True
            lost = [page.wait("lost")["lost"] for page in pages]
            server.kill()
            with running(tmp_path, special="dishonest") as again, again.time.stands():
                for page in pages:
                    page.come_back(again)
                anna, head, seed = pages
                assert head.wait("warning")["warning"]["worry"] == "two-heads"
                assert seed.judged() == {"wrong": "dice"}
                assert anna.wait("nonce")["nonce"] | {"id": ""} == lost[0] | {"id": ""}
                found = anna.judged()["verdict"]
    assert found["kept"] and not found["dropped"] and not found["proved"]["gaps"] and not anna.warnings
