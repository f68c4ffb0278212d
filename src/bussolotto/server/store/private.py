"""What a server keeps is for its own account alone: the folder 0700, the files in it 0600."""

import logging
import os
import stat
from contextlib import suppress
from pathlib import Path

FOLDER_MODE, FILE_MODE = 0o700, 0o600
OTHERS = 0o077
OWN_NAMES = ("bussolotto", "server.", "backup", "operator")  # how the names of a server's files and folders begin

log = logging.getLogger(__name__)


def make_private(folder: Path) -> None:
    """Make the folder, if need be, and close it and the files in it to other accounts; say what was open.

    A folder that also holds what is not a server's is left as it is, which is said.
    """
    folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    if os.name == "nt":
        return
    entries = list(folder.iterdir())
    own = [entry for entry in entries if entry.name.startswith(OWN_NAMES)]
    for entry in own:
        if entry.is_file() and not entry.is_symlink():
            with suppress(FileNotFoundError):  # the server before this one has just removed it
                _close(entry, FILE_MODE)
    if len(own) == len(entries):
        _close(folder, FOLDER_MODE)
    elif folder.stat().st_mode & OTHERS:
        log.warning("%s holds other files too and is open to other accounts; it should be 0700", folder)


def create_file(file: Path) -> None:
    """Make an empty file that other accounts cannot read, in place of one that is there. Raises OSError."""
    file.unlink(missing_ok=True)
    os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE_MODE))


def _close(path: Path, mode: int) -> None:
    found = stat.S_IMODE(path.stat().st_mode)
    if not found & OTHERS:
        return
    try:
        path.chmod(mode)
        log.warning("%s was open to other accounts (%03o); it is %03o now", path, found, mode)
    except OSError as problem:
        log.warning("%s is open to other accounts (%03o) and stays so: %s", path, found, problem)
