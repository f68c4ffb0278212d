"""Every golden file is what the rules still say, and every game shows all that it has."""

from pathlib import Path
from threading import Thread

import pytest
from numba import njit

import bussolotto
from bussolotto.testing import golden
from tests.playthroughs import make
from tests.playthroughs.files import FOLDER, game_in, paths, read
from tests.playthroughs.wanted import wanted


def label(path: Path) -> str:
    return f"{path.parent.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", paths(), ids=label)
def test_playthrough(path: Path) -> None:
    golden.compare(path, game_in(path))


def test_nothing_lacks_a_playthrough() -> None:
    assert golden.missing([read(path) for path in paths()], bussolotto.games()) == []


def test_what_lacks_one_is_named() -> None:
    ordinary = [read(FOLDER / "spilorcio" / "playthroughs" / "no-chips.txt")]
    lacking = golden.missing(ordinary, bussolotto.games())
    assert {
        "spilorcio ends: stopped",
        "spilorcio loan: five",
        "spilorcio board: own",
        "spilorcio seats: 5",
    } <= {*lacking}
    assert not {"spilorcio ends: no-chips", "spilorcio loan: reserve", "spilorcio board: standard"} & {*lacking}


def test_a_changed_position_is_found(tmp_path: Path) -> None:
    folder = tmp_path / "spilorcio" / "playthroughs"
    folder.mkdir(parents=True)
    text = (FOLDER / "spilorcio" / "playthroughs" / "no-chips.txt").read_text("utf-8")
    (folder / "changed.txt").write_text(text.replace("reserve: 94", "reserve: 93", 1), "utf-8")
    with pytest.raises(AssertionError, match=r"changed, line \d+: .*reserve: 94.*reserve: 93"):
        test_playthrough(folder / "changed.txt")


def test_the_files_are_those_that_make_writes() -> None:
    assert {label(path) for path in paths()} == {f"{each.game.replace('-', '_')}/{each.name}" for each in wanted()}


def test_made_again_a_playthrough_is_the_same() -> None:
    quick = next(each for each in wanted() if each.game == "spilorcio" and each.ends == "limit")
    assert make.text_of(quick) == (FOLDER / quick.game / "playthroughs" / f"{quick.name}.txt").read_text("utf-8")


def test_what_is_compiled_beside_a_playthrough_waits_for_the_true_limit() -> None:
    game = bussolotto.game("spilorcio")
    rules, limit, told = game.rules, game.MAX_PLIES, list[int]()
    beside = njit(lambda: rules.MAX_PLIES)
    thread = Thread(target=lambda: told.append(beside()))
    with golden.limited(game, 7):
        thread.start()
        thread.join(0.5)
        assert told == []
        with pytest.raises(AssertionError, match="a limit that is not its own"):
            njit(lambda: rules.MAX_PLIES)()
    thread.join()
    assert told == [limit]
