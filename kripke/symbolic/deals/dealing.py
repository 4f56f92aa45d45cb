"""Constraints that deal cards, and state laws that contain such a constraint.

A law is recognised as a deal by its constraints, such as `deal` or `exactly`, but not if it is written in formulas.
Questions about such a law are answered by `kripke.symbolic.deals.deal_questions`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import count
from operator import and_, or_
from typing import Any

from kripke.data.errors import ModelError
from kripke.symbolic.deals.hands import Bound, Hands
from kripke.symbolic.diagrams.bdd import BddManager
from kripke.symbolic.diagrams.state_set import Cube, StateSet, support_of
from kripke.symbolic.diagrams.variable_order import mask_of, members
from kripke.symbolic.laws import constraints
from logic.clauses import conj
from logic.errors import did_you_mean, shorten
from logic.exact import is_whole, plural
from logic.formula import Formula


@dataclass(frozen=True)
class OneHolder(constraints.DiagramConstraint):
    """The constraint that each card is in exactly one hand. `groups`: for each card, one atom for each player."""

    groups: tuple[tuple[str, ...], ...]

    @property
    def atoms(self) -> tuple[str, ...]:
        """The atoms, card by card."""
        return tuple([atom for card in self.groups for atom in card])

    def state_set(self, manager: BddManager, atoms: Mapping[str, StateSet]) -> StateSet:
        """The states where the constraint holds. O(k) nodes for k atoms."""
        held = StateSet.constant(manager, True)
        for names in sorted(
            self.groups,
            key=lambda names: -constraints.place_of(manager, constraints.in_order(manager, names, atoms)[0]),
        ):
            held = constraints.Counting(names, 1, 1).state_set(manager, atoms) & held
        return held


@dataclass(frozen=True, repr=False)
class HandSize(constraints.Ungrouped, constraints.Counting):
    """The constraint that a hand has a given number of cards."""


@dataclass(frozen=True)
class Deal(constraints.PortableConstraint):
    """The constraint that each card is in exactly one hand, and each hand has a given number of cards.

    It is built as several diagrams: one for the cards, with O(m p) nodes for m cards and p players, and one for each
    hand except the largest, with O(m h) nodes for a hand of h cards. A single diagram would be far larger. For a
    question about a player's knowledge, only the diagrams about cards that this player does not see are conjoined (J.
    R. Burch, E. M. Clarke, D. E. Long, "Symbolic model checking with partitioned transition relations", VLSI 1991).

    `sizes`: the players with their numbers of cards.
    `holders`: for each card, one atom for each player, which says that the player has the card.
    """

    sizes: tuple[tuple[str, int], ...]
    holders: tuple[tuple[str, ...], ...]

    @property
    def atoms(self) -> tuple[str, ...]:
        """The atoms, card by card: the order in which the diagram is small."""
        return OneHolder(self.holders).atoms

    @property
    def parts(self) -> tuple[OneHolder | HandSize, ...]:
        """Constraints whose conjunction is equivalent to this one; see `kripke.symbolic.structures.build.laws`."""
        *smaller, _ = sorted(self.sizes, key=lambda pair: pair[1])
        hands = [HandSize(self.hand(player), size, size) for player, size in smaller]
        return (OneHolder(self.holders), *hands)

    def hand(self, player: str) -> tuple[str, ...]:
        """The atoms that say which cards the player has; `ModelError` for an unknown player."""
        players = [name for name, _ in self.sizes]
        if player not in players:
            raise ModelError(f"no player '{shorten(str(player))}' was dealt cards{did_you_mean(str(player), players)}")
        return tuple([card[players.index(player)] for card in self.holders])

    def formula(self, atoms: Collection[str]) -> Formula:
        """The condition as a formula: each card has one holder, and each hand has its size."""
        cards = [constraints.Counting(names, 1, 1) for names in self.holders]
        hands = [constraints.Counting(self.hand(player), size, size) for player, size in self.sizes]
        return conj([part.formula(atoms) for part in (*cards, *hands)])

    def state_set(self, manager: BddManager, atoms: Mapping[str, StateSet]) -> StateSet:
        """The states that satisfy the constraint, as one diagram.

        O(m n) nodes for m cards, if partly dealt hands have at most n combinations of sizes.
        """
        return reduce(and_, [part.state_set(manager, atoms) for part in self.parts])


def deal(cards: Iterable[Any], hands: Mapping[str, int], name: str = "has({player},{card})") -> Deal:
    """The constraint that the cards are dealt to the players, a given number to each.

    Parameters
    ----------
    cards : iterable
        The cards' names, each once.
    hands : mapping
        Maps players to their numbers of cards, which add up to ``len(cards)``; a pile on the table is a player, too.
    name : str
        Pattern for the atom which says that a player has a card. With ``"{card}={player}"``, each card is a variable
        whose value is the player.

    Raises
    ------
    ModelError
        If an argument is invalid, the numbers do not add up to all cards, or a card or an atom occurs twice.
    FormulaError
        If the name of an atom has characters that cannot be printed.

    Examples
    --------
    >>> from whoknows import SymbolicModel, deal
    >>> law = deal(range(7), {"anne": 3, "bob": 3, "cath": 1})
    >>> s = SymbolicModel(law.atoms, law, observes={player: law.hand(player) for player in ("anne", "bob", "cath")})
    >>> s.count(), s.valid("has(anne,0) -> K_anne ~has(bob,0)")
    (140, True)
    """
    deck = [str(card) for card in constraints.listed("deal, cards", cards)]
    sizes = _sizes(hands)
    dealt = sum(size for _, size in sizes)
    if dealt != len(deck):
        way_out = "give what is left to a player such as 'table'" if dealt < len(deck) else "give smaller hands"
        raise ModelError(f"deal: the hands have {plural(dealt, 'card')} in all, but there are {len(deck)}; {way_out}")
    if not isinstance(name, str) or "{player}" not in name or "{card}" not in name:
        raise ModelError(f"deal, name {shorten(repr(name))}: expected a text with {{player}} and {{card}}")
    holders = [[name.replace("{player}", player).replace("{card}", card) for player, _ in sizes] for card in deck]
    constraints.names_of("deal", [atom for card in holders for atom in card])
    return Deal(sizes, tuple(map(tuple, holders)))


def _sizes(hands: Any) -> tuple[tuple[str, int], ...]:
    if not isinstance(hands, Mapping) or not hands:
        raise ModelError(f"deal, hands {shorten(repr(hands))}: expected players with numbers, {{'anne': 3, 'bob': 3}}")
    for player, size in hands.items():
        if not is_whole(size, 0):
            raise ModelError(
                f"deal, hand of {shorten(str(player))}: expected how many cards, got {shorten(repr(size))}"
            )
    return tuple([(str(player), int(size)) for player, size in hands.items()])


def exact_count(states: StateSet) -> int | None:
    """Return n if the states are exactly those with n true variables of the support; otherwise None.

    A parity gives None, too.
    """
    if states.parity is not None:
        return None

    def number() -> int | None:
        manager, support = states.manager, states.support
        count = manager.pick(states.function, support).bit_count()
        others = support.bit_count() - count
        if not 0 <= (count + 1) * (others + 1) - states.size <= 1:
            return None
        conditions = [manager.literal(variable) for variable in reversed(manager.bottom_up(support))]
        return count if constraints.counted(manager, conditions, count, count) == states.function else None

    return states.manager.results.get(("exact count", states.key, states.support), number)


MANY = 13
"""Minimal number of cards for which a hand's size is a separate part; a smaller deal is fast as one diagram."""


