"""How heavy a page is: the bodies of all files that it fetches, packed as they come over the line."""

import re
from collections import Counter
from typing import Any

from playwright.sync_api import Page

# what comes once the page has stood for a while, also its part in the dice; on a slow machine it comes before the rest
PREPARED = re.compile(
    r"/later-(errors|line|level|verify)\.json$|/web/pages/parts/(level\.js|level\.css|verify-dice\.js|kept\.js)$"
    r"|/web/(storage/(offline|chains|kept-heads)|line/part|fair/chain|fair/hashes|vendor/noble-\w+)\.js$"
)


def weigh(page: Page, path: str, shown: str = ".table-main > *") -> float:
    """Go there with nothing in the cache; bytes until nothing more comes. `shown`: what it is there for."""
    page.goto("about:blank")  # what the page before still fetches would be counted, too
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.setCacheDisabled", {"cacheDisabled": True})
    sizes: Counter[str] = Counter()
    urls: dict[str, str] = {}

    def hear(event: dict[str, Any]) -> None:
        urls[event["requestId"]] = event["response"]["url"]
        sizes[event["requestId"]] -= event["response"]["encodedDataLength"]

    line.on("Network.responseReceived", hear)
    line.on(
        "Network.loadingFinished", lambda event: sizes.update({event["requestId"]: int(event["encodedDataLength"])})
    )
    page.goto(path)
    page.wait_for_selector(shown)
    page.wait_for_load_state("networkidle")
    assert len(sizes) > 10
    return float(sum(size for request, size in sizes.items() if not PREPARED.search(urls.get(request, ""))))
