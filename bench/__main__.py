"""All benches, or those named: `python -m bench [plies|laws|startup|server ..] [--quick] [--json]`."""

from bench import laws, plies, report, server, startup

report.run(
    {"plies": plies.measure, "laws": laws.measure, "startup": startup.measure, "server": server.measure}, __doc__
)
