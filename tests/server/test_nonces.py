"""Pages that have a part in the dice of a live match: over real sockets, with the protocol of docs/fair-dice.md."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest

from bussolotto.fair.nonces import NonceChain
from bussolotto.fair.proof import Proof
from bussolotto.play import notation
from tests import processes
from tests.command_line import done
from tests.server.people import Page, Person, Server, running
from tools.tamper import VERIFIER

LENGTH = 64


@pytest.fixture(scope="module")
def still(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where time stands still: a number that comes late on a busy machine is waited for all the same."""
    with running(tmp_path_factory.mktemp("still")) as server, server.time.stands():
        yield server


class Sharing(Page):
    """A page that has a part in the dice, as a page of ours does; `silent` while it opens nothing."""

    def __init__(self, person: Person, match: str, chain: NonceChain | None = None) -> None:
        self.begin(chain)
        self.silent = False
        self.opened: list[tuple[int, str]] = []
        super().__init__(person, match)

    def hear(self, kind: str | None = None, fits: Callable[[dict[str, Any]], bool] = lambda _: True) -> dict[str, Any]:
        """As every page does, and open what is asked for."""
        message: dict[str, Any] = {}
        while not message or not (kind in (None, message["type"]) and fits(message)):
            message = super().hear()
            fair = message.get("fair", {})
            if self.seat in fair.get("ask", ()) and not self.silent:
                self.open(fair)
        return message

    def begin(self, chain: NonceChain | None = None) -> None:
        """A new chain."""
        self.chain = chain or NonceChain(length=LENGTH)
        self.last = self.chain.commitment
        self.commitment = self.last.hex()

    @property
    def seat(self) -> int:
        seat = self.table["me"]["seat"] if self.table else None
        return -1 if seat is None else int(seat)

    def open(self, fair: dict[str, Any]) -> None:
        """Open the next link for this head."""
        self.last = self.chain.open(bytes.fromhex(fair["head"]))
        self.opened.append((fair["rolls"], self.last.hex()))
        self.say(type="nonce", id=next(self.ids), roll=fair["rolls"], link=self.last.hex())

    def again(self) -> "Sharing":
        """The same page after its line has broken, with its chain."""
        back = Sharing(self.person, self.match, self.chain)
        back.last, back.opened = self.last, self.opened
        back.resume()
        return back

    def commit(self) -> dict[str, Any]:
        """Have a part from now on; the answer."""
        name = next(self.ids)
        self.say(type="commit", id=name, link=self.last.hex())
        return self.hear(fits=lambda answer: answer.get("id") == name)


class Pair:
    """Anna and Bruno at a table of two, their pages connected and committed before the match begins."""

    def __init__(self, server: Server, **wishes: Any) -> None:
        self.anna, self.bruno = server.person("Anna"), server.person("Bruno")
        table = self.anna.open_table(**wishes)
        self.table, self.match = table["table"], table["match"]
        self.bruno.ask("POST", f"/api/tables/{self.table}/seats/1")
        self.pages = [Sharing(person, self.match) for person in (self.anna, self.bruno)]
        for page in self.pages:
            page.resume()
            assert page.commit()["type"] == "ack"
        self.anna.ask("POST", f"/api/tables/{self.table}/start")
        self.catch_up(-1)

    @property
    def mover(self) -> Sharing:
        return next(page for page in self.pages if page.position["legal"])

    def decide(self) -> None:
        """One decision, until both may see its dice."""
        self.catch_up(self.mover.act(self.mover.position["legal"][0])["version"])

    def catch_up(self, version: int) -> None:
        """Until all pages have seen this version and the dice that follow: each opens what it is asked for."""
        for ready in (_asked_or_to_move, _to_move):
            for page in self.pages:
                while page.position["version"] < version or not ready(page.position):
                    page.hear("steps")

    def wait_in_vain(self) -> tuple[Sharing, int]:
        """Play until a roll waits for somebody whose number does not come: who caused it, and the version then."""
        while True:
            mover = self.mover
            other = self.pages[1 - mover.seat]
            other.silent = True
            version = mover.act(mover.position["legal"][0])["version"]
            for page in self.pages:
                while page.position["version"] < version:
                    page.hear("steps")
            if "ask" in mover.position["fair"]:
                return mover, version
            other.silent = False

    def come_again(self, version: int) -> None:
        """Both pages after their lines broke while a roll waited: they open their numbers, and go on from there."""
        pages, self.pages = self.pages, []
        for page in pages:
            page.socket.close()
            self.pages.append(back := page.again())
            back.open(back.position["fair"])
        for back in self.pages:
            assert back.commit()["type"] == "ack"
        self.catch_up(version + 1)

    def proof(self) -> Proof:
        """The proof in the file, once Anna has given up."""
        self.anna.ask("POST", f"/api/tables/{self.table}/resign")
        proof = notation.parse(self.anna.send("GET", f"/api/matches/{self.match}/file").content).proof
        assert proof is not None and proof.found is not None
        return proof


