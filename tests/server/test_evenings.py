"""An evening at a table: a chain of games with the same people, a running score, one record of it all."""

from pathlib import Path
from typing import Any

import pytest

from bussolotto.games import game as module_of
from bussolotto.play import evening, notation
from bussolotto.play.match import replay
from tests.server.people import Person, Server, running

SERIES: list[dict[str, Any]] = [{"game": name} for name in evening.presets()["das-spiel"]]
PLAIN: list[dict[str, Any]] = [
    {"game": "spilorcio"},
    {"game": "cincinnati", "options": {"token_worth": "0"}},
    {"game": "spilorcio"},
]


def opened(person: Person, games: list[dict[str, Any]], seats: int = 3, **wish: Any) -> dict[str, Any]:
    """A table for an evening, with bots in all seats but the first."""
    bots = [{"seat": seat, "player": "random"} for seat in range(1, seats)]
    planned: dict[str, Any] = {"games": games}
    planned.update({name: wish.pop(name) for name in ("score", "shared") if name in wish})
    body = {"game": "ignored", "seats": seats, "sit": 0, "bots": bots, "evening": planned, **wish}
    table: dict[str, Any] = person.ask("POST", "/api/tables", body)
    return table


def at(table: dict[str, Any], rest: str = "") -> str:
    return f"/api/tables/{table['table']}{rest}"


def end(person: Person, table: dict[str, Any]) -> dict[str, Any]:
    """End the match of now by agreement, as it stands; the table after it."""
    person.send("POST", at(table, "/end"))  # bots may have ended it meanwhile
    told: dict[str, Any] = person.ask("GET", at(table))
    assert told["state"] == "over"
    return told


def log_of(person: Person, match: str) -> notation.Record:
    return notation.parse(person.send("GET", f"/api/matches/{match}/file").content)


def test_the_same_people_play_one_game_after_the_other(server: Server) -> None:
    anna = server.person("Anna")
    table = opened(anna, PLAIN, shared=False)
    told = anna.ask("GET", at(table))
    assert (told["game"], told["evening"]["at"], told["evening"]["next"]) == ("spilorcio", 0, False)
    assert [part["game"] for part in told["evening"]["games"]] == ["spilorcio", "cincinnati", "spilorcio"]
    assert told["evening"]["games"][1]["options"]["token_worth"] == "0"
    anna.ask("POST", at(table, "/start"))
    assert end(anna, table)["evening"]["next"]
    begun = anna.ask("POST", at(table, "/next"))
    told = anna.ask("GET", at(table))
    assert (told["game"], told["state"], told["match"]) == ("cincinnati", "running", begun["match"])
    assert told["options"]["token_worth"] == "0"
    assert [seat["name"] for seat in told["seats"]] == ["Anna", "random", "random"]
    assert told["evening"]["matches"] == [table["match"], begun["match"]]
    assert (told["evening"]["at"], told["evening"]["pile"]) == (1, None)


@pytest.mark.parametrize("rule", evening.RULES)
def test_the_score_runs_by_its_rule(server: Server, rule: evening.Rule) -> None:
    anna = server.person("Anna")
    table = opened(anna, PLAIN, shared=False, score=rule)
    anna.ask("POST", at(table, "/start"))
    worth = []
    for number, part in enumerate(PLAIN):
        told = end(anna, table)
        found = told["end"]
        compared = evening.standing(notation.match_of(log_of(anna, told["match"])))
        worth.append(evening.points(rule, str(part["game"]), found["returns"], found["scores"], compared))
        assert told["evening"]["points"] == [list(map(float, match)) for match in worth]
        assert told["evening"]["totals"] == list(map(float, evening.totals(worth, 3)))
        if number < 2:
            anna.ask("POST", at(table, "/next"))
    view = anna.ask("GET", at(table))["evening"]
    assert (view["over"], view["next"]) == (True, False)
    assert view["places"] == evening.ranks(evening.totals(worth, 3))


def open_the_pyramid(person: Person, match: str) -> None:
    """Until it is this person's turn, and the first dice stand."""
    with person.page(match) as page:
        page.resume()
        legal = page.turn()
        if sum(map(bool, page.position["view"]["owner"])) == 0:
            page.act(legal[0])


