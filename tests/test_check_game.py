"""`bussolotto check-game`: a whole game passes, and what is broken or missing in one is said in plain words."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import bussolotto
from bussolotto.cli.check_game import Result, as_figures, line_of, note, summed_up
from bussolotto.cli.words import DAMAGED, REFUSED
from bussolotto.core import contract, kernel
from bussolotto.core.contract import Game
from bussolotto.games import names
from bussolotto.play.notation import record_of
from bussolotto.testing import bots, check, golden, page
from bussolotto.testing.reached import Reached, Watch
from bussolotto.testing.unseen import shown_in_log
from bussolotto.testing.worlds import World, every_world
from tests.command_line import do, done
from tests.depth import count, full
from tests.laws.toys.whispers import game as whispers
from tests.new_games import install
from tests.repo.sources import ROOT

pytestmark = pytest.mark.usefixtures("in_a_folder_for_games")


def begin(name: str, change: Callable[[str], str] = str) -> Path:
    """Write a new game and install it, its rules changed; where its modules lie. Each test has a game of its own."""
    done("new-game", name, "--into", ".")
    sources = Path(name) / "src" / name
    rules = sources / "game.py"
    rules.write_text(change(rules.read_text("utf-8")), "utf-8")
    install(Path(name))
    return sources


def test_what_new_game_writes_passes_and_hears_what_it_lacks() -> None:
    begin("whole")
    told = done("check-game", "whole").stdout
    assert "✗" not in told and "checks hold." in told
    assert "though nothing needs it: page" in told and "No texts in this language: it" in told
    assert "lines of the rules" in told


@full
def test_a_broken_rule_is_named_with_the_match_that_shows_it() -> None:
    begin("uncounted", lambda text: text.replace("kernel.count_ply(s)", "s.plies += 2", 1))
    result = do("check-game", "uncounted", "--json")
    told = json.loads(result.stdout)
    broken = {found["check"]: found["detail"] for found in told["broken"]}
    assert result.exit_code == DAMAGED and "law_end" in broken
    assert "uncounted, rules 1, seats 2" in broken["law_end"] and "seed 1" in broken["law_end"]


def test_a_module_that_lacks_a_function_is_told_and_nothing_else_is_tried() -> None:
    begin("silent", lambda text: text.replace("def why(", "def because("))
    result = do("check-game", "silent")
    assert result.exit_code == DAMAGED and result.stdout.count("✗") == 1 and "why" in result.stdout


RAISING = {
    "raising": ("\n\ndef show(s):\n    return 1 / 0\n", "ZeroDivisionError: division by zero", "show"),
    "outside": ("\n\n@rule\ndef pass_on(s):\n    s.points[s.turn + 9] = 1\n", "IndexError: invalid index", "pass_on"),
    "unsaid": ("\n\ndef say(seat, action):\n    return [][action]\n", "IndexError: list index out of range", "say"),
}


@full
@pytest.mark.parametrize("name", RAISING)
def test_whatever_a_game_raises_breaks_the_check_and_not_the_command(name: str) -> None:
    more, problem, function = RAISING[name]
    sources = begin(name, lambda text: text + more)
    result = do("check-game", name)
    assert result.exit_code == DAMAGED and isinstance(result.exception, SystemExit)
    last = len((sources / "game.py").read_text("utf-8").splitlines())
    assert f"{name}, rules 1, seats 2, {{}}, seed 1: {problem} (game.py:{last} in {function})" in result.stdout
    assert "though nothing needs it: page" in result.stdout and "checks do not hold." in result.stdout
    assert "Traceback" not in result.stderr


def test_a_cause_is_told_in_full_once_and_referred_to_afterwards() -> None:
    line = len((begin("once") / "game.py").read_text("utf-8").splitlines()) + 5
    rules = Path("once/src/once/game.py")
    rules.write_text(rules.read_text("utf-8") + RAISING["outside"][0], "utf-8")
    game = bussolotto.game("once")
    result, told = Result(), []
    for found in check.check_laws(game, [World(game, 2, 1)]):
        told.append(line_of(found, result))
        note(result, found)
    cause = f"IndexError (game.py:{line} in pass_on)"
    assert len(result.broken) > 5 and {found.cause for found in result.broken} == {cause}
    assert sum("invalid index" in each for each in told) == 1
    assert sum(each.endswith(f"\n  As above: {cause}") for each in told) == len(result.broken) - 1


def test_what_views_hide_and_the_log_shows_everybody_is_remarked_on(monkeypatch: pytest.MonkeyPatch) -> None:
    worlds = [World(whispers, 3, seed) for seed in range(3)]
    game = worlds[0].game
    assert shown_in_log(game, worlds) == set()
    monkeypatch.setattr(game, "sees", kernel.seen_by_all)
    assert shown_in_log(game, worlds) == {"die", "table"}
    result = Result(remarks=[check.Finding("shown", check.REMARK, "die, table")])
    assert "because `sees` is always true: die, table. Is that meant?" in next(summed_up(result))
    assert as_figures(result)["remarks"] == [{"check": "shown", "what": "die, table"}]
    assert shown_in_log(bussolotto.game("spilorcio"), [World(bussolotto.game("spilorcio"), 2, 1)]) == set()


def changed_quarry(name: str, change: Callable[[str], str]) -> Game:
    """The example with a file changed."""
    shutil.copytree(ROOT / "examples" / "quarry", "quarry")
    file = Path("quarry") / "src" / "quarry" / name
    file.write_text(change(file.read_text("utf-8")), "utf-8")
    install(Path("quarry"))
    return bussolotto.game("quarry")


def quarry_with(change: Callable[[dict[str, str]], object], language: str = "en") -> Game:
    """The example, its texts in a language changed."""

    def changed(text: str) -> str:
        texts = json.loads(text)
        change(texts)
        return json.dumps(texts)

    return changed_quarry(f"texts/{language}.json", changed)


def faults_of(game: Game) -> list[str]:
    """What is wrong with its texts, as one match shows it."""
    (found,) = (
        each for each in check.check_texts(game, [World(game, 2, 1, {"lattice": "4"})]) if each.check == "texts"
    )
    return found.detail.split("; ")


def without(*keys: str) -> Callable[[dict[str, str]], object]:
    return lambda texts: [texts.pop(key) for key in keys]


def saying(key: str, text: str) -> Callable[[dict[str, str]], object]:
    return lambda texts: texts.update({key: text})


@pytest.mark.parametrize(
    ("language", "change", "faults"),
    [
        ("en", without("word.haul"), ["English lacks word.haul"]),
        ("en", without("clause.QUA-2"), ["English lacks clause.QUA-2"]),
        ("en", without("clause.QUA-5"), ["English lacks clause.QUA-5"]),
        ("en", without("option.quarry.danger"), ["English lacks option.quarry.danger"]),
        ("en", without("why.quarry.gone"), ["English lacks why.quarry.gone"]),
        (
            "en",
            without("why.quarry.covered.one", "why.quarry.covered.other"),
            ["English lacks why.quarry.covered"],
        ),
        ("en", without("event.quarry.end-cleared"), ["English lacks event.quarry.end-cleared"]),
        ("en", saying("why.quarry.empty", "{nosuch}"), ["nothing fills {nosuch} in why.quarry.empty (en)"]),
        ("en", saying("event.quarry.rubble.one", "{what}"), ["nothing fills {what} in event.quarry.rubble.one (en)"]),
        ("en", saying("cli.said.quarry.haul", "{who}"), ["nothing fills {who} in cli.said.quarry.haul (en)"]),
        ("en", saying("say.quarry.taking", "{who}"), ["nothing fills {who} in say.quarry.taking (en)"]),
        ("it", saying("why.quarry.covered.one", "{m}"), ["nothing fills {m} in why.quarry.covered.one (it)"]),
        ("it", saying("use.quarry.haul", "{m}"), ["nothing fills {m} in use.quarry.haul (it)"]),
        ("it", without("word.haul"), [""]),
    ],
)
def test_a_text_that_is_missing_or_cannot_be_filled_is_named(
    language: str, change: Callable[[dict[str, str]], object], faults: list[str]
) -> None:
    assert faults_of(quarry_with(change, language)) == faults


def test_what_is_not_translated_is_told_in_english() -> None:
    game = quarry_with(without("word.haul", "clause.QUA-2"), "fr")
    found = [*check.check_texts(game, [World(game, 2, 1, {"lattice": "3"})])]
    assert [*found[1:]] == [check.Finding("untranslated", check.MISSING, "fr: clause.QUA-2, word.haul")]


def test_a_match_goes_on_with_texts_that_are_missing_or_cannot_be_filled() -> None:
    def change(texts: dict[str, str]) -> None:
        texts["why.quarry.empty"] = "The cart is {nosuch}."
        texts["cli.said.quarry.haul"] = "{nobody} hauls"
        without("event.quarry.end-cleared", "event.quarry.rubble.one", "event.quarry.rubble.other")(texts)

    quarry_with(change)
    options = ("--option", "lattice=3", "--players", "you,random", "--seed", "1", "--dice", "seeded")
    told = done("play", "quarry", *options, typed="haul\nhaul\n" + "1\nhaul\n" * 100)
    assert "The cart is {nosuch}." in told.stderr
    assert "{nobody} hauls" in told.stdout and "\nno die is left\n" in told.stdout


def test_short_matches_are_played_with_more_seeds_so_that_rare_turns_come_up() -> None:
    begin("short")
    game = bussolotto.game("short")
    assert "add" in reached(game, *every_world(game)).left  # the line for who gets past the target
    worlds = check.matches_of(game, thorough=False)
    assert "add" not in reached(game, *worlds).left and {world.seats for world in worlds} == {2, 3, 4}
    long = bussolotto.game("cui-bono")
    assert check.matches_of(long, thorough=False) == every_world(long)


@full
def test_a_playthrough_and_a_twin_in_the_package_are_held_to() -> None:
    sources = begin("doubled")
    (sources / "playthroughs").mkdir()
    doubled = bussolotto.game("doubled")
    text = golden.written(record_of(World(doubled, 2, 1).match(), ["Leo", "Ada"]), doubled.MAX_PLIES)
    (sources / "playthroughs" / "whole.txt").write_text(text, "utf-8")
    (sources / "twin.py").write_text("def make(seats, options, max_plies):\n    raise AssertionError(options)\n")
    found = [*check.check_parts(doubled, [World(doubled, 2, 1)], thorough=False)]
    assert check.Finding("playthroughs", check.HOLDS) in found
    assert check.Finding("playthrough", check.MISSING, "doubled seats: 3") in found
    told = "doubled rules 1 seats 2 options {} seed '0:0': {} (twin.py:2 in make)"
    assert check.Finding("twin", check.BROKEN, told, "AssertionError (twin.py:2 in make)") in found
    (sources / "playthroughs" / "changed.txt").write_text(text.replace("\n      ", "\n      not ", 1), "utf-8")
    found = [*check.check_parts(doubled, [World(doubled, 2, 1)], thorough=False)]
    (broken,) = (each.detail for each in found if each.check == "playthroughs")
    assert broken.startswith("changed, line ")


@pytest.mark.parametrize(
    ("rule", "wrong", "broken"),
    [
        ("", "", ""),
        (
            "if seat == CHANCE or action == game.HAUL:",
            "if True:",
            "quarry, rules 1, seats 2, {'lattice': '4'}, seed 1: ",
        ),
        ("!= game.LAYING", "!= game.NOTHING", "has no attribute 'NOTHING' (symmetry.py:"),
        ("SYMMETRIES = ", "SYMMETRY = ", "has no attribute 'SYMMETRIES'"),
    ],
)
def test_a_package_is_held_to_the_symmetries_that_it_says_it_has(rule: str, wrong: str, broken: str) -> None:
    game = changed_quarry("symmetry.py", lambda text: text.replace(rule, wrong) if rule else text)
    found = check.attempt(game, "symmetry", lambda: check.run_symmetry(game, [World(game, 2, 1, {"lattice": "4"})]))
    assert found.result == (check.BROKEN if broken else check.HOLDS) and broken in found.detail


BOT = """from bussolotto.players import Player


