"""Match files: whatever is changed is found and its line named; nothing is lost between file and text."""

import hashlib
import hmac
import json
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import bussolotto
from bussolotto.core.errors import DamagedFile
from bussolotto.play import notation
from bussolotto.play.match import Match
from bussolotto.play.notation.file import chain_of

KEY = b"the key of this match"
SPILORCIO = bussolotto.game("spilorcio")


def played(seed: int, seats: int = 2, plies: int = 100_000, **options: Any) -> Match:
    """A random match, to its end or so many plies."""
    match = Match(SPILORCIO, seats, options)
    rng = Random(seed)
    while not match.over and match.version < plies:
        seat = match.movers().bit_length() - 1
        odds = match.odds()
        match.play(seat, rng.choice([code for code, weight in enumerate(odds) if weight] or match.legal(seat)))
    return match


def record(match: Match) -> notation.Record:
    return notation.record_of(match, [f"Anna {seat}" for seat in range(match.seats)])


OPENING = record(played(1, plies=9))
WHOLE = record(played(2))
OPENING_FILE = notation.write(OPENING, KEY)
WHOLE_FILE = notation.write(WHOLE, KEY)
TEXT = """\
bussolotto 1
game spilorcio
rules 2
seat 0 "Anna 0"
seat 1 "Anna 1"
option board "standard"
option chips_in_all "130"
option loan "reserve"
option loan_cap "5"
option starting_chips "printed"

0: (start 0) (die 3 1 6 4 4) keep 1 3
-: (die 1 1)

end -
"""


def damage(data: bytes) -> DamagedFile:
    with pytest.raises(DamagedFile) as caught:
        notation.parse(data)
    assert str(caught.value).startswith(f"Line {caught.value.line} is wrong: ")
    return caught.value


def rewritten(data: bytes, number: int, change: Callable[[dict[str, Any]], None]) -> bytes:
    """A file forged with all chains put right again after a change in the contents of one line."""
    lines = [json.loads(line) for line in data.splitlines()]
    change(lines[number - 1])
    chain = ""
    for line in lines:
        line.pop("chain")
        chain = chain_of(chain, line)
        line["chain"] = chain
    return b"".join(msgspec.json.encode(line, order="sorted") + b"\n" for line in lines)


def putting(name: str, value: Any) -> Callable[[dict[str, Any]], None]:
    """A change that puts one value into a line."""
    return lambda content: content.update({name: value})


class TestFile:
    def test_it_is_read_as_it_was_written(self) -> None:
        assert notation.parse(WHOLE_FILE) == WHOLE
        assert notation.write(notation.parse(WHOLE_FILE), KEY) == WHOLE_FILE

    @pytest.mark.parametrize("options", [{}, {"loan": "five"}, {"board": "4d>1 5d>1 6y4>2 7y4>2 8y4>9"}])
    @pytest.mark.parametrize("seats", SPILORCIO.SEATS)
    def test_every_number_of_seats_and_option_round_trips(self, seats: int, options: dict[str, Any]) -> None:
        written = record(played(seats, seats, **options))
        assert written.end is not None and written.end["reason"] == "rules"
        assert notation.parse(notation.write(written, KEY)) == written
        assert notation.from_text(notation.to_text(written)) == written

    def test_its_lines_are_canonical_and_chained_as_told(self) -> None:
        chain = ""
        for number, line in enumerate(WHOLE_FILE.decode().splitlines(), 1):
            content = json.loads(line)
            assert line == json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            assert content["salt"] == hmac.new(KEY, str(number).encode(), "sha256").hexdigest()[:32]
            told = content.pop("chain")
            bare = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            chain = hashlib.sha256((chain + bare).encode()).hexdigest()
            assert told == chain

    def test_another_key_changes_every_chain(self) -> None:
        chains = [
            [json.loads(line)["chain"] for line in notation.write(WHOLE, key).splitlines()] for key in (b"a", b"b")
        ]
        assert not set(chains[0]) & set(chains[1])

    def test_names_keep_every_letter(self) -> None:
        named = notation.Record("spilorcio", 1, 2, ['Zoë "Z"\n', "Ли\u2028 (;#)"], OPENING.options, OPENING.steps)
        assert notation.parse(notation.write(named, KEY)) == named
        assert notation.from_text(notation.to_text(named)) == named

    def test_a_match_read_can_be_played_on(self) -> None:
        match = notation.match_of(notation.parse(OPENING_FILE))
        assert match.log == OPENING.steps
        assert match.view_bytes(bussolotto.SPECTATOR) == played(1, plies=9).view_bytes(bussolotto.SPECTATOR)
        seat = match.movers().bit_length() - 1
        match.play(seat, match.legal(seat)[0])