def test_what_stands_stays_and_is_told(server: Server) -> None:
    anna = server.person("Anna")
    table = opened(anna, SERIES)
    anna.ask("POST", at(table, "/start"))
    open_the_pyramid(anna, table["match"])
    piles: list[evening.Pile] = []
    for part in SERIES:
        match = anna.ask("GET", at(table))["match"]
        pile = anna.ask("GET", at(table))["evening"]["pile"]
        begun = anna.ask("GET", f"/api/matches/{match}")
        if piles:
            told = evening.account(part["game"], begun["options"], piles[-1])
            assert pile == told._asdict()
        else:
            assert pile is None
        end(anna, table)
        record = log_of(anna, match)
        if piles:
            options = record.options
            assert not evening.breach(record.game, record.seats, options, record.steps, piles[-1])
        before = piles[-1] if piles else None
        left = evening.leaves(replay(module_of(record.game), 3, record.options, record.steps), before)
        assert left is not None
        piles.append(left)
        if part is not SERIES[-1]:
            anna.ask("POST", at(table, "/next"))
    kept = [
        evening.account(part["game"], {"lattice": "8"}, pile) for part, pile in zip(SERIES[1:], piles, strict=False)
    ]
    assert kept[0].stay >= 4 and kept[1].kept > 0 and kept[2].stay >= 45


def test_the_record_of_the_whole_evening(server: Server) -> None:
    anna = server.person("Anna")
    table = opened(anna, SERIES, score="shares")
    anna.ask("POST", at(table, "/start"))
    for _ in SERIES[1:]:
        end(anna, table)
        assert anna.refused("GET", at(table, "/evening/file")) == (409, "evening-goes-on")
        anna.ask("POST", at(table, "/next"))
    assert anna.refused("GET", at(table, "/evening/file")) == (409, "evening-goes-on")
    view = end(anna, table)["evening"]
    answer = anna.send("GET", at(table, "/evening/file"))
    assert answer.headers["content-disposition"].startswith('attachment; filename="evening-')
    record = notation.parse_evening(answer.content)
    assert list(map(float, record.totals())) == view["totals"]
    assert (record.matches, record.names, record.score) == (view["matches"], ["Anna", "random", "random"], "shares")
    for match in record.matches:
        assert anna.send("GET", f"/api/matches/{match}/file").content in answer.content


def test_the_record_is_shown_game_by_game(server: Server) -> None:
    anna = server.person("Anna")
    table = opened(anna, [{"game": "bunte-kuh"}, {"game": "cui-bono"}])
    anna.ask("POST", at(table, "/start"))
    end(anna, table)
    anna.ask("POST", at(table, "/next"))
    view = end(anna, table)["evening"]
    content = anna.send("GET", at(table, "/evening/file")).content
    for number, game in enumerate(("bunte-kuh", "cui-bono")):
        shown = anna.http.post(f"/api/replays?game={number}", content=content).json()
        assert (shown["game"], shown["evening"]["at"]) == (game, number)
        told = {name: shown["evening"][name] for name in ("points", "totals", "places", "matches", "over")}
        assert told == {name: view[name] for name in told}
        assert shown["evening"]["pile"] == (view["pile"] if number else None)
    assert anna.http.post("/api/replays?game=2", content=content).json()["code"] == "not-found"
    damaged = anna.http.post("/api/replays", content=content.replace(b'"game":2', b'"game":1')).json()
    assert (damaged["code"], damaged["values"]["reason"]) == ("damaged-file", "chain")


def test_what_is_refused(server: Server) -> None:
    anna, bruno = server.person("Anna"), server.person("Bruno")
    body = {"game": "spilorcio", "seats": 4, "evening": {"games": SERIES}}
    refused = anna.send("POST", "/api/tables", body).json()
    assert (refused["code"], refused["values"]["game"], refused["values"]["known"]) == ("bad-seats", "raffzahn", "3")
    wrongs: list[dict[str, Any]] = [{"games": []}, {"games": PLAIN * 5}, {"games": PLAIN, "score": "most"}]
    for wrong in wrongs:
        assert anna.refused("POST", "/api/tables", {**body, "evening": wrong}) == (400, "bad-request")
    plain = anna.open_table(2)
    assert anna.refused("POST", at(plain, "/next")) == (409, "no-evening")
    assert anna.refused("GET", at(plain, "/evening/file")) == (409, "no-evening")
    table = opened(anna, PLAIN[:2], shared=False)
    assert anna.refused("POST", at(table, "/next")) == (409, "not-running")
    anna.ask("POST", at(table, "/start"))
    assert anna.refused("POST", at(table, "/next")) == (409, "match-running")
    assert bruno.refused("POST", at(table, "/next")) == (403, "not-seated")
    end(anna, table)
    assert anna.refused("POST", at(table, "/rematch")) == (409, "evening-goes-on")
    anna.ask("POST", at(table, "/next"))
    end(anna, table)
    assert anna.refused("POST", at(table, "/next")) == (409, "evening-over")


