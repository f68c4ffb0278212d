"""A page on which tables are shown without a server of matches, for tests of components wherever they lie."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page

from tests.components.stand import Stand, standing
from tests.components.views import View
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


def show(page: Page, view: View, **look: object) -> None:
    """Have the page show a view: its language, its theme, on the plain page."""
    show_told(page, view.told(), **look)


def show_told(page: Page, told: Mapping[str, Any], **look: object) -> None:
    """The same of what a view tells, or of more."""
    page.evaluate("([told, look]) => stand.show(JSON.parse(told), look)", [_text(told), look])


def go_on(page: Page, view: View) -> None:
    """Have the match that is shown go on to this view."""
    page.evaluate("(told) => stand.goOn(JSON.parse(told))", _text(view.told()))


def drive(page: Page, view: View, wanted: Sequence[Mapping[str, Any]], how: str, **look: object) -> list[str]:
    """Show a view for each of these actions, and do it; what did not work."""
    asked = [_text(view.told()), look, wanted, how]
    faults: list[str] = page.evaluate(
        "([told, look, wanted, how]) => stand.driveAll(JSON.parse(told), look, wanted, how)", asked
    )
    return faults


def _text(told: Mapping[str, Any]) -> str:
    """Playwright takes longer over many small parts than the page over showing them."""
    return msgspec.json.encode(told).decode()
