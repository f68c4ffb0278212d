"""The command line within this process, as its tests ask for it."""

from pathlib import Path

from typer.testing import CliRunner, Result

from bussolotto.cli import app
from tests.server import stores


def do(*arguments: str, typed: str = "") -> Result:
    """The result of a command."""
    place = arguments[arguments.index("--data") + 1] if "--data" in arguments else None
    environment = stores.environment_of(Path(place)) if place else {}
    return CliRunner().invoke(app, list(arguments), input=typed, env=environment)


def done(*arguments: str, typed: str = "") -> Result:
    """The same of one that must go well."""
    result = do(*arguments, typed=typed)
    assert result.exit_code == 0, result.output
    return result
