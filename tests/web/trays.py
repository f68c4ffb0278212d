"""A tray of dice on a page of its own, without a game; and what it told the thread that draws it."""

from typing import Any

from playwright.sync_api import Locator, Page

OVERHEAR = """
window.overheard = [];
const Silent = window.Worker;
window.Worker = class extends Silent {
  constructor(...given) {
    super(...given);
    this.addEventListener('message', ({ data }) => window.overheard.push({ from: 'worker', ...data }));
  }
  postMessage(message, ...more) {
    window.overheard.push({ from: 'page', ...message, canvas: undefined });
    super.postMessage(message, ...more);
  }
};
"""
SET_UP = """
async () => {
  const { html, render } = await import('/web/vendor/preact.js');
  const { complete } = await import('/web/components/needs.js');
  const { ShellContext } = await import('/web/components/shell.js');
  const { translator } = await import('/web/words/i18n.js');
  const { t } = await translator('en');
  const { Tray } = await complete(import('/web/cup/tray.js'));
  const box = Object.assign(document.createElement('div'), { id: 'bench' });
  box.style.cssText = 'position: fixed; left: 20px; top: 70px; width: 480px; height: 200px; z-index: 9';
  document.body.append(box);
  window.tapped = [];
  const shell = { t, settings: { pile: null } };
  const onTap = (id) => window.tapped.push(id);
  const own = { t, label: 'Dice on felt', mine: true, onTap };
  window.lay = (props) => render(
    html`<${ShellContext.Provider} value=${shell}><${Tray} ...${own} ...${props} /><//>`, box);
}
"""
MORE_LANDED = "(landed) => window.overheard.filter(({ kind }) => kind === 'landed').length > landed"


class Tray:
    """The tray of a page."""

    def __init__(self, page: Page) -> None:
        page.evaluate(SET_UP)
        self.page = page

    def lay(self, dice: list[dict[str, Any]], *, throwing: dict[str, Any] | None = None, motion: bool = True) -> None:
        """Let these dice lie there, or throw some of them."""
        self.page.evaluate("props => window.lay(props)", {"dice": dice, "throwing": throwing, "motion": motion})

    def throw(self, dice: list[dict[str, Any]], key: str, ids: list[int]) -> None:
        """Throw some of the dice, and wait until they lie."""
        landed = len(self.heard("worker", "landed"))
        self.lay(dice, throwing={"key": key, "ids": ids})
        self.page.wait_for_function(MORE_LANDED, arg=landed, timeout=60_000)
        self.wait_until_drawn()

    def wait_until_drawn(self) -> None:
        """Until it is seen in three dimensions, and nothing moves."""
        self.page.wait_for_selector(".dice-tray.is-solid:not(.is-moving)", timeout=60_000)

    def heard(self, sender: str, kind: str) -> list[dict[str, Any]]:
        """All messages of this kind so far, from the `page` or from the `worker`."""
        heard: list[dict[str, Any]] = self.page.evaluate("window.overheard")
        return [message for message in heard if message["from"] == sender and message["kind"] == kind]

    def names(self) -> list[str]:
        """What a screen reader reads of the dice, in order."""
        return [str(die.get_attribute("aria-label")) for die in self.dice().all()]

    def dice(self) -> Locator:
        """The dice that can be seen."""
        return self.page.locator("#bench .tray-die")


def dice_of(*faces: int, **more: Any) -> list[dict[str, Any]]:
    """Dice with these faces."""
    return [{"id": index, "face": face, **more} for index, face in enumerate(faces)]
