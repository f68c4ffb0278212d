"""Proofs of dice: whatever is changed is found, and nothing secret can be told from the heads."""

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from itertools import product
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bussolotto
from bussolotto.cli import proofs
from bussolotto.core.kernel import CHANCE
from bussolotto.fair import hashes, ledger, proof, transcript
from bussolotto.fair.hashes import Flaw
from bussolotto.fair.nonces import NonceChain
from bussolotto.fair.proof import Proof
from bussolotto.fair.roll import Roll, message_of
from bussolotto.fair.transcript import Entry, Ply
from bussolotto.play import notation
from tests.depth import count
from tests.refusals import refused
from tools.proved import KEY, Played, played

SEED = b"s" * 32


@pytest.mark.parametrize("game", bussolotto.games())
@pytest.mark.parametrize("most", [0, 7, 60])
def test_a_file_proves_its_dice_and_is_read_back(game: str, most: int) -> None:
    record = played(game, plies=most)
    back = notation.parse(notation.write(record, KEY))
    assert back.proof is not None and record.proof is not None and back.proof.found is not None
    assert replace(back.proof, found=None) == record.proof
    found = back.proof.found
    assert found.drawn + found.given + found.typed == sum(seat == CHANCE for seat, _ in record.steps)
    assert found.open_names == list(range(record.seats)) and not found.gaps


def test_a_file_without_a_proof_is_read_as_ever() -> None:
    record = played("spilorcio", plies=20)
    record.proof = None
    assert notation.parse(notation.write(record, KEY)).proof is None


def test_a_match_that_ends_by_the_rules_is_proved_whole() -> None:
    record = notation.parse(notation.write(played("my-dice-your-dice"), KEY))
    assert record.end and record.end["reason"] == "rules" and record.proof and record.proof.found


class Synthetic:
    """A transcript of a game that there is not, with nonces: two seats have chains, the third is a bot."""

    def __init__(self) -> None:
        self.chains = [NonceChain(bytes([seat]) * 32, 9) for seat in range(2)]
        start = transcript.Start(
            fair=1, match="m", game="none", rules=1, seats=3, options={}, secrets=False, carried=False,
            seed=hashes.commit_to_seed(SEED), chains=[*(chain.commitment.hex() for chain in self.chains), None],
        )  # fmt: skip
        self.start = transcript.write_start(start)
        self.entries: list[Entry | str] = []
        self.version = self.rolls = 0

    @property
    def head(self) -> bytes:
        return list(transcript.heads(SEED, self.start, self.entries))[-1]

    def act(self, seat: int) -> None:
        self.entries.append(Entry(f"act {seat}", [Ply(self.version, seat, 1, "")]))
        self.version += 1

    def roll(self, *asked: int, silent: tuple[int, ...] = ()) -> None:
        if asked:
            self.entries.append(f"ask {self.rolls} {','.join(map(str, asked))}")
        head = self.head
        nonces = {seat: None if seat in silent else self.chains[seat].open(head) for seat in asked}
        message = message_of("m", "none", 1, self.rolls, head, [nonce for nonce in nonces.values() if nonce])
        die = Roll(SEED, self.rolls, message).draw([1] * 6)
        told = ",".join(f"{seat}:{nonce.hex() if nonce else '-'}" for seat, nonce in nonces.items()) or "-"
        self.entries.append(Entry(f"dice {self.rolls} {told}", [Ply(self.version, CHANCE, die, "@6*1")]))
        self.version += 1
        self.rolls += 1

    def renew(self, seat: int) -> None:
        self.chains[seat] = NonceChain(b"new" + bytes(29), 9)
        self.entries.append(f"chain {seat} {self.chains[seat].commitment.hex()}")

    def proof(self) -> Proof:
        end = ledger.end_of(KEY, {"reason": "rules"}, ["", "", ""])
        head = hashes.next_head(self.head, f"end {end}").hex()
        return Proof(self.start, SEED.hex(), self.entries, end, ledger.opened_names(KEY, end, ["", "", ""]), head)


def with_nonces() -> Synthetic:
    match = Synthetic()
    match.roll(0, 1)
    match.act(0)
    match.roll(0, 1, silent=(1,))
    match.act(1)
    match.roll(0)
    match.renew(1)
    match.act(2)
    match.roll(0, 1)
    return match


