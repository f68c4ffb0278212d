"""Whole matches on the plain page, through the browser: alone against bots, two people, many tabs, people who watch."""

import re

from playwright.sync_api import Page, expect

from tests.depth import full
from tests.server.people import ENDLESS
from tests.web.playing import comes
from tests.web.visits import PHONE, Visit, card, play_table, setting

CHOICES = ".word-actions button"
POSITION = ".paper pre"


def play_on(page: Page, largest: bool = True) -> None:
    """Do one thing that is legal, if it is my turn."""
    page.wait_for_selector(f"{CHOICES}:enabled, .result-line")
    buttons = page.locator(f"{CHOICES}:enabled")
    if buttons.count():
        (buttons.last if largest else buttons.first).click()


def play_to_the_end(page: Page) -> None:
    for _ in range(300):
        if page.locator(".result-line").count():
            return
        play_on(page)
    raise AssertionError("the match does not end")


def test_from_the_home_page_to_the_end_against_a_bot(visit: Visit) -> None:
    page = visit(path="/?plain=1")
    page.get_by_label("Your name at the table").fill("Giulia")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="Save")).to_be_disabled()
    setting(page).get_by_role("radio", name="2", exact=True).check(force=True)
    setting(page).get_by_text("House rules and guests").click()
    setting(page).get_by_role("radio", name="short").check(force=True)
    setting(page).get_by_role("button", name="Open a table").click()
    expect(page.get_by_text("One seat is still free")).to_be_visible()
    expect(page.get_by_role("button", name="Start the match")).to_be_disabled()
    page.get_by_role("button", name="Careless bot to seat 2").click()
    page.get_by_role("button", name="Start the match").click()
    play_to_the_end(page)
    expect(page.locator(".result-line")).to_have_text(re.compile("win"))
    expect(page.locator(POSITION)).to_contain_text("over")
    expect(page.locator(".places li")).to_have_count(2)


def test_at_once_against_bots_on_a_phone(visit: Visit) -> None:
    page = visit("Giulia", "/?plain=1", size=PHONE, touch=True)
    card(page).get_by_role("button", name="Play now").tap()
    page.wait_for_selector(f"{CHOICES}:enabled")
    page.locator(CHOICES).first.tap()
    expect(page.locator(".seats .seat")).to_have_count(3)


def offered(*pages: Page) -> list[Page]:
    """Those on which something can be done: none while a roll waits."""
    return [page for page in pages if page.locator(f"{CHOICES}:enabled").count()]


def agree(one: Page, other: Page) -> bool:
    """Do two pages show the same position, and the same log?"""
    first, second = (
        [page.locator(POSITION).inner_text(), *page.locator(".log-line").all_inner_texts()] for page in (one, other)
    )
    return first == second


def test_two_browsers_at_one_table_see_the_same_match(visit: Visit) -> None:
    giulia = visit("Giulia")
    table = play_table(giulia, bots=0, start=False, plain=True, options=ENDLESS)
    paolo = visit("Paolo", f"/t/{table.table}?plain=1")
    paolo.get_by_role("button", name="Sit at seat 2").click()
    expect(giulia.get_by_text("Paolo", exact=True)).to_be_visible()
    giulia.get_by_role("button", name="Start the match").click()
    paolo.wait_for_selector(POSITION)
    for _ in range(6):
        mover = comes(giulia, lambda: offered(giulia, paolo), lambda: "nobody is offered anything")[0]
        before = mover.locator(POSITION).inner_text()
        play_on(mover)
        expect(mover.locator(POSITION)).not_to_have_text(before)
        comes(mover, lambda: agree(giulia, paolo), lambda: "they do not see the same")


@full
def test_only_the_seat_whose_turn_it_is_is_offered_anything(visit: Visit) -> None:
    giulia = visit("Giulia")
    table = play_table(giulia, bots=0, start=False, plain=True)
    paolo = visit("Paolo", f"/t/{table.table}?plain=1")
    paolo.get_by_role("button", name="Sit at seat 2").click()
    giulia.get_by_role("button", name="Start the match").click()
    for page in (giulia, paolo):
        page.wait_for_selector(POSITION)
    mine = comes(giulia, lambda: offered(giulia, paolo), lambda: "nobody is offered anything")
    assert len(mine) == 1
    expect(mine[0]).to_have_title(re.compile("^● Your turn"))  # which comes after the page has been drawn
    expect(mine[0].locator("link[rel=icon]")).to_have_attribute("href", re.compile("icon-turn"))


