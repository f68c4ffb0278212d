"""Real dice: people roll them, one who may see them types them in, and nobody else learns what is secret."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from bussolotto.core.chance import Fast
from bussolotto.core.errors import DamagedFile
from bussolotto.core.kernel import CHANCE
from bussolotto.games import game, names
from bussolotto.play import notation
from bussolotto.play.match import Match
from bussolotto.server.match import manual_dice
from tests.refusals import refused
from tests.server.people import Page, Person, Server, running

ROLLED = [name for name in names() if name not in ("cui-bono", "wuerfelmarsch")]
DIE = {face: game("my-dice-your-dice").read(CHANCE, f"die {face}") for face in range(1, 7)}
HIDDEN = {face: game("cincinnati").read(CHANCE, f"die {face}") for face in range(1, 7)}


def opened(name: str, seats: int, people: frozenset[int], seed: int = 1) -> Match:
    """A match at the first die that is typed."""
    match = Match(game(name), seats)
    manual_dice.roll(match, people, Fast(seed))
    while manual_dice.find_due(match, people) is None:
        for seat in range(seats):
            if actions := match.legal(seat):
                match.play(seat, actions[0])
                break
        manual_dice.roll(match, people, Fast(seed))
    return match


@pytest.mark.parametrize("name", names())
def test_dice_are_rolled_where_the_game_has_a_die_that_falls(name: str) -> None:
    assert bool(game(name).rolled) == (name in ROLLED)


@pytest.mark.parametrize("name", ROLLED)
def test_the_program_draws_all_but_rolled_dice(name: str) -> None:
    module = game(name)
    seats = module.SEATS[0]
    match = opened(name, seats, frozenset(range(seats)))
    said = [module.say(*step) for step in match.log if step[0] == CHANCE]
    assert said and not any(text.startswith("die") for text in said)
    due = manual_dice.find_due(match, frozenset(range(seats)))
    assert due and [module.say(CHANCE, code) for code in due.outcomes] == [f"die {face}" for face in range(1, 7)]


@pytest.mark.parametrize("name", [name for name in ROLLED if not game(name).facts.one_die_a_roll])
def test_so_many_dice_as_are_told_fall_before_anything_else(name: str) -> None:
    module = game(name)
    seats = module.SEATS[-1]
    people, dice, rolls = frozenset(range(seats)), random.Random(3), 0
    match = opened(name, seats, people)
    while not match.over and rolls < 40:
        manual_dice.roll(match, people, Fast(rolls))
        if due := manual_dice.find_due(match, people):
            rolls += 1
            for _ in range(manual_dice.count_dice(match, people)):
                now = manual_dice.find_due(match, people)
                assert now and now.seats == due.seats
                match.play(CHANCE, dice.choice(now.outcomes))
        elif movers := [seat for seat in range(seats) if match.movers() >> seat & 1]:
            seat = dice.choice(movers)
            match.play(seat, dice.choice(match.legal(seat)))
    assert rolls > 5


def test_a_secret_roll_is_its_own_seats_and_a_bots_is_the_programs() -> None:
    everybody = frozenset(range(3))
    match = opened("cincinnati", 3, everybody)
    due = manual_dice.find_due(match, everybody)
    assert due is not None
    (roller,) = due.seats
    with refused("not-your-throw"):
        manual_dice.enter(match, (roller + 1) % 3, due.outcomes[:1], everybody)
    with refused("too-many-dice"):
        manual_dice.enter(match.copy(), roller, due.outcomes, everybody)
    manual_dice.enter(match, roller, due.outcomes[:5], everybody)
    after = manual_dice.find_due(match, everybody)
    assert after is not None and after.seats == ((roller + 1) % 3,)
    people, before = everybody - set(after.seats), match.version
    manual_dice.roll(match, people, Fast(1))  # a bot sits there now: nobody who sits may see it
    last = manual_dice.find_due(match, people)
    assert match.version == before + 5 and last is not None and last.seats == ((roller + 2) % 3,)


def test_what_cannot_be_thrown_is_refused() -> None:
    people = frozenset({0, 1})
    match = opened("spilorcio", 2, people)
    with refused("impossible-outcome"):
        manual_dice.enter(match.copy(), 0, [99], people)
    manual_dice.enter(match, 1, [0, 1, 2, 3, 4], people)
    with refused("no-throw"):
        manual_dice.enter(match, 1, [0], people)


def sit_down(server: Server, name: str, people: int, seats: int, **wish: Any) -> tuple[list[Person], dict[str, Any]]:
    """People in the first seats, bots in the others, and the match begun."""
    guests = [server.person(f"Guest {seat}") for seat in range(people)]
    bots = [{"seat": seat, "player": "random"} for seat in range(people, seats)]
    table = guests[0].open_table(seats=seats, game=name, options={}, bots=bots, dice="real", **wish)
    for seat, guest in enumerate(guests[1:], 1):
        guest.ask("POST", f"/api/tables/{table['table']}/seats/{seat}")
    guests[0].ask("POST", f"/api/tables/{table['table']}/start")
    return guests, table


def type_in(page: Page, outcomes: list[int], version: int | None = None, message: str = "") -> dict[str, Any]:
    """Type dice, and wait for the answer to that."""
    name = message or next(page.ids)
    at = page.position["version"] if version is None else version
    page.say(type="throw", id=name, version=at, outcomes=outcomes)
    return page.hear(fits=lambda answer: answer.get("id") == name)


def whole_match(pages: list[Page], dice: random.Random) -> None:
    """Everybody acts at random, and types dice whenever he may, until it is over."""
    while not pages[0].table.get("end"):
        if not any(_goes_on(page, dice) for page in pages) and not pages[0].table.get("end"):
            pages[0].hear("steps")  # a bot's: who asks again and again meanwhile is too fast


def _goes_on(page: Page, dice: random.Random) -> bool:
    """Does this person do something, if he may?"""
    page.resume(page.position["version"])
    due, legal = page.position.get("throw"), page.position.get("legal")
    if due and due["outcomes"]:
        answer = type_in(page, dice.choices(due["outcomes"], k=due["dice"]))
    elif legal:
        answer = page.act(dice.choice(legal))
    else:
        return False
    assert answer["type"] == "ack", answer
    return True


def test_a_whole_match_is_typed_and_its_record_says_so(server: Server) -> None:
    guests, table = sit_down(server, "my-dice-your-dice", 2, 2)
    with guests[0].page(table["match"]) as anna, guests[1].page(table["match"]) as bruno:
        anna.resume(), bruno.resume()
        assert anna.table["dice"] == "real"
        whole_match([anna, bruno], random.Random(2))
    path = f"/api/matches/{table['match']}"
    content = guests[0].send("GET", f"{path}/file").content
    assert json.loads(content.split(b"\n")[0])["dice"] == "real"
    record = notation.parse(content)
    text = guests[0].send("GET", f"{path}/file?format=text").text
    assert "\ndice real\n" in text and notation.from_text(text).dice == record.dice == "real"
    assert guests[0].ask("GET", f"{path}/replay")["dice"] == "real"
    guests[0].ask("POST", f"/api/tables/{table['table']}/rematch")
    assert guests[0].ask("GET", f"/api/tables/{table['table']}")["dice"] == "real"
    assert guests[0].ask("GET", f"/api/matches/{_match_of(guests[0], table)}")["throw"]["seats"] == [0, 1]


def _match_of(guest: Person, table: dict[str, Any]) -> str:
    return str(guest.ask("GET", f"/api/tables/{table['table']}")["match"])


def test_bots_wait_for_typed_dice_and_theirs_are_typed_by_people(server: Server) -> None:
    (anna,), table = sit_down(server, "my-dice-your-dice", 1, 2)
    with anna.page(table["match"]) as page:
        page.resume()
        whole_match([page], random.Random(4))
    assert anna.ask("GET", f"/api/matches/{table['match']}")["over"]


def test_a_secret_roll_reaches_nobody_else(server: Server) -> None:
    guests, table = sit_down(server, "cincinnati", 3, 3)
    pages = [guest.page(table["match"]) for guest in guests]
    for page in pages:
        page.resume()
    (roller,) = pages[0].position["throw"]["seats"]
    others = [seat for seat in range(3) if seat != roller]
    assert pages[roller].position["throw"]["dice"] == 5
    for seat in others:
        assert pages[seat].position["throw"] == {
            "seats": [roller],
            "dice": None,
            "outcomes": [],
            "secret": True,
        }
        assert type_in(pages[seat], [HIDDEN[1]])["code"] == "not-your-throw"
    faces = [6, 6, 6, 5, 6]
    answer = type_in(pages[roller], [HIDDEN[face] for face in faces])
    assert answer["type"] == "ack"
    pages[roller].hear("steps")
    assert [step["text"] for step in pages[roller].position["steps"]] == [f"die {face}" for face in faces]
    for seat in others:
        pages[seat].hear("steps")
        assert [step["text"] for step in pages[seat].position["steps"]] == [None] * 5
        told = [pages[seat].position, guests[seat].ask("GET", f"/api/matches/{table['match']}")]
        own = guests[roller].ask("GET", f"/api/matches/{table['match']}")["view"]["dice"][roller]
        assert all(one["view"]["dice"][roller] != own for one in told)


def test_all_or_none_stored_before_told_and_a_retry_is_answered_as_before(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        guests, table = sit_down(server, "spilorcio", 2, 2)
        with guests[0].page(table["match"]) as anna, guests[1].page(table["match"]) as bruno:
            anna.resume(), bruno.resume()
            version = anna.position["version"]
            assert anna.act(0)["code"] == "not-your-turn"
            refused = type_in(bruno, [0, 1, 2, 3, 99])
            assert (refused["code"], bruno.resume()["version"]) == ("impossible-outcome", version)
            assert type_in(bruno, [0, 1, 2, 3, 4, 5])["code"] == "too-many-dice"
            assert type_in(bruno, [0], version=version - 1)["code"] == "stale"
            assert type_in(bruno, [0, 1], message="two")["version"] == version + 2
            assert type_in(anna, [2, 3], version=version)["code"] == "stale"  # he was first
            assert type_in(bruno, [0, 1], version=version, message="two")["version"] == version + 2
            assert type_in(bruno, [0, 2], version=version, message="two")["code"] == "message-reused"
            assert bruno.act(0, version=version, message="two")["code"] == "message-reused"
        server.kill()
    with running(tmp_path) as server:
        guests[1].server = server
        again = Person(server)
        again.http.cookies = guests[1].http.cookies
        with again.page(table["match"]) as bruno:
            assert bruno.resume()["version"] == version + 2
            assert bruno.position["throw"] == {
                "seats": [0, 1],
                "dice": 3,
                "outcomes": [0, 1, 2, 3, 4, 5],
                "secret": False,
            }
            assert type_in(bruno, [0, 1], version=version, message="two")["version"] == version + 2
            assert type_in(bruno, [2, 3, 4])["type"] == "ack"
            assert bruno.resume()["version"] == version + 5 and "throw" not in bruno.position


def test_only_who_sits_types_and_who_gives_up_is_drawn_for(server: Server) -> None:
    guests, table = sit_down(server, "cincinnati", 2, 3)
    stranger = server.person("Stranger")
    with stranger.page(table["match"]) as page:
        page.resume()
        assert page.position["throw"]["dice"] is None
        assert type_in(page, [HIDDEN[1]])["code"] == "not-seated"
    for guest in guests:
        guest.ask("POST", f"/api/tables/{table['table']}/resign")
    with stranger.page(table["match"]) as page:  # three bots: the hands of all have fallen without anybody typing
        while page.resume()["version"] < 18:
            page.hear("steps")


def test_no_real_dice_where_none_is_rolled(server: Server) -> None:
    anna = server.person("Anna")
    wish = {"game": "wuerfelmarsch", "seats": 3, "dice": "real"}
    assert anna.refused("POST", "/api/tables", wish)[1] == "nothing-rolled"
    told = {found["name"] for found in anna.ask("GET", "/api/games") if found["rolled"]}
    assert told == set(ROLLED)


def test_a_race_goes_on_when_its_dice_are_typed(server: Server) -> None:
    guests, table = sit_down(server, "raffzahn", 3, 3)
    turn = guests[0].ask("GET", f"/api/matches/{table['match']}")["view"]["turn"]
    with guests[turn].page(table["match"]) as page:
        page.resume()
        assert page.act(game("raffzahn").read(turn, "throw"))["type"] == "ack"
        page.resume()
        assert page.position["throw"]["seats"] == [0, 1, 2]
        before = page.position["version"]
        assert type_in(page, page.position["throw"]["outcomes"][:1])["version"] == before + 1
        assert "throw" not in page.resume()


def test_files_without_a_word_about_dice_stay_as_they_were() -> None:
    match = Match(game("spilorcio"), 2)
    match.fall(Fast(1))
    record = notation.record_of(match, ["Anna", "Bruno"])
    content, text = notation.write(record, b"key"), notation.to_text(record)
    assert b"dice" not in content.split(b"\n")[0] and "dice real" not in text
    assert notation.parse(content).dice == "program" == notation.from_text(text).dice
    record.dice = "real"
    assert notation.parse(notation.write(record, b"key")).dice == "real"
    with pytest.raises(DamagedFile):
        notation.from_text(notation.to_text(record).replace("dice real", "dice loaded"))
    with pytest.raises(DamagedFile):
        notation.parse(notation.write(record, b"key").replace(b'"real"', b'"loaded"'))


def test_who_alone_can_tell_how_dice_fell_is_waited_for(server: Server) -> None:
    """So a clock runs for him, a bot stands in if he stays away, and his matches say that it is his turn."""
    guests, table = sit_down(server, "cincinnati", 2, 3)
    due = guests[0].ask("GET", f"/api/matches/{table['match']}")["throw"]["seats"]
    turns = [guest.ask("GET", "/api/me/matches")[0]["my_turn"] for guest in guests]
    assert turns == [seat in due for seat in range(2)] and sum(turns) == 1


def test_a_clock_runs_for_who_alone_can_tell_the_dice_and_gives_no_increment(server: Server) -> None:
    clock = {"bank_s": 600, "increment_s": 50}
    guests, table = sit_down(server, "cincinnati", 2, 3, clock=clock)
    roller = guests[0].ask("GET", f"/api/matches/{table['match']}")["throw"]["seats"][0]
    with guests[roller].page(table["match"]) as page:
        page.resume()
        assert page.table["clock"]["running"] == [roller]
        for face in range(1, 6):  # one by one
            page.resume()
            assert type_in(page, [HIDDEN[face]])["type"] == "ack"
        page.resume()
        assert 500_000 < page.table["clock"]["left_ms"][roller] <= 600_000
        assert page.table["clock"]["running"] == [1 - roller]  # the other one rolls next
