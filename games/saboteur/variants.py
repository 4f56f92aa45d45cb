"""What the two variants of Saboteur fix before a card is dealt: the board, the cards, the role cards, the options.

Veldhuis, Jansen and Broers (2012), "Saboteurs", Multi-Agent Systems, University of Groningen: the variant ``source``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Literal

from games.core.rules import Rules
from games.saboteur.actions import Break, Discard, Draw, Repair
from games.saboteur.position import Phase, Position
from games.saboteur.tunnels.board import OFFICIAL, SOURCE, Plan
from games.saboteur.tunnels.cards import GOLD_CARDS, HAND, MINERS, SABOTEURS, Card, Use, deck

MOST_ROUNDS = 1_000
"""Rounds of the longest game: its history is kept in memory."""


@dataclass(frozen=True)
class Variant(Rules):
    """The options of Saboteur, and what follows from them.

    Parameters
    ----------
    names : tuple of str
        The players, 3 to 10.
    variant : {'source', 'official'}
        The simplified game of the report, or the card game.
    rounds : int
        How many rounds make a game, from 1 to 1,000.
    share : {'players', 'miners'}
        In the card game: as many gold cards as players, or as miners, are drawn when the gold is found.
    """

    names: tuple[str, ...] = ("john", "mary", "bob", "ann", "tom")
    variant: Literal["source", "official"] = "source"
    rounds: int = 3
    share: Literal["players", "miners"] = "players"

    game: ClassVar[str] = "saboteur"
    ranges: ClassVar[Mapping[str, tuple[int, int]]] = {"rounds": (1, MOST_ROUNDS)}
    fewest: ClassVar[int] = 3
    unit: ClassVar[str] = "gold"

    @property
    def is_official(self) -> bool:
        """Whether the card game is played."""
        return self.variant == "official"

    @cached_property
    def plan(self) -> Plan:
        """The places of the start and the goals."""
        return OFFICIAL if self.is_official else SOURCE

    @cached_property
    def tools(self) -> tuple[str, ...]:
        """The tools that can be broken: three in the card game, otherwise one."""
        return ("lamp", "cart", "pick") if self.is_official else ("tool",)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The kinds of cards; hands and the deck name them by their place here."""
        return deck(self.tools)

    @cached_property
    def kinds(self) -> dict[str, int]:
        """Name of a card -> its place in `cards`."""
        return {card.name: kind for kind, card in enumerate(self.cards)}

    @cached_property
    def role_cards(self) -> tuple[int, int]:
        """Numbers of miner and saboteur cards; in the card game one more than players."""
        saboteurs = SABOTEURS[self.players]
        return MINERS[self.players] if self.is_official else self.players - saboteurs, saboteurs

    @cached_property
    def hand(self) -> int:
        """Cards dealt to each player."""
        return HAND[self.players]

    @cached_property
    def uses(self) -> tuple[tuple[tuple[int, int, Any], ...], ...]:
        """For each kind of card that works on tools: seat, bit of the tool, action."""
        return tuple(tuple(self._uses(card)) for card in self.cards)

    @cached_property
    def discards(self) -> tuple[Discard, ...]:
        """For each kind the action that lays it aside."""
        return tuple(Discard(card.name) for card in self.cards)

    @cached_property
    def draws(self) -> tuple[Draw, ...]:
        """For each kind the outcome that it is drawn."""
        return tuple(Draw(card.name) for card in self.cards)

    def _uses(self, card: Card) -> list[tuple[int, int, Any]]:
        if card.use is Use.BREAK:
            return [
                (seat, self._bit(card.tools[0]), Break(card.tools[0], name)) for seat, name in enumerate(self.names)
            ]
        if card.use is Use.REPAIR:
            with_card = "+".join(card.tools)
            return [
                (seat, self._bit(tool), Repair(tool, name, with_card))
                for seat, name in enumerate(self.names)
                for tool in card.tools
            ]
        return []

    def _bit(self, tool: str) -> int:
        return 1 << self.tools.index(tool)

    @property
    def fresh(self) -> Position:
        """The position before it is drawn who begins."""
        none = (0,) * self.players
        return Position(
            phase=Phase.FIRST,
            player=0,
            round=1,
            roles=(),
            faces=(),
            board=self.plan.empty,
            hands=((),) * self.players,
            deck=tuple(card.copies for card in self.cards),
            left=sum(card.copies for card in self.cards),
            broken=none,
            peeks=none,
            claims=(),
            looking=0,
            passed=0,
            stack=tuple(GOLD_CARDS.values()),
            offer=(),
            gold=none,
            results=(),
        )
