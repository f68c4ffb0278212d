"""Eintrichtern over real sockets: no covered face leaves the server, and what is lifted lies open for a stated time."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

import bussolotto
from bussolotto.core import contract, kernel, pyramid
from bussolotto.games.eintrichtern.game import CHOOSING, LIFT_MS, LIFTING
from bussolotto.play import notation
from bussolotto.play.match import Match
from tests.server.conftest import hung_up, server, store
from tests.server.people import Page, Person, Server, running

__all__ = ["hung_up", "server", "store"]

EINTRICHTERN = bussolotto.game("eintrichtern")
THROW, KEEP, BACK = (EINTRICHTERN.read(0, word) for word in ("throw", "keep", "back"))
POSITIONS = {"view", "steps", "preview"}
DECISIONS = 25
LIFTS = 8  # one in eleven matches: so many, that not all but the last do


@pytest.fixture(scope="module")
def resting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that gives everybody time to look."""
    with running(tmp_path_factory.mktemp("resting"), special="resting") as server:
        yield server


class Listening:
    """Two people, a bot and a spectator at a match, and every answer they have got, with its version."""

    def __init__(self, server: Server, options: dict[str, str]) -> None:
        self.time = server.time
        self.people = [server.person(name) for name in ("Anna", "Bruno", "Sofia")]
        wish = {"game": "eintrichtern", "options": options, "bots": [{"seat": 2, "player": "random"}]}
        self.table = self.people[0].open_table(3, **wish)
        self.people[1].ask("POST", f"/api/tables/{self.table['table']}/seats/1")
        self.people[0].ask("POST", f"/api/tables/{self.table['table']}/start")
        self.pages = [person.page(self.table["match"], "?show=1") for person in self.people]
        self.served: list[dict[str, Any]] = []
        for page in self.pages:
            page.resume(0)

    @property
    def match(self) -> str:
        return f"/api/matches/{self.table['match']}"

    def play(self, decisions: int) -> None:
        """Play so many decisions of people at random; try what is not allowed, and to look ahead."""
        while decisions > 0 and self.pages[0].table["state"] != "over":
            for page in self.pages[:2]:
                page.resume(0)
                if legal := page.position["legal"]:
                    self.try_to_learn(page)
                    page.act(random.choice(legal))
                    decisions -= 1
            self.pages[2].resume(0)
            self.time.advance(LIFT_MS / 1000)
            self.served += [person.ask("GET", self.match) for person in self.people]

    def try_to_learn(self, page: Page) -> None:
        for action in (KEEP, BACK, THROW, 0):
            if action not in page.position["legal"]:
                page.act(action)
        page.say(type="preview", id="p", version=page.position["version"], actions=page.position["legal"][:1])
        page.hear(fits=lambda answer: answer.get("id") == "p")

    def end(self) -> Match:
        """All agree to end; the whole match, from its file."""
        for person in self.people[:2]:
            if person.ask("GET", self.match)["state"] != "over":
                person.ask("POST", f"/api/tables/{self.table['table']}/end")
        return notation.match_of(notation.parse(self.people[2].send("GET", f"{self.match}/file").content))

    def positions(self) -> list[dict[str, Any]]:
        heard = [message for page in self.pages for message in page.heard if message["type"] in POSITIONS]
        return [*heard, *self.served]


def covered(true: Any, memo: bool) -> set[tuple[int, int]]:
    """The faces of yellow dice that nobody may see, by the rules of EIN-5."""
    red_above = {cell for cell in range(165) if true.red[cell] and true.lifted != cell + 1}
    if memo:
        red_above -= {cell for cell in range(165) if true.shown[cell]}
    faces = [(cell, side) for cell in pyramid.BASE for side in range(3)]
    return {(cell, side) for cell, side in faces if pyramid.ABOVE[cell][side] in red_above}


def states(whole: Match) -> list[Any]:
    """The true state after each ply."""
    match = Match(EINTRICHTERN, whole.seats, whole.options)
    found = [match.hidden(None)]
    for seat, action in whole.log:
        match.play(seat, action)
        found.append(match.hidden(None))
    return found


def told_by(view: dict[str, Any]) -> str:
    """The position as text, of nothing but a view."""
    s = kernel.plain(contract.new_state(EINTRICHTERN, view["seats"]))
    for name, value in view.items():
        lay(s, name, value)
    return str(EINTRICHTERN.show(s))


def lay(holder: Any, name: Any, value: Any) -> None:
    """Write a value, an array item by item."""
    if not isinstance(value, list):
        setattr(holder, name, value) if isinstance(name, str) else holder.__setitem__(name, value)
        return
    array = getattr(holder, name) if isinstance(name, str) else holder[name]
    for index, item in enumerate(value):
        lay(array, index, item)