class TestDamage:
    @pytest.mark.parametrize("change", [lambda b: b ^ 1, lambda b: b ^ 0x80, lambda b: 0x0A if b != 0x0A else 0x20])
    def test_a_change_of_any_byte_is_found_in_its_line(self, change: Callable[[int], int]) -> None:
        for place in range(len(OPENING_FILE)):
            data = bytearray(OPENING_FILE)
            data[place] = change(data[place])
            line = OPENING_FILE[:place].count(b"\n") + 1
            assert damage(bytes(data)).line == line, f"byte {place}"

    @settings(max_examples=150)
    @given(some.integers(0, len(WHOLE_FILE) - 1), some.integers(0, 255))
    def test_any_byte_in_place_of_any_other_is_found(self, place: int, byte: int) -> None:
        if WHOLE_FILE[place] != byte:
            data = WHOLE_FILE[:place] + bytes([byte]) + WHOLE_FILE[place + 1 :]
            assert damage(data).line == WHOLE_FILE[:place].count(b"\n") + 1

    def test_a_file_cut_short_anywhere_is_found(self) -> None:
        for length in range(len(OPENING_FILE)):
            found = damage(OPENING_FILE[:length])
            assert found.line == OPENING_FILE[:length].count(b"\n") + 1
            assert found.values["reason"] == "cut"

    def test_a_byte_or_line_more_is_found(self) -> None:
        lines = OPENING_FILE.splitlines(keepends=True)
        assert damage(OPENING_FILE + b"\n").line == len(lines) + 1
        assert damage(OPENING_FILE + lines[-1]).line == len(lines) + 1
        assert damage(OPENING_FILE + b"x").values["reason"] == "cut"

    def test_lines_lost_or_moved_are_found(self) -> None:
        lines = OPENING_FILE.splitlines(keepends=True)
        for number in range(1, len(lines)):
            assert damage(b"".join(lines[: number - 1] + lines[number:])).line == number
            swapped = [*lines[: number - 1], lines[number], lines[number - 1], *lines[number + 1 :]]
            assert damage(b"".join(swapped)).line == number

    def test_the_same_json_written_otherwise_is_found(self) -> None:
        lines = OPENING_FILE.splitlines()
        for number, line in enumerate(lines, 1):
            content = json.loads(line)
            loose = [
                json.dumps(content, sort_keys=True).encode(),
                json.dumps(dict(reversed(content.items())), separators=(",", ":")).encode(),
                line.replace(b'"line"', b'"\\u006cine"'),
                line[:-1] + b',"salt":"' + content["salt"].encode() + b'"}',
            ]
            for other in loose:
                found = damage(b"\n".join([*lines[: number - 1], other, *lines[number:], b""]))
                assert (found.line, found.values["reason"]) == (number, "canonical")

    @given(some.binary(max_size=300))
    def test_any_bytes_are_refused(self, data: bytes) -> None:
        assert 1 <= damage(data).line <= data.count(b"\n") + 1

    @pytest.mark.parametrize("data", [b"", b"\n", b"{}\n", b"[]\n", b"\xff\xfe\n", b'{"line":"header"}\n'])
    def test_what_is_no_match_file_at_all_is_refused_in_its_first_line(self, data: bytes) -> None:
        assert damage(data).line == 1


