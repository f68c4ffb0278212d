"""Texts: the language that is wanted, forms that count, and a sentence for every way to be wrong."""

import pickle
from string import Formatter
from typing import Any

import pytest

import bussolotto
from bussolotto import locale
from bussolotto.core import errors
from bussolotto.core.errors import SENTENCES, Refusal, refuse


def example(code: str) -> Refusal:
    """One of this code, with anything at all in its blanks."""
    sentence = SENTENCES[code]
    blanks = {blank for _, blank, _, _ in Formatter().parse(sentence.text) if blank}
    told = {"known" if blank == "known_or_none" else blank for blank in blanks - {"nearest", "because", "clause"}}
    values: dict[str, Any] = dict.fromkeys({*told, *sentence.more}, "x") | (
        {"known": ["one", "two"]} if "known" in told else {}
    )
    return refuse(code, clause="SPI-2" if "clause" in blanks else None, **values)


EVERY = sorted(SENTENCES)


class TestLanguage:
    @pytest.mark.parametrize(
        ("environment", "language"),
        [
            ({"LANG": "it_IT.UTF-8"}, "it"),
            ({"LANG": "de"}, "de"),
            ({"LANG": "FR_ca"}, "fr"),
            ({"LANG": "it", "LC_ALL": "de_CH"}, "de"),
            ({"LANG": "it", "LC_MESSAGES": "fr_BE"}, "fr"),
            ({"LANG": "it", "LC_ALL": ""}, "it"),
            ({"LANG": "it", "LC_ALL": "C"}, "en"),
            ({"LANG": "es_ES"}, "en"),
            ({}, "en"),
        ],
    )
    def test_it_is_that_of_the_environment(self, environment: dict[str, str], language: str) -> None:
        assert locale.language(environment) == language


class TestPhrase:
    @pytest.mark.parametrize(
        ("language", "number", "form"),
        [
            ("en", 0, "other"),
            ("en", 1, "one"),
            ("en", 2, "other"),
            ("fr", 0, "one"),
            ("fr", 1, "one"),
            ("fr", 2, "other"),
            ("de", 0, "other"),
            ("it", 1, "one"),
        ],
    )
    def test_what_counts_has_the_form_of_its_language(self, language: str, number: int, form: str) -> None:
        assert locale.plural(language, number) == form
        told = locale.phrase(language, "cli.bad.players", n=number, seats=5)
        assert told == locale.catalogue(language)[f"cli.bad.players.{form}"].format(n=number, seats=5)

    @pytest.mark.parametrize(("language", "text"), [("en", "12,000.5"), ("de", "12.000,5"), ("fr", "12\u202f000,5")])
    def test_a_number_is_written_as_in_its_language(self, language: str, text: str) -> None:
        assert locale.grouped(language, 12000.5) == text

    def test_the_same_names_are_told_apart(self) -> None:
        assert locale.distinct(["Bot", "Anna", "Bot", "Bot"]) == ["Bot 1", "Anna", "Bot 2", "Bot 3"]

    def test_a_text_or_blank_that_is_missing_is_our_own_mistake(self) -> None:
        with pytest.raises(KeyError):
            locale.phrase("en", "cli.no-such-text")
        with pytest.raises(KeyError):
            locale.phrase("en", "cli.bad.players", n=2)

    def test_values_are_not_read_as_texts(self) -> None:
        assert locale.phrase("en", "cli.did-you-mean", name="{name}{0}") == "Did you mean “{name}{0}”?"


class TestExcuse:
    @pytest.mark.parametrize("language", locale.LANGUAGES)
    @pytest.mark.parametrize("code", EVERY)
    def test_every_refusal_has_a_sentence_with_values_for_its_blanks(self, code: str, language: str) -> None:
        text = locale.catalogue(language)[f"error.{code}"]
        made = example(code)
        assert {blank for _, blank, _, _ in Formatter().parse(text) if blank} <= made.values.keys()
        assert locale.excuse(language, made)

    @pytest.mark.parametrize("code", EVERY)
    def test_every_refusal_has_its_code_and_status_also_in_another_process(self, code: str) -> None:
        made = example(code)
        assert made.code == code and made.status == SENTENCES[code].status and str(made) == made.text
        again = pickle.loads(pickle.dumps(made))
        assert type(again) is type(made) and vars(again) == vars(made)

    def test_a_code_that_is_caught_has_a_class_of_its_own(self) -> None:
        assert isinstance(refuse("contested", version=1, now=2, seat=0, by_ms=3), errors.Stale)
        assert all(isinstance(example(code), kind) for code, kind in Refusal.named.items())

    def test_a_value_that_the_sentence_needs_is_not_forgotten(self) -> None:
        with pytest.raises(KeyError, match="seat"):
            refuse("seat-taken")

    def test_no_sentence_is_left_without_a_refusal(self) -> None:
        pages_own = {"unknown", "offline", "busy"}
        told = {key.removeprefix("error.") for key in locale.catalogue("en") if key.startswith("error.")}
        assert told - pages_own == SENTENCES.keys() | {"refused"}

    def test_the_clause_is_told_with_its_number(self) -> None:
        told = locale.excuse("it", refuse("illegal-action", seat=0, action="keep 6", clause="SPI-2"))
        assert "«keep 6»" in told and told.endswith("(SPI-2)") and locale.catalogue("it")["clause.SPI-2"] in told

    def test_what_is_damaged_is_told(self) -> None:
        told = locale.excuse("de", refuse("damaged-file", line=7, reason="chain", problem="it was changed."))
        assert told.startswith("Zeile 7 ") and told.endswith(locale.catalogue("de")["damage.chain"])

    def test_a_refusal_without_a_sentence_speaks_for_itself(self) -> None:
        unheard = Refusal("unheard-of", "As it stands.", 400, None, "", {})
        assert locale.excuse("fr", unheard) == "As it stands."

    @pytest.mark.parametrize("language", locale.LANGUAGES)
    def test_every_clause_of_every_game_has_a_sentence(self, language: str) -> None:
        for name in bussolotto.games():
            game = bussolotto.game(name)
            clauses = {key for key in locale.catalogue(language) if key.startswith(f"clause.{game.CLAUSES}-")}
            assert clauses == {f"clause.{game.CLAUSES}-{number}" for number in range(1, len(clauses) + 1)}
            assert clauses

    def test_a_blank_that_nothing_fills_stays_as_it_stands(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The texts of a game may be anybody's."""
        monkeypatch.setitem(locale.of_game("en", "spilorcio"), "why.spilorcio.dice", "Not {now}, {n} {0} {}: {seat")
        refusal = refuse("illegal-action", seat=0, action="keep 6", clause="SPI-2", game="spilorcio", why="dice", n=3)
        assert locale.excuse("en", refusal) == "Not {now}, 3 {0} {}: {seat (SPI-2)"