def test_no_game_of_an_evening_may_be_a_race_where_that_matters(server: Server) -> None:
    anna = server.person("Anna")
    body = {"game": "cui-bono", "seats": 3, "evening": {"games": [{"game": "cui-bono"}, {"game": "raffzahn"}]}}
    assert anna.refused("POST", "/api/tables", {**body, "pace": "days"})[1] == "no-days"
    assert anna.refused("POST", "/api/tables", {**body, "device": True, "names": ["A", "B"]})[1] == "device-race"
    anna.ask("POST", "/api/tables", {**body, "dice": "real"})  # Cui bono? rolls nothing, Raffzahn does


def test_anybody_who_sits_goes_on_and_who_left_is_missed(server: Server) -> None:
    anna, bruno = server.person("Anna"), server.person("Bruno")
    table = opened(anna, PLAIN, bots=[{"seat": 2, "player": "random"}], shared=False)
    bruno.ask("POST", at(table, "/seats/1"))
    anna.ask("POST", at(table, "/start"))
    for person in (anna, bruno):
        person.ask("POST", at(table, "/end"))
    bruno.ask("DELETE", at(table, "/seats/1"))
    assert anna.refused("POST", at(table, "/next")) == (409, "seat-empty")
    bruno.ask("POST", at(table, "/seats/1"))
    bruno.ask("POST", at(table, "/next"))
    assert anna.ask("GET", at(table))["state"] == "running"


def test_bots_keep_their_strength_where_the_next_game_has_it(server: Server) -> None:
    anna = server.person("Anna")
    bots = [{"seat": 1, "player": "random"}, {"seat": 2, "player": "duellist"}]
    table = opened(anna, [{"game": "cincinnati"}, {"game": "cui-bono"}, {"game": "cincinnati"}], bots=bots)
    anna.ask("POST", at(table, "/start"))
    end(anna, table)
    anna.ask("POST", at(table, "/next"))
    assert [seat["player"] for seat in anna.ask("GET", at(table))["seats"]] == [None, "random", "medium"]


def test_no_clock_runs_in_a_race_in_the_middle_of_an_evening(server: Server) -> None:
    anna = server.person("Anna")
    games = [{"game": name} for name in ("spilorcio", "raffzahn", "spilorcio")]
    table = opened(anna, games, shared=False, clock={"bank_s": 600})
    anna.ask("POST", at(table, "/start"))
    clocks = [anna.ask("GET", at(table))["clock"] is not None]
    for _ in games[1:]:
        end(anna, table)
        anna.ask("POST", at(table, "/next"))
        clocks.append(anna.ask("GET", at(table))["clock"] is not None)
    assert clocks == [True, False, True]


def test_a_game_without_dice_is_no_game_with_real_ones(server: Server) -> None:
    """Nor is it told so in its file, though it comes in the middle of an evening with real dice."""
    anna = server.person("Anna")
    games = [{"game": name} for name in ("spilorcio", "cui-bono", "spilorcio")]
    table = opened(anna, games, shared=False, dice="real")
    anna.ask("POST", at(table, "/start"))
    for _ in games[1:]:
        end(anna, table)
        anna.ask("POST", at(table, "/next"))
    matches = end(anna, table)["evening"]["matches"]
    assert [log_of(anna, match).dice for match in matches] == ["real", "program", "real"]


def test_the_next_seat_begins(server: Server) -> None:
    anna = server.person("Anna")
    table = opened(anna, [{"game": "spilorcio"}, {"game": "cui-bono"}, {"game": "spilorcio"}])
    anna.ask("POST", at(table, "/start"))
    for _ in range(2):
        end(anna, table)
        anna.ask("POST", at(table, "/next"))
    view = end(anna, table)["evening"]
    begun = [int(log_of(anna, match).texts[0].removeprefix("start ")) for match in view["matches"]]
    assert begun == [(begun[0] + turn) % 3 for turn in range(3)]


def test_an_evening_goes_on_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as first:
        anna = first.person("Anna")
        table = opened(anna, SERIES)
        anna.ask("POST", at(table, "/start"))
        end(anna, table)
        before = anna.ask("GET", at(table))["evening"]
        cookies = dict(anna.http.cookies)
        first.kill()
    with running(tmp_path) as second:
        again = second.person()
        again.http.cookies.clear()
        again.http.cookies.update(cookies)
        assert again.ask("GET", at(table))["evening"] == before
        for _ in SERIES[1:]:
            again.ask("POST", at(table, "/next"))
            end(again, table)
        record = notation.parse_evening(again.send("GET", at(table, "/evening/file")).content)
        assert [match.game for match in record.records] == list(evening.presets()["das-spiel"])


def test_what_an_evening_may_be_is_told(server: Server) -> None:
    told = server.person().ask("GET", "/api/evenings")
    assert told == {
        "presets": {"das-spiel": list(evening.presets()["das-spiel"])},
        "scores": list(evening.RULES),
        "most": 12,
    }