@pytest.mark.parametrize("memo", ["off", "on"])
def test_no_covered_face_is_served_to_anybody_in_any_form(server: Server, memo: str) -> None:
    listening = Listening(server, {"memo": memo})
    listening.play(DECISIONS)
    told = listening.positions()
    true = states(listening.end())
    assert len(told) > 3 * DECISIONS
    for position in told:
        at, view = true[min(position["version"], len(true) - 1)], position["view"]
        if not EINTRICHTERN.movers(at):
            continue
        hidden = covered(at, memo == "on")
        assert len(hidden) > 20
        if position.get("type") != "preview":
            seen = {(cell, side) for cell in pyramid.BASE for side in range(3) if view["face"][cell][side]}
            assert not seen & hidden
            assert all(view["face"][cell][side] == at.face[cell][side] for cell, side in seen)
        if isinstance(position.get("show"), str):
            assert position["show"] == told_by(view)


def test_the_laying_of_the_dice_is_never_told(server: Server) -> None:
    listening = Listening(server, {})
    listening.play(DECISIONS)
    heard = [message for page in listening.pages for message in page.heard if message["type"] == "steps"]
    laid = [step for told in heard if len(told["steps"]) == told["version"] for step in told["steps"][1:45]]
    assert len(laid) > 44 * 6
    assert all(step == {"seat": 15, "action": None, "text": None} for step in laid)


def test_refusals_are_the_same_whatever_lies_hidden(server: Server) -> None:
    listening = Listening(server, {})
    listening.play(DECISIONS)
    said = {
        (message["code"], message["clause"], message["text"].replace("Seat 1", "Seat 0"))
        for page in listening.pages
        for message in page.heard
        if message["type"] == "refused"
    }
    assert "secret-outcome" in {code for code, _, _ in said}
    assert len(said) < 12, said


def test_the_file_and_the_replay_wait_for_the_end_and_then_all_is_open(server: Server) -> None:
    listening = Listening(server, {})
    listening.play(10)
    for rest in ("file", "file?format=text", "replay"):
        assert listening.people[0].refused("GET", f"{listening.match}/{rest}") == (409, "match-running")
    true = states(listening.end())
    for person in listening.people:
        view = person.ask("GET", listening.match)
        assert view["view"]["face"] == [list(faces) for faces in true[-1].face]
        assert "?" not in view["show"]
    frames = listening.people[2].ask("GET", f"{listening.match}/replay")["frames"]
    assert frames[2]["text"].startswith("lay ")
    assert [frame["view"]["face"] for frame in frames] == [[list(faces) for faces in s.face] for s in true]
    for page in listening.pages:
        page.say(type="resume", version=None)
        page.hear("view")
        assert all(all(faces) for faces in (page.position["view"]["face"][cell] for cell in pyramid.BASE))


def two_pages(server: Server) -> tuple[Page, Page]:
    """A page of somebody who has thrown and may lift, and of another who never plays."""
    anna, bruno = server.person("Anna"), server.person("Bruno")
    table = anna.open_table(2, game="eintrichtern", options={})
    bruno.ask("POST", f"/api/tables/{table['table']}/seats/1")
    anna.ask("POST", f"/api/tables/{table['table']}/start")
    pages = [person.page(table["match"]) for person in (anna, bruno)]
    for page in pages:
        page.resume()
    mover, other = sorted(pages, key=lambda page: not page.position["legal"])
    mover.play()
    return mover, other


def alone(server: Server) -> tuple[Person, Page]:
    """A person who has thrown and may lift, against another who never plays."""
    mover, _ = two_pages(server)
    return mover.person, mover


def test_what_is_lifted_lies_open_for_the_stated_time(resting: Server) -> None:
    person, page = alone(resting)
    with resting.time.stands():
        lift = page.turn()[0]
        page.act(lift)
        page.hear("steps")
        assert page.position["rest_ms"] == LIFT_MS
        (action,) = page.turn()
        assert action in (KEEP, BACK)
        resting.time.advance(0.75 * LIFT_MS / 1000)
        refusal = page.act(action)
        assert (refusal["type"], refusal["code"]) == ("refused", "too-soon")
        assert refusal["values"]["wait_ms"] == pytest.approx(0.25 * LIFT_MS, abs=1)
        late = person.page(page.match)
        late.resume()
        assert late.position["rest_ms"] == refusal["values"]["wait_ms"]
        resting.time.advance(0.25 * LIFT_MS / 1000)
        assert page.act(action)["type"] == "ack"
    page.resume()
    assert "rest_ms" not in page.position and page.position["view"]["lifted"] in (0, lift + 1)


def test_nobody_lifts_and_puts_back_in_one_breath(resting: Server) -> None:
    _, page = alone(resting)
    lift = page.turn()[0]
    for second in (KEEP, BACK):
        assert page.act(lift, second)["code"] == "too-soon"
    assert page.resume()["view"]["lifted"] == 0


