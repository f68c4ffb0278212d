"""Translate a rule sheet into the tables of the interpreter."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from bussolotto.sheets import state as to
from bussolotto.sheets import words
from bussolotto.sheets.reading import comparisons, groups_of, name_of, spoken
from bussolotto.sheets.schema import Move, Points, Range, Sheet, Step, Test, Tests

Table = npt.NDArray[np.int64]
FARTHEST = 2**30  # beyond any value that is compared


@dataclass
class Tables:
    """The tables of a sheet; `later` holds entries that depend on seats and options: table, index, name of a number."""

    setup: Table = field(default_factory=lambda: np.zeros(to.SETUP, np.int64))
    steps: Table = field(default_factory=lambda: np.zeros((to.STEPS, 5), np.int64))
    moves: Table = field(default_factory=lambda: np.zeros((to.MOVES, to.MOVE), np.int64))
    tests: Table = field(default_factory=lambda: np.zeros((to.TESTS, 5), np.int64))
    ends: Table = field(default_factory=lambda: np.zeros((to.ENDS, 3), np.int64))
    later: list[tuple[str, tuple[int, ...], str]] = field(default_factory=list)
    limit: int = 0

    def filled(self, values: Mapping[str, int]) -> dict[str, Table]:
        """The tables with the values of these numbers."""
        names = [name for name in to.TABLES if name != "limit"]
        whole = {name: getattr(self, name).copy() for name in names}
        for table, index, name in self.later:
            whole[table][index] = values[name]
        return whole

    def put(self, table: str, index: tuple[int, ...], value: Any) -> None:
        """Write a number, or note that it is to be filled in."""
        if isinstance(value, str):
            self.later.append((table, index, value))
        else:
            getattr(self, table)[index] = value


def translated(sheet: Sheet) -> Tables:
    """The tables of a sheet that has been checked."""
    return _Translator(sheet).all()


class _Translator:
    """Writes the tables of one sheet."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.tables = Tables(limit=sheet.game.plies)
        self.steps = [step.name for step in sheet.step]
        self.words = spoken(sheet)
        self.tests = 0  # written so far

    def all(self) -> Tables:
        """Everything, in the order of the sheet."""
        self.setup()
        first = 0
        for index, step in enumerate(self.sheet.step):
            self.step(index, step, first)
            first += len(step.move)
        self.ends()
        return self.tables

    def setup(self) -> None:
        """What is laid, and who wins."""
        pile = self.sheet.pile
        self.tables.put("setup", (to.SIZE,), pile.size)
        self.tables.put("setup", (to.STOCK,), pile.stock)
        setup = self.tables.setup
        setup[to.FILL] = words.LAID[pile.laid]
        setup[to.NO_TOP] = pile.without_top
        setup[to.DICE] = words.DICE[pile.dice]
        setup[to.STEP_COUNT] = len(self.steps)
        setup[to.END_COUNT] = len(self.sheet.end)
        keys = [words.WIN[key] for key in self.sheet.win.by]
        setup[to.KEY : to.KEY + len(keys)] = keys

    def step(self, index: int, step: Step, first: int) -> None:
        """A step and its moves; `first`: how many moves were written before."""
        after = self.steps.index(step.then) if step.throw else 0
        self.tables.steps[index] = words.WHO[step.who], step.throw, first, len(step.move), after
        for number, move in enumerate(step.move, first):
            self.move(number, move)

    def move(self, number: int, move: Move) -> None:
        """A move."""
        row = self.tables.moves[number]
        row[to.DO] = words.DO[move.do]
        row[to.SLOT] = self.words.index(move.word) if move.word else 0
        row[to.BY] = words.BY[move.by]
        row[to.ITSELF] = words.BY_ITSELF[move.by_itself]
        row[to.TO] = words.TO[move.to]
        row[to.IDLE] = words.IDLE[move.idle]
        row[to.PASSES] = words.TURN[move.turn]
        row[to.THEN] = self.steps.index(move.then)
        conditions = [] if move.condition is None else [move.condition]
        row[to.IF], row[to.IFS] = self.write_tests(conditions, words.OF_MATCH)
        row[to.WHERE], row[to.WHERES] = self.write_tests(groups_of(move), words.MEASURES.get(move.do, {}))
        self.tables.put("moves", (number, to.LEVY), move.levy)
        self.tables.put("moves", (number, to.PAY), move.pay)
        self.points(number, move)

    def points(self, number: int, move: Move) -> None:
        """What the move scores."""
        row, points = self.tables.moves[number], move.points
        known = {**words.MEASURES.get(move.do, words.HAND), "thrown": words.OF_MATCH["thrown"]}
        if not isinstance(points, Points):
            row[to.SCORE] = to.FIXED if points else to.NO_SCORE
            self.tables.put("moves", (number, to.AMOUNT), points)
        elif points.colour is None:
            row[to.SCORE], row[to.BY_WHAT] = to.TIMES, known[str(points.by)].code
            self.tables.put("moves", (number, to.AMOUNT), points.times)
        else:
            of = "colour" if move.do == "take" else "hand"
            row[to.SCORE], row[to.BY_WHAT] = to.BY_COLOUR, to.COLOUR if of == "colour" else to.HAND_COLOUR
            for index, value in enumerate(points.colour):
                self.tables.put("moves", (number, to.AMOUNT + index), value)

    def write_tests(self, groups: list[Tests], known: Mapping[str, words.Measure]) -> tuple[int, int]:
        """Write groups of tests; where they begin, and how many there are."""
        first = self.tests
        for group, tests in enumerate(groups):
            for name, test in tests.items():
                self.write_test(name, test, known[name].code, group)
        return first, self.tests - first

    def write_test(self, name: str, test: Test, what: int, group: int) -> None:
        """Write one test."""
        number = self.tests
        self.tests += 1
        row = self.tables.tests[number]
        row[to.WHAT], row[to.GROUP] = what, group
        if isinstance(test, list):
            row[to.HOW] = to.AMONG
            row[to.LOW] = sum(1 << int(words.COLOUR.get(str(each), each)) for each in {*test})
            return
        if isinstance(test, str) and test in comparisons(name):
            row[to.HOW], row[to.LOW] = comparisons(name)[test]
            return
        if name == "colour":
            test = words.COLOUR[str(test)]
        row[to.HOW] = to.WITHIN
        low, high = (test.least, test.most) if isinstance(test, Range) else (test, test)
        self.tables.put("tests", (number, to.LOW), -FARTHEST if low is None else low)
        self.tables.put("tests", (number, to.HIGH), FARTHEST if high is None else high)

    def ends(self) -> None:
        """How it ends."""
        moves = [name_of(move) for step in self.sheet.step for move in step.move]
        for index, end in enumerate(self.sheet.end):
            after = moves if end.after is None else end.after
            bits = sum(1 << number for number, name in enumerate(moves) if name in after)
            self.tables.ends[index] = bits, *self.write_tests([end.when], words.OF_MATCH)
