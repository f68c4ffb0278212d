"""Read a rule sheet: TOML, its shape, then what its words mean. Everything that is wrong is refused with its place.

`read` returns a `Sheet` in the shape of `schema` that has passed every check, so that `tables` can translate it.
"""

import re
import tomllib
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec

from bussolotto.core.characters import is_hidden
from bussolotto.core.contract import NAME
from bussolotto.core.errors import Refusal, refuse
from bussolotto.core.kernel import MAX_SEATS
from bussolotto.sheets import state as tables
from bussolotto.sheets import words
from bussolotto.sheets.schema import Move, Number, Points, Range, Sheet, Step, Test, Tests, keys_at, shaped

LARGEST = 8_192  # bytes of a sheet
VERSION = 1  # of the words
TITLE, ABOUT, AUTHORS = 40, 600, 6  # letters of a name and of a text; authors
WORD = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")  # of steps, moves, ends and what players say
NUMBER_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
LONGEST_WORD = 24
LATER = "later-"  # begins the names of texts that pages load later, as those of games are loaded
TAKEN_WORDS = ("take", "put", "funnel", "pose", "start", "lay", "die")  # first words of other moves
MOST = 999  # any number of a sheet
MARK = "\ufeff"  # of the byte order, which some editors write before a text
LONG = re.compile(r"[0-9_]{1000}")  # the beginning of a number that Python does not read
TOML = (  # what `tomllib` says, in any of its versions, and the reason by which the catalogues say it
    (re.compile(r"Cannot|Duplicate"), "toml-twice"),
    (re.compile(r"Expected '\]"), "toml-header"),
    (re.compile(r"Expected '='|Invalid statement|Invalid initial character"), "toml-statement"),
    (re.compile(r"Expected newline"), "toml-rest"),
    (re.compile(r"Unclosed array"), "toml-list"),
    (re.compile(r"Unclosed inline table"), "toml-braces"),
    (re.compile(r"Unterminated|Illegal character '\\n'|Expected"), "toml-text"),
    (re.compile(r"Unescaped|hex value|Escaped"), "toml-backslash"),
    (re.compile(r"Illegal character|Found invalid character"), "toml-character"),
    (re.compile(r"Invalid"), "toml-value"),
)
SHAPES = {  # the kinds of values that `msgspec` expects, and the reason
    frozenset({"int"}): "shape-number",
    frozenset({"int", "str"}): "shape-value",
    frozenset({"str"}): "shape-text",
    frozenset({"bool"}): "shape-yes",
    frozenset({"array"}): "shape-list",
    frozenset({"object"}): "shape-table",
    frozenset({"array", "object"}): "shape-where",
    frozenset({"int", "str", "object"}): "shape-points",
    frozenset({"int", "str", "array", "object"}): "shape-test",
}
ROWS = ("step", "move", "end")  # lists of tables
OTHER = ("toml-long", "toml-deep", "toml-bytes", "toml", "shape-rows", "shape", "words")  # other reasons


def read(text: str) -> Sheet:
    """The sheet that this text is. Raises a Refusal whose code begins with `sheet-`, with a line or a key."""
    if len(text.encode(errors="replace")) > LARGEST:
        raise refuse("sheet-too-large", n=LARGEST)
    sheet = _shape(_parse(text))
    _Check(sheet).all()
    return sheet


def _parse(text: str) -> dict[str, Any]:
    """The TOML as Python values."""
    try:
        return tomllib.loads(text.removeprefix(MARK))
    except RecursionError:
        raise not_toml(1, "toml-deep") from None
    except ValueError as problem:  # TOMLDecodeError is one; a number with thousands of digits is another
        raise _not_toml(text, problem) from problem


def _not_toml(text: str, problem: ValueError) -> Refusal:
    """What to say of a text that is no TOML."""
    if not isinstance(problem, tomllib.TOMLDecodeError):
        long = LONG.search(text)
        return not_toml(text.count("\n", 0, long.start() if long else None) + 1, "toml-long")
    said = re.search(r"\(at line (\d+), column \d+\)$", str(problem))
    line = int(said[1]) if said else text.count("\n") + 1
    return not_toml(line, next((reason for form, reason in TOML if form.match(str(problem))), "toml"))


