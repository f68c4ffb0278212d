"""The slow twin of the solved duel: a few dice of few faces, every order in which they fall, one position at a time.

It knows no matrix and no table: a position is the faces on the table, and exact fractions are counted die by die.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, product

Faces = tuple[int, ...]
Worth = tuple[Fraction, Fraction]  # to holder and opponent


class SlowDuel:
    """CIN-14 and CIN-15 read a second time."""

    def __init__(
        self,
        dice: int,
        faces: int,
        rank: Callable[[Faces], int],
        attempts: int,
        stake: Fraction = Fraction(1),
        price: Fraction = Fraction(0),
        equal: Callable[[tuple[int, int]], Worth] | None = None,
    ) -> None:
        self.dice, self.faces, self.rank = dice, faces, rank
        self.attempts, self.stake, self.price = attempts, stake, price
        self.equal = equal  # what identical dice are worth, by the tokens left; else the holder loses
        self.attempt = cache(self._attempt)
        self.ask = cache(self._ask)

    def start(self, tokens: tuple[int, int]) -> Worth:
        """What the duel is worth to both before the first dice fall."""
        return self.attempt(0, 0, ((), ()), tokens)

    def _attempt(self, done: int, who: int, hands: tuple[Faces, Faces], tokens: tuple[int, int]) -> Worth:
        if done == self.attempts:
            return self.ask(0, 0, hands, tokens)
        after = (done, 1) if who == 0 else (done + 1, 0)
        keeps = parts(hands[who])
        return self.best(
            who, [self.fallen(keep, who, hands, lambda new: self.attempt(*after, new, tokens)) for keep in keeps]
        )

    def _ask(self, who: int, declined: int, hands: tuple[Faces, Faces], tokens: tuple[int, int]) -> Worth:
        """Ask `who` for a token; so many have declined in succession before him."""
        if declined == 2:
            if self.equal and hands[0] == hands[1]:
                return self.equal(tokens)
            won = self.rank(hands[0]) > self.rank(hands[1])
            return (self.stake, Fraction(0)) if won else (Fraction(0), self.stake)
        worths = [self.ask(1 - who, declined + 1, hands, tokens)]
        if tokens[who]:
            left = (tokens[0] - (who == 0), tokens[1] - (who == 1))
            for keep in parts(hands[who]):
                if len(keep) < self.dice:
                    worth = list(self.fallen(keep, who, hands, lambda new: self.ask(1 - who, 0, new, left)))
                    worth[who] -= self.price
                    worths.append((worth[0], worth[1]))
        return self.best(who, worths)

    def best(self, who: int, worths: list[Worth]) -> Worth:
        """His own value first, then the other's harm."""
        return max(worths, key=lambda worth: (worth[who], -worth[1 - who]))

    def fallen(
        self, keep: Faces, who: int, hands: tuple[Faces, Faces], then: Callable[[tuple[Faces, Faces]], Worth]
    ) -> Worth:
        """The mean of what follows when the dice not kept are rolled."""
        total = [Fraction(0), Fraction(0)]
        for faces, chance in falls(self.dice - len(keep), self.faces).items():
            hand = tuple(sorted(keep + faces))
            worth = then((hand, hands[1]) if who == 0 else (hands[0], hand))
            total = [sum_ + chance * part for sum_, part in zip(total, worth, strict=True)]
        return total[0], total[1]


@cache
def falls(dice: int, faces: int) -> dict[Faces, Fraction]:
    """What so many dice can show, sorted -> its chance, counted over every order."""
    counted = Counter(tuple(sorted(shown)) for shown in product(range(1, faces + 1), repeat=dice))
    return {shown: Fraction(count, faces**dice) for shown, count in counted.items()}


@cache
def parts(hand: Faces) -> tuple[Faces, ...]:
    """All that one can keep of these dice."""
    return tuple(sorted({part for size in range(len(hand) + 1) for part in combinations(hand, size)}))
