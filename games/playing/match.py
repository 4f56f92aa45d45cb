"""A match: a block of games in order, played by agents whose memory lasts for the match.

The seed, the number of the match and the line-up determine everything, so any process can play any match. Chance and
each agent have seeds of their own, none of which says anything of another. The matches of a deal share those of chance,
so each agent gets the luck of each seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import Any, NamedTuple

from games import registry
from games.core.agent import Agent, Decision, Reason
from games.core.errors import GameError, IllegalAction
from games.core.rules import CHANCE, EVERYTHING, TERMINAL, Event, Rules, State
from games.core.seeds import derive_seed, draw_seed
from games.game import Game
from games.knowing.queries import Query, recorded
from games.playing.lineup import Groups, Lineup, SeatOrder, keeps, seat_order
from logic.errors import EpistemicError, shorten

NO_REASON = Reason("")
LONGEST_MATCH = 1_000_000
"""Largest number of games in a match: one process plays them in a row, and the agents remember them."""
SEED_DIGITS = 100
SEEDS = 10**SEED_DIGITS  # Seeds are smaller: each game derives its own from the text of the seed
Chance = Callable[[State], Any]


class Turn(NamedTuple):
    """One move of a game.

    Attributes
    ----------
    before, after : State
        The states before and after the move.
    queries : tuple of Query
        What the agent asked its models for this decision, if queries are collected; equal ones once.
    seconds : float
        How long the player took; 0: not measured.
    """

    before: State
    player: int
    action: Any
    reason: Reason
    after: State
    queries: tuple[Query, ...] = ()
    seconds: float = 0.0


class Played(NamedTuple):
    """A finished game."""

    last: State
    returns: tuple[Fraction, ...]  # by seat
    queries: tuple[tuple[Query, ...], ...] | None
    """For each move what the agent asked its models; None if that is not collected."""
    seconds: tuple[float, ...] = ()  # for each move how long it took; 0: not measured


@dataclass(frozen=True)
class Setup:
    """The rules and the agents of a series of matches. With the number of a match it determines everything.

    Parameters
    ----------
    seed : int
        From which the seeds of chance and of the agents are derived; by default 64 random bits. An agent can guess a
        small number, and rebuild all that is hidden from it.
    seatings : {'rotations', 'all'}
        Whether all agents move on by one seat in each match, so their order around the table stays, or all ways to seat
        them come up. Partners of the rules stay partners.
    duplicate : bool
        Whether matches in a row play the same deal with seats exchanged, as long as they are different games. Otherwise
        each match has its own luck.
    """

    game: str
    lineup: Lineup
    options: dict[str, Any] = field(default_factory=dict)
    seed: int = field(default_factory=draw_seed)
    block: int = 1
    seatings: str = "rotations"
    duplicate: bool = True

    def __post_init__(self) -> None:
        if not 1 <= self.block <= LONGEST_MATCH:
            raise GameError(f"block {shorten(self.block)}: expected at least 1 game a match, at most {LONGEST_MATCH:,}")
        if abs(self.seed) >= SEEDS:
            raise GameError(f"seed {shorten(self.seed)}: expected a whole number of at most {SEED_DIGITS} digits")
        registry.require_players(self.played, self.lineup.players)
        if self.seatings != "rotations":
            _ = self.seat_order  # refuses those that do not exist

    def __getstate__(self) -> dict[str, Any]:
        """Without the rules, whose class another process may not have loaded yet."""
        return {key: value for key, value in self.__dict__.items() if key not in ("_rules", "seat_order")}

    @property
    def played(self) -> Game:
        """The game."""
        return registry.game(self.game)

    @cached_property
    def _rules(self) -> dict[tuple[str, ...], Rules]:
        """Names by seat -> the rules."""
        return {}

    @cached_property
    def seat_order(self) -> SeatOrder:
        """The seatings of matches in a row."""
        return seat_order(self.seatings, self.lineup, self._rules_for(self.lineup.names).teams)

    @property
    def partners(self) -> Groups:
        """The teams by position, empty if each player plays alone.

        These are the line-up's teams, or those of the rules if all seatings keep them.
        """
        teams = self.rules_of(0).teams
        kept = len(teams) < self.lineup.players and keeps(self.seat_order.seats, teams)
        return self.lineup.teams or (teams if kept else ())

    def seats_of(self, match: int) -> tuple[int, ...]:
        """Position -> seat in this match."""
        seats = self.seat_order.seats
        return seats[match % len(seats)]

    def rules_of(self, match: int) -> Rules:
        """The rules of this match: the names move with the agents."""
        return self._rules_for(self.lineup.seated_names(self.seats_of(match)))

    def _rules_for(self, names: tuple[str, ...]) -> Rules:
        if names not in self._rules:
            self._rules[names] = registry.rules(self.played, self.options, names)
        return self._rules[names]

    def cycle_of(self, match: int) -> int:
        """The cycle of seatings in which the match is played, from 0."""
        return match // len(self.seat_order.seats)

    def deal_of(self, match: int) -> tuple[int | str, ...]:
        """The deal that the match plays: the matches of a deal share the luck of chance."""
        if not self.duplicate:
            return "match", match
        seats, distinct = self.seat_order
        again = match % len(seats) // distinct
        return (self.cycle_of(match), again) if again else (self.cycle_of(match),)

    def chance_seed(self, match: int, number: int) -> str:
        """The seed of chance in a game: the same for all matches of a deal, whoever plays."""
        return derive_seed(self.seed, "chance", *self.deal_of(match), number)

    def agent_seed(self, position: int, match: int, number: int) -> str:
        """The seed of an agent's own random numbers in a game."""
        return derive_seed(self.seed, "agent", position, match, number)


