"""All benches, or those named: `python -m bench [plies|decisions|bots|laws|startup|server ..] [--quick] [--json]`."""

from bench import bots, decisions, laws, plies, report, server, startup

BENCHES: dict[str, report.Bench] = {
    "plies": plies.measure,
    "decisions": decisions.measure,
    "bots": bots.measure,
    "laws": laws.measure,
    "startup": startup.measure,
    "server": server.measure,
}
report.run(BENCHES, __doc__)
