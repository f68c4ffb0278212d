"""One server for all tests that can share it."""

from collections.abc import Iterator

import pytest

from tests.server import stores
from tests.server.people import Server, opened, running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bots take no time to think."""
    with running(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture(scope="session", autouse=True)
def no_cluster_left() -> Iterator[None]:
    """The PostgreSQL of this worker, if a test has started it, is gone afterwards."""
    yield
    stores.remove_cluster()


@pytest.fixture(autouse=True)
def hung_up() -> Iterator[None]:
    """Every test closes what it has opened."""
    yield
    opened.close()
