"""A site of two processes with PostgreSQL and NATS, beside one process with a file of SQLite. Linux only.

A table server has all tables, which the owner of the site opens. The same crowd plays as fast as can be, by turns: at
one process with a file; directly at the table server; at the owner, which passes everything on. What the processes take
of processor time counts; what database and bus take stands beside. Then 500 decisions a second, and how long they take.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple
from unittest.mock import patch

from bench.hosting import Hosted, bussolotto_server, processor_s
from bench.report import Figure
from bench.seating import Guest, duels, leaving
from bench.server import MATCHES, RATE, crowd
from bench.stores import DURABLE, database_s, play, rate
from bussolotto.server.store.connection import DATABASE
from bussolotto.server.store.placement_rows import LIST
from tests.server.buses import NatsPlace
from tests.server.stores import Cluster, opened_at

NAME = "one"
WAYS = ("directly", "by way of the owner")


class Site(NamedTuple):
    """The processes that serve, and what they share."""

    owner: Hosted
    table_server: Hosted
    cluster: Cluster
    bus: NatsPlace

    def plan(self, way: str, seconds: float) -> dict[str, Any]:
        """A plan of the crowd, but for its matches."""
        port = self.table_server.port if way == WAYS[0] else self.owner.port
        pids = [self.owner.pid, self.table_server.pid]
        return {"do": "play", "port": port, "pids": pids, "seconds": seconds}

    def beside_s(self) -> tuple[float, float]:
        """Processor time of database and bus."""
        return database_s(self.cluster), processor_s(self.bus.pid)


def measure(quick: bool = False) -> list[Figure]:
    """All, by turns."""
    seconds, turns = (3, 1) if quick else (15, 3)
    rates, beside = _play_by_turns(seconds, turns)
    figures = [
        Figure("saturated, one process with a file", median(rates["file"]), "decisions/CPU s"),
        *(Figure(f"saturated, {way}", median(rates[way]), "decisions/CPU s") for way in WAYS),
    ]
    for way, bar in zip(WAYS, (0.6, 0.3), strict=True):
        ratio = median(one / other for one, other in zip(rates[way], rates["file"], strict=True))
        figures.append(Figure(f"two processes, {way}, beside one", ratio, "times", bar=bar))
    for number, name in enumerate(("PostgreSQL", "NATS")):
        for way in WAYS:
            spent_us = 1e6 * median(one[number] for one in beside[way])
            figures.append(Figure(f"what {name} takes, {way}", spent_us, "CPU us/decision"))
    return figures + [figure for way in WAYS for figure in _pace(way, seconds)]


def _play_by_turns(seconds: float, turns: int) -> tuple[dict[str, list[float]], dict[str, list[tuple[float, ...]]]]:
    """Decisions a second of processor time, and what database and bus take of it for each, by way."""
    rates: dict[str, list[float]] = {"file": [], **{way: [] for way in WAYS}}
    beside: dict[str, list[tuple[float, ...]]] = {way: [] for way in WAYS}
    for _ in range(turns):
        rates["file"].append(rate(play(seconds)))
        for way in WAYS:
            with site_of_two() as site:
                plan = {**site.plan(way, seconds), "rate": 0, "duels": duels(site.owner.port, MATCHES)}
                site.table_server.settle()
                before = site.beside_s()
                told = crowd(plan)
                spent = zip(before, site.beside_s(), strict=True)
                rates[way].append(rate(told))
                beside[way].append(tuple((after_s - before_s) / len(told["acked"]) for before_s, after_s in spent))
    return rates, beside


def _pace(way: str, seconds: float) -> list[Figure]:
    with site_of_two() as site:
        plan = {**site.plan(way, seconds), "rate": RATE, "duels": duels(site.owner.port, MATCHES)}
        crowd(plan)  # the table server compiles the rules when the first page comes
        site.table_server.settle()
        cuts = quantiles(crowd(plan)["ms"], n=100)
    return [
        Figure(f"click to stored, {way}, median", cuts[49], "ms"),
        Figure(f"click to stored, {way}, 99th percentile", cuts[98], "ms", bar=15, at_most=True),
    ]


@contextmanager
def site_of_two() -> Iterator[Site]:
    """An owner and a table server that has all tables from now on, and what they share."""
    with ExitStack() as cleanup:
        cluster, bus = Cluster(DURABLE), NatsPlace()
        cleanup.callback(cluster.remove)
        cleanup.callback(bus.stop)
        cluster.create("site")
        shared = {DATABASE: cluster.address("site"), "BUSSOLOTTO_BUS": bus.address}
        owner, table_server = (
            cleanup.enter_context(_serving(shared | special)) for special in ({}, {"BUSSOLOTTO_TABLES": NAME})
        )
        _wait_until_placed(owner.port, cluster.address("site"))
        yield Site(owner, table_server, cluster, bus)


@contextmanager
def _serving(environment: dict[str, str]) -> Iterator[Hosted]:
    with (
        tempfile.TemporaryDirectory() as folder,
        patch.dict(os.environ, environment),
        bussolotto_server(Path(folder)) as server,
    ):
        yield server


def _wait_until_placed(port: int, database: str) -> None:
    """Open tables until one is handed over: the owner has found the table server then."""
    with leaving(guest := Guest(port, 0)), opened_at(database) as rows:
        while not rows.execute(LIST).fetchall():
            guest.post("/api/tables", {"game": "spilorcio", "seats": 2, "sit": 0})