def _asked_or_to_move(position: dict[str, Any]) -> bool:
    return "ask" in position.get("fair", ()) or _to_move(position)


def _to_move(position: dict[str, Any]) -> bool:
    return bool(position["movers"])


def test_dice_take_the_nonces_of_both_pages(still: Server) -> None:
    pair = Pair(still)
    for _ in range(8):
        pair.decide()
    proof = pair.proof()
    found = proof.found
    assert found and found.nonces == 2 * found.rolls > 6 and not found.gaps
    assert json.loads(proof.start)["chains"] == [page.commitment for page in pair.pages]
    assert dice_of(proof) == [
        f"dice {roll} 0:{one},1:{other}"
        for (roll, one), (_, other) in zip(*(page.opened for page in pair.pages), strict=True)
    ]


def dice_of(proof: Proof) -> list[str]:
    """What the rolls of a transcript begin with."""
    return [entry.head for entry in proof.entries if not isinstance(entry, str) and entry.head.startswith("dice")]


class TestWaiting:
    """While a roll waits for a nonce that does not come."""

    def test_nobody_decides_and_no_time_runs(self, still: Server) -> None:
        pair = Pair(still, clock={"move_s": 1, "bank_s": 5})
        mover, version = pair.wait_in_vain()
        assert mover.position["version"] == version and mover.position["legal"] == []
        for page in pair.pages:
            assert page.act(0)["code"] == "roll-waits"
            page.say(type="preview", id="p", version=version, actions=[0])
            assert page.hear("refused")["code"] == "roll-waits"
        still.time.advance(1.9)
        view = pair.anna.ask("GET", f"/api/tables/{pair.table}")
        assert view["clock"]["running"] == [] and view["clock"]["left_ms"] == [6000, 6000]
        still.time.advance(0.2)
        pair.catch_up(version + 1)
        assert any(page.position["legal"] for page in pair.pages)

    def test_what_does_not_come_is_a_gap_and_its_seat_is_out_until_it_commits_anew(
        self, still: Server, tmp_path: Path
    ) -> None:
        pair = Pair(still)
        mover, version = pair.wait_in_vain()
        late = pair.pages[1 - mover.seat]
        still.time.advance(2)
        pair.catch_up(version + 1)
        gap = mover.position["fair"]["rolls"] - 1
        assert mover.position["fair"]["chains"][late.seat] is None
        for page in pair.pages:
            page.silent = False
        pair.decide()
        assert all(len(page.position["fair"].get("ask", [0])) == 1 for page in pair.pages)
        late.begin()
        assert late.commit()["type"] == "ack"
        for page in pair.pages:
            page.hear("steps", lambda told: all(told["fair"]["chains"]))
        pair.decide()
        late.begin()
        assert late.commit()["type"] == "ack"
        proof = pair.proof()
        assert proof.found and proof.found.gaps == [(gap, late.seat)]
        assert proof.entries[-1] == f"chain {late.seat} {late.commitment}"
        _check_kept(pair, late, gap, tmp_path)

    def test_a_number_of_another_chain_or_roll_is_refused(self, still: Server) -> None:
        pair = Pair(still)
        mover, _ = pair.wait_in_vain()
        late = pair.pages[1 - mover.seat]
        roll = mover.position["fair"]["rolls"]
        for number, link, code in ((roll, "00" * 32, "nonce-wrong"), (roll + 1, "00" * 32, "nonce-late")):
            late.say(type="nonce", id="n", roll=number, link=link)
            assert late.hear("refused")["code"] == code
        late.say(type="nonce", id="n", roll=roll, link="short")
        assert late.hear("refused")["code"] == "bad-request"

    def test_giving_up_and_committing_wait_for_it(self, still: Server) -> None:
        pair = Pair(still)
        _, version = pair.wait_in_vain()
        name = next(pair.pages[0].ids)
        pair.pages[0].say(type="commit", id=name, link="11" * 32)
        given_up = Thread(target=pair.anna.ask, args=("POST", f"/api/tables/{pair.table}/resign"))
        given_up.start()
        still.time.advance(2)
        pair.catch_up(version + 1)
        given_up.join()
        proof = notation.parse(pair.anna.send("GET", f"/api/matches/{pair.match}/file").content).proof
        assert proof and proof.found and len(proof.found.gaps) == 1


