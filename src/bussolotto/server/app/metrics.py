"""What a server tells Prometheus, on a port of its own that only this machine can reach.

Nothing is prepared in advance: everything is read when Prometheus asks, in a thread, from numbers that the parts of
the server keep anyway. So metrics can be read even while the event loop is stuck. Needs the extra `metrics`.
"""

import socket
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import accumulate
from typing import Any

from prometheus_client import CollectorRegistry, GCCollector, ProcessCollector, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from bussolotto import __version__
from bussolotto.server.app.owning import Waiting
from bussolotto.server.app.services import Services
from bussolotto.server.counts import SECONDS, Histogram, MetricsPort, ServerCounts
from bussolotto.server.ownership import Ownership

LOOPBACK = "127.0.0.1"
BOUNDS = [*map(str, SECONDS), "+Inf"]


def serve_metrics(of: Services | Waiting, port: int) -> MetricsPort:
    """Serve metrics on this port of the loopback address; 0 means any free port. Raises OSError if it is taken."""
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    GCCollector(registry=registry)
    registry.register(StandbyCollector(of) if isinstance(of, Waiting) else ServerCollector(of))
    server, thread = start_http_server(port, LOOPBACK, registry)

    def stop() -> None:
        with suppress(OSError):
            server.socket.shutdown(socket.SHUT_RDWR)  # wakes its thread, which would look only twice a second
        server.shutdown()
        server.server_close()
        thread.join()

    return MetricsPort(server.server_port, stop)


class ServerCollector(Collector):
    """Reads the counts of the services. Called by the library, in a thread of its own."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def collect(self) -> Iterator[Metric]:
        """Yield all metrics of this server."""
        yield from _list_gauges(self._services)
        yield from _list_counters(self._services)
        yield from _list_histograms(self._services)


class StandbyCollector(Collector):
    """Tells that this process waits. Called by the library, in a thread of its own."""

    def __init__(self, waiting: Waiting) -> None:
        self._waiting = waiting

    def collect(self) -> Iterator[Metric]:
        """Yield what there is to tell of a standby."""
        yield from _list_process(*self._waiting)


def _list_process(ownership: Ownership, counts: ServerCounts, has_site: bool = True) -> Iterator[Metric]:
    owns = has_site and ownership.speaks()
    yield _gauge("owner", "Whether this process has the site, and may speak and write", owns)
    yield _gauge("fence", "The fencing number of its lease; 0 without one", ownership.fence)
    yield _by_label(GaugeMetricFamily, "info", "The version that runs", ("version",), {(__version__,): 1})
    yield _gauge("relayed", "Connections that this process passes on to another, or has taken from one", counts.relayed)
    relays = _by_name(counts.relays)
    yield _by_label(CounterMetricFamily, "relays", "What became of connections that are passed on", ("result",), relays)


def _list_gauges(services: Services) -> Iterator[Metric]:
    counts, pages = services.counts, services.broadcaster.list_all()
    worst_s, counts.lag_worst_s = counts.lag_worst_s, 0.0
    guests = [page.guest for page in pages]
    yield _gauge("people", "Guests who have a page of a table open", len(set(guests) - {None}))
    yield _gauge("strangers", "Pages of a table in browsers of people who are not guests yet", guests.count(None))
    yield _gauge("sockets", "Open WebSockets", counts.sockets)
    yield _gauge("writes_waiting", "Writes that are submitted and not yet on disk", services.store.waiting)
    yield _gauge("loop_lag_worst_seconds", "Longest delay of the event loop since the last scrape", worst_s)
    yield _gauge("draining", "Whether this server is about to stop", services.draining.begun)
    connected = services.bus is not None and services.bus.connected
    yield _gauge("bus_connected", "Whether the bus can be reached; 0 without one", connected)
    yield _gauge(
        "set_aside",
        "Matches, tables and other rows that were set aside, because they cannot be read",
        services.aside.count,
    )
    state: dict[tuple[str, ...], int] = {(services.file_check.found.state,): 1}
    yield _by_label(GaugeMetricFamily, "file_check", "How far the check of the whole file is", ("state",), state)
    playing: Counter[tuple[str, ...]] = Counter(
        (live.match.game.NAME, live.state) for live in services.matches.list_all()
    )
    yield _by_label(GaugeMetricFamily, "matches", "Matches in memory", ("game", "state"), playing)
    placed: Mapping[Any, int] = {(name,): number for name, number in services.placements.count().items()}
    yield _by_label(GaugeMetricFamily, "placed", "Tables of table servers, as this process knows", ("server",), placed)
    yield from _list_process(services.ownership, counts, services.has_site)


def _list_counters(services: Services) -> Iterator[Metric]:
    counts, stored = services.counts, services.store.counts
    yield _counter("decisions", "Decisions that are on disk", stored.decisions)
    yield _counter("writes", "Writes that are on disk", stored.stored)
    yield _counter("writes_failed", "Writes that could not be stored", stored.failed)
    yield _counter("log_lines_dropped", "Lines of the log that nobody read in time", counts.lines_dropped)
    yield _by_label(
        CounterMetricFamily, "refusals", "Refused requests and messages", ("code",), _by_name(counts.refusals)
    )
    yield _by_label(CounterMetricFamily, "requests", "Answered HTTP requests", ("status",), _by_name(counts.requests))
    jobs: Mapping[Any, int] = counts.jobs.copy()
    yield _by_label(CounterMetricFamily, "jobs", "What workers may compute, by where it was", ("kind", "where"), jobs)
    yield _by_label(CounterMetricFamily, "notices", "Notices to one channel", ("result",), _by_name(counts.notices))


def _list_histograms(services: Services) -> Iterator[Metric]:
    counts = services.counts
    yield _histogram("ack_seconds", "From hearing of an action until it is acknowledged", counts.ack)
    yield _histogram("request_seconds", "From an HTTP request until it is answered", counts.request)
    yield _histogram("commit_seconds", "Of one commit, of one or many writes", services.store.counts.commit)
    yield _histogram("loop_lag_seconds", "How much too late the event loop called a timer", counts.lag)


def _gauge(name: str, meaning: str, value: float) -> Metric:
    return GaugeMetricFamily(f"bussolotto_{name}", meaning, value=float(value))


def _counter(name: str, meaning: str, value: float) -> Metric:
    return CounterMetricFamily(f"bussolotto_{name}", meaning, value=float(value))


def _by_name(counter: Counter[Any]) -> dict[tuple[str, ...], int]:
    return {(str(name),): number for name, number in counter.copy().items()}


def _by_label(
    kind: type[GaugeMetricFamily | CounterMetricFamily],
    name: str,
    meaning: str,
    labels: tuple[str, ...],
    values: Mapping[tuple[str, ...], int],
) -> Metric:
    family = kind(f"bussolotto_{name}", meaning, labels=labels)
    for label, value in values.items():
        family.add_metric(label, float(value))
    return family


def _histogram(name: str, meaning: str, found: Histogram) -> Metric:
    buckets = list(zip(BOUNDS, map(float, accumulate(list(found.counts))), strict=True))
    return HistogramMetricFamily(f"bussolotto_{name}", meaning, buckets=buckets, sum_value=found.sum_s)