def test_who_watches_sees_every_step_and_can_do_nothing(visit: Visit) -> None:
    giulia = visit("Giulia")
    table = play_table(giulia, plain=True)
    watcher = visit("Anna", f"/t/{table.table}?plain=1")
    giulia.wait_for_selector(f"{CHOICES}:enabled")  # until then a bot moves
    before = giulia.locator(POSITION).inner_text()
    play_on(giulia, largest=False)
    expect(giulia.locator(POSITION)).not_to_have_text(before)
    comes(giulia, lambda: agree(giulia, watcher), lambda: "they do not see the same")
    assert watcher.locator(CHOICES).count() == 0
    giulia.get_by_role("button", name="Link to this table").click()
    expect(giulia.get_by_text("One person is watching")).to_be_visible()


@full
def test_nobody_watches_at_a_closed_table(visit: Visit) -> None:
    giulia = visit("Giulia")
    table = play_table(giulia, plain=True, visibility="closed")
    watcher = visit("Anna", f"/t/{table.table}")
    expect(watcher.get_by_role("heading", name="A closed table")).to_be_visible()


@full
def test_two_tabs_of_one_person_stay_alike(visit: Visit) -> None:
    first = visit("Giulia")
    table = play_table(first, plain=True)
    second = visit(path=f"/t/{table.table}?plain=1", again=first)
    for mover, other in ((first, second), (second, first)):
        before = mover.locator(POSITION).inner_text()
        play_on(mover, largest=False)
        expect(mover.locator(POSITION)).not_to_have_text(before)
        for page in (mover, other):
            page.wait_for_selector(f"{CHOICES}:enabled, .result-line")
        expect(other.locator(POSITION)).to_have_text(mover.locator(POSITION).inner_text())


@full
def test_typing_an_action(visit: Visit) -> None:
    page = visit("Giulia")
    play_table(page, plain=True)
    page.wait_for_selector(f"{CHOICES}:enabled")
    while not page.get_by_label("Type an action").count():
        play_on(page)
        page.wait_for_selector(f"{CHOICES}:enabled")
    line = page.get_by_label("Type an action")
    line.fill("keep 9")
    line.press("Enter")
    expect(page.get_by_text("“keep 9” is not a possible action now.")).to_be_visible()
    text = page.locator(CHOICES).first.inner_text()
    line.fill(text)
    line.press("Enter")
    expect(page.locator(".log-line", has_text=f"Giulia: keep {text}").first).to_be_visible()


def test_giving_up_asks_once_in_place_and_then_there_is_a_rematch(visit: Visit) -> None:
    page = visit("Giulia")
    play_table(page, plain=True)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up").click()
    expect(page.get_by_text("Give up? The other player wins.")).to_be_visible()
    expect(page.get_by_role("button", name="No", exact=True)).to_be_focused()
    page.get_by_role("button", name="Give up").click()
    expect(page.locator(".result-line")).to_have_text("Bot wins.")
    page.get_by_role("button", name="Play again").click()
    page.wait_for_selector(f"{CHOICES}:enabled")
    assert page.locator(".result-line").count() == 0


def test_the_page_checks_the_dice_itself_and_compares_them_with_what_it_kept(visit: Visit) -> None:
    page = visit("Giulia")
    play_table(page, plain=True)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Check the dice").click()
    told = page.locator(".verified li")
    expect(told.first).to_have_text(re.compile("dice were drawn as the secret number"))
    expect(told.first).to_be_in_viewport()
    expect(told.last).to_have_text(re.compile("the match that this page was shown"))
    with page.expect_download() as kept:
        page.get_by_role("link", name="Save your own proof").click()
    assert kept.value.suggested_filename.startswith("kept-")


@full
def test_ending_by_agreement_takes_both(visit: Visit) -> None:
    giulia = visit("Giulia")
    table = play_table(giulia, bots=0, start=False, plain=True)
    paolo = visit("Paolo", f"/t/{table.table}?plain=1")
    paolo.get_by_role("button", name="Sit at seat 2").click()
    giulia.get_by_role("button", name="Start the match").click()
    giulia.get_by_role("button", name="Menu").click()
    giulia.get_by_role("button", name="Offer to end the match").click()
    giulia.get_by_role("button", name="Offer it").click()
    paolo.get_by_role("button", name="Agree").click()
    for page in (giulia, paolo):
        expect(page.get_by_role("complementary")).to_contain_text("You agreed to end the match")


