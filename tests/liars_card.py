"""Liar's card: each player has one card and claims in turn that it has at least some value, until somebody calls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, ClassVar

from games.core.agent import Agent, Reason
from games.core.errors import GameError, IllegalAction
from games.core.rules import CHANCE, EVERYTHING, TERMINAL, Event, Rules, State
from games.game import Game
from games.knowing.table import Table


@dataclass(frozen=True)
class Card:
    """Chance deals a card to the next player; None is the back of a card."""

    value: int | None

    def __str__(self) -> str:
        return f"card {self.value or '?'}"


@dataclass(frozen=True)
class Claim:
    """My card has at least this value."""

    value: int

    def __str__(self) -> str:
        return f"claim {self.value}"


@dataclass(frozen=True)
class Call:
    """I do not believe it: the claimant shows the card, whose value all players see."""

    value: int | None = None

    def __str__(self) -> str:
        return "call"


@dataclass(frozen=True)
class LiarsCardRules(Rules):
    """The deck has one card of each value from 1 to `cards`.

    Each player has one card. In turn they claim that it has at least some value, each claim higher than the last, until
    somebody calls. If the last claim was a lie, the claimant pays a point to the others, otherwise the caller does.
    """

    cards: int = 5

    game: ClassVar[str] = "liars_card"
    most: ClassVar[int] = 4
    unit: ClassVar[str] = "points"

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.players <= self.cards <= 20:
            raise GameError(f"cards {self.cards}: expected {self.players} to 20, a card for each player")

    @property
    def total(self) -> Fraction:
        """The loss of one player is shared by the others."""
        return Fraction(0)

    def start(self) -> LiarsCard:
        """Nobody has a card."""
        return LiarsCard(self, ())

    def parse(self, text: str) -> Card | Claim | Call:
        """``card 3``, ``claim 4`` or ``call``."""
        if text == "call":
            return Call()
        word, _, value = text.partition(" ")
        if word in ("card", "claim") and value.isdecimal():
            return Card(int(value)) if word == "card" else Claim(int(value))
        raise IllegalAction(f"{text!r}: expected call, claim 4 or card 3")


class LiarsCard(State):
    """The cards by seat, the last claim, the claimant and the loser."""

    __slots__ = ("claim", "claimant", "hands", "loser")

    def __init__(
        self,
        rules: LiarsCardRules,
        hands: tuple[int, ...],
        claim: int = 0,
        claimant: int = -1,
        loser: int | None = None,
    ) -> None:
        self.rules, self.past = rules, None
        self.hands, self.claim, self.claimant, self.loser = hands, claim, claimant, loser

    @property
    def current_player(self) -> int:
        """Chance deals, then the players speak in turn."""
        if self.loser is not None:
            return TERMINAL
        return CHANCE if len(self.hands) < self.rules.players else (self.claimant + 1) % self.rules.players

    def legal_actions(self) -> tuple[Claim | Call, ...]:
        """A higher claim, or a call if there is a claim."""
        if self.current_player < 0:
            return ()
        claims = tuple(Claim(value) for value in range(self.claim + 1, self.rules.cards + 1))
        return (*claims, Call()) if self.claim else claims

    def chance_outcomes(self) -> tuple[tuple[Card, Fraction], ...]:
        """The remaining cards, all equally likely."""
        left = [value for value in range(1, self.rules.cards + 1) if value not in self.hands]
        return tuple((Card(value), Fraction(1, len(left))) for value in left)

    def sample(self, rng: Random) -> Card:
        """A remaining card."""
        return rng.choice([card for card, _ in self.chance_outcomes()])

    def _next(self, action: Any) -> LiarsCard:
        if isinstance(action, Card):
            return LiarsCard(self.rules, (*self.hands, action.value or 0))
        if isinstance(action, Claim):
            return LiarsCard(self.rules, self.hands, action.value, self.current_player)
        lied = self.hands[self.claimant] < self.claim
        loser = self.claimant if lied else self.current_player
        return LiarsCard(self.rules, self.hands, self.claim, self.claimant, loser)

    def returns(self) -> tuple[Fraction, ...]:
        """The loser pays one point, the others share it."""
        if self.loser is None:
            raise GameError("the game is not over")
        share = Fraction(1, self.rules.players - 1)
        return tuple(Fraction(-1) if seat == self.loser else share for seat in range(self.rules.players))


def seen(state: LiarsCard, action: Any, player: int) -> Any:
    """A player sees their own card; a call shows the claimant's card to all."""
    if isinstance(action, Card):
        return action if player in (len(state.hands), EVERYTHING) else Card(None)
    return Call(state.hands[state.claimant]) if isinstance(action, Call) else action


