"""Match files on the command line: to watch, to check, to get out of the server's database."""

import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import bussolotto
from bussolotto import notation
from bussolotto.cli.sentences import events, mover_of, result, sentence, standing
from bussolotto.cli.words import say, tell
from bussolotto.errors import DamagedFile
from bussolotto.kernel import CHANCE
from bussolotto.match import Match


def loaded(file: Path) -> notation.Record:
    """The record of a match file or of its text twin. Raises DamagedFile."""
    data = file.read_bytes()
    if not data.startswith(b"bussolotto "):
        return notation.parse(data)
    try:
        text = data.decode()
    except UnicodeDecodeError as problem:
        line = data[: problem.start].count(b"\n") + 1
        raise DamagedFile(line, "form", f"it is not UTF-8 ({problem.reason}).") from problem
    return notation.from_text(text)


def check(file: Path) -> None:
    """Say that a match file, or that of an evening, is whole. Raises DamagedFile."""
    if (evening := evening_of(file)) is not None:
        tell(say("check.evening", file=file, n=len(evening.records)))
        for record in evening.records:
            _check(Path(file.name), record)
        return
    _check(file, loaded(file))


def _check(file: Path, record: notation.Record) -> None:
    tell(say("check.whole", file=file, game=record.game, n=len(record.steps)))
    if not record.playable:
        tell(say("check.other-rules", rules=record.rules))


def evening_of(file: Path) -> notation.EveningRecord | None:
    """The record of an evening; None for another file. Raises DamagedFile."""
    data = file.read_bytes()
    return notation.parse_evening(data) if notation.is_evening(data) else None


def replay(file: Path, step: bool) -> None:
    """Tell a match, or all of an evening, turn by turn, waiting for Enter after each of them if asked to.

    Raises DamagedFile.
    """
    if (evening := evening_of(file)) is None:
        _replay(loaded(file), step)
        return
    for number, record in enumerate(evening.records, 1):
        tell(say("replay.game", number=number, n=len(evening.records), game=record.game) + "\n")
        if not _replay(record, step):
            return
        totals = zip(evening.names, evening.totals(number), strict=True)
        tell(say("replay.score", score=" · ".join(f"{name} {float(total):.3g}" for name, total in totals)) + "\n")


def _replay(record: notation.Record, step: bool) -> bool:
    """Tell one match; False when somebody has seen enough."""
    if not record.playable:
        tell(say("check.other-rules", rules=record.rules))
        tell(notation.to_text(record))
        return True
    for number, turn in enumerate(_turns(record), 1):
        tell(f"{say('replay.turn', number=number)}\n{turn}\n")
        if step and not _go_on():
            return False
    if record.end:
        tell(say(f"end.{record.end['reason']}"))
        tell(result(record.end["returns"], record.names))
    else:
        tell(say("replay.open"))
    return True


def _turns(record: notation.Record) -> Iterator[str]:
    """What happened in each turn, and the position and the points after it."""
    match = Match(bussolotto.game(record.game), record.seats, record.options)
    for end in _ends_of_turns(record):
        since = match.version
        for seat, action in record.steps[since:end]:
            match.play(seat, action)
        actor = next((seat for seat, _ in record.steps[since:end] if seat != CHANCE), mover_of(match))
        told = [
            sentence(event, record.game, record.names, actor)
            for event in events(match.steps(bussolotto.SPECTATOR, since), match.module)
        ]
        yield "\n".join([*told, "", match.show(bussolotto.SPECTATOR), standing(match, record.names)])


def _ends_of_turns(record: notation.Record) -> list[int]:
    """The plies after which another seat decides, and the last; in a race, those before somebody throws."""
    steps = record.steps
    if bussolotto.game(record.game).RACE:
        pairs = enumerate(pairwise(steps))
        return [*(ply for ply, ((seat, _), (then, _)) in pairs if ply and seat != CHANCE == then), len(steps)]
    decisions = [(ply, seat) for ply, (seat, _) in enumerate(steps, 1) if seat != CHANCE]
    ends = [ply for (ply, seat), (_, following) in pairwise(decisions) if seat != following]
    return [*ends, len(steps)]


def _go_on() -> bool:
    """Wait for Enter; False when somebody has seen enough."""
    try:
        return input(say("replay.next")).strip().lower() not in ("q", "quit")
    except (EOFError, KeyboardInterrupt):
        return False


def export(name: str, data: Path | None, text: bool) -> None:
    """Write a match of the server's database to stdout. Raises NoData, NotFound."""
    from bussolotto.server import run, store

    record, key = store.record(data or run.default_folder(), name)
    content = notation.to_text(record).encode() if text else notation.write(record, key)
    sys.stdout.buffer.write(content)


def export_tables(names: Sequence[str], data: Path | None, target: Path) -> None:
    """Write matches of the server's database, and match files, as Parquet.

    Raises MissingExtra, NoData, NotFound, NotRunning, NotWritten, DamagedFile.
    """
    from bussolotto.study import parquet_matches

    for file in parquet_matches.write_matches(target, (_named(name, data) for name in names)):
        tell(say("saved", file=file))


def _named(name: str, data: Path | None) -> tuple[str, notation.Record]:
    """A match by its file, or by its name on the server."""
    from bussolotto.server import run, store

    if (file := Path(name)).is_file():
        return file.stem, loaded(file)
    return name, store.record(data or run.default_folder(), name)[0]


def backup(target: Path, data: Path | None) -> None:
    """Copy the server's database, also while it is in use. Raises NoData."""
    from bussolotto.server import run, store

    store.backup(data or run.default_folder(), target)
    tell(say("saved", file=target))
