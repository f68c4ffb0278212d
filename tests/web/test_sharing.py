"""The link to a table, while a match is running: found under one name, copied, or read by a phone."""

import re

import pytest
from playwright.sync_api import expect

from tests.depth import in_full_runs
from tests.web.visits import DESKTOP, PHONE, Visit, play_table


@pytest.mark.parametrize("size", [PHONE, *in_full_runs(DESKTOP)], ids=["phone", "desktop"])
def test_share_shows_the_link_and_its_code(visit: Visit, size: dict[str, int]) -> None:
    page = visit("Giulia", size=size)
    table = play_table(page, game="my-dice-your-dice")
    if size == PHONE:
        page.get_by_role("button", name="Menu", exact=True).click()
    else:
        share = page.get_by_role("button", name=re.compile("^Share"))
        expect(share).to_contain_text("Share")  # what is seen is a part of what it is called (WCAG 2.5.3)
        share.click()
    expect(page.get_by_label("Link to this table", exact=True)).to_have_value(table.link)
    code = page.get_by_alt_text("The link as a QR code")
    expect(code).to_have_count(0)
    page.get_by_text("QR code", exact=True).click()
    expect(code).to_be_visible()
    page.wait_for_function("() => document.querySelector('.link-code img').naturalWidth > 0")
