"""Observations of moves and of states in Saboteur, and random states that a player cannot distinguish."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter
from random import Random
from typing import Any

from games.core.rules import CHANCE, EVERYTHING
from games.core.sentences import does
from games.saboteur.actions import ROLES, Discard, Draw, Goals, Look, Reveal, Role, played_card
from games.saboteur.rules import Phase, Position, Result, Saboteur, SaboteurState, moment, uncovered
from games.saboteur.tunnels.board import Board, Lay, drawing
from games.saboteur.tunnels.cards import GOAL_FACES
from logic.exact import plural

SHOWN = (Phase.GOLD, Phase.TAKE, Phase.OVER)  # the phases in which all roles are face up
HIDDEN = ("player", "roles", "faces", "hands", "deck", "stack")  # fields of a position not copied to observations
PUBLIC = tuple(name for name in Position._fields if name not in HIDDEN)
_public = attrgetter(*PUBLIC)
"""The fields of a position that all players see."""
UNSEEN = {Role: Role(), Goals: Goals(), Draw: Draw(), Discard: Discard()}
"""The hidden actions, as players who do not see the card perceive them."""


@dataclass(frozen=True, slots=True)
class ObservedMove:
    """A move as a player perceives it.

    `to` is the player who gets a card, and `goals` are the goals that the move shows to the viewer, with their faces.
    """

    action: Any
    to: str | None = None
    goals: tuple[tuple[int, str], ...] = ()

    def __str__(self) -> str:
        to = f" to {self.to}" if self.to else ""
        shown = ", ".join(f"goal {goal} is {'gold' if face == 'gold' else 'a stone'}" for goal, face in self.goals)
        return f"{self.action}{to}" + (f" ({shown})" if shown else "")


@dataclass(frozen=True, slots=True)
class Observation:
    """The state of the game as a player observes it, including what the player remembers.

    `player` is the observer's seat, and `hands` has the number of cards of each player. The other fields without a
    comment have the same meaning as in `Position`.
    """

    rules: Saboteur
    player: int
    phase: Phase
    # `current`, `round`: the seat to move; the number of the round, from 1
    current: int
    round: int
    roles: tuple[bool | None, ...]  # the roles by seat, True for a saboteur; None if the player does not see the role
    cards: tuple[tuple[str, ...] | None, ...]  # the cards in hand by seat; None if the player does not see them
    # the face of each goal: ``gold``, ``RB`` or ``BL``; None if the player has not seen it
    faces: tuple[str | None, ...]
    board: Board
    broken: tuple[int, ...]
    peeks: tuple[int, ...]
    claims: tuple[tuple[int, int, str], ...]
    looking: int
    passed: int
    left: int
    offer: tuple[int, ...]
    gold: tuple[int, ...]
    results: tuple[Result, ...]
    hands: tuple[int, ...]

    @property
    def hand(self) -> tuple[str, ...]:
        """The player's own cards."""
        return (self.cards[self.player] or ()) if self.player >= 0 else ()

    def __str__(self) -> str:
        names = self.rules.names
        head = f"round {self.round}: {moment(names[self.current], self.phase)}; {plural(self.left, 'card')} in the deck"
        faces = [f"{goal} {face or '?'}" for goal, face in enumerate(self.faces, 1)]
        claims = [
            f"{does(names[seat], 'says')} goal {goal} is {what}"
            for seat, goal, what in self.claims
            if what != "nothing"
        ]
        rows = [head, drawing(self.board), f"goals: {', '.join(faces)}", *claims, *map(self._line, range(len(names)))]
        return "\n".join([*rows, f"hand: {' '.join(self.hand) or 'none'}"])

    def _line(self, seat: int) -> str:
        role = {True: ", saboteur", False: ", miner", None: ""}[self.roles[seat]]
        broken = [tool for bit, tool in enumerate(self.rules.tools) if self.broken[seat] >> bit & 1]
        return f"{self.rules.names[seat]}{role}: {plural(self.hands[seat], 'card')}, {self.gold[seat]} gold" + (
            f", broken {' '.join(broken)}" if broken else ""
        )


def seen(state: SaboteurState, action: Any, player: int) -> ObservedMove:
    """The action in this state as the player perceives it; the player `EVERYTHING` sees all cards."""
    now, kind = state.position, type(action)
    if kind is Lay:
        return ObservedMove(action, goals=_uncovered(state, action))
    if kind is Look:
        sees = player in (now.player, EVERYTHING)
        return ObservedMove(action, goals=((action.goal, now.faces[action.goal - 1]),) if sees else ())
    if kind not in UNSEEN:
        return ObservedMove(action)
    to = state.receiver
    sees = player == EVERYTHING or player == (now.player if kind is Discard else to)
    return ObservedMove(action if sees else UNSEEN[kind], None if to is None else state.rules.names[to])


