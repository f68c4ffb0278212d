"""What continuous integration does before ./test: bring what is missing, nothing else, and say where it failed."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import processes
from tests.repo.sources import ROOT

NEEDED = ("bash", "cp", "dirname", "env", "sed", "timeout")
LACKING = [name for name in NEEDED if not shutil.which(name)]
pytestmark = pytest.mark.skipif(bool(LACKING), reason=f"no {', '.join(LACKING)} on this machine")

FOR_ALL = ("node", "chromium-headless-shell", "caddy", "systemd-socket-activate", "logrotate", "nats-server")
STAND_IN = '#!/bin/sh\necho "$0 $*" | sed "s|.*/||" >>"$LOG"\n'


class Machine:
    """A machine with few commands, some of them stand-ins that write down how they were called."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bin = folder / "bin"
        self.log = folder / "log"
        (folder / ".ci").mkdir()
        self.bin.mkdir()
        shutil.copy(ROOT / ".ci" / "run", folder / ".ci" / "run")
        for name in NEEDED:
            (self.bin / name).symlink_to(str(shutil.which(name)))
        self.has("apt-get", f'{STAND_IN}case "$*" in *chromium\\ *) cp "$0" "$(dirname "$0")/chromium";; esac\n')
        self.write(folder / "test", f'{STAND_IN}echo "$BUSSOLOTTO_NO_SKIP $BUSSOLOTTO_CHROMIUM" >>"$LOG"\n')

    def has(self, name: str, script: str = STAND_IN) -> None:
        """Install a stand-in."""
        self.write(self.bin / name, script)

    def write(self, path: Path, script: str) -> None:
        path.write_text(script, encoding="utf-8")
        path.chmod(0o755)

    def run(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """Run .ci/run there."""
        environment = {"PATH": str(self.bin), "LOG": str(self.log)}
        command = [str(self.folder / ".ci" / "run"), *arguments]
        return processes.run(command, env=environment, capture_output=True, text=True, check=False)

    def calls(self) -> list[str]:
        """How the stand-ins were called."""
        return self.log.read_text(encoding="utf-8").splitlines() if self.log.exists() else []


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_a_bare_machine_gets_chromium_and_node(machine: Machine) -> None:
    done = machine.run("-k", "floors")
    assert done.returncode == 0, done.stderr
    update, install, tests, environment = machine.calls()
    assert update.startswith("apt-get") and update.endswith("update")
    assert install.endswith("install chromium chromium-headless-shell nodejs npm caddy systemd logrotate nats-server")
    assert tests == "test --full --slowest 60 -k floors"
    assert environment == f"1 {machine.bin / 'chromium'}"


def test_what_is_there_is_not_installed_again(machine: Machine) -> None:
    for name in ("chromium", "npm", *FOR_ALL):
        machine.has(name)
    assert machine.run().returncode == 0
    assert machine.calls() == ["test --full --slowest 60", f"1 {machine.bin / 'chromium'}"]


def test_only_what_is_missing_is_installed(machine: Machine) -> None:
    for name in ("chromium", *FOR_ALL):
        machine.has(name)
    assert machine.run().returncode == 0
    assert machine.calls()[1].endswith("install npm")


@pytest.mark.parametrize("broken", ["apt-get update", "./test"])
def test_a_failing_step_is_named(machine: Machine, broken: str) -> None:
    failing = machine.bin / "apt-get" if broken.startswith("apt-get") else machine.folder / "test"
    machine.write(failing, "#!/bin/sh\nexit 3\n")
    done = machine.run()
    assert done.returncode == 3
    assert f"CI FAILED in step: {broken}" in done.stderr


def test_the_first_lines_of_the_scripts_find_a_python(tmp_path: Path) -> None:
    """`./play` on a machine without a Python that is new enough says so in one line."""
    bare = tmp_path / "bin"
    bare.mkdir()
    (bare / "dirname").symlink_to(str(shutil.which("dirname")))
    old = bare / "python3"
    old.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    old.chmod(0o755)
    play = ["/bin/sh", str(ROOT / "play")]
    done = processes.run(play, env={"PATH": str(bare)}, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert "needs Python 3.11 or newer" in done.stderr
    assert sys.version_info >= (3, 11)
