"""What is hidden stays hidden in everything that is served: proved with a toy of hidden dice and secret choices."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.laws.toys.whispers.game import CHOICE_HIDDEN, FACE_HIDDEN
from tests.server.people import Page, Person, Server, running

CHANCE = 15


@pytest.fixture(scope="module")
def whispering(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that also has the toy."""
    with running(tmp_path_factory.mktemp("whispers"), special="whispers") as server:
        yield server


def table_of_three(server: Server) -> tuple[list[Person], dict[str, Any]]:
    """Two people, a bot, and a spectator; the match begun."""
    people = [server.person(name) for name in ("Anna", "Bruno", "Sofia")]
    bots = [{"seat": 2, "player": "random"}]
    table = people[0].open_table(3, game="whispers", options={}, bots=bots)
    people[1].ask("POST", f"/api/tables/{table['table']}/seats/1")
    people[0].ask("POST", f"/api/tables/{table['table']}/start")
    return people, table


def hides_the_others(view: dict[str, Any], own: int | None) -> bool:
    """Does this view tell no die and no choice but its own?"""
    others = [seat for seat in range(3) if seat != own]
    return all(view["die"][seat] in (0, FACE_HIDDEN) and view["choice"][seat] in (0, CHOICE_HIDDEN) for seat in others)


def tells_only_own(steps: list[dict[str, Any]], own: int | None) -> None:
    """Dice are told to whom they belong; choices to their makers, and to all only when the last lays all open."""
    dealt = 0
    for step in steps:
        if step["seat"] == CHANCE:
            assert (step["action"] is not None) == (dealt == own), steps
            dealt = (dealt + 1) % 3
        assert (step["action"] is None) == (step["text"] is None)
    hidden = [step for step in steps if step["seat"] not in (CHANCE, own) and step["action"] is None]
    assert len(hidden) >= len([step for step in steps if step["seat"] == own]) or own is None


def test_seats_and_spectators_are_told_no_secret_by_socket_or_http(whispering: Server) -> None:
    people, table = table_of_three(whispering)
    pages = [person.page(table["match"]) for person in people]
    for page in pages:
        page.resume(0)
    while pages[0].table["state"] != "over":
        for own, person in zip((0, 1, None), people, strict=True):
            view = person.ask("GET", f"/api/matches/{table['match']}")
            assert hides_the_others(view["view"], own) or view["over"]
        for page in pages[:2]:
            if page.position["legal"]:
                page.act(page.position["legal"][0])
        for page in pages:
            page.resume()
    for own, page in zip((0, 1, None), pages, strict=True):
        views = [message["view"] for message in page.heard if message["type"] in ("view", "steps")]
        assert all(hides_the_others(view, own) for view in views)
        page.say(type="resume", version=0)
        everything = page.hear("steps", lambda told: len(told["steps"]) == told["version"])
        tells_only_own(everything["steps"], own)


def test_positions_as_text_hide_as_much(whispering: Server) -> None:
    people, table = table_of_three(whispering)
    pages = [person.page(table["match"]) for person in people]
    shows = [page.resume()["show"] for page in pages]
    for own, show in zip((0, 1, None), shows, strict=True):
        for seat, line in enumerate(show.splitlines()):
            assert seat == own or f"die {FACE_HIDDEN}" in line, show


def test_both_may_decide_at_the_same_version(whispering: Server) -> None:
    """What another seat does at once makes nobody's decision stale."""
    people, table = table_of_three(whispering)
    pages: list[Page] = [person.page(table["match"]) for person in people[:2]]
    version = min(page.resume()["version"] for page in pages)
    assert [page.act(0, version=version)["type"] for page in pages] == ["ack", "ack"]


def test_refusals_tell_no_secret(whispering: Server) -> None:
    people, table = table_of_three(whispering)
    pages = [person.page(table["match"]) for person in people[:2]]
    pages[0].resume()
    pages[1].resume()
    pages[0].act(0)
    refusals = [page.act(5) for page in pages]
    assert refusals[1]["code"] == "not-an-action"
    assert "die" not in refusals[1]["text"]


def test_the_file_and_the_replay_wait_for_the_end(whispering: Server) -> None:
    people, table = table_of_three(whispering)
    for rest in ("file", "file?format=text", "replay"):
        assert people[0].refused("GET", f"/api/matches/{table['match']}/{rest}") == (409, "match-running")
