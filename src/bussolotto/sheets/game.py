"""A rule sheet as a game: its own facts and words, over the interpreter that all sheets share."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any
from weakref import ref

import numpy as np

from bussolotto.core import kernel
from bussolotto.core.contract import OF_GAME, Facts, Game, Number
from bussolotto.core.errors import refuse
from bussolotto.core.events import Events
from bussolotto.core.looks import Figure, Looks, Pile, Tray, Try
from bussolotto.sheets import interpreter, narration, state, words
from bussolotto.sheets.reading import LARGEST, MARK, ends_of, groups_of, not_toml, read, spoken
from bussolotto.sheets.schema import Move, Sheet
from bussolotto.sheets.tables import translated

ENDING = ".toml"  # of the name of a file
BLANK = Path(__file__).with_name(f"blank{ENDING}")  # the least that is a game, to begin with
_LIBRARY = Path(__file__).with_name("library")
_GAMES = Path(__file__).parent.with_name("games")
DIGEST = 16  # hexadecimal digits in the name of a game: too many to look for another sheet with the same ones
KEPT = 300  # games that are found by name; those read first are forgotten
Find = Callable[[str], str | None]  # the text of the sheet whose game has this name
_known: dict[str, SheetGame] = {}
_finding: list[Find] = []


class SheetName(str):
    """The name of a sheet's game. Pickled, it takes the sheet along, so that another process can play it."""

    __slots__ = ("text",)
    text: str

    def __reduce__(self) -> tuple[Callable[[str], str], tuple[str]]:
        """Another process reads the sheet again."""
        return _name_from, (self.text,)


class SheetGame(Game):
    """A game whose rules are a sheet. Its name ends with a digest of the sheet, so that it tells one from another."""

    def __init__(self, sheet: Sheet, text: str) -> None:
        """`sheet`: as read from `text`."""
        super().__init__(interpreter)
        self.sheet = sheet
        self.text = text
        self.tables = translated(sheet)
        self.NAME = SheetName(f"{sheet.game.name}-{digest(text)}")
        self.NAME.text = text
        self.facts = self.FACTS = _facts(sheet, str(self.NAME))
        self.TITLE, self.CLAUSES, self.SEATS = self.facts.title, self.facts.clauses, self.facts.seats
        self.ENDINGS, self.RACE, self.RULES = self.facts.endings, self.facts.race, self.facts.version
        self.OPTIONS = {name: option.suggested for name, option in self.facts.options.items()}
        self.MAX_PLIES = sheet.game.plies
        self.STATE = _own_layout(self)
        texts = state.action_texts(spoken(sheet))
        say, read = kernel.notation(self.NAME, texts, state.OUTCOME_TEXTS)
        vars(self).update(say=say, read=read, reset=self._open)
        self._numbers = dict(zip(self.facts.options, state.NUMBER_FIELDS, strict=False))

    @property
    def ranges(self) -> dict[str, Number]:
        """The numbers of the sheet that are options."""
        return {name: option for name, option in self.facts.options.items() if isinstance(option, Number)}

    @property
    def given(self) -> tuple[str, ...]:
        """The tables of the sheet, and the fields of its numbers."""
        return (*state.TABLES, *state.NUMBER_FIELDS)

    @cached_property
    def events(self) -> Events:
        """What its matches tell besides their moves."""
        return narration.events_of(self)

    def field_of(self, option: str) -> str:
        """Numbers stand in fields that all sheets have."""
        return self._numbers[option]

    def _open(self, s: Any, seats: int) -> None:
        """Write the tables of the sheet for these seats and options, then the opening position."""
        values = {name: int(getattr(s, where)) for name, where in self._numbers.items()}
        place = self.SEATS.index(seats)
        for name, number in self.sheet.numbers.items():
            if number.by_seats is not None:
                values[name] = number.by_seats[place]
        for name, table in self.tables.filled(values).items():
            _write(s, name, table.astype(self.STATE[name].base))
        s.limit = self.tables.limit
        interpreter.reset(s, seats)

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        """Another process reads the sheet again."""
        return game_from_text, (self.text,)


def _facts(sheet: Sheet, name: str) -> Facts:
    about = sheet.game
    options = {
        option: Number(*ends_of(number), (number.default or 0,), ours=True)
        for option, number in sheet.numbers.items()
        if number.by_seats is None
    }
    race = any(step.who == "all" for step in sheet.step)
    throws = any(step.throw for step in sheet.step)
    return Facts(
        name=name,
        title=about.title,
        authors=tuple(about.authors),
        version=interpreter.FACTS.version,
        clauses=interpreter.FACTS.clauses,
        seats=tuple(about.seats),
        endings=(*(end.name for end in sheet.end), *words.IMPLIED),
        options=options,
        race=race,
        solution=("able",) if race else (),
        fewest_win=words.WIN[sheet.win.by[0]] < 0,
        rolled=("die",) if throws else (),
        looks=_looks(sheet, throws),
    )