def not_toml(line: int, reason: str) -> Refusal:
    """The refusal of a text that is no TOML."""
    return refuse("sheet-syntax", line=line, reason=reason)


def _shape(found: dict[str, Any]) -> Sheet:
    """The sheet in its shape."""
    try:
        return shaped(found)
    except msgspec.ValidationError as problem:
        said, _, path = str(problem).partition(" - at ")
        key = path.strip("`").removeprefix("$").removeprefix(".")
        raise _misshapen(said, key) from problem
    except RecursionError:
        raise not_toml(1, "toml-deep") from None


def _misshapen(said: str, key: str) -> Refusal:
    """What to say of a table with a wrong key, or of a value of a wrong type."""
    unknown = re.match(r"Object contains unknown field `(.*)`", said, re.DOTALL)
    missing = re.match(r"Object missing required field `(.*)`", said)
    if unknown:
        known = keys_at(re.sub(r"\[[^]]*\]", "", key))
        return refuse("sheet-word", key=key or "sheet", value=_short(unknown[1]), known=known)
    if missing:
        return refuse("sheet-missing", key=f"{key}.{missing[1]}".lstrip("."))
    expected = frozenset(re.findall(r"\w+", said.partition(",")[0])) - {"Expected", "null"}
    reason = SHAPES.get(expected, "shape")
    if reason == "shape-list" and key.rpartition(".")[2] in ROWS:
        reason = "shape-rows"
    return refuse("sheet-shape", key=key or "sheet", reason=reason)


def _short(value: object) -> str:
    """A value from a sheet as it is repeated to people: not longer than a line, nothing hidden."""
    text = str(value)
    return "".join("?" if is_hidden(each) else each for each in text[:40]) + ("…" if len(text) > 40 else "")