class Sensible(Player):
    def choose(self, view, legal, rng):
        {}


PLAYERS = {{"sensible": Sensible}}
"""
CHOICES = {
    "raising": (
        "return legal[0 * int(1 / (view.plies < 3))], 0",
        "seats 2, {}, seed 1: ZeroDivisionError: division by zero (bot.py:6 in choose)",
    ),
    "illegal": ("return view.plies, 0", "(bot.py:5 in choose) is 2, which is not legal there; legal is "),
    "alone": (
        "return legal[0]",
        "(bot.py:5 in choose) has to be None, or an action and after how many milliseconds: 0",
    ),
    "waiting": ("return None", "nobody moves at ply 0"),
    "legal": ("return legal[0], 100", ""),
}


@pytest.mark.parametrize("name", CHOICES)
def test_a_bot_that_raises_or_decides_what_is_not_legal_is_told_with_its_line(name: str) -> None:
    choice, told = CHOICES[name]
    sources = begin(f"bot{name}")
    (sources / "bot.py").write_text(BOT.format(choice), "utf-8")
    game = bussolotto.game(f"bot{name}")
    found = check.attempt(game, "bots", lambda: check.run_bots(game, bots.of_package(game), thorough=False))
    assert found.result == (check.BROKEN if told else check.HOLDS) and told in found.detail, found.detail
    assert not found.detail or found.detail.startswith("sensible, ")


@pytest.mark.parametrize("name", names())
def test_our_own_bots_decide_legally(name: str) -> None:
    game = bussolotto.game(name)
    for maker in bots.of_package(game).values():
        bots.law_bot(World(game, game.SEATS[0], 1), maker, most=count(short=8, full=20))


PAGE = """import { html } from '../../../web/vendor/preact.js';

