"""What a server has set aside, and what of a damaged database can be read."""

from pathlib import Path
from typing import Any

from bussolotto.cli.words import DAMAGED, DONE, say, tell, tell_json
from bussolotto.core.errors import Unreadable, refuse
from bussolotto.server.app import run
from bussolotto.server.match import persistence
from bussolotto.server.store import aside_rows, files, inspection, recovery, schema
from bussolotto.server.store.connection import Source
from bussolotto.server.store.database import Reader, shown


def doctor(data: Source | None, as_json: bool, target: Path | None) -> int:
    """List what cannot be read, or copy what can. Return the exit code. Raises `no-data`, `file-there`."""
    source = data or run.default_folder()
    if target is not None:
        return _recover(source, target, as_json)
    with files.opened(source) as connection:
        report = inspection.inspect(connection, persistence.read_match)
        known = aside_rows.list_all(Reader(connection)) if _keeps_aside(connection) else []
    found = {(one.kind, one.name): one for one in report.findings}
    listed = [{**row._asdict(), "found": (row.kind, row.name) in found} for row in known]
    whole = not (report.file or report.findings)
    if as_json:
        tell_json(
            {
                "database": shown(source),
                "file": report.file,
                "matches": report.matches,
                "unchecked": report.unchecked,
                "found": [one._asdict() for one in report.findings],
                "aside": listed,
            }
        )
    else:
        _tell(source, report, listed)
    return DONE if whole else DAMAGED


def _keeps_aside(connection: Any) -> bool:
    try:
        return schema.version(connection) >= schema.SINCE_CHECKSUMS and bool(Reader(connection).rows("SELECT 1"))
    except Unreadable:
        return False


def _tell(source: Source, report: inspection.Report, listed: list[dict[str, Any]]) -> None:
    tell(say("doctor.read", file=shown(source), n=report.matches))
    for line in report.file:
        tell(say("doctor.file", problem=line))
    for one in report.findings:
        tell(_describe(one.kind, one.name, one.reason, one.detail))
    for row in listed:
        if not row["found"]:
            tell(_describe(row["kind"], row["name"], row["reason"], row["detail"]))
    if report.unchecked:
        tell(say("doctor.unchecked", n=report.unchecked))
    if report.file or report.findings:
        tell(say("doctor.advice"))
    else:
        tell(say("doctor.whole"))


def _describe(kind: str, name: str, reason: str, detail: str) -> str:
    return f"{say(f'doctor.kind.{kind}', name=name)} {say(f'doctor.reason.{reason}')} ({detail})"


def _recover(source: Source, target: Path, as_json: bool) -> int:
    if not isinstance(source, Path):
        raise refuse("use-pg-dump", database=shown(source))
    with files.opened_file(source, even_damaged=True) as connection:
        counts = recovery.recover(connection, target)
    if as_json:
        tell_json({"written": str(target), "rows": counts})
    else:
        tell(say("doctor.recovered", file=target, matches=counts["matches"], rows=sum(counts.values())))
        tell(say("doctor.replace", file=target, old=shown(source)))
    return DONE