def _uncovered(state: SaboteurState, action: Lay) -> tuple[tuple[int, str], ...]:
    """The goals, with their faces, that this card turns face up."""
    now, ends = state.position, state.rules.plan.ends
    laid = now.board.with_card(state.rules.plan.place(action.x, action.y), action.shape)
    if not laid.leads_to_goal:
        return ()
    after = uncovered(laid, now.faces)
    return tuple(
        (goal, face)
        for goal, (place, face) in enumerate(zip(ends, now.faces, strict=True), 1)
        if laid.is_hidden(place) and not after.is_hidden(place)
    )


def observation(state: SaboteurState, player: int) -> Observation:
    """The state of the game as the player sees and remembers it."""
    now, rules = state.position, state.rules
    judge = player == EVERYTHING
    dealt = (*now.roles, *[None] * (rules.players - len(now.roles)))
    roles_shown = judge or now.phase in SHOWN
    seen_goals = [
        judge or not now.board.is_hidden(end) or bool(now.peeks[player] >> goal & 1)
        for goal, end in enumerate(rules.plan.ends)
    ]
    return Observation(
        rules=rules,
        player=player,
        current=now.player,
        roles=tuple(role if roles_shown or seat == player else None for seat, role in enumerate(dealt)),
        cards=tuple(
            tuple([rules.cards[kind].name for kind in hand]) if judge or seat == player else None
            for seat, hand in enumerate(now.hands)
        ),
        faces=tuple(face if sees else None for face, sees in zip(now.faces or (None,) * 3, seen_goals, strict=True)),
        hands=tuple(map(len, now.hands)),
        **dict(zip(PUBLIC, _public(now), strict=True)),
    )


def resample(state: SaboteurState, player: int, rng: Random) -> SaboteurState:
    """Draw a state that the player cannot distinguish from this one, with a complete history.

    Roles, goals and cards are dealt again at random, in agreement with the player's observations. All such deals, and
    all choices of discarded cards, are equally likely. O(m) for m moves.
    """
    if player == EVERYTHING:
        return state
    steps = state.steps()
    changed: dict[int, Any] = {}
    starts = [n for n, (before, move) in enumerate(steps) if type(move.action) is Role and not before.position.roles]
    for first, last in pairwise([*starts, len(steps)]):
        changed |= {first + number: action for number, action in _redealt(steps[first:last], player, rng).items()}
    return state.replayed(changed)


def _redealt(steps: Sequence[Any], player: int, rng: Random) -> dict[int, Any]:
    """A random action for each hidden move of one round, by the move's index in `steps`."""
    changed = _redealt_roles(steps, player, rng)
    for number, (_, move) in enumerate(steps):
        if type(move.action) is Goals:
            known = {goal: face for before, each in steps for goal, face in seen(before, each.action, player).goals}
            others = [face for face in GOAL_FACES if face not in known.values()]
            rng.shuffle(others)
            faces = tuple(known.get(goal) or others.pop() for goal in (1, 2, 3))
            changed[number] = Goals(faces)
    return changed | _cards(steps, player, rng)


def _redealt_roles(steps: Sequence[Any], player: int, rng: Random) -> dict[int, Any]:
    if any(type(move.action) is Reveal for _, move in steps):
        return {}
    cards = [role for role, count in zip(ROLES, steps[0][0].rules.role_cards, strict=True) for _ in range(count)]
    dealt = [number for number, (_, move) in enumerate(steps) if type(move.action) is Role]
    if player in dealt:
        cards.remove(steps[player][1].action)
    rng.shuffle(cards)
    return {seat: cards.pop() for seat in dealt if seat != player}


def _cards(steps: Sequence[Any], player: int, rng: Random) -> dict[int, Any]:
    """Resampled actions for the draws and discards that the player did not see, by index in `steps`."""
    rules = steps[0][0].rules
    pool = Counter({card.name: card.copies for card in rules.cards})
    hands: dict[int, list[int]] = {seat: [] for seat in range(rules.players)}
    fates: dict[int, str] = {}
    aside: dict[int, int] = {}
    for number, (before, move) in enumerate(steps):
        if type(move.action) is Draw:
            if before.receiver == player:
                pool[move.action.card] -= 1
            else:
                hands[before.receiver].append(number)
        elif move.player not in (player, CHANCE) and (card := played_card(move.action)) is not None:
            hand = hands[move.player]  # a random card leaves the hand; if it is seen, it becomes this card
            draw = hand.pop(int(rng.random() * len(hand)))
            if type(move.action) is Discard:
                aside[number] = draw
            else:
                fates[draw] = card
    pool.subtract(fates.values())
    left = list(pool.elements())
    rng.shuffle(left)
    drawn = {
        number: fates.get(number) or left.pop()
        for number, (before, move) in enumerate(steps)
        if type(move.action) is Draw and before.receiver != player
    }
    changed: dict[int, Any] = {number: Draw(card) for number, card in drawn.items()}
    return changed | {number: Discard(drawn[draw]) for number, draw in aside.items()}
