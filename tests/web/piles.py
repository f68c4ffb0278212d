"""The pile of dice on a page of its own, without a game; and picking cells of a pile as people do."""

from collections.abc import Sequence
from random import Random
from typing import Any

from playwright.sync_api import Locator, Page

from bussolotto.core import pyramid
from tests.web.playing import IDLE, How

COLOURS = ("red", "yellow", "pearl", "turquoise", "violet")
LOOK = "document.querySelector('.flat > g')?.style.transform"  # how closely the flat pile is looked at
FARTHER = ".pile-tools button:last-child"
IN_SIGHT = """([element]) => {
  const frame = element?.dataset.cell && element.closest('.pile-view')?.getBoundingClientRect();
  if (!frame) return true;
  const { x, y, width, height } = element.getBoundingClientRect();
  const [across, down] = [x + width / 2, y + height / 2];
  const near = Math.min(across - frame.left, frame.right - across, down - frame.top, frame.bottom - down);
  return near > 4 && !document.elementFromPoint(across, down)?.closest('.pile-tools');
}"""  # not at the edge, which a touch may miss; of what is no cell, or has gone, as well
MOUNT = """
async ({ props, lang, width, height, motion, frame }) => {
  const { html, render } = await import('/web/vendor/preact.js');
  const { ShellContext } = await import('/web/components/shell.js');
  const { translator } = await import('/web/words/i18n.js');
  const { complete } = await import('/web/components/needs.js');
  const { t } = await translator(lang);
  const { Pile } = await complete(import('/web/pyramid/pile.js'));
  const main = Object.assign(document.createElement('main'), { id: 'pile' });
  main.style.cssText = `display:block;width:${width}px;height:${height}px`;
  document.body.replaceChildren(main);
  let settings = { theme: 'auto', pile: null, frame };
  let last = props;
  window.picked = [];
  window.show = (props) => {
    last = props;
    const set = (news) => { settings = { ...settings, ...news }; window.settings = settings; window.show(last); };
    const shell = { t, lang, settings, set, announce: () => {} };
    const onPick = (cell) => window.picked.push(cell);
    const given = { t, settings: { motion }, label: t('pyramid.tools'), places: [], onPick, ...props };
    render(html`<${ShellContext.Provider} value=${shell}><${Pile} ...${given} /><//>`, main);
  };
  window.show(props);
}
"""

Props = dict[str, Any]


def heap(seed: int, taken: int = 0, size: int = pyramid.SIZE) -> list[Props]:
    """Dice of all colours in any pose; so many free ones were taken off a full pile."""
    dice = Random(seed)
    cells = {index for index in range(pyramid.COUNT) if pyramid.within(size)[index]}
    for _ in range(taken):
        cells.remove(
            dice.choice([cell for cell in sorted(cells) if not cells & {int(up) for up in pyramid.ABOVE[cell]}])
        )
    faces = pyramid.POSES.tolist()
    return [{"cell": cell, "colour": dice.choice(COLOURS), "faces": dice.choice(faces)} for cell in sorted(cells)]


def mount(
    page: Page,
    *,
    lang: str = "en",
    width: int = 900,
    height: int = 640,
    motion: bool = False,
    frame: int | None = 1_000,
    **props: Any,
) -> None:
    """Show a pile and nothing else; picks are noted. `frame`: milliseconds that one takes in 3D, None: not measured."""
    wish = {"lang": lang, "width": width, "height": height, "motion": motion, "frame": frame}
    page.evaluate(MOUNT, {"props": props, **wish})
    page.wait_for_selector(".pile")


def show(page: Page, **props: Any) -> None:
    """The same pile with other props."""
    page.evaluate("props => window.show(props)", props)


def picked(page: Page) -> list[int]:
    """What was picked since it was last asked."""
    found: list[int] = page.evaluate("() => window.picked.splice(0)")
    return found


def cell_button(page: Page, cell: int) -> Locator:
    """The button of a cell, which the accessibility tree has."""
    return page.locator(f'[data-cell="{cell}"]')


def point_at(page: Page, target: Locator, how: How, patience_ms: float = 10_000) -> bool:
    """Click or touch what is seen where a button of the pile lies; False where it has gone."""
    if how == "touch":
        look_at(target)
    box = target.bounding_box(timeout=patience_ms)
    if box is None:
        return False
    where = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    if how != "touch":
        page.mouse.click(*where)
        return True
    before = page.evaluate(LOOK)
    page.touchscreen.tap(*where)
    if page.evaluate(LOOK) != before:  # it could have meant another one, and looks closer
        return point_at(page, target, how, patience_ms)
    return True


def look_at(target: Locator) -> None:
    """Where the pile is looked at so closely that a cell is not in sight, step back."""
    for _ in range(10):
        if target.evaluate_all(IN_SIGHT):
            return
        target.page.locator(FARTHER).tap()
    raise AssertionError(f"{target} never comes into sight")


def pick(page: Page, cell: int, how: How) -> None:
    """Point at what is seen of the cell in the flat view, touch it, or go there with the keys."""
    page.wait_for_function(IDLE)
    if how == "keyboard":
        walk(page, cell)
        page.keyboard.press("Enter")
        return
    assert point_at(page, cell_button(page, cell), how), cell


def walk(page: Page, cell: int) -> None:
    """Give the pile the focus and go to a cell with its keys: through the levels, the rows, the places."""
    cell_button(page, cell).wait_for(state="attached")  # a goal is there once the page has drawn what was picked before
    page.locator('.pile-cell[tabindex="0"]').focus()
    goal = pyramid.CELLS[cell]
    for _ in range(80):
        here = pyramid.CELLS[int(page.evaluate("document.activeElement.dataset.cell"))]
        if here == goal:
            return
        for key in _keys(page, here, goal):
            page.keyboard.press(key)
            if int(page.evaluate("document.activeElement.dataset.cell")) != pyramid.INDEX[here]:
                break
        else:
            break
    raise AssertionError(f"the keys do not lead to {goal}")


def _keys(page: Page, here: Sequence[int], goal: Sequence[int]) -> list[str]:
    """Which keys lead nearer: first to the level, then to the row, then to the place."""
    if sum(here) != sum(goal):
        return ["PageUp" if sum(here) > sum(goal) else "PageDown"]
    below = int(page.locator(".pile").get_attribute("data-side") or 0)
    if here[below] != goal[below]:
        return ["ArrowUp" if goal[below] > here[below] else "ArrowDown"]
    right = (below + 2) % 3
    return ["ArrowRight" if goal[right] > here[right] else "ArrowLeft"]
