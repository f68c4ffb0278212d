"""Whoever asks why he may not is told the clause: by a preview where turns are taken, in a race by the refusal."""

import random
from typing import Any

import pytest

import bussolotto
from bussolotto.locale import catalogue
from tests.server.people import Page, Server
from tests.server.test_sheets import my_turn

TURNS = [name for name in bussolotto.games() if not bussolotto.game(name).RACE]
RACES = [name for name in bussolotto.games() if bussolotto.game(name).RACE]
DECISIONS, ASKED = 3, 8


def seated(server: Server, name: str, people: int = 1) -> list[Page]:
    """The pages of so many people in the first seats, bots in all others; the match begun."""
    persons = [server.person(who) for who in ("Anna", "Bruno", "Carla", "Dario")[:people]]
    seats = bussolotto.game(name).SEATS[0]
    bots = [{"seat": seat, "player": "random"} for seat in range(people, seats)]
    table = persons[0].open_table(seats, game=name, options={}, bots=bots)
    for seat, person in enumerate(persons[1:], 1):
        person.ask("POST", f"/api/tables/{table['table']}/seats/{seat}")
    persons[0].ask("POST", f"/api/tables/{table['table']}/start")
    pages = [person.page(table["match"]) for person in persons]
    for page in pages:
        page.resume()
    return pages


def tried(page: Page, action: int) -> dict[str, Any]:
    """The answer to a preview of this action."""
    page.say(type="preview", id=f"why {action}", version=page.position["version"], actions=[action])
    return page.hear(fits=lambda answer: answer.get("id") == f"why {action}")


def assert_reason(answer: dict[str, Any], game: Any) -> None:
    """The refusal names a clause of the game, and there are words for it."""
    assert (answer["type"], answer["code"]) == ("refused", "illegal-action")
    assert answer["clause"].startswith(f"{game.CLAUSES}-") and answer["clause"] in answer["text"]
    assert f"clause.{answer['clause']}" in catalogue("en")


@pytest.mark.parametrize("name", TURNS)
def test_a_preview_of_what_is_forbidden_names_the_clause(server: Server, name: str) -> None:
    game, rng = bussolotto.game(name), random.Random(name)
    [page] = seated(server, name)
    for _ in range(DECISIONS):
        if not my_turn(page):  # a bot has had luck
            break
        forbidden = sorted(set(range(game.ACTIONS)) - set(page.position["legal"]))
        for action in rng.sample(forbidden, min(ASKED, len(forbidden))):
            assert_reason(tried(page, action), game)
        server.time.advance(page.position.get("rest_ms", 0) / 1000)
        page.play()


@pytest.mark.parametrize("name", TURNS)
def test_a_preview_out_of_turn_says_so(server: Server, name: str) -> None:
    """Two people sit there: one of them has to wait, unless both may act, as in Cincinnati."""
    pages = seated(server, name, 2)
    while not (movers := set(pages[0].position["movers"]) & {0, 1}):
        pages[0].hear("steps")
    for seat in {0, 1} - movers:
        pages[seat].resume()
        answer = tried(pages[seat], 0)
        assert (answer["type"], answer["code"], answer["clause"]) == ("refused", "not-your-turn", None)


@pytest.mark.parametrize("name", RACES)
def test_the_refusal_of_a_claim_names_the_clause(server: Server, name: str) -> None:
    """Nobody else grabs anything, so that the race is not over before the first refusal."""
    game, rng = bussolotto.game(name), random.Random(name)
    page, *_ = seated(server, name, game.SEATS[0])
    reasons = set()
    for action in rng.sample(range(game.ACTIONS), 40):
        page.resume()
        answer = page.act(action)
        if answer["type"] == "refused" and answer["code"] == "illegal-action":
            assert_reason(answer, game)
            reasons.add(answer["clause"])
    assert reasons