def test_bots_wait_as_long(resting: Server) -> None:
    person = resting.person("Anna")
    table = person.open_table(2, game="eintrichtern", options={}, bots=[{"seat": 1, "player": "random"}])
    person.ask("POST", f"/api/tables/{table['table']}/start")
    page = person.page(table["match"])
    page.resume(0)
    with resting.time.stands():
        while not bot_has("lift", page):
            if page.position["legal"]:
                resting.time.advance(page.position.get("rest_ms", 0) / 1000)
                page.act(page.position["legal"][0])
                page.resume(0)
            else:
                page.hear("steps")
        resting.time.advance(0.9 * LIFT_MS / 1000)
        assert page.resume(0)["steps"][-1]["text"].startswith("lift")
        resting.time.advance(0.2 * LIFT_MS / 1000)  # a bot that has only thought until now waits a moment longer
        page.hear("steps", lambda told: told["steps"][0]["text"] in ("keep", "back"))


def bot_has(word: str, page: Page) -> bool:
    """Was this the last that the bot in seat 1 has done?"""
    last = (page.position.get("steps") or [{"seat": 0, "text": ""}])[-1]
    return bool(last["seat"] == 1 and last["text"].startswith(word))


def test_the_table_goes_on_when_all_people_have_seen_enough(resting: Server) -> None:
    page, other = two_pages(resting)
    lift = page.turn()[0]
    with resting.time.stands():  # or it lies open no longer before the other has seen it
        page.act(lift)
        page.hear("steps")
        version = page.position["version"]
        page.say(type="skip", version=version)
        (action,) = page.turn()
        assert page.act(action)["code"] == "too-soon", "the other has not seen enough"
        other.resume()
        other.say(type="skip", version=version - 1)
        assert page.act(action)["code"] == "too-soon", "that was about something earlier"
        other.say(type="skip", version=version)
        told = page.hear("steps")
        assert told["version"] == version and told["steps"] == [] and "rest_ms" not in told
        assert page.act(action)["type"] == "ack"


def test_what_is_lifted_is_told_with_its_view_and_then_forgotten(resting: Server) -> None:
    _, page = alone(resting)
    lift = page.turn()[0]
    page.act(lift)
    (step,) = page.hear("steps")["steps"]
    (event,) = step["events"]
    assert event["word"] in ("match", "miss") and event["ms"] == LIFT_MS
    assert sum(event["values"]["faces"]) == event["values"]["n"] and step["scene"]["lifted"] == lift + 1
    resting.time.advance(LIFT_MS / 1000)
    assert page.act(page.turn()[0])["type"] == "ack"
    page.resume(0)
    assert all("events" not in earlier for earlier in page.position["steps"]), "the sums are for memory (EIN-5)"


def test_nothing_stops_a_match_over_days(resting: Server) -> None:
    anna, bruno = resting.person("Anna"), resting.person("Bruno")
    table = anna.open_table(2, game="eintrichtern", options={}, pace="days")
    bruno.ask("POST", f"/api/tables/{table['table']}/seats/1")
    anna.ask("POST", f"/api/tables/{table['table']}/start")
    pages = [person.page(table["match"]) for person in (anna, bruno)]
    for page in pages:
        page.resume()
    page = next(page for page in pages if page.position["legal"])
    page.play()
    page.act(page.turn()[0])
    page.hear("steps")
    assert "rest_ms" not in page.position and page.act(page.turn()[0])["type"] == "ack"


def lift_and_settle(page: Page) -> None:
    """The next lift of this seat, and what follows from it."""
    while page.position["view"]["phase"] not in (CHOOSING, LIFTING):
        page.play()
    lifts = [action for action in page.turn() if action < THROW]
    lifted = page.act(lifts[0])["version"]
    while page.position["version"] < lifted:
        page.hear("steps")
    page.play()


@pytest.mark.parametrize("memo", ["off", "on"])
def test_what_was_lifted_earlier_is_for_people_to_remember(server: Server, memo: str) -> None:
    """Whoever comes back, or looks on, is told who has lifted and whether it matched: no place, no sum (EIN-5)."""
    anna, bruno = server.person("Anna"), server.person("Bruno")
    table = anna.open_table(2, game="eintrichtern", options={"memo": memo})
    bruno.ask("POST", f"/api/tables/{table['table']}/seats/1")
    anna.ask("POST", f"/api/tables/{table['table']}/start")
    pages = [person.page(table["match"]) for person in (anna, bruno)]
    for _ in range(LIFTS):
        for page in pages:
            page.resume()
        lift_and_settle(next(page for page in pages if page.position["legal"]))
    for page in (*pages, server.person("Carla").page(table["match"])):
        page.resume()
        page.say(type="resume", version=0)
        steps = page.hear("steps", lambda news: len(news["steps"]) == news["version"])["steps"]
        lifts = [step for step in steps if (step["text"] or "").startswith("lift")]
        assert len(lifts) >= LIFTS
        earlier = [step for step in lifts[:-1] if not matched(step, page)]
        assert earlier and all(
            (step["action"] is None) == (step["text"] == "lift") == (memo == "off") for step in earlier
        )
        assert {step["text"] for step in steps} & {"keep", "back"}


def matched(step: dict[str, Any], page: Page) -> bool:
    """Was this the lift of a die that was won, whose funnel stays open?"""
    return step["action"] is not None and not page.position["view"]["red"][step["action"]]
