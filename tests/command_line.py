"""The command line within this process, as its tests ask for it."""

from typer.testing import CliRunner, Result

from bussolotto.cli import app


def do(*arguments: str, typed: str = "") -> Result:
    """The result of a command."""
    return CliRunner().invoke(app, list(arguments), input=typed)


def done(*arguments: str, typed: str = "") -> Result:
    """The same of one that must go well."""
    result = do(*arguments, typed=typed)
    assert result.exit_code == 0, result.output
    return result
