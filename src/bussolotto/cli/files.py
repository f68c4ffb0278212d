"""Match files on the command line: replay, check, export from the server's database."""

import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import bussolotto
from bussolotto.cli import proofs
from bussolotto.cli.sentences import called, in_words, mover_of, result, standing
from bussolotto.cli.words import say, tell, tell_json
from bussolotto.core.errors import refuse
from bussolotto.core.kernel import CHANCE
from bussolotto.fair.signature import Signer
from bussolotto.play import notation
from bussolotto.play.match import Match
from bussolotto.play.narration import Narration


def loaded(file: Path) -> notation.Record:
    """Return the record of a match file or of its text twin. Raises DamagedFile."""
    data = file.read_bytes()
    if not data.startswith(b"bussolotto "):
        return notation.parse(data)
    try:
        text = data.decode()
    except UnicodeDecodeError as problem:
        line = data[: problem.start].count(b"\n") + 1
        raise refuse(
            "damaged-file", line=line, reason="form", problem=f"it is not UTF-8 ({problem.reason})."
        ) from problem
    return notation.from_text(text)


def check(file: Path, kept: Path | None = None, key: str | None = None) -> None:
    """Report that a match or evening file is undamaged, and what it proves. Raises DamagedFile.

    `kept`: what a page kept of the match; `key`: whose signature the file must bear.
    """
    if (evening := evening_of(file)) is not None:
        tell(say("check.evening", file=file, n=len(evening.records)))
    records = evening.records if evening else [loaded(file)]
    for record in records:
        named = file.name if evening else file
        tell(say("check.whole", file=named, game=record.game, n=len(record.steps)))
        if not record.playable:
            tell(say("check.other-rules", rules=record.rules))
        proofs.tell_proof(record)
    last, found = file.read_bytes().count(b"\n"), evening.key if evening else records[0].key
    if key:
        proofs.require_key(found, key, last)
    proofs.tell_signature(found, key)
    if kept:
        dropped = proofs.require_kept(records, proofs.read_kept(kept), last)
        tell(say("check.kept"))
        proofs.tell_dropped(dropped)


def evening_of(file: Path) -> notation.EveningRecord | None:
    """Return the record of an evening, or None for another file. Raises DamagedFile."""
    data = file.read_bytes()
    return notation.parse_evening(data) if notation.is_evening(data) else None


def replay(file: Path, step: bool) -> None:
    """Print a match, or a whole evening, turn by turn; with `step`, wait for Enter after each turn.

    Raises DamagedFile.
    """
    if (evening := evening_of(file)) is None:
        _replay(loaded(file), step)
        return
    for number, record in enumerate(evening.records, 1):
        tell(say("replay.game", number=number, n=len(evening.records), game=record.game) + "\n")
        if not _replay(record, step):
            return
        totals = zip(called(evening.names), evening.totals(number), strict=True)
        tell(say("replay.score", score=" · ".join(f"{name} {float(total):.3g}" for name, total in totals)) + "\n")


def _replay(record: notation.Record, step: bool) -> bool:
    """Print one match; False if the reader quits."""
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
        tell(result(record.end["returns"], called(record.names)))
    else:
        tell(say("replay.open"))
    return True


def _turns(record: notation.Record) -> Iterator[str]:
    """Yield the events of each turn, and the position and the points after it."""
    match = Match(bussolotto.game(record.game), record.seats, record.options)
    narration, names = Narration(match, (None,)), called(record.names)
    for end in _ends_of_turns(record):
        since = match.version
        for seat, action in record.steps[since:end]:
            match.play(seat, action)
        actor = next((seat for seat, _ in record.steps[since:end] if seat != CHANCE), mover_of(match))
        told = narration.told(match.log, None, since)
        lines = in_words(match, since, bussolotto.SPECTATOR, told, names, actor)
        yield "\n".join([*lines, "", match.show(bussolotto.SPECTATOR), standing(match, names)])


def _ends_of_turns(record: notation.Record) -> list[int]:
    """Return the plies after which another seat decides, and the last; in a race, those before a throw."""
    steps = record.steps
    if bussolotto.game(record.game).RACE:
        pairs = enumerate(pairwise(steps))
        return [*(ply for ply, ((seat, _), (then, _)) in pairs if ply and seat != CHANCE == then), len(steps)]
    decisions = [(ply, seat) for ply, (seat, _) in enumerate(steps, 1) if seat != CHANCE]
    ends = [ply for (ply, seat), (_, following) in pairwise(decisions) if seat != following]
    return [*ends, len(steps)]


def _go_on() -> bool:
    """Wait for Enter; False if the reader quits."""
    try:
        return input(say("replay.next")).strip().lower() not in ("q", "quit")
    except (EOFError, KeyboardInterrupt):
        return False


def export(name: str, data: Path | str | None, text: bool) -> None:
    """Write a match of the server's database to stdout. Raises `no-data`, NotFound."""
    record, key = _stored(name, data)
    content = notation.to_text(record).encode() if text else notation.write(record, key, _signer(data))
    sys.stdout.buffer.write(content)


def export_tables(names: Sequence[str], data: Path | str | None, target: Path) -> None:
    """Write matches of the server's database, and match files, as Parquet.

    Raises MissingExtra, `no-data`, NotFound, `not-running`, `not-written`, DamagedFile.
    """
    from bussolotto.study import parquet_matches

    for file in parquet_matches.write_matches(target, (_named(name, data) for name in names)):
        tell(say("saved", file=file))


def _named(name: str, data: Path | str | None) -> tuple[str, notation.Record]:
    """Return a match by its file, or by its name on the server."""
    if (file := Path(name)).is_file():
        return file.stem, loaded(file)
    return name, _stored(name, data)[0]


def _stored(name: str, data: Path | str | None) -> tuple[notation.Record, bytes]:
    """Return a match of the server's database, and the key that signs its file."""
    from bussolotto.server.app import run
    from bussolotto.server.store import files

    return files.read_record(data or run.default_folder(), name)


def _signer(data: Path | str | None) -> Signer | None:
    """Return what signs the files of this server; None for data of a version without keys."""
    from bussolotto.server.app import run
    from bussolotto.server.store import files

    secret = files.read_signing_key(data or run.default_folder())
    return None if secret is None else Signer(secret)


def backup(target: Path, data: Path | str | None, force: bool) -> None:
    """Copy the server's database, even while it is in use. Raises `no-data`, `backup-there`, `not-written`."""
    from bussolotto.server.app import run
    from bussolotto.server.store import files

    files.backup(data or run.default_folder(), target, force)
    tell(say("saved", file=target))


def copy(source: str, target: str, as_json: bool) -> None:
    """Copy a site from one store to another. Each is a folder, or the address of a PostgreSQL database."""
    from bussolotto.server.store import copying

    counts = copying.copy(*(place if "://" in place else Path(place) for place in (source, target)))
    if as_json:
        tell_json(counts)
    else:
        tell(say("copied", rows=sum(counts.values()), tables=len(counts)))
