"""Rolls: the slow twin, the vectors of the docs, chi-square, and what compiled turns take of them."""

import hashlib
import hmac
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bussolotto
from bussolotto.core.chance import Scripted
from bussolotto.fair.hashes import Flaw
from bussolotto.fair.hashes import mac as quick_mac
from bussolotto.fair.nonces import NonceChain, fits, goes_on
from bussolotto.fair.roll import Beside, Roll, bytes_for, message_of
from bussolotto.fair.weights import read_weights, write_weights
from bussolotto.play.match import Match
from bussolotto.play.turns import CompiledTurns
from tests.depth import count
from tests.reference import slow_roll
from tools import fair_dice

some_weights = st.lists(st.integers(0, 40), min_size=1, max_size=12).filter(any)


def roll_of(number: int, message: bytes) -> Roll:
    return Roll(fair_dice.SEED, number, message)


@given(st.lists(some_weights, min_size=1, max_size=40), st.integers(0, 1000), st.binary(max_size=99))
def test_dice_are_those_of_the_slow_twin(weights: list[list[int]], number: int, message: bytes) -> None:
    roll = roll_of(number, message)
    drawn = [roll.outcome(told, str) for told in weights]
    assert drawn == slow_roll.dice(fair_dice.SEED, number, message, weights)
    assert roll.marks == [f"@{write_weights(told)}" for told in weights]


@pytest.mark.parametrize("total", [1, 2, 255, 256, 257, 300, 65_536, 65_537])
def test_rejection_leaves_no_ticket_out_at_the_edges_of_bytes(total: int) -> None:
    drawn = [roll_of(number, b"").draw([1] * total) for number in range(50)]
    assert drawn == [slow_roll.dice(fair_dice.SEED, number, b"", [[1] * total])[0] for number in range(50)]
    assert 256 ** bytes_for(total) >= total and (total <= 256 or 256 ** (bytes_for(total) - 1) < total)


@given(some_weights)
def test_weights_are_read_as_they_were_written(weights: list[int]) -> None:
    last = max(place for place, weight in enumerate(weights) if weight)
    assert list(read_weights(write_weights(weights))) == weights[: last + 1]


@pytest.mark.parametrize(
    "text", ["", "6", "6*", "6*1.", ".6*1", "0*1", "06*1", "3*0", "6*1.2*0", "2*1.3*1", "6*01", "70000*1", "6*1 "]
)
def test_what_is_not_written_as_weights_are_is_refused(text: str) -> None:
    with pytest.raises(Flaw):
        read_weights(text)


def test_the_vectors_of_the_docs_are_what_the_program_does() -> None:
    assert fair_dice.PATH.read_text(encoding="utf-8") == fair_dice.written()


def test_the_vectors_can_be_had_from_the_standard_library() -> None:
    """By what docs/fair-dice.md says, without the package."""
    told = json.loads(fair_dice.PATH.read_text(encoding="utf-8"))
    seed = bytes.fromhex(told["seed"])

    def mac(text: str) -> bytes:
        return hmac.new(seed, text.encode(), hashlib.sha256).digest()

    assert told["commitment"] == hashlib.sha256(b"bussolotto fair 1 seed\n" + seed).hexdigest()
    assert told["secrets"] == [mac(f"roll {roll}").hex() for roll in range(3)]
    assert told["salts"] == [mac(f"salt {version}")[:16].hex() for version in range(3)]
    for vector in told["rolls"]:
        if len(read_weights(vector["weights"])) < 1000 and sum(read_weights(vector["weights"])) < 1000:
            weights = [read_weights(vector["weights"])] * len(vector["outcomes"])
            assert vector["outcomes"] == slow_roll.dice(seed, vector["roll"], bytes.fromhex(vector["message"]), weights)
    head = hashlib.sha256(f"start {told['transcript']['start']}".encode()).digest()
    assert told["transcript"]["heads"][0] == head.hex()
    for line, after in zip(told["transcript"]["lines"], told["transcript"]["heads"][1:], strict=True):
        head = hashlib.sha256(head + line.encode()).digest()
        assert head.hex() == after
    last = told["transcript"]["lines"][3].split(" ")[-2]
    assert last == "#" + hashlib.sha256(mac("salt 2")[:16] + told["transcript"]["plain"][2].encode()).hexdigest()


