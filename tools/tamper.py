"""Is everything noticed that somebody changes in a match file?

    python -m tools.tamper --count 1000 [--kept FILE]

plays so many matches, changes each as its forger would, with every hash made anew, and asks `bussolotto check` and the
verifier for Node.js about both: the true file must pass, the forged one must not. With a file (`tools/counting.py`) it
goes on where it was interrupted.

- Without the server's key, from the file alone: the old signature stays, is left out, or is that of another key.
- With the server's key and everything made anew, from the file and the last head that a page kept.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import bussolotto
from bussolotto.cli import proofs
from bussolotto.core.errors import DamagedFile
from bussolotto.core.kernel import CHANCE
from bussolotto.fair import ledger, transcript
from bussolotto.fair.signature import Signer
from bussolotto.fair.transcript import Entry, Ply
from bussolotto.fair.weights import read_weights, write_weights
from bussolotto.play import notation
from tools.counting import counted
from tools.proved import KEY, Played

VERIFIER = Path(bussolotto.__file__).parent / "fair" / "verifier.mjs"
SERVER, FORGER = Signer(b"the key that the server signs by!"[:32]), Signer(b"the key that the forger signs by!"[:32])
PLIES = 40
Forge = Callable[[notation.Record, Random], None]


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns 1 if a forgery passes, or a true file does not."""
    parser = argparse.ArgumentParser(prog="python -m tools.tamper")
    parser.add_argument("--count", type=int, default=100, help="files of each kind")
    parser.add_argument("--kept", type=Path, metavar="FILE", help="what was counted, to go on where it was interrupted")
    options = parser.parse_args(arguments)
    caught = tally(options.count, options.kept)
    for who in ("without the key, from the file alone", "with the key, from the file and a kept head"):
        for judge in JUDGES:
            print(f"{who}: {judge} has caught {caught[who, judge]} of {options.count}")
    return int(set(caught.values()) != {options.count})


def tally(count: int, kept: Path | None = None) -> Counter[tuple[str, str]]:
    """How many forgeries each judge has caught. `kept`: a file with what was counted before."""
    caught: Counter[tuple[str, str]] = Counter()
    for _, found in counted(kept, "forgeries", range(count), _judged):
        caught.update({(who, judge): was for who, judge, was in found})
    return caught


