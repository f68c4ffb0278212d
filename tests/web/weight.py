"""How heavy a page is: the bodies of all files that it fetches, packed as they come over the line."""

from playwright.sync_api import Page


def weigh(page: Page, path: str, shown: str = ".table-main > *") -> float:
    """Go there with nothing in the cache; bytes until nothing more comes. `shown`: what it is there for."""
    page.goto("about:blank")  # what the page before still fetches would be counted, too
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.setCacheDisabled", {"cacheDisabled": True})
    sizes: list[float] = []
    line.on("Network.responseReceived", lambda event: sizes.append(-event["response"]["encodedDataLength"]))
    line.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(path)
    page.wait_for_selector(shown)
    page.wait_for_load_state("networkidle")
    assert len(sizes) > 10
    return sum(sizes)
