"""What pages read: shared texts, those of a table, areas that come later; all but what the command line alone says."""

import pytest

from bussolotto import locale
from bussolotto.games import names


@pytest.mark.parametrize("language", locale.LANGUAGES)
def test_no_text_is_lost_and_none_sent_twice(language: str) -> None:
    shared = locale.of_pages(language)
    tables = [locale.of_table(language, game) for game in names()]
    options, *later = (locale.of_area(language, name) for name in locale.areas(language))
    assert options == {key: text for texts in tables for key, text in texts.items() if key.startswith("option.")}
    sent = [*shared, *(key for apart in (*tables, *later) for key in apart)]
    own = [key for texts in tables for key in texts if key in shared]  # its own name for a choice of many games
    assert len(sent) - len(own) == len(set(sent)) and all(key.startswith("word.") for key in own)
    unsent = {key for key in locale.catalogue(language) if key not in sent}
    of_steps = {key for key in unsent if key.startswith("cli.said.")}
    assert all(f"told.{key.removeprefix('cli.said.')}" in sent for key in of_steps), "the page has its own sentence"
    assert (
        unsent - of_steps
        == {key for key in locale.catalogue(language) if key.startswith("cli.") and not key.startswith("cli.said.")}
        | locale.parts(language)["cli-errors"].keys()
    )
    assert all(f"game.{game}.title" in shared for game in names())
    assert not any(key.startswith("rules.eintrichtern") for key in shared)