def _judged(numbers: Sequence[int]) -> Iterator[list[tuple[str, str, int]]]:
    """For each match which of its forgeries each judge has caught."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for number in numbers:
            true, kept, forged, resigned = forgery(number)
            found = []
            for judge, passes in JUDGES.items():
                assert passes(folder, true, kept), f"{judge} refuses true file {number}"
                found.append(("without the key, from the file alone", judge, int(not passes(folder, forged, None))))
                strong = int(not passes(folder, resigned, kept))
                found.append(("with the key, from the file and a kept head", judge, strong))
            yield found


def forgery(number: int) -> tuple[bytes, proofs.Kept, bytes, bytes]:
    """A true file, what a page kept of it, and the file forged without and with the key."""
    rng = Random(number)
    true = played(number)
    assert true.proof is not None
    kept = proofs.Kept(true.proof.start, true.proof.head)
    forged = played(number)
    forge = rng.choice(FORGES)
    forge(forged, rng)
    signed = notation.write(forged, KEY, SERVER)
    old = notation.write(true, KEY, SERVER).splitlines()[-1]
    unsigned = notation.write(forged, KEY)
    without = rng.choice([unsigned, notation.write(forged, KEY, FORGER), unsigned + rechained(unsigned, old)])
    return notation.write(true, KEY, SERVER), kept, without, signed


def played(number: int, choices: int | None = None, seed: int | None = None, since: int = 0) -> notation.Record:
    """Match `number`, given up after some plies; with `choices` otherwise from ply `since` on."""
    games = bussolotto.games()
    game = games[number % len(games)]
    match = Played(game, min(bussolotto.game(game).SEATS), bytes([seed or 0, *divmod(number, 251)]) + bytes(29))
    match.play_on(Random(number), since if choices is not None else PLIES)
    if choices is not None:
        match.play_on(Random(choices), PLIES - since)
    return match.record()


def rechained(data: bytes, signature: bytes) -> bytes:
    """The old signature with a chain that fits the forged file."""
    from bussolotto.play.notation.file import canonical, chain_of

    content = json.loads(signature)
    del content["chain"]
    before = json.loads(data.splitlines()[-1])["chain"]
    return canonical({**content, "chain": chain_of(before, content)}) + b"\n"


def other_die(record: notation.Record, rng: Random) -> None:
    """Another outcome of a die, in the heads, too."""
    _change_die(record, rng, lambda ply: ply._replace(action=rng.choice(_others(ply))))


def other_weights(record: notation.Record, rng: Random) -> None:
    """Another outcome of a die, and weights that leave no other."""

    def bend(ply: Ply) -> Ply:
        outcome = rng.choice(_others(ply))
        secret = transcript.SECRET * ply.secret
        return ply._replace(action=outcome, mark=f"{secret}@{write_weights([0] * outcome + [1])}")

    _change_die(record, rng, bend)


def other_choice(record: notation.Record, rng: Random) -> None:
    """Somebody chose otherwise, and the match went on in another way: every die is that of the seed."""
    _become(record, lambda choices: _again(record, choices, since=rng.randrange(PLIES // 2)), rng)


def other_seed(record: notation.Record, rng: Random) -> None:
    """The whole match from another seed."""
    _become(record, lambda choices: _again(record, choices, seed=1 + choices % 250), rng)


def other_name(record: notation.Record, rng: Random) -> None:
    """Another player, with a commitment to the name."""
    record.names[rng.randrange(record.seats)] = "Somebody else"
    _end_anew(record)


def other_result(record: notation.Record, rng: Random) -> None:
    """Another winner of a match that was given up."""
    assert record.end is not None
    winner = rng.choice([seat for seat, share in enumerate(record.end["returns"]) if share < 1])
    shares = [float(seat == winner) for seat in range(record.seats)]
    record.end = {**record.end, "reason": "resigned", "returns": shares}
    _end_anew(record)


FORGES: tuple[Forge, ...] = (other_die, other_weights, other_choice, other_seed, other_name, other_result)


def _again(record: notation.Record, choices: int, since: int = 0, seed: int | None = None) -> notation.Record:
    return played(_number_of(record), choices, seed, since)


def _number_of(record: notation.Record) -> int:
    """The number of the match, which its seed says."""
    assert record.proof is not None
    seed = bytes.fromhex(record.proof.seed)
    return 251 * seed[1] + seed[2]


def _become(record: notation.Record, attempt: Callable[[int], notation.Record], rng: Random) -> None:
    """Replace the record by another one."""
    steps = record.steps
    while record.steps == steps:
        vars(record).update(vars(attempt(rng.randrange(1 << 30))))


def _others(ply: Ply) -> list[int]:
    """The other outcomes that were possible, or any other if there was none."""
    weights = read_weights(ply.weights or "")
    return [code for code, weight in enumerate(weights) if weight and code != ply.action] or [ply.action + 1]


def _change_die(record: notation.Record, rng: Random, change: Callable[[Ply], Ply]) -> None:
    """Change a die in the steps and in the transcript, with all heads after it."""
    assert record.proof is not None
    entries = list(record.proof.entries)
    places = [at for at, entry in enumerate(entries) if isinstance(entry, Entry) and entry.plies[0].seat == CHANCE]
    at = rng.choice(places)
    entry = entries[at]
    assert isinstance(entry, Entry)
    die = rng.randrange(len(entry.plies))
    plies = [change(ply) if place == die else ply for place, ply in enumerate(entry.plies)]
    entries[at] = Entry(entry.head, plies)
    ply = plies[die]
    record.steps[ply.version] = ply.seat, ply.action
    module = bussolotto.game(record.game)
    record.texts[ply.version] = module.say(ply.seat, min(ply.action, module.OUTCOMES - 1))
    record.proof = replace(record.proof, entries=entries)
    record.proof.head = record.proof.heads()[-1]


def _end_anew(record: notation.Record) -> None:
    """A last entry that says what the record says."""
    assert record.proof is not None and record.end is not None
    end = ledger.end_of(KEY, record.end, record.names)
    record.proof = replace(record.proof, end=end, names=ledger.opened_names(KEY, end, record.names))
    record.proof.head = record.proof.heads()[-1]


def check(folder: Path, data: bytes, kept: proofs.Kept | None) -> bool:
    """Does `bussolotto check` find nothing?"""
    try:
        record = notation.parse(data)
        if kept is None:
            proofs.require_key(record.key, SERVER.public, 1)
        else:
            proofs.require_kept([record], kept, 1)
    except DamagedFile:
        return False
    return True


def verify(folder: Path, data: bytes, kept: proofs.Kept | None) -> bool:
    """Does the verifier find nothing?"""
    file, beside = folder / "match.jsonl", folder / "kept.json"
    file.write_bytes(data)
    arguments = ["--key", SERVER.public]
    if kept is not None:
        beside.write_text(json.dumps({"start": kept.start, "head": kept.head}))
        arguments = ["--kept", str(beside)]
    done = subprocess.run(["node", str(VERIFIER), str(file), *arguments], capture_output=True, check=False)
    assert done.returncode in (0, 1), done.stderr.decode()
    return done.returncode == 0


JUDGES: dict[str, Callable[[Path, bytes, proofs.Kept | None], bool]] = {"bussolotto check": check}
if shutil.which("node"):
    JUDGES["the verifier"] = verify


if __name__ == "__main__":
    sys.exit(main())
