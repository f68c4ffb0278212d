"""`bussolotto review`: what each choice of a match cost, how lucky each player was, and who played best."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import progress as bars

from bussolotto.cli.options import AsJson
from bussolotto.cli.words import INTERRUPTED, Speaker, console, plain, say, table, tell, tell_json, title_of
from bussolotto.locale import at_table, grouped, joined, phrase
from bussolotto.play.notation import Record

SHALLOWEST, DEEPEST = 0.05, 100.0
Depth = Annotated[float, typer.Option(metavar="X", min=SHALLOWEST, max=DEEPEST, help=say("help.review.depth"))]
ReviewSeed = Annotated[int, typer.Option(metavar="S", min=0, help=say("help.review.seed"))]
SHOWN_DICE = 12  # of a roll
BOTH = 2  # players


def review(
    file: Annotated[Path, typer.Argument(metavar="FILE", exists=True, dir_okay=False, help=say("help.file"))],
    depth: Depth = 1.0,
    seed: ReviewSeed = 0,
    as_json: AsJson = False,
) -> None:
    from bussolotto.cli import files
    from bussolotto.games import game as game_of
    from bussolotto.review import as_json as for_programs
    from bussolotto.review import explain
    from bussolotto.review import review as reviewed

    record = files.loaded(file)
    with reviewing() as progress:
        found = reviewed(record, depth, seed, progress)
        game = game_of(record.game)
        explain(found, record, game)
    if as_json:
        tell_json(for_programs(found, record, game))
    else:
        Telling(record, found).tell()
    if found.interrupted:
        raise typer.Exit(INTERRUPTED)


@contextmanager
def reviewing() -> Iterator[Callable[[int, int], None]]:
    """Show a bar. Yields a function to call with the parts done and all parts."""
    from bussolotto.cli.figures import progress_bar

    text = say("review.working")
    with progress_bar(text, bars.TaskProgressColumn()) as update:
        yield lambda done, parts: update(completed=done, total=parts, description=text)


class Telling:
    """A review in words."""

    def __init__(self, record: Record, found: Any) -> None:
        from bussolotto.cli.sentences import called
        from bussolotto.games import game as game_of

        self._record = record
        self._found = found
        self._game = game_of(record.game)
        self._names = called(record.names)
        self._texts = at_table(Speaker.language, record.game)

    def tell(self) -> None:
        """Print the sentence that says it all, a table of the players, and where the match turned."""
        found = self._found
        if found.interrupted:
            tell(say("review.interrupted"))
        tell(f"{title_of(self._game)}. {self.summary()}")
        self._tell_players()
        from bussolotto.review import turning_points

        points = turning_points(found)
        tell(said("turns") if points else said("turns.none"))
        for point in points:
            tell(f"\n{self._turn(point)}")
        if self._game.RACE and found.reactions is None:
            tell(f"\n{said('times.none')}")
        tell(f"\n{said('measured.exact' if self._exact() else 'measured')}")

    def _exact(self) -> bool:
        return all(choice.loss.kind == "exact" for choice in self._found.choices)

    def summary(self) -> str:
        """Who played best, and who was lucky."""
        best, lucky = self._found.best_players(), self._found.luckiest()
        names = joined(Speaker.language, [self._names[seat] for seat in best])
        if best == [lucky]:
            return said("best.lucky", name=names, percent=percent(self._found.luck[lucky]))
        every = len(best) == self._found.seats > 1
        all_best = "best.both" if len(best) == BOTH else "best.all"
        sentences = [said(all_best) if every else said("best", n=len(best), names=names)]
        if lucky is not None:
            sentences.append(said("lucky", name=self._names[lucky], percent=percent(self._found.luck[lucky])))
        elif self._found.luck:
            sentences.append(said("lucky.nobody"))
        return " ".join(sentences)

    def _tell_players(self) -> None:
        found = self._found
        columns = ["share", "lost", "luck", "adjusted", "blunders"]
        timed = found.reactions is not None
        if timed:
            columns += ["eye", "deciding"]
        shown = table(said("column.player"), [said(f"column.{column}") for column in columns])
        for seat, name in enumerate(self._names):
            shown.add_row(plain(name), *self._figures(seat), *(self._times(seat) if timed else ()))
        console().print(shown)

    def _figures(self, seat: int) -> Sequence[str]:
        from bussolotto.review import verdict

        found = self._found
        lost, error = found.lost(seat)
        mistakes = sum(verdict(one.loss) in ("mistake", "blunder") for one in found.choices if one.seat == seat)
        luck = [with_error(found.luck[seat], found.luck_errors[seat], "+")] if found.luck else ["-"]
        adjusted = [percent(found.adjusted[seat])] if found.luck else ["-"]
        return [percent(found.returns[seat]), with_error(lost, error), *luck, *adjusted, str(mistakes)]

    def _times(self, seat: int) -> Sequence[str]:
        told = self._found.reactions[seat]
        return [f"{ms:.0f} ms" if ms is not None else "-" for ms in (told.eye_and_hand_ms, told.deciding_ms)]

    def _turn(self, point: Any) -> str:
        """A turning point: what was done or fell, what it changed, the position, and what was better and why."""
        return "\n".join([*self._position(point.ply), self._choice(point) if point.choice else self._roll(point)])

    def _position(self, ply: int) -> Sequence[str]:
        from bussolotto.play.match import replay

        record = self._record
        match = replay(self._game, record.seats, record.options, record.steps[:ply])
        return [said("ply", ply=ply + 1), match.show(None)]

    def _choice(self, point: Any) -> str:
        choice, loss = point.choice, point.choice.loss
        values = {
            "name": self._names[point.seat],
            "what": self._word(choice.seat, choice.action),
            "best": self._word(choice.seat, loss.best),
            "loss": with_error(loss.loss, loss.error),
            "share": percent(loss.share),
            "better": percent(loss.best_share),
        }
        lines = [said("choice", **values), said("why", **values)]
        if loss.points is not None and loss.points > max(3 * (loss.points_error or 0), 0.1):
            lines.append(said("points", points=f"{loss.points * self._game.facts.point_worth:.3g}"))
        reasons = self._found.reasons.get(point.ply, [])
        lines += map(self._reason, reasons)
        if reasons and all(reason.against for reason in reasons):
            lines.append(said("reason.later"))
        return " ".join(lines)

    def _reason(self, reason: Any) -> str:
        """What was to be expected after the best choice instead of what was done."""
        own = f"outlook.{self._game.NAME}.{reason.word}"
        thing = self._texts.get(own) or self._texts[f"outlook.{reason.word}"]
        shown = percent if reason.chance else (lambda value: f"{value:.4g}")
        key = "reason.against" if reason.against else "reason"
        return said(key, thing=thing, better=shown(reason.best), share=shown(reason.done))

    def _roll(self, point: Any) -> str:
        from bussolotto.review import fallen

        what = self._fell([text.partition(" ")[::2] for text in fallen(self._game, self._record, point.roll)])
        key = "roll.good" if point.change > 0 else "roll.bad"
        error = point.roll.errors[point.seat]
        return said(key, name=self._names[point.seat], what=what, change=with_error(abs(point.change), error))

    def _fell(self, outcomes: Sequence[tuple[str, str]]) -> str:
        """What fell, as people call it: who begins, the dice, cards, or how a pile was laid."""
        of = {word: [rest for other, rest in outcomes if other == word] for word, _ in outcomes}
        parts = [
            said("fell.start", name=self._names[int(seat)]) for seat in [*of.get("start", []), *of.get("four", [])][-1:]
        ]
        parts += [said("fell.laid")] if "lay" in of else []
        parts += [said("fell.cards", what=" · ".join(map(card_name, of["card"])))] if "card" in of else []
        dice = of.get("die", [])
        parts += [" ".join([*dice[:SHOWN_DICE], *(["..."] if len(dice) > SHOWN_DICE else [])])] if dice else []
        return ", ".join(parts) or " ".join(" ".join(outcome) for outcome in outcomes)

    def _word(self, seat: int, action: int) -> str:
        """An action as people call it: as the page does, but places in notation, as the position has them."""
        from bussolotto.cli.sentences import filled
        from bussolotto.core.pyramid import poses_by_text

        word, _, rest = self._game.say(seat, action).partition(" ")
        key = f"choice.{self._game.NAME}.{word}"
        if rest in ("", "0") and f"{key}.none" in self._texts:
            return self._texts[f"{key}.none"]
        if f"{key}.n.other" in self._texts:
            return filled(self._texts, f"{key}.n", int(rest), {"n": rest})
        if key in self._texts:
            values = faces_by(seat, rest) if rest in poses_by_text() else {"name": self._names[int(rest)]}
            rest = filled(self._texts, key, rest, values)
        return f"{self._texts.get(f'word.{word}', word)} {rest}".strip()


def faces_by(seat: int, pose: str) -> dict[str, str]:
    """What a die shows: as its owner sees it, and toward the first seat, and to the right and left from there."""
    from bussolotto.core.pyramid import LEFT_OF, RIGHT_OF, SIDE_OF_SEAT

    side = SIDE_OF_SEAT[seat] if seat < len(SIDE_OF_SEAT) else 0
    own = {"near": pose[side], "toLeft": pose[LEFT_OF[side]], "toRight": pose[RIGHT_OF[side]]}
    return own | dict(zip(("first", "right", "left"), pose, strict=True))


def said(key: str, **values: object) -> str:
    """A text of reviews."""
    return phrase(Speaker.language, f"review.{key}", **values)


def card_name(card: str) -> str:
    """A card by its number or its word."""
    return grouped(Speaker.language, int(card)) if card.isdecimal() else card


def percent(share: float, sign: str = "") -> str:
    """A share in whole percent."""
    return f"{100 * share:{sign}.0f} %".replace("-0 %", "0 %")


def with_error(share: float, error: float, sign: str = "") -> str:
    """A share in percent with three standard errors, where it has any."""
    told = f"{100 * share:{sign}.1f} %"
    return f"{told} ± {300 * error:.1f}" if error else told
