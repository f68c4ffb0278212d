"""My Dice - Your Dice against its slow twin."""

import random
from collections import Counter
from functools import partial

import pytest

from bussolotto.games.my_dice_your_dice import game as my_dice_your_dice
from bussolotto.testing import twins
from bussolotto.testing.twins import Case, Choice, any_of, follow
from tests.games.my_dice_your_dice.twin import OPTIONS, RANGES, MyDiceYourDice

ENDS = (
    "end: goal, own dice of the first roll",
    "end: goal, own dice of a later roll",
    "end: goal, dice handed over at once",
    "end: goal, dice handed over after a ransom",
    "end: last-dice, after a stop",
    "end: last-dice, by themselves",
    "end: last-dice short of the goal, after a stop",
    "end: last-dice short of the goal, by themselves",
    "end: limit",
    "end: limit, shared",
)
RARE = (
    "ransom none",
    "ransom some",
    "ransom all",
    "ransom of one die alone",
    "too few action dice to ransom all",
    "ransom for more than one action die",
    "all ransomed, nothing set aside",
    "all ransomed with the last action die, nothing set aside",
    "ransomed, own dice won, stopped",
    "pay once more",
    "pay the last action die",
    "stopped rather than paid",
    "no action die to pay with",
    "no game dice left",
    "no game dice left after a ransom decision",
    "dice left over",
    "last group taken with dice added to it",
)


def case_of(number: int, seed: int) -> Case:
    """Every third with other numbers, some near the limit of plies, some so near that nobody has won a die."""
    rng = random.Random(f"{seed}:{number}")
    plies_left = rng.choice([rng.randrange(1, 9), rng.randrange(10, 120)]) if number % 10 == 3 else None
    options = {name: rng.choice(values) for name, values in OPTIONS.items()} if number % 3 == 2 else {}
    return Case(f"{seed}:{number}", 2, options, plies_left)


def compare_match(case: Case, seen: Counter[str]) -> None:
    """One match to its end."""
    player = Player(random.Random(f"temper {case.seed}"))
    witness = Witness(seen)
    twin = MyDiceYourDice(case.seats, max_plies=my_dice_your_dice.MAX_PLIES, **case.options)
    follow(my_dice_your_dice, twin, case, player.choose, witness.note)


compare = partial(twins.compare, case_of, compare_match)


class Player:
    """Both seats: somebody with a temper that stays for the match, and dice that are kind to one seat now and then."""

    def __init__(self, rng: random.Random) -> None:
        self.kind = rng.choice([0.0, 0.0, 0.3, 0.6])  # how often a die falls on a number that is asked for
        self.asked = rng.choice([(1, 6), (5, 6), (1, 2), (6,), (1,), (3, 4), (3, 4)])
        self.ransom = rng.choice([0.1, 0.5, 0.9])
        self.pay = rng.choice([0.1, 0.5, 0.95])
        self.roll = rng.choice([0.2, 0.7, 0.95])

    def choose(self, twin: MyDiceYourDice, rng: random.Random) -> Choice:
        """A ply that this temper likes."""
        seat, text = any_of(twin, rng)
        word = text.partition(" ")[0]
        if word == "die" and rng.random() < self.kind:
            return seat, f"die {rng.choice(self.asked)}"
        if word == "ransom":
            return seat, f"ransom {self.how_many(twin.most_to_ransom(), rng)}"
        if word in ("roll", "pay", "stop"):
            other = "roll" if twin.phase == "again" else "pay"
            return seat, other if rng.random() < (self.roll if other == "roll" else self.pay) else "stop"
        return seat, text

    def how_many(self, most: int, rng: random.Random) -> int:
        """All, none, or something between them."""
        if rng.random() < 0.4:
            return rng.randint(0, most)
        return most if rng.random() < self.ransom else 0


