"""The tables and the picture of docs/benchmarks.md, from what was measured last.

python -m bench.peers.page
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import bussolotto
from bench.games import PEERS as GAMES
from bench.peers import record
from bench.peers.lineup import OURS, PEERS
from bussolotto.pictures.svg import AMBER, FELT_DEEP, IVORY, QUIET, bold, picture, text

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE, PICTURE = DOCS / "benchmarks.md", DOCS / "images" / "peers.svg"
ORDER = (OURS, *PEERS)
WIDTH, MARGIN, ROW, HEAD = 480, 24, 38, 46  # px
STEPS = (  # power of ten, its name, where that is anchored
    (3, "1,000", "start"),
    (4, "10,000", "middle"),
    (5, "100,000", "middle"),
    (6, "1 million", "middle"),
    (7, "10", "middle"),
    (8, "100", "end"),
)


def write(measurement: Mapping[str, Any]) -> None:
    """Tables and picture, into the docs."""
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(filled(page, measurement), encoding="utf-8")
    PICTURE.write_text(drawn(measurement), encoding="utf-8")


def filled(page: str, measurement: Mapping[str, Any]) -> str:
    """The page with its marked parts written anew."""
    for name, part in (("ten", ten_table), ("peers", peers_table), ("made", how)):
        begin, end = f"<!-- {name}: written by `{record.COMMAND}` -->\n", f"<!-- end of {name} -->"
        assert page.count(begin) == page.count(end) == 1, f"the page has no part {name!r}"
        before, _, rest = page.partition(begin)
        page = before + begin + "".join(f"{line}\n" for line in part(measurement)) + end + rest.partition(end)[2]
    return page


def ten_table(measurement: Mapping[str, Any]) -> Iterator[str]:
    """The games as they are."""
    speeds = measurement["ten"]
    yield f"| million plies a second | interpreted | one core | {speeds[0]['cores']} cores | times one |"
    yield "|---|---|---|---|---|"
    for speed in speeds:
        title = f"{bussolotto.game(speed['game']).TITLE}, {speed['seats']} seats"
        both = speed["one_core"] * speed["speedup"]
        yield (
            f"| {title} | {speed['interpreted']:.2g} | {speed['one_core']:.3g} | {both:.3g} | {speed['speedup']:.2f} |"
        )
        if speed["by_hand"]:
            yield f"| the same by hand in C | | {speed['by_hand']:.3g} | | |"


def peers_table(measurement: Mapping[str, Any]) -> Iterator[str]:
    """The very same work elsewhere."""
    yield "| game | played by | decisions a second | ours is faster | bar |"
    yield "|---|---|---|---|---|"
    for game, peers in of_games(measurement):
        for peer in ORDER:
            if peer.key in peers:
                measured = peers[peer.key]
                title = GAMES[game].TITLE if peer is OURS else ""
                note = f" ({measured['note']})" if measured["note"] else ""
                times = "" if peer is OURS else f"{number(measured['ours_is_times'])} times"
                bar = f"{peer.bars[game]:g} times" if game in peer.bars else ""
                yield f"| {title} | {peer.title}{note} | {told(measured['rate'])} | {times} | {bar} |"
        speedup = measurement["games"][game]["all_cores"]
        yield f"| | {OURS.title}, all cores | {speedup:.2f} times one core | | |"


def how(measurement: Mapping[str, Any]) -> Iterator[str]:
    """Versions and machine in words."""
    versions = ", ".join(f"{name} {version}" for name, version in measurement["versions"].items())
    rounds = f"{measurement['rounds']} rounds of {measurement['seconds']:g} seconds"
    yield f"`{measurement['command']}`, on {measurement['machine']}; {rounds}; {versions}."


def of_games(measurement: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each game with what its peers have reached."""
    for game, measured in measurement["games"].items():
        yield game, measured["peers"]


def told(millions: float) -> str:
    """A rate in words that are short: `13.5 million`, `171,000`."""
    if millions >= 1:
        return f"{millions:.3g} million"
    return f"{float(f'{millions * 1e6:.3g}'):,.0f}"


def number(times: float) -> str:
    """Two digits, or all before the point."""
    return f"{float(f'{times:.2g}'):,.0f}" if times >= 10 else f"{times:.2g}"


# --- the picture ------------------------------------------------------------------------------------------------------


def drawn(measurement: Mapping[str, Any]) -> str:
    """Bars on a logarithmic scale, a row for each who plays, ours in amber."""
    shapes: list[str] = []
    y = MARGIN
    for game, peers in of_games(measurement):
        rows = [(peer, peers[peer.key]["rate"]) for peer in ORDER if peer.key in peers]
        shapes.append(bold(text(MARGIN, y + 20, GAMES[game].TITLE, IVORY, 18)))
        y += HEAD
        for peer, rate in sorted(rows, key=lambda row: -row[1]):
            shapes += [*steps(y + 8, y + 20), *strip(y, peer.title, rate, AMBER if peer is OURS else QUIET)]
            y += ROW
    shapes += [text(place(power), y + 8, step, QUIET, 14, anchor) for power, step, anchor in STEPS]
    title = "Decisions a second in random play on one core, on a logarithmic scale"
    return picture(WIDTH, y + 48, title, [*shapes, text(MARGIN, y + 32, "decisions a second, one core", QUIET, 14)])


def strip(y: float, title: str, rate: float, colour: str) -> list[str]:
    """Who and how fast in words, and below them the bar."""
    length = place(math.log10(rate * 1e6)) - MARGIN
    return [
        text(MARGIN, y + 4, title, colour if colour == AMBER else IVORY, 15),
        text(WIDTH - MARGIN, y + 4, told(rate), colour if colour == AMBER else IVORY, 15, "end"),
        f'<rect x="{MARGIN}" y="{y + 10:g}" width="{length:.1f}" height="8" rx="4" fill="{colour}"/>',
    ]


def steps(top: float, foot: float) -> list[str]:
    """The powers of ten as short lines behind a bar."""
    return [
        f'<path d="M{place(power):g},{top:g} V{foot:g}" stroke="{FELT_DEEP}" stroke-width="2"/>' for power, *_ in STEPS
    ]


def place(power: float) -> float:
    """Where a power of ten stands, from left to right."""
    first, last = STEPS[0][0], STEPS[-1][0]
    return round(MARGIN + (WIDTH - 2 * MARGIN) * (power - first) / (last - first), 1)


if __name__ == "__main__":
    write(record.kept())
