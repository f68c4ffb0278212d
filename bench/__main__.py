"""All benches, or some of them by name: `python -m bench [plies|decisions|..|peers] [--quick|--json]`."""

from bench import bots, decisions, gpu, laws, page, plies, report, server, solve, startup
from bench.peers import measure as peers

BENCHES: dict[str, report.Bench] = {
    "plies": plies.measure,
    "decisions": decisions.measure,
    "bots": bots.measure,
    "laws": laws.measure,
    "solve": solve.measure,
    "startup": startup.measure,
    "gpu": gpu.measure,
    "server": server.measure,
    "page": page.measure,
    "peers": peers.measure,
}
report.run(BENCHES, __doc__)
