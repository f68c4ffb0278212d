"""Texts: the language that is wanted, forms that count, and a sentence for every way to be wrong."""

import inspect
from collections.abc import Iterator
from string import Formatter
from typing import Any

import pytest

import bussolotto
from bussolotto import errors, locale
from bussolotto.errors import Refusal
from bussolotto.server import problems


def refusals(parent: type[Refusal] = Refusal) -> Iterator[type[Refusal]]:
    """Every class of refusal there is."""
    for child in parent.__subclasses__():
        if child.__module__ in (errors.__name__, problems.__name__):
            yield child
            yield from refusals(child)


def example(refusal: type[Refusal]) -> Refusal:
    """One of this class, with anything at all as its arguments."""
    given: dict[str, Any] = {"known": ["one", "two"], "allowed": (2, 3), "status": 418, "clause": None}
    parameters = list(inspect.signature(refusal.__init__).parameters.values())[1:]
    required = [parameter for parameter in parameters if parameter.kind is not parameter.VAR_KEYWORD]
    if refusal is problems.NewerData:
        given["known"] = 3
    return refusal(
        **{
            parameter.name: given.get(parameter.name, 7 if parameter.annotation is int else "x")
            for parameter in required
        }
    )


EVERY = sorted(set(refusals()), key=lambda refusal: refusal.code)


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

    def test_a_text_or_blank_that_is_missing_is_our_own_mistake(self) -> None:
        with pytest.raises(KeyError):
            locale.phrase("en", "cli.no-such-text")
        with pytest.raises(KeyError):
            locale.phrase("en", "cli.bad.players", n=2)

    def test_values_are_not_read_as_texts(self) -> None:
        assert locale.phrase("en", "cli.did-you-mean", name="{name}{0}") == "Did you mean “{name}{0}”?"


class TestExcuse:
    @pytest.mark.parametrize("language", locale.LANGUAGES)
    @pytest.mark.parametrize("refusal", EVERY, ids=lambda refusal: refusal.code)
    def test_every_refusal_has_a_sentence_with_values_for_its_blanks(
        self, refusal: type[Refusal], language: str
    ) -> None:
        text = locale.catalogue(language)[f"error.{refusal.code}"]
        made = example(refusal)
        assert {blank for _, blank, _, _ in Formatter().parse(text) if blank} <= made.values.keys()
        assert locale.excuse(language, made)

    def test_no_two_refusals_share_a_code(self) -> None:
        assert len({refusal.code for refusal in EVERY}) == len(EVERY)

    def test_no_sentence_is_left_without_a_refusal(self) -> None:
        pages_own = {"unknown", "offline", "busy"}
        told = {key.removeprefix("error.") for key in locale.catalogue("en") if key.startswith("error.")}
        assert told - pages_own == {refusal.code for refusal in EVERY} | {"refused"}

    def test_the_clause_is_told_with_its_number(self) -> None:
        told = locale.excuse("it", errors.IllegalAction(0, "keep 6", "SPI-2"))
        assert "«keep 6»" in told and told.endswith("(SPI-2)") and locale.catalogue("it")["clause.SPI-2"] in told

    def test_what_is_damaged_is_told(self) -> None:
        told = locale.excuse("de", errors.DamagedFile(7, "chain", "it was changed."))
        assert told.startswith("Zeile 7 ") and told.endswith(locale.catalogue("de")["damage.chain"])

    def test_a_refusal_without_a_sentence_speaks_for_itself(self) -> None:
        class Unheard(Refusal):
            code = "unheard-of"

        assert locale.excuse("fr", Unheard("As it stands.")) == "As it stands."

    @pytest.mark.parametrize("language", locale.LANGUAGES)
    def test_every_clause_of_every_game_has_a_sentence(self, language: str) -> None:
        for name in bussolotto.games():
            game = bussolotto.game(name)
            clauses = {key for key in locale.catalogue(language) if key.startswith(f"clause.{game.CLAUSES}-")}
            assert clauses == {f"clause.{game.CLAUSES}-{number}" for number in range(1, len(clauses) + 1)}
            assert clauses
