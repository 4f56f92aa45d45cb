"""The numbers of Bluff Poker's source agent once more: one query of the model at a time, throw by throw, exactly."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

from games.bluff_poker.knowledge import VARIABLES
from games.bluff_poker.outcomes import MULTIPLICITY, ROLLS, Ladder, bits, dice_of, outcome
from games.knowing.table import Table, model
from kripke.models.kripke_model import KripkeModel

Dice = tuple[int, ...]


def atoms(outcomes: list[int]) -> str:
    return " | ".join(f"outcome={each}" for each in outcomes) or "false"


def _rolls_of(number: int) -> str:
    rolls = [roll for roll in ROLLS if outcome(roll) == number]
    return " | ".join(f"(die1={one} & die2={two} & die3={three})" for one, two, three in rolls)


OUTCOMES = tuple((f"outcome={number}", _rolls_of(number)) for number in MULTIPLICITY)


@cache
def asked(known: int) -> KripkeModel:
    seen = tuple(f"die{die}" for die in dice_of(known))
    made = model(Table(VARIABLES, (("observer", seen),), defined=OUTCOMES), engine="explicit")
    assert isinstance(made, KripkeModel)
    return made


def world_name(dice: Dice) -> str:
    return "·".join(map(str, dice))


def chance(part: Fraction, whole: Fraction) -> Fraction:
    return part / whole if whole else Fraction(0)


def believing(safe: Fraction, bluff: Fraction) -> Fraction:
    if safe == bluff:
        return Fraction(1, 2)
    return safe * (1 - bluff) / (safe * (1 - bluff) + bluff * (1 - safe))


class Reference:
    """For rolls that count by their number, without the source's faults."""

    def __init__(self, ladder: Ladder, players: int = 3, k: Fraction = Fraction(1, 2), forced: str = "had") -> None:
        self.ladder, self.players, self.k, self.of_bid = ladder, players, k, forced == "bid"
        self.share, self.beating, self.trusted = cache(self._share), cache(self._beating), cache(self._trusted)
        self.believe = cache(self._believe)

    def _share(self, known: int, dice: Dice, lowest: int, highest: int) -> Fraction:
        """Of what one who knows these dice holds possible: the share of the outcomes with these ranks."""
        wanted = [each for each in self.ladder.outcomes if lowest <= self.ladder.rank[each] <= highest]
        return asked(known).degree("observer", atoms(wanted), at=world_name(dice))

    def class_of(self, known: int, dice: Dice) -> list[Dice]:
        return [
            tuple(map(int, str(name).split("·"))) for name in asked(known).possible("observer", at=world_name(dice))
        ]

    def bluffing(self, known: int, dice: Dice, rank: int) -> Fraction:
        return min(Fraction(1), self.k * self.share(known, dice, rank + 1, 99) * 2 / self.players)

    def median(self, known: int, dice: Dice) -> int:
        return next(rank for rank in range(56) if self.share(known, dice, 0, rank) >= Fraction(1, 2))

    def bluff(self, known: int, dice: Dice, rank: int, least: int) -> Fraction:
        below = self.share(known, dice, 0, rank - 1)
        if below in (0, 1):
            return below
        forced = below if self.of_bid else self.share(known, dice, 0, least)
        return forced + (1 - forced) * self.bluffing(known, dice, self.median(known, dice))

    def after(self, dice: Dice, some: tuple[int, ...]) -> list[Dice]:
        found = []
        for values in product(range(1, 7), repeat=len(some)):
            new = dict(zip(some, values, strict=True))
            found.append(tuple(new.get(die, dice[die - 1]) for die in (1, 2, 3)))
        return found

    def chosen(self, least: int, dice: Dice, thrown: tuple[int, ...]) -> tuple[int, ...]:
        """Rule 1: which dice to throw; none where the rank is beaten or cannot be."""
        best, top = (), Fraction(0)
        if self.rank(dice) > least:
            return ()
        left = sorted((die for die in (1, 2, 3) if die not in thrown), key=lambda die: dice[die - 1])
        for size in range(1, len(left) + 1):
            some = tuple(sorted(left[:size]))
            rolls = self.after(dice, some)
            now = Fraction(sum(self.rank(roll) > least for roll in rolls), len(rolls))
            if now > top:
                best, top = some, now
        return best

    def rank(self, dice: Dice) -> int:
        return self.ladder.rank[outcome(dice)]

    def _beating(self, least: int, dice: Dice, thrown: tuple[int, ...] = ()) -> Fraction:
        some = self.chosen(least, dice, thrown)
        if not some:
            return Fraction(self.rank(dice) > least)
        rolls = self.after(dice, some)
        return sum((self.beating(least, roll, (*thrown, *some)) for roll in rolls), Fraction(0)) / len(rolls)

    def beats(self, known: int, dice: Dice, bid: int, lowest: int) -> Fraction:
        """The chance to beat a bid (not a poker), given that the dice have this rank at least."""
        there = [each for each in self.class_of(known, dice) if self.rank(each) >= lowest]
        return chance(sum((self.beating(bid, each) for each in there), Fraction(0)), Fraction(len(there)))

    def _believe(self, known: int, dice: Dice, rank: int, least: int, made: Fraction | None) -> Fraction:
        """How often one who knows these dice believes a bid, rule 5 without its last term; `made` for pokers."""
        bluff = self.bluff(known, dice, rank, least)
        before = least if self.share(known, dice, least, 99) else 0
        if_true, if_false = (
            (self.beats(known, dice, rank, lowest) for lowest in (rank, before)) if made is None else (made, made)
        )
        return believing(if_true * (1 - bluff) + if_false * bluff, bluff)

    def _trusted(self, least: int, dice: Dice, listener: int, made: tuple[tuple[int, Fraction], ...]) -> Fraction:
        """The chance that the next player believes a bluff that is forced."""
        above = [each for each in self.ladder.outcomes if self.ladder.rank[each] > least]
        heard = [each for each in above if self.share(listener, dice, *[self.ladder.rank[each]] * 2)] or above[:1]
        ranks = sorted({self.ladder.rank[each] for each in heard}, reverse=True)
        weights = {each: ranks.index(self.ladder.rank[each]) + 1 for each in heard}
        pokers = dict(made)
        believed = [
            weight * self.believe(listener, dice, self.ladder.rank[each], least, pokers.get(each))
            for each, weight in weights.items()
        ]
        return sum(believed, Fraction(0)) / sum(weights.values())

    def escape(
        self, least: int, dice: Dice, listener: int, thrown: tuple[int, ...], made: tuple[tuple[int, Fraction], ...]
    ) -> Fraction:
        """The chance to miss a rank by throws and to be believed all the same."""
        some = self.chosen(least, dice, thrown)
        if not some:
            return Fraction(0) if self.rank(dice) > least else self.trusted(least, dice, listener, made)
        kept = [die for die in (1, 2, 3) if die not in some]
        hidden = [*some, *(die for die in kept if die in dice_of(listener))]
        then = bits(frozenset(hidden if len(hidden) < len(kept) else kept))
        rolls = self.after(dice, some)
        parts = [self.escape(least, roll, then, (*thrown, *some), made) for roll in rolls]
        return sum(parts, Fraction(0)) / len(rolls)
