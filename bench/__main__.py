"""All benches or some: `python -m bench [plies|decisions|bots|laws|solve|startup|server|page] [--quick|--json]`."""

from bench import bots, decisions, laws, page, plies, report, server, solve, startup

BENCHES: dict[str, report.Bench] = {
    "plies": plies.measure,
    "decisions": decisions.measure,
    "bots": bots.measure,
    "laws": laws.measure,
    "solve": solve.measure,
    "startup": startup.measure,
    "server": server.measure,
    "page": page.measure,
}
report.run(BENCHES, __doc__)
