"""Real dice at the page: they are tapped or typed as they fell, and a secret roll is known to who made it alone."""

import json
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, expect

from bussolotto import dice, notation
from bussolotto.kernel import CHANCE
from tests.web.conftest import DESKTOP, PHONE, AtTable, Visit, play_table
from tests.web.piles import flat
from tests.web.playing import PATIENCE_MS, POLL_MS, SHOWN, How, after, button, now, press
from tests.web.quality import grave_faults, sideways

SHORT = {"goal": "20", "group_size": "4"}
SAY = "That is what fell"


def asked(page: Page, table: AtTable) -> dict[str, Any]:
    """The match as soon as this person may decide or say what fell, or it is over."""
    for _ in range(PATIENCE_MS // POLL_MS):
        found = now(page, table)
        if found["over"] or found["texts"] or found.get("throw", {}).get("outcomes"):
            return found
        page.wait_for_timeout(POLL_MS)
    raise AssertionError(f"nobody asks seat {found['seat']}: {found['show']}")


def type_in(page: Page, faces: list[int], how: How) -> None:
    """Say what fell, with a slip of the finger that is taken back."""
    expect(page.locator(".throw-open")).to_have_count(len(faces))
    if how == "keyboard":
        page.keyboard.type("6")
        page.keyboard.press("Backspace")
        page.keyboard.type("".join(map(str, faces)))
        page.keyboard.press("Enter")
        return
    press(page.locator(".throw-face[data-face='6']"), how)
    press(page.get_by_role("button", name="Undo"), how)
    for face in faces:
        press(page.locator(f".throw-face[data-face='{face}']"), how)
    press(page.get_by_role("button", name=SAY), how)


@pytest.mark.parametrize("how", ["touch", "keyboard"])
def test_a_whole_match_with_real_dice(visit: Visit, how: How) -> None:
    """Against a bot, whose dice are typed, too; the record holds them all as they were typed, and says so."""
    page = flat(visit("Giulia", size=PHONE if how == "touch" else DESKTOP, touch=how == "touch"))
    table = play_table(page, game="my-dice-your-dice", options=SHORT, dice="real")
    random, typed = Random(3), []
    while not (found := asked(page, table))["over"]:
        page.wait_for_function(SHOWN, arg=found["version"])
        if throw := found.get("throw"):
            faces = random.choices((2, 2, 5, 1, 3, 4, 5), k=throw["dice"])
            typed += faces
            type_in(page, faces, how)
            after(page, table, found["version"], "dice")
        else:
            text = random.choice(found["texts"])
            press(button(page, text if not text.startswith("ransom") else "ransom 0"), how)
            after(page, table, found["version"], text)
    record = notation.parse(page.context.request.get(f"/api/matches/{table.match}/file").body())
    fallen = [text.split()[1] for (seat, _), text in zip(record.steps, record.texts, strict=True) if seat == CHANCE]
    assert [int(face) for face in fallen[1:]] == typed  # after who starts, which the program has drawn
    assert record.dice == "real"
    page.goto(f"/r/{table.match}")
    expect(page.get_by_text("Real dice")).to_be_visible()


def test_a_secret_roll_is_on_no_other_page(visit: Visit) -> None:
    """Cincinnati: each rolls under his cup; what Anna types never comes to Bruno, who sees that she is rolling."""
    anna, bruno = flat(visit("Anna")), visit("Bruno", size=PHONE)
    table = play_table(anna, game="cincinnati", seats=3, bots=1, start=False, dice="real")
    heard: list[dict[str, Any]] = []
    bruno.on("websocket", lambda socket: listen(socket, heard))
    assert bruno.context.request.post(f"/api/tables/{table.table}/seats/1").ok
    bruno.goto(f"/t/{table.table}")
    expect(bruno.locator(".options")).to_contain_text("Real dice")  # told before the match begins
    assert anna.context.request.post(f"/api/tables/{table.table}/start").ok
    if now(anna, table)["throw"]["seats"] == [1]:  # chance lets Bruno roll first
        type_in(bruno, [1, 2, 3, 4, 5], "pointer")
    expect(bruno.locator(".bench-say")).to_have_text("Anna is rolling.")
    expect(bruno.locator(".throw")).to_have_count(0)
    assert grave_faults(bruno) == [] == grave_faults(anna) and sideways(bruno) == sideways(anna) == 0
    before = now(anna, table)["version"]
    type_in(anna, [6, 6, 6, 6, 6], "pointer")
    after(anna, table, before, "dice")
    secret = dice.INDEX[6, 6, 6, 6, 6]
    assert now(anna, table)["view"]["dice"][0] == secret
    for _ in range(PATIENCE_MS // POLL_MS):
        if any(message.get("version", 0) >= before + 5 for message in heard):
            break
        bruno.wait_for_timeout(POLL_MS)
    views = [message["view"] for message in heard if "view" in message] + [now(bruno, table)["view"]]
    steps = [step for message in heard for step in message.get("steps", [])]
    assert views and all(view["dice"][0] != secret for view in views)
    assert "die 6" not in {step["text"] for step in steps} and None in {step["text"] for step in steps}
    assert "6 6 6 6 6" not in bruno.locator("body").inner_text()


def listen(socket: WebSocket, heard: list[dict[str, Any]]) -> None:
    """Keep what a page is told."""
    socket.on("framereceived", lambda frame: heard.append(json.loads(frame)))
