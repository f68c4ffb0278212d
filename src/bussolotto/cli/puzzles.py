"""`bussolotto puzzles`: positions of matches with one clearly best choice."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich import progress as bars

from bussolotto.cli.dice import read_stored, records_of
from bussolotto.cli.options import AsJson
from bussolotto.cli.review import Depth, ReviewSeed, with_error
from bussolotto.cli.words import INTERRUPTED, Speaker, say, tell, tell_json, title_of, write_text
from bussolotto.locale import at_table
from bussolotto.play.notation import Record


def puzzles(
    matches: Annotated[list[Path] | None, typer.Argument(metavar="FILE", exists=True, help=say("help.puzzles"))] = None,
    data: Annotated[
        Path | None, typer.Option(metavar="DIR", file_okay=False, exists=True, help=say("help.puzzles.data"))
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", dir_okay=False, help=say("help.puzzles.out"))] = None,
    depth: Depth = 1.0,
    seed: ReviewSeed = 0,
    as_json: AsJson = False,
) -> None:
    if not matches and data is None:
        raise typer.BadParameter(say("bad.no-matches"))
    search = Search(depth, seed, out or (data and _own_file(data)))
    records = [*records_of(matches or ()), *read_stored(data)]
    finished = search.through([record for record in records if record.end is not None])
    if as_json:
        tell_json(msgspec.to_builtins(search.looked))
    else:
        search.tell()
    if not finished:
        tell(say("puzzles.interrupted"), err=True)
        raise typer.Exit(INTERRUPTED)


class Search:
    """Looks at one match after the other; what is found stands in the file as soon as a match is done."""

    def __init__(self, depth: float, seed: int, out: Path | None) -> None:
        """Read what an earlier search has left in the file. Raises DamagedFile."""
        from bussolotto.review import puzzles as kept

        self._depth = depth
        self._seed = seed
        self._out = out
        self.looked = kept.decode(out.read_bytes()) if out is not None and out.exists() else []
        self._before = len(self.looked)

    def through(self, records: Sequence[Record]) -> bool:
        """Look at these matches, but for those that were looked at as deeply before. False if it was interrupted."""
        from bussolotto.cli.figures import progress_bar
        from bussolotto.review.finding import look, match_digest

        known = {one.match for one in self.looked if one.depth >= self._depth}
        due = {digest: record for record in records if (digest := match_digest(record)) not in known}
        with (
            progress_bar(say("puzzles.working"), bars.MofNCompleteColumn(), len(due)) as update,
            suppress(KeyboardInterrupt),
        ):
            for number, (digest, record) in enumerate(due.items()):
                found = look(record, self._depth, self._seed, _told(update, number))
                if found is None:
                    return False
                self.looked = [*(one for one in self.looked if one.match != digest), found]
                self._write()
                update(completed=number + 1)
            return True
        return False

    def _write(self) -> None:
        from bussolotto.review import puzzles as kept

        if self._out is not None:
            with suppress(OSError):  # writing says what is wrong
                self._out.parent.mkdir(parents=True, exist_ok=True)
            write_text(self._out, kept.encode(self.looked).decode())

    def tell(self) -> None:
        """Print every puzzle: the position as the seat sees it, what is best, and by how much."""
        from bussolotto.review.puzzles import puzzles_of

        found = puzzles_of(self.looked)
        for puzzle in found:
            _tell(puzzle)
        tell(say("puzzles.found", n=len(found), matches=len(self.looked)))
        if self._out is not None:
            tell(say("saved", file=self._out))


def _told(update: Callable[..., None], number: int) -> Callable[[int, int], None]:
    return lambda done, parts: update(completed=number + done / parts, description=say("puzzles.working"))


def _tell(puzzle: Any) -> None:
    match, seat = puzzle.match(), puzzle.found.seat
    texts = at_table(Speaker.language, puzzle.game)

    def word(action: int) -> str:
        first, _, rest = match.game.say(seat, action).partition(" ")
        return f"{texts.get(f'word.{first}', first)} {rest}".strip()

    second = puzzle.found.costs[1]
    tell(f"{title_of(match.game)}, {puzzle.name}\n{match.show(seat)}")
    cost = with_error(second.loss, second.error)
    tell(say("puzzles.best", best=word(puzzle.best), second=word(second.action), cost=cost) + "\n")


def _own_file(data: Path) -> Path:
    """Where a server looks for its own puzzles."""
    from bussolotto.server.match.puzzles import FOLDER

    return data / FOLDER / "found.jsonl"