class TestForgery:
    """Files whose chain fits: the rules have to find it."""

    def test_an_impossible_action_is_named_with_ply_and_clause(self) -> None:
        steps = WHOLE.steps
        ply = next(index for index, (seat, _) in enumerate(steps, 1) if seat != bussolotto.CHANCE)
        number = ply + 1
        told = next(code for code in range(1, 462) if code not in _legal_at(ply))

        def forge(line: dict[str, Any]) -> None:
            line["action"], line["text"] = told, SPILORCIO.say(0, told)

        found = damage(rewritten(WHOLE_FILE, number, forge))
        assert (found.line, found.clause, found.values["reason"]) == (number, "SPI-2", "impossible")
        assert f"ply {ply} " in found.text and "SPI-2" in found.text

    @pytest.mark.parametrize(
        ("line", "change", "reason"),
        [
            (1, {"seats": 3}, "names"),
            (1, {"seats": 7, "names": ["n"] * 7}, "opening"),
            (1, {"game": "ludo"}, "game"),
            (1, {"format": 2}, "format"),
            (1, {"options": {"loan": "ten"}}, "opening"),
            (1, {"options": {"lone": "five"}}, "opening"),
            (1, {"names": [1, 2]}, "form"),
            (1, {"colour": "red"}, "form"),
            (2, {"ply": 2}, "order"),
            (2, {"seat": 0}, "impossible"),
            (2, {"seat": 16}, "form"),
            (2, {"action": 10**9}, "impossible"),
            (2, {"action": "start 1"}, "form"),
            (2, {"text": "start 2"}, "text"),
            (2, {"salt": "xyz"}, "form"),
            (-1, {"end": None}, "result"),
            (-1, {"end": {"reason": "rules", "returns": [0.5, 0.5], "scores": [1.0, 1.0]}}, "result"),
            (-1, {"end": {"reason": "rules", "returns": [1.0], "scores": [1.0]}}, "result"),
            (-1, {"end": {"reason": "bored", "returns": [0.5, 0.5], "scores": [1.0, 1.0]}}, "form"),
        ],
    )
    def test_what_contradicts_the_rules_or_itself_is_found(
        self, line: int, change: dict[str, Any], reason: str
    ) -> None:
        number = line % (len(WHOLE.steps) + 3)
        found = damage(rewritten(WHOLE_FILE, number, lambda content: content.update(change)))
        assert (found.line, found.values["reason"]) == (number, reason)

    @pytest.mark.parametrize("value", [None, True, -1, 1.5, 2**40, 10**30, "", "x", [], ["x"], {}, {"x": []}])
    def test_any_value_anywhere_is_read_or_refused_in_its_line(self, value: Any) -> None:
        for number, line in enumerate(OPENING_FILE.splitlines(), 1):
            for name in json.loads(line).keys() - {"chain"}:
                data = rewritten(OPENING_FILE, number, putting(name, value))
                try:
                    notation.parse(data)
                except DamagedFile as damaged:
                    assert damaged.line == number, (name, value)

    def test_an_end_by_the_rules_before_their_end_is_found(self) -> None:
        end = {"reason": "rules", "returns": [1.0, 0.0], "scores": [18.0, 18.0]}
        number = len(OPENING.steps) + 2
        assert damage(rewritten(OPENING_FILE, number, lambda line: line.update(end=end))).line == number

    @pytest.mark.parametrize("reason", ["resigned", "agreed"])
    def test_people_may_end_a_match_before_the_rules_do(self, reason: str) -> None:
        end = {"reason": reason, "returns": [0.0, 1.0], "scores": [18.0, 18.0]}
        ended = notation.Record("spilorcio", 1, 2, OPENING.names, OPENING.options, OPENING.steps, end)
        assert notation.parse(notation.write(ended, KEY)) == ended
        assert notation.from_text(notation.to_text(ended)) == ended