class _Check:
    """All checks of one sheet, in the order of its keys."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.steps = [step.name for step in sheet.step]

    def all(self) -> None:
        """Check everything."""
        require_number("sheet", self.sheet.sheet, VERSION, VERSION)
        self.game()
        self.numbers()
        self.pile()
        require_count("step", self.sheet.step, 1, tables.STEPS)
        require_different("step", self.steps)
        moves = [move for step in self.sheet.step for move in step.move]
        require_count("step.move", moves, 1, tables.MOVES)
        require_count("step.move.word", spoken(self.sheet), 0, tables.WORDS)
        for index, step in enumerate(self.sheet.step):
            self.step(f"step[{index}]", step)
        self.ends([name_of(move) for move in moves])
        self.win()
        require_count("where", range(test_count(self.sheet)), 0, tables.TESTS)

    def game(self) -> None:
        """Names, texts, seats."""
        game, at = self.sheet.game, "game"
        require_word(f"{at}.name", game.name, NAME)
        if game.name.startswith(LATER):
            raise refuse("sheet-taken", key=f"{at}.name", value=game.name)
        require_text(f"{at}.title", game.title, TITLE)
        require_count(f"{at}.authors", game.authors, 0, AUTHORS)
        for index, author in enumerate(game.authors):
            require_text(f"{at}.authors[{index}]", author, TITLE)
        for key, text, longest in (("licence", game.licence, TITLE), ("about", game.about, ABOUT)):
            if text:
                require_text(f"{at}.{key}", text, longest)
        require_count(f"{at}.seats", game.seats, 1, MAX_SEATS)
        for index, seats in enumerate(game.seats):
            require_number(f"{at}.seats[{index}]", seats, game.seats[index - 1] + 1 if index else 1, MAX_SEATS)
        require_number(f"{at}.plies", game.plies, 200, tables.MAX_PLIES)

    def numbers(self) -> None:
        """The numbers that have names."""
        taken = (words.REGISTERS, words.COLOUR, words.NO_NUMBERS, *words.REGISTERS_OF.values())
        for name, number in self.sheet.numbers.items():
            key = f"numbers.{_short(name)}"
            require_word(key, name, NUMBER_NAME)
            if any(name in known for known in taken):
                raise refuse("sheet-taken", key=key, value=name)
            if number.by_seats is not None:
                self.by_seats(key, number)
            else:
                self.option(key, number)
        options = [name for name, number in self.sheet.numbers.items() if number.by_seats is None]
        require_count("numbers", options, 0, tables.NUMBERS)
        require_count("numbers", self.sheet.numbers, 0, 2 * tables.NUMBERS)

    def by_seats(self, key: str, number: Number) -> None:
        """A number for each possible number of seats."""
        assert number.by_seats is not None
        for other in ("default", "low", "high"):
            if getattr(number, other) is not None:
                raise refuse("sheet-together", key=f"{key}.{other}", other="by_seats")
        count = len(self.sheet.game.seats)
        require_count(f"{key}.by_seats", number.by_seats, count, count)
        for index, value in enumerate(number.by_seats):
            require_number(f"{key}.by_seats[{index}]", value, 0, MOST)

    def option(self, key: str, number: Number) -> None:
        """A number that a host can choose."""
        for each in ("default", "low", "high"):
            if getattr(number, each) is None:
                raise refuse("sheet-missing", key=f"{key}.{each}")
        low, high = ends_of(number)
        require_number(f"{key}.high", high, 0, MOST)
        require_number(f"{key}.low", low, 0, high)
        require_number(f"{key}.default", number.default, low, high)

    def pile(self) -> None:
        """What is laid."""
        pile = self.sheet.pile
        self.value("pile.size", pile.size, 2, 8)
        require_known("pile.dice", pile.dice, words.DICE)
        require_known("pile.laid", pile.laid, words.LAID)
        self.value("pile.stock", pile.stock, 0, 60)

    def step(self, key: str, step: Step) -> None:
        """Who may act, and how, or how many dice fall."""
        require_word(f"{key}.name", step.name)
        require_number(f"{key}.throw", step.throw, 0, tables.THROWN)
        require_known(f"{key}.who", step.who, words.WHO)
        if step.throw:
            require_known(f"{key}.then", step.then, self.steps)
            require_count(f"{key}.move", step.move, 0, 0)
            return
        if step.then:
            raise refuse("sheet-together", key=f"{key}.then", other=f"{key}.move")
        require_count(f"{key}.move", step.move, 1, tables.MOVES)
        for index, move in enumerate(step.move):
            self.move(f"{key}.move[{index}]", move)

    def move(self, key: str, move: Move) -> None:
        """What a move does, where, and what follows."""
        require_known(f"{key}.do", move.do, words.DO)
        require_known(f"{key}.then", move.then, self.steps)
        for name, known in (("by", words.BY), ("by_itself", words.BY_ITSELF), ("idle", words.IDLE)):
            require_known(f"{key}.{name}", getattr(move, name), known)
        require_known(f"{key}.turn", move.turn, words.TURN)
        self.word(key, move)
        self.to(key, move)
        if move.by_itself != "no" and move.do != "say":
            raise refuse("sheet-together", key=f"{key}.by_itself", other=f"{key}.do = {move.do}")
        if move.condition is not None:
            self.tests(f"{key}.if", move.condition, words.OF_MATCH)
        if move.where is not None:
            self.where(key, move)
        self.points(f"{key}.points", move)
        self.value(f"{key}.levy", move.levy, 0, MOST)
        self.value(f"{key}.pay", move.pay, 0, MOST)

    def word(self, key: str, move: Move) -> None:
        """What is said, and what the move is called."""
        if move.name:
            require_word(f"{key}.name", move.name)
        if move.do in ("say", "give up"):
            require_word(f"{key}.word", move.word)
            if move.word in TAKEN_WORDS or move.word in tables.WORD_TEXTS:
                raise refuse("sheet-taken", key=f"{key}.word", value=move.word)
        elif move.word:
            raise refuse("sheet-together", key=f"{key}.word", other=f"{key}.do = {move.do}")

    def to(self, key: str, move: Move) -> None:
        """Where the die goes."""
        possible = {"take": ("hand", "own", "box"), "say": ("", "own", "box")}.get(move.do, ("",))
        require_known(f"{key}.to", move.to, possible)
        if move.do == "pose":
            self.needs(f"{key}.do", "pose", words.FACED)

    def where(self, key: str, move: Move) -> None:
        """The tests of a place, in groups if it is a list."""
        if move.do not in words.MEASURES:
            raise refuse("sheet-together", key=f"{key}.where", other=f"{key}.do = {move.do}")
        known = words.MEASURES[move.do]
        if isinstance(move.where, dict):
            self.tests(f"{key}.where", move.where, known)
            return
        assert move.where is not None
        require_count(f"{key}.where", move.where, 1, 8)
        for index, tests in enumerate(move.where):
            self.tests(f"{key}.where[{index}]", tests, known)

    def tests(self, key: str, tests: Tests, known: Mapping[str, words.Measure]) -> None:
        """What is compared with what."""
        require_count(key, tests, 1, 8)
        for name, test in tests.items():
            require_known(key, name, known)
            self.needs(f"{key}.{name}", name, known[name].needs)
            self.test(f"{key}.{name}", name, test, known[name].most)

    def test(self, key: str, name: str, test: Test, most: int) -> None:
        """One comparison: with a number, some numbers, a range, or something of the match."""
        if isinstance(test, Range):
            if test.least is None and test.most is None:
                raise refuse("sheet-missing", key=f"{key}.least")
            for end in ("least", "most"):
                if getattr(test, end) is not None:
                    self.value(f"{key}.{end}", getattr(test, end), 0, max(most, MOST))
        elif isinstance(test, list):
            require_count(key, test, 1, 20)
            for index, each in enumerate(test):
                self.one_of(f"{key}[{index}]", name, each, min(most, 30))
        elif name == "colour":
            require_known(key, test, (*words.COLOUR, *comparisons(name)))
        elif test not in comparisons(name):
            self.value(key, test, 0, max(most, MOST), (*comparisons(name), *self.sheet.numbers))

    def one_of(self, key: str, name: str, value: int | str, most: int) -> None:
        """A value in a list: a colour, or a small number."""
        if name == "colour":
            require_known(key, value, words.COLOUR)
        else:
            require_number(key, value, 0, most)

    def points(self, key: str, move: Move) -> None:
        """What a move scores."""
        points = move.points
        if not isinstance(points, Points):
            self.value(key, points, -100, 100)
            return
        known = words.MEASURES.get(move.do, words.HAND)
        if points.colour is None:
            if points.by is None:
                raise refuse("sheet-missing", key=f"{key}.by")
            measures = {**known, "thrown": words.OF_MATCH["thrown"]}
            require_known(f"{key}.by", points.by, measures)
            self.needs(f"{key}.by", points.by, measures[points.by].needs)
            self.value(f"{key}.times", points.times, -100, 100)
            return
        if points.by is not None:
            raise refuse("sheet-together", key=f"{key}.by", other=f"{key}.colour")
        self.needs(f"{key}.colour", "colour", words.COLOURED)
        require_count(f"{key}.colour", points.colour, len(words.COLOUR), len(words.COLOUR))
        for index, value in enumerate(points.colour):
            self.value(f"{key}.colour[{index}]", value, -100, 100)

    def ends(self, moves: Sequence[str]) -> None:
        """How it ends."""
        require_count("end", self.sheet.end, 0, tables.ENDS)
        require_different("end", [*words.IMPLIED, *(end.name for end in self.sheet.end)])
        for index, end in enumerate(self.sheet.end):
            key = f"end[{index}]"
            require_word(f"{key}.name", end.name)
            self.tests(f"{key}.when", end.when, words.OF_MATCH)
            for place, move in enumerate(end.after or ()):
                require_known(f"{key}.after[{place}]", move, moves)

    def win(self) -> None:
        """Who wins."""
        require_count("win.by", self.sheet.win.by, 1, tables.KEYS)
        for index, key in enumerate(self.sheet.win.by):
            require_known(f"win.by[{index}]", key, words.WIN)

    def value(self, key: str, value: object, low: int, high: int, known: Collection[str] | None = None) -> None:
        """A number, or the name of one all of whose values are possible here."""
        if not isinstance(value, str):
            require_number(key, value, low, high)
            return
        require_known(key, value, self.sheet.numbers if known is None else known)
        for each in values_of(self.sheet.numbers[value]):
            require_number(f"{key} = {value}", each, low, high)

    def needs(self, key: str, word: str, needs: str) -> None:
        """Have the dice what this is said of?"""
        dice = self.sheet.pile.dice
        if needs and dice not in (needs, "both"):
            raise refuse("sheet-dice", key=key, value=word, dice=dice, known=(needs, "both"))


def comparisons(name: str) -> dict[str, tuple[int, int]]:
    """What of the match a measure can be compared with, by its words: how, and the number of the other."""
    registers = words.REGISTERS_OF.get(name, words.REGISTERS)
    return {
        f"{prefix}{word}": (how, other) for word, other in registers.items() for prefix, how in words.COMPARED.items()
    }


def values_of(number: Number) -> list[int]:
    """The ends of a number's range, or its values by seats."""
    return list(number.by_seats or ends_of(number))


