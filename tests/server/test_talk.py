"""Talk at a table: set phrases for all, free words where the host allows them, and nobody hears whom he has blocked."""

import re
from typing import Any

import pytest

from bussolotto.locale import LANGUAGES, catalogue
from bussolotto.server.match.seats import Occupant
from bussolotto.server.people import talk
from bussolotto.server.people.talk import AT_ONCE, KEPT, LONGEST, PHRASES, Talk, clean
from bussolotto.server.table.tables import Table
from tests.moving import MovableClock
from tests.refusals import refused
from tests.repo.sources import PACKAGE
from tests.server.people import Page, Server, duel


def table(chat: str = "phrases", name: str = "t") -> Table:
    seats = [Occupant("anna", "Anna"), Occupant("bruno", "Bruno")]
    return Table(name, "spilorcio", seats, {}, "open", "anna", "m", chat=chat)  # type: ignore[arg-type]


class TestClean:
    @pytest.mark.parametrize(
        ("said", "kept"),
        [
            ("  good \n\t luck ", "good luck"),
            ("a\u202eb\u2066c\u200fd", "abcd"),
            ("bell\x07 and \x1b[31mred", "bell and [31mred"),
            ("e\u0301", "é"),
            ("👩\u200d🚀 ok", "👩\u200d🚀 ok"),
            ("\u200b\u200d\ufeff", ""),
            ("<b>no markup</b>", "<b>no markup</b>"),
            ("x" * 300, "x" * LONGEST),
        ],
    )
    def test_what_steers_or_shows_nothing_is_taken_out(self, said: str, kept: str) -> None:
        assert clean(said) == kept


