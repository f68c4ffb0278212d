"""Real dice at the page: they are tapped or typed as they fell, and a secret roll is known to who made it alone."""

import json
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, expect

from bussolotto.core import dice
from bussolotto.core.kernel import CHANCE
from bussolotto.play import notation
from tests.depth import full, in_full_runs
from tests.games.raffzahn.test_page import takeable
from tests.web.piles import cell_button
from tests.web.playing import IDLE, PATIENCE_MS, POLL_MS, SHOWN, How, after, button, now, press
from tests.web.quality import grave_faults, sideways
from tests.web.racing import people_at, pick
from tests.web.test_device import GONE_ON, Lines, keeps, known, open_curtain, set_up
from tests.web.visits import DESKTOP, PHONE, AtTable, Visit, play_table, setting

SHORT = {"goal": "20", "group_size": "4"}
SAY = "Confirm the roll"
ROLLED = {"Anna": [6, 6, 6, 6, 6], "Bruno": [5, 5, 5, 5, 5], "Cleo": [1, 1, 1, 1, 2]}  # the first roll of each
ASKED = f"""() => document.querySelector('.curtain-news') ? 'curtain' : document.querySelector('.curtain') ? null
  : document.querySelector('.throw') ? 'throw'
  : document.querySelector('.bench-buttons button') && ({IDLE})() ? 'decision' : null"""


