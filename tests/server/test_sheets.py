"""Rule sheets on a server: brought, kept once, played against bots, taken along, reported and taken down."""

import asyncio
import json
from collections.abc import Iterator
from itertools import cycle
from math import inf
from pathlib import Path
from typing import Any, Self

import msgspec
import pytest
from httpx import AsyncClient

from bussolotto.games import game
from bussolotto.play import notation
from bussolotto.play.match import Match
from bussolotto.server.http import lab_routes
from bussolotto.server.http.bodies import LabQuestion
from bussolotto.server.http.sheet_bodies import SheetFigures
from bussolotto.server.limits import Asker
from bussolotto.server.match import sheets, trials
from bussolotto.server.match.shared_rules import shared
from bussolotto.server.match.trials import Walk, read_trial
from bussolotto.server.store import moderation_rows
from bussolotto.sheets import game_from_sheet, library
from bussolotto.sheets.game import BLANK, forget
from bussolotto.study import sheet as study_sheet
from bussolotto.study.matches import MatchConfig, validate
from bussolotto.study.question import read_question
from bussolotto.study.sheet import measure
from tests.command_line import done
from tests.depth import full
from tests.refusals import refused
from tests.server.in_process import ADDRESS, Guest, House, house
from tests.server.people import Page, Person, Server, running

LIGHT = library()["last-light"].read_text("utf-8")
NAME = game_from_sheet(LIGHT).facts.name
BOTS = {"game": NAME, "seats": 2, "bots": [{"seat": seat, "player": "random"} for seat in range(2)]}  # a table
USED = [("GET", f"/sheets/{NAME}", None), ("GET", f"/sheets/{NAME}/file", None), ("POST", "/tables", BOTS)]
SHORT = LIGHT.replace(', colour = "not last"', "").replace("size = 6", "size = 3")  # as long as its pile has dice
PLAYED = game_from_sheet(SHORT).facts.name
OTHER = LIGHT.replace('title = "Last Light"', 'title = "Embers"')
GONE = LIGHT + "# withdrawn\n"


ANNA = Asker("anna", "192.0.2.1")
MORE = {"about": "Quicker,  for two.", "licence": "CC-BY-4.0"}
FIGURES = [{"seats": 2, "matches": 9, "decisions": [3, 4, 5], "places": [0.6, 0.4], "endings": {"empty": 9}, "by": ""}]
BY_BOTS = [FIGURES[0] | {"by": "easy"}]


