"""The table of Cincinnati: whole matches, hands named as the rules rank them, secrets that stay under their cups."""

import json
import re
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page, expect

from bussolotto.core import dice
from tests.depth import FULL, full
from tests.web.playing import SHOWN, How, awaited, button, in_one_way, now, play, press, until
from tests.web.visits import DESKTOP, PHONE, Visit, play_table

GAME = "cincinnati"
ROUNDS, CAREFUL = ("4", 2) if FULL else ("2", 1)  # of the 12 printed, so that it is sooner over
OWN_ROLL = re.compile(r"Giulia: [1-6]( [1-6]){4}")


def perform(page: Page, text: str, how: How) -> None:
    """Keep dice by picking them; all else are buttons."""
    word, *faces = text.split()
    if word == "keep":
        pick(page, faces, how)
    press(button(page, text), how)


def pick(page: Page, faces: list[str], how: How) -> None:
    """Let just these of my dice be kept."""
    while (kept := page.locator(".cin-tray [aria-pressed=true]")).count():
        press(kept.first, how)
    for face in faces:
        press(page.locator(f'.cin-tray [aria-pressed=false][aria-label^="die {face}"]').first, how)


def brisk(_: dict[str, Any], texts: Sequence[str]) -> str:
    """Keep much and buy nothing, so that a match is short."""
    return max(texts, key=lambda text: (text == "pass", len(text)))


def first_with_care(view: dict[str, Any], texts: Sequence[str]) -> str:
    """In the first rounds keep dice, which takes many taps; afterwards none."""
    careful = view["round_number"] <= CAREFUL
    return brisk(view, texts) if careful else min(texts, key=lambda text: (text != "pass", len(text)))


@in_one_way("keyboard")
def test_a_whole_match(visit: Visit, how: How) -> None:
    page = visit("Giulia", size=PHONE if how == "touch" else DESKTOP, touch=how == "touch")
    table = play_table(page, game=GAME, seats=3, options={"rounds": ROUNDS})
    play(page, table, perform, how, choose=first_with_care)
    assert now(page, table)["view"]["round_number"] == int(ROUNDS)
    expect(page.locator(".summary polyline")).to_have_count(3)
    worth = sorted(now(page, table)["scores"], reverse=True)  # in thousands
    expect(page.locator(".places .number")).to_have_text([f"{1000 * points:,.0f}" for points in worth])


def test_a_table_with_other_numbers_shows_them(visit: Visit) -> None:
    options = {"condition_a": "full-house", "condition_b": "5", "condition_c": "9", "rounds": "7"}
    page = visit("Giulia")
    play_table(page, game=GAME, seats=4, player="random", options=options)
    room = page.locator(".cin")
    for words in ("Round 1 of 7", "at least a full house", "a large straight", "at most 9 pips"):
        expect(room).to_contain_text(words)


@full
def test_nobody_else_is_sent_my_first_roll_or_where_i_go(visit: Visit) -> None:
    giulia = visit("Giulia")
    table = play_table(giulia, game=GAME, seats=3, bots=1, start=False)
    heard: list[str] = []
    paolo = visit("Paolo")
    paolo.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    paolo.on(
        "response", lambda answer: heard.append(answer.text()) if f"/matches/{table.match}" in answer.url else None
    )
    paolo.goto(f"/t/{table.table}")
    paolo.get_by_role("button", name="Sit at seat 2").click()
    giulia.get_by_role("button", name="Start the match").click()
    mine = awaited(giulia, table)
    expect(giulia.get_by_text(OWN_ROLL)).to_have_count(1)
    press(button(giulia, "table C"), "pointer")
    expect(paolo.locator(".seat-turn[data-seat='1']")).to_have_count(1)
    for page in (giulia, paolo):
        expect(page.locator(".seat-turn[data-seat='0']")).to_have_count(0)
    views = [found["view"] for found in map(json.loads, heard) if "view" in found]
    assert views
    assert all(view["dice"][0] in (0, len(dice.KEEPS)) and view["chosen"][0] in (0, 4) for view in views)
    assert mine["view"]["dice"][0] in dice.HANDS
    steps = [step for found in map(json.loads, heard) for step in found.get("steps", []) if step["seat"] == 0]
    assert all(step["action"] is None and step["text"] is None for step in steps)
    covered = giulia.locator(".cin-mine").inner_text()
    assert "only you see them" in covered


@full
def test_keys_do_it_and_the_focus_stays_on_what_one_does(visit: Visit) -> None:
    page = visit("Giulia")
    table = play_table(page, game=GAME, seats=3)
    awaited(page, table)
    expect(button(page, "table C")).to_be_visible()
    page.keyboard.press("c")
    expect(page.locator(".cin-tray [aria-pressed]")).to_have_count(5)
    page.keyboard.press("2")
    expect(page.locator(".cin-tray .tray-die").nth(1)).to_have_attribute("aria-pressed", "true")
    button(page, f"keep {page.locator('.cin-tray .is-kept').get_attribute('data-die')}").focus()
    page.keyboard.press("Enter")
    until(page, "() => document.querySelector('.cin-round').textContent.includes('roll 3')")
    expect(page.locator(".bench-buttons button").first).to_be_visible()
    assert page.evaluate("() => document.activeElement.closest('.bench-act') !== null")
    kept = page.locator(".cin-tray .is-kept").count()
    assert kept >= 1, "what stayed is kept to begin with, and what goes with it"
    page.locator("body").press("Enter")
    expect(page.locator(".log")).to_contain_text("Giulia keeps")


def test_a_token_is_asked_for_where_one_sees_how_many_there_are(visit: Visit) -> None:
    page = visit("Giulia", size=PHONE)
    table = play_table(page, game=GAME, seats=3)
    for text in ("table A", "keep", "keep"):
        awaited(page, table)
        expect(page.locator(".bench-buttons button").first).to_be_visible()
        perform(page, text, "pointer")
        page.wait_for_function(SHOWN, arg=now(page, table)["version"])
    awaited(page, table)
    expect(button(page, "buy")).to_have_text("Pay 1 of 3 tokens")
    expect(page.locator(".bench .cin-owned")).to_be_visible()
