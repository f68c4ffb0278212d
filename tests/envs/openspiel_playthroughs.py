"""Whole games as OpenSpiel tells them, state by state, as golden text.

    python -m tests.envs.openspiel_playthroughs

writes them anew, by OpenSpiel's own generator. Matches end after a few plies, and what nobody would read is left out:
tensors, which other tests compare, and the middle of long lines, which stands there as a checksum.
"""

import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from open_spiel.python.algorithms import generate_playthrough  # type: ignore[import-untyped]

import bussolotto
from bussolotto.envs import openspiel
from bussolotto.testing.golden import limited

FOLDER = Path(__file__).parent.parent / "games"
TENSORS = "ObservationTensor(", "InformationStateTensor("  # how their lines begin
LONGEST = 160  # characters of a line


class Wanted(NamedTuple):
    """A golden file: its game, the parameters it is played with, after how many plies it ends."""

    name: str
    parameters: str
    plies: int

    @property
    def path(self) -> Path:
        """Where it stands."""
        return FOLDER / self.name.replace("-", "_") / "openspiel.txt"


WANTED = (
    Wanted("spilorcio", "seats=2", 40),
    Wanted("abquetschen", "seats=3,lattice=4", 50),
    Wanted("raffzahn", "reaction=1000 500 2000,lattice=4", 70),
    Wanted("bunte-kuh", "seats=2,lattice=7", 70),
    Wanted("cui-bono", "seats=3,lattice=6,keeps='5'", 70),
    Wanted("eintrichtern", "seats=2,memo=on,lattice=6", 80),
    Wanted("wuerfelmarsch", "own_tie=literal", 30),
    Wanted("perspectives", "seats=4", 40),
    Wanted("cincinnati", "seats=3,rounds=4", 80),
    Wanted("my-dice-your-dice", "", 40),
)


def text_of(one: Wanted, seed: int | None = None, actions: list[int | list[int]] | None = None) -> str:
    """The playthrough, drawn from a seed or with these actions."""
    rules = bussolotto.game(one.name)
    with limited(rules, one.plies):
        name = f"{openspiel.short_name(rules)}({one.parameters}{',' if one.parameters else ''}compiled=false)"
        lines = generate_playthrough.playthrough_lines(name, seed=seed or 0, action_sequence=actions)
    return "\n".join([*_readable(lines), ""])


def _readable(lines: list[str]) -> Iterator[str]:
    """Without tensors, their further lines included, and long lines shortened."""
    tensor = False
    for line in lines:
        tensor = line.startswith(TENSORS) or (tensor and line.startswith((" ", "◯", "◉")))
        if not tensor:
            yield (
                line if len(line) <= LONGEST else f"{line[:80]} [{sha256(line.encode()).hexdigest()[:8]}] {line[-60:]}"
            )


def actions_of(text: str) -> list[int | list[int]]:
    """What was done in a playthrough, in the form that OpenSpiel's generator takes."""
    found = re.findall(r"^actions?: (\d+$|\[.*\]$)", text, re.MULTILINE)
    return [[int(code) for code in each[1:-1].split(",")] if each.startswith("[") else int(each) for each in found]


def make() -> None:
    """Write all files anew, on purpose; then read what has changed."""
    for number, one in enumerate(WANTED):
        one.path.write_text(text_of(one, seed=number), "utf-8")


if __name__ == "__main__":
    make()
