"""Line-ups and matches. A match is a block of games, played in order by agents that remember its earlier games.

The seed, the number of the match and the line-up determine everything, so any process can play any match. Chance and
each agent have independent seeds. Matches of the same *deal* have the same seeds of chance but different seatings, so
over these matches no agent has better cards than another. A *position* is an agent's index in the line-up, from 0; the
agent's *seat* in the game changes from match to match.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import permutations
from random import Random
from typing import Any, NamedTuple

from games import registry
from games.core.agent import Agent, Decision, Mailbox, Reason
from games.core.errors import GameError, IllegalAction
from games.core.rules import CHANCE, EVERYTHING, TERMINAL, Event, Rules, State
from games.core.seeds import derive_seed, draw_seed
from games.game import Game
from games.knowing.queries import Query, recorded
from logic.errors import EpistemicError, listing, shorten
from logic.exact import plural

Groups = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Lineup:
    """The agents of a match."""

    # an agent's specification for each position, such as ``source(k=0.3)``; None is a person
    agents: tuple[str | None, ...]
    names: tuple[str, ...] = ()  # the players' names, also in formulas; by default ``1``, ``2`` and so on
    teams: Groups = ()  # groups of positions, from 0, with summed returns; by default the partners of the game's rules
    coalitions: Groups = ()  # groups of positions, from 0, that share a mailbox

    def __post_init__(self) -> None:
        count = len(self.agents)
        if not self.names:
            object.__setattr__(self, "names", tuple(str(position + 1) for position in range(count)))
        if strange := [name for name in self.names if not isinstance(name, str)]:
            raise GameError(f"name {shorten(repr(strange[0]))}: expected a text")
        if len(self.names) != count:
            raise GameError(
                f"{plural(len(self.names), 'name')} for {plural(count, 'agent')}: expected a name for each agent"
            )
        _check_groups("team", self.teams, count)
        _check_groups("coalition", self.coalitions, count)

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.agents)

    def seated_names(self, seats: Sequence[int]) -> tuple[str, ...]:
        """The names in the order of the seats; `seats` has the seat of each position."""
        return tuple(name for _, name in sorted(zip(seats, self.names, strict=True)))

    def new_agents(self, played: Game, person: Callable[[], Agent] | None = None) -> list[Agent]:
        """New agents of the line-up, by position; each coalition has a new mailbox.

        `person` makes the agent of a person. Without it, `GameError` if the line-up has a person.
        """
        registry.require_players(played, self.players)
        agents: list[Agent] = []
        for place, spec in enumerate(self.agents, 1):
            if spec is not None:
                agents.append(registry.agent(played, spec))
            elif person is not None:
                agents.append(person())
            else:
                raise GameError(f"agent {place} is a person: expected an agent that plays by itself")
        for agent, name in zip(agents, self.names, strict=True):
            agent.name = name
        for coalition in self.coalitions:
            mailbox = Mailbox()
            for position in coalition:
                agents[position].mailbox = mailbox
        return agents


def _check_groups(kind: str, groups: Iterable[tuple[int, ...]], count: int) -> None:
    members = Counter(position for group in groups for position in group)
    for position, times in members.items():
        if not 0 <= position < count:
            raise GameError(f"{kind} with agent {position + 1}: expected numbers of agents from 1 to {count}")
        if times > 1:
            raise GameError(f"{kind}s: agent {position + 1} is named {times} times; expected at most once")


KINDS = ("rotations", "all")  # all agents move on by one seat in each match, or every way to seat them occurs
MOST_PLAYERS = 8  # the largest number of players for all seatings: 8 players have 40,320, 9 have 362,880

Seats = tuple[int, ...]


class SeatOrder(NamedTuple):
    """The seatings of successive matches, used cyclically. The first `distinct` of them give different games."""

    seats: tuple[Seats, ...]
    distinct: int


def seat_order(kind: str, lineup: Lineup, teams: Groups) -> SeatOrder:
    """The seatings of a line-up, by a kind in `KINDS`; ``all`` leaves out seatings that separate partners in `teams`.

    O(p n) for p seatings of n players. Raises `GameError` if the kind does not exist, or if there are more than
    `MOST_PLAYERS` players for ``all``.

    Examples
    --------
    >>> seat_order("rotations", Lineup(("a", "b", "a", "b")), ()).distinct
    2
    >>> len(seat_order("all", Lineup(("a", "b", "c")), ()).seats)
    6
    """
    players = lineup.players
    if kind not in KINDS:
        raise GameError(f"seatings {shorten(repr(kind))}: expected {listing([repr(each) for each in KINDS])}")
    if kind == "rotations":
        seatings = [tuple((place + match) % players for place in range(players)) for match in range(players)]
    elif players > MOST_PLAYERS:
        raise GameError(f"all seatings of {players} players: expected at most {MOST_PLAYERS} players; use rotations")
    else:
        seatings = [seats for seats in permutations(range(players)) if keeps((seats,), teams)]
    # Seatings in one entry of `groups` give the same game. All entries have the same size: two seatings give the same
    # game if a permutation that keeps agents and coalitions maps one to the other, and these permutations form a group.
    groups: dict[Hashable, list[Seats]] = {}
    for seats in seatings:
        groups.setdefault(_game(seats, lineup), []).append(seats)
    return SeatOrder(tuple(seats for turn in zip(*groups.values(), strict=True) for seats in turn), len(groups))


def keeps(order: Iterable[Seats], teams: Groups) -> bool:
    """Whether partners stay partners in every seating in `order`: each team gets its own or another team's seats."""
    wanted = {frozenset(team) for team in teams}
    return all({frozenset(seats[place] for place in team) for team in teams} == wanted for seats in order)


