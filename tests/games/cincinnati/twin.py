"""The slow twin of Cincinnati: the rule page read a second time, as the script of an evening.

There is no phase to keep track of: a match is a generator that asks one question after the other and goes on with the
answer. It speaks notation only (`card duel`, `keep 1 1 4`, `table B`, `buy`, `duel 2`) and says what each viewer may
see. Hands are tuples of faces, compared as the list of results tells it, without a table.
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Any

CHANCE = 15
MOST_SEATS = 6
DICE = 5
FACES = range(1, DICE + 2)
VALUES = (15, 20, 25, 30, 35)  # thousands
KINDS = ("15000", "20000", "25000", "30000", "35000", "duel", "token")
PACK = Counter(dict(zip(KINDS, (6, 5, 5, 4, 4, 6, 6), strict=True)))  # how many of each
TOKENS = 20
NO_KEEP = 462  # nothing declared, or hidden
HIDDEN_CHOICE = 4
UNLIMITED = 255
OPTIONS = {
    "keep_order": ("richest_first", "secret"),
    "token_supply": ("20", "unlimited"),
    "condition_a": ("three-of-a-kind", "one-pair", "two-pairs", "full-house", "four-of-a-kind"),
    "condition_b": ("4", "3", "5"),
    "condition_c": ("11", "8", "9", "10", "12", "13", "14"),
    "rounds": ("12", "4", "5", "6", "7", "8", "9", "10", "11"),
    "starting_tokens": ("3", "0", "1", "2", "4", "5"),
    "tokens_a_card": ("2", "1", "3"),
    "token_worth": ("5", "0", "1", "2", "3", "10"),  # thousands
}
PRINTED = {name: values[0] for name, values in OPTIONS.items()}
RANGES = {
    "condition_b": (3, 5),
    "condition_c": (5, 30),
    "rounds": (1, 12),
    "starting_tokens": (0, 20),
    "tokens_a_card": (0, 10),
    "token_worth": (0, 100),
}
IN_WORDS = ("keep_order", "token_supply", "condition_a")  # the others are numbers, and those of OPTIONS suggested
NAMES = (  # from the least to the best
    "nothing",
    "one-pair",
    "two-pairs",
    "small-straight",
    "three-of-a-kind",
    "full-house",
    "large-straight",
    "four-of-a-kind",
    "five-of-a-kind",
)
PARTS = [part for size in range(DICE + 1) for part in sorted(set(combinations(sorted([*FACES] * DICE), size)))]
NUMBERS = {part: number for number, part in enumerate(PARTS)}

Faces = tuple[int, ...]
Value = tuple[int, ...]


SHAPES = {  # how often faces come, the most frequent first -> the name, where there is no straight
    (1, 1, 1, 1, 1): "nothing",
    (2, 1, 1, 1): "one-pair",
    (2, 2, 1): "two-pairs",
    (3, 1, 1): "three-of-a-kind",
    (3, 2): "full-house",
    (4, 1): "four-of-a-kind",
    (5,): "five-of-a-kind",
}


def value(hand: Sequence[int]) -> Value:
    """What five dice are worth (CIN-1): the place of their name, then what decides among equal names."""
    count = Counter(hand)
    often = sorted(count, key=lambda face: (count[face], face), reverse=True)  # the most frequent faces first
    shape = [count[face] for face in often]
    if len(count) == DICE and max(hand) - min(hand) == DICE - 1:
        return NAMES.index("large-straight"), max(hand)
    for top in (6, 5, 4):
        run = list(range(top - 3, top + 1))
        if set(run) <= set(hand):
            return NAMES.index("small-straight"), top, sum(hand) - sum(run)
    return NAMES.index(SHAPES[tuple(shape)]), *often


def low_value(hand: Sequence[int]) -> Value:
    """What five dice are worth at table C (CIN-4): more is better."""
    return -sum(hand), *(list(hand).count(face) for face in FACES)


def meets(table: str, hand: Sequence[int], options: Mapping[str, str] = PRINTED) -> bool:
    """May this hand clear the table (CIN-3)?"""
    if table == "A":  # straights do not count
        shape = tuple(count for _, count in Counter(hand).most_common())
        return NAMES.index(SHAPES[shape]) >= NAMES.index(options["condition_a"])
    if table == "B":
        length = int(options["condition_b"])
        return any({*range(face, face + length)} <= {*hand} for face in FACES)
    return sum(hand) <= int(options["condition_c"])


@dataclass(frozen=True)
class Question:
    """What the match waits for: answers of seats, by seat, or chance."""

    answers: dict[int, set[str]] = field(default_factory=dict)
    chances: dict[str, Fraction] = field(default_factory=dict)


Answer = tuple[int, str]  # seat, text
Script = Generator[Question, Answer, None]
Asking = Generator[Question, Answer, str]


def one_of(counts: Counter[str]) -> Asking:
    """Let chance decide; what is counted twice is twice as likely."""
    _, text = yield Question(chances={text: Fraction(count, counts.total()) for text, count in counts.items() if count})
    return text


def ask(seat: int, *texts: str) -> Asking:
    """Let one seat decide."""
    _, text = yield Question({seat: set(texts)})
    return text


def _stored(option: str, text: str) -> int:
    return OPTIONS[option].index(text) if option in IN_WORDS else int(text)


class Cincinnati:
    """One match. After `max_plies` plies it ends as it stands (GEN-7)."""

    def __init__(
        self,
        seats: int,
        max_plies: int | None = None,
        **options: str,
    ) -> None:
        self.options = PRINTED | options
        assert self.options.keys() == OPTIONS.keys()
        self.seats = seats
        self.unlimited = self.options["token_supply"] == "unlimited"
        self.rounds = int(self.options["rounds"])
        self.max_plies = max_plies
        self.plies = 0
        self.idle = 0
        self.starter = 0
        self.round_number = 1
        self.deck = Counter(PACK)
        self.piles: dict[str, Counter[str]] = {table: Counter() for table in ("AC" if seats == 3 else "ABC")}
        self.money: list[list[int]] = [[] for _ in range(seats)]  # the values of the cards that lie open
        self.tokens = [int(self.options["starting_tokens"])] * seats
        self.tokens_in_all = max(TOKENS, sum(self.tokens))  # CIN-16
        self.supply = self.tokens_in_all - sum(self.tokens)
        self.duels = [0] * seats
        self.chosen: list[str] = [""] * seats
        self.dice: list[list[int]] = [[] for _ in range(seats)]
        self.kept: list[Faces | None] = [None] * seats
        self.closed = False  # cups and choices are covered
        self.silent = False  # what one keeps is secret
        self.fighting = False  # a duel is on
        self.seers = {*range(seats), CHANCE - 1}  # who saw the last ply
        self.happened: Counter[str] = Counter()
        self.ended = False
        self.script = self.evening()
        self.question = next(self.script)

    # What the driver asks

    @property
    def over(self) -> bool:
        """Has the match ended, by the rules or by the limit of plies?"""
        return self.ended or self.plies == self.max_plies

    def ending(self) -> str | None:
        """The word for how it ended, None while it runs."""
        if not self.over:
            return None
        return "rounds" if self.ended else "limit"

    def movers(self) -> set[int]:
        """The seats that may act; 15 when a die or a card is to fall or the start to be drawn."""
        if self.over:
            return set()
        return set(self.question.answers) or {CHANCE}

    def legal(self, seat: int) -> set[str]:
        """Everything this seat may do now, as notation."""
        return set() if self.over else self.question.answers.get(seat, set())

    def odds(self) -> dict[str, Fraction]:
        """The chance of everything that can happen next, when chance is to move."""
        return {} if self.over else self.question.chances

    def play(self, seat: int, text: str) -> None:
        """One ply."""
        assert text in (self.odds() if seat == CHANCE else self.legal(seat)), (seat, text)
        self.plies += 1
        self.seers = {*range(self.seats), CHANCE - 1}
        try:
            self.question = self.script.send((seat, text))
        except StopIteration:
            self.ended = True

    def scores(self) -> list[int]:
        """Money and what tokens are worth, in thousands, by seat (CIN-17)."""
        worth = int(self.options["token_worth"])
        return [sum(cards) + worth * tokens for cards, tokens in zip(self.money, self.tokens, strict=True)]

    def shares(self) -> list[Fraction]:
        """Win shares: most money, then most cards of 35,000, of 30,000 and so on (CIN-17, GEN-2)."""
        worth = [
            (score, *(cards.count(card) for card in reversed(VALUES)))
            for score, cards in zip(self.scores(), self.money, strict=True)
        ]
        return [Fraction(mine == max(worth), worth.count(max(worth))) for mine in worth]

    # An evening

    def evening(self) -> Script:
        """From the draw of who starts to the end of the last round."""
        start = yield from one_of(Counter(f"start {seat}" for seat in range(self.seats)))  # GEN-1
        self.starter = int(start.split()[1])
        yield from self.one_round()
        while self.round_number < self.rounds:
            self.round_number += 1
            yield from self.one_round()

    def one_round(self) -> Script:
        """Four phases."""
        self.chosen = [""] * self.seats
        self.dice = [[] for _ in range(self.seats)]
        yield from self.draw_cards()
        yield from self.first_roll()
        yield from self.roll_together()
        yield from self.roll_together()
        yield from self.bought_rolls()
        hands = [tuple(sorted(dice)) for dice in self.dice]
        for table in self.piles:
            yield from self.clear(table, hands)
        yield from self.fight_duels(hands)

    def draw_cards(self) -> Script:
        """CIN-5, CIN-6."""
        for pile in self.piles.values():
            cards = Counter({f"card {kind}": self.deck[kind] for kind in KINDS})
            if self.round_number == 1:
                cards["card duel"] = 0
            card = (yield from one_of(cards)).split()[1]
            self.deck[card] -= 1
            pile[card] += 1

    def first_roll(self) -> Script:
        """CIN-7: everybody looks below his cup and chooses a table, in secret."""
        self.closed = True
        for seat in range(self.seats):
            yield from self.throw(seat)
        while "" in self.chosen:
            free = {seat: {f"table {table}" for table in self.piles} for seat in range(self.seats)}
            seat, text = yield Question({seat: texts for seat, texts in free.items() if not self.chosen[seat]})
            self.chosen[seat] = text.split()[1]
            if "" in self.chosen:  # the last choice opens all of them
                self.seers = {seat}
        self.closed = False

    def throw(self, seat: int) -> Script:
        """All dice but those that lie there fall, one after the other."""
        while len(self.dice[seat]) < DICE:
            fallen = yield from one_of(Counter(f"die {face}" for face in FACES))
            self.dice[seat].append(int(fallen.split()[1]))
            if self.closed:
                self.seers = {seat}

    def roll_together(self) -> Script:
        """CIN-7, CIN-8: the second or the third roll."""
        company = [[seat for seat in range(self.seats) if self.chosen[seat] == table] for table in self.piles]
        self.note_ties(company)
        yield from self.say_what_is_kept([self.richest_then_clockwise(seats) for seats in company if seats], most=DICE)
        for seat in range(self.seats):
            yield from self.throw(seat)

    def note_ties(self, company: list[list[int]]) -> None:
        """For the tests: did only the start seat decide who speaks first?"""
        for seats in company:
            best = max([(sum(self.money[seat]), value(self.dice[seat])) for seat in seats], default=None)
            equal = [seat for seat in seats if (sum(self.money[seat]), value(self.dice[seat])) == best]
            self.happened["full tie at a table"] += len(equal) > 1 and self.options["keep_order"] == "richest_first"

    def say_what_is_kept(self, queues: list[list[int]], most: int) -> Script:
        """The first of every queue may speak; all at once where the option says so, in secret until all have spoken."""
        if self.options["keep_order"] == "secret":
            queues = [[seat] for queue in queues for seat in queue]
            self.silent = True
        while any(queues):
            seat, text = yield Question({queue[0]: self.keeps(queue[0], most) for queue in queues if queue})
            self.kept[seat] = tuple(int(face) for face in text.split()[1:])
            queues = [[other for other in queue if other != seat] for queue in queues]
            if self.silent and any(queues):  # the last one opens all of them
                self.seers = {seat}
        self.silent = False
        self.pick_up()

    def pick_up(self) -> None:
        """The dice that are not kept go back below the cup."""
        for seat, faces in enumerate(self.kept):
            if faces is not None:
                self.dice[seat] = list(faces)
        self.kept = [None] * self.seats

    def keeps(self, seat: int, most: int) -> set[str]:
        """Every part of this seat's dice, up to so many of them."""
        parts = {part for size in range(most + 1) for part in combinations(sorted(self.dice[seat]), size)}
        return {" ".join(["keep", *map(str, part)]) for part in parts}

    def richest_then_clockwise(self, seats: Iterable[int]) -> list[int]:
        """CIN-8, CIN-8a, CIN-9: the richest, of equals the one with the best hand on the table, then clockwise."""
        return self.clockwise_from(self.richest(seats, lambda seat: value(self.dice[seat])), seats)

    def richest(self, seats: Iterable[int], hand: Callable[[int], Value]) -> int:
        """Most money (CIN-10), then the best hand, then the first clockwise from the start seat."""
        return max(seats, key=lambda seat: (sum(self.money[seat]), hand(seat), -self.after_starter(seat)))

    def after_starter(self, seat: int) -> int:
        """How many steps clockwise from the start seat."""
        return (seat - self.starter) % self.seats

    def clockwise_from(self, first: int, seats: Iterable[int]) -> list[int]:
        """These seats in the order in which one meets them."""
        return sorted(seats, key=lambda seat: (seat - first) % self.seats)

    def bought_rolls(self) -> Script:
        """CIN-9."""
        declined: set[int] = set()
        while True:
            payers = []
            for seat in self.richest_then_clockwise(range(self.seats)):
                if (yield from self.buys(seat)):
                    payers.append(seat)
                    self.happened["bought a roll"] += 1
                    self.happened["bought a roll after declining"] += seat in declined
                else:
                    declined.add(seat)
            if not payers:
                return
            self.happened["several bought a roll"] += len(payers) > 1
            yield from self.say_what_is_kept([payers], most=DICE - 1)
            for seat in sorted(payers):
                yield from self.throw(seat)

    def buys(self, seat: int) -> Generator[Question, Answer, bool]:
        """Does this seat pay a token? Who has none is not asked."""
        if self.tokens[seat] == 0 or (yield from ask(seat, "buy", "pass")) == "pass":
            return False
        self.tokens[seat] -= 1
        self.supply += 1
        return True

    def clear(self, table: str, hands: Sequence[Faces]) -> Script:
        """CIN-11, CIN-12."""
        able = [
            seat for seat in range(self.seats) if self.chosen[seat] == table and meets(table, hands[seat], self.options)
        ]
        if not able:
            self.happened["a table not cleared"] += 1
            return
        worth = low_value if table == "C" else value
        best = max(worth(hands[seat]) for seat in able)
        equal = [seat for seat in able if worth(hands[seat]) == best]
        duelled = 0
        while len(equal) > 1:
            duelled += 1
            self.happened["duel at a table"] += 1
            self.happened["duel among several"] += len(equal) > 2
            self.happened["duel at a table again"] += duelled > 1
            first = self.richest(equal, lambda seat: ())
            yield from self.fight(self.clockwise_from(first, equal))
            best = max(value(self.dice[seat]) for seat in equal)
            equal = [seat for seat in equal if value(self.dice[seat]) == best]
        self.happened[f"table {table} cleared"] += 1
        self.take_cards(equal[0], self.piles[table])

    def take_cards(self, seat: int, pile: Counter[str]) -> None:
        """CIN-11, CIN-16."""
        for card in pile.elements():
            if card == "duel":
                self.duels[seat] += 1
            elif card == "token":
                self.take_tokens(seat)
            else:
                self.money[seat].append(int(card) // 1000)
        pile.clear()

    def take_tokens(self, seat: int) -> None:
        """As many as a card gives, or what is there."""
        promised = int(self.options["tokens_a_card"])
        taken = promised if self.unlimited else min(promised, self.supply)
        self.tokens[seat] += taken
        self.supply -= taken
        self.happened[f"a token card gave {taken}"] += 1

    def fight_duels(self, hands: Sequence[Faces]) -> Script:
        """CIN-13: the duels of everybody who has duel cards."""
        holders = [seat for seat in range(self.seats) if self.duels[seat]]
        self.happened["several holders"] += len(holders) > 1
        self.happened["holders of equal money"] += len({sum(self.money[seat]) for seat in holders}) < len(holders)
        self.happened["several duels of a holder"] += max(self.duels) > 1
        order = []
        while holders:  # all before the first duel, for money changes hands
            order.append(self.richest(holders, lambda seat: value(hands[seat])))
            holders.remove(order[-1])
        for holder in order:
            while self.duels[holder]:
                others = [f"duel {seat}" for seat in range(self.seats) if seat != holder]
                opponent = int((yield from ask(holder, *others)).split()[1])
                yield from self.fight([holder, opponent])
                self.settle(holder, opponent)
                self.duels[holder] -= 1
            rich = [sum(self.money[seat]) for seat in order if self.duels[seat]]
            self.happened["a waiting holder overtaken"] += rich != sorted(rich, reverse=True)

    def settle(self, holder: int, opponent: int) -> None:
        """CIN-14: who wins, and what he gets."""
        mine, yours = value(self.dice[holder]), value(self.dice[opponent])
        self.happened["equal hands in a duel"] += mine == yours
        if mine <= yours:
            self.happened["holder beaten"] += 1
        elif not self.money[opponent]:
            self.happened["nothing to take"] += 1
        else:
            highest = max(self.money[opponent])
            self.money[opponent].remove(highest)
            self.money[holder].append(highest)
            self.happened["holder took a card"] += 1

    def fight(self, order: list[int]) -> Script:
        """CIN-12, CIN-14: three attempts each in turn."""
        self.fighting = True
        for seat in order:
            self.dice[seat] = []
        for seat in order:
            yield from self.throw(seat)
        for _ in range(2):
            for seat in order:
                yield from self.say_what_is_kept([[seat]], most=DICE)
                yield from self.throw(seat)
        yield from self.bought_attempts(order)
        self.fighting = False

    def bought_attempts(self, order: list[int]) -> Script:
        """CIN-15."""
        declined: set[int] = set()
        in_succession = 0
        asked = 0
        while in_succession < len(order):
            seat = order[asked % len(order)]
            asked += 1
            if not (yield from self.buys(seat)):
                declined.add(seat)
                in_succession += 1
                continue
            in_succession = 0
            self.happened["bought an attempt"] += 1
            self.happened["bought an attempt after declining"] += seat in declined
            yield from self.say_what_is_kept([[seat]], most=DICE - 1)
            yield from self.throw(seat)

    # What lies on the table

    def facts(self) -> dict[str, Any]:
        """The position under the names of the game's state."""
        nothing: Counter[str] = Counter()
        counts = [[self.piles.get(table, nothing)[kind] for kind in KINDS] for table in "ABC"]
        nobody: list[Faces | None] = [None] * (MOST_SEATS - self.seats)
        return {
            "plies": self.plies,
            "seats": self.seats,
            **{name: _stored(name, text) for name, text in self.options.items()},
            "starter": self.starter,
            "round_number": self.round_number,
            "money": [[cards.count(card) for card in VALUES] for cards in self.money],
            "tokens": self.tokens,
            "supply": UNLIMITED if self.unlimited else self.supply,
            "deck": [self.deck[kind] for kind in KINDS],
            "piles": counts,
            "duels": self.duels,
            "chosen": [" ABC".index(table or " ") for table in self.chosen],
            "dice": [NUMBERS[tuple(sorted(dice))] for dice in self.dice],
            "kept": [NO_KEEP if faces is None else NUMBERS[faces] for faces in self.kept + nobody],
        }

    def facts_for(self, viewer: int) -> dict[str, Any]:
        """The same as this viewer may know it (CIN-18)."""
        facts = self.facts()
        others = [seat for seat in range(self.seats) if seat != viewer]
        for seat in others if self.closed else ():
            if self.dice[seat]:
                facts["dice"][seat] = NO_KEEP
            if self.chosen[seat]:
                facts["chosen"][seat] = HIDDEN_CHOICE
        for seat in others if self.silent else ():
            facts["kept"][seat] = NO_KEEP
        return facts