def _legal_at(ply: int) -> list[int]:
    match = Match(SPILORCIO, 2, WHOLE.options)
    for seat, action in WHOLE.steps[: ply - 1]:
        match.play(seat, action)
    return match.legal(WHOLE.steps[ply - 1][0])


class TestOtherRules:
    OTHER = notation.Record(
        "spilorcio",
        99,
        2,
        ["A", "B"],
        {"pot": "big"},
        [(15, 3), (0, 700), (0, 2)],
        None,
        ["die 3 4", "bid 9", "pass"],
    )

    def test_it_is_read_and_says_that_it_cannot_be_continued(self) -> None:
        read = notation.parse(notation.write(self.OTHER, KEY))
        assert read == self.OTHER and not read.playable
        assert notation.parse(WHOLE_FILE).playable

    def test_its_text_keeps_codes_that_we_cannot_know(self) -> None:
        text = notation.to_text(self.OTHER)
        assert "0: (die 3 4 #3) bid 9 #700; pass #2" in text
        assert notation.from_text(text) == self.OTHER

    def test_without_texts_its_codes_are_told(self) -> None:
        bare = notation.Record("spilorcio", 99, 2, ["A", "B"], {}, [(0, 7)])
        assert bare.texts == ["code 7"]
        assert notation.from_text(notation.to_text(bare)) == notation.parse(notation.write(bare, KEY)) == bare