def _game(seats: Seats, lineup: Lineup) -> Hashable:
    """The game as comparable data: the agent in each seat, and the groups of seats that share a mailbox."""
    agents = [place if spec is None else spec for place, spec in enumerate(lineup.agents)]
    by_seat = tuple(agent for _, agent in sorted(zip(seats, agents, strict=True)))
    return by_seat, frozenset(frozenset(seats[place] for place in group) for group in lineup.coalitions)


NO_REASON = Reason("")
LONGEST_MATCH = 1_000_000
"""Largest number of games in a match: one process plays them in a row, and the agents store them."""
SEED_DIGITS = 100
SEEDS = 10**SEED_DIGITS  # seeds are smaller: each game derives its own from the decimal digits of the seed
Chance = Callable[[State], Any]


class Turn(NamedTuple):
    """One move of a game, with the states before and after it."""

    before: State  # the state before the move
    player: int  # the seat of the player who moves, or `CHANCE`
    action: Any
    reason: Reason  # the reason for the action
    after: State  # the state after the move
    # the agent's queries for this decision, without duplicates, if queries are collected
    queries: tuple[Query, ...] = ()
    seconds: float = 0.0  # the time that the player took; 0: not measured


class Played(NamedTuple):
    """A finished game: its last state, which contains all moves, and its returns."""

    last: State
    returns: tuple[Fraction, ...]  # by seat
    queries: tuple[tuple[Query, ...], ...] | None
    """The agents' queries for each move; None if queries are not collected."""
    seconds: tuple[float, ...] = ()  # for each move, the time that the player took; 0: not measured


@dataclass(frozen=True)
class Setup:
    """The rules and the agents of a series of matches. A setup and the number of a match determine the match."""

    game: str  # the name for `games.registry.game`
    lineup: Lineup
    options: dict[str, Any] = field(default_factory=dict)  # the options of the rules, without the names
    # The source of the seeds of chance and of the agents; by default 64 random bits. An agent could guess a small
    # number and reconstruct all hidden information.
    seed: int = field(default_factory=draw_seed)
    block: int = 1  # the number of games in a match
    # {'rotations', 'all'}: ``rotations``: all agents move by one seat in each match, so their order around the table
    # stays; ``all``: all permutations of seats occur. Partners of the rules stay partners.
    seatings: str = "rotations"
    # Whether successive matches with different seatings play the same deal. If not, each match has its own deal.
    duplicate: bool = True

    def __post_init__(self) -> None:
        if not 1 <= self.block <= LONGEST_MATCH:
            raise GameError(f"block {shorten(self.block)}: expected at least 1 game a match, at most {LONGEST_MATCH:,}")
        if abs(self.seed) >= SEEDS:
            raise GameError(f"seed {shorten(self.seed)}: expected a whole number of at most {SEED_DIGITS} digits")
        registry.require_players(self.played, self.lineup.players)
        if self.seatings != "rotations":
            _ = self.seat_order  # raises an error for an unknown kind

    def __getstate__(self) -> dict[str, Any]:
        """The state to pickle, without the rules: another process may not have imported their class yet."""
        return {key: value for key, value in self.__dict__.items() if key not in ("_rules", "seat_order")}

    @property
    def played(self) -> Game:
        """The game that is played, looked up by name."""
        return registry.game(self.game)

    @cached_property
    def _rules(self) -> dict[tuple[str, ...], Rules]:
        """A cache of the rules, by the players' names in seat order."""
        return {}

    @cached_property
    def seat_order(self) -> SeatOrder:
        """The order of seatings in successive matches."""
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
        """The seat of each position in a match."""
        seats = self.seat_order.seats
        return seats[match % len(seats)]

    def rules_of(self, match: int) -> Rules:
        """The rules of a match; each seat has the name of the agent that sits there in this match."""
        return self._rules_for(self.lineup.seated_names(self.seats_of(match)))

    def _rules_for(self, names: tuple[str, ...]) -> Rules:
        if names not in self._rules:
            self._rules[names] = registry.rules(self.played, self.options, names)
        return self._rules[names]

    def cycle_of(self, match: int) -> int:
        """The number of the cycle of seatings in which the match is played, from 0."""
        return match // len(self.seat_order.seats)

    def deal_of(self, match: int) -> tuple[int | str, ...]:
        """The key of a match's deal: matches with the same key have the same seeds of chance."""
        if not self.duplicate:
            return "match", match
        seats, distinct = self.seat_order
        again = match % len(seats) // distinct
        return (self.cycle_of(match), again) if again else (self.cycle_of(match),)

    def chance_seed(self, match: int, number: int) -> str:
        """The seed of chance in a game: equal for all matches of a deal, regardless of the agents."""
        return derive_seed(self.seed, "chance", *self.deal_of(match), number)

    def agent_seed(self, position: int, match: int, number: int) -> str:
        """The seed of an agent's own random numbers in a game."""
        return derive_seed(self.seed, "agent", position, match, number)