def _check_kept(pair: "Pair", late: Sharing, gap: int, folder: Path) -> None:
    """Both programs say where the gap is, and what a page has sent for it."""
    file, saved = folder / "match.jsonl", folder / "kept.json"
    file.write_bytes(pair.anna.send("GET", f"/api/matches/{pair.match}/file").content)
    record = notation.parse(file.read_bytes())
    assert record.proof and record.proof.found
    sent = {"roll": gap, "seat": late.seat, "head": record.proof.found.taken[gap].head[:16], "link": "5e"}
    saved.write_text(json.dumps({"start": record.proof.start, "head": record.proof.heads()[-1], "opened": [sent]}))
    told = done("check", str(file), "--kept", str(saved)).output
    assert f"{gap + 1} ({record.names[late.seat]})" in told and f"number {gap + 1}" in told
    if shutil.which("node"):
        other = processes.run(["node", str(VERIFIER), str(file), "--kept", str(saved)], capture_output=True, text=True)
        assert other.returncode == 0, other.stderr
        assert f"{record.names[late.seat]} in roll {gap + 1}" in other.stdout
        assert f"its part in roll {gap + 1}" in other.stdout


def test_a_roll_that_waits_outlives_a_power_cut(tmp_path: Path) -> None:
    """The same numbers give the same dice, whoever asks for them; those that were stored before are not asked for."""
    with running(tmp_path) as server:
        server.time.stop()
        pair = Pair(server)
        pair.decide()
        _, version = pair.wait_in_vain()
        server.kill()
        with running(tmp_path) as again, again.time.stands():
            for person in (pair.anna, pair.bruno):
                person.server, person.http.base_url = again, httpx.URL(again.address)
            pair.come_again(version)
            pair.decide()
            proof = pair.proof()
    assert proof.found and not proof.found.gaps and proof.found.nonces == 2 * proof.found.rolls


@pytest.mark.parametrize(
    ("wishes", "why"),
    [
        ({"fair": "server"}, "table"),
        ({"dice": "real"}, "real"),
        ({"game": "raffzahn", "seats": 3, "options": {}}, "race"),
    ],
)
def test_a_table_says_why_the_server_draws_alone(server: Server, wishes: dict[str, Any], why: str) -> None:
    anna = server.person("Anna")
    table = anna.open_table(**wishes)
    assert anna.ask("GET", f"/api/tables/{table['table']}")["fair"] == why
    page = Sharing(anna, table["match"])
    page.resume()
    assert page.commit()["code"] == "no-nonces"


def test_the_next_match_goes_on_with_the_chains_of_the_pages(still: Server) -> None:
    pair = Pair(still)
    pair.decide()
    pair.proof()
    for page in pair.pages:
        page.hear("table", lambda told: told["table"]["state"] == "over")
    pair.bruno.ask("POST", f"/api/tables/{pair.table}/rematch")
    match = pair.bruno.ask("GET", f"/api/tables/{pair.table}")["match"]
    pages, pair.match = pair.pages, match
    pair.pages = []
    for page in pages:
        back = Sharing(page.person, match, page.chain)
        back.last, back.opened = page.last, []
        back.resume()
        pair.pages.append(back)
        if "ask" in back.position["fair"]:
            back.open(back.position["fair"])
    pair.catch_up(-1)
    proof = pair.proof()
    assert json.loads(proof.start)["chains"] == [page.last.hex() for page in pages]
    assert proof.found and proof.found.given == 1 and not proof.found.gaps


def test_another_device_does_not_take_the_place_of_one_that_is_there(still: Server) -> None:
    pair = Pair(still)
    other = Sharing(pair.anna, pair.match)
    other.resume()
    assert other.commit()["code"] == "nonces-elsewhere"
    pair.pages[0].socket.close()
    while other.commit()["type"] != "ack":
        pass


def test_a_page_that_comes_back_while_a_roll_waits_goes_on_with_its_chain(still: Server) -> None:
    """It commits to the link that it has opened last, and opens the next one, before the roll has fallen."""
    pair = Pair(still)
    mover, _ = pair.wait_in_vain()
    before = pair.pages[1 - mover.seat]  # is still connected, as far as the server knows
    with Sharing([pair.anna, pair.bruno][before.seat], pair.match, before.chain) as page:
        page.last, page.silent = before.last, True
        fair = page.resume()["fair"]
        page.say(type="commit", id="back", link=page.last.hex())
        page.open(fair)
        assert page.hear(fits=lambda answer: answer.get("id") == "back")["type"] == "ack"
        page.silent = False
        pair.pages[before.seat] = page
        pair.catch_up(-1)
        pair.decide()
        assert page.opened[-1][0] > fair["rolls"]
    found = pair.proof().found
    assert found and not found.gaps


def test_who_looks_on_has_no_part(still: Server) -> None:
    pair = Pair(still)
    looker = Sharing(still.person("Carla"), pair.match)
    looker.resume()
    assert looker.commit()["code"] == "not-seated"
    looker.say(type="nonce", id="n", roll=1, link="00" * 32)
    assert looker.hear("refused")["code"] == "not-seated"
