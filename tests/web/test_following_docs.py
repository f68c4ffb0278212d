"""What docs/make-your-own.md shows, followed as a stranger would: from the wheel to a match in the browser."""

import subprocess
import sys

from tests import processes
from tests.depth import full
from tests.repo.sources import ROOT


@full
def test_the_first_block_leads_from_nothing_to_a_match_against_medium() -> None:
    """How long it takes is told by the tool itself; here it has to come to the end."""
    command = [sys.executable, "-m", "tools.try_new_game", "--offline"]
    done = processes.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert "a match against medium in the browser" in done.stdout, done.stdout