class Program:
    """A program that has written the next of these texts as soon as it is begun."""

    returncode: int | None = 0

    def __init__(self, *texts: str) -> None:
        self.texts: Iterator[str] = iter(texts)
        self.sheets: list[str] = []
        self.more: list[tuple[str, ...]] = []

    def start(self, module: str, source: str, target: str, *more: str) -> Any:
        assert module == sheets.PROGRAM
        self.sheets.append(Path(source).read_text("utf-8"))
        self.more.append(more)
        Path(target).write_text(next(self.texts), "utf-8")
        return self

    def poll(self) -> int | None:
        return self.returncode

    def terminate(self) -> None:
        """It has ended."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        """Nothing is left."""


def bring(person: Person, text: str = LIGHT) -> dict[str, Any]:
    """A sheet, as the server tells of it."""
    found: dict[str, Any] = person.ask("POST", "/api/sheets", {"sheet": text})
    return found


def begun(person: Person, played: str = PLAYED, **wishes: Any) -> Page:
    """A match by the sheet against a bot, at its page."""
    bots = [{"seat": 1, "player": "easy"}]
    table = person.open_table(2, game=played, options={}, bots=bots, **wishes)
    person.ask("POST", f"/api/tables/{table['table']}/start")
    page = person.page(table["match"])
    page.resume()
    return page


def my_turn(page: Page) -> bool:
    """Wait until this page may act; False once the match is over."""
    while not page.position["legal"]:
        if page.person.ask("GET", f"/api/matches/{page.match}")["over"]:
            return False
        page.hear("steps")
    return True


def test_a_sheet_is_told_with_what_it_says_of_itself_and_kept_once(server: Server) -> None:
    anna, bruno = server.person("Anna"), server.person("Bruno")
    told = bring(anna)
    assert (told["sheet"], told["title"], told["licence"]) == (NAME, "Last Light", "Apache-2.0")
    assert (told["seats"], told["mine"], told["link"]) == ([2, 3, 4], True, f"{server.address}/sheets/{NAME}")
    later = {"measuring": None, "measured": None}
    assert bring(bruno) | {"mine": True, **later} == told | later
    assert bring(bruno, OTHER)["title"] == "Embers"
    listed = [each["title"] for each in bruno.ask("GET", "/api/sheets")]
    assert listed.count("Last Light") == 1 and listed.index("Embers") < listed.index("Last Light")
    answer = bruno.send("GET", f"/api/sheets/{NAME}/file")
    assert answer.text == LIGHT and f'filename="{NAME}.toml"' in answer.headers["content-disposition"]


def test_the_list_comes_in_pages_and_the_newest_with_the_games(server: Server) -> None:
    anna = server.person("Anna")
    names = [bring(anna, LIGHT.replace("last-light", f"light-{number}"))["sheet"] for number in range(5)]
    answer = anna.send("GET", "/api/sheets?limit=2")
    assert [each["sheet"] for each in answer.json()] == [names[4], names[3]]
    following = answer.headers["link"].partition(">")[0].lstrip("<")
    assert [each["sheet"] for each in anna.ask("GET", following)] == [names[2], names[1]]
    games = [each["name"] for each in anna.ask("GET", "/api/games")]
    assert [each["name"] for each in anna.ask("GET", "/api/games?sheets=2")] == [*games, names[4], names[3]]
    assert anna.refused("GET", "/api/games?sheets=51") == (400, "bad-request")


def test_the_newest_version_is_listed_and_knows_the_earlier_ones(tmp_path: Path) -> None:
    """What others have brought under the same name is no version of it."""

    async def ask() -> None:
        async with house(tmp_path) as here:
            anna, bruno = await here.person("Anna"), await here.person("Bruno")
            texts = [LIGHT, LIGHT + "# again\n", SHORT, OTHER, LIGHT.replace("The authors", "Some authors")]
            told = []
            for text in texts:
                told.append(await anna.ask("POST", "/api/sheets", {"sheet": text}))
                await here.advance(60)
            his = await bruno.ask("POST", "/api/sheets", {"sheet": LIGHT + "# Bruno\n"})
            first, second, third, *others = (each["sheet"] for each in told)
            listed = await anna.ask("GET", "/api/sheets")
            assert [each["sheet"] for each in listed] == [his["sheet"], *reversed(others), third]
            expected = [{"sheet": each["sheet"], "since": each["since"]} for each in reversed(told[:3])]
            assert listed[3]["versions"] == (await bruno.ask("GET", f"/api/sheets/{first}"))["versions"] == expected
            assert [len(each["versions"]) for each in listed] == [1, 1, 1, 3]
            await anna.send("DELETE", f"/api/sheets/{third}")
            assert (await anna.ask("GET", "/api/sheets"))[3]["sheet"] == second
            for name in ("Sundays", "Mondays", "Sundays"):
                options = {"goal": str(20 + len(listed))}
                await anna.ask("POST", "/api/sheets/rules", RULES | {"name": name, "options": options})
                listed = await anna.ask("GET", "/api/sheets?kind=rules")
            assert [(each["title"], len(each["versions"])) for each in listed] == [("Sundays", 2), ("Mondays", 1)]

    asyncio.run(ask())


@pytest.mark.parametrize(
    ("text", "code", "where"),
    [
        (LIGHT.replace("sheet = 1", "sheet = "), "sheet-syntax", "Line 1"),
        (LIGHT.replace('"not last"', '"not blue"'), "sheet-word", "step[0].move[0].where.colour"),
        (LIGHT.replace('title = "Last Light"', 'title = "\\u202e"'), "sheet-text", "game.title"),
        (LIGHT.replace('name = "last-light"', 'name = "later-light"'), "sheet-taken", "game.name"),
    ],
)
def test_what_is_wrong_is_refused_with_its_place(server: Server, text: str, code: str, where: str) -> None:
    answer = server.person("Anna").send("POST", "/api/sheets", {"sheet": text})
    assert (answer.status_code, answer.json()["code"]) == (400, code) and where in answer.json()["detail"]


def test_what_is_too_large_is_not_even_read(server: Server) -> None:
    anna = server.person("Anna")
    assert anna.refused("POST", "/api/sheets", {"sheet": "#" * 8_193}) == (400, "bad-request")
    assert anna.refused("POST", "/api/sheets", {"sheet": "é" * 5_000}) == (400, "sheet-too-large")
    assert anna.refused("POST", "/api/sheets", {"sheet": "#" * 70_000}) == (413, "body-too-large")


def test_it_is_played_survives_a_restart_and_its_file_carries_it(server: Server, tmp_path: Path) -> None:
    """`server` has never seen the sheet."""
    with running(tmp_path) as home:
        anna = home.person("Anna")
        bring(anna, SHORT)
        whole = anna.ask("GET", f"/api/games/{PLAYED}")
        assert whole["players"] == ["random", "easy", "medium", "hard"] and whole["page"] is None
        assert (whole["looks"]["pile"]["size"], whole["looks"]["score"]) == ("lattice", "points")
        assert anna.ask("GET", f"/locale/it/{PLAYED}.json")[f"looks.{PLAYED}.dice"] == "Dadi"
        assert anna.ask("GET", f"/locale/it/later-{PLAYED}-rules.json") == {}
        page = begun(anna)
        assert my_turn(page)
        page.act(page.position["legal"][0])
        cookies, match = anna.http.cookies, page.match
        home.kill()
    with running(tmp_path) as home:
        anna = home.person()
        anna.http.cookies = cookies
        page = anna.page(match)
        page.resume()
        while my_turn(page):
            page.act(page.position["legal"][0])
        assert anna.ask("GET", f"/api/matches/{match}/replay")["game"] == PLAYED
        assert "<svg" in anna.send("GET", f"/api/matches/{match}/picture").text
        path = f"/api/matches/{match}/file"
        content, text = anna.send("GET", path).content, anna.send("GET", f"{path}?format=text").text
    forget(game_from_sheet(SHORT))
    assert notation.parse(content).sheet == SHORT
    forget(game_from_sheet(SHORT))
    assert notation.from_text(text).sheet == SHORT
    replay = server.person().http.post("/api/replays", content=content)
    assert replay.status_code == 200 and replay.json()["game"] == PLAYED
    assert server.person().refused("POST", "/api/tables", {"game": PLAYED, "seats": 2}) == (404, "not-found")


def test_a_file_with_another_sheet_is_damaged() -> None:
    match = Match(game_from_sheet(SHORT), 2)
    record = notation.record_of(match, ["Anna", "Bruno"])
    record.sheet = OTHER
    with refused("damaged-file"):
        notation.parse(notation.write(record, b"key"))
    with refused("damaged-file"):
        notation.from_text(notation.to_text(record))
    record.sheet = "no sheet"
    with refused("damaged-file"):
        notation.parse(notation.write(record, b"key"))


def test_nobody_brings_sheets_or_opens_tables_for_them_where_they_are_off(tmp_path: Path) -> None:
    async def ask() -> None:
        async with house(tmp_path) as here:
            anna = await here.person("Anna")
            await anna.ask("POST", "/api/sheets", {"sheet": LIGHT})
            here.services.sheets.is_on = False
            table = {"game": NAME, "seats": 2}
            asked = [("GET", "", None), ("GET", f"/{NAME}", None), ("POST", "", {"sheet": LIGHT})]
            answers = [await anna.send(method, f"/api/sheets{path}", body) for method, path, body in asked]
            answers.append(await anna.send("POST", "/api/tables", table))
            assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(403, "sheets-off")] * 4

    asyncio.run(ask())


def test_a_guest_and_an_address_bring_so_many_in_a_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "GUEST_A_DAY", 2)
    monkeypatch.setattr(sheets, "ADDRESS_A_DAY", 3)
    games = [game_from_sheet(LIGHT + f"# {number}\n") for number in range(4)]

    async def ask() -> None:
        async with house(tmp_path) as here:
            keep = here.services.sheets.keep
            for game in games[:2]:
                await keep(game, ANNA)
            with refused("too-many-sheets"):
                await keep(games[2], ANNA)
            assert (await keep(games[1], ANNA)).guest == "anna"  # it is here already
            await keep(games[2], Asker("bruno", ANNA.sender))
            with refused("too-many-sheets"):
                await keep(games[3], Asker("carla", ANNA.sender))
            monkeypatch.setattr(sheets, "MOST", 3)
            with refused("sheets-full"):
                await keep(games[3], Asker("carla", "192.0.2.2"))

    asyncio.run(ask())


def test_what_is_listed_no_more_makes_room_but_all_that_is_kept_has_a_bound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheets, "MOST", 2)
    monkeypatch.setattr(sheets, "MOST_KEPT", 4)
    games = [game_from_sheet(LIGHT.replace("[1, 2,", f"[1, {number},")) for number in range(5)]

    async def ask() -> None:
        async with house(tmp_path) as here:
            keep, withdraw = here.services.sheets.keep, here.services.sheets.withdraw
            for game in games[:2]:
                await keep(game, ANNA)
            with refused("sheets-full"):
                await keep(games[2], ANNA)
            await here.services.moderation.remove_sheet("token", games[0].facts.name)
            await keep(games[2], ANNA)
            await withdraw(games[2].facts.name, "anna")
            await keep(games[3], ANNA)
            with refused("sheets-full"):
                await keep(games[2], ANNA)
            await withdraw(games[3].facts.name, "anna")
            with refused("sheets-full"):
                await keep(games[4], ANNA)
            assert (await keep(games[2], ANNA)).stands

    asyncio.run(ask())


def test_what_is_reported_and_taken_down_is_listed_and_played_no_more(tmp_path: Path) -> None:
    async def ask() -> None:
        async with house(tmp_path) as here:
            anna, bruno = await here.person("Anna"), await here.person("Bruno")
            await anna.ask("POST", "/api/sheets", {"sheet": LIGHT})
            table = await anna.ask("POST", "/api/tables", BOTS)
            told = {"reason": "copied", "words": "Mine!"}
            assert (await bruno.ask("POST", f"/api/sheets/{NAME}/report", told))["name"] == "Last Light"
            again = await bruno.send("POST", f"/api/sheets/{NAME}/report", told)
            assert again.json()["code"] == "sheet-reported"
            (report,) = moderation_rows.list_reports(here.services.store, False, 9)
            assert (report.sheet, report.reason, report.words) == (NAME, "copied", "Mine!")
            await here.services.moderation.remove_sheet("token", NAME)
            assert await anna.ask("GET", "/api/sheets") == []
            asked = [*USED, ("POST", "/sheets", {"sheet": LIGHT})]
            answers = [await anna.send(method, f"/api{path}", body) for method, path, body in asked]
            assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(410, "sheet-removed")] * 4
            assert (await anna.ask("GET", f"/api/matches/{table['match']}"))["game"] == NAME  # what is open goes on
            assert [entry.action for entry in moderation_rows.list_audit(here.services.store, 1)] == ["remove-sheet"]

    asyncio.run(ask())


def test_what_was_taken_down_does_not_come_back_as_a_copy_of_its_rules(tmp_path: Path) -> None:
    """With a remark, another title, other names; also after a restart. What comes with the package may be brought."""
    copies = [
        SHORT + "# mine\n",
        SHORT.replace("Last Light", "First Light").replace("The authors", "Me"),
        SHORT.replace("last-light", "first-light").replace("seats = [2, 3, 4]", "seats = [2]"),
        SHORT.replace("taking", "going").replace("red_points", "worth").replace(" = ", "   = "),
    ]

    async def ask() -> None:
        async with house(tmp_path) as here:
            anna, bruno = await here.person("Anna"), await here.person("Bruno")
            await anna.ask("POST", "/api/sheets", {"sheet": SHORT})
            await anna.ask("POST", "/api/sheets", {"sheet": OTHER})
            await bruno.ask("POST", "/api/sheets", {"sheet": copies[0]})
            await bruno.send("DELETE", f"/api/sheets/{game_from_sheet(copies[0]).NAME}")
            for text in (SHORT, OTHER):
                await here.services.moderation.remove_sheet("token", str(game_from_sheet(text).NAME))
            answers = [await bruno.send("POST", "/api/sheets", {"sheet": text}) for text in copies]
            assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(410, "sheet-copied")] * 4
        async with house(tmp_path) as here:
            carla = await here.person("Carla")
            assert (await carla.send("POST", "/api/sheets", {"sheet": copies[1]})).json()["code"] == "sheet-copied"
            assert (await carla.ask("POST", "/api/sheets", {"sheet": LIGHT}))["title"] == "Last Light"
            other = SHORT.replace("size = 3", "size = 4")
            assert (await carla.ask("POST", "/api/sheets", {"sheet": other}))["title"] == "Last Light"

    asyncio.run(ask())


def test_a_rematch_by_what_was_taken_down_is_refused_and_the_match_ends_as_it_is(server: Server) -> None:
    anna, gone = server.person("Anna"), SHORT.replace("size = 3", "size = 2")
    page = begun(anna, bring(anna, gone)["sheet"])
    done("admin", "remove-sheet", str(game_from_sheet(gone).NAME), "--data", str(server.folder))
    while my_turn(page):
        page.act(page.position["legal"][0])
    assert anna.refused("POST", f"/api/tables/{page.table['table']}/rematch") == (410, "sheet-removed")


def test_an_evening_leaves_out_what_was_taken_down_meanwhile(tmp_path: Path) -> None:
    """What comes after it is played; and once nothing does, the evening is over."""

    async def ask() -> None:
        async with house(tmp_path) as here:
            anna = await here.person("Anna")
            later = str(game_from_sheet(OTHER).NAME)
            for text in (LIGHT, OTHER):
                await anna.ask("POST", "/api/sheets", {"sheet": text})
            games = [{"game": one} for one in ("spilorcio", NAME, "spilorcio", later)]
            alone = {"seats": 2, "sit": 0, "bots": [{"seat": 1, "player": "random"}]}
            table = await anna.ask("POST", "/api/tables", {"game": NAME, **alone, "evening": {"games": games}})
            at = f"/api/tables/{table['table']}"
            await anna.ask("POST", f"{at}/start")
            await here.services.moderation.remove_sheet("token", NAME)
            assert (await anna.ask("POST", f"{at}/end"))["evening"]["next"]
            await anna.ask("POST", f"{at}/next")
            told = await anna.ask("POST", f"{at}/end")
            assert (told["game"], told["evening"]["at"], told["evening"]["next"]) == ("spilorcio", 1, True)
            await here.services.moderation.remove_sheet("token", later)
            refused = await anna.send("POST", f"{at}/next")
            told = await anna.ask("GET", at)
            assert refused.json()["code"] == "evening-over" and told["evening"]["over"]
            assert [part["game"] for part in told["evening"]["games"]] == ["spilorcio", "spilorcio"]
            assert len((await anna.send("GET", f"{at}/evening/file")).content.splitlines()) > 2

    asyncio.run(ask())


def test_who_has_brought_a_sheet_can_withdraw_it_and_anybody_bring_it_again(tmp_path: Path) -> None:
    async def ask() -> None:
        async with house(tmp_path) as here:
            anna, bruno = await here.person("Anna"), await here.person("Bruno")
            await anna.ask("POST", "/api/sheets", {"sheet": LIGHT})
            table = await anna.ask("POST", "/api/tables", BOTS)
            for stranger in (bruno, Guest(here, AsyncClient(transport=here.api, base_url=ADDRESS))):
                refusal = await stranger.send("DELETE", f"/api/sheets/{NAME}")
                assert (refusal.status_code, refusal.json()["code"]) == (403, "not-your-sheet")
            assert len(await anna.ask("GET", "/api/sheets")) == 1
            assert (await anna.send("DELETE", f"/api/sheets/{NAME}")).status_code == 204
            asked = [*USED, ("DELETE", f"/sheets/{NAME}", None)]
            answers = [await anna.send(method, f"/api{path}", body) for method, path, body in asked]
            told = [(answer.status_code, answer.json()["code"]) for answer in answers]
            assert told == [(410, "sheet-withdrawn")] * 4 and await anna.ask("GET", "/api/sheets") == []
            assert (await anna.ask("GET", f"/api/matches/{table['match']}"))["game"] == NAME
            await bruno.ask("POST", "/api/sheets", {"sheet": OTHER})
        async with house(tmp_path) as here:
            anna.http, bruno.http = (_moved(here, each) for each in (anna, bruno))
            assert [each["title"] for each in await anna.ask("GET", "/api/sheets")] == ["Embers"]
            assert (await bruno.ask("POST", "/api/sheets", {"sheet": LIGHT}))["mine"]
            assert [each["title"] for each in await anna.ask("GET", "/api/sheets")] == ["Last Light", "Embers"]
            assert (await anna.send("DELETE", f"/api/sheets/{NAME}")).json()["code"] == "not-your-sheet"
            assert (await bruno.send("DELETE", f"/api/sheets/{NAME}")).is_success
            await here.services.moderation.remove_sheet("token", NAME)  # for good, though it was withdrawn
            assert (await anna.send("POST", "/api/sheets", {"sheet": LIGHT})).json()["code"] == "sheet-removed"

    asyncio.run(ask())


def _moved(here: House, guest: Guest) -> AsyncClient:
    """Somebody with the same cookies at a server that was started again."""
    return AsyncClient(transport=here.api, base_url=ADDRESS, cookies=guest.http.cookies)


def test_a_sheet_is_measured_once_and_what_was_found_is_kept(tmp_path: Path) -> None:
    async def ask() -> None:
        async with house(tmp_path) as here:
            found = here.services.sheets
            row = await found.keep(game_from_sheet(LIGHT), ANNA)
            program = Program(json.dumps(FIGURES), json.dumps(BY_BOTS))
            here.services.background._start = program.start
            states = [each and each.state for each in (found.measure(row, ANNA.sender) for _ in range(4))]
            assert states == ["running", "done", "running", "done"] and found.measure(row, ANNA.sender) is None
            assert (program.sheets, program.more) == ([LIGHT, LIGHT], [(), ("bots",)])
            anna = await here.person("Anna")
            assert (await anna.ask("GET", f"/api/sheets/{NAME}"))["measured"] == FIGURES + BY_BOTS
        async with house(tmp_path) as here:
            assert here.services.sheets.find(NAME).measured == FIGURES + BY_BOTS

    asyncio.run(ask())


def test_sheets_are_measured_though_nobody_looks_at_them(tmp_path: Path) -> None:
    """Also after a restart. When there are none any more, nothing is looked for."""

    async def ask() -> None:
        async with house(tmp_path) as here:
            found, anna = here.services.sheets, await here.person("Anna")
            program = measuring(here)
            await anna.ask("POST", "/api/sheets", {"sheet": LIGHT})
            for text, guest in ((OTHER, "bruno"), (SHORT, "carla")):
                await found.keep(game_from_sheet(text), Asker(guest, ANNA.sender))
            await here.advance(2 * sheets.LOOK_S)
            assert [row.measured for row in found.list_newest()] == [None, None, FIGURES + BY_BOTS]
        async with house(tmp_path) as here:
            found, program = here.services.sheets, measuring(here)
            await found.keep(game_from_sheet(GONE), ANNA)
            await found.withdraw(game_from_sheet(GONE).facts.name, ANNA.guest)
            await here.advance(5 * sheets.LOOK_S)
            assert [row.measured for row in found.list_newest()] == [FIGURES + BY_BOTS] * 3
            assert set(program.sheets) == {OTHER, SHORT} and found._timer is None
            await found.keep(game_from_sheet(GONE), ANNA)
            program.returncode = 1
            await here.advance(2 * sheets.LOOK_S)
            assert (found.list_newest()[0].measured, program.sheets[4:], found._timer) == (None, [GONE], None)

    asyncio.run(ask())


def test_what_somebody_waits_for_comes_before_sheets_that_nobody_looks_at(tmp_path: Path) -> None:
    async def ask() -> None:
        async with house(tmp_path) as here:
            program, review = measuring(here), Program()
            await here.services.sheets.keep(game_from_sheet(LIGHT), ANNA)
            review.returncode = None
            here.services.background.ask("a review", "bruno", lambda start, target: review)
            await here.advance(3 * sheets.LOOK_S)
            assert program.sheets == []
            review.returncode = 0
            await here.advance(sheets.LOOK_S)
            assert program.sheets == [LIGHT]

    asyncio.run(ask())


def test_what_is_brought_again_while_it_is_measured_is_told_what_was_found(tmp_path: Path) -> None:
    async def ask() -> None:
        async with house(tmp_path) as here:
            found, anna = here.services.sheets, await here.person("Anna")
            measuring(here)
            await anna.ask("POST", "/api/sheets", {"sheet": LIGHT})
            await anna.send("DELETE", f"/api/sheets/{NAME}")
            await found.keep(game_from_sheet(LIGHT), ANNA)
            await here.advance(3 * sheets.LOOK_S)
            assert found.find(NAME).measured == FIGURES + BY_BOTS

    asyncio.run(ask())


def measuring(here: House) -> Program:
    """A program that measures sheets at this server, one after the other."""
    program = Program()
    program.texts = cycle((json.dumps(FIGURES), json.dumps(BY_BOTS)))
    here.services.background._start = program.start
    return program


def test_a_program_of_the_lab_is_told_the_sheet() -> None:
    asked = {"game": NAME, "players": ["random", "random"], "options": {"red_points": "6"}}
    told = lab_routes._checked(msgspec.convert(asked, LabQuestion))
    forget(game_from_sheet(LIGHT))
    question = read_question(json.loads(json.dumps(told)), 9, 9)
    assert (told["sheet"], question.base.game, question.base.options) == (LIGHT, NAME, {"red_points": "6"})


@full
def test_a_sheet_is_measured_by_random_matches() -> None:
    found = measure(game_from_sheet(SHORT), 40)
    assert [(each["seats"], each["matches"], each["by"]) for each in found] == [
        (2, 40, "random"),
        (3, 40, "random"),
        (4, 40, "random"),
    ]
    assert found[0]["decisions"] == [20, 20, 20] and abs(sum(found[0]["places"]) - 1) < 1e-6
    assert msgspec.convert(found, list[SheetFigures])[2].endings["empty"] == 40


def tried(person: Person, text: str = LIGHT, **walked: Any) -> dict[str, Any]:
    """What becomes of a sheet that is being written."""
    found: dict[str, Any] = person.ask("POST", "/api/sheets/trial", {"sheet": text, "lang": "en", "seed": 7, **walked})
    return found


def test_a_sheet_that_is_written_is_walked_through_and_nothing_is_kept(server: Server) -> None:
    anna = server.person("Anna")
    first = tried(anna)
    (mover,) = first["match"]["movers"]
    step = {"seat": mover, "action": first["match"]["legal"][0]}
    assert (first["game"], first["facts"]["looks"]["pile"]["dice"]) == (NAME, "colour")
    assert first["texts"][f"looks.{NAME}.dice"] == "Dice" and first["match"]["decisions"] == []
    then = tried(anna, decisions=[step], known=NAME)
    assert (then["facts"], then["texts"], then["match"]["decisions"]) == (None, None, [step])
    assert sum(map(bool, then["match"]["view"]["colour"])) == sum(map(bool, first["match"]["view"]["colour"])) - 1
    assert tried(anna)["match"] == first["match"]  # the same dice
    assert tried(anna, seats=3)["match"]["seats"] == 3 and tried(anna, seats=7)["match"]["seats"] == 2
    over = tried(anna, SHORT, more=200)["match"]
    assert (over["ending"], over["legal"], over["stopped"], sum(over["returns"])) == ("empty", [], False, 1)
    assert anna.refused("POST", "/api/tables", {"game": first["game"] + "0", "seats": 2}) == (404, "unknown-game")


def test_a_walk_goes_as_far_as_the_changed_sheet_permits(server: Server) -> None:
    anna = server.person("Anna")
    walk = tried(anna, more=3)["match"]["decisions"]
    assert len(walk) == 3
    changed = tried(anna, LIGHT.replace("open = 3", "open = 2"), decisions=walk)["match"]
    assert changed["decisions"] == [] and changed["legal"] != []
    assert (changed["refused"]["code"], changed["refused"]["clause"]) == ("illegal-action", "SHEET-4")
    race = library()["raffzahn"].read_text("utf-8")
    movers = tried(anna, race)["match"]["movers"]
    assert [tried(anna, race, seat=seat)["match"]["seat"] for seat in movers] == movers


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("sheet = 1", "sheet = ", "sheet-syntax", 1),
        ('"not last"', '"not blue"', "sheet-word", 24),
        ('turn = "next"', 'turn = "nxt"', "sheet-word", 27),
        ("size = 6", "size = 60", "sheet-number", 16),
        ('name = "empty"', "", "sheet-missing", 30),
        ('then = "taking"', 'them = "taking"', "sheet-word", 28),
    ],
)
def test_what_is_wrong_with_a_trial_is_told_with_its_line(
    server: Server, old: str, new: str, code: str, line: int
) -> None:
    answer = tried(server.person("Anna"), LIGHT.replace(old, new))
    assert (answer["fault"]["code"], answer["fault"]["line"], answer["match"]) == (code, line, None)


def test_a_walk_is_no_longer_than_it_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "LONGEST", 5)
    walk = Walk(read_trial(BLANK.read_text("utf-8")), 3, 1)
    walk.stroll(9)
    assert (walk.stopped, walk.movers, len(walk.decisions), walk.match.over) == (True, [], 5, False)


def test_an_endless_throw_ends_a_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "MOST_S", 0.02)
    thrown = '[[step]]\nname = "on"\nthrow = 3\nthen = "off"\n[[step]]\nname = "off"\nthrow = 3\nthen = "on"\n'
    head, _, tail = LIGHT.replace("plies = 2000", "plies = 20000").partition("[[step]]")
    walk = Walk(read_trial(f"{head}{thrown}[[step]]{tail}"), None, 1)
    walk.stroll(5)
    assert walk.stopped and (walk.movers, walk.decisions) == ([], [])


def test_trials_are_bounded_by_guest_and_address() -> None:
    now_s = [0.0]
    bounds = trials.Trials(lambda: now_s[0])
    for _ in range(trials.GUEST_AT_ONCE):
        bounds.admit(ANNA)
    with refused("come-again", match="in 1 s"):
        bounds.admit(Asker("anna", "192.0.2.2"))
    for _ in range(trials.ADDRESS_AT_ONCE - trials.GUEST_AT_ONCE):
        bounds.admit(Asker(None, ANNA.sender))
    with refused("come-again", match="in 1 s"):
        bounds.admit(Asker("bruno", ANNA.sender))
    now_s[0] = 1.0
    bounds.admit(ANNA)


def test_what_can_be_begun_with_are_sheets(server: Server) -> None:
    anna = server.person("Anna")
    examples = anna.ask("GET", "/api/sheets/examples")
    assert [each["title"] for each in examples][:2] == ["", "Last Light"]
    assert all(tried(anna, each["sheet"])["match"]["legal"] for each in examples)


RULES: dict[str, Any] = {"game": "my-dice-your-dice", "name": "Sundays", "options": {"goal": "20"}, "seats": 2}
OF_ANNA = {"authors": ["Anna"], "licence": "CC-BY-4.0", "about": "Quicker, for two."}


def test_house_rules_are_brought_into_the_collection_measured_reported_and_withdrawn(tmp_path: Path) -> None:
    async def ask() -> None:
        async with house(tmp_path) as here:
            anna, bruno = await here.person("Anna"), await here.person("Bruno")
            program = Program(json.dumps(FIGURES))
            here.services.background._start = program.start
            told = await anna.ask("POST", "/api/sheets/rules", RULES | MORE)
            name = told["sheet"]
            assert (told["title"], told["authors"], told["licence"], told["seats"]) == (
                "Sundays",
                ["Anna"],
                "CC-BY-4.0",
                [2],
            )
            assert (told["rules"]["game"], told["rules"]["options"]["goal"], told["rules"]["fits"]) == (
                RULES["game"],
                "20",
                True,
            )
            (source,) = program.sheets
            assert json.loads(source) == {"game": RULES["game"], "options": told["rules"]["options"], "seats": 2}
            assert (await bruno.ask("GET", f"/api/sheets/{name}"))["measured"] == FIGURES
            file = await bruno.ask("GET", f"/api/sheets/{name}/file")
            assert (file["kind"], file["game"], file["name"], file["seats"]) == (
                "bussolotto house rules",
                RULES["game"],
                "Sundays",
                2,
            )
            brought = {key: value for key, value in file.items() if key not in ("kind", "rules")}
            kept = await bruno.ask("POST", "/api/presets", brought)
            assert kept["options"] == told["rules"]["options"] and kept == kept | OF_ANNA
            assert (await bruno.ask("POST", "/api/sheets/rules", brought))["sheet"] == name  # the same, by her
            opened = await bruno.send("POST", "/api/tables", {"game": name, "seats": 2})
            assert opened.json()["code"] == "unknown-game"
            for wrong, code in (({"options": {"goal": "1000"}}, "unknown-value"), ({"seats": 7}, "bad-seats")):
                refusal = await anna.send("POST", "/api/sheets/rules", RULES | wrong)
                assert refusal.json()["code"] == code
            assert (await bruno.ask("POST", f"/api/sheets/{name}/report", {"reason": "insults"}))["name"] == "Sundays"
            assert (await bruno.send("DELETE", f"/api/sheets/{name}")).json()["code"] == "not-your-sheet"
            assert (await anna.send("DELETE", f"/api/sheets/{name}")).is_success
            again = await anna.ask("POST", "/api/sheets/rules", RULES | MORE)
            assert (again["sheet"], again["measured"]) == (name, FIGURES)
        async with house(tmp_path) as here:
            (row,) = here.services.sheets.list_newest()
            assert (row.name, row.game) == (name, RULES["game"])
            await here.services.moderation.remove_sheet("token", name)
            anna.http = _moved(here, anna)
            assert (await anna.send("POST", "/api/sheets/rules", RULES | MORE)).json()["code"] == "sheet-removed"

    asyncio.run(ask())


def test_house_rules_that_fit_no_more_are_told_as_such_and_not_measured(
    tmp_path: Path,
) -> None:
    async def ask() -> None:
        async with house(tmp_path) as here:
            anna = await here.person("Anna")
            of = game(RULES["game"])
            rules = shared(of, RULES["options"], None, name="Sundays", authors=[], licence="CC0-1.0", about="")
            rules.options["goal"] = "1000"
            row = await here.services.sheets.keep_rules(rules, ANNA)
            told = await anna.ask("GET", f"/api/sheets/{row.name}")
            assert (told["rules"]["fits"], told["measured"], told["measuring"]) == (False, None, None)
            row.text = "{"
            assert (await anna.ask("GET", "/api/sheets"))[0]["rules"]["fits"] is False

    asyncio.run(ask())


@full
def test_house_rules_are_measured_as_the_game_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study_sheet, "PLAYED", 20)
    source, target = tmp_path / "sheet", tmp_path / "done.json"
    source.write_text(json.dumps({"game": NAME, "options": {"red_points": "6"}, "seats": 3}), "utf-8")
    game_from_sheet(LIGHT)
    study_sheet.main([str(source), str(target)])
    (found,) = json.loads(target.read_text("utf-8"))
    assert (found["seats"], found["matches"]) == (3, 20)


def test_a_sheet_is_measured_by_the_bot_that_has_time_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """The times are given: what a match takes, first while the search is compiled, then twice as long for medium."""
    monkeypatch.setattr(
        study_sheet, "_play_s", lambda setting, most_s: {"medium": 2.0, "easy": 1.0}[setting.players[0]]
    )
    monkeypatch.setattr(study_sheet, "simulate", lambda setting, count, engine: (setting.players[0], count))
    monkeypatch.setattr(study_sheet, "_figures", lambda told, by: {"played": told, "by": by})
    game = game_from_sheet(SHORT)
    assert study_sheet.measure_by_bots(game, 120)[0] == {"played": ("medium", 20), "by": "medium"}
    assert study_sheet.measure_by_bots(game, 90)[0] == {"played": ("easy", 30), "by": "easy"}
    assert [(each["matches"], each["by"]) for each in study_sheet.measure_by_bots(game, 50)] == [(0, "easy")] * 3


@full  # compiles a search
def test_bots_measure_a_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study_sheet, "BOT_MATCHES", 20)
    found = study_sheet.measure_by_bots(game_from_sheet(SHORT), 300)
    assert [(each["seats"], each["matches"]) for each in found] == [(2, 20), (3, 20), (4, 20)]
    assert all(abs(sum(each["places"]) - 1) < 1e-6 and each["by"] in study_sheet.BOTS for each in found)
    assert study_sheet._play_s(validate(MatchConfig(PLAYED, ("medium",) * 2)), 0.0) == inf


def test_the_collection_is_searched_by_words_and_kind(server: Server) -> None:
    anna = server.person("Anna")
    sheet, rules = bring(anna, OTHER)["sheet"], anna.ask("POST", "/api/sheets/rules", RULES | MORE)["sheet"]

    def found(query: str) -> list[str]:
        return [each["sheet"] for each in anna.ask("GET", f"/api/sheets?{query}")]

    assert found("find=EMBERS%20authors") == [sheet] and found("find=embers%20nobody") == []
    assert rules in found("kind=rules&find=quicker") and sheet not in found("kind=rules")
    bring(anna)
    first = anna.send("GET", "/api/sheets?kind=sheet&limit=1&find=authors")
    assert "kind=sheet&after=" in first.headers["link"].replace("find=authors&", "")


def test_house_rules_have_a_description_and_a_licence(server: Server) -> None:
    anna = server.person("Anna")
    told = anna.ask("POST", "/api/sheets/rules", RULES | MORE)
    assert (told["about"], told["licence"]) == ("Quicker, for two.", "CC-BY-4.0")
    file = anna.ask("GET", f"/api/sheets/{told['sheet']}/file")
    assert (file["about"], file["licence"], file["authors"]) == ("Quicker, for two.", "CC-BY-4.0", ["Anna"])
    for licence in ("x" * 41, "mine\u202e"):
        assert anna.send("POST", "/api/sheets/rules", RULES | {"licence": licence}).status_code == 400
