"""Races over real sockets: nobody is sent the solution, claims that cross on their way are judged fairly."""

import time
from typing import Any

import pytest

import bussolotto
from bussolotto.play.match import Match
from tests.server.people import PATIENCE_S, Page, Person, Server

RAFFZAHN, BUNTE_KUH = bussolotto.game("raffzahn"), bussolotto.game("bunte-kuh")
THROW, STOP, LATE = (RAFFZAHN.read(0, word) for word in ("throw", "stop", "late"))
RACES = [name for name in bussolotto.games() if bussolotto.game(name).RACE]


class Race:
    """Three people at Raffzahn, and the match as it stands, known from the steps that are told."""

    def __init__(self, server: Server) -> None:
        people = [server.person(name) for name in ("Anna", "Bruno", "Carla")]
        table = people[0].open_table(3, game="raffzahn", options={})
        for seat in (1, 2):
            people[seat].ask("POST", f"/api/tables/{table['table']}/seats/{seat}")
        people[0].ask("POST", f"/api/tables/{table['table']}/start")
        self.table = table
        self.people = people
        self.pages = [person.page(table["match"]) for person in people]
        for page in self.pages:
            page.resume()

    def match(self) -> Match:
        """The match, replayed."""
        return told_to(self.pages[0], RAFFZAHN, 3)

    def roller(self) -> Page:
        turn: int = self.pages[0].resume()["view"]["turn"]
        return self.pages[turn]

    def version(self) -> int:
        return int(self.pages[0].resume()["version"])

    def throw_until(self, takers: int) -> list[tuple[int, int]]:
        """Throw and take until so many seats could take something; a die for each of them."""
        while True:
            match = self.match()
            legal = [(seat, action) for seat in range(3) for action in match.legal(seat)[:1]]
            found = [(seat, action) for seat, action in legal if action < STOP]
            if len(found) >= takers:
                return found
            page, action = (self.pages[found[0][0]], found[0][1]) if found else (self.roller(), THROW)
            assert page.act(action, version=match.version)["type"] == "ack"


def told_to(page: Page, game: Any, seats: int) -> Match:
    """The match as it stands, played by the steps that a page is told."""
    page.say(type="resume", version=0)
    told = page.hear("steps", lambda news: len(news["steps"]) == news["version"])
    match = Match(game, seats)
    for step in told["steps"]:
        match.play(step["seat"], step["action"])
    return match


@pytest.fixture
def race(server: Server) -> Race:
    return Race(server)


def seated_alone(server: Server, game: str) -> tuple[Person, dict[str, Any]]:
    """A person at a table of a game, all other seats filled with bots that play at random; the match begun."""
    person = server.person("Anna")
    seats = bussolotto.game(game).SEATS[-1]
    bots = [{"seat": seat, "player": "random"} for seat in range(1, seats)]
    table = person.open_table(seats, game=game, options={}, bots=bots)
    person.ask("POST", f"/api/tables/{table['table']}/start")
    return person, table


def seated(server: Server, game: str) -> tuple[list[Person], dict[str, Any]]:
    """People in all seats of a game, the match begun: bots might end it before it is looked at."""
    people = [server.person() for _ in range(bussolotto.game(game).SEATS[-1])]
    table = people[0].open_table(len(people), game=game, options={})
    for seat, other in enumerate(people[1:], 1):
        other.ask("POST", f"/api/tables/{table['table']}/seats/{seat}")
    people[0].ask("POST", f"/api/tables/{table['table']}/start")
    return people, table


@pytest.mark.parametrize("game", RACES)
def test_nobody_is_sent_who_may_act_or_what_is_legal(server: Server, game: str) -> None:
    people, table = seated(server, game)
    person = people[0]
    page = person.page(table["match"])
    page.resume()
    thrower = people[page.position["view"]["turn"]].page(table["match"])
    thrower.resume()
    assert thrower.act(bussolotto.game(game).read(0, "throw"))["type"] == "ack"
    page.resume(0)
    told = [message for message in page.heard if message["type"] in ("view", "steps")]
    assert {message["type"] for message in told} == {"view", "steps"}
    told.append(person.ask("GET", f"/api/matches/{table['match']}"))
    assert all(message["movers"] is None and message["legal"] is None for message in told)
    assert person.ask("GET", "/api/me/matches")[0]["my_turn"]