class TestText:
    def test_it_reads_well(self) -> None:
        assert notation.to_text(record(played(4, plies=9))) == notation.seal(TEXT)

    @settings(max_examples=25, deadline=None)
    @given(some.integers(0, 2**32), some.sampled_from(SPILORCIO.SEATS), some.integers(0, 120))
    def test_any_match_comes_back_from_its_text(self, seed: int, seats: int, plies: int) -> None:
        written = record(played(seed, seats, plies))
        text = notation.to_text(written)
        assert notation.from_text(text) == written
        assert notation.to_text(notation.from_text(text)) == text

    def test_every_changed_byte_of_a_text_is_found(self) -> None:
        data = notation.to_text(record(played(9, 2, plies=30))).encode()
        for place in range(len(data)):
            for change in (0x01, 0x20, 0x80):
                changed = data[:place] + bytes([data[place] ^ change]) + data[place + 1 :]
                with pytest.raises((DamagedFile, UnicodeDecodeError)):
                    notation.from_text(changed.decode())

    def test_every_lost_or_added_line_of_a_text_is_found(self) -> None:
        lines = notation.to_text(record(played(9, 2, plies=30))).split("\n")
        for place in range(len(lines)):
            for changed in (lines[:place] + lines[place + 1 :], [*lines[:place], "", *lines[place:]]):
                with pytest.raises(DamagedFile):
                    notation.from_text("\n".join(changed))

    def test_a_text_without_its_chain_is_refused(self) -> None:
        for text in (TEXT, TEXT.rstrip("\n"), notation.seal(TEXT)[:-1], notation.seal(TEXT) + "\n"):
            with pytest.raises(DamagedFile):
                notation.from_text(text)

    def test_what_cannot_be_seen_is_spelt_in_a_text(self) -> None:
        names = ["A\x1b[2J\u202e", "\U000e0041\x9b"]
        written = notation.to_text(replace(record(played(9, 2, plies=3)), names=names))
        assert written.replace("\n", "").isprintable() and notation.from_text(written).names == names

    @pytest.mark.parametrize("text", ["a\x1b[2J", "a;b", "(a)", "a\n", "a\x9b"])
    def test_steps_of_unknown_rules_hold_no_signs_that_part_them(self, text: str) -> None:
        strange = notation.Record("spilorcio", 99, 2, ["A", "B"], {}, [(0, 7)], texts=[text])
        with pytest.raises(DamagedFile):
            notation.parse(notation.write(strange, KEY))

    def test_dice_are_not_joined_into_what_is_an_outcome_itself(self, monkeypatch: pytest.MonkeyPatch) -> None:
        read = SPILORCIO.read
        monkeypatch.setattr(SPILORCIO, "read", lambda seat, text: 0 if text == "die 1 1" else read(seat, text))
        text = notation.to_text(record(played(4, plies=9)))
        assert "-: (die 1) (die 1)\n" in text
        assert notation.from_text(text).texts[-2:] == ["die 1", "die 1"]

    def test_a_placing_order_is_parted_by_semicolons(self) -> None:
        written = record(played(9, 2, loan="five"))
        text = notation.to_text(written)
        assert "keep 1 3; place 3; place 1; place 1\n" in text
        assert notation.from_text(text) == written

    @pytest.mark.parametrize(
        ("line", "wrong", "reason"),
        [
            ("bussolotto 1", "bussolotto 2", "format"),
            ("game spilorcio", "game ludo", "form"),
            ("game spilorcio", "gam spilorcio", "form"),
            ("rules 2", "rules two", "form"),
            ('seat 0 "Anna 0"', "seat 0 Anna", "form"),
            ("end -", "end bored", "cut"),
            ("end -", "end -\nend -", "form"),
            ("end -", "", "cut"),
        ],
    )
    def test_a_wrong_line_is_refused(self, line: str, wrong: str, reason: str) -> None:
        text = notation.to_text(OPENING)
        assert text.count(line) == 1
        with pytest.raises(DamagedFile) as caught:
            notation.from_text(text.replace(line, wrong))
        assert caught.value.values["reason"] in (reason, "text")

    @given(some.text(max_size=200) | some.builds(lambda text: f"{TEXT}{text}", some.text(max_size=60)))
    def test_any_text_is_read_or_refused(self, text: str) -> None:
        try:
            notation.from_text(text)
        except DamagedFile as damaged:
            assert damaged.line <= len(text.splitlines()) + 1  # what is missing is missed after the last

    @settings(max_examples=300)
    @given(
        some.integers(0, len(TEXT)),
        some.integers(0, 3),
        some.sampled_from([*'();:#-0189 x\n"', "²", "٣", "nan ", "9" * 5000]),
    )
    def test_a_change_of_the_text_is_read_or_refused(self, place: int, lost: int, put: str) -> None:
        text = TEXT[:place] + put + TEXT[place + lost :]
        try:
            read = notation.from_text(text)
        except DamagedFile as damaged:
            assert 1 <= damaged.line <= len(text.splitlines()) + 1  # what is missing is missed after the last
        else:
            assert notation.parse(notation.write(read, KEY)) == read

    @pytest.mark.parametrize("turn", ["0: keep 1 )", "0: (die 1", "0: keep 1)(", "15: keep 1", "0: ( ) )"])
    def test_brackets_have_to_match(self, turn: str) -> None:
        with pytest.raises(DamagedFile, match=r"Line 13 "):
            notation.from_text(TEXT.replace("-: (die 1 1)", turn))

    def test_results_are_numbers(self) -> None:
        ended = TEXT.replace("end -", "end resigned\nreturns 1.0 0.0\nscores nan 1.0")
        with pytest.raises(DamagedFile, match=r"Line 17 .*nan"):
            notation.from_text(ended)

    def test_an_impossible_die_names_its_line(self) -> None:
        with pytest.raises(DamagedFile) as caught:
            notation.from_text(TEXT.replace("(die 1 1)", "(die 1 1 1 1)"))
        assert (caught.value.line, caught.value.clause) == (13, "GEN-3")

    def test_a_word_of_no_game_names_its_line(self) -> None:
        with pytest.raises(DamagedFile, match=r"Line 12 .*'hold 1 3'"):
            notation.from_text(TEXT.replace("keep 1", "hold 1"))