class TestWhoMaySayWhat:
    def test_phrases_everywhere_but_where_there_is_no_talk(self) -> None:
        spoken = Talk(MovableClock()).say(table(), "anna", 0, "1", 2, None)
        assert spoken and (spoken.said.seat, spoken.said.name, spoken.said.phrase, spoken.said.text) == (
            0,
            "Anna",
            2,
            None,
        )
        with refused("chat-off"):
            Talk(MovableClock()).say(table("off"), "anna", 0, "1", 2, None)

    def test_free_words_only_where_the_host_allows_them(self) -> None:
        spoken = Talk(MovableClock()).say(table("free"), "bruno", 1, "1", None, " well,\nwell ")
        assert spoken and spoken.said.text == "well, well"
        with refused("phrases-only"):
            Talk(MovableClock()).say(table(), "bruno", 1, "1", None, "well")
        for nothing in (None, "", " \u202e "):
            with refused("nothing-said"):
                Talk(MovableClock()).say(table("free"), "bruno", 1, "1", None, nothing)

    def test_a_phrase_that_is_none_is_nothing(self) -> None:
        with refused("nothing-said"):
            Talk(MovableClock()).say(table(), "anna", 0, "1", len(PHRASES), None)

    def test_who_only_watches_is_silent(self) -> None:
        for guest in (None, "carla"):
            with refused("not-seated"):
                Talk(MovableClock()).say(table(), guest, None, "1", 0, None)

    def test_who_talks_without_end_is_asked_to_take_a_breath(self) -> None:
        room = Talk(MovableClock())
        for number in range(AT_ONCE):
            assert room.say(table(), "anna", 0, str(number), 0, None)
        with refused("talk-too-fast"):
            room.say(table(), "anna", 0, "more", 0, None)
        assert room.say(table(), "bruno", 1, "1", 0, None)
        assert room.say(table(), "anna", 0, "3", 0, None) is None  # the same once more is no new word

    def test_the_last_of_it_is_kept_and_tables_of_long_ago_are_forgotten(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(talk, "ROOMS", 2)
        room = Talk(MovableClock())
        monkeypatch.setattr(room, "_breath", Free())
        for number in range(KEPT + 5):
            room.say(table(), "anna", 0, str(number), 0, None)
        told = [spoken.message for spoken in room.list_recent("t")]
        assert told == [str(number) for number in range(5, KEPT + 5)]
        numbers = [spoken.said.number for spoken in room.list_recent("t")]
        assert numbers == sorted(set(numbers))
        for name in ("u", "v"):
            room.say(table(name=name), "anna", 0, name, 0, None)
        assert room.list_recent("t") == [] and len(room.list_recent("u")) == 1


class Free:
    def take(self, who: str) -> bool:
        return True


def test_pages_know_the_same_phrases_in_every_language() -> None:
    script = (PACKAGE / "web" / "pages" / "parts" / "phrases.js").read_text(encoding="utf-8")
    found = re.search(r"PHRASES = \[(.*?)\];", script, re.DOTALL)
    assert found and tuple(re.findall(r"'(\w+)'", found[1])) == PHRASES
    for language in LANGUAGES:
        told = [catalogue(language)[f"talk.phrase.{name}"] for name in PHRASES]
        assert len(set(told)) == len(PHRASES)


def heard(page: Page) -> dict[str, Any]:
    """The next thing said."""
    (said,) = page.hear("said")["said"]
    assert isinstance(said, dict)
    return said


class TestAtATable:
    def test_a_phrase_reaches_everybody_and_who_comes_later(self, server: Server) -> None:
        anna, bruno, table = duel(server)
        with (
            anna.page(table["match"]) as hers,
            bruno.page(table["match"]) as his,
            server.person().page(table["match"]) as other,
        ):
            for page in (hers, his, other):
                page.resume()
            hers.say(type="say", id="a1", phrase=3)
            assert hers.hear("ack")["id"] == "a1"
            assert heard(his) == heard(other) == {**heard_of(hers), "ago_s": 0}
            assert (his.heard[-1]["said"][0]["seat"], his.heard[-1]["said"][0]["name"]) == (0, "Anna")
            other.say(type="say", id="o1", phrase=3)
            assert other.hear("refused")["code"] == "not-seated"
        with server.person().page(table["match"]) as late:
            late.resume()
            assert heard(late)["phrase"] == 3

    def test_free_words_are_cleaned_and_a_repeated_message_is_said_once(self, server: Server) -> None:
        anna, bruno, table = duel(server, chat="free")
        with anna.page(table["match"]) as hers, bruno.page(table["match"]) as his:
            hers.resume()
            his.resume()
            for _ in range(2):
                hers.say(type="say", id="a1", text="good\u202e  luck")
                hers.hear("ack")
            hers.say(type="say", id="a2", text="really")
            assert [heard(his)["text"], heard(his)["text"]] == ["good luck", "really"]
        assert anna.ask("GET", f"/api/tables/{table['table']}")["chat"] == "free"

    def test_where_only_phrases_are_allowed_words_are_refused(self, server: Server) -> None:
        anna, _, table = duel(server)
        with anna.page(table["match"]) as page:
            page.resume()
            page.say(type="say", id="1", text="hello")
            refused = page.hear("refused")
            assert (refused["id"], refused["code"]) == ("1", "phrases-only")
            page.say(type="say", id="2", phrase=64)
            assert page.hear("refused")["code"] == "bad-request"

    def test_whom_one_has_blocked_one_does_not_hear(self, server: Server) -> None:
        anna, bruno, table = duel(server)
        with anna.page(table["match"]) as hers, bruno.page(table["match"]) as his:
            hers.resume()
            his.resume()
            his.say(type="say", id="b1", phrase=0)
            assert heard(hers)["phrase"] == 0
            anna.ask("POST", f"/api/tables/{table['table']}/seats/1/block")
            his.say(type="say", id="b2", phrase=1)
            his.hear("ack", lambda answer: answer["id"] == "b2")
            hers.say(type="say", id="a1", phrase=2)
            assert heard(hers)["phrase"] == 2
            his.hear("said", lambda message: message["said"][0]["phrase"] == 2)
            assert [message["said"][0]["phrase"] for message in his.heard if message["type"] == "said"] == [0, 1, 2]
        with anna.page(table["match"]) as again:
            again.resume()
            assert [said["phrase"] for said in again.hear("said")["said"]] == [2]

    def test_it_is_no_part_of_the_match(self, server: Server) -> None:
        anna, bruno, table = duel(server, chat="free")
        with anna.page(table["match"]) as page:
            page.resume()
            page.say(type="say", id="1", text="a secret plan")
            page.hear("ack")
        anna.ask("POST", f"/api/tables/{table['table']}/resign")
        assert b"secret plan" not in bruno.send("GET", f"/api/matches/{table['match']}/file").content


def heard_of(page: Page) -> dict[str, Any]:
    """What was said last of all that this page has heard."""
    said: list[dict[str, Any]] = [message["said"][-1] for message in page.heard if message["type"] == "said"]
    return said[-1] if said else heard(page)


def test_the_messages_are_described(server: Server) -> None:
    schemas = server.person().ask("GET", "/api/schema")["components"]["schemas"]
    assert schemas["Say"]["properties"]["phrase"] and schemas["SaidMessage"] and schemas["Utterance"]
    assert schemas["NewTable"]["properties"]["chat"]["enum"] == ["free", "off", "phrases"]