@pytest.mark.parametrize("game", RACES)
def test_a_table_of_a_race_plays_to_its_end_with_bots(server: Server, game: str) -> None:
    """The person only keeps things going: he throws, stops, passes, declines.

    How often he has to depends on how late the bots are, whose threads wait for this machine: most of what they want
    is void by then.
    """
    person, table = seated_alone(server, game)
    module = bussolotto.game(game)
    said = [module.say(0, code) for code in range(module.ACTIONS)]
    words = [said.index(word) for word in ("throw", "stop", "pass", "decline", "done", "pose 123") if word in said]
    with person.page(table["match"]) as page:
        page.resume()
        give_up_s = time.monotonic() + 4 * PATIENCE_S
        while page.table["state"] != "over":
            assert time.monotonic() < give_up_s, "it comes to no end"
            for word in words:
                page.act(word)
            page.resume()
            server.time.advance(0.07)  # or the server finds him too fast
    assert sum(page.table["returns"]) == pytest.approx(1)


@pytest.mark.parametrize("game", RACES)
def test_nobody_learns_by_a_preview_whether_a_claim_is_right(server: Server, game: str) -> None:
    (person, *_), table = seated(server, game)
    page = person.page(table["match"])
    page.resume()
    for action in range(0, bussolotto.game(game).ACTIONS, 40):
        page.say(type="preview", id=action, version=page.position["version"], actions=[action])
        answer = page.hear("refused")
        assert answer["code"] in ("secret-outcome", "too-late")
        page.resume()


def test_nobody_learns_whether_a_claim_is_right_by_sending_another_with_it(server: Server) -> None:
    """All or none would take a right funnel back where the pose is wrong, and so cost nothing."""
    right, wrong, page, match = funnels(server)
    pose = BUNTE_KUH.read(0, "pose 123")
    assert {right, wrong} <= set(match.legal(0))
    answers = [page.act(funnel, pose, version=match.version, message="both") for funnel in (right, wrong)]
    assert answers[0] == answers[1]
    assert (answers[0]["type"], answers[0]["code"]) == ("refused", "one-at-a-time")
    assert page.resume()["version"] == match.version
    assert page.position["view"] == match.view(0)


def funnels(server: Server) -> tuple[int, int, Page, Match]:
    """A throw of Bunte Kuh for which there is a right funnel, and a wrong one: both, a page, the match."""
    while True:
        anna, bruno = server.person("Anna"), server.person("Bruno")
        table = anna.open_table(2, game="bunte-kuh", options={})
        bruno.ask("POST", f"/api/tables/{table['table']}/seats/1")
        anna.ask("POST", f"/api/tables/{table['table']}/start")
        pages = [person.page(table["match"]) for person in (anna, bruno)]
        turn = pages[0].resume()["view"]["turn"]
        pages[turn].act(BUNTE_KUH.read(0, "throw"), version=pages[0].position["version"])
        match = told_to(pages[0], BUNTE_KUH, 2)
        sums, wanted = [*match.state.sums], BUNTE_KUH.rules.thrown_sum(match.state)
        if wanted in sums:
            wrong = next(cell for cell, found in enumerate(sums) if found and found != wanted)
            return sums.index(wanted), wrong, pages[0], match


def test_claims_that_cross_are_both_taken(race: Race) -> None:
    found = race.throw_until(2)
    seen = race.version()
    answers = [race.pages[seat].act(action, version=seen) for seat, action in found]
    assert {answer["type"] for answer in answers} == {"ack"}


def test_a_claim_that_is_illegal_by_now_is_void(race: Race) -> None:
    (seat, action), *_ = race.throw_until(2)  # what the other may take keeps the throw on
    seen = race.version()
    assert race.pages[seat].act(action, version=seen)["type"] == "ack"
    assert race.pages[seat].act(action, version=seen)["code"] == "too-late"
    refusal = race.pages[seat].act(action, version=race.version())
    assert (refusal["code"], refusal["clause"]) == ("illegal-action", "RAF-2")


