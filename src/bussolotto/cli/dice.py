"""`bussolotto dice`: is it the dice? What fell in match files, against honest dice."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated

import typer

from bussolotto.cli.options import AsJson, Seed
from bussolotto.cli.words import console, plain, say, table, tell, tell_json
from bussolotto.play.notation import Record

MOST_ROWS = 12
MOST_STORED = 100_000  # matches of a server, the newest


def dice(
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="FILE", exists=True, help=say("help.dice.files"))
    ] = None,
    data: Annotated[
        Path | None, typer.Option(metavar="FOLDER", exists=True, file_okay=False, help=say("help.dice.data"))
    ] = None,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    from bussolotto.review import dice as honest

    if not files and data is None:
        raise typer.BadParameter(say("dice.nothing"))
    records = [*records_of(files or ()), *read_stored(data)]
    found = honest.fallen(records)
    tested = honest.compare(found, seed)
    luck = honest.luck_by_name(records)
    rolls = sum(len(outcomes) for matches in found.values() for outcomes in matches)
    if as_json:
        told = {"matches": len(records), "dice": rolls, "figures": [asdict(one) for one in tested], "luck": luck}
        tell_json(told)
        return
    tell(say("dice.counted", n=len(records), dice=rolls))
    _tell_figures(tested)
    for name, percentile in luck.items():
        tell(say("dice.luck", name=name, percent=f"{100 * percentile:.0f}"))


def records_of(files: Sequence[Path]) -> Iterator[Record]:
    """The matches in these files and in those of folders that can be played by the rules here. Raises DamagedFile."""
    from bussolotto.cli.files import evening_of, loaded

    for path in files:
        for file in sorted(path.glob("*.jsonl")) if path.is_dir() else [path]:
            evening = evening_of(file)
            yield from (one for one in (evening.records if evening else [loaded(file)]) if one.playable)


def read_stored(data: Path | None) -> Iterator[Record]:
    """The finished matches of a server, without the names of those who played. Raises `no-data`."""
    if data is not None:
        from bussolotto.server.store import files

        found = (record for record, _ in files.read_finished(data, MOST_STORED))
        yield from (replace(record, names=[""] * record.seats) for record in found if record.playable)


def _tell_figures(tested: Sequence[object]) -> None:
    from bussolotto.review import dice as honest

    if not tested:
        tell(say("dice.few"))
        return
    shown = table(say("dice.kind"), [say(f"dice.{column}") for column in ("rolled", "found", "expected", "p")])
    rows: list[honest.Tested] = [one for one in tested if isinstance(one, honest.Tested)]
    for one in rows[:MOST_ROWS]:
        first, last = one.kind.outcomes[0], one.kind.outcomes[-1]
        name = f"{one.kind.game}: {first} .. {last}, {say(f'dice.{one.figure}')}"
        shown.add_row(plain(name), str(one.dice), f"{one.value:.4g}", f"{one.expected:.4g}", f"{one.p:.4f}")
    console().print(shown)
    odd = rows[0].corrected
    percent = f"{100 * odd:.0f}" if odd > honest.ODD else f"{100 * odd:.2g}"
    tell(say("dice.odd" if odd < honest.ODD else "dice.usual", n=len(rows), percent=percent))
