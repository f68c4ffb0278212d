"""A port that is reserved is there for its server, and for nobody else."""

import errno
import socket

import pytest

from bussolotto.server.app.listening import listen
from tests.ports import reserve_port


def test_a_server_can_listen_again_and_again_where_nobody_else_is_put() -> None:
    port = reserve_port()
    for _ in range(2):
        with listen("127.0.0.1", port), socket.create_connection(("127.0.0.1", port)):
            pass
    with socket.socket() as other, pytest.raises(OSError, match="in use"):
        other.bind(("127.0.0.1", port))


def test_whoever_looks_whether_somebody_listens_there_does_not_meet_himself() -> None:
    """Without a server nobody is there, however often one looks; a port that is merely free is given to who looks."""
    port = reserve_port()
    for _ in range(100):
        with socket.socket() as probe:
            assert probe.connect_ex(("127.0.0.1", port)) == errno.ECONNREFUSED