@dataclass(frozen=True, eq=False)
class Dealt:
    """A state law with a deal of cards and perhaps further conditions.

    `hands`: the deals that the law allows.
    `places`: maps each variable to a hand and a card; the variable is true if the card is in the hand.
    `counts`: for each hand of known size, the condition that it has this size.
    `rest`: the further conditions of the law.
    `known`: variables that stand for no card and have one value in all states, and those of them that are true.
    """

    hands: Hands
    places: dict[int, tuple[int, int]]
    counts: tuple[StateSet, ...]
    rest: tuple[StateSet, ...]
    known: Cube = (0, 0)

    @property
    def manager(self) -> BddManager:
        """The manager of the state law's diagrams."""
        return self.counts[0].manager

    @property
    def apart(self) -> tuple[StateSet, ...]:
        """The conditions on hand sizes that stay separate parts, since conjunctions with them are large."""
        return tuple([part for part in self.counts if part.support.bit_count() >= MANY])

    def told(self, parts: Iterable[StateSet]) -> Dealt:
        """The state law with additional parts, such as an announced formula."""
        return replace(self, rest=(*self.rest, *parts))

    def simplified(self) -> Dealt:
        """Substitute the values that conditions in `rest` fix; return the simpler state law."""
        known = true = 0
        rest = []
        for part in self.rest:
            cube = part.cube
            if cube is None or (cube[1] ^ true) & cube[0] & known:
                rest.append(part)
            else:
                known, true = known | cube[0], true | cube[1]
        hands, elsewhere = self.given((known, true)), ~self.everywhere
        return replace(self, hands=hands, rest=tuple(rest), known=(known & elsewhere, true & elsewhere))

    @cached_property
    def variables(self) -> tuple[int, ...]:
        """For each hand, the mask of its variables."""
        masks = [0] * len(self.hands.possible)
        for variable, (hand, _) in self.places.items():
            masks[hand] |= 1 << variable
        return tuple(masks)

    @cached_property
    def everywhere(self) -> int:
        """The mask of the variables of all hands."""
        return reduce(or_, self.variables)

    @cached_property
    def bounds(self) -> tuple[frozenset[Bound], ...]:
        """For each hand, the bounds from `Hands.bounds`: within them, the other hands can be dealt."""
        return tuple(map(self.hands.bounds, range(len(self.variables))))

    def given(self, cube: Cube, hands: Hands | None = None) -> Hands:
        """Restrict the deals in `hands`, by default the deals of the law, to given values of variables."""
        known, true = cube
        has, lacks = [0] * len(self.variables), [0] * len(self.variables)
        for variable in members(known & self.everywhere):
            hand, card = self.places[variable]
            (has if true >> variable & 1 else lacks)[hand] |= 1 << card
        return (hands or self.hands).given(has, lacks)

    def cards(self, variables: int) -> int:
        """The set of cards that these variables of one hand stand for."""
        return reduce(or_, [1 << self.places[variable][1] for variable in members(variables)], 0)

    def variables_of(self, hand: int, cards: int) -> int:
        """The variables of some cards in a hand."""
        return mask_of([v for v in members(self.variables[hand]) if cards >> self.places[v][1] & 1])

    def certain(self, hand: int, hands: Hands) -> Cube:
        """The variables with known values for a hand, and those of them that are true.

        A value is known if the hand must have the card or cannot have it. The sizes of hands are not considered.
        """
        needed, possible = hands.needed(hand), hands.possible[hand]
        known = true = 0
        for variable in members(self.variables[hand]):
            card = self.places[variable][1]
            is_needed = needed >> card & 1
            true |= is_needed << variable
            known |= (is_needed | ~possible >> card & 1) << variable
        return known, true


