"""Tells systemd, if it has started this process, how far it has come (the protocol of sd_notify)."""

import os
import socket
from contextlib import suppress


def notify(*state: str) -> None:
    """Send these assignments, `READY=1` for instance. Does nothing elsewhere, nor if systemd does not listen."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    if address.startswith("@"):
        address = "\0" + address[1:]  # a name in the abstract namespace
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
        sender.sendto("\n".join(state).encode(), address)
