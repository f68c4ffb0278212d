"""`bussolotto admin ..`: what the operator does about guests, tables and reports, while the server runs."""

import os
from collections.abc import Callable
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer
from rich import box
from rich.table import Table

from bussolotto.cli.options import AsJson, Data
from bussolotto.cli.words import console, named, plain, say, tell, tell_json
from bussolotto.core.errors import refuse

if TYPE_CHECKING:
    from bussolotto.server.app.operator_client import OperatorClient
    from bussolotto.server.store.connection import Source

Guest = Annotated[str, typer.Argument(metavar="GUEST", help=say("help.admin.guest"))]
Yes = Annotated[bool, typer.Option("--yes", help=say("help.admin.yes"))]

admin = typer.Typer(help=say("help.admin"), no_args_is_help=True)


class Listed(StrEnum):
    """What can be listed."""

    guests = "guests"
    tables = "tables"
    bans = "bans"
    audit = "audit"


class Column(NamedTuple):
    """A column of a list: the key of its title, and what it shows of an entry."""

    key: str
    show: Callable[[dict[str, Any]], object]


@admin.command(help=say("help.admin.token"))
def token(data: Data = None) -> None:
    from bussolotto.server.app import operator_client

    made = operator_client.make_token(_source(data))
    typer.echo(say("admin.token"), err=True)
    tell(made)


