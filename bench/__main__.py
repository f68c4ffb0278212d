"""All benches, or some of them by name: `python -m bench [plies|decisions|..|peers|cluster] [--quick|--json]`."""

from bench import arbiter, bots, cluster, decisions, gpu, laws, page, plies, report, server, solve, startup
from bench.peers import measure as peers


def environments(quick: bool = False) -> list[report.Figure]:
    """Needs the extra `envs`: imported when it is asked for."""
    from bench.environments import measure

    return measure(quick)


BENCHES: dict[str, report.Bench] = {
    "plies": plies.measure,
    "decisions": decisions.measure,
    "bots": bots.measure,
    "laws": laws.measure,
    "solve": solve.measure,
    "startup": startup.measure,
    "environments": environments,
    "gpu": gpu.measure,
    "server": server.measure,
    "arbiter": arbiter.measure,
    "page": page.measure,
    "peers": peers.measure,
    "cluster": cluster.measure,
}
report.run(BENCHES, __doc__)
