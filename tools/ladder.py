"""The ladder: every level of every game against every other, at the same dice and in every seat.

    python -m tools.ladder --matches 400                    # all games, at their smallest and largest tables
    python -m tools.ladder --games spilorcio --seats 3

A rung is written to a file as soon as it has been played, and what has been played of one to a file beside it, so a
run that was stopped is continued by the same command. What is kept of other rules or players is played again. At the
end the rungs are written into the table of docs/levels.md, where the others stay as they are. What hard players need
to play exactly is solved first. A rung gives the two-way share of the stronger level: the mean win share of a seat of
it, over that and the mean share of a seat of the weaker level. Half is even, however many sit at the table.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

import bussolotto
from bussolotto import players
from bussolotto.play import engines
from bussolotto.play.compiler import cache_root
from bussolotto.play.match import Match
from bussolotto.solve.advice import adviser
from bussolotto.study.keeping import rests_on
from bussolotto.study.tournament import LEVEL, Contest, JobShares, tournament
from tools.counting import counted

PAGE = Path(__file__).parents[1] / "docs" / "levels.md"
BEGIN, END = "<!-- ladder -->\n", "<!-- /ladder -->"
HEAD = "| game | seats | levels | two-way share | matches |", "|---|---|---|---|---|"
MATCHES = 400
SEED = 17


@dataclass(frozen=True)
class Rung:
    """Two levels of a game at a table of so many seats."""

    game: str
    seats: int
    weaker: str
    stronger: str
    matches: int

    @property
    def key(self) -> str:
        """What the result depends on."""
        return json.dumps([asdict(self), SEED, rests_on(self.game)])

    @property
    def name(self) -> str:
        """The same, for a person who waits for it."""
        what = f"{self.game}, {self.seats} seats, {self.stronger} against {self.weaker}"
        return f"{what}, {self.matches} matches, seed {SEED}, {rests_on(self.game)[:12]}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Play what is missing and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="*", default=list(bussolotto.games()))
    parser.add_argument("--seats", type=int, nargs="*", help="sizes of tables; else the smallest and the largest")
    parser.add_argument("--matches", type=int, default=MATCHES, help="at least so many of each two levels")
    parser.add_argument("--kept", type=Path, default=cache_root() / "ladder.jsonl", help="the file of what was played")
    parser.add_argument("--page", type=Path, default=PAGE, help="the page with the table")
    wanted = parser.parse_args(arguments)
    rungs = [rung for name in wanted.games for rung in rungs_of(name, wanted.seats, wanted.matches)]
    parts = wanted.kept.with_name(f"{wanted.kept.stem}-parts.jsonl")
    write_page(wanted.page, list(climb(rungs, wanted.kept, partial(play, parts=parts))))


def rungs_of(name: str, seats: Sequence[int] | None, matches: int) -> Iterator[Rung]:
    """All pairs of levels of a game, at these sizes of its tables."""
    game = bussolotto.game(name)
    sizes = sorted(set(seats or (game.SEATS[0], game.SEATS[-1])) & set(game.SEATS))
    for size in sizes:
        for weaker, stronger in combinations(players.levels(game), 2):
            yield Rung(name, size, weaker, stronger, matches)


def climb(rungs: Sequence[Rung], kept: Path, by: Callable[[Rung], dict[str, Any]]) -> Iterator[tuple[Rung, Any]]:
    """The results of all rungs; those that are not kept yet are played and kept."""
    lines = kept.read_text(encoding="utf-8").splitlines() if kept.exists() else []
    known = dict(json.loads(line) for line in lines if line.endswith("]"))
    for rung in rungs:
        if rung.key not in known:
            known[rung.key] = by(rung)
            with kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps([rung.key, known[rung.key]]) + "\n")
        yield rung, known[rung.key]


def solve_first(rung: Rung) -> None:
    """Compute what the hard player needs to play without a mistake, unless it is stored."""
    game = bussolotto.game(rung.game)
    wanted = adviser(game).solvable(Match(game, rung.seats).hidden(None))
    if wanted:
        subprocess.run([sys.executable, "-m", "bussolotto", "solve", *wanted], check=True)  # words of a game


@dataclass(frozen=True)
class Continued:
    """An engine for the tasks of one tournament that keeps in a file what each brings, and plays what is missing."""

    by: engines.Engine
    file: Path
    of: str

    def map(self, function: Callable[[Any], Any], items: Iterable[Any]) -> Iterator[Any]:
        """Yield the shares of each task, in order."""
        tasks = list(items)

        def measure(missing: Sequence[int]) -> Iterator[Any]:
            for found in self.by.map(function, [tasks[number] for number in missing]):
                yield [part.tolist() for part in found]

        known = dict(counted(self.file, self.of, range(len(tasks)), measure))
        return (JobShares(*map(np.array, known[number])) for number in range(len(tasks)))

    def close(self) -> None:
        self.by.close()


def play(rung: Rung, parts: Path) -> dict[str, Any]:
    """The two-way share of the stronger level, its standard error (an upper bound), and how many matches there were."""
    solve_first(rung)
    contest = Contest(rung.game, (rung.weaker, rung.stronger), rung.seats, SEED)
    with engines.engine(None, None, compiled=False) as engine:
        found = tournament(contest, rung.matches, Continued(engine, parts, rung.name))
    if found["interrupted"]:
        raise KeyboardInterrupt
    by_name = {line["player"]: line for line in found["standings"]}
    return {**two_way(by_name[rung.stronger], by_name[rung.weaker]), "matches": found["played"]}


def two_way(stronger: dict[str, Any], weaker: dict[str, Any]) -> dict[str, float]:
    """The share of one of two levels, by the mean shares of their seats; errors are simply added up."""
    own, other = stronger["share"], weaker["share"]
    error = (other * stronger["se"] + own * weaker["se"]) / (own + other) ** 2
    return {"share": own / (own + other), "se": error}


def write_page(page: Path, results: Sequence[tuple[Rung, dict[str, Any]]]) -> None:
    """Put these results into the table on the page, in place of what it says of the same rungs."""
    before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    table, _, after = rest.partition(END)
    lines = {of(line): line for line in [*table.splitlines()[len(HEAD) :], *map(line_of, results)]}
    table = "\n".join([*HEAD, *map(lines.__getitem__, sorted(lines))]) + "\n"
    page.write_text(before + BEGIN + table + END + after, encoding="utf-8")


def line_of(result: tuple[Rung, dict[str, Any]]) -> str:
    """A line of the table in Markdown."""
    rung, found = result
    share = f"{found['share']:.1%} ± {LEVEL * found['se']:.1%}"
    levels = f"{rung.stronger} against {rung.weaker}"
    return f"| {bussolotto.game(rung.game).TITLE} | {rung.seats} | {levels} | {share} | {found['matches']} |"


def of(line: str) -> tuple[int, ...]:
    """The rung that a line is about, by its place in the table: game, seats, the stronger level, the weaker one."""
    title, seats, levels = line.strip("| ").split(" | ")[:3]
    titles = [bussolotto.game(name).TITLE for name in bussolotto.games()]
    return titles.index(title), int(seats), *map(players.LEVELS.index, levels.split(" against "))


if __name__ == "__main__":
    main()
