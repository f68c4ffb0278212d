"""Whole races through the page. A page is not told what is right: the test looks at the view, as a person would."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.web.piles import look_at
from tests.web.playing import POLL_MS, How, drawn, now
from tests.web.visits import AtTable, Visit, set_table

Decide = Callable[[dict[str, Any], int], Locator | None]
MOST = 6_000
SEEN = "(version) => Number(document.querySelector('.game')?.dataset.version ?? -1) >= version"
STANDS = """() => {
  const game = document.querySelector('.game');
  return [Number(game?.dataset.version ?? -1), game?.dataset.busy !== undefined];
}"""  # which version a page shows, and whether it waits for an answer
GRASP = """([element, ...more], how) => {
  if (more.length) throw new Error(`which of these? ${element.outerHTML} ${more[0].outerHTML}`);
  if (!element || element.disabled || element.ariaDisabled) return null;
  if (how === 'keyboard') {
    element.focus();
    return document.activeElement === element;
  }
  element.scrollIntoView({ block: 'nearest' });
  const { x, y, width, height } = element.getBoundingClientRect();
  const spot = [x + width / 2, y + height / 2];
  const whole = element.dataset.cell ? element.closest('.pile') : element;
  return whole?.contains(document.elementFromPoint(...spot)) ? spot : null;
}"""  # of a cell what is drawn where its button lies; nothing is waited for, since what has gone does not come back


def pick(target: Locator, how: How) -> None:
    """Press what is there to be pressed; where somebody was quicker and it has gone, nothing."""
    if how == "touch":
        look_at(target)
    grasp = target.evaluate_all(GRASP, how)
    if not grasp:
        return
    page = target.page
    if how == "keyboard":
        page.keyboard.press("Enter")
    else:
        (page.touchscreen.tap if how == "touch" else page.mouse.click)(*grasp)


def race(page: Page, table: AtTable, how: How, decide: Decide) -> None:
    """Play to the end: `decide` looks at the view and the seat and says what to press, on whose page."""
    pressed = -1
    for _ in range(MOST):
        found = now(page, table)
        if found["over"]:
            break
        target = decide(found["view"], found["seat"])
        if target is None or not is_ready(target.page, found["version"], pressed):
            page.wait_for_timeout(POLL_MS)
            continue
        pick(target, how)
        pressed = found["version"]
    else:
        raise AssertionError(f"not over after {MOST} looks: {found['show']}")
    expect(page.locator(".result-line").first).to_be_visible()


def is_ready(page: Page, version: int, pressed: int) -> bool:
    """Does a page show this version, and has what was pressed in it been answered? Else a press would mean another."""
    if version == pressed:
        drawn(page)  # until then it does not show that it waits
    shown, is_busy = page.evaluate(STANDS)
    return bool(shown == version and not (is_busy and version == pressed))


def people_at(
    visit: Visit,
    game: str,
    number: int,
    options: dict[str, str] | None = None,
    dice: str = "program",
    countdown: bool = False,
    **look: Any,
) -> tuple[list[Page], AtTable]:
    """So many people at a table without bots, the match begun; their pages in the order of their seats.

    `look` is how they look at it: a size, touch.
    """
    names = ["Giulia", "Paolo", "Anna", "Luca", "Sara", "Marco"][:number]
    host = visit(names[0], **look)
    wish: dict[str, Any] = {"options": options or {}, "dice": dice, "countdown": countdown}
    table = set_table(host, game=game, seats=number, bots=0, start=False, **wish)
    place = f"/t/{table.table}"
    pages = [host, *(visit(name, place, **look) for name in names[1:])]
    for seat, page in enumerate(pages[1:], 1):
        assert page.context.request.post(f"/api/tables/{table.table}/seats/{seat}").ok
    assert host.context.request.post(f"/api/tables/{table.table}/start").ok
    host.goto(place)
    for page in pages:
        page.wait_for_selector(".table-main > *")
    return pages, table