@full
def test_the_personal_link_gives_back_name_and_seat(visit: Visit) -> None:
    giulia = visit("Giulia")
    table = play_table(giulia, plain=True)
    giulia.goto("/")
    link = giulia.get_by_label("Your personal link").input_value()
    elsewhere = visit(path=link)
    elsewhere.get_by_role("button", name="Continue as Giulia").click()
    expect(elsewhere.get_by_label("Your name at the table")).to_have_value("Giulia")
    elsewhere.goto(f"/t/{table.table}?plain=1")
    expect(elsewhere.locator(".seat-mine .seat-name")).to_have_text("Giulia")


@full
def test_a_personal_link_asks_who_has_another_name_and_can_be_replaced(visit: Visit) -> None:
    giulia, bruno = visit("Giulia", "/"), visit("Bruno", "/", forgive=("status of 404",))
    link = giulia.get_by_label("Your personal link").input_value()
    bruno.goto(link)
    expect(bruno.get_by_role("heading", name="Continue as Giulia?")).to_be_visible()
    expect(bruno.get_by_label("Your personal link")).to_be_visible()
    bruno.get_by_role("link", name="Stay Bruno").click()
    expect(bruno.get_by_label("Your name at the table")).to_have_value("Bruno")
    giulia.get_by_role("button", name="Replace the link").click()
    expect(giulia.get_by_text("Earlier ones no longer work")).to_be_visible()
    assert giulia.get_by_label("Your personal link").input_value() != link
    bruno.goto(f"{link}?lang=de")
    expect(bruno.get_by_role("heading", name="Dieser Link gilt nicht")).to_be_visible()
    giulia.get_by_role("button", name="Withdraw the link").click()
    expect(giulia.get_by_label("Your personal link")).to_have_count(0)
    giulia.get_by_role("button", name="Make a personal link").click()
    expect(giulia.get_by_label("Your personal link")).to_be_visible()
    assert giulia.evaluate("""async () => {
        for (const name of await caches.keys())
            for (const request of await (await caches.open(name)).keys())
                if ((await (await caches.match(request)).text()).includes('/me/')) return request.url;
        return '';
    }""").endswith((".js", ""))


@full
def test_standing_up_and_coming_back(visit: Visit) -> None:
    giulia = visit("Giulia")
    table = play_table(giulia, plain=True)
    watcher = visit("Anna", f"/t/{table.table}?plain=1")
    giulia.get_by_role("button", name="Menu").click()
    giulia.get_by_role("button", name="Leave for now").click()
    expect(watcher.locator(".seat", has_text="Giulia")).to_contain_text("has left")
    giulia.get_by_role("button", name="Sit down again").click()
    expect(watcher.locator(".seat", has_text="Giulia")).not_to_contain_text("has left")


@full
def test_a_board_of_ones_own(visit: Visit) -> None:
    page = visit("Giulia", "/?plain=1", forgive=("400",))
    setting(page).get_by_text("House rules and guests").click()
    setting(page).get_by_role("group", name="Board").get_by_label("your own").check(force=True)
    setting(page).get_by_label("Your board").fill("4d>1 five")
    setting(page).get_by_role("button", name="Play against 2 bots now").click()
    expect(setting(page).get_by_role("alert")).to_contain_text("4d>1 five")
    setting(page).get_by_label("Your board").fill("2>1 2>1 2>1 2>1 9y4y5>3")
    setting(page).get_by_role("button", name="Play against 2 bots now").click()
    expect(page.locator(POSITION)).to_contain_text("yy...R")


def test_going_to_another_page_moves_the_focus_and_tells_its_title(visit: Visit) -> None:
    page = visit("Giulia", "/?plain=1")
    setting(page).get_by_role("button", name="Open a table").press("Enter")
    page.wait_for_selector(".waiting")
    expect(page.locator("#main")).to_be_focused()
    expect(page.locator("#live")).to_contain_text("Spilorcio · Bussolotto")
