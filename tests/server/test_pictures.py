"""The position as a picture: of every game, well-formed, and with nothing in it that its viewer may not see."""

import re
from itertools import pairwise
from math import dist
from random import Random
from urllib.parse import quote
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from bussolotto import pictures
from bussolotto.core import dice, kernel
from bussolotto.core.chance import Fast
from bussolotto.core.contract import Game
from bussolotto.core.kernel import CHANCE, SPECTATOR
from bussolotto.games import game, names
from bussolotto.pictures.marks import Fallen, Marked, draw, places_fallen, spots_fallen, spots_of
from bussolotto.pictures.piles import NAMED
from bussolotto.play.match import Match
from bussolotto.sheets import game_from_sheet, library
from tests.depth import count
from tests.server.people import Server, duel, finished

PEOPLE = ["Giulia", "<b>", "Paolo & Ugo", "Chiara Montefeltrina di Urbino", "Eva", "Leo", "Mia", "Noè"]


def played(name: str, seats: int, plies: int, seed: int = 5) -> Match:
    """A match after so many plies at random."""
    match, dice_cup, choice = Match(game(name), seats), Fast(seed), Random(seed)
    while match.version < plies and (bits := match.movers()):
        if bits >> CHANCE:
            match.fall(dice_cup)
        else:
            seat = choice.choice([seat for seat in range(seats) if bits >> seat & 1])
            match.play(seat, choice.choice(match.legal(seat)))
    return match


def drawn(match: Match, viewer: int | None = None) -> str:
    """The picture that this viewer gets."""
    return pictures.position(match.game, match.view(viewer), PEOPLE[: match.seats], match.scores(), "A game")


@pytest.mark.parametrize("name", names())
def test_every_position_is_well_formed_and_names_everybody(name: str) -> None:
    seats = max(game(name).SEATS)
    for plies in (0, 20, 180, 400):
        match = played(name, seats, plies)
        svg = drawn(match, SPECTATOR)
        root = ET.fromstring(svg)
        told = "".join(root.itertext())
        assert all(person[:10] in told for person in PEOPLE[:seats])
        assert "href" not in svg and "<script" not in svg


@pytest.mark.parametrize("name", [name for name in names() if game(name).facts.colours])
def test_players_have_the_colour_of_their_dice(name: str) -> None:
    match = played(name, min(game(name).SEATS), 20)
    fills = [circle.get("fill") for circle in ET.fromstring(drawn(match, SPECTATOR)).findall(".//{*}circle")]
    told = fills[-match.seats :]  # the seats are drawn last, where nothing is marked
    assert told == [NAMED[colour] for colour in game(name).facts.colours[: match.seats]]


@pytest.mark.parametrize("name", names())
def test_a_game_without_a_scene_is_told_in_words(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "part", lambda game, name: None)
    seats = max(game(name).SEATS)
    for plies in (0, 20, 200):
        match = played(name, seats, plies)
        told = "".join(ET.fromstring(drawn(match, SPECTATOR)).itertext())
        position = np.frombuffer(bytes(match.hidden(SPECTATOR)), match.game.STATE).copy()
        for solution in match.game.facts.solution:
            position[solution] = 0  # what people are to find by looking is in no view
        assert all(line in told for line in match.game.show(kernel.plain(position[0])).splitlines())
        assert all(person[:10] in told for person in PEOPLE[:seats])


@pytest.mark.parametrize("sheet", ["last-light", "cui-bono"])
def test_the_pile_of_a_rule_sheet_is_drawn(sheet: str) -> None:
    """Beside a review its position stood in letters too small to be read."""
    match, fallen = Match(game_from_sheet(library()[sheet]), 2), Fast(5)
    match.fall(fallen)
    svg = drawn(match, SPECTATOR)
    for colour in {NAMED[name] for name in ("red", "yellow", "pearl")}:
        assert f'fill="{colour}"' in svg
    match.play(match.movers().bit_length() - 1, match.legal(match.movers().bit_length() - 1)[0])
    assert drawn(match, SPECTATOR) != svg and "monospace" not in svg


@pytest.mark.parametrize("name", names())
def test_pictures_follow_the_position(name: str) -> None:
    seats = min(seats for seats in game(name).SEATS if seats > 1)
    assert len({drawn(played(name, seats, plies)) for plies in (0, 8, 30, 200, 240)}) >= 3


NOTHING_TO_MARK = {  # said, not done to anything that lies there
    "bonus", "buy", "decline", "done", "fiasco", "late", "pass", "stop", "throw", "yield",
}  # fmt: skip
EMPTY_HANDED = {"keep", "ransom 0"}  # nothing is kept, or bought back


