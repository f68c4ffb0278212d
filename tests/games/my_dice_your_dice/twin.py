"""The slow twin of My Dice - Your Dice: the rule page read a second time, with no table and no code in common.

It speaks notation only (`ransom 2`, `roll`, `pay`, `add 7`, `die 5`). Dice lie about as lists of faces; every die of
the box is always somewhere.
"""

from fractions import Fraction

from tests.reference.slow_match import CHANCE, DIE, SlowMatch

SEATS = 2
MAIN, SECONDARY = 0, 1
NUMBERS = [(6, 5), (1, 2)]  # MDY-1: of the seat that starts, of the other
OPTIONS = {  # suggested numbers
    "goal": ("28", "20", "22", "24", "26", "30", "32"),
    "action_dice": ("6", "0", "1", "2", "3", "4", "5"),
    "group_size": ("7", "4", "5", "6"),
    "ransom_price": ("1", "2", "3"),
}
RANGES = {"goal": (7, 67), "action_dice": (0, 6), "group_size": (1, 9), "ransom_price": (1, 6)}


class MyDiceYourDice(SlowMatch):
    """One match. After `max_plies` plies it ends as it stands (GEN-7)."""

    def __init__(self, seats: int = SEATS, max_plies: int | None = None, **options: str) -> None:
        assert seats == SEATS
        self.options = {name: values[0] for name, values in OPTIONS.items()} | options
        assert self.options.keys() == OPTIONS.keys()
        self.goal = int(self.options["goal"])  # MDY-2
        self.price = int(self.options["ransom_price"])  # MDY-5
        size = int(self.options["group_size"])
        super().__init__(seats, max_plies)
        self.first = 0
        self.won = [0, 0]
        self.spare = [int(self.options["action_dice"])] * 2
        self.groups = [size + 1, size, size, size, size, size]
        self.all_dice = sum(self.spare) + sum(self.groups)
        self.to_fall = 0  # game dice in the cup
        self.lying: list[int] = []  # faces of the game dice that fell and were not won
        self.joined = 0  # action dice that joined the game dice since they fell
        self.set_aside = 0  # dice won by either since the last roll began

    def movers(self) -> set[int]:
        """The seat that is to decide; 15 when a die is to fall or the start to be drawn."""
        if self.over:
            return set()
        return {CHANCE} if self.phase in ("start", "die") else {self.turn}

    def _legal(self, seat: int) -> set[str]:
        if self.phase == "ransom":
            return {f"ransom {number}" for number in range(self.most_to_ransom() + 1)}
        if self.phase == "add":
            return {f"add {size}" for size in self.groups}
        return {"stop", "roll" if self.phase == "again" else "pay"}

    def _odds(self) -> dict[str, Fraction]:
        return DIE

    def number(self, seat: int, which: int) -> int:
        """The main or secondary number of a seat (MDY-1)."""
        return NUMBERS[0 if seat == self.first else 1][which]

    def to_hand_over(self) -> int:
        """How many of the dice on the table show the opponent's main number (MDY-4)."""
        return self.lying.count(self.number(1 - self.turn, MAIN))

    def most_to_ransom(self) -> int:
        """MDY-5: one action die for each, or more of them."""
        most = 0
        while most < self.to_hand_over() and (most + 1) * self.price <= self.spare[self.turn]:
            most += 1
        return most

    def game_dice(self) -> int:
        """Everything that is in play and nobody's."""
        return self.to_fall + len(self.lying) + self.joined

    def worth(self, seat: int) -> int:
        """MDY-2: dice won and action dice left."""
        return self.won[seat] + self.spare[seat]

    def _play(self, seat: int, word: str, rest: str) -> None:
        if word == "start":
            self.first = self.turn = int(rest)
            self._begin_turn()
        elif word == "die":
            self._fall(int(rest))
        elif word == "ransom":
            self._ransom(int(rest))
        elif word in ("roll", "pay"):
            self._roll_again(paid=word == "pay")
        elif word == "stop":
            self._end_turn()
        else:
            self._add(int(rest))
        counted = self.won[0] + self.won[1] + self.spare[0] + self.spare[1] + sum(self.groups) + self.game_dice()
        assert counted == self.all_dice, f"{counted} dice after {word} {rest}"

    def _begin_turn(self) -> None:
        """MDY-3: the largest group, all of it."""
        size = max(self.groups)
        self.groups.remove(size)
        self.lying, self.joined, self.to_fall = [], 0, size
        self.set_aside = 0
        self.phase = "die"

    def _roll_again(self, paid: bool) -> None:
        """MDY-7; MDY-8 with an action die more."""
        self.spare[self.turn] -= paid
        self.joined += paid
        self.to_fall = len(self.lying) + self.joined
        self.lying, self.joined = [], 0
        self.set_aside = 0
        self.phase = "die"

    def _fall(self, face: int) -> None:
        self.to_fall -= 1
        self.lying.append(face)
        if self.to_fall == 0:
            self._win_own()

    def _win_own(self) -> None:
        """MDY-4 and the first half of MDY-6."""
        mine = [self.number(self.turn, MAIN), self.number(self.turn, SECONDARY)]
        self._win(self.turn, len([face for face in self.lying if face in mine]))
        self.lying = [face for face in self.lying if face not in mine]
        if self.end is None:
            if self.most_to_ransom() > 0:
                self.phase = "ransom"
            else:
                self._hand_over(self.to_hand_over())

    def _ransom(self, number: int) -> None:
        """MDY-5: both dice stay among the game dice."""
        self.spare[self.turn] -= number * self.price
        self.joined += number * self.price
        self._hand_over(self.to_hand_over() - number)

    def _hand_over(self, number: int) -> None:
        """The second half of MDY-6, then what the roll allows."""
        for _ in range(number):
            self.lying.remove(self.number(1 - self.turn, MAIN))
        self._win(1 - self.turn, number)
        if self.end is not None:
            return
        if self.game_dice() == 0 and self.groups:  # MDY-9
            self._next_turn()
        elif self.game_dice() == 0:
            assert self.goal > self.all_dice // 2, "all dice are somebody's, and nobody has most of them"
            self.end = "last-dice"
        elif self.set_aside > 0:  # MDY-7
            self.phase = "again"
        elif self.spare[self.turn] > 0:  # MDY-8
            self.phase = "barren"
        else:
            self._end_turn()

    def _win(self, seat: int, number: int) -> None:
        """Some dice, and whether that is enough (MDY-2)."""
        self.won[seat] += number
        self.set_aside += number
        if self.worth(seat) >= self.goal:
            self.end = "goal"

    def _end_turn(self) -> None:
        """MDY-10. Where all groups are as large as each other there is nothing to choose: so it has always been."""
        if not self.groups:
            self.won[1 - self.turn] += self.game_dice()
            self.lying, self.joined = [], 0
            enough = self.worth(1 - self.turn) >= self.goal or self.goal > self.all_dice // 2 + 1
            assert enough, "all dice are somebody's, and he who stopped had too few"
            self.end = "last-dice"
        elif len(set(self.groups)) == 1:
            self._add(self.groups[0])
        else:
            self.phase = "add"

    def _add(self, size: int) -> None:
        self.groups.remove(size)
        self.groups.append(size + self.game_dice())
        self._next_turn()

    def _next_turn(self) -> None:
        self.turn = 1 - self.turn
        self._begin_turn()

    def scores(self) -> list[int]:
        """Dice won and action dice left, by seat."""
        return [self.worth(seat) for seat in range(SEATS)]

    def shares(self) -> list[Fraction]:
        """Win shares: most dice; before the end they can be equal, and share (GEN-2)."""
        best = max(self.scores())
        return [Fraction(dice == best, self.scores().count(best)) for dice in self.scores()]

    def facts(self) -> dict[str, object]:
        """The position under the names of the game's state. Of dice left lying when all is over nothing is told."""
        always: dict[str, object] = {
            "plies": self.plies,
            "seats": self.seats,
            "won": self.won,
            "spare": self.spare,
            "groups": sorted(self.groups, reverse=True) + [0] * (6 - len(self.groups)),
            **{name: int(number) for name, number in self.options.items()},
        }
        if self.phase == "start":
            return always
        drawn = {**always, "first": self.first}
        if self.end:
            return drawn
        faces = [self.lying.count(face) for face in range(1, 7)]
        return {**drawn, "turn": self.turn, "game": self.game_dice(), "rolled": faces}