def _looks(sheet: Sheet, throws: bool) -> Looks:
    """What lies on the table: the pile, thrown dice, the die in hand, and what each seat has."""
    moves = [move for step in sheet.step for move in step.move]
    faces = "pose" if sheet.pile.dice != "colours" else ""
    holds = (Tray("held", state.COLOURS, kinds=True),) if any(move.to == "hand" for move in moves) else ()
    scores = any(move.points for move in moves)
    own_side = any("own_face" in tests for move in moves for tests in groups_of(move))
    return Looks(
        pile=Pile("colour", state.COLOURS, faces=faces, first_pose=1, size="lattice", own_side=own_side),
        trays=(*((Tray("thrown"),) if throws else ()), *holds),
        figures=(Figure("dice", by_seat=True),),
        score="points" if scores else "",
        thrown=False,
        tries=_tries(sheet) if any(step.who == "all" for step in sheet.step) else (),
    )


def _tries(sheet: Sheet) -> tuple[Try, ...]:
    """What can be tried in the steps of a race: its moves as far as everybody sees that they may be made."""
    found = (
        _try(move, number, step.who)
        for number, step in enumerate(sheet.step)
        for move in step.move
        if move.by_itself != "only"
    )
    return tuple(dict.fromkeys(found))


def _try(move: Move, step: int, who: str) -> Try:
    word, at = words.TRIED.get(move.do, (move.word, ""))
    by = {"turn": "turn", "same": "actor"}.get("turn" if move.by == "turn" else who, "")
    return Try(word, "step", step, at, by, once="passed" if move.do == "give up" else "")


def _own_layout(game: SheetGame) -> Any:
    """The layout of all sheets with a type of its own, by which the game of a state is found."""
    layout = kernel.record(state.State, size=state.STATE.itemsize)
    for reading in (layout.type, layout.type.plain):
        setattr(reading, OF_GAME, ref(game))  # NumPy would keep a circle for ever
    return layout


def _write(s: Any, name: str, table: Any) -> None:
    """Write a whole table into a state, in either reading."""
    if isinstance(s, np.record):
        s[name] = table
        return
    assert state.STATE.fields is not None
    layout, offset = state.STATE.fields[name][:2]
    memoryview(s).cast("B")[offset : offset + layout.itemsize] = table.tobytes()


def digest(text: str) -> str:
    """What tells one sheet from another."""
    return hashlib.sha256(text.encode()).hexdigest()[:DIGEST]


def game_from_text(text: str) -> SheetGame:
    """The game that this sheet is. Raises a Refusal whose code begins with `sheet-`."""
    text = text.removeprefix(MARK)
    sheet = read(text)
    name = f"{sheet.game.name}-{digest(text)}"
    if name not in _known:
        while len(_known) >= KEPT:
            _known.pop(next(iter(_known)))
        _known[name] = SheetGame(sheet, text)  # type: ignore[abstract]  # the interpreter has all functions
    found = _known[name]
    if found.text != text:  # made on purpose
        raise refuse("sheet-taken", key="sheet", value=name)
    return found


def game_from_sheet(source: str | Path) -> SheetGame:
    """The game of a sheet, from a file or from its text. Raises a Refusal whose code begins with `sheet-`."""
    if isinstance(source, str) and "\n" in source:
        return game_from_text(source)
    return game_from_text(_text_of(Path(source)))


def _text_of(path: Path) -> str:
    """The text of a file, which may be anything."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as problem:
        raise refuse("sheet-unread", file=path, problem=problem.strerror or problem) from problem
    if len(content) > LARGEST:
        raise refuse("sheet-too-large", n=LARGEST)
    try:
        return content.decode()
    except UnicodeDecodeError as problem:
        line = content[: problem.start].count(b"\n") + 1
        raise not_toml(line, "toml-bytes") from problem


def _name_from(text: str) -> str:
    name: str = game_from_text(text).NAME
    return name


def forget(game: SheetGame) -> None:
    """Find this game by its name no more."""
    _known.pop(game.NAME, None)


def known(name: str) -> SheetGame | None:
    """The game of this name, if its sheet has been read in this process or can be found."""
    if name in _known:
        return _known[name]
    texts = (find(name) for find in _finding)
    text = next((text for text in texts if text is not None), None)
    return None if text is None else game_from_text(text)


@contextmanager
def finding(find: Find) -> Iterator[None]:
    """Meanwhile sheets that have not been read, or were forgotten, are found by this function. Any thread calls it."""
    _finding.append(find)
    try:
        yield
    finally:
        _finding.remove(find)


def library() -> dict[str, Path]:
    """The sheets that come with the package, by name: those of published games lie in the folders of these games."""
    of_games = {path.parent.name.replace("_", "-"): path for path in sorted(_GAMES.glob(f"*/sheet{ENDING}"))}
    return {path.stem: path for path in sorted(_LIBRARY.glob(f"*{ENDING}"))} | of_games
