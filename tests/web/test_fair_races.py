"""A race between people whose lines differ: what was contested is said at once, and the photo finish shows why."""

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from bussolotto.games.raffzahn import game as raffzahn
from tests.depth import full
from tests.games.perspectives.test_page import matching, rolled
from tests.games.raffzahn.test_page import takeable
from tests.server.lines import far
from tests.web.playing import POLL_MS, SHOWN, after, now, until
from tests.web.quality import NOT_BRACKETED, grave_faults, sideways
from tests.web.racing import people_at
from tests.web.serving import LiveServer
from tests.web.visits import PHONE, AtTable, Visit

GAME = "raffzahn"
FAR_S = 0.12  # one way: claims wait a quarter of a second for him
FROM_NOW_MS, HEAD_START_MS = 600, 60
TRIES, LOOKS = 8, 100
PRESS_LATER = """([selector, inMs]) => {
    window.pressed = false;
    setTimeout(() => {
        const target = document.querySelector(selector);
        target?.focus();
        target?.click();
        window.pressed = true;
    }, inMs);
}"""
# Press these in one go, a little apart, so that no answer can come in between: what was sent, and what the tab keeps.
PRESS_AT_ONCE = """([selectors, apartMs]) => {
    const sent = [];
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
        sent.push(JSON.parse(text));
        return send.call(this, text);
    };
    for (const selector of selectors) {
        document.querySelector(selector).click();
        for (const until = performance.now() + apartMs; performance.now() < until;);
    }
    WebSocket.prototype.send = send;
    const kept = JSON.parse(sessionStorage.getItem('bussolotto-pending'));
    return [sent, Object.values(kept).map(({ request }) => request)];
}"""
APART_MS = 20
NOTHING_KEPT = "() => sessionStorage.getItem('bussolotto-pending') === '{}'"
PRESSED_AND_ANSWERED = f"() => window.pressed && ({NOTHING_KEPT})()"
PHOTO_IS_LOADED = "() => performance.getEntriesByType('resource').some(({ name }) => name.includes('photo-finish'))"
FINISH = re.compile(r"\d+ ms\), .*\d+ ms\): (.* by \d+ ms|a dead heat)")


def rival(pages: list[Page], table: AtTable) -> tuple[int, int, int]:
    """Throw until somebody beside the roller may take something: the roller, the other, and the cell of his die."""
    while True:
        found = now(pages[0], table)
        view, roller = found["view"], int(found["view"]["turn"])
        hands = [(seat, cell) for seat in range(3) if seat != roller for cell in takeable(view, seat)[:1]]
        if view["phase"] == raffzahn.TAKING and hands:
            return roller, *hands[0]
        pages[roller].wait_for_function(SHOWN, arg=found["version"])
        pages[roller].keyboard.press("s")  # throw, or say Stop
        after(pages[0], table, found["version"], "s")


def contest(pages: list[Page], table: AtTable) -> tuple[Page, Page]:
    """Stop, and a hand that is a moment later but before anybody sees it; again until both have waited together."""
    for _ in range(TRIES):
        roller, other, cell = rival(pages, table)
        stop, hand = pages[roller], pages[other]
        hand.evaluate(PRESS_LATER, [f'[data-cell="{cell}"]', FROM_NOW_MS + HEAD_START_MS])
        stop.evaluate(PRESS_LATER, ['[data-action="stop"]', FROM_NOW_MS])
        for _ in range(LOOKS):
            hand.wait_for_timeout(POLL_MS)
            if any(claim["verdict"] == "contested" for claim in claims(hand, table)):
                return stop, hand
            if now(pages[0], table)["view"]["phase"] != raffzahn.TAKING:
                hand.wait_for_function(PRESSED_AND_ANSWERED)
                break
        if any(claim["verdict"] == "contested" for claim in claims(hand, table)):
            return stop, hand
    raise AssertionError("no two claims met")


def claims(page: Page, table: AtTable) -> Any:
    """What is told of them: before the end only what was contested."""
    return page.context.request.get(f"/api/matches/{table.match}/claims").json()


@full
def test_a_contested_grab_is_shown_as_a_photo_finish_now_and_in_the_replay(
    visit: Visit, server: LiveServer, tmp_path: Path
) -> None:
    pages, table = people_at(visit, GAME, 3)
    port = int(server.address.rpartition(":")[2])
    with far(port, FAR_S) as place:
        pages[2].goto(f"{place.address}/t/{table.table}")
        pages[2].wait_for_selector("[data-cell]")
        stop, hand = contest(pages, table)
        assert not hand.evaluate(PHOTO_IS_LOADED)
        for page in (stop, hand):
            expect(page.locator(".race-notice")).to_contain_text("Contested")
            page.get_by_role("button", name="Photo finish").first.click()
            expect(page.locator(".finish-photo figcaption").filter(has_text=FINISH).first).to_be_visible()
            assert grave_faults(page) == []
        for page in pages:
            page.context.request.post(f"/api/tables/{table.table}/end")
        pages[2].goto("about:blank")  # before its line is cut
    lost = next(claim for claim in claims(hand, table) if claim["verdict"] == "contested")
    replay = visit("Nora", "/?lang=zz", size=PHONE)
    replay.goto(f"/r/{table.match}?lang=zz#{lost['ply']}")
    replay.locator(".finish-at").click()
    expect(replay.get_by_role("img", name=re.compile(r"\d ms.*\d ms")).first).to_be_visible()
    assert replay.evaluate(NOT_BRACKETED) == [] and sideways(replay) == 0
    assert grave_faults(replay) == []


@full
def test_a_press_does_not_wait_for_the_one_before_and_all_outlast_a_reload(visit: Visit, server: LiveServer) -> None:
    pages, table, view = rolled(visit)
    giulia, face, cell = pages[0], matching(view, 0)[0], view["hollow"].index(1)
    place = f'[data-cell="{cell}"]'
    with far(int(server.address.rpartition(":")[2]), FAR_S) as afar:
        pages[3].goto(f"{afar.address}/t/{table.table}")  # claims wait for him
        pages[3].wait_for_selector("[data-cell]")
        giulia.locator(f'[data-face="{face}"]').first.click()
        expect(giulia.locator(f'[data-face="{face}"][aria-pressed="true"]')).to_have_count(1)
        seen = now(giulia, table)["version"]
        giulia.wait_for_function(SHOWN, arg=seen)
        sent, kept = giulia.evaluate(PRESS_AT_ONCE, [[place, place, '[data-action="stop"]'], APART_MS])
        giulia.reload()
        expect(giulia.locator(".log-line", has_text=re.compile(r"says Stop.*Giulia\s\(1\)"))).to_have_count(1)
        assert now(giulia, table)["view"]["added"] == [1, 0, 0, 0, 0, 0, 0, 0]
        until(giulia, NOTHING_KEPT)
        for page in pages:
            page.context.request.post(f"/api/tables/{table.table}/end")
        pages[3].goto("about:blank")
    assert [(act["type"], act["version"]) for act in sent] == [("act", seen)] * 2  # the place twice is one claim
    assert kept == sent
    told = [claim for claim in claims(giulia, table) if claim["version"] == seen]
    assert [(claim["action"].split()[0], claim["verdict"]) for claim in told] == [
        ("turquoise" if face == view["number"] else "handicap", "accepted"),
        ("stop", "accepted"),
    ]
    assert told[0]["reaction_ms"] < told[1]["reaction_ms"] and told[0]["at_ms"] <= told[1]["at_ms"]