def dealt(
    rules: Iterable[tuple[constraints.DiagramConstraint | None, StateSet]], atoms: Mapping[str, StateSet]
) -> Dealt | None:
    """Return the state law as a `Dealt`; None if no constraint gives the size of a hand.

    It is also None if two variables stand for the same card in the same hand.

    `rules`: pairs of a constraint, or None if unknown, and the states where it holds.
    `atoms`: maps each atom to the states where it is true.
    """

    def bits(names: Iterable[str]) -> int:
        """The mask of the variables of these atoms, or 0 if the atoms are not distinct bits."""
        sets = [atoms[name] for name in names]
        variables = support_of(sets)
        return variables if variables.bit_count() == len(sets) and all(states.is_bit for states in sets) else 0

    cards: list[tuple[int, bool]] = []  # the variables of a card, and whether it must be in a hand
    counts: list[StateSet] = []
    sizes: list[int | None] = []
    rest: list[StateSet] = []
    placed = sized = 0
    for rule, states in sorted(rules, key=lambda pair: type(pair[0]) is constraints.Counting and pair[0].high == 1):
        low, high = (rule.low, rule.high) if isinstance(rule, constraints.Counting) else (0, 0)
        groups = [bits(names) for names in rule.groups] if isinstance(rule, OneHolder) else []
        variables = bits(rule.names) if high and isinstance(rule, constraints.Counting) else 0
        if high == 1 and type(rule) is constraints.Counting and not variables & placed:  # not a hand of one card
            groups = [variables]
        if groups and all(groups) and not reduce(or_, groups) & placed:
            cards += [(group, low == 1 or isinstance(rule, OneHolder)) for group in groups]
            placed |= reduce(or_, groups)
        elif variables and low == high and not variables & sized and states.value is None:
            counts.append(states)
            sizes.append(low)
            sized |= variables
        elif states.value is not True:
            rest.append(states)
    cards += [(1 << variable, False) for variable in members(sized & ~placed)]
    hand_of = {variable: hand for hand, part in enumerate(counts) for variable in members(part.support)}
    places: dict[int, tuple[int, int]] = {}
    for card, (variables, _) in enumerate(cards):
        others = count(len(counts))  # hands of any size come after those of known size
        places |= {v: (hand_of[v] if v in hand_of else next(others), card) for v in members(variables)}
    if not counts or len(set(places.values())) < len(places):
        return None
    possible = [0] * (max([hand for hand, _ in places.values()]) + 1)
    for hand, card in places.values():
        possible[hand] |= 1 << card
    needed = reduce(or_, [is_needed << card for card, (_, is_needed) in enumerate(cards)])
    sizes += [None] * (len(possible) - len(sizes))
    return Dealt(Hands(tuple(possible), tuple(sizes), needed), places, tuple(counts), tuple(rest))