@admin.command("list", help=say("help.admin.list"))
def list_entries(
    what: Annotated[Listed, typer.Argument(metavar="|".join(Listed), help=say("help.admin.what"))] = Listed.guests,
    name: Annotated[str, typer.Option(metavar="TEXT", help=say("help.admin.name"))] = "",
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    query = {"name": name} if what == Listed.guests else {}
    with _client(data) as client:
        _show(client.get(what, **query), LISTS[what], as_json)


@admin.command(help=say("help.admin.reports"))
def reports(
    settled: Annotated[bool, typer.Option("--settled", help=say("help.admin.settled"))] = False,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    with _client(data) as client:
        _show(client.get("reports", settled=str(settled).lower()), REPORTS, as_json)


@admin.command(help=say("help.admin.settle"))
def settle(
    report: Annotated[int, typer.Argument(metavar="REPORT", help=say("help.admin.report"))], data: Data = None
) -> None:
    with _client(data) as client:
        client.post(f"reports/{report}/settle")
    tell(say("admin.done"))


@admin.command(help=say("help.admin.ban"))
def ban(
    guest: Annotated[str | None, typer.Argument(metavar="GUEST", help=say("help.admin.guest"))] = None,
    address: Annotated[str | None, typer.Option(metavar="IP", help=say("help.admin.address"))] = None,
    with_address: Annotated[bool, typer.Option("--with-address", help=say("help.admin.with-address"))] = False,
    hours: Annotated[int | None, typer.Option(metavar="N", min=1, help=say("help.admin.hours"))] = None,
    reason: Annotated[str, typer.Option(metavar="TEXT", help=say("help.admin.reason"))] = "",
    data: Data = None,
) -> None:
    wish = {"guest": guest, "address": address, "hours": hours, "reason": reason}
    with _client(data) as client:
        theirs = _addresses(client, guest) if with_address and guest else []
        made = client.post("bans", wish)
        for one in theirs:
            made += client.post("bans", wish | {"guest": None, "address": one})
    _show(made, LISTS[Listed.bans], as_json=False)


@admin.command(help=say("help.admin.unban"))
def unban(
    subject: Annotated[str, typer.Argument(metavar="GUEST|IP", help=say("help.admin.subject"))], data: Data = None
) -> None:
    with _client(data) as client:
        found = [one for one in client.get("bans") if subject in (one["guest"], one["address"])]
        if not found:
            raise refuse("not-found", what="ban", name=subject)
        client.delete(f"bans/{found[0]['ban']}")
    tell(say("admin.done"))


@admin.command(help=say("help.admin.rename"))
def rename(
    guest: Guest,
    name: Annotated[str, typer.Argument(metavar="NAME", help=say("help.admin.new-name"))],
    data: Data = None,
) -> None:
    with _client(data) as client:
        client.put(f"guests/{guest}", {"name": name})
    tell(say("admin.done"))


@admin.command(help=say("help.admin.delete"))
def delete(guest: Guest, yes: Yes = False, data: Data = None) -> None:
    if yes or typer.confirm(say("admin.delete.ask", guest=guest)):
        with _client(data) as client:
            client.delete(f"guests/{guest}")
        tell(say("admin.done"))


@admin.command(help=say("help.admin.close"))
def close(
    table: Annotated[str, typer.Argument(metavar="TABLE", help=say("help.admin.table"))],
    yes: Yes = False,
    data: Data = None,
) -> None:
    if yes or typer.confirm(say("admin.close.ask", table=table)):
        with _client(data) as client:
            client.post(f"tables/{table}/close")
        tell(say("admin.done"))


@admin.command("remove-sheet", help=say("help.admin.remove-sheet"))
def remove_sheet(
    sheet: Annotated[str, typer.Argument(metavar="SHEET", help=say("help.admin.sheet"))], data: Data = None
) -> None:
    with _client(data) as client:
        client.post(f"sheets/{sheet}/remove")
    tell(say("admin.done"))


def _folder(data: Path | None) -> Path:
    from bussolotto.server.app import run

    return data or run.default_folder()


def _source(data: Path | None) -> "Source":
    """Return where the server keeps its data. An address stands in the environment, as it does for the server."""
    from bussolotto.server.store.connection import DATABASE

    return os.environ.get(DATABASE) or _folder(data)


def _client(data: Path | None) -> "OperatorClient":
    from bussolotto.server.app.operator_client import OperatorClient

    return OperatorClient(_folder(data), _source(data))


def _addresses(client: "OperatorClient", guest: str) -> list[str]:
    """Return from where the guest's pages are connected now."""
    found = [one for one in client.get("guests") if one["guest"] == guest]
    return list(found[0]["addresses"]) if found else []


def _show(entries: list[dict[str, Any]], columns: tuple[Column, ...], as_json: bool) -> None:
    if as_json:
        tell_json(entries)
        return
    if not entries:
        tell(say("admin.none"))
        return
    shown = Table(box=box.SIMPLE_HEAD)
    for column in columns:
        shown.add_column(say(f"admin.column.{column.key}"), overflow="fold")
    for entry in entries:
        shown.add_row(*(plain(str(column.show(entry))) for column in columns))
    console().print(shown)


def _time(at_s: int | None) -> str:
    return "-" if at_s is None else f"{datetime.fromtimestamp(at_s, UTC):%Y-%m-%d %H:%M}"


def _until(ban: dict[str, Any]) -> str:
    return _time(ban["until"]) if ban["until"] else say("admin.for-good")


def _called(name: str | None) -> str:
    return name or say("admin.no-name")


def _sitting(table: dict[str, Any]) -> str:
    people = [f"{_called(seat['name'])} ({seat['guest']})" for seat in table["seats"] if seat["guest"]]
    return ", ".join(people)


def _lines(report: dict[str, Any]) -> str:
    """Return the reporter's words, and the chat below."""
    from bussolotto.server.people.talk import PHRASES

    said = [
        f"{_called(line['name'])}: {PHRASES[line['phrase']] if line['text'] is None else line['text']}"
        for line in report["said"]
    ]
    return "\n".join([report["words"], *said]).strip()


LISTS = {
    Listed.guests: (
        Column("guest", lambda guest: guest["guest"]),
        Column("name", lambda guest: _called(guest["name"])),
        Column("since", lambda guest: _time(guest["since"])),
        Column("address", lambda guest: ", ".join(guest["addresses"])),
        Column("tables", lambda guest: ", ".join(guest["tables"])),
        Column("banned", lambda guest: say("admin.yes") if guest["banned"] else ""),
    ),
    Listed.tables: (
        Column("table", lambda table: table["table"]),
        Column("game", lambda table: table["game"]),
        Column(
            "state",
            lambda table: (
                say("admin.shut") if table["shut"] else named(f"admin.state.{table['state']}", table["state"])
            ),
        ),
        Column("people", _sitting),
        Column("changed", lambda table: _time(table["changed"])),
    ),
    Listed.bans: (
        Column("subject", lambda ban: ban["guest"] or ban["address"]),
        Column("name", lambda ban: _called(ban["name"]) if ban["guest"] else ""),
        Column("until", _until),
        Column("reason", lambda ban: ban["reason"]),
    ),
    Listed.audit: (
        Column("at", lambda entry: _time(entry["at"])),
        Column("operator", lambda entry: named(f"admin.key.{entry['operator']}", entry["operator"])),
        Column("action", lambda entry: named(f"admin.action.{entry['action']}", entry["action"])),
        Column("subject", lambda entry: entry["subject"]),
        Column("until", lambda entry: _time(entry["until"])),
    ),
}
REPORTS = (
    Column("report", lambda report: report["report"]),
    Column("at", lambda report: _time(report["since"])),
    Column("name", lambda report: f"{_called(report['name'])}\n{report['reported'] or ''}"),
    Column("reason", lambda report: named(f"admin.reason.{report['reason']}", report["reason"])),
    Column("words", _lines),
    Column("by", lambda report: _called(report["reporter_name"])),
    Column("table", lambda report: f"{report['table']}\n{report['match']}"),
)
