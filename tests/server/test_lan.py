"""`serve --lan`: everybody in the local network may come, by a link that a telephone can read off the screen."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests import processes
from tests.server.people import PATIENCE_S


@pytest.fixture
def printed(tmp_path: Path) -> str:
    """What `serve --lan` says on its terminal; it answers on 127.0.0.1 as well and ends when told to."""
    command = [sys.executable, "-m", "bussolotto", "--lang", "it", "serve", "--lan", "--port", "0", "--no-browser"]
    data = tmp_path / "data"
    server = processes.start([*command, "--data", str(data)], stdout=subprocess.PIPE, text=True)
    with processes.starting(server):
        port = answering(server, data / "server.json")
    said, _ = processes.end(server, signal.SIGINT)
    assert f":{port}\n" in said
    return str(said)


def answering(server: "subprocess.Popen[str]", status: Path) -> int:
    """Its port, once it answers."""
    give_up = time.monotonic() + PATIENCE_S
    while not status.exists():
        assert server.poll() is None and time.monotonic() < give_up
        time.sleep(0.05)
    port = int(json.loads(status.read_text())["port"])
    with urlopen(f"http://127.0.0.1:{port}/healthz") as answer:
        assert answer.status == 200
    return port


def test_the_link_is_told_and_drawn(printed: str) -> None:
    link, closing, *picture = printed.splitlines()
    assert link.startswith("Bussolotto è aperto: http://") and closing == "Ctrl-C lo chiude."
    assert len(picture) > 10 and set("".join(picture)) & set("█▀▄"), "no QR code"
