"""The sockets that a server listens on: opened by itself, or inherited from systemd or from the server before it.

Inherited sockets come as systemd passes them on: from file descriptor 3, so many as `LISTEN_FDS` says, if
`LISTEN_PID` is this process.
"""

import os
import socket

PORT = 8055
EVERYWHERE = "0.0.0.0"  # noqa: S104  # --lan listens on all interfaces
FIRST_INHERITED = 3  # after stdin, stdout and stderr
WAITING_CONNECTIONS = 2048


def inherit() -> list[socket.socket]:
    """Return the sockets that were passed to this process, none if it was started alone. They are passed on once."""
    passed = os.environ.pop("LISTEN_FDS", "0"), os.environ.pop("LISTEN_PID", "")
    os.environ.pop("LISTEN_FDNAMES", None)
    if passed[1] != str(os.getpid()):
        return []
    sockets = [socket.socket(fileno=FIRST_INHERITED + number) for number in range(int(passed[0]))]
    for inherited in sockets:
        inherited.set_inheritable(False)
    return sockets


def listen(host: str, port: int | None) -> socket.socket:
    """Listen on this port. The default is 8055, or a free port if 8055 is taken. Raises OSError."""
    try:
        return _bind(host, PORT if port is None else port)
    except OSError:
        if port is not None:
            raise
        return _bind(host, 0)


def address_of(listening: socket.socket, host: str | None) -> str:
    """Return the address of what listens at this host; None for wherever the local network reaches it."""
    return f"http://{find_lan_address() if host is None else host}:{listening.getsockname()[1]}"


def find_lan_address() -> str:
    """Return our address in the local network. Looking up a route sends no packets."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name != "nt":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(WAITING_CONNECTIONS)
    except OSError:
        listening.close()
        raise
    return listening
