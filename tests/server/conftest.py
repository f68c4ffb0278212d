"""One server for all tests that can share it."""

from collections.abc import Iterator

import pytest

from tests.depth import FULL
from tests.server import stores
from tests.server.people import Server, opened, running

ON_BOTH = {  # files whose tests run on PostgreSQL as well, in full runs
    "test_fair_dice",
    "test_moderation",
    "test_own_data",
    "test_restart",
}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests of some files on both stores."""
    if FULL and metafunc.module.__name__.rpartition(".")[2] in ON_BOTH:
        kinds = [stores.SQLITE, stores.POSTGRESQL]
        if metafunc.definition.get_closest_marker("of_files"):
            kinds.remove(stores.POSTGRESQL)
        metafunc.parametrize("store", kinds, indirect=True, scope="session")


@pytest.fixture(scope="session", autouse=True)
def store(request: pytest.FixtureRequest) -> Iterator[str]:
    """Which store the servers of a test have."""
    stores.chosen = getattr(request, "param", stores.SQLITE)
    yield stores.chosen
    stores.chosen = stores.SQLITE


@pytest.fixture(scope="session")
def server(store: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
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
