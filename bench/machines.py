"""Machines of a small network: namespaces of this one, each with an address and a cable of its own. Linux, root.

Where namespaces are refused, `machines` says so and gives processes with the addresses 127.0.0.1, 127.0.0.2, ..
instead, whose cables cannot be pulled.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from bench.hosting import processor_s
from tests import processes

BRIDGE = "bussolotto"


class Machine:
    """Runs commands."""

    def __init__(self, number: int, apart: bool) -> None:
        self.number = number
        self.apart = apart  # has it a namespace of its own?
        self.name = f"{BRIDGE}{number}"
        self.address = f"10.77.0.{number + 1}" if apart else f"127.0.0.{number + 1}"
        self.processes: list[subprocess.Popen[bytes]] = []

    def start(self, *command: str, until: str = "") -> None:
        """A process on it; `until` it says this."""
        with tempfile.NamedTemporaryFile("w+") as said:
            process = processes.start(self.there(command), stdout=said, stderr=subprocess.STDOUT)
            self.processes.append(process)
            while until not in Path(said.name).read_text(encoding="utf-8"):
                assert process.poll() is None, f"{' '.join(command)}: {Path(said.name).read_text(encoding='utf-8')}"
                time.sleep(0.05)

    def there(self, command: Sequence[str]) -> list[str]:
        """The command that runs this command on it."""
        return ["ip", "netns", "exec", self.name, *command] if self.apart else list(command)

    def pids(self) -> list[int]:
        """Everything that runs on it."""
        return [pid for process in self.processes for pid in family(process.pid)]

    def megabytes(self) -> float:
        """Memory of everything that runs on it; what several share is counted in parts (PSS)."""
        return sum(map(proportional_mb, self.pids()))

    def processor_s(self) -> float:
        """Processor time that what runs on it has taken."""
        taken = 0.0
        for pid in self.pids():
            with suppress(OSError):  # it has just ended
                taken += processor_s(pid)
        return taken

    def kill(self) -> None:
        """Everything on it ends at once, `kill -9`."""
        for process in self.processes:
            tell_family(process.pid, signal.SIGKILL)
        for process in self.processes:
            process.wait()
        self.processes.clear()

    def unplug(self) -> None:
        """Pull its cable: nobody is told that it is gone."""
        assert self.apart, "there is no cable"
        command("ip", "-n", self.name, "link", "set", "eth", "down")


@contextmanager
def machines(count: int) -> Iterator[list[Machine]]:
    """So many machines that reach each other."""
    apart = _allowed()
    network = [Machine(number, apart) for number in range(count)]
    try:
        if apart:
            _connect(network)
        yield network
    finally:
        for machine in network:
            machine.kill()
        if apart:
            _disconnect(network)


def _allowed() -> bool:
    """May we make namespaces?"""
    done = subprocess.run(["ip", "netns", "add", BRIDGE], capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"no namespaces, only processes: {done.stderr.strip()}", file=sys.stderr)
        return False
    command("ip", "netns", "del", BRIDGE)
    return True


def _connect(network: Sequence[Machine]) -> None:
    _disconnect(network)  # what somebody has left who was killed
    command("ip", "link", "add", BRIDGE, "type", "bridge")
    command("ip", "link", "set", BRIDGE, "up")
    for machine in network:
        port = f"port{machine.number}"
        command("ip", "netns", "add", machine.name)
        command("ip", "link", "add", port, "type", "veth", "peer", "name", "eth", "netns", machine.name)
        command("ip", "link", "set", port, "master", BRIDGE, "up")
        command("ip", "-n", machine.name, "addr", "add", f"{machine.address}/24", "dev", "eth")
        for device in ("eth", "lo"):
            command("ip", "-n", machine.name, "link", "set", device, "up")


def _disconnect(network: Sequence[Machine]) -> None:
    for machine in network:
        subprocess.run(["ip", "netns", "del", machine.name], check=False, capture_output=True)
    subprocess.run(["ip", "link", "del", BRIDGE], check=False, capture_output=True)


def command(*words: str) -> None:
    """Run a command that must go well."""
    subprocess.run(words, check=True, capture_output=True)


def family(pid: int) -> list[int]:
    """A process and all its descendants."""
    children: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = path.read_text().rpartition(")")[2].split()
            children.setdefault(int(fields[1]), []).append(int(path.parent.name))
    found = [pid]
    for one in found:
        found += children.get(one, [])
    return found


def tell_family(pid: int, sig: int) -> None:
    """Send a signal to a process and all its descendants. One that ends meanwhile needs none."""
    for one in family(pid):
        with suppress(ProcessLookupError):
            os.kill(one, sig)


def proportional_mb(pid: int) -> float:
    """Memory of a process in megabytes (1e6 bytes), 0 when it is gone."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) * 1024 / 1e6
