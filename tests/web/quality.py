"""What every page is asked: nothing that axe-core finds serious, no word of its own, targets that a thumb hits."""

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

SMALL_TARGETS = """
() => [...document.querySelectorAll('button, a.button, select, input:not([type=radio], [type=file]), '
  + 'summary, .choice span')]
  .map((element) => ({ element, box: element.getBoundingClientRect() }))
  .filter(({ box }) => box.width && (box.width < 44 || box.height < 44))
  .map(({ element, box }) => `${element.outerHTML.slice(0, 80)} ${box.width}x${box.height}`)
"""
NOT_BRACKETED = """
() => {
  const stray = [];
  const bare = (text) => {
    const less = text.replace(/⟦[^⟦⟧]*⟧/gu, '');
    return less === text ? /\\p{Ll}|\\p{L}{2}/u.test(text) : bare(less); // a single capital is a name: table A, side X
  };
  const raw = (element) => element.closest('[translate=no], svg, script, style, noscript, kbd');
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) {
      if (!raw(node.parentElement) && !node.parentElement.closest('[hidden]') && bare(node.data)) stray.push(node.data);
    } else if (!raw(node)) {
      for (const name of ['aria-label', 'title', 'placeholder', 'aria-valuetext', 'alt']) {
        if (bare(node.getAttribute(name) ?? '')) stray.push(`${name}: ${node.getAttribute(name)}`);
      }
    }
  }
  return stray;
}
"""

AXE = "() => axe.run({ resultTypes: ['violations'], preload: false }).then(({ violations }) => violations)"


def grave_faults(page: Page) -> list[tuple[str, list[str]]]:
    """The rules of axe-core that the page breaks, as far as that is serious, and where."""
    if not page.evaluate("() => 'axe' in window"):  # of half a megabyte, so once a page
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(AXE)
    return [(one["id"], [node["html"] for node in one["nodes"]]) for one in found if grave(one)]


def grave(violation: dict[str, Any]) -> bool:
    """Does it keep anybody from playing?"""
    return violation["impact"] in {"serious", "critical"}


def sideways(page: Page) -> int:
    """By how many pixels the page is wider than the window."""
    wider: int = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    return wider


def is_for_everybody(page: Page) -> None:
    """Of a page in the language `zz`: no grave fault, no text from elsewhere, nothing too small to touch, nothing
    beside the screen.
    """
    assert grave_faults(page) == []
    assert page.evaluate(NOT_BRACKETED) == []
    assert page.evaluate(SMALL_TARGETS) == []
    assert sideways(page) == 0