def test_a_chain_of_nonces_opens_one_link_a_head() -> None:
    chain = NonceChain(length=3)
    first = chain.open(b"one")
    assert chain.open(b"one") == first and fits(chain.commitment, first)
    second = chain.open(b"two")
    assert second != first and fits(first, second) and not fits(chain.commitment, second) and chain.left == 1


def test_a_chain_goes_on_from_the_links_that_were_opened_lately() -> None:
    chain = NonceChain(length=8)
    links = [chain.commitment, *(chain.open(bytes([head])) for head in range(4))]
    assert all(goes_on(links[3], link, 3) for link in links[:4])
    assert not goes_on(links[3], links[4], 8)  # not opened yet
    assert not goes_on(links[4], links[0], 3)  # long ago
    assert not goes_on(None, links[0], 3)


def test_what_another_source_knows_is_given_and_the_rest_is_drawn() -> None:
    roll = roll_of(0, b"")
    beside = Beside(roll, Scripted([2]))
    assert beside.outcome([1] * 6, str) == 2 and roll.marks == ["="]
    assert Beside(roll, roll).outcome([1] * 6, str) in range(6) and roll.marks == ["=", "@6*1"]


@pytest.mark.parametrize("game", bussolotto.games())
def test_the_dice_of_a_game_fall_as_they_should(game: str) -> None:
    """Ten million of each: `python -m tools.fair_dice --count 10000000`."""
    drawn = fair_dice.draw((game, 0, count(short=4_000, full=40_000)))
    found = fair_dice.verdict(game, drawn)
    assert found.p > fair_dice.LEAST_P and found.freedom > 1, found


def test_chi_square_finds_dice_that_are_loaded() -> None:
    drawn = fair_dice.draw(("cincinnati", 0, 4_000))
    (kind, outcome), times = drawn.most_common(1)[0]
    drawn[kind, outcome] -= times // 2
    drawn[kind, outcome - 1 if (kind, outcome - 1) in drawn else outcome + 1] += times // 2
    assert fair_dice.verdict("cincinnati", drawn).p < fair_dice.LEAST_P


def test_compiled_turns_take_the_dice_that_the_interpreter_would() -> None:
    turns, module = CompiledTurns(bussolotto.game("spilorcio")), bussolotto.game("spilorcio")
    plain, compiled = (Match(module, 2) for _ in range(2))
    plain.fall(roll_of(0, b"opening"))
    compiled.fall(roll_of(0, b"opening"))
    for number in range(1, count(short=40, full=400)):
        if plain.over:
            break
        slow, fast = roll_of(number, b"turn"), roll_of(number, b"turn")
        seat = plain.movers().bit_length() - 1
        action = plain.legal(seat)[number % len(plain.legal(seat))]
        plain.act(seat, [action])
        plain.fall(slow)
        compiled.take_over(turns.play(compiled, seat, action, fast)[0])
        compiled.fall(fast)
        assert (compiled.log, fast.marks) == (plain.log, slow.marks)


@given(st.binary(min_size=32, max_size=32), st.binary(max_size=300))
def test_the_quick_hmac_is_the_one_of_the_library(key: bytes, message: bytes) -> None:
    assert quick_mac(key, message) == hmac.digest(key, message, "sha256")


def test_messages_differ_in_everything_that_enters_a_roll() -> None:
    head, nonce = b"h" * 32, b"n" * 32
    messages = {
        message_of("m", "g", 1, 0, head),
        message_of("n", "g", 1, 0, head),
        message_of("m", "h", 1, 0, head),
        message_of("m", "g", 2, 0, head),
        message_of("m", "g", 1, 1, head),
        message_of("m", "g", 1, 0, nonce),
        message_of("m", "g", 1, 0, head, [nonce]),
        message_of("m", "g", 1, 0, head, [nonce, head]),
        message_of("m", "g", 1, 0, head, [head, nonce]),
    }
    assert len(messages) == 9