def asked(page: Page, table: AtTable) -> dict[str, Any]:
    """The match as soon as this person may decide or say what fell, or it is over."""
    for _ in range(PATIENCE_MS // POLL_MS):
        found = now(page, table)
        if found["over"] or found["texts"] or found.get("throw", {}).get("outcomes"):
            return found
        page.wait_for_timeout(POLL_MS)
    raise AssertionError(f"nobody asks seat {found['seat']}: {found['show']}")


def type_in(page: Page, faces: list[int], how: How, slip: bool = False) -> None:
    """Say what fell; with a slip of the finger, that is taken back."""
    expect(page.locator(".throw-open")).to_have_count(len(faces))
    if how == "keyboard":
        if slip:
            page.keyboard.type("6")
            page.keyboard.press("Backspace")
        page.keyboard.type("".join(map(str, faces)))
        page.keyboard.press("Enter")
        return
    if slip:
        press(page.locator(".throw-face[data-face='6']"), how)
        press(page.get_by_role("button", name="Undo"), how)
    for face in faces:
        press(page.locator(f".throw-face[data-face='{face}']"), how)
    press(page.get_by_role("button", name=SAY), how)


def fallen(record: notation.Record) -> list[int]:
    """The dice that were rolled; who starts, cards and set-ups are drawn by the program."""
    said = zip(record.steps, record.texts, strict=True)
    return [int(text.split()[1]) for (seat, _), text in said if seat == CHANCE and text.startswith("die ")]


@pytest.mark.parametrize("how", ["touch", *in_full_runs("keyboard")])
def test_a_whole_match_with_real_dice(visit: Visit, how: How) -> None:
    """Against a bot, whose dice are typed, too; the record holds them all as they were typed, and says so."""
    page = visit("Giulia", size=PHONE if how == "touch" else DESKTOP, touch=how == "touch")
    table = play_table(page, game="my-dice-your-dice", options=SHORT, dice="real")
    random, typed = Random(3), list[int]()
    while not (found := asked(page, table))["over"]:
        page.wait_for_function(SHOWN, arg=found["version"])
        if throw := found.get("throw"):
            faces = random.choices((2, 2, 5, 1, 3, 4, 5), k=throw["dice"])
            type_in(page, faces, how, slip=len(typed) < 20)
            typed += faces
            after(page, table, found["version"], "dice")
        else:
            text = random.choice(found["texts"])
            press(button(page, text if not text.startswith("ransom") else "ransom 0"), how)
            after(page, table, found["version"], text)
    record = notation.parse(page.context.request.get(f"/api/matches/{table.match}/file").body())
    assert fallen(record) == typed
    assert record.dice == "real"
    page.goto(f"/r/{table.match}")
    expect(page.get_by_text("Real dice")).to_be_visible()


@full
def test_a_secret_roll_is_on_no_other_page(visit: Visit) -> None:
    """Cincinnati: each rolls under his cup; what Anna types never comes to Bruno, who sees that she is rolling."""
    anna, bruno = visit("Anna"), visit("Bruno", size=PHONE)
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


@full
def test_round_one_device_a_secret_roll_is_typed_behind_the_curtain(visit: Visit) -> None:
    """Each types his own five dice; of what the others have typed nothing is in the page, till all lies open."""
    page = visit("The tablet")
    page.goto("/")
    lines = Lines(page)
    table = set_up(page, "Cincinnati", *ROLLED, dice="real")
    names, typed, shown = list(ROLLED), list[str](), -1
    while True:
        state = page.wait_for_function(ASKED).json_value()
        hidden = [in_words(name) for name in typed if state == "curtain" or name != names[shown]]
        assert keeps(page, *hidden) == []
        if state == "curtain":
            shown = pass_on(page, lines, names)
        elif state == "throw":
            found = known(page, table, shown)
            assert found["throw"]["seats"] == [shown]
            type_in(page, ROLLED[names[shown]], "pointer")
            typed.append(names[shown])
            page.wait_for_function(GONE_ON, arg=found["version"])
        else:
            break
    assert sorted(typed) == names and lines.eyes() == {f"seat={shown}"}
    assert keeps(page, in_words(names[shown])), "else nothing was looked for"
    page.request.post(f"/api/tables/{table.table}/end")
    record = notation.parse(page.request.get(f"/api/matches/{table.match}/file").body())
    assert record.dice == "real" and fallen(record) == [face for name in typed for face in ROLLED[name]]


def pass_on(page: Page, lines: Lines, names: list[str]) -> int:
    """Who is named takes the device; his seat."""
    assert lines.eyes() == {"watch=1"}
    assert keeps(page, "throw-face", "tray-die") == []
    name = page.locator(".curtain h1").inner_text()
    open_curtain(page, name)
    return names.index(name)


def in_words(name: str) -> str:
    """His dice as his page tells them."""
    return " ".join(map(str, ROLLED[name]))


@full
def test_the_die_of_a_race_is_typed_by_whoever_is_first(visit: Visit) -> None:
    """Raffzahn: each may say what the turquoise die shows, and from then on all grab; who was slower says nothing."""
    pages, table = people_at(visit, "raffzahn", 3, dice="real")
    roller = now(pages[0], table)["view"]["turn"]
    first, slow = pages[roller - 1], pages[roller - 2]
    button(pages[roller], "throw").click()
    for page in pages:
        expect(page.locator(".throw-open")).to_have_count(1)
        expect(page.get_by_role("button", name="stop")).to_have_count(0)
    expect(pages[roller].locator(".bench-say")).to_have_text("Roll 1 die and tap what it shows.")
    expect(first.locator(".bench-say")).to_contain_text("rolls 1 die. Tap what it shows.")
    found = now(first, table)
    number, cell = next(
        (face, cells[0]) for face in range(1, 7) if (cells := takeable(found["view"] | {"number": face}, found["seat"]))
    )
    press(slow.locator(f".throw-face[data-face='{number % 6 + 1}']"), "pointer")  # and does not say it yet
    press(first.locator(f".throw-face[data-face='{number}']"), "pointer")
    press(first.get_by_role("button", name=SAY), "pointer")
    for page in pages:
        expect(page.get_by_role("img", name=f"Turquoise die: {number}")).to_be_visible()
        expect(page.locator(".throw")).to_have_count(0)
    pick(cell_button(first, cell), "pointer")
    expect(first.locator(f'[data-seat="{found["seat"]}"] .seat-note')).to_contain_text("1")
    for page in pages:
        page.context.request.post(f"/api/tables/{table.table}/end")
    record = notation.parse(first.context.request.get(f"/api/matches/{table.match}/file").body())
    assert record.dice == "real" and fallen(record) == [number]
    assert now(first, table)["view"]["taken"][found["seat"]] == 1


@full
def test_where_nothing_is_rolled_real_dice_are_no_choice(visit: Visit) -> None:
    page = visit("Giulia", "/")
    for title, rolled_by in (("Raffzahn", "real"), ("Cui bono?", "program"), ("Würfelmarsch", "program")):
        game = setting(page, title)
        choice = game.get_by_label("we roll real dice")
        expect(choice).to_have_count(int(rolled_by == "real"))
        for box in choice.all():
            box.check(force=True)
        with page.expect_request(lambda asked: asked.method == "POST" and asked.url.endswith("/api/tables")) as it:
            game.get_by_role("button", name="Open a table").click()
        assert json.loads(it.value.post_data or "")["dice"] == rolled_by
        page.wait_for_url("**/t/*")
        page.goto("/")
