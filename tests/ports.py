"""Ports for servers that are started by a number, which nobody else is given."""

import socket

_held: list[socket.socket] = []  # for as long as this process lives


def reserve_port() -> int:
    """A free port of 127.0.0.1 on which only who is told of it will listen, now or again and again.

    One that merely was free a moment ago is given to any connection that begins somewhere, at its near end, and is not
    free again for a minute after that; and who looks whether somebody listens there may even meet himself. So it is
    held: by a socket that does not listen, beside which a server can, as both allow it (`SO_REUSEADDR`).
    """
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", 0))
    _held.append(held)
    return int(held.getsockname()[1])
