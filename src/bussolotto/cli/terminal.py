"""A match in the terminal: people at this keyboard, bots, and dice from wherever one likes."""

import random
import secrets
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import chain, repeat
from pathlib import Path
from typing import NamedTuple

import typer
from rich.columns import Columns

import bussolotto
from bussolotto import chance, notation, players
from bussolotto.cli.files import loaded
from bussolotto.cli.sentences import events, mover_of, result, sentence, standing
from bussolotto.cli.words import DONE, INTERRUPTED, REFUSED, complain, console, plain, say, tell
from bussolotto.errors import Refusal
from bussolotto.match import Match
from bussolotto.players.company import Company

YOU = "you"  # the player who sits at the keyboard


class Leave(Exception):
    """Somebody wants to stop here."""


class Sitting(NamedTuple):
    """A match and who sits at it: the names that people read, and by seat the bot or YOU."""

    match: Match
    names: list[str]
    seated: list[str]


def usual(game: str) -> Iterable[str]:
    """Who sits at a match if nobody is named: you, and the best bot in all other seats. Raises UnknownGame."""
    return chain([YOU], repeat(players.names(bussolotto.game(game))[-1]))


def opened(seated: Sequence[str], game: str, options: Mapping[str, str]) -> Sitting:
    """A new match. Raises what Match does, and UnknownPlayer."""
    module = bussolotto.game(game)
    match = Match(module, len(seated), options)
    for player in set(seated) - {YOU}:
        players.player(player, module)
    return Sitting(match, [_name(player, seat, seated) for seat, player in enumerate(seated)], list(seated))


def _name(player: str, seat: int, seated: Sequence[str]) -> str:
    """A player's name, with a number where there are several of it."""
    name = say("you") if player == YOU else player
    return f"{name} {seated[: seat + 1].count(player)}" if seated.count(player) > 1 else name


def resumed(file: Path) -> Sitting:
    """A match to be continued; seats whose name is no bot's are yours."""
    record = loaded(file)
    if not record.playable:
        tell(say("resume.other-rules", game=record.game, rules=record.rules))
        raise typer.Exit(REFUSED)
    if record.end is not None:
        tell(say("resume.over", file=file))
        raise typer.Exit(REFUSED)
    bots = players.names(bussolotto.game(record.game))
    words = [name.rstrip("0123456789 ") for name in record.names]
    return Sitting(notation.match_of(record), record.names, [word if word in bots else YOU for word in words])


def source(kind: str, seed: int | None, version: int) -> chance.Chance:
    """Where the dice come from; a seeded match that is resumed at a version goes on with other dice of its seed."""
    if kind == "typed":
        return chance.Typed(lambda possible: ask(say("dice.ask", possible=possible)))
    if kind == "seeded":
        return chance.Fast(0 if seed is None else seed, version)
    return chance.System()


def ask(question: str) -> str:
    """What somebody types. Raises Leave for `q` and at the end of the input."""
    try:
        answer = input(question).strip()
    except EOFError as end:
        tell("")
        raise Leave from end
    if answer.lower() in ("q", "quit"):
        raise Leave
    return answer


class Evening:
    """Plays one match to its end, or until somebody leaves; then the match file is written and nothing is lost."""

    def __init__(
        self,
        match: Match,
        names: list[str],
        seated: list[str],
        dice: chance.Chance,
        seed: int | None,
        file: Path | None,
    ) -> None:
        self._match = match
        self._names = names
        self._dice = dice
        self._file = file
        self._game: str = match.module.NAME
        bots = {seat: player for seat, player in enumerate(seated) if player != YOU}
        self._company = Company(
            match,
            {seat: players.player(player, match.module) for seat, player in bots.items()},
            {seat: random.Random(None if seed is None else f"{seed}/{match.version}/{seat}") for seat in bots},
        )
        self._people = [seat for seat, player in enumerate(seated) if player == YOU]
        self._told = match.version
        self._standing = standing(match, names)

    def play(self) -> int:
        """Play on; the exit code."""
        tell(say("play.keys"))
        try:
            while self._roll():
                self._decide()
        except Leave:
            return self._leave(DONE)
        except KeyboardInterrupt:
            tell("")
            return self._leave(INTERRUPTED)
        tell(f"\n{self._match.show(bussolotto.SPECTATOR)}\n")
        tell(result(self._match.returns(), self._names))
        if self._file:
            self._save(self._file)
        return DONE

    def _roll(self) -> bool:
        """Let the dice fall; True while somebody has to decide."""
        self._company.fall(self._dice)
        if isinstance(self._dice, chance.Typed) and (surplus := self._dice.surplus()):
            tell(say("dice.surplus", dice=" ".join(surplus)))
        self._tell_news()
        return not self._match.over

    def _decide(self) -> None:
        """One action of whoever may act: of somebody here, else of a bot."""
        here = [seat for seat in self._people if self._match.movers() >> seat & 1]
        if here:
            self._ask_for_action(here[0])
        else:
            wish = self._company.wish()
            assert wish is not None, f"nobody moves at ply {self._match.version}"
            self._company.play(wish.seat, wish.action)
        self._tell_news()

    def _ask_for_action(self, seat: int) -> None:
        legal = self._match.legal(seat)
        if len(legal) == 1:
            self._company.play(seat, legal[0])
            return
        texts = [self._match.module.say(seat, action) for action in legal]
        tell(f"\n{self._match.show(seat)}\n")
        console().print(Columns([f"{number:>3} {plain(text)}" for number, text in enumerate(texts, 1)], padding=(0, 2)))
        while True:
            answer = ask(say("play.ask", name=self._names[seat], n=len(legal)))
            try:
                self._company.play(seat, self._meant(seat, answer, legal, texts))
            except ValueError:
                tell(say("play.unclear", n=len(legal), example=texts[0]))
            except Refusal as refusal:
                complain(refusal)
            else:
                return

    def _meant(self, seat: int, answer: str, legal: Sequence[int], texts: Sequence[str]) -> int:
        """The action of a number of the list, of its text, or of its text without the word that all begin with."""
        if answer.isdecimal() and 1 <= int(answer) <= len(legal):
            return legal[int(answer) - 1]
        words = {text.partition(" ")[0] for text in texts}
        first = answer.partition(" ")[0]
        if len(words) == 1 and first.isdecimal():
            answer = f"{words.pop()} {answer}"
        return int(self._match.module.read(seat, answer))

    def _tell_news(self) -> None:
        """Everything that happened since the last time, and the points where they changed."""
        viewer = self._people[0] if len(self._people) == 1 else bussolotto.SPECTATOR
        steps = self._match.steps(viewer, self._told)
        self._told = self._match.version
        for event in events(steps):
            tell(sentence(event, self._game, self._names, mover_of(self._match)))
        now = standing(self._match, self._names)
        if now != self._standing:
            tell(f"    {now}")
        self._standing = now

    def _leave(self, code: int) -> int:
        file = self._file or Path(f"{self._game}-{datetime.now().astimezone():%Y%m%d-%H%M%S}.jsonl")
        self._save(file)
        tell(say("play.resume", file=file))
        return code

    def _save(self, file: Path) -> None:
        """Write the match file, whole or not at all; where that fails its text is told, so that nothing is lost."""
        record = notation.record_of(self._match, self._names)
        draft = file.with_name(f"{file.name}.new")
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            draft.write_bytes(notation.write(record, secrets.token_bytes(32)))
            draft.replace(file)
        except OSError as problem:
            tell(say("save.failed", problem=problem))
            tell(notation.to_text(record))
        else:
            tell(say("saved", file=file))