@pytest.mark.parametrize("name", names())
def test_what_an_action_is_about_is_marked_in_the_picture(name: str) -> None:
    """Beside a turning point its picture did not show the die or the place that the text spoke of."""
    seats = min(seats for seats in game(name).SEATS if seats > 1)
    match, cup, chance = Match(game(name), seats), Fast(3), Random(3)
    match.fall(cup)
    unmarked, marked = set[str](), set[str]()
    for _ in range(200):
        if match.over:
            break
        seat = chance.choice([seat for seat in range(seats) if match.movers() >> seat & 1])
        legal, position = match.legal(seat), match.view(None)
        for action in chance.sample(legal, min(len(legal), 6)):
            said = match.game.say(seat, action)
            spots = spots_of(match.game, position, seat, said)
            assert all(0 < x < 820 and 0 < y < 630 for spot in spots for x, y in spot), said
            (marked if spots else unmarked).add(said if said in EMPTY_HANDED else said.split()[0])
        match.play(seat, chance.choice(legal))
        match.fall(cup)
    assert marked and unmarked <= NOTHING_TO_MARK | EMPTY_HANDED and not marked & NOTHING_TO_MARK - {"bonus"}


def test_what_was_done_and_what_was_better_differ_by_more_than_their_colour() -> None:
    match = played("cui-bono", 2, 0)
    match.fall(Fast(1))
    done, best = (match.game.say(0, action) for action in match.legal(0)[:2])
    shown = (match.game, match.view(None), PEOPLE[:2], match.scores(), "A game", "en")
    plain, svg = pictures.position(*shown), pictures.position(*shown, Marked(0, done, best))
    added = [line for line in svg.splitlines() if line not in plain.splitlines()]
    ET.fromstring(svg)
    assert [line.startswith("<g") for line in added] == [False] * 4 + [True] * 2  # no outline lies over a sign
    assert "stroke-dasharray" in added[1] and "stroke-dasharray" not in added[3]
    crosses = [re.findall(r'<path d="([^"]+)"', line) for line in added[4:]]
    assert crosses[0] != crosses[1]


def places_of_signs(svg: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r'<g transform="translate\(([\d.]+),([\d.]+)\) scale', svg)]


@pytest.mark.parametrize("name", names())
def test_no_sign_of_a_choice_lies_over_another(name: str) -> None:
    """Beside neighbours the cross was covered by the outline of what was better, or both signs lay on one die."""
    seats = min(seats for seats in game(name).SEATS if seats > 1)
    match, chance, seen = played(name, seats, 25), Random(7), 0
    for _ in range(count(short=12, full=60)):
        seat = next((seat for seat in range(seats) if match.movers() >> seat & 1), None)
        if seat is None:
            break
        legal, position = match.legal(seat), match.view(None)
        for pair in pairwise(legal[:8]):
            texts = [match.game.say(seat, action) for action in pair]
            signs = places_of_signs("".join(draw(match.game, position, Marked(seat, *texts))))
            seen += len(signs) == 2
            assert len(signs) < 2 or dist(*signs) > 30, (texts, signs)
        match.play(seat, chance.choice(legal))
        match.fall(Fast(match.version))
    assert seen or name in ("eintrichtern", "raffzahn")


@pytest.mark.parametrize("name", names())
def test_what_fell_is_marked_in_the_picture(name: str) -> None:
    seats = min(seats for seats in game(name).SEATS if seats > 1)
    match, cup, chance = Match(game(name), seats), Fast(3), Random(3)
    thrown, marked = 0, 0
    for _ in range(100):
        before, since = match.view(None), match.version
        match.fall(cup)
        said = [match.game.say(seat, action) for seat, action in match.log[since:]]
        spots = spots_fallen(match.game, match.view(None), Fallen(before, said))
        begins = [spot for spot in spots if spot[0][0] > 820]
        assert len(begins) == any(text.startswith("start") for text in said) and len(spots) <= len(said)
        assert all(0 < x < 1200 and 0 < y < 630 for spot in spots for x, y in spot)
        thrown, marked = thrown + ("die" in " ".join(said)), marked + (len(spots) > len(begins))
        if match.over:
            break
        seat = chance.choice([seat for seat in range(seats) if match.movers() >> seat & 1])
        match.play(seat, chance.choice(match.legal(seat)))
    assert bool(thrown) == bool(marked)


def test_of_what_fell_those_are_marked_that_still_lie_there() -> None:
    """In a roll that ends a turn, the dice of the next player fall as well."""
    assert places_fallen([1, 1, 3, 6], [6, 5, 1]) == [1, 3]
    assert places_fallen([2, 2], [2, 2, 2]) == [0, 1] and places_fallen([], [4]) == []