export default () => html``;
export const sentence = 1;
"""
PAGES = {
    "whole": ("", "", ""),
    "syntax": ("() =>", "( =>", "page/page.js:3: "),
    "sentence": ("export const sentence", "const sentence", "page/page.js does not export sentence"),
    "lost": ("vendor/preact.js", "vendor/react.js", "page/page.js: ../../../web/vendor/react.js is not there"),
    "misspelt": ("{ html }", "{ htm }", "does not provide an export named 'htm'"),
    "package": ("../../../web/vendor/preact.js", "preact", "preact is no path, and a browser knows no packages"),
}


@pytest.mark.skipif(not page.can_look(), reason="no Node.js")
@pytest.mark.parametrize("name", PAGES)
def test_a_page_that_no_browser_could_load_is_told_with_its_line(name: str) -> None:
    old, new, told = PAGES[name]
    sources = begin(f"page{name}")
    (sources / "page").mkdir()
    (sources / "page" / "page.js").write_text(PAGE.replace(old, new) if old else PAGE, "utf-8")
    assert [*page.faults(bussolotto.game(f"page{name}"))][-1] == "page/facts.js is not there"
    (sources / "page" / "facts.js").write_text("export const PHASE = {};\n", "utf-8")
    found = " ".join(page.faults(bussolotto.game(f"page{name}")))
    assert told in found and bool(told) == bool(found)


@pytest.mark.skipif(not page.can_look(), reason="no Node.js")
@pytest.mark.parametrize("name", names())
def test_our_own_pages_can_be_loaded(name: str) -> None:
    page.law_page(bussolotto.game(name))


def test_without_node_the_page_is_left_out_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    (found,) = check.check_page(bussolotto.game("spilorcio"))
    assert found == check.Finding("node", check.REMARK)
    result = Result()
    note(result, found)
    assert next(summed_up(result)) == "The page was not looked at: that needs Node.js, which is not installed here."


def test_an_unknown_game_is_refused() -> None:
    assert do("check-game", "no-such-game").exit_code == REFUSED


def reached(game: Any, *worlds: World) -> Reached:
    """What these matches reach."""
    watch = Watch(game)
    for world in worlds:
        watch.play(world)
    return watch.reached()


def test_lines_and_plies_that_no_match_reaches_are_counted() -> None:
    game = bussolotto.game("my-dice-your-dice")
    little = reached(game, World(game, 2, 1))
    assert 0 < little.lines < little.of and little.left["_why_no_ransom"] > 0
    assert "pay" in little.kinds and "pay" not in reached(game, *(World(game, 2, seed) for seed in range(30))).kinds


def test_a_match_that_raises_counts_as_far_as_it_came(monkeypatch: pytest.MonkeyPatch) -> None:
    game = bussolotto.game("my-dice-your-dice")
    monkeypatch.setattr(game, "show", lambda s: 1 / 0)
    found, counted = check.watch(game, [World(game, 2, 1)])
    assert isinstance(found, check.Finding) and found.result == check.BROKEN
    monkeypatch.undo()
    assert isinstance(counted, Reached) and 0 < counted.lines < reached(game, World(game, 2, 1)).lines


@pytest.mark.parametrize("name", ["eintrichtern", "cincinnati"])
def test_what_laws_ask_of_secrets_is_reached(name: str) -> None:
    game = bussolotto.game(name)
    some = every_world(game)[:: count(short=4, full=1)]
    assert not {"sees", "guess", "hide"} & {*reached(game, *some).left}


def test_in_a_toy_nothing_is_left() -> None:
    found = reached(contract.as_game(whispers), *(World(whispers, 3, seed) for seed in range(5)))
    assert found.kinds == set()
