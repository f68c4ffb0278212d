"""What pages read: shared texts and those of a table together are all that is not of the command line alone."""

import pytest

from bussolotto import locale
from bussolotto.games import NAMES


@pytest.mark.parametrize("language", locale.LANGUAGES)
def test_no_text_is_lost_and_none_sent_twice(language: str) -> None:
    shared = locale.of_pages(language)
    tables = [locale.of_table(language, game) for game in NAMES]
    sent = [*shared, *(key for table in tables for key in table)]
    assert len(sent) == len(set(sent))
    assert {key for key in locale.catalogue(language) if key not in sent} == {
        key for key in locale.catalogue(language) if key.startswith("cli.") and not key.startswith("cli.said.")
    }
    assert all(f"game.{game}.title" in shared for game in NAMES)
    assert not any(key.startswith("rules.eintrichtern") for key in shared)
