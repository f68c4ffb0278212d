"""Eintrichtern, clause by clause. Cells and their faces are computed here from the coordinates, not from the tables."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

import pytest

from bussolotto.core import errors
from bussolotto.core.kernel import CHANCE, SPECTATOR, copied
from bussolotto.core.pyramid import POSES
from bussolotto.games.eintrichtern import game
from bussolotto.play.match import Match
from bussolotto.testing import laws
from bussolotto.testing.worlds import World

Cell = tuple[int, int, int]
YELLOW = [(a, b, 8 - a - b) for a in range(9) for b in range(9 - a)]  # level 0, in the order of cells
RED = [(a, b, 7 - a - b) for a in range(8) for b in range(8 - a)]  # level 1
ALL_SIX = "123"  # with all dice like this, every funnel has the sum 6
VIEWERS = (*range(8), SPECTATOR)


def text(cell: Cell) -> str:
    """A cell in notation."""
    return ",".join(map(str, cell))


CELLS = sorted((a, b, c) for a in range(9) for b in range(9) for c in range(9) if a + b + c <= 8)
NUMBER = {cell: number for number, cell in enumerate(CELLS)}


def play(match: Match, seat: int, *texts: str) -> None:
    """Plies of one seat, as notation."""
    for each in texts:
        match.play(seat, game.read(seat, each))


def throw(match: Match, faces: str) -> None:
    """Whose turn it is throws these dice."""
    play(match, match.state.turn, "throw")
    for face in faces:
        play(match, CHANCE, f"die {face}")


def legal(match: Match, seat: int = 0) -> list[str]:
    """What a seat may do, as notation."""
    return [game.say(seat, code) for code in match.legal(seat)]


def laid(seats: int = 2, dice: Mapping[Cell, str] | None = None, other: str = ALL_SIX, **options: str) -> Match:
    """All yellow dice lie there, those listed as listed; seat 0 is to throw."""
    match = Match(game, seats, options)
    play(match, CHANCE, "start 0")
    for cell in YELLOW:
        play(match, CHANCE, f"lay {(dice or {}).get(cell, other)}")
    return match


def won(match: Match, counts: Sequence[int]) -> None:
    """Put the match where the seats have won so many red dice; the first cells are those that are gone."""
    s = match.state
    s.won[: len(counts)] = counts
    s.left = len(RED) - sum(counts)
    for cell in RED[: sum(counts)]:
        s.red[NUMBER[cell]] = 0
    game.check(s)


def standing(match: Match) -> Cell:
    """Some red die that can be lifted; of those that `won` has left, the last."""
    return next(cell for cell in reversed(RED) if match.state.red[NUMBER[cell]])


def refused(match: Match, seat: int, action: str) -> str:
    """The clause that a refused ply names; nothing has changed then."""
    before = bytes(match.state), match.version
    with pytest.raises(errors.IllegalAction) as refusal:
        play(match, seat, action)
    assert (bytes(match.state), match.version) == before
    return refusal.value.clause or ""


def random_match(seats: int, seed: int, **options: str) -> Iterator[Match]:
    """A random match, before its first ply and after each."""
    match = Match(game, seats, options)
    yield match
    for _, seat, action in World(game, seats, seed, options).plies():
        match.play(seat, action)
        yield match


# --- options ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("lattice", "yellow", "red"), [("8", 45, 36), ("7", 36, 28), ("6", 28, 21)])
def test_ein_1_a_smaller_base_has_fewer_dice(lattice: str, yellow: int, red: int) -> None:
    match = Match(game, 2, {"lattice": lattice})
    play(match, CHANCE, "start 0", *["lay 123"] * yellow)
    assert (match.state.left, legal(match)) == (red, ["throw"])
    throw(match, "666")
    lifts = {f"lift {text((a, b, int(lattice) - 1 - a - b))}" for a in range(8) for b in range(int(lattice) - a)}
    assert ({*legal(match)}, len(lifts)) == (lifts, red)
    game.check(match.state)


@pytest.mark.parametrize(("seats", "goal", "dice"), [(2, "4", 4), (3, "10", 10), (8, "4", 4), (6, "8", 8)])
def test_ein_4_how_many_red_dice_win_is_an_option(seats: int, goal: str, dice: int) -> None:
    for before in (dice - 2, dice - 1):
        match = laid(seats, goal=goal)
        won(match, [before])
        throw(match, "222")
        play(match, 0, f"lift {text(standing(match))}", "keep")
        assert match.over == (before == dice - 1)


# --- EIN-1, GEN-1, GEN-5: the set-up ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 9))
def test_gen_1_every_seat_is_as_likely_to_start(seats: int) -> None:
    match = Match(game, seats)
    odds = {game.say(CHANCE, code): weight for code, weight in enumerate(match.odds()) if weight}
    assert odds == {f"start {seat}": 1 for seat in range(seats)}
    play(match, CHANCE, f"start {seats - 1}")
    for _ in YELLOW:
        play(match, CHANCE, "lay 123")
    assert match.movers() == 1 << (seats - 1)


@pytest.mark.parametrize("seats", [1, 9])
def test_ein_1_other_numbers_of_seats_are_refused(seats: int) -> None:
    with pytest.raises(errors.BadSeats):
        Match(game, seats)


def test_ein_1_36_red_dice_stand_on_level_1_and_nowhere_else() -> None:
    match = laid()
    assert [cell for cell in range(165) if match.state.red[cell]] == sorted(NUMBER[cell] for cell in RED)
    assert (len(RED), match.state.left) == (36, 36)


def test_ein_1_45_yellow_dice_are_laid_one_by_one_in_the_order_of_cells() -> None:
    match = Match(game, 2)
    play(match, CHANCE, "start 1")
    for count, cell in enumerate(YELLOW):
        assert match.state.laid == count
        assert list(match.state.face[NUMBER[cell]]) == [0, 0, 0]
        play(match, CHANCE, "lay 231")
        assert list(match.state.face[NUMBER[cell]]) == [2, 3, 1]
    assert legal(match, 1) == ["throw"]


def test_gen_5_every_one_of_24_poses_is_as_likely() -> None:
    match = Match(game, 2)
    play(match, CHANCE, "start 0")
    odds = {game.say(CHANCE, code): weight for code, weight in enumerate(match.odds()) if weight}
    assert len(odds) == 24 and set(odds.values()) == {1}
    assert all(said.startswith("lay ") for said in odds)


# --- EIN-2: throwing and lifting --------------------------------------------------------------------------------------


def test_ein_2_the_first_player_must_throw() -> None:
    assert legal(laid()) == ["throw"]


def test_ein_2_three_dice_fall_and_then_any_red_die_may_be_lifted() -> None:
    match = laid()
    play(match, 0, "throw")
    for count in range(3):
        assert list(match.state.pearl) == [6] * count + [0] * (3 - count)
        assert {game.say(CHANCE, code): weight for code, weight in enumerate(match.odds()) if weight} == {
            f"die {face}": 1 for face in range(1, 7)
        }
        play(match, CHANCE, "die 6")
    assert legal(match) == [f"lift {text(cell)}" for cell in sorted(RED)]


def test_ein_2_later_ones_may_leave_the_throw_as_it_lies() -> None:
    match = laid()
    throw(match, "666")
    play(match, 0, "lift 0,0,7", "back")
    assert legal(match, 1) == [*(f"lift {text(cell)}" for cell in sorted(RED)), "throw"]
    assert list(match.state.pearl) == [6, 6, 6]
    play(match, 1, "lift 0,0,7")
    assert list(match.state.pearl) == [6, 6, 6]


def test_ein_2_or_throw_anew() -> None:
    match = laid()
    throw(match, "666")
    play(match, 0, "lift 0,0,7", "back")
    play(match, 1, "throw")
    assert list(match.state.pearl) == [0, 0, 0]
    for _ in range(3):
        play(match, CHANCE, "die 2")
    assert legal(match, 1) == [f"lift {text(cell)}" for cell in sorted(RED)]


# --- EIN-3: keeping and putting back ----------------------------------------------------------------------------------

# The funnel at (a,b,c) shows fx of (a+1,b,c), fy of (a,b+1,c), fz of (a,b,c+1) (GEO-4).
SUMS = [
    ((7, 0, 0), {(8, 0, 0): "312"}, 8),  # 3 + 2 + 3
    ((7, 0, 0), {(7, 1, 0): "231"}, 7),  # 1 + 3 + 3
    ((7, 0, 0), {(7, 0, 1): "312"}, 5),  # 1 + 2 + 2
    ((2, 3, 2), {(3, 3, 2): "645", (2, 4, 2): "564", (2, 3, 3): "456"}, 18),
    ((2, 3, 2), {(3, 3, 2): "123", (2, 4, 2): "312", (2, 3, 3): "231"}, 3),
]
THROWS = {3: "111", 4: "121", 5: "113", 6: "141", 7: "322", 8: "116", 9: "333", 17: "656", 18: "666"}


@pytest.mark.parametrize(("funnel", "dice", "total"), SUMS)
def test_ein_3_the_faces_that_look_into_the_funnel_are_summed(funnel: Cell, dice: dict[Cell, str], total: int) -> None:
    for thrown, faces in THROWS.items():
        match = laid(dice=dice)
        throw(match, faces)
        play(match, 0, f"lift {text(funnel)}")
        assert legal(match) == ["keep" if thrown == total else "back"], thrown


@pytest.mark.parametrize(("faces", "settled"), [("113", "back"), ("114", "keep"), ("222", "keep"), ("115", "back")])
def test_ein_3_equal_is_kept_less_and_more_is_put_back(faces: str, settled: str) -> None:
    match = laid()
    throw(match, faces)
    play(match, 0, "lift 2,3,2")
    assert (legal(match, 0), legal(match, 1)) == ([settled], [])


def test_ein_3_who_keeps_must_throw_and_lift_again() -> None:
    match = laid()
    throw(match, "222")
    play(match, 0, "lift 2,3,2", "keep")
    assert (match.scores(), match.state.left, legal(match), legal(match, 1)) == ([1, 0], 35, ["throw"], [])
    throw(match, "123")
    assert "lift 2,3,2" not in legal(match) and len(legal(match)) == 35


def test_ein_3_the_funnel_stays_open_and_out_of_play() -> None:
    match = laid()
    throw(match, "222")
    play(match, 0, "lift 2,3,2", "keep")
    throw(match, "666")
    play(match, 0, "lift 0,0,7", "back")
    assert refused(match, 1, "lift 2,3,2") == "EIN-2"
    shown = match.view(1)["face"]
    assert [shown[NUMBER[3, 3, 2]][0], shown[NUMBER[2, 4, 2]][1], shown[NUMBER[2, 3, 3]][2]] == [1, 2, 3]


def test_ein_3_otherwise_the_die_goes_back_and_the_turn_passes_left() -> None:
    match = laid(seats=3)
    throw(match, "666")
    for seat in (0, 1, 2, 0):
        assert match.movers() == 1 << seat
        play(match, seat, "lift 2,3,2", "back")
        assert match.scores() == [0, 0, 0]
        assert match.state.red[NUMBER[2, 3, 2]] == 1


REFUSED = [  # what has happened, who asks for what, the clause
    ("", 0, "lift 0,0,7", "EIN-2"),  # the first player must throw
    ("", 1, "throw", "EIN-2"),  # not his turn
    ("", 0, "keep", "EIN-6"),  # nothing is lifted
    ("throw", 0, "throw", "EIN-2"),  # once a turn
    ("throw", 0, "lift 0,0,8", "EIN-2"),  # a yellow die
    ("throw", 0, "lift 0,0,6", "EIN-2"),  # nothing is there
    ("throw", 0, "back", "EIN-6"),
    ("throw lift", 0, "keep", "EIN-3"),  # not equal
    ("throw lift", 0, "lift 0,0,7", "EIN-6"),  # one at a time
    ("throw lift", 0, "throw", "EIN-6"),
    ("throw lift", 1, "back", "EIN-2"),
    ("throw match", 0, "back", "EIN-3"),  # equal
    ("throw match keep", 0, "lift 0,0,7", "EIN-3"),  # he must throw again
    ("throw match keep", 1, "throw", "EIN-2"),
    ("throw lift back", 0, "throw", "EIN-2"),
    ("throw lift back", 1, "back", "EIN-6"),
]


@pytest.mark.parametrize(("before", "seat", "action", "clause"), REFUSED)
def test_what_is_refused_names_its_clause_and_changes_nothing(before: str, seat: int, action: str, clause: str) -> None:
    match = laid()
    for each in before.split():
        if each == "throw":
            throw(match, "222" if "match" in before else "666")
        else:
            play(match, 0, "lift 2,3,2" if each in ("lift", "match") else each)
    assert refused(match, seat, action) == clause


def test_gen_3_nobody_moves_and_no_die_falls_out_of_its_time() -> None:
    match = Match(game, 2)
    assert refused(match, 0, "throw") == "EIN-2"
    assert refused(match, CHANCE, "lay 123") == refused(match, CHANCE, "die 1") == "GEN-3"
    play(match, CHANCE, "start 0")
    assert refused(match, CHANCE, "start 0") == refused(match, CHANCE, "die 1") == "GEN-3"
    assert refused(laid(), CHANCE, "lay 123") == "GEN-3"


# --- EIN-4, GEN-2, GEN-7: the end -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "target"), [(2, 8), (3, 8), (4, 8), (5, 6), (6, 6), (7, 6), (8, 6)])
def test_ein_4_the_8th_red_die_wins_the_6th_with_five_and_more(seats: int, target: int) -> None:
    match = laid(seats)
    won(match, [target - 2, target - 1])
    throw(match, "222")
    play(match, 0, f"lift {text(standing(match))}", "keep")
    assert match.movers() == 1
    throw(match, "222")
    play(match, 0, f"lift {text(standing(match))}", "keep")
    assert match.over and game.ENDINGS[game.ending(match.state)] == "won"
    assert match.returns() == [1.0] + [0.0] * (seats - 1)
    assert match.scores()[:2] == [target, target - 1]


@pytest.mark.parametrize(
    ("counts", "shares"),
    [
        ([4, 5, 5, 5, 5, 5, 4, 2], [1 / 6] * 6 + [0, 0]),  # seat 0 takes the last one
        ([4, 5, 5, 5, 4, 4, 4, 4], [1 / 4] * 4 + [0] * 4),
    ],
)
def test_ein_4_if_the_red_dice_run_out_most_wins_and_ties_share(counts: list[int], shares: list[float]) -> None:
    match = laid(8)
    won(match, counts)
    throw(match, "222")
    play(match, 0, f"lift {text(standing(match))}", "keep")
    assert match.over and game.ENDINGS[game.ending(match.state)] == "red-gone"
    assert match.returns() == pytest.approx(shares)


def test_ein_4_the_last_red_die_that_is_also_the_sixth_wins() -> None:
    match = laid(7)
    won(match, [5, 5, 5, 5, 5, 5, 5])
    throw(match, "222")
    play(match, 0, f"lift {text(standing(match))}", "keep")
    assert (match.state.left, game.ENDINGS[game.ending(match.state)]) == (0, "won")
    assert match.returns() == [1] + [0] * 6


def test_gen_7_200_lifts_in_a_row_without_a_match_end_it_as_it_stands() -> None:
    match = laid(3)
    won(match, [2, 5, 5])
    throw(match, "666")
    for lift in range(200):
        assert (match.over, match.state.idle) == (False, lift)
        play(match, lift % 3, "lift 7,0,0", "back")
    assert match.over and game.ENDINGS[game.ending(match.state)] == "no-progress"
    assert match.returns() == [0, 0.5, 0.5]
    assert refused(match, 2, "throw") == "EIN-4"


def test_gen_7_a_match_breaks_the_row() -> None:
    match = laid()
    throw(match, "666")
    for lift in range(199):
        play(match, lift % 2, "lift 7,0,0", "back")
    throw(match, "222")
    play(match, 1, "lift 7,0,0", "keep")
    assert (match.over, match.state.idle) == (False, 0)


@pytest.mark.parametrize("plies_left", [1, 2, 5])
def test_gen_7_the_limit_of_plies_ends_it_as_it_stands(plies_left: int) -> None:
    match = laid()
    won(match, [1, 2])
    match.state.plies = game.MAX_PLIES - plies_left
    for ply in ("throw", "die 6", "die 6", "die 6", "lift 7,0,0")[:plies_left]:
        assert not match.over
        play(match, CHANCE if ply.startswith("die") else 0, ply)
    assert match.over and game.ENDINGS[game.ending(match.state)] == "limit"
    assert (match.returns(), match.odds(), legal(match), legal(match, 1)) == ([0, 1], [], [], [])


def test_gen_7_the_limit_of_plies_is_more_than_the_rules_can_take() -> None:
    every_lift_is_thrown_for = 200 * 36 * len(["throw", "die", "die", "die", "lift", "back"])
    assert 46 + every_lift_is_thrown_for < game.MAX_PLIES


# --- EIN-5, EIN-6: what may be seen -----------------------------------------------------------------------------------


def faces_into(funnel: Cell) -> set[tuple[Cell, int]]:
    """The faces that look into a funnel, each as cell and side."""
    a, b, c = funnel
    return {((a + 1, b, c), 0), ((a, b + 1, c), 1), ((a, b, c + 1), 2)}


OUTWARD = {(cell, side) for cell in YELLOW for side in range(3) if cell[side] == 0}
EVERY_FACE = {(cell, side) for cell in YELLOW for side in range(3)}


class Watcher:
    """Follows the plies of a match and says which faces are to be seen, by EIN-5 and EIN-6 alone."""

    def __init__(self, memo: bool) -> None:
        self.memo = memo
        self.laid = 0
        self.lifted: Cell | None = None
        self.known: set[tuple[Cell, int]] = set()  # for good

    def follow(self, said: str) -> None:
        """One more ply."""
        word, _, rest = said.partition(" ")
        if word == "lay":
            self.laid += 1
            self.known = set(OUTWARD) if self.laid == 45 else set()
        elif word == "lift":
            a, b, c = map(int, rest.split(","))
            self.lifted = (a, b, c)
            if self.memo:
                self.known |= faces_into(self.lifted)
        elif word == "keep":
            assert self.lifted
            self.known |= faces_into(self.lifted)
            self.lifted = None
        elif word == "throw":
            self.lifted = None

    def visible(self) -> set[tuple[Cell, int]]:
        """Faces to be seen now."""
        return self.known | (faces_into(self.lifted) if self.lifted else set())


def faces_shown(faces: Any) -> dict[tuple[Cell, int], int]:
    """The faces of a view or state that are not blank."""
    return {(cell, side): faces[NUMBER[cell]][side] for cell, side in EVERY_FACE if faces[NUMBER[cell]][side]}


@pytest.mark.parametrize("memo", ["off", "on"])
@pytest.mark.parametrize("seats", [2, 8])
def test_ein_5_at_every_ply_everybody_sees_exactly_what_lies_open(seats: int, memo: str) -> None:
    watcher = Watcher(memo == "on")
    for match in random_match(seats, seed=5, memo=memo):
        if match.log:
            watcher.follow(game.say(*match.log[-1]))
        truth = faces_shown(match.state.face)
        visible = EVERY_FACE if match.over else watcher.visible()
        expected = {face: truth[face] for face in visible}
        for viewer in (0, seats - 1, SPECTATOR):
            assert faces_shown(match.view(viewer)["face"]) == expected, match.version
    assert match.over and len(truth) == 135


@pytest.mark.parametrize("memo", ["off", "on"])
def test_ein_5_nothing_but_faces_is_ever_blanked(memo: str) -> None:
    for match in random_match(3, seed=2, memo=memo):
        differing = laws.differing(game, match.hidden(1), match.state)
        assert set(differing) <= {"face"}


@pytest.mark.parametrize("memo", ["off", "on"])
@pytest.mark.parametrize("seats", [2, 5])
def test_ein_5_all_that_is_served_is_the_same_whatever_lies_covered(seats: int, memo: str) -> None:
    """Covered dice are turned about as far as nobody can see it: views, texts, steps, clauses, previews stay."""
    rng = Random(seats)
    for match in random_match(seats, seed=9, memo=memo):
        if rng.random() < 0.98:
            continue
        turned = match.copy()
        game.hide(turned.state, 0)
        game.guess(turned.state, rng)
        for viewer in (*range(seats), SPECTATOR):
            assert served(turned, viewer) == served(match, viewer), match.version
        assert previewed(turned) == previewed(match), match.version


def served(match: Match, viewer: int) -> list[Any]:
    """What a viewer can be told of a match."""
    asked = [] if viewer == SPECTATOR else [match.legal(viewer), clauses(match, viewer)]
    return [match.view_bytes(viewer), match.show(viewer), match.steps(viewer), match.movers(), match.scores(), *asked]


def clauses(match: Match, seat: int) -> list[int]:
    """Why each action is refused."""
    return [game.why(match.state, seat, action) for action in range(game.ACTIONS)]


def previewed(match: Match) -> dict[str, bytes | None]:
    """What previews of all legal actions show to who makes them; None for a refusal to tell."""
    previews: dict[str, bytes | None] = {}
    for seat in range(match.seats):
        for action in match.legal(seat):
            try:
                previews[game.say(seat, action)] = match.preview(seat, [action]).view_bytes(seat)
            except errors.SecretOutcome:
                previews[game.say(seat, action)] = None
    return previews


def test_ein_5_a_preview_of_a_lift_is_refused_where_it_would_tell_something() -> None:
    match = laid()
    throw(match, "666")
    with pytest.raises(errors.SecretOutcome):
        match.preview(0, [game.read(0, "lift 2,3,2")])
    play(match, 0, "lift 2,3,2", "back")
    assert match.preview(1, [game.read(1, "lift 2,3,2")]).legal(1) == [game.BACK]  # it still lies open
    assert match.preview(1, [game.THROW]).view(1)["lifted"] == 0


def test_ein_5_who_sees_the_dice_laid() -> None:
    """Nobody; only of the last one, in a corner, two faces look out and tell the third."""
    match = laid(4)
    for viewer in (*range(4), SPECTATOR):
        steps = match.steps(viewer)
        assert [step.text for step in steps] == ["start 0", *[None] * 44, "lay 123"]
        assert [step.seat for step in steps] == [CHANCE] * 46
        last = match.view(viewer)["face"][NUMBER[8, 0, 0]]
        assert last == [1, 2, 3] if match.over else last == [0, 2, 3]


def test_ein_5_the_last_die_laid_tells_no_more_than_its_outward_faces() -> None:
    corner = NUMBER[8, 0, 0]
    for pose in range(24):
        view = laid().hidden(0)
        view.face[corner][:] = [0, *POSES[pose].tolist()[1:]]
        game.guess(view, Random(1))
        assert list(view.face[corner]) == POSES[pose].tolist()


@pytest.mark.parametrize(("memo", "later"), [("off", 0), ("on", 1)])
def test_ein_5_a_funnel_lifted_in_vain_is_blank_after_the_next_throw_or_lift(memo: str, later: int) -> None:
    face = NUMBER[3, 3, 2]
    for close in ("throw", "lift 0,0,7"):
        match = laid(memo=memo)
        throw(match, "666")
        assert match.view(0)["face"][face][0] == 0
        play(match, 0, "lift 2,3,2")
        assert match.view(1)["face"][face][0] == 1
        play(match, 0, "back")
        assert match.view(SPECTATOR)["face"][face][0] == 1
        play(match, 1, close)
        assert match.view(0)["face"][face][0] == later
        assert match.view(0)["shown"][NUMBER[2, 3, 2]] == later


def test_ein_6_after_the_match_all_is_open_to_everybody() -> None:
    *_, match = random_match(2, seed=1)
    for viewer in VIEWERS:
        assert match.view_bytes(viewer) == bytes(match.state)
        assert "?" not in match.show(viewer)


# --- guesses ----------------------------------------------------------------------------------------------------------


def at_random(seed: int, plies: int, **options: str) -> Any:
    """The state of a random match after so many plies."""
    for match in random_match(3, seed, **options):
        if match.version == plies:
            break
    return match.state


@pytest.mark.parametrize("memo", ["off", "on"])
@pytest.mark.parametrize("plies", [0, 1, 7, 45, 46, 47, 50, 90, 200])
def test_a_guess_keeps_what_is_seen_and_fills_the_rest_with_dice(plies: int, memo: str) -> None:
    view = copied(at_random(4, plies, memo=memo))
    game.hide(view, 0)
    seen = faces_shown(view.face)
    game.guess(view, Random(7))
    filled = faces_shown(view.face)
    assert {face: filled[face] for face in seen} == seen
    assert len(filled) == 3 * view.laid
    game.check(view)


@pytest.mark.parametrize(
    ("seen", "possible"),
    [
        ((0, 0, 0), 24),
        ((3, 0, 0), 4),
        ((0, 0, 6), 4),
        ((1, 2, 0), 1),
        ((0, 2, 3), 1),
        ((1, 0, 3), 1),
        ((1, 2, 3), 1),
        ((1, 3, 2), 0),
        ((1, 6, 0), 0),
        ((1, 1, 0), 0),
    ],
)
def test_two_faces_tell_the_third(seen: tuple[int, int, int], possible: int) -> None:
    poses = game.poses_with(seen)
    assert len(poses) == possible
    assert all(own in (0, face) for pose in poses for own, face in zip(seen, pose, strict=True))


def test_a_guess_is_uniform_over_what_each_die_can_show() -> None:
    """Die (4,2,2): of its faces none is to be seen; one is known; two are known."""
    view = laid().hidden(0)
    cell, rng = NUMBER[4, 2, 2], Random(3)
    for facts, possible in (({}, 24), ({(cell, 1): 5}, 4), ({(cell, 1): 5, (cell, 0): 3}, 1)):
        counts: Counter[tuple[int, ...]] = Counter()
        for _ in range(100 * possible):
            trial = copied(view)
            game.guess(trial, rng, facts)
            counts[tuple(trial.face[cell])] += 1
            assert all(trial.face[at][side] == face for (at, side), face in facts.items())
        assert len(counts) == possible
        assert all(60 < count < 145 for count in counts.values()), counts


def test_facts_that_no_die_can_show_are_our_own_mistake() -> None:
    view = laid().hidden(0)
    with pytest.raises(AssertionError, match="no die shows"):
        game.guess(view, Random(1), {(NUMBER[4, 2, 2], 0): 1, (NUMBER[4, 2, 2], 1): 6})


# --- notation ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "said", "code"),
    [
        (0, "lift 0,0,7", 7),
        (0, "lift 7,0,0", 161),
        (0, "throw", 165),
        (0, "keep", 166),
        (0, "back", 167),
        (CHANCE, "start 0", 0),
        (CHANCE, "start 7", 7),
        (CHANCE, "lay 123", 8),
        (CHANCE, "die 1", 32),
        (CHANCE, "die 6", 37),
    ],
)
def test_codes_and_their_texts(seat: int, said: str, code: int) -> None:
    assert (game.read(seat, said), game.say(seat, code)) == (code, said)


@pytest.mark.parametrize("said", ["lift", "lift 9,0,0", "lift 1,2", "throws", "keep 1", "die 1", "lay 123", "start 0"])
def test_what_is_no_action_is_refused(said: str) -> None:
    with pytest.raises(ValueError, match="eintrichtern has no action"):
        game.read(0, said)


@pytest.mark.parametrize("said", ["die 7", "die", "lay 124", "lay 132", "start 8", "throw"])
def test_what_is_no_outcome_is_refused(said: str) -> None:
    with pytest.raises(ValueError, match="eintrichtern has no outcome"):
        game.read(CHANCE, said)


def test_the_position_as_text() -> None:
    match = laid()
    throw(match, "222")
    play(match, 0, "lift 2,3,2", "keep")
    throw(match, "652")
    play(match, 0, "lift 7,0,0")
    assert match.show(SPECTATOR).splitlines() == SHOWN


SHOWN = """\
                        123
                     ?23   ?23                               *
                  ??3   ???   ?2?                           o o
               ??3   ???   ???   ?2?                       o o o
            ??3   ???   ???   ???   ?2?                   o o o o
         ??3   ???   1??   ???   ???   ?2?               o o o o o
      ??3   ???   ?2?   ??3   ???   ???   ?2?           o o . o o o
   ??3   ???   ???   ???   ???   ???   ???   ?2?       o o o o o o o
1?3   1??   1??   1??   1??   1??   1??   1??   12?   o o o o o o o o
*0: 1  1: 0
throw 6 5 2  funnel 7,0,0""".splitlines()
