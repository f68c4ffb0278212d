"""The soak, and the bench of many sockets, at a small count: they play, and say what they have seen."""

import http.client
import socket
from concurrent.futures import ThreadPoolExecutor

import pytest

from bench import many, soak
from bench.seating import Guest, leaving
from bench.soak import Sample
from tests.depth import count, full


@full
def test_a_short_soak_plays_and_tells_of_memory() -> None:
    seconds = count(short=8, full=12)
    figures = {figure.what: figure for figure in soak.measure(seconds, 2, str, pause_s=(0.0, 0.02))}
    assert figures["decisions"].value > 10 and figures["matches ended"].value >= 1
    assert figures["matches in play, on average"].value > 1
    assert figures["growth"].bar == soak.GROWTH


def test_growth_is_from_a_third_of_the_time_to_its_end() -> None:
    samples = [Sample(at_s, 100 if at_s < 1300 else 104, 3) for at_s in range(2, 3601, 2)]
    (_, _, growth) = soak.growth(samples)
    assert growth.value == pytest.approx(4) and growth.met
    (_, _, growth) = soak.growth([*samples[:-60], *(sample._replace(resident_mb=106) for sample in samples[-60:])])
    assert growth.value == pytest.approx(6) and not growth.met


@full
def test_a_few_sockets_look_on_and_a_few_people_race() -> None:
    opened, *_ = many.idling(100, 1)
    answered, *_ = many.racing(20, 4)
    assert opened.value > 0 and answered.value > 1


def test_whatever_goes_wrong_connections_are_closed() -> None:
    """A soak ends while its threads still ask; a socket left open would fail whatever test runs later."""
    with socket.create_server(("127.0.0.1", 0)) as server, ThreadPoolExecutor(1) as thread:
        asked = thread.submit(look, Guest(server.getsockname()[1], 3))
        line, _ = server.accept()
        with line:
            line.sendall(b"no HTTP\r\n")
            assert isinstance(asked.exception(), http.client.BadStatusLine)
            while line.recv(1_000):
                pass  # what was asked, and then its end


def look(guest: Guest) -> None:
    with leaving(guest):
        guest.get("/")
