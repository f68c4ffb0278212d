"""A match in the terminal: players at this keyboard, bots, and dice from any source."""

import random
import secrets
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from itertools import chain, repeat
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import typer

import bussolotto
from bussolotto import players
from bussolotto.cli import race
from bussolotto.cli.files import loaded
from bussolotto.cli.moves import listed, meant, words_of
from bussolotto.cli.sentences import in_words, mover_of, result, standing
from bussolotto.cli.words import DONE, INTERRUPTED, REFUSED, complain, console, say, tell, write_whole
from bussolotto.core import chance
from bussolotto.core.characters import show_hidden
from bussolotto.core.errors import Refusal
from bussolotto.play import notation
from bussolotto.play.match import Match
from bussolotto.play.narration import Narration
from bussolotto.players.bot_table import BotTable

YOU = "you"  # the player who sits at the keyboard


class Leave(Exception):
    """A player wants to leave."""


class Sitting(NamedTuple):
    """A match and its players: the names that people read, and by seat the bot or YOU."""

    match: Match
    names: list[str]
    seated: list[str]


def usual(game: str) -> Iterable[str]:
    """Return the default players: you, and the usual bot in all other seats. Raises UnknownGame."""
    return chain([YOU], repeat(players.usual(bussolotto.game(game))))


def opened(seated: Sequence[str], game: str, options: Mapping[str, str]) -> Sitting:
    """Return a new match. Raises what Match does, and UnknownPlayer."""
    module = bussolotto.game(game)
    match = Match(module, len(seated), options)
    for player in set(seated) - {YOU}:
        players.player(player, module)
    return Sitting(match, [_name(player, seat, seated) for seat, player in enumerate(seated)], list(seated))


def _name(player: str, seat: int, seated: Sequence[str]) -> str:
    """Return a player's name, with a number if it occurs several times."""
    name = say("you") if player == YOU else player
    return f"{name} {seated[: seat + 1].count(player)}" if seated.count(player) > 1 else name


def resumed(file: Path) -> Sitting:
    """Return a match to be continued. Seats whose name is not a bot's are yours."""
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
    """Return the source of dice. A seeded match resumed at a version continues with other dice of its seed."""
    if kind == "typed":
        return AtTable()
    if kind == "seeded":
        return chance.Fast(0 if seed is None else seed, version)
    return chance.System()


def ask(question: str) -> str:
    """Return what a player types. Raises Leave for `q` and at the end of the input."""
    try:
        answer = input(show_hidden(question)).strip()
    except EOFError as end:
        tell("")
        raise Leave from end
    if answer.lower() in ("q", "quit"):
        raise Leave
    return answer


class AtTable(chance.Typed):
    """Real dice, typed in. People without a pyramid of dice may let the system lay it."""

    def __init__(self) -> None:
        super().__init__(self._read_line)
        self._line = ""
        self._drawn: bool | None = None  # None: not asked yet

    def outcome(self, weights: Sequence[int], say: chance.Say) -> int:
        """Return the outcome on the table. If the system is to lay the dice, return the outcome it draws."""
        laying = any(weight and say(code).startswith("lay ") for code, weight in enumerate(weights))
        if laying and self._drawn is None:
            self._offer()
        if laying and self._drawn:
            return chance.System().outcome(weights, say)
        return super().outcome(weights, say)

    def _offer(self) -> None:
        self._line = ask(say("dice.lay"))
        self._drawn = not self._line
        if self._drawn:
            tell(say("dice.lay.drawn"))

    def _read_line(self, possible: str) -> str:
        line, self._line = self._line, ""
        return line or ask(say("dice.ask", possible=possible))