def test_nonces_enter_the_rolls_and_gaps_are_told() -> None:
    found = proof.check(with_nonces().proof(), ["", "", ""])
    assert (found.rolls, found.nonces, found.gaps) == (4, 6, [(1, 1)])


def test_what_a_page_has_opened_is_looked_for_in_the_file() -> None:
    shown = with_nonces().proof()
    taken = proof.check(shown, ["", "", ""]).taken
    record = cast("notation.Record", SimpleNamespace(proof=shown))
    sent = [
        proofs.Sent(number, seat, roll.head[:16], (nonce or "dropped")[:16])
        for number, roll in enumerate(taken)
        for seat, nonce in roll.nonces.items()
    ]
    kept = proofs.Kept(shown.start, shown.heads()[-1], sent)
    assert len(sent) == 7 and proofs.require_kept([record], kept, 1) == [1]
    for changed, problem in (
        (proofs.Sent(0, 0, "00", sent[0].link), "not the one for which"),
        (proofs.Sent(9, 0, sent[0].head, sent[0].link), "not the one for which"),
        (proofs.Sent(0, 2, sent[0].head, sent[0].link), "not the one for which"),
        (proofs.Sent(0, 0, sent[0].head, "00" * 8), "another nonce"),
    ):
        with refused("damaged-file", match=problem):
            proofs.require_kept([record], proofs.Kept(shown.start, kept.head, [changed]), 1)


def test_a_nonce_that_was_sent_cannot_be_left_out() -> None:
    """The server drops the nonce of a seat after it has seen it, and draws again."""
    match = Synthetic()
    match.roll(0, 1)
    head = match.head
    match.roll(0, 1)
    dropped = Synthetic()
    dropped.roll(0, 1)
    dropped.roll(0)
    assert dropped.proof().heads() != match.proof().heads()
    kept = match.proof().heads()
    assert head.hex() in kept and head.hex() in dropped.proof().heads()  # the page has answered to `ask 1 0,1`
    asked = hashes.next_head(head, "ask 1 0,1").hex()
    assert asked in kept and asked not in dropped.proof().heads()


def test_a_seat_that_was_silent_is_out_until_it_commits_anew() -> None:
    match = Synthetic()
    match.roll(0, 1, silent=(1,))
    match.roll(0, 1)
    with pytest.raises(Flaw, match="without a chain"):
        proof.check(match.proof(), ["", "", ""])


def changed_entry(of: Proof, place: int, change: Callable[[str], str]) -> Proof:
    entries = list(of.entries)
    entry = entries[place]
    entries[place] = change(entry) if isinstance(entry, str) else Entry(change(entry.head), entry.plies)
    found = replace(of, entries=entries)
    return replace(found, head=found.heads()[-1])


@pytest.mark.parametrize(
    ("place", "change", "reason"),
    [
        (0, lambda text: text.replace("ask 0", "ask 1"), "no entry"),
        (0, lambda text: text.replace("0,1", "0"), "nonces are not those"),
        (0, lambda text: text.replace("0,1", "0,2"), "without a chain"),
        (0, lambda text: text + " ", "no entry"),
        (1, lambda text: text[:-1] + ("0" if text[-1] != "0" else "1"), "not of its chain"),
        (1, lambda text: text.replace("dice 0", "dice 1"), "roll 0 is due"),
        (1, lambda text: text.split(",")[0], "nonces are not those"),
        (2, lambda text: "act 1", "not what its entry says"),
        (2, lambda text: "sang 0", "no entry"),
        (2, lambda text: "typed 0", "not what its entry says"),
    ],
)
def test_what_is_changed_in_a_transcript_with_nonces_is_found(
    place: int, change: Callable[[str], str], reason: str
) -> None:
    with pytest.raises(Flaw, match=reason):
        proof.check(changed_entry(with_nonces().proof(), place, change), ["", "", ""])


