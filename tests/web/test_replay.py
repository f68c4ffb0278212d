"""Watching a finished match again."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.depth import full
from tests.web.test_match import POSITION, play_on
from tests.web.visits import AtTable, Visit, play_table


@pytest.fixture
def finished(visit: Visit) -> tuple[Page, AtTable]:
    """A page of a person who has just given a match up."""
    page = visit("Giulia")
    table = play_table(page, plain=True)
    play_on(page, largest=False)
    given_up = page.context.request.post(f"/api/tables/{table.table}/resign")
    assert given_up.ok, given_up.text()
    page.wait_for_selector(".result-line")
    return page, table


def test_every_moment_can_be_reached_by_keyboard_and_pointer(finished: tuple[Page, AtTable]) -> None:
    page, table = finished
    page.goto(f"/r/{table.match}?plain=1")
    page.wait_for_selector(POSITION)
    opening = page.locator(POSITION).inner_text()
    expect(page.locator(".scrub-count")).to_contain_text("6 / ")  # where she decides first
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator(POSITION)).not_to_have_text(opening)
    expect(page.locator(".scrub-text")).to_contain_text("Dice: die")
    fallen = page.locator(".scrub-text").inner_text().removeprefix("Dice: die").split()  # after the one decision
    expect(page).to_have_url(re.compile(f"#{6 + 1 + len(fallen)}$"))
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(POSITION)).to_have_text(opening)
    page.get_by_label("Moment in the match").fill("8")
    expect(page).to_have_url(re.compile("#8$"))
    page.locator(".log-jump").last.click()
    expect(page.locator(".log-line").last).to_have_attribute("aria-current", "step")


ALL_IS_SEEN = """() => {
  const room = document.querySelector('.table-main');
  room.scrollTo(0, room.scrollHeight);
  const [hand, controls] = ['.hand', '.scrubber'].map((part) => document.querySelector(part)?.getBoundingClientRect());
  return hand?.bottom <= controls?.top && controls.bottom <= innerHeight;
}"""


def test_in_a_low_window_nothing_of_the_table_stays_under_the_controls(finished: tuple[Page, AtTable]) -> None:
    page, table = finished
    page.set_viewport_size({"width": 1024, "height": 600})
    page.goto(f"/r/{table.match}")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_in_viewport()
    page.wait_for_function(ALL_IS_SEEN)


@full
def test_a_link_to_a_moment_opens_there(finished: tuple[Page, AtTable]) -> None:
    page, table = finished
    page.goto(f"/r/{table.match}?plain=1#6")
    expect(page.locator(".scrub-count")).to_contain_text("6 / ")
    page.get_by_role("button", name="Link to this moment").click()
    assert page.get_by_label("Link to this moment").last.input_value().endswith(f"/r/{table.match}#6")


@full
def test_playing_stops_at_the_end(finished: tuple[Page, AtTable]) -> None:
    page, table = finished
    page.goto(f"/r/{table.match}?plain=1")
    page.get_by_label("Speed").select_option("0.5")  # or it may be over before anybody looks
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.get_by_label("Speed").select_option("4")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible(timeout=60_000)  # some matches are long
    last = page.get_by_label("Moment in the match")
    assert last.input_value() == last.get_attribute("max")


@full
def test_a_downloaded_file_opens_again(finished: tuple[Page, AtTable], tmp_path: Path) -> None:
    page, table = finished
    content = page.context.request.get(f"/api/matches/{table.match}/file").body()
    (tmp_path / "match.jsonl").write_bytes(content)
    page.goto("/open?plain=1")
    page.get_by_label("Choose a file").set_input_files(tmp_path / "match.jsonl")
    page.wait_for_selector(".scrubber")
    expect(page.locator(".seat-name").first).to_have_text("Giulia")


def test_a_damaged_file_is_refused_with_its_line_and_what_is_wrong_there(visit: Visit, tmp_path: Path) -> None:
    page = visit(path="/open", forgive=("400",))
    (tmp_path / "damaged.jsonl").write_bytes(b"this is no match\n")
    page.get_by_label("Choose a file").set_input_files(tmp_path / "damaged.jsonl")
    told = "Line 1 of the match file is wrong. It is not a line of a match file."
    expect(page.get_by_role("alert")).to_have_text(told)