def turns(game: Game, rules: Rules, agents: Sequence[Agent], chance: Chance, queries: bool = False) -> Iterator[Turn]:
    """Play a game move by move; `IllegalAction` or `GameError` if an agent's action is illegal or the agent fails."""
    state, seen, observation = rules.start(), game.seen, game.observation
    hearers = [
        (EVERYTHING if each.all_seeing else seat, each)
        for seat, each in enumerate(agents)
        if type(each).observe is not Agent.observe
    ]
    while (player := state.current_player) != TERMINAL:
        reason, seconds = NO_REASON, 0.0
        asked: tuple[Query, ...] = ()
        if player == CHANCE:
            action = chance(state)
        else:
            legal = state.legal_actions()
            noting: AbstractContextManager[list[Query]] = recorded() if queries else nullcontext([])
            with noting as noted:
                action, reason, seconds = _decided(agents[player], observation(state, player), legal)
            asked = tuple(dict.fromkeys(noted))
            if not state.is_legal(action):
                state.apply(action)  # raises, with the legal actions
        for viewer, hearer in hearers:
            event = Event(player, seen(state, action, viewer), seconds)
            try:
                hearer.observe(event)
            except EpistemicError:
                raise
            except Exception as error:
                raise _failure(hearer, event.seen, error) from error
        after = state.after(action)
        yield Turn(state, player, action, reason, after, asked, seconds)
        state = after


def _decided(agent: Agent, seen: Any, legal: Sequence[Any]) -> Decision:
    """The agent's action. An agent that fails is named in the error; a person may leave by `EOFError`."""
    try:
        return agent.act(seen, legal)
    except EOFError:
        raise
    except GameError as error:
        raise GameError(f"agent {agent.name} ({type(agent).__name__}): {error.message}") from None
    except EpistemicError:
        raise
    except Exception as error:
        raise _failure(agent, seen, error) from error


def _failure(agent: Agent, seen: Any, error: Exception) -> GameError:
    """The error that an agent failed at what it saw."""
    failed = f"failed at {shorten(str(seen))} with {type(error).__name__}: {error}"
    return GameError(f"agent {agent.name} ({type(agent).__name__}) {failed}")


class Match:
    """A match in play: the agents by position, from the line-up unless given, and its games in order."""

    def __init__(self, setup: Setup, number: int, agents: list[Agent] | None = None, queries: bool = False) -> None:
        self.setup, self.number, self.queries = setup, number, queries
        self.agents = setup.lineup.made(setup.played) if agents is None else agents
        self.seats = setup.seats_of(number)
        self.rules = setup.rules_of(number)

    def turns(self, number: int, chance: Chance | None = None) -> Iterator[Turn]:
        """A game of the match, move by move, until `Agent.end`; the agents begin at once, before the first move."""
        for position, agent in enumerate(self.agents):
            agent.begin(self.seats[position], self.rules, self.setup.agent_seed(position, self.number, number))
        return self._moves(number, chance)

    def _moves(self, number: int, chance: Chance | None) -> Iterator[Turn]:
        setup, rng = self.setup, Random(self.setup.chance_seed(self.number, number))
        chance = chance or (lambda state: state.sample(rng))
        seated = [agent for _, agent in sorted(zip(self.seats, self.agents, strict=True))]
        last = self.rules.start()
        try:
            for turn in turns(setup.played, self.rules, seated, chance, self.queries):
                last = turn.after
                yield turn
        except IllegalAction as error:
            agent = seated[last.current_player]
            place = f"match {self.number}, game {number}, move {len(last.history()) + 1}"
            raise GameError(f"{place}: agent {agent.name} ({type(agent).__name__}) did {error.message}") from None
        paid = last.returns()
        for agent in self.agents:
            agent.end(paid)

    def play(self, number: int) -> Played:
        """Play a game of the match, numbered from 0."""
        last, asked, seconds = self.rules.start(), [], []
        for turn in self.turns(number):
            last = turn.after
            seconds.append(turn.seconds)
            if self.queries:
                asked.append(turn.queries)
        return Played(last, last.returns(), tuple(asked) if self.queries else None, tuple(seconds))

    def by_position(self, returns: Sequence[Fraction]) -> list[Fraction]:
        """Returns by seat as returns by position in the line-up."""
        return [returns[seat] for seat in self.seats]
