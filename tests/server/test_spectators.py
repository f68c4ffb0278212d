"""A crowd at one match: arrivals are collected, and each spectator costs the others next to nothing."""

import os
from typing import Any

import pytest

from bench import server as bench
from tests.depth import count, full
from tests.server.people import Page, Server, duel

CROWD = 40


def told(page: Page, kind: str) -> list[dict[str, Any]]:
    """What a page has heard of a kind."""
    return [message for message in page.heard if message["type"] == kind]


def hear_of(page: Page, spectators: int) -> None:
    """Wait until a page has been told of so many spectators."""
    page.hear("spectators", lambda message: message["spectators"] == spectators)


def test_arrivals_are_collected_and_told_as_a_number(server: Server) -> None:
    anna, _, table = duel(server)
    player = anna.page(table["match"])
    player.resume()
    crowd = [server.person(str(number)) for number in range(3)]
    with server.time.stands():  # however long it takes them to come
        pages = [person.page(table["match"]) for person in (*crowd * (CROWD // 3), crowd[0])]
    for page in (player, *pages):
        hear_of(page, 3)
    assert len(told(player, "spectators")) < CROWD / 2, "told of each arrival"
    assert len(told(player, "table")) < 5, "the whole table is sent to those who come, not to those who are there"
    assert len(told(pages[-1], "table")) == 1


def test_those_who_go_are_counted_too(server: Server) -> None:
    anna, _, table = duel(server)
    page = anna.page(table["match"])
    watchers = [server.person().page(table["match"]) for _ in range(2)]
    hear_of(page, 2)
    watchers[0].socket.close()
    hear_of(page, 1)
    watchers[1].socket.close()
    hear_of(page, 0)


def test_strangers_are_counted_by_their_pages_and_guests_once(server: Server) -> None:
    anna, _, table = duel(server)
    page = anna.page(table["match"])
    twice = server.person("Carla")
    stranger = server.person("Nobody")
    stranger.http.cookies.clear()
    for person in (twice, twice, stranger, stranger):
        person.page(table["match"])
    hear_of(page, 3)


def test_a_player_who_comes_or_goes_is_told_with_the_table(server: Server) -> None:
    anna, bruno, table = duel(server)
    page = anna.page(table["match"])
    come = bruno.page(table["match"])
    page.hear("table", lambda message: message["table"]["seats"][1]["here"])
    come.socket.close()
    page.hear("table", lambda message: not message["table"]["seats"][1]["here"])


def test_a_spectator_who_sits_down_is_no_longer_one(server: Server) -> None:
    anna = server.person("Anna")
    table = anna.open_table()
    page, carla = anna.page(table["match"]), server.person("Carla")
    carla.page(table["match"])
    hear_of(page, 1)
    carla.ask("POST", f"/api/tables/{table['table']}/seats/1")
    page.hear("table", lambda message: message["table"]["seats"][1]["here"] and not message["table"]["spectators"])


@full
@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="only Linux holds a process on a core")
def test_the_crowd_of_the_bench_sees_the_match() -> None:
    measured = bench.watched_by(count(short=20, full=200))
    assert measured["seconds"] > 0 and measured["processor_s"] >= 0