def test_first_rolls_stay_under_their_cups() -> None:
    match = played("cincinnati", 3, 0)
    cup = Fast(1)
    while not match.legal(0):
        match.fall(cup)
    match.play(0, match.game.read(0, "table A"))
    other = Match(game("cincinnati"), 3)
    for seat, action in match.log:
        other.play(seat, action)
    other.state.dice[0] = dice.INDEX[6, 6, 6, 6, 6]
    assert drawn(match, 1) == drawn(other, 1)


def test_a_running_match_is_shown_as_it_stands_and_no_earlier(server: Server) -> None:
    anna, _, table = duel(server)
    path = f"/api/matches/{table['match']}/picture"
    answer = anna.send("GET", path)
    assert answer.headers["content-type"].startswith("image/svg+xml") and "Anna" in answer.text
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert anna.refused("GET", f"{path}?version=0") == (409, "match-running")


def test_every_moment_of_a_match_that_is_over_has_its_picture(server: Server) -> None:
    anna, table = finished(server, board="short")
    path = f"/api/matches/{table['match']}/picture"
    last = len(anna.ask("GET", f"/api/matches/{table['match']}/replay")["frames"]) - 1
    told = [anna.send("GET", f"{path}?version={version}&lang=it").text for version in (0, last // 2, last)]
    assert len(set(told)) == 3 and told[2] == anna.send("GET", f"{path}?lang=it").text
    assert anna.refused("GET", f"{path}?version={last + 1}") == (404, "not-found")


def test_the_picture_of_a_choice_marks_what_was_done_and_what_was_better(server: Server) -> None:
    anna, table = finished(server, board="short")
    path = f"/api/matches/{table['match']}/picture"
    frames = anna.ask("GET", f"/api/matches/{table['match']}/replay")["frames"]
    version = next(at for at, frame in enumerate(frames[1:]) if frame["seat"] == 0)
    done = frames[version + 1]["text"]
    svg = anna.send("GET", path, None).text
    marked = anna.send("GET", f"{path}?version={version}&best={quote(done)}").text
    assert marked.count("stroke-dasharray") == len(done.split()) - 1 and "stroke-dasharray" not in svg
    for wrong in ("keep 9", "nonsense", "keep", ""):
        assert anna.refused("GET", f"{path}?version={version}&best={quote(wrong)}") == (404, "not-found")
    assert anna.refused("GET", f"{path}?version={version}&best={'x' * 101}")[0] == 400
    assert anna.refused("GET", f"{path}?best={quote(done)}") == (404, "not-found"), "it is over"
    _, _, running = duel(server)
    bruno = server.person()
    assert bruno.refused("GET", f"/api/matches/{running['match']}/picture?best=keep") == (404, "not-found")


def test_the_picture_of_a_roll_marks_what_fell(server: Server) -> None:
    anna, table = finished(server, board="short")
    path = f"/api/matches/{table['match']}/picture"
    frames = anna.ask("GET", f"/api/matches/{table['match']}/replay")["frames"]
    seats = [frame["seat"] for frame in frames]  # of the ply that led to each
    first = next(at for at in range(20, len(seats)) if seats[at - 1] != CHANCE and seats[at] == seats[at + 1] == CHANCE)
    last = next(at for at in range(first, len(seats)) if seats[at + 1] != CHANCE)
    plain, svg = (anna.send("GET", f"{path}?version={last}{more}").text for more in ("", f"&since={first - 1}"))
    assert len(places_of_signs(svg)) == 1 and not places_of_signs(plain)
    assert svg.count('stroke="#e09a20"') == min(last - first + 1, 5) + plain.count('stroke="#e09a20"')
    assert anna.refused("GET", f"{path}?version={last}&since={len(frames)}") == (404, "not-found")
    _, _, running = duel(server)
    assert server.person().refused("GET", f"/api/matches/{running['match']}/picture?since=0") == (409, "match-running")


def test_names_in_a_picture_can_be_told_apart_and_points_are_written_as_in_its_language(server: Server) -> None:
    """Two bots were both called Bot beside their review, and 12.000 was written 12,000 in German."""
    _, table = finished(server, "cincinnati", seats=3)
    svg = server.person().send("GET", f"/api/matches/{table['match']}/picture?lang=de").text
    assert ">Anna<" in svg and ">Bot 1<" in svg and ">Bot 2<" in svg
    assert re.search(r">\d+\.000<", svg) and not re.search(r">\d+,000<", svg)
