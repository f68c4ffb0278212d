"""Sounds: none before they are asked for; all of them audible, short and clean; switched on and off by keyboard."""

import pytest
from playwright.sync_api import Page, expect

from tests.depth import full
from tests.web.playing import drawn
from tests.web.visits import Visit, play_table

COUNT_CONTEXTS = """
window.contexts = 0;
window.started = [];
for (const name of ['AudioContext', 'webkitAudioContext']) {
  const Quiet = window[name];
  if (!Quiet) continue;
  window[name] = class extends Quiet {
    constructor(...given) {
      super(...given);
      window.contexts += 1;
    }
  };
}
for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
  const start = kind.prototype.start;
  kind.prototype.start = function (...given) {
    window.started.push(this.frequency ? Math.round(this.frequency.value) : 0);
    return start.apply(this, given);
  };
}
"""
RENDER = """
async () => {
  const { SOUNDS, lengthOf, sound } = await import('/web/sound/sounds.js');
  const heard = {};
  for (const name of Object.keys(SOUNDS)) {
    const context = new OfflineAudioContext(1, 2 * 44100, 44100);
    sound(context, name);
    const samples = (await context.startRendering()).getChannelData(0);
    const loud = samples.map(Math.abs);
    const peak = loud.reduce((most, one) => Math.max(most, one), 0);
    const last = loud.findLastIndex((one) => one > 0.001);
    const middle = loud.slice(0, last).reduce((total, one) => total + one * one, 0) / last;
    heard[name] = { peak, seconds: last / 44100, told: lengthOf(name), rms: Math.sqrt(middle) };
  }
  return heard;
}
"""


@pytest.fixture
def table(visit: Visit) -> Page:
    page = visit("Giulia")
    page.add_init_script(COUNT_CONTEXTS)
    play_table(page)
    return page


def switch(page: Page) -> None:
    """Open the menu and turn sounds on or off, by keyboard alone."""
    menu = page.get_by_role("button", name="Menu")
    if menu.get_attribute("aria-expanded") == "false":
        menu.press("Enter")
    page.get_by_role("switch", name="Play sounds").press("Space")


def test_every_sound_is_audible_short_and_does_not_clip(visit: Visit) -> None:
    for name, heard in visit().evaluate(RENDER).items():
        assert 0.05 < heard["peak"] < 0.98, (name, heard)
        assert heard["rms"] > 0.004, (name, heard)
        assert 0.03 < heard["seconds"] <= heard["told"] <= 1.5, (name, heard)


def test_nothing_is_made_before_it_is_asked_for(table: Page) -> None:
    decide(table)
    assert table.evaluate("[window.contexts, window.started.length]") == [0, 0]
    assert table.evaluate("performance.getEntriesByName(location.origin + '/web/sound/sounds.js').length") == 0


@full
def test_the_switch_works_by_keyboard_and_is_remembered(table: Page) -> None:
    switch(table)
    expect(table.get_by_role("switch", name="Play sounds")).to_be_checked()
    table.wait_for_function("() => window.contexts === 1 && window.started.length > 0")
    table.get_by_role("slider", name="Volume").press("ArrowRight")
    table.reload()
    table.wait_for_selector(".is-mine .die-button")  # no bot decides, which would be heard
    kept = table.evaluate("JSON.parse(localStorage.getItem('bussolotto'))")
    assert (kept["sound"], kept["volume"]) == (True, 0.7)
    table.get_by_role("button", name="Menu").press("Enter")
    expect(table.get_by_role("switch", name="Play sounds")).to_be_checked()
    assert table.evaluate("window.contexts") == 0, "nobody has touched the page yet that was loaded anew"


def test_what_happens_is_heard_once_it_is_asked_for_and_not_any_more_when_it_is_not(table: Page) -> None:
    switch(table)
    table.wait_for_function("() => window.started.length > 0")
    before = len(table.evaluate("window.started"))
    decide(table)
    table.wait_for_function("before => window.started.length > before", arg=before)
    switch(table)
    before = len(table.evaluate("window.started"))
    decide(table)
    drawn(table)
    assert len(table.evaluate("window.started")) == before


def decide(page: Page) -> None:
    """Set one die aside, and wait until that is told."""
    page.wait_for_selector(".is-mine .die-button:not(.die-theirs)")
    told = page.locator(".log-line").count()
    page.locator(".die-button").first.click()
    page.locator(".confirm:not([aria-disabled=true])").click()
    page.wait_for_function("told => document.querySelectorAll('.log-line').length > told", arg=told)
