"""Pages that have a part in the dice of a live match: over real sockets, with the protocol of docs/fair-dice.md."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bussolotto.fair.nonces import NonceChain
from bussolotto.fair.proof import Proof
from bussolotto.play import notation
from tests.server.people import Page, Person, Server, running

LENGTH = 64


class Sharing(Page):
    """A page that has a part in the dice, as a page of ours does; `silent` while it opens nothing."""

    def __init__(self, person: Person, match: str, chain: NonceChain | None = None) -> None:
        self.chain = chain or NonceChain(length=LENGTH)
        self.last = self.chain.commitment
        self.commitment = self.last.hex()
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

    @property
    def seat(self) -> int:
        return -1 if not self.table else int(self.table["me"]["seat"])

    def open(self, fair: dict[str, Any]) -> None:
        """Open the next link for this head."""
        self.last = self.chain.open(bytes.fromhex(fair["head"]))
        self.opened.append((fair["rolls"], self.last.hex()))
        self.say(type="nonce", id=next(self.ids), roll=fair["rolls"], link=self.last.hex())

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


def test_dice_take_the_nonces_of_both_pages(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        pair = Pair(server)
        for _ in range(12):
            pair.decide()
        proof = pair.proof()
    found = proof.found
    assert found and found.nonces == 2 * found.rolls > 10 and not found.gaps
    start = json.loads(proof.start)
    assert start["chains"] == [page.commitment for page in pair.pages]
    dice = [entry.head for entry in proof.entries if not isinstance(entry, str) and entry.head.startswith("dice")]
    assert dice == [
        f"dice {roll} 0:{one},1:{other}"
        for (roll, one), (_, other) in zip(*(page.opened for page in pair.pages), strict=True)
    ]
