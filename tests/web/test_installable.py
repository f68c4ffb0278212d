"""The page as an app: what a browser asks of it, its icons, and a new release taking over."""

import json
import struct
from pathlib import Path

import pytest
from playwright.sync_api import BrowserType, Page, expect

from tests.depth import full
from tests.web.playing import until
from tests.web.serving import LiveServer
from tests.web.visits import CHROMIUM, FLAGS, Visit
from tools import icons

READY = "() => navigator.serviceWorker.controller !== null"
KEPT = """async () => {
  const parts = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
    .filter(({ pathname }) => /^\\/(web|games|locale)\\/.*\\.(js|css|json|woff2)$/.test(pathname))
    .map(({ href }) => href);
  const more = ['/web/pages/offline.js', `/locale/${document.documentElement.lang}/later-line.json`];
  const found = await Promise.all([...parts, ...more].map((url) => caches.match(url)));
  return found.every(Boolean);
}"""  # all that this page has fetched, and what it has its worker fetch besides


@full
def test_a_browser_finds_nothing_to_say_against_installing_it(
    chromium: BrowserType, server: LiveServer, tmp_path: Path
) -> None:
    """In a browser that keeps what it learns: one that forgets everything installs nothing."""
    keeping = chromium.launch_persistent_context(
        tmp_path, executable_path=CHROMIUM, args=FLAGS, base_url=server.address, locale="en"
    )
    page = keeping.new_page()
    page.goto("/")
    page.wait_for_function(READY)
    line = page.context.new_cdp_session(page)
    told = line.send("Page.getAppManifest")
    assert told["errors"] == [] and told["url"].endswith("/manifest.webmanifest")
    assert line.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    manifest = json.loads(told["data"])
    assert (manifest["name"], manifest["display"], manifest["start_url"]) == ("Bussolotto", "standalone", "/")
    assert {shortcut["url"] for shortcut in manifest["shortcuts"]} == {"/#matches", "/open"}
    assert manifest["theme_color"] == themes(page)["dark"]
    assert manifest["color_scheme_light"]["theme_color"] == themes(page)["light"]
    for icon in [*manifest["icons"], *(icon for shortcut in manifest["shortcuts"] for icon in shortcut["icons"])]:
        answer = page.request.get(icon["src"])
        assert answer.ok and answer.headers["content-type"] == icon.get("type", "image/png")
    keeping.close()


def themes(page: Page) -> dict[str, str]:
    """The colours of the page's frame, by theme."""
    found = page.locator("meta[name=theme-color]").all()
    schemes = {str(meta.get_attribute("media")): str(meta.get_attribute("content")) for meta in found}
    return {name: colour for name in ("dark", "light") for media, colour in schemes.items() if name in media}


@pytest.mark.parametrize("language", ["en", "it", "de", "fr"])
def test_the_manifest_speaks_the_language_that_is_asked_for(visit: Visit, language: str) -> None:
    answer = visit(lang=language).request.get("/manifest.webmanifest", headers={"accept-language": language})
    about = {"en": "dice games", "it": "giochi di dadi", "de": "Würfelspiele", "fr": "jeux de dés"}[language]
    assert about in answer.json()["description"]
    assert "accept-language" in answer.headers["vary"] and answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("icon", icons.ICONS, ids=lambda icon: icon.name)
def test_icons_are_as_the_program_draws_them(icon: icons.Icon) -> None:
    content = (icons.FOLDER / icon.name).read_bytes()
    assert struct.unpack(">II", content[16:24]) == (icon.pixels, icon.pixels)
    assert content == icons.drawn(icon), "run `python -m tools.icons`"


def test_a_maskable_icon_keeps_the_die_where_every_mask_leaves_it() -> None:
    corner = (
        60 / 64 * 2**0.5 / 2
    )  # of the die's frame, from the middle, in parts of its width; rounded corners are nearer
    for icon in icons.ICONS:
        assert not icon.name.startswith("maskable") or icon.share * corner <= icons.SAFE / 2 + 0.02, icon


@full
def test_a_new_release_takes_over_whole(visit_own: Visit, own_server: LiveServer) -> None:
    page = visit_own("Giulia", "/", worker=True, forgive=("ERR_",))
    page.wait_for_function(READY)
    first = page.request.get("/sw.js").text()
    kept = "async () => (await caches.keys()).filter((name) => name.startsWith('bussolotto-files-'))"
    until(page, KEPT)
    (before,) = page.evaluate(kept)
    own_server.stop()
    own_server.change("from bussolotto.server.http import pages; pages.release = lambda: 'a-newer-one'")
    own_server.start()
    assert page.request.get("/sw.js").text() != first
    page.reload()
    until(page, "async () => (await caches.keys()).includes('bussolotto-files-a-newer-one')")
    until(page, f"async (before) => !(await ({kept})()).includes(before)", before)
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    page.context.set_offline(False)


def test_without_a_secure_page_it_works_the_same(visit: Visit) -> None:
    page = visit("Giulia", "/")  # no worker is registered: as over plain http in a home network
    expect(page.get_by_role("heading", name="Games", exact=True)).to_be_visible()
    assert page.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length") == 0