_SILENT: AbstractContextManager[Sequence[Query]] = nullcontext(())  # of a game without recorded queries


def turns(
    game: Game, rules: Rules, agents: Sequence[Agent], chance: Chance, queries: bool = False, made: Sequence[str] = ()
) -> Iterator[Turn]:
    """Play a game move by move; `IllegalAction` if an agent's action is illegal, `GameError` if an agent fails.

    The strings in `made` are the first moves. Agents also decide at these moves, so that their memory is restored.
    """
    state, seen, observation, texts = rules.start(), game.seen, game.observation, iter(made)
    hearers = [
        (EVERYTHING if each.all_seeing else seat, each)
        for seat, each in enumerate(agents)
        if type(each).observe is not Agent.observe
    ]
    while (player := state.current_player) != TERMINAL:
        reason, seconds = NO_REASON, 0.0
        query_log: tuple[Query, ...] = ()
        if player == CHANCE:
            action = chance(state)
        else:
            legal = state.legal_actions()
            with recorded() if queries else _SILENT as noted:
                action, reason, seconds = _decided(agents[player], observation(state, player), legal)
            query_log = tuple(dict.fromkeys(noted)) if noted else ()
        if (text := next(texts, None)) is not None and text != str(action):
            action, reason = rules.parse(text), NO_REASON
            state.apply(action)  # raises if it is illegal, with the legal actions
        elif player != CHANCE and not state.is_legal(action):
            state.apply(action)
        for viewer, hearer in hearers:
            event = Event(player, seen(state, action, viewer), seconds)
            try:
                hearer.observe(event)
            except EpistemicError:
                raise
            except Exception as error:
                raise _failure(hearer, event.seen, error) from error
        after = state.after(action)
        yield Turn(state, player, action, reason, after, query_log, seconds)
        state = after


def _decided(agent: Agent, seen: Any, legal: Sequence[Any]) -> Decision:
    """The agent's decision; `GameError` with the agent's name if the agent fails."""
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
    failed = f"failed at {shorten(str(seen))} with {type(error).__name__}: {error}"
    return GameError(f"agent {agent.name} ({type(agent).__name__}) {failed}")


class Match:
    """A match that is being played. By default, new agents are made from the line-up."""

    def __init__(self, setup: Setup, number: int, agents: list[Agent] | None = None, queries: bool = False) -> None:
        self.setup, self.number, self.queries = setup, number, queries
        self.agents = setup.lineup.new_agents(setup.played) if agents is None else agents
        self.seats = setup.seats_of(number)
        self.rules = setup.rules_of(number)

    def turns(self, number: int, chance: Chance | None = None, made: Sequence[str] = ()) -> Iterator[Turn]:
        """Play a game of the match move by move. The agents begin the game when this method is called.

        The first moves are given by `made`, as strings.
        """
        for position, agent in enumerate(self.agents):
            agent.begin(self.seats[position], self.rules, self.setup.agent_seed(position, self.number, number))
        return self._moves(number, chance, made)

    def _moves(self, number: int, chance: Chance | None, first_moves: Sequence[str]) -> Iterator[Turn]:
        setup, rng = self.setup, Random(self.setup.chance_seed(self.number, number))
        chance = chance or (lambda state: state.sample(rng))
        seated = [agent for _, agent in sorted(zip(self.seats, self.agents, strict=True))]
        last = self.rules.start()
        try:
            for turn in turns(setup.played, self.rules, seated, chance, self.queries, first_moves):
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
        """Play game `number` of the match, counted from 0."""
        last, queries, seconds = self.rules.start(), [], []
        for turn in self.turns(number):
            last = turn.after
            seconds.append(turn.seconds)
            if self.queries:
                queries.append(turn.queries)
        return Played(last, last.returns(), tuple(queries) if self.queries else None, tuple(seconds))

    def by_position(self, returns: Sequence[Fraction]) -> list[Fraction]:
        """Convert returns by seat to returns by position in the line-up."""
        return [returns[seat] for seat in self.seats]