def flipped(text: str) -> str:
    return ("0" if text[0] != "0" else "1") + text[1:]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda of: replace(of, seed=flipped(of.seed)), "seed"),
        (lambda of: replace(of, seed=of.seed + "00"), "hex"),
        (lambda of: replace(of, head=flipped(of.head)), "last head"),
        (lambda of: replace(of, start=of.start.replace('"m"', '"n"')), "not what was drawn"),
        (lambda of: replace(of, start=of.start + " "), "written as"),
        (lambda of: replace(of, start=of.start.replace('"fair":1', '"fair":2')), "protocol 2"),
        (lambda of: replace(of, start="[" * 5000), "cannot be read"),
        (lambda of: replace(of, end=of.end.replace("agreed", "resigned")), "last head"),
        (lambda of: replace(of, names=[flipped(of.names[0]), *of.names[1:]]), "another name"),
        (lambda of: replace(of, names=["", *of.names[1:]]), "taken out"),
        (lambda of: replace(of, names=of.names[1:]), "not those of the seats"),
    ],
)
def test_what_is_changed_in_a_proof_is_found(change: Callable[[Proof], Proof], reason: str) -> None:
    record = played("spilorcio", plies=30)
    assert record.proof
    proof.check(record.proof, record.names)
    with pytest.raises(Flaw, match=reason):
        proof.check(change(record.proof), record.names)


def test_a_name_may_be_deleted_and_the_rest_stays_proved() -> None:
    record = played("spilorcio", plies=30)
    assert record.proof
    record.names[0] = ""
    record.proof.names[0] = ""
    found = notation.parse(notation.write(record, KEY)).proof
    assert found and found.found and found.found.open_names == [1]


def test_the_rules_say_what_may_be_drawn_from() -> None:
    """Weights that are made to fit another outcome are those of no rule, whatever the heads say."""
    record = played("spilorcio", plies=30)
    assert record.proof
    entry = record.proof.entries[-1]
    assert isinstance(entry, Entry) and entry.plies[-1].weights
    weighed = [ply._replace(mark=f"@{ply.action}*0.1*1" if ply.action else "@1*1") for ply in entry.plies]
    record.proof.entries[-1] = Entry(entry.head, weighed)
    record.proof.head = record.proof.heads()[-1]
    proof.check(record.proof, record.names)
    with refused("damaged-file", match="not those of the rules"):
        notation.parse(notation.write(record, KEY))


def test_what_is_secret_is_what_the_rules_say() -> None:
    record = played("spilorcio", plies=30)
    assert record.proof
    entry = record.proof.entries[-1]
    assert isinstance(entry, Entry)
    record.proof.entries[-1] = Entry(entry.head, [ply._replace(mark=f"?{ply.mark}") for ply in entry.plies])
    with refused("damaged-file", match="secret in the transcript alone, or in the rules alone"):
        notation.parse(notation.write(record, KEY))


class TestSecrets:
    """What somebody can try who knows all heads, everything public, and the protocol."""

    def test_no_table_and_no_first_roll_of_cincinnati_can_be_told_from_the_heads(self) -> None:
        matches = count(short=2, full=20)
        secret = 0
        for seed in range(matches):
            match = Played("cincinnati", 3, bytes([seed]) * 32)
            match.play_on(Random(seed), 60)
            secret += self._try_all(match)
        assert secret > 20 * matches

    def _try_all(self, match: Played) -> int:
        """Look for every head among the guesses. Returns how many plies of the match were secret."""
        start, seed = match.ledger.start, match.ledger.seed
        head, secret, rolls = hashes.first_head(start), 0, 0
        for seat, plies, _ in match.decisions:
            for entry in transcript.entries_of(seat, plies, rolls):
                rolls += entry.head.startswith("dice ")
                line = transcript.line(seed, entry, secrets=True)
                after = hashes.next_head(head, line)
                hidden = [ply for ply in entry.plies if ply.secret]
                secret += len(hidden)
                assert not hidden or after not in set(self._guesses(head, entry))
                head = after
        return secret

    def _guesses(self, head: bytes, entry: Entry) -> Any:
        """The heads if the secret plies were these: for each all that it can be, written in all ways without a salt."""
        for guess in product(range(3, 12), repeat=min(sum(ply.secret for ply in entry.plies), 4)):
            left = iter(guess)
            plies = [
                ply._replace(action=next(left, ply.action), mark=ply.mark[1:]) if ply.secret else ply
                for ply in entry.plies
            ]
            first = str(entry.plies[0].version)
            yield hashes.next_head(head, " ".join([entry.head, first, *(ply.plain for ply in plies)]))
            yield hashes.next_head(head, " ".join([entry.head, first, *(str(ply.action) for ply in plies)]))
            hashed = [sha256(f"{ply.version} {ply.seat} {ply.plain}".encode()).hexdigest() for ply in plies]
            yield hashes.next_head(head, " ".join([entry.head, first, *(f"#{text}" for text in hashed)]))

    def test_the_search_finds_what_is_not_salted(self) -> None:
        entry = Entry("act 0", [Ply(0, 0, 5, "?")])
        bare = hashes.next_head(b"h" * 32, "act 0 0 5")
        assert bare in set(self._guesses(b"h" * 32, entry))

    def test_the_same_choice_never_reads_the_same(self) -> None:
        plies = [Ply(version, 0, 5, "?") for version in range(50)]
        assert len({transcript.item(seed, ply, True) for ply in plies for seed in (b"a" * 32, b"b" * 32)}) == 100

    def test_salts_of_names_do_not_follow_from_the_seed(self) -> None:
        end = ledger.end_of(KEY, {}, ["Anna"])
        assert end != ledger.end_of(SEED, {}, ["Anna"])
        assert ledger.opened_names(KEY, end, ["Somebody else"]) == [""]


