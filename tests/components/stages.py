"""A page on which tables are shown without a server of matches, for tests of components wherever they lie."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.components.stand import Stand, standing
from tests.web.visits import Complaints


@pytest.fixture(scope="module")
def stand() -> Iterator[Stand]:
    yield from standing()


@pytest.fixture(scope="module")
def stage(browser: Browser, stand: Stand) -> Iterator[tuple[Page, Complaints]]:
    """The one page of all tests of a module."""
    yield from opened(browser, stand)


@pytest.fixture
def page(stage: tuple[Page, Complaints]) -> Iterator[Page]:
    page, complaints = stage
    complaints.heard.clear()
    yield page
    assert complaints.heard == []


def opened(browser: Browser, stand: Stand, forgive: tuple[str, ...] = ()) -> Iterator[tuple[Page, Complaints]]:
    """A page that has been loaded, while it is needed, and what it complains of."""
    context = browser.new_context(
        base_url=stand.address, has_touch=True, reduced_motion="reduce", service_workers="block"
    )
    page, complaints = context.new_page(), Complaints()
    complaints.listen(page, forgive)
    page.goto("/")
    page.wait_for_function("() => window.stand")
    yield page, complaints
    context.close()
    assert complaints.heard == []