class Witness:
    """Hears of every ply before it is played, and names what it is and what the one before has come to."""

    def __init__(self, seen: Counter[str]) -> None:
        self.seen = seen
        self.last = ""
        self.turn = 0
        self.in_groups = 0  # dice in the reserve before the last ply
        self.rolls = 0  # in this turn
        self.paid_before = False  # nothing but dice fell since an action die was paid
        self.ransomed = False  # since the last roll
        self.grown: set[int] = set()  # sizes that groups have grown to

    def note(self, twin: MyDiceYourDice, seat: int, text: str) -> None:
        """One ply to come; none at the end."""
        self.look_back(twin)
        if text:
            self.look_at(twin, text)
        else:
            self.seen[f"end: {self.how_it_ended(twin)}"] += 1
        self.last, self.turn, self.in_groups = text, twin.turn, sum(twin.groups)

    def look_back(self, twin: MyDiceYourDice) -> None:
        """What the last ply has led to."""
        word = self.last.partition(" ")[0]
        passed = twin.turn != self.turn and word not in ("", "start")
        back = sum(twin.groups) + twin.game_dice() - self.in_groups if passed else 0
        self.seen["no game dice left"] += passed and not back
        self.seen["no game dice left after a ransom decision"] += passed and not back and word == "ransom"
        self.seen["no action die to pay with"] += passed and word == "die" and back > 0
        self.seen["all ransomed with the last action die, nothing set aside"] += (
            passed and word == "ransom" and back > 0
        )
        self.seen["dice left over"] += passed and back > 0
        self.seen["last group taken with dice added to it"] += passed and not twin.groups and twin.to_fall > 8
        if passed or word == "start":
            self.rolls = 1
            self.paid_before = self.ransomed = False

    def look_at(self, twin: MyDiceYourDice, text: str) -> None:
        """What is about to be played."""
        word, _, rest = text.partition(" ")
        self.seen[word] += 1
        if word == "ransom":
            self.look_at_ransom(twin, int(rest))
        self.seen["pay once more"] += word == "pay" and self.paid_before
        self.seen["pay the last action die"] += word == "pay" and twin.spare[twin.turn] == 1
        self.seen["stopped rather than paid"] += word == "stop" and twin.phase == "barren"
        self.seen["ransomed, own dice won, stopped"] += word == "stop" and twin.phase == "again" and self.ransomed
        self.paid_before = word == "pay" or (word == "die" and self.paid_before)
        self.ransomed = word == "ransom" and rest != "0"
        self.rolls += word in ("roll", "pay")

    def look_at_ransom(self, twin: MyDiceYourDice, number: int) -> None:
        """How many of how many."""
        due = twin.to_hand_over()
        self.seen["ransom none"] += number == 0
        self.seen["ransom for more than one action die"] += number > 0 and twin.price > 1
        self.seen["ransom some"] += 0 < number < twin.most_to_ransom()
        self.seen["ransom all"] += number == due
        self.seen["ransom of one die alone"] += number == 1 == due == twin.game_dice()
        self.seen["too few action dice to ransom all"] += due > twin.spare[twin.turn] == number
        self.seen["all ransomed, nothing set aside"] += number == due and twin.set_aside == 0

    def how_it_ended(self, twin: MyDiceYourDice) -> str:
        """The end, and at which moment it came."""
        if twin.ending() == "limit":
            return "limit, shared" if len(set(twin.scores())) == 1 else "limit"
        word = self.last.partition(" ")[0]
        if twin.ending() == "last-dice":
            short = " short of the goal" if max(twin.scores()) < twin.goal else ""
            return f"last-dice{short}, {'after a stop' if word == 'stop' else 'by themselves'}"
        if twin.worth(twin.turn) >= twin.goal:
            return f"goal, own dice of {'the first' if self.rolls == 1 else 'a later'} roll"
        return f"goal, dice handed over {'at once' if word == 'die' else 'after a ransom'}"


def test_matches_agree_and_cover_what_is_rare() -> None:
    seen = compare(300, seed=0)
    assert seen["matches"] == 300
    assert [name for name in (*ENDS, *RARE) if not seen[name]] == []
    # The largest group is always the one that dice were added to, so the twin never has a group to choose (MDY-10).
    assert not seen["add"]


def test_any_number_in_range() -> None:
    for number in range(40):
        rng = random.Random(f"any {number}")
        options = {name: str(rng.randint(low, high)) for name, (low, high) in RANGES.items()}
        compare_match(Case(f"any {number}", 2, options), Counter())


def test_a_difference_is_found_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    ransom = MyDiceYourDice._ransom

    def ransomed_dice_count_as_set_aside(twin: MyDiceYourDice, number: int) -> None:
        twin.set_aside += number
        ransom(twin, number)

    monkeypatch.setattr(MyDiceYourDice, "_ransom", ransomed_dice_count_as_set_aside)
    report = r"my-dice-your-dice rules 2 seats 2 .* seed '0:\d+' ply \d+ after seat \d 'ransom \d'\n.*twin.*game"
    with pytest.raises(AssertionError, match=report):
        compare(40)