@dataclass(frozen=True)
class View:
    """What a player sees when it is their turn."""

    card: int
    claim: int

    def __str__(self) -> str:
        return f"you hold {self.card or 'no card'}; " + (
            f"the claim is {self.claim}" if self.claim else "nobody has claimed"
        )


def observation(state: LiarsCard, player: int) -> View:
    """The player's card, 0 before it is dealt, and the claim."""
    return View(state.hands[player] if 0 <= player < len(state.hands) else 0, state.claim)


def resample(state: LiarsCard, player: int, rng: Random) -> LiarsCard:
    """Deal the cards again that the player has not seen; the claims stay."""
    open_cards = [player] + ([state.claimant] if state.is_terminal else [])
    known = {seat: state.hands[seat] for seat in open_cards if seat < len(state.hands)}
    hidden = [value for value in range(1, state.rules.cards + 1) if value not in known.values()]
    rng.shuffle(hidden)
    hands = [known.get(seat) or hidden.pop() for seat in range(len(state.hands))]
    return state.replayed({number: Card(value) for number, value in enumerate(hands)})


def table(state: LiarsCard) -> Table:
    """Each player sees their own card, and all cards differ; a call shows one more."""
    names, cards = state.rules.names, range(1, state.rules.cards + 1)
    law = [
        f"~(card_{a}={value} & card_{b}={value})"
        for seat, a in enumerate(names)
        for b in names[seat + 1 :]
        for value in cards
    ]
    if state.is_terminal:
        law.append(f"card_{names[state.claimant]}={state.hands[state.claimant]}")
    return Table(
        variables=tuple((f"card_{name}", tuple(cards)) for name in names),
        observes=tuple((name, (f"card_{name}",) if seat < len(state.hands) else ()) for seat, name in enumerate(names)),
        law=tuple(law),
        actual={f"card_{name}": value for name, value in zip(names, state.hands, strict=False)},
    )


class Honest(Agent):
    """Claims its own card if that is high enough, otherwise calls."""

    def policy(self, observation: View, legal: Sequence[Any]) -> Mapping[Any, float]:
        """The truth, or a call; the lowest claim if neither is legal."""
        truth = Claim(observation.card)
        return {truth if truth in legal else Call() if Call() in legal else legal[0]: 1.0}

    def reason(self, observation: View, action: Any) -> Reason:
        """The agent's card."""
        return Reason("holds {card}, and the claim is {claim}", card=observation.card, claim=observation.claim)


class Learner(Agent):
    """Calls with the share of claims that were lies; otherwise claims one more."""

    def __init__(self, lies: int = 1, claims: int = 2) -> None:
        self.lies, self.claims, self.heard = lies, claims, 0

    def observe(self, event: Event) -> None:
        """Store the last claim, and count it as a lie if a call shows a lower card."""
        if isinstance(event.seen, Claim):
            self.heard = event.seen.value
        elif isinstance(event.seen, Call):
            self.claims += 1
            self.lies += (event.seen.value or 0) < self.heard

    def policy(self, observation: View, legal: Sequence[Any]) -> Mapping[Any, float]:
        """A call with the share of lies so far."""
        if Call() not in legal:
            return {legal[0]: 1.0}
        share = self.lies / self.claims
        return {Call(): share, legal[0]: 1 - share} if legal[0] != Call() else {Call(): 1.0}

    def reason(self, observation: View, action: Any) -> Reason:
        """The count."""
        return Reason("counts {lies} of {claims} claims as lies", claims=self.claims, lies=self.lies)

    def save(self) -> dict[str, Any]:
        """The two counts."""
        return {"lies": self.lies, "claims": self.claims}

    def load(self, memory: Mapping[str, Any]) -> None:
        """The two counts."""
        self.lies, self.claims = memory["lies"], memory["claims"]


GAME = Game(
    name="liars_card",
    title="Liar's card",
    rules=LiarsCardRules,
    seen=seen,
    observation=observation,
    resample=resample,
    table=table,
    agents={"honest": Honest, "learner": Learner},
    formulas=(
        ("K_1 card_1=5", "player 1 knows that they have the 5"),
        ("M_1 card_2=4", "player 1 considers it possible that player 2 has the 4"),
        ("Kv_2 card_2", "player 2 knows their card"),
        ("K_1 Kv_2 card_2", "player 1 knows that player 2 knows their card"),
        ("C ~(card_1=5 & card_2=5)", "it is common knowledge that no two have the same card"),
    ),
    lineup=("honest", "learner", "random"),
)
