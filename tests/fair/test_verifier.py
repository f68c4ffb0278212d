"""The verifier for Node.js, which shares no code with us, and forgeries: it and `bussolotto check` find them all."""

import json
import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest

import bussolotto
from bussolotto.play import notation
from tests import processes
from tests.depth import count
from tests.evening import playing
from tests.refusals import refused
from tools import proved, tamper

pytestmark = pytest.mark.skipif(not shutil.which("node"), reason="no Node.js")


def verified(*arguments: str) -> subprocess.CompletedProcess[str]:
    return processes.run(["node", str(tamper.VERIFIER), *arguments], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("game", ["spilorcio", "cincinnati", "cui-bono"])
def test_it_proves_what_we_write(tmp_path: Path, game: str) -> None:
    record = proved.played(game, plies=60)
    assert record.proof
    file, kept = tmp_path / "match.jsonl", tmp_path / "kept.json"
    file.write_bytes(notation.write(record, proved.KEY, tamper.SERVER))
    kept.write_text(json.dumps({"start": record.proof.start, "head": record.proof.heads()[-2]}))
    done = verified(str(file), "--kept", str(kept), "--key", tamper.SERVER.public)
    assert done.returncode == 0, done.stderr
    assert "follow from the seed" in done.stdout and "page was shown" in done.stdout
    assert verified(str(file), "--key", "00" * 32).returncode == 1
    kept.write_text(json.dumps({"start": record.proof.start, "head": "00" * 32}))
    assert verified(str(file), "--kept", str(kept)).returncode == 1


def test_it_reads_the_signed_file_of_an_evening(tmp_path: Path) -> None:
    evening = playing.record(playing.chained(["spilorcio", "my-dice-your-dice"], 2))
    evening.records[0] = proved.played("spilorcio")
    evening.names = evening.records[1].names = evening.records[0].names
    data = notation.write_evening(evening, [b"1", b"2"], tamper.SERVER)
    assert notation.parse_evening(data).key == tamper.SERVER.public
    file = tmp_path / "evening.jsonl"
    file.write_bytes(data)
    done = verified(str(file), "--key", tamper.SERVER.public)
    assert done.returncode == 0 and "follow from the seed" in done.stdout and "nothing is proved" in done.stdout
    forged = notation.write_evening(evening, [b"1", b"2"], tamper.FORGER)
    file.write_bytes(forged)
    assert verified(str(file), "--key", tamper.SERVER.public).returncode == 1
    file.write_bytes(forged.replace(tamper.FORGER.public.encode(), tamper.SERVER.public.encode()))
    assert verified(str(file)).returncode == 1
    with refused("damaged-file"):
        notation.parse_evening(file.read_bytes())


def test_it_says_that_old_files_prove_nothing(tmp_path: Path) -> None:
    record = proved.played("spilorcio", plies=20)
    record.proof = None
    file = tmp_path / "match.jsonl"
    file.write_bytes(notation.write(record, proved.KEY))
    done = verified(str(file))
    assert done.returncode == 0 and "nothing is proved" in done.stdout and "anyone may have made it" in done.stdout


@pytest.mark.parametrize("at", range(0, 3000, 500))
def test_a_changed_byte_is_found(tmp_path: Path, at: int) -> None:
    data = bytearray(notation.write(proved.played("spilorcio", plies=20), proved.KEY, tamper.SERVER))
    data[at] ^= 1
    file = tmp_path / "match.jsonl"
    file.write_bytes(bytes(data))
    assert verified(str(file)).returncode == 1


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"{}\n", b"[]\n", b'{"line":"header"}\n', b"\xff\n", b"null\n", b'{"line":"evening"}\n']
)
def test_what_is_no_file_is_refused(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "match.jsonl"
    file.write_bytes(data)
    done = verified(str(file))
    assert done.returncode == 1 and done.stderr.startswith("Not proved: ")


def test_every_forgery_is_found() -> None:
    """A thousand of each: `python -m tools.tamper --count 1000`."""
    number = count(short=10, full=30)
    caught = tamper.tally(number)
    assert set(caught.values()) == {number} and len(caught) == 2 * len(tamper.JUDGES)


@pytest.mark.parametrize("forge", tamper.FORGES)
def test_forgeries_change_something_and_are_found_by_what_was_kept(forge: tamper.Forge) -> None:
    """The strong ones are whole matches that prove themselves: only what a page kept tells them from the true one.

    (Another result of a match that the rules have ended does not: the rules themselves refuse it.)
    """
    strong = (tamper.other_choice, tamper.other_seed, tamper.other_name, tamper.other_result)
    for number in range(count(short=2, full=8)):
        true, forged = tamper.played(number), tamper.played(number)
        forge(forged, Random(number))
        assert notation.write(true, proved.KEY) != notation.write(forged, proved.KEY)
        assert true.proof and forged.proof and true.proof.heads()[-1] != forged.proof.heads()[-1]
        data = notation.write(forged, proved.KEY, tamper.SERVER)
        if forge is tamper.other_result and true.end and true.end["reason"] == "rules":
            with refused("damaged-file", match="by the rules the match is over"):
                notation.parse(data)
        elif forge in strong:
            assert notation.parse(data).proof


def test_it_ships_with_the_package_and_needs_nothing_else() -> None:
    source = tamper.VERIFIER.read_text(encoding="utf-8")
    imported = [line.rpartition(" from ")[2] for line in source.splitlines() if line.startswith("import ")]
    assert imported == ["'node:crypto';", "'node:fs';"]
    assert Path(bussolotto.__file__).parent in tamper.VERIFIER.parents