def ends_of(number: Number) -> tuple[int, int]:
    """The smallest and the largest value of an option."""
    assert number.low is not None and number.high is not None
    return number.low, number.high


def name_of(move: Move) -> str:
    """What a move is called by the ends of a sheet."""
    return move.name or move.word or move.do


def spoken(sheet: Sheet) -> list[str]:
    """The words that players can say, in order."""
    found = (move.word for step in sheet.step for move in step.move if move.word)
    return list(dict.fromkeys(found))


def groups_of(move: Move) -> list[Tests]:
    """The groups of tests of a place; one of them has to hold."""
    if move.where is None:
        return []
    return [move.where] if isinstance(move.where, dict) else move.where


def test_count(sheet: Sheet) -> int:
    """How many tests there are in all."""
    count = sum(len(end.when) for end in sheet.end)
    for step in sheet.step:
        for move in step.move:
            count += sum(map(len, groups_of(move))) + (0 if move.condition is None else len(move.condition))
    return count


def require_number(key: str, value: object, low: int, high: int) -> None:
    """Refuse a number outside its range."""
    if not isinstance(value, int) or not low <= value <= high:
        raise refuse("sheet-number", key=key, value=_short(value), low=low, high=high)


def require_count(key: str, items: Any, low: int, high: int) -> None:
    """Refuse too few or too many of something."""
    if not low <= len(items) <= high:
        raise refuse("sheet-count", key=key, n=len(items), low=low, high=high)


def require_known(key: str, value: object, known: Collection[str]) -> None:
    """Refuse a word that is not among these."""
    if value == "" and value not in known:
        raise refuse("sheet-missing", key=key, reason="words", known=[_short(each) for each in known])
    if value not in known:
        raise refuse("sheet-word", key=key, value=_short(value), known=[_short(each) for each in known if each])


def require_different(key: str, names: Sequence[str]) -> None:
    """Refuse a name that is there twice."""
    for index, name in enumerate(names):
        if name in names[:index]:
            raise refuse("sheet-taken", key=key, value=_short(name))


def require_word(key: str, word: str, form: re.Pattern[str] = WORD) -> None:
    """Refuse what is no word of small letters."""
    if not form.fullmatch(word) or len(word) > LONGEST_WORD:
        raise refuse("sheet-name", key=key, value=_short(word), n=LONGEST_WORD)


def require_text(key: str, text: str, longest: int) -> None:
    """Refuse a text that is empty, long, or not wholly visible."""
    if not text.strip() or len(text) > longest or any(map(is_hidden, text)):
        raise refuse("sheet-text", key=key, n=longest)