def test_a_decision_that_is_not_stored_leaves_the_head_as_it_was() -> None:
    match = Played("spilorcio", 2, SEED)
    before, version = match.ledger.head, match.match.version
    roll = match.ledger.lead(0, version, [(0, 1)], [False])
    die = roll.outcome([1] * 6, str)
    assert match.ledger.add([(0, 1), (CHANCE, die)], [False, False]) == ". @6*1"
    match.ledger.settle(stored=False)
    assert match.ledger.head == before
    again = match.ledger.lead(0, version, [(0, 1)], [False])
    assert again.outcome([1] * 6, str) == die


@pytest.mark.parametrize("game", ["spilorcio", "cincinnati"])
def test_a_ledger_resumes_from_what_was_stored(game: str) -> None:
    match = Played(game, min(bussolotto.game(game).SEATS), SEED)
    match.play_on(Random(1), 30)
    resumed = ledger.Ledger(SEED, match.ledger.start)
    for decided in match.decisions:
        resumed.resume(decided)
    assert resumed.head == match.ledger.head
    again = [
        one.lead(0, match.match.version, [(0, 1)], [False]).outcome([1] * 6, str) for one in (match.ledger, resumed)
    ]
    assert again[0] == again[1]


@given(st.lists(st.sampled_from(["", "?", "@6*1", "?@6*1", "=", "!", "@3*0.6*1"]), min_size=1, max_size=20))
def test_marks_are_read_as_they_were_written(marks: list[str]) -> None:
    steps = [(CHANCE, 1)] * len(marks)
    assert [ply.mark for ply in ledger.read_marks(ledger.write_marks(tuple(marks)), 0, steps)] == marks


class TestDishonestServers:
    """What a server may try, and what an honest page that kept its heads finds at the end."""

    def kept_by_page(self, match: Played) -> proofs.Kept:
        return proofs.Kept(match.ledger.start, match.ledger.head.hex())

    def test_one_that_picks_outcomes_is_found_by_the_seed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(
            Roll, "draw", lambda _, weights: max(range(len(weights)), key=lambda code: (weights[code], code))
        )
        record = played("spilorcio", plies=30)
        monkeypatch.undo()
        assert record.proof
        with pytest.raises(Flaw, match="not what was drawn"):
            proof.check(record.proof, record.names)

    def test_one_that_shows_two_pages_two_heads_has_one_file_for_both(self) -> None:
        one, other = (Played("spilorcio", 2, SEED) for _ in range(2))
        for number, match in enumerate((one, other)):
            match.play_on(Random(1), 10)
            match.play_on(Random(2 + number), 10)
        seen = [self.kept_by_page(match) for match in (one, other)]
        one.play_on(Random(4), 20)
        proofs.require_kept([one.record()], seen[0], 1)
        with refused("damaged-file", match="none of this match"):
            proofs.require_kept([one.record()], seen[1], 1)

    def test_one_that_answers_differently_after_a_restart_is_found(self) -> None:
        shown, again = (Played("spilorcio", 2, SEED) for _ in range(2))
        shown.play_on(Random(1), 20)
        again.play_on(Random(1), 10)
        again.play_on(Random(7), 30)
        with refused("damaged-file", match="none of this match"):
            proofs.require_kept([again.record()], self.kept_by_page(shown), 1)

    def test_one_that_begins_anew_with_another_seed_is_found(self) -> None:
        shown, again = Played("spilorcio", 2, SEED), Played("spilorcio", 2, b"t" * 32)
        again.play_on(Random(1), 20)
        with refused("damaged-file", match="start message is another"):
            proofs.require_kept([again.record()], self.kept_by_page(shown), 1)
