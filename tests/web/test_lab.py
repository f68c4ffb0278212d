"""The lab in the browser: a question, its curve as it fills, its link, and a table with its rules."""

import base64
import json
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.depth import full
from tests.web.quality import grave_faults, sideways
from tests.web.visits import DESKTOP, PHONE, Visit

GOALS = {"option": "goal", "low": 7, "high": 67, "step": 20}
PLAYED_MS = 240_000  # in which all matches are played, beside whatever else is going on
SIZES = {"option": "group_size", "low": 1, "high": 9, "step": 4}


def link(**news: Any) -> str:
    """The link to a question about a game whose random matches are played in no time."""
    question = {"game": "my-dice-your-dice", "seats": 2, "player": "random", "kind": "curve", "axes": [GOALS, SIZES]}
    return "/lab/" + base64.urlsafe_b64encode(json.dumps(question | news).encode()).decode().rstrip("=")


def done(page: Page) -> None:
    """Wait until all matches are played."""
    expect(page.locator(".lab-state[role=status]")).to_be_visible(timeout=PLAYED_MS)


def test_a_question_is_asked_answered_kept_and_played(visit: Visit) -> None:
    page = visit("Giulia", "/")
    page.get_by_role("link", name="Lab").click()
    page.locator(".lab-form select").first.select_option("my-dice-your-dice")
    page.get_by_label("Players in all seats").select_option("random")
    page.get_by_label("Step").fill("0")
    expect(page.get_by_role("button", name="Find out")).to_be_disabled()
    page.get_by_label("Step").fill("20")
    page.get_by_role("button", name="Find out").click()
    done(page)
    expect(page.locator(".curve polyline")).to_have_count(2)
    expect(page.locator(".chart-names")).to_contain_text("Value for comparison: 10")
    page.get_by_label("Show").select_option("plies")
    expect(page.locator(".curve polyline")).to_have_count(1)
    page.get_by_text("Figures", exact=True).click()
    expect(page.locator(".lab-table tbody tr")).to_have_count(3)
    assert grave_faults(page) == []
    page.get_by_label("Name").fill("How long?")
    page.get_by_role("button", name="Keep").click()
    page.goto("/lab")
    page.get_by_role("link", name="How long?").click()
    expect(page.get_by_role("heading", name="How long?")).to_be_visible()
    done(page)
    page.locator(".lab-on").get_by_label("Dice that win").select_option("30")
    page.get_by_role("button", name="Play this now").click()
    page.wait_for_selector(".table-main > *")
    told = page.request.get(f"/api/tables/{page.url.rpartition('/')[2]}").json()
    assert (told["state"], told["options"]["goal"]) == ("running", "30")


PICTURES = {"map": ".heat td[style] >> nth=5", "find": ".curve polyline", "choices": ".lab-bars li >> nth=3"}


@full
@pytest.mark.parametrize("kind", ["map", "find", "choices"])
def test_every_kind_of_question_has_its_picture_on_a_phone(visit: Visit, kind: str) -> None:
    page = visit("Giulia", size=PHONE)
    page.goto(link(kind=kind, measure="plies", goal=20))
    expect(page.locator(PICTURES[kind])).to_be_visible(timeout=PLAYED_MS)
    done(page)
    assert grave_faults(page) == []
    assert sideways(page) == 0


@full
def test_a_wide_heat_map_shows_that_there_is_more(visit: Visit) -> None:
    page = visit("Giulia", size=PHONE)
    page.goto(link(kind="map", axes=[SIZES, GOALS | {"step": 10}]))
    done(page)
    room, edge = page.locator(".heat-room").first, page.locator(".sideways").first
    expect(room.locator("thead th[scope=col]")).to_have_count(8)
    assert room.evaluate("room => room.scrollWidth - room.clientWidth") == 0
    expect(edge).to_have_attribute("data-more", "")
    page.goto(link(kind="map", axes=[SIZES, GOALS | {"step": 5}]))
    done(page)
    expect(edge).to_have_attribute("data-more", "after")
    room.evaluate("room => room.scrollTo(40, 0)")
    expect(edge).to_have_attribute("data-more", "before after")
    room.evaluate("room => room.scrollTo(room.scrollWidth, 0)")
    expect(edge).to_have_attribute("data-more", "before")


@full
@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_the_answer_is_in_sight_when_it_begins(visit: Visit, size: Mapping[str, int]) -> None:
    page = visit("Giulia", size=size)
    page.goto("/lab")
    page.locator(".lab-form select").first.select_option("my-dice-your-dice")
    page.get_by_label("Players in all seats").select_option("random")
    page.get_by_label("Step").fill("30")
    page.get_by_role("button", name="Find out").scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    page.get_by_role("button", name="Find out").click()
    done(page)
    top = page.locator(".lab-found").evaluate("element => element.getBoundingClientRect().top")
    assert 0 <= top < size["height"] / 2
    assert (page.evaluate("scrollY") == before) == (size is DESKTOP)
    page = visit("Bruno", page.url, size=size)
    done(page)
    page.wait_for_function(f"document.querySelector('.lab-found').getBoundingClientRect().top < {size['height'] / 2}")


def test_who_plays_is_not_asked_where_players_are_tried(visit: Visit) -> None:
    page = visit("Giulia", "/lab")
    players = page.get_by_label("Players in all seats")
    expect(players).to_be_enabled()
    page.locator(".lab-axis select").select_option("players")
    expect(players).to_be_disabled()
    expect(players).to_have_text("Tried out below")
    page.get_by_role("radio", name="Choices").check()
    expect(players).to_be_enabled()


def test_a_question_is_stopped_and_goes_on(visit: Visit) -> None:
    page = visit("Giulia", "/")
    page.route("**/api/lab/studies/*", lambda route: route.continue_() if route.request.method != "GET" else None)
    page.goto(link(seed=1, player="easy"))
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("Stopped.")).to_be_visible()
    page.unroute("**/api/lab/studies/*")
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    page.get_by_role("button", name="Stop").click()