class Evening:
    """Plays one match to its end, or until a player leaves. Then the match file is written, so nothing is lost."""

    def __init__(
        self,
        match: Match,
        names: list[str],
        seated: list[str],
        dice: chance.Chance,
        seed: int | None,
        file: Path | None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._match = match
        self._names = names
        self._dice = dice
        self._file = file
        self._game: str = match.game.NAME
        bots = {seat: player for seat, player in enumerate(seated) if player != YOU}
        self._bot_table = BotTable(
            match,
            {seat: players.player(player, match.game) for seat, player in bots.items()},
            {seat: random.Random(None if seed is None else f"{seed}/{match.version}/{seat}") for seat in bots},
        )
        self._people = [seat for seat, player in enumerate(seated) if player == YOU]
        self._clock = clock
        self._told = self._shown = match.version
        self._narration = Narration(match)
        self._standing = standing(match, names)

    def play(self) -> int:
        """Play on; return the exit code."""
        tell(say("play.race", pace=race.PACE) if self._match.game.RACE else say("play.keys"))
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
        """Roll the dice. Return True while a player has to decide."""
        self._bot_table.fall(self._dice)
        if isinstance(self._dice, chance.Typed) and (surplus := self._dice.surplus()):
            tell(say("dice.surplus", dice=" ".join(surplus)))
        self._tell_news()
        return not self._match.over

    def _decide(self) -> None:
        """Play one action of a seat that may act, of a player here if possible, else of a bot."""
        here = [seat for seat in self._people if self._match.movers() >> seat & 1]
        self._let_look()
        if self._people and self._match.game.RACE and (here or self._match.movers().bit_count() > 1):
            self._ask_for_claim()  # players who can do nothing now are asked too: they must notice that themselves
        elif here:
            self._ask_for_action(here[0])
        else:
            self._bot_acts()
        self._tell_news()

    def _bot_acts(self) -> None:
        wish = self._bot_table.wish()
        assert wish is not None, f"nobody moves at ply {self._match.version}"
        self._bot_table.play(wish.seat, wish.action)

    def _let_look(self) -> None:
        """If something was just revealed, let everybody look at it, then clear the screen."""
        game = self._match.game
        stops = game.facts.same_for_all and self._narration.pause_ms(self._match.log, self._match.version - 1)
        if not self._people or not stops:
            return
        tell(f"\n{self._match.show(self._viewer())}\n")
        ask(say("play.look"))
        console().clear()  # in a terminal; elsewhere it does nothing

    def _ask_for_action(self, seat: int) -> None:
        legal = self._match.legal(seat)
        if len(legal) == 1:
            self._bot_table.play(seat, legal[0])
            return
        tell(f"\n{self._match.show(seat)}\n")
        listed(self._match, seat, legal)
        while True:
            answer = ask(say("play.ask", name=self._names[seat], n=len(legal)))
            try:
                self._bot_table.play(seat, meant(self._match, seat, answer, legal))
            except ValueError:
                self._explain(answer, say("play.unclear", n=len(legal), example=self._match.game.say(seat, legal[0])))
            except Refusal as refusal:
                complain(refusal)
            else:
                return

    def _explain(self, answer: str, unclear: str) -> None:
        """For a question mark, list what may be typed; otherwise say that the answer is unclear."""
        tell("\n".join(words_of(self._match.game)) if answer == "?" else unclear)

    def _ask_for_claim(self) -> None:
        """In a race, ask for an action while the bots' time runs. Players must see themselves what is possible."""
        if self._shown < self._match.version or not self._match.version:
            tell(f"\n{self._match.show(self._viewer())}\n")
            self._shown = self._match.version
        begun_s, version = self._clock(), self._match.version
        claim = self._claim()
        race.pass_time(self._bot_table, self._roll, 1000 * (self._clock() - begun_s))
        if claim is None and self._match.version == version:
            self._wait()
        elif claim is not None and not self._match.over:
            self._judge(claim)

    def _claim(self) -> race.Claim | None:
        """Return the claim typed, or None to wait."""
        several = len(self._people) > 1
        names = ", ".join(f"{seat + 1} {self._names[seat]}" if several else self._names[seat] for seat in self._people)
        while True:
            answer = ask(say("play.race.ask", names=names))
            if not answer:
                return None
            try:
                return race.claimed(self._match, self._people, answer)
            except ValueError:
                self._explain(answer, say("play.race.unclear", example=words_of(self._match.game)[0]))

    def _wait(self) -> None:
        wish = self._bot_table.wish()
        if wish is None:
            tell(say("play.race.nothing"))
        else:
            self._bot_table.play(wish.seat, wish.action)

    def _judge(self, claim: race.Claim) -> None:
        """Play a claim, judged by what has happened since it was made."""
        action = race.judged(self._match, claim)
        if action is None:
            tell(say("play.race.late"))
            return
        try:
            self._bot_table.play(claim.seat, action)
        except Refusal as refusal:
            complain(refusal)

    def _viewer(self) -> int:
        """Return the viewer of the screen: the one player here, or everybody."""
        return self._people[0] if len(self._people) == 1 else bussolotto.SPECTATOR

    def _tell_news(self) -> None:
        """Print everything that happened since the last time, and the points where they changed."""
        viewer, since = self._viewer(), self._told
        self._told = self._match.version
        told = self._narration.told(self._match.log, viewer, since)
        for line in in_words(self._match, since, viewer, told, self._names, mover_of(self._match)):
            tell(line)
        now = standing(self._match, self._names)
        if now != self._standing:
            tell(f"    {now}")
        self._standing = now

    def _leave(self, code: int) -> int:
        file = self._file or Path(f"{self._game}-{datetime.now().astimezone():%Y%m%d-%H%M%S}.jsonl")
        if written := self._save(file):
            tell(say("play.resume", file=written))
        return code

    def _save(self, file: Path) -> Path | None:
        """Write the match file and say where it is, so that nothing is lost; None if no file could be written.

        Then its text is printed, unless it would reveal what is still hidden: in that case it goes to a temporary
        folder.
        """
        record = notation.record_of(self._match, self._names)
        try:
            _write(file, record)
        except OSError as problem:
            if self._match.over or not self._match.secrets:
                tell(say("save.failed", problem=problem))
                tell(notation.to_text(record))
                return None
            return self._save_elsewhere(file.name, record, problem)
        tell(say("saved", file=file))
        return file

    def _save_elsewhere(self, name: str, record: notation.Record, problem: OSError) -> Path | None:
        """Write it to a temporary folder and say where."""
        try:
            file = Path(tempfile.mkdtemp(prefix="bussolotto-")) / name
            _write(file, record)
        except OSError:
            tell(say("save.lost", problem=problem))
            return None
        tell(say("save.elsewhere", problem=problem, file=file))
        return file


def _write(file: Path, record: notation.Record) -> None:
    """Write a match file, whole or not at all. Raises OSError."""
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, notation.write(record, secrets.token_bytes(32)))
