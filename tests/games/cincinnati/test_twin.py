"""Cincinnati against its slow twin, and what every viewer may see of it."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import product

import pytest

from bussolotto.core.kernel import CHANCE, SPECTATOR
from bussolotto.games.cincinnati import game as cincinnati
from bussolotto.play.match import Match
from bussolotto.testing.twins import Case, Choice, any_of, differences_of_facts, follow
from bussolotto.testing.twins import compare as compare_twins
from tests.depth import count
from tests.games.cincinnati import twin as twins
from tests.games.cincinnati.twin import DICE, FACES, KINDS, PACK, VALUES, Cincinnati

MATCHES = count(short=30, full=50)

SEATS = (3, 4, 5, 6)
HOUSE = ("keep_order", "token_supply")
WORLDS = list(product(SEATS, twins.OPTIONS["keep_order"], twins.OPTIONS["token_supply"]))
NUMBERS = {name: values for name, values in twins.OPTIONS.items() if name not in HOUSE}
ENDS = ("end: rounds", "end: limit", "shared victory", "tie broken by cards")
ROLLS = ("bought a roll", "bought a roll after declining", "several bought a roll", "full tie at a table")
TABLES = ("table A cleared", "table B cleared", "table C cleared", "a table not cleared")
TABLE_DUELS = ("duel at a table", "duel among several", "duel at a table again")
HOLDERS = ("several holders", "holders of equal money", "several duels of a holder", "a waiting holder overtaken")
DUELS = ("equal hands in a duel", "holder beaten", "holder took a card", "nothing to take")
BOUGHT = ("bought an attempt", "bought an attempt after declining")
SUPPLY = ("a token card gave 3", "a token card gave 2", "a token card gave 1", "a token card gave 0")
RARE = (*ENDS, *ROLLS, *TABLES, *TABLE_DUELS, *HOLDERS, *DUELS, *BOUGHT, *SUPPLY, "duel cards left out of the draw")


@dataclass(frozen=True)
class Mood:
    """How chance and the seats behave in one match; chances of one hundred."""

    fall: Callable[[Cincinnati, random.Random], int]  # the face that a die is to show
    loaded: int  # how often it does
    tables: str  # where the seats are to sit, one after the other and again from the first
    company: int  # how often they do
    stand: int  # keep as many dice as one may
    buy: int
    beggars: bool = False  # late in a match one seat has all the money, and only duels and tokens are still to come
    duels: bool = False  # a duel card and one with money lie on every table


def straight(twin: Cincinnati, rng: random.Random) -> int:
    """Five dice one after the other show five faces."""
    return twin.plies % 5 + 1


def fitting(twin: Cincinnati, rng: random.Random) -> int:
    """A straight for who sits in the middle, five of a kind for the others; anything in a duel."""
    if twin.fighting:
        return rng.choice(FACES)
    seat = falling(twin)
    return len(twin.dice[seat]) + 1 if seat % 3 == 1 else 1


LOW = ((1, 1, 1, 2, 3), (1, 1, 2, 2, 2)), ((1, 1, 2, 2, 4), (1, 1, 2, 3, 3))  # of equal sum, the better one first


def low(twin: Cincinnati, rng: random.Random) -> int:
    """Different hands of equal sum, by seat; anything in a duel."""
    if twin.fighting:
        return rng.choice(FACES)
    seat = falling(twin)
    return LOW[twin.round_number % 2][seat % 2][len(twin.dice[seat]) % DICE]


def falling(twin: Cincinnati) -> int:
    """Whose dice fall in phase 2."""
    return min((seat for seat in range(twin.seats) if len(twin.dice[seat]) < DICE), default=0)


FAIR = Mood(lambda twin, rng: rng.choice(FACES), 100, "A", 30, 30, 30)
DEAD_HEAT = Mood(lambda twin, rng: 6, 100, "C", 100, 100, 0)  # nobody clears anything
MOODS = (  # an odd number: in matches one after the other every mood meets every world
    FAIR,
    Mood(lambda twin, rng: rng.choice((1, 2)), 95, "A", 70, 60, 20),
    Mood(lambda twin, rng: rng.choice((1, 2)), 90, "C", 70, 40, 50, beggars=True),
    Mood(lambda twin, rng: 1, 85, "C", 20, 60, 15, beggars=True),
    Mood(lambda twin, rng: rng.choice((1, 6)), 90, "A", 40, 50, 15, beggars=True),
    Mood(low, 98, "C", 95, 95, 3),
    Mood(lambda twin, rng: rng.choice((1, 2, 3, 4)), 95, "B", 90, 70, 20),
    Mood(straight, 92, "B", 80, 80, 15),
    Mood(fitting, 92, "ABC", 97, 90, 5, duels=True),
    Mood(fitting, 92, "ABC", 97, 80, 30, beggars=True, duels=True),
    DEAD_HEAT,
)


def case_of(number: int, seed: int) -> Case:
    """All seats and house rules one after the other, every second time with other numbers; some near the limit."""
    rng = random.Random(f"{seed}:{number}")
    seats, keep_order, token_supply = WORLDS[number % len(WORLDS)]
    plies_left = rng.randrange(10, 250) if number % 10 == 3 else None
    numbers = {name: rng.choice(values) for name, values in NUMBERS.items()} if number % 2 else {}
    options = {"keep_order": keep_order, "token_supply": token_supply, **numbers}
    return Case(f"{seed}:{number}", seats, options, plies_left)


def compare_match(case: Case, seen: Counter[str]) -> None:
    """One match to its end."""
    number = int(case.seed.split(":")[1])
    mood = MOODS[number % len(MOODS)]

    def note(twin: Cincinnati, seat: int, text: str) -> None:
        word, _, _ = text.partition(" ")
        seen[word or f"end: {twin.ending()}"] += 1
        seen["duel cards left out of the draw"] += twin.round_number == 1 and word == "card"
        if not text:
            seen.update(twin.happened)
            winners = len([share for share in twin.shares() if share])
            seen["shared victory"] += winners > 1
            seen["tie broken by cards"] += winners < twin.scores().count(max(twin.scores()))

    twin = Cincinnati(case.seats, **case.options, max_plies=cincinnati.MAX_PLIES)
    choose = partial(moody, mood=mood)
    arrange = whole if number % 16 == 7 or case.plies_left else partial(late, case=case, mood=mood)
    follow(cincinnati, twin, case, choose, note, differences_of_views, arrange)


compare = partial(compare_twins, case_of, compare_match)


def moody(twin: Cincinnati, rng: random.Random, mood: Mood) -> Choice:
    """A ply as this mood has it."""
    seat, text = any_of(twin, rng)
    word = text.split()[0]
    wish = {
        "die": (mood.loaded, f"die {mood.fall(twin, rng)}"),
        "table": (mood.company, f"table {mood.tables[seat % len(mood.tables)]}"),
        "keep": (mood.stand, max(sorted(twin.legal(seat)), key=len, default="")),
        "duel": (70, f"duel {rival(twin, seat)}"),
        "buy": (100 - mood.buy, "pass"),
        "pass": (mood.buy, "buy"),
    }.get(word, (0, ""))
    allowed = twin.odds() if seat == CHANCE else twin.legal(seat)
    return seat, wish[1] if wish[1] in allowed and rng.randrange(100) < wish[0] else text


def rival(twin: Cincinnati, holder: int) -> int:
    """The richest of the others who still have a duel card."""
    rivals = [seat for seat in range(twin.seats) if twin.duels[seat] and seat != holder]
    return max(rivals, key=lambda seat: sum(twin.money[seat]), default=holder)


def whole(match: Match, twin: Cincinnati) -> None:
    """A match from the first round on."""


def late(match: Match, twin: Cincinnati, case: Case, mood: Mood) -> None:
    """Begin in one of the last rounds: cards are before the seats, on tables or discarded; tokens may be scarce."""
    rng = random.Random(f"late {case.seed}")
    twin.round_number = twin.rounds - (0 if mood is DEAD_HEAT else rng.randrange(4))
    deal(twin, rng, mood)
    if mood is DEAD_HEAT:
        twin.tokens = [0] * twin.seats
    else:
        owners = [rng.randrange(twin.seats) for _ in range(twin.tokens_in_all - rng.choice((0, 0, 1, 3, 12)))]
        twin.tokens = [owners.count(seat) for seat in range(twin.seats)]
    twin.supply = twin.tokens_in_all - sum(twin.tokens)
    lay_out(match, twin)


def deal(twin: Cincinnati, rng: random.Random, mood: Mood) -> None:
    """The cards of the rounds before this one: taken, still on a table, or used."""
    cards = list(PACK.elements())
    rng.shuffle(cards)
    if mood.beggars:
        cards.sort(key=("duel", "token").count, reverse=True)  # dealt from the end
    if mood is DEAD_HEAT:
        hands = ("35000", "15000"), (("25000", "25000") if twin.unlimited else ("35000", "15000"))
        for seat, card in ((seat, card) for seat, hand in enumerate(hands) for card in hand):
            cards.remove(card)
            twin.money[seat].append(int(card) // 1000)
    for pile in twin.piles.values() if mood.duels else ():
        for card in ("duel", "15000" if mood.beggars else rng.choice([card for card in cards if card.isdigit()])):
            cards.remove(card)
            pile[card] += 1
    left = sum(PACK.values()) - (twin.round_number - 1) * len(twin.piles)
    while len(cards) > left:
        put(twin, cards.pop(), rng, mood)
    twin.deck = Counter(cards)


def put(twin: Cincinnati, card: str, rng: random.Random, mood: Mood) -> None:
    """Where one card of an earlier round has gone."""
    pile = twin.piles[rng.choice(sorted(twin.piles))]
    if card in ("duel", "token"):
        pile[card] += rng.randrange(2)
    elif mood.beggars:
        twin.money[0].append(int(card) // 1000)
    elif mood is DEAD_HEAT or not rng.randrange(4):
        pile[card] += 1
    else:
        twin.money[rng.randrange(twin.seats)].append(int(card) // 1000)


def lay_out(match: Match, twin: Cincinnati) -> None:
    """The position of the twin, in the match."""
    for name in ("round_number", "supply"):
        setattr(match.state, name, twin.facts()[name])
    match.state.tokens[: twin.seats] = twin.tokens
    match.state.deck[:] = [twin.deck[kind] for kind in KINDS]
    for index, table in enumerate("ABC"):
        match.state.piles[index][:] = [twin.piles.get(table, Counter())[kind] for kind in KINDS]
    for seat, cards in enumerate(twin.money):
        match.state.money[seat][:] = [cards.count(value) for value in VALUES]
        match.state.wealth[seat] = sum(cards)


def differences_of_views(match: Match, twin: Cincinnati) -> list[str]:
    """What somebody is shown and may not see, or the other way round."""
    found = []
    compared: dict[tuple[int, bytes], list[str]] = {}  # what is the same for several viewers is compared once
    for viewer in (*range(twin.seats), SPECTATOR):
        key = (viewer if twin.closed or twin.silent else SPECTATOR, match.view_bytes(viewer))
        if key not in compared:
            compared[key] = differences_of_facts(twin.facts_for(viewer), match.view(viewer))
        differences = compared[key] + differences_of_channel(match, twin, viewer)
        found += [f"view of {viewer}: {difference}" for difference in differences]
    return found


def differences_of_channel(match: Match, twin: Cincinnati, viewer: int) -> list[str]:
    """What a viewer is told of the last ply."""
    told = [step.text for step in match.steps(viewer, since=match.version - 1)[-1:]]
    spoken = [cincinnati.say(seat, code) for seat, code in match.log[-1:]]
    expected = [text if viewer in twin.seers else None for text in spoken]
    return [] if told == expected else [f"told {told} of {spoken}"]


def test_matches_agree_and_cover_what_is_rare() -> None:
    seen = compare(MATCHES, seed=0)
    assert seen["matches"] == MATCHES
    assert [name for name in RARE if not seen[name]] == []


def test_any_number_in_range() -> None:
    for number in range(8):
        rng = random.Random(f"any {number}")
        numbers = {name: str(rng.randint(low, high)) for name, (low, high) in twins.RANGES.items()}
        seats, keep_order, token_supply = WORLDS[number % len(WORLDS)]
        options = {"keep_order": keep_order, "token_supply": token_supply, **numbers}
        compare_match(Case(f"any:{number}", seats, options, 250), Counter())


def test_a_first_roll_shown_too_early_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Cincinnati, "facts_for", lambda twin, viewer: twin.facts())
    with pytest.raises(AssertionError, match=r"cincinnati rules 2 seats 3 .* ply \d+ after .*\n  view of \d+: dice"):
        compare(1)


def test_the_lower_of_two_low_hands_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twins, "low_value", lambda hand: (sum(hand), hand))
    report = r"(?s)cincinnati rules 2 seats \d .* seed '0:\d+' ply \d+ after seat \d .*\n  money.*twin .*game"
    with pytest.raises(AssertionError, match=report):
        compare(50)


def test_a_wrong_order_of_equals_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Cincinnati, "after_starter", lambda twin, seat: seat)
    with pytest.raises(AssertionError, match=r"(?s)cincinnati rules 2 seats \d .*twin .*game"):
        compare(50)


def test_a_number_that_is_not_followed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twins, "meets", lambda table, hand, options, meets=twins.meets: meets(table, hand))
    with pytest.raises(AssertionError, match=r"(?s)cincinnati rules 2 seats \d .*twin .*game"):
        compare(50)