@pytest.fixture
def stopped(race: Race) -> tuple[Race, int, int, int]:
    """A race after a Stop; a seat, a die that it could have taken, and the version before the Stop."""
    found = race.throw_until(2)
    seen = race.version()
    assert race.roller().act(STOP, version=seen)["type"] == "ack"
    return race, *found[0], seen


def test_a_take_sent_before_its_sender_could_know_of_the_stop_is_void(stopped: tuple[Race, int, int, int]) -> None:
    race, seat, die, seen = stopped
    before = race.match()
    for action in (die, LATE):
        assert race.pages[seat].act(action, version=seen)["code"] == "too-late"
    assert race.match().log == before.log


def test_a_take_sent_knowing_of_the_stop_is_a_foul_each_time(stopped: tuple[Race, int, int, int]) -> None:
    race, seat, die, _ = stopped
    before = race.match()
    for _ in range(2):
        assert race.pages[seat].act(die, version=race.version())["type"] == "ack"
    assert race.match().log == [*before.log, (seat, LATE), (seat, LATE)]


def test_fouls_of_others_excuse_nobody(stopped: tuple[Race, int, int, int]) -> None:
    """Since the Stop nothing has happened that he had to know of."""
    race, seat, die, _ = stopped
    before = race.match()
    assert race.pages[(seat + 1) % 3].act(LATE, version=before.version)["type"] == "ack"
    assert race.pages[seat].act(die, version=before.version)["type"] == "ack"
    assert race.match().log == [*before.log, ((seat + 1) % 3, LATE), (seat, LATE)]


def test_a_foul_that_is_sent_again_is_punished_once(stopped: tuple[Race, int, int, int]) -> None:
    race, seat, die, _ = stopped
    version = race.version()
    answers = [race.pages[seat].act(die, version=version, message="grab") for _ in range(2)]
    assert answers[0] == answers[1] and answers[0]["type"] == "ack"
    assert race.version() == version + 1


def test_between_stop_and_throw_a_grab_where_no_die_lies_is_refused(stopped: tuple[Race, int, int, int]) -> None:
    race, seat, _, _ = stopped
    refusal = race.pages[seat].act(RAFFZAHN.rules.TOP, version=race.version())
    assert (refusal["code"], refusal["clause"]) == ("illegal-action", "RAF-4")


def test_the_foul_is_an_action_of_its_own(race: Race) -> None:
    race.throw_until(1)
    race.roller().act(STOP, version=race.version())
    match = race.match()
    assert race.pages[0].act(LATE, version=race.version())["type"] == "ack"
    assert race.match().version == match.version + 1


def test_a_claim_of_an_older_throw_is_void_though_it_were_legal(race: Race) -> None:
    race.throw_until(1)
    seen = race.version()
    race.roller().act(STOP, version=seen)
    found = race.throw_until(1)
    seat, action = found[0]
    assert race.pages[seat].act(action, version=seen)["code"] == "too-late"
    assert race.pages[seat].act(action, version=race.version())["type"] == "ack"


def test_a_bot_that_comes_too_late_does_no_harm(server: Server) -> None:
    """Bots claim at the version they thought about; whoever is slower thinks again."""
    person, table = seated_alone(server, "raffzahn")
    with person.page(table["match"]) as page:
        version = page.resume()["version"]
        for _ in range(30):
            page.act(THROW)
            page.act(STOP)
            page.resume()
        over = page.table["state"] == "over"  # the bots may end it, even before it is looked at
        assert page.position["version"] > version or over


def test_eight_people_sit_at_one_table(server: Server) -> None:
    people = [server.person(f"P{seat}") for seat in range(8)]
    table = people[0].open_table(8, game="eintrichtern", options={})
    for seat in range(1, 8):
        people[seat].ask("POST", f"/api/tables/{table['table']}/seats/{seat}")
    people[0].ask("POST", f"/api/tables/{table['table']}/start")
    pages = [person.page(table["match"]) for person in people]
    first = [page.resume() for page in pages]
    assert sum(bool(told["legal"]) for told in first) == 1
    assert len(people[3].ask("GET", f"/api/tables/{table['table']}")["seats"]) == 8
    mover = next(page for page in pages if page.position["legal"])
    mover.play()
    assert [page.hear("steps")["version"] for page in pages if page is not mover] == [mover.position["version"]] * 7
