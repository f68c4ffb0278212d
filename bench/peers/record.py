"""What was measured last, as it is kept in measured.json: with the machine, the versions and the command."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bench import report
from bench.peers.contest import Contest
from bench.peers.ten import Speed

MEASURED = Path(__file__).with_name("measured.json")
COMMAND = "python -m bench peers"


def made(ten: Sequence[Speed], contest: Contest, speedups: Mapping[str, float]) -> dict[str, Any]:
    """All of it, ready for JSON, to three digits."""
    return {
        "command": COMMAND,
        "machine": report.machine(),
        "rounds": contest.rounds,
        "seconds": contest.seconds,
        "versions": dict(sorted(contest.versions.items())),
        "ten": [{name: rounded(value) for name, value in asdict(speed).items()} for speed in ten],
        "games": {game: of_game(game, contest, speedups[game]) for game in contest.rates},
    }


def of_game(game: str, contest: Contest, speedup: float) -> dict[str, Any]:
    """A game of the contest: what each peer plays in million decisions a second, and ours in times of it."""
    peers = {
        key: {
            "rate": rounded(contest.rate(game, key)),
            "ours_is_times": rounded(contest.ratio(game, key)),
            "note": contest.notes.get(game, {}).get(key, ""),
        }
        for key in contest.rates[game]
    }
    return {"decisions_in_a_match": rounded(contest.decisions[game]), "all_cores": rounded(speedup), "peers": peers}


def rounded(value: Any) -> Any:
    """A number to three significant digits; anything else as it is."""
    return float(f"{value:.3g}") if isinstance(value, float) else value


def kept() -> dict[str, Any]:
    """The last measurement."""
    measurement: dict[str, Any] = json.loads(MEASURED.read_text(encoding="utf-8"))
    return measurement


def keep(measurement: Mapping[str, Any]) -> None:
    """Write it down."""
    MEASURED.write_text(json.dumps(measurement, indent=1) + "\n", encoding="utf-8")
