"""The text version of a match file: for people to read, and convertible back.

A header, then a line whenever another seat acts, with the dice written in: chance outcomes are in brackets. Only the
salts are lost and, of the claims of a race, everything that was not contested or flagged; contested and flagged claims
are in lines with `~`, which are not read back. So are the seed of the dice and the last head, if they can be verified.
Steps of unknown rules carry their code, `keep 4 4 #27`.

The last line is `chain` and SHA-256 in hex over the chain of each line before it, so any changed byte is detected. Only
that something was changed is known then: which line it is, the rules say where they forbid what stands there.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from math import isfinite
from typing import Any

import msgspec

from bussolotto.core.characters import is_hidden
from bussolotto.core.contract import Game
from bussolotto.core.errors import Refusal
from bussolotto.core.kernel import CHANCE
from bussolotto.games import game, knows
from bussolotto.play.notation.record import Dice, End, Record, check, damaged, learn_sheet

FORMAT = 1
SEAL = "chain "  # the beginning of the last line
SINGLE = ("bussolotto", "game", "rules", "sheet", "dice", "end", "returns", "scores")  # lines that occur once
TURN = re.compile(r"(-|1[0-4]|[0-9]):(.*)")  # the seat that acts, and its actions
STEP = re.compile(r"\(([^()]+)\)|([^();]+)")  # an outcome of chance, or an action
NUMBER = re.compile(r"[0-9]{1,9}")


def to_text(record: Record) -> str:
    """The readable form of a match."""
    header = [f"bussolotto {FORMAT}", f"game {record.game}", f"rules {record.rules}"]
    header += [f"sheet {_quoted(record.sheet)}"] if record.sheet else []
    header += ["dice real"] if record.dice == "real" else []
    header += [f"seat {seat} {_quoted(name)}" for seat, name in enumerate(record.names)]
    header += [f"option {name} {_quoted(value)}" for name, value in sorted(record.options.items())]
    played = [line for line, _ in turns(record)]
    beside = [*_claim_lines(record), *_proof_lines(record)]
    return seal("\n".join([*header, "", *played, "", *beside, *_end_lines(record.end), ""]))


def seal(text: str) -> str:
    """Return a text version, made of whole lines, with the line that reveals changes of it."""
    chain = ""
    for line in text.split("\n")[:-1]:
        chain = hashlib.sha256(f"{chain}{line}\n".encode()).hexdigest()
    return f"{text}{SEAL}{chain}\n"


def _quoted(text: str) -> str:
    """Return a text in quotes, with escapes for what cannot be seen."""
    written = msgspec.json.encode(text).decode()
    return "".join(json.dumps(sign)[1:-1] if is_hidden(sign) else sign for sign in written)


def turns(record: Record) -> Iterator[tuple[str, int]]:
    """The lines of what each seat did until another one acted, with the chance before it.

    Each comes with how many steps have been played by its end.
    """
    turn: list[tuple[int, str]] = []
    actor, played = CHANCE, 0
    for seat, text in _words(record):
        if seat != CHANCE and actor not in (CHANCE, seat):
            before = _length_before_chance(turn)
            played += before
            yield _turn_line(record, actor, turn[:before]), played
            turn = turn[before:]
        if seat != CHANCE:
            actor = seat
        turn.append((seat, text))
    before = _length_before_chance(turn)
    if before:
        yield _turn_line(record, actor, turn[:before]), played + before
    if turn[before:]:
        yield _turn_line(record, CHANCE, turn[before:]), played + len(turn)


def _claim_lines(record: Record) -> list[str]:
    """Contested claims in a race, the first to press first, and flagged ones."""
    contested = {claim["window"] for claim in record.claims if claim["verdict"] == "contested"}
    told = [claim for claim in record.claims if claim["window"] in contested or claim["flags"]]
    lines = []
    for claim in told:
        words = [f"ply {claim['ply']}, seat {claim['seat']}: {claim['action']}, {claim['believed_ms']:.0f} ms after it"]
        words.append(f"saw version {claim['version']}: {claim['verdict']}")
        if claim["rival"] is not None:
            words.append(f"by {claim['behind_ms']:.0f} ms against seat {claim['rival']}{', by lot' * claim['heat']}")
        lines.append(" ".join([*words, *(f"[{flag}]" for flag in claim["flags"])]))
    return [*(f"~ {line}" for line in lines), *([""] if lines else [])]


def _proof_lines(record: Record) -> list[str]:
    """What a page can compare with what it kept. The match file alone proves the dice."""
    proof = record.proof
    return [f"~ start {proof.start}", f"~ seed {proof.seed}", f"~ head {proof.head}", ""] if proof else []


def _words(record: Record) -> Iterator[tuple[int, str]]:
    for (seat, action), text in zip(record.steps, record.texts, strict=True):
        assert not set(text) & set("();"), f"{text!r}: these signs part the steps of a line"
        yield seat, text if record.playable else f"{text} #{action}"


def _length_before_chance(turn: Sequence[tuple[int, str]]) -> int:
    """How many steps a turn has up to its last action: chance outcomes after that belong to the next turn."""
    return max((index for index, (seat, _) in enumerate(turn, 1) if seat != CHANCE), default=0)


def _turn_line(record: Record, actor: int, turn: Sequence[tuple[int, str]]) -> str:
    pieces: list[str] = []
    for seat, text in _joined(record, turn):
        if seat == CHANCE:
            pieces.append(f"({text})")
        elif pieces and not pieces[-1].endswith(")"):
            pieces[-1] += ";"
            pieces.append(text)
        else:
            pieces.append(text)
    return f"{'-' if actor == CHANCE else actor}: {' '.join(pieces)}"


def _joined(record: Record, turn: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
    """Dice that fall one after another are joined, `die 2 3 4`, unless that is the name of a single outcome."""
    joined: list[tuple[int, str]] = []
    for seat, text in turn:
        word, _, argument = text.partition(" ")
        longer = f"{joined[-1][1]} {argument}" if joined else ""
        simple = seat == CHANCE and argument.isalnum() and record.playable
        if (
            simple
            and longer.startswith(f"{word} ")
            and joined[-1][0] == CHANCE
            and not is_outcome(game(record.game), longer)
        ):
            joined[-1] = CHANCE, longer
        else:
            joined.append((seat, text))
    return joined


def is_outcome(module: Game, text: str) -> bool:
    """Is this a single outcome of chance?"""
    try:
        module.read(CHANCE, text)
    except ValueError:
        return False
    return True


def _end_lines(end: dict[str, Any] | None) -> list[str]:
    if end is None:
        return ["end -"]
    results = [f"{name} {' '.join(map(repr, map(float, end[name])))}" for name in ("returns", "scores")]
    return [f"end {end['reason']}", *results]


def from_text(text: str) -> Record:
    """Read the text version and play it again. Raises DamagedFile and names the first wrong line."""
    whole, mark, _ = text.rpartition(SEAL)
    reader = _Reader()
    for number, line in enumerate((whole if mark else text).split("\n"), 1):
        if line.strip():
            reader.read(number, line)
    record = reader.record()
    last = text.count("\n") + (not text.endswith("\n"))
    if not mark:
        raise damaged(last + 1, "cut", "the line with the chain is missing.")
    if not whole.endswith("\n") or seal(whole) != text:
        raise damaged(last, "chain", "it, or what stands before it, was changed (its chain does not fit).")
    return record


class _Reader:
    """Collects what the lines of a text version say, and the line numbers."""

    def __init__(self) -> None:
        self.number = 0
        self.said: dict[str, str] = {}
        self.names: list[str] = []
        self.options: dict[str, str] = {}
        self.steps: list[tuple[int, int]] = []
        self.texts: list[str] = []
        self.lines_of_steps: list[int] = []

    def read(self, number: int, line: str) -> None:
        """One line that is not empty."""
        word, _, value = line.partition(" ")
        if word == "~":
            return
        self.number = number
        if turn := TURN.fullmatch(line):
            self._turn(CHANCE if turn[1] == "-" else int(turn[1]), turn[2])
        elif word == "seat":
            self.names.append(self._unquoted(value.removeprefix(f"{len(self.names)} ")))
        elif word == "option":
            name, _, value = value.partition(" ")
            self.options[name] = self._unquoted(value)
        elif word in SINGLE and word not in self.said:
            self.said[word] = value
            if word == "sheet":
                learn_sheet(number, self._value("game"), self._unquoted(value))
        else:
            raise self._wrong(f"{line!r} is not expected here.")

    def record(self) -> Record:
        """The whole record, checked against the rules."""
        end = self._end()
        record = Record(
            self._value("game"),
            self._rules(),
            len(self.names),
            self.names,
            self.options,
            self.steps,
            end,
            self.texts,
            self._dice(),
        )
        check(record, [1, *self.lines_of_steps, self.number])
        return record

    def _dice(self) -> Dice:
        """Real dice if the text says so; there is no line for dice of the program."""
        dice = self.said.get("dice")
        if dice not in (None, "real"):
            raise self._wrong(f"dice {dice!r} is unknown.")
        return "real" if dice else "program"

    def _turn(self, actor: int, line: str) -> None:
        """The steps of one line, with chance outcomes in brackets."""
        if STEP.sub("", line).strip(";"):
            raise self._wrong(f"the brackets of {line!r} do not match.")
        for outcomes, action in STEP.findall(line):
            for outcome in self._parted(outcomes):
                self._step(CHANCE, outcome)
            if action.strip():
                self._step(actor, action.strip())

    def _parted(self, outcomes: str) -> list[str]:
        """Dice written in one piece, `die 2 3 4`, one by one."""
        module = self._module()
        word, _, arguments = outcomes.strip().partition(" ")
        if module is None or not arguments or is_outcome(module, outcomes):
            return [outcomes] if word else []
        return [f"{word} {argument}" for argument in arguments.split()]

    def _step(self, seat: int, text: str) -> None:
        module = self._module()
        text, _, code = text.partition(" #")
        try:
            action = self._count(code) if module is None else module.read(seat, text)
        except ValueError as problem:
            raise self._wrong(f"{text!r} is no step: {problem}.", "text") from problem
        self.steps.append((seat, action))
        self.texts.append(text if module is None else module.say(seat, action))
        self.lines_of_steps.append(self.number)

    def _module(self) -> Game | None:
        """The game, if its rules are those we know."""
        name = self._value("game")
        module = game(name) if knows(name) else None
        return module if module and self._rules() == module.RULES else None

    def _rules(self) -> int:
        return self._count(self._value("rules"))

    def _count(self, value: str) -> int:
        if not NUMBER.fullmatch(value):
            raise self._wrong(f"{value!r} is no whole number.")
        return int(value)

    def _value(self, word: str) -> str:
        if word not in self.said:
            raise self._wrong(f"up to it there is no line {word!r}.", "cut")
        return self.said[word]

    def _end(self) -> dict[str, Any] | None:
        if self._value("bussolotto") != str(FORMAT):
            raise damaged(1, "format", f"{FORMAT} is the format that can be read here.")
        if self._value("end") == "-":
            return None
        results = {name: self._value(name).split() for name in ("returns", "scores")}
        try:
            end = msgspec.convert({"reason": self._value("end"), **results}, End, strict=False)
        except msgspec.ValidationError as problem:
            raise self._wrong(f"{problem}.", "result") from problem
        told: dict[str, Any] = msgspec.to_builtins(end)
        if not all(map(isfinite, end.returns + end.scores)):
            raise self._wrong(f"{told} is no result.", "result")
        return told

    def _unquoted(self, value: str) -> str:
        try:
            return msgspec.json.decode(value, type=str)
        except msgspec.DecodeError as problem:
            raise self._wrong(f"{value} is no text in quotes ({problem}).") from problem

    def _wrong(self, problem: str, reason: str = "form") -> Refusal:
        return damaged(self.number, reason, problem)
