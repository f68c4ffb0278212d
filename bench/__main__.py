"""All benches, or some of them by name: `python -m bench [plies|decisions|..|peers|cluster] [--quick|--json]`."""

import sys
from functools import partial
from importlib import import_module

from bench import report

MODULES = {  # by name, in the order in which they run
    "plies": "plies", "decisions": "decisions", "sheets": "sheets", "bots": "bots", "thinking": "thinking",
    "hints": "hints", "laws": "laws", "solve": "solve", "search": "search",
    "levels": "levels", "lab": "lab", "startup": "startup",
    "environments": "environments", "opponents": "opponents", "gpu": "gpu",
    "server": "server", "many": "many", "lobby": "lobby", "stores": "stores", "tables": "tables",
    "arbiter": "arbiter", "page": "page", "peers": "peers.measure", "cluster": "cluster",
}  # fmt: skip
COMMANDS = {
    "drain": "drain",
    "floods": "floods",
    "reviews": "reviews",
    "soak": "soak",
    "standby": "standby",
}  # with options of their own, not among all benches
OURS = {"bench", "bussolotto", "tests", "tools"}


def measured(name: str, quick: bool) -> list[report.Figure]:
    """The figures of a bench. One whose libraries are not installed says so and ends the command."""
    try:
        figures: list[report.Figure] = import_module(f"bench.{MODULES[name]}").measure(quick)
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] in OURS:
            raise
        sys.exit(
            f"The bench {name} needs {missing.name}, which is not installed here. `./test` installs what benches and "
            "tests need into .venv; so does `pip install -e '.[test]'` in an environment of your own."
        )
    return figures


if __name__ == "__main__":
    if sys.argv[1:2] and sys.argv[1] in COMMANDS:
        import_module(f"bench.{COMMANDS[sys.argv[1]]}").main(sys.argv[2:])
    report.run({name: partial(measured, name) for name in MODULES}, __doc__)
