"""Run a tier again and again on a machine that is kept busy, and count which tests ever fail.

    python -m tools.repeat browser --runs 20 --busy 4

A test that fails now and then is a fault, of the test or of what it tests. Every run of the page has other dice (run 3
those of BUSSOLOTTO_LUCK=3). With `--late 300` answers, messages and effects reach pages up to 300 ms late, as on a slow
machine; a test whose bar is in milliseconds may fail then. What every run found is kept as it ends (--results), and
beside it what a run with a failure printed, so that an interrupted series goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests import processes
from tools import tiers

ROOT = tiers.ROOT
RESULTS = ".repeated-{tier}.jsonl"
FAILED = re.compile(r"^(?:FAILED|ERROR|not ok \d+ -) (.*?)(?: - .*)?$", re.MULTILINE)
BUSY = "import os\nparent = os.getppid()\nwhile os.getppid() == parent:\n    sum(range(100_000))\n"


@contextmanager
def kept_busy(count: int) -> Iterator[None]:
    """Keep some processes computing meanwhile; they end with this one, however it ends."""
    busy = [processes.start([sys.executable, "-c", BUSY]) for _ in range(count)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def run(tier: str, luck: int, late_ms: int, printed: Path) -> dict[str, object]:
    """One run with dice of its own: the tests that failed, with what they printed in a file, and how long it took."""
    started = time.monotonic()
    command = [sys.executable, "-m", "tools.checks", tier]
    environment = {**os.environ, "BUSSOLOTTO_LUCK": str(luck), "BUSSOLOTTO_LATE": str(late_ms or "")}
    done = processes.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    failed = sorted(set(FAILED.findall(done.stdout)))
    assert done.returncode == 0 or failed, done.stdout[-2000:]
    if failed:
        printed.write_text(done.stdout, encoding="utf-8")
    return {"seconds": round(time.monotonic() - started), "failed": failed}


def read(results: Path) -> list[dict[str, object]]:
    """The runs so far."""
    return [json.loads(line) for line in results.read_text(encoding="utf-8").splitlines()] if results.exists() else []


def summary(runs: Sequence[dict[str, object]]) -> str:
    """How often each test failed, the most frequent first."""
    counts = Counter(name for one in runs for name in one["failed"])  # type: ignore[attr-defined]  # it is a list
    clean = sum(not one["failed"] for one in runs)
    return "\n".join(
        [f"{clean} of {len(runs)} runs without a failure"] + [f"{n:4} {name}" for name, n in counts.most_common()]
    )


def main(arguments: Sequence[str]) -> int:
    """Run the series, or what is left of it; 1 if anything failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tier", choices=tiers.NAMES)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--busy", type=int, default=4, help="processes that keep the processors busy")
    parser.add_argument("--late", type=int, default=0, help="milliseconds by which pages hear late at most")
    parser.add_argument("--results", type=Path)
    asked = parser.parse_args(arguments)
    results = asked.results or ROOT / RESULTS.format(tier=asked.tier)
    with kept_busy(asked.busy):
        while len(runs := read(results)) < asked.runs:
            luck = len(runs) + 1
            one = run(asked.tier, luck, asked.late, results.with_suffix(f".{luck}.txt"))
            with results.open("a", encoding="utf-8") as file:
                file.write(json.dumps(one) + "\n")
            print(f"run {luck} of {asked.runs}: {one['seconds']} s, {one['failed'] or 'no failure'}", flush=True)
    print(summary(runs))
    return 1 if any(one["failed"] for one in runs) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
