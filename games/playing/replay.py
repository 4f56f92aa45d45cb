"""Replays of recorded games: each move is checked, and the agents repeat their decisions."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import zip_longest
from typing import Any

from games.core.agent import Agent, Decision
from games.core.errors import RecordError
from games.core.rules import CHANCE, Event, Rules, State
from games.knowing.queries import Query
from games.playing.match import Lineup, Match, Setup, Turn
from games.playing.records import Record
from kripke.models.kripke_model import KripkeModel
from logic.errors import naming, shorten

EARLIER = 1_000
"""The largest number of earlier games to replay for the agents' memory, if the file does not contain them."""


class Replayer:
    """Replays records and checks them.

    Every move must be legal, chance must follow from the seed, and the returns must be those of the last state. Agents
    must act as recorded, and make the recorded queries to models (see `Query`). Records of one match are replayed
    fastest in order, because agents remember earlier games.

    Parameters
    ----------
    name : str
        The name of the file of records, for messages.
    choices : bool
        Whether agents repeat their decisions; otherwise their moves only need to be legal.
    listener : function, optional
        Returns an agent that observes the game in a person's place, or None.
    """

    def __init__(self, name: str, choices: bool = True, listener: Callable[[], Agent | None] = lambda: None) -> None:
        self.name, self.choices, self._listener = name, choices, listener
        self.action: Any = None  # for persons and real dice: the next recorded action; `seconds` is its time
        self.seconds = 0.0
        self._match: Match | None = None
        self._next = 0

    def check(self, record: Record, line: int) -> State:
        """Replay a record from line `line` of the file; return its last state. `RecordError` if the record is wrong."""
        begun = self._begin(record, line)
        last = record.rules.start()
        for turn in self._checked(record, *begun):
            last = turn.after
        return last

    def follow(self, record: Record, line: int, moves: int) -> tuple[State, Match]:
        """The state and the match, with the agents' memory, after the first `moves` moves. Errors as in `check`."""
        *_, (state, match) = self.walk(record, line, moves)
        return state, match

    def walk(self, record: Record, line: int, moves: int | None = None) -> Iterator[tuple[State, Match]]:
        """The state and the match at the start and after each move; the agents have their memory of that moment.

        Only the first `moves` moves are replayed, by default all. Errors as in `check`; the returns are not checked.
        """
        begun = self._begin(record, line)
        yield record.rules.start(), begun[1]
        for turn in self._checked(record, *begun, len(record.moves) if moves is None else moves):
            yield turn.after, begun[1]

    def turns(self, record: Record, line: int, queries: bool = False) -> tuple[Match, Iterator[Turn]]:
        """The match, and the game's turns as they are replayed and checked one after another.

        `queries` says whether the queries of agents are collected. Errors as in `check`.
        """
        begun = self._begin(record, line, queries)
        return begun[1], self._checked(record, *begun)

    def queries(self, record: Record, line: int, move: int) -> tuple[Query, ...]:
        """The queries that an agent makes for move number `move`, from 1, in a replay. Errors as in `check`."""
        return list(self._checked(record, *self._begin(record, line, queries=True), move))[-1].queries

    def _begin(self, record: Record, line: int, queries: bool = False) -> tuple[str, Match, Iterator[Turn]]:
        """The location of the record for messages, the match, and the game's turns."""
        place = f"{self.name}, line {line}"
        with naming(place, RecordError):
            match = self._at(record, place)
            match.queries = match.queries or queries
            chance = (lambda state: self.action) if record.seed is None else None
            return place, match, match.turns(record.number, chance)

    def _checked(
        self, record: Record, place: str, match: Match, turns: Iterator[Turn], moves: int | None = None
    ) -> Iterator[Turn]:
        """The first `moves` turns, checked against the record; if `moves` is None, all turns and the returns."""
        state = record.rules.start()
        with naming(place, RecordError):
            for count, text in enumerate(record.moves[:moves], 1):
                where = f"{place}, move {count}"
                with naming(where, RecordError):
                    self.action = state.rules.parse(text)
                    state.apply(self.action)
                self.seconds = 0.0 if record.seconds is None else record.seconds[count - 1]
                turn = next(turns)
                if turn.action != self.action:
                    raise RecordError(f"{where}: {_who(match, turn)} {turn.action}, the record says {text}")
                decides = not all(isinstance(agent, Scripted) for agent in match.agents)
                if match.queries and record.queries is not None and decides:
                    _require_same(turn.queries, record.queries[count - 1], f"{where}: {_who(match, turn, 'asks')}")
                state = turn.after
                yield turn
            if moves is None:
                if state.is_terminal:
                    next(turns, None)  # so that the agents observe the end
                    self._match, self._next = match, record.number + 1
                paid = state.returns() if state.is_terminal else None
                if paid != record.returns:
                    ends = f"the moves end with returns {_shown(paid)}, the record says {_shown(record.returns)}"
                    raise RecordError(f"{place}: {ends}")

    def _at(self, record: Record, place: str) -> Match:
        """The match of the record, with agents that remember its earlier games, or with scripted agents.

        Agents are scripted if they need not repeat decisions, or if earlier moves of a person are unknown.
        """
        setup = self._setup(record, place)
        same = self._match is not None and (self._match.setup, self._match.number) == (setup, record.match)
        match, number = (self._match, self._next) if same and record.number >= self._next else (None, 0)
        self._match = None  # until this game is finished
        unknown = None in setup.lineup.agents and number < record.number  # the person's earlier moves are not known
        if unknown or not self.choices:
            persons = replace(setup.lineup, agents=(None,) * setup.lineup.players)
            return Match(setup, record.match, persons.new_agents(setup.played, lambda: Scripted(self)))
        if match is None:
            agents = setup.lineup.new_agents(setup.played, lambda: Scripted(self, self._listener()))
            match = Match(setup, record.match, agents)
        if record.number - number > EARLIER:
            raise RecordError(
                f"{place}: {record.number - number:,} earlier games of its match are not in the file, and at most "
                f"{EARLIER:,} are played again; use the whole file, or check the moves alone (--moves-only)"
            )
        match.queries = False
        for earlier in range(number, record.number):
            match.play(earlier)
        match.queries = record.queries is not None
        return match

    def _setup(self, record: Record, place: str) -> Setup:
        options = dict(record.options)
        names = options.pop("names", None)
        count = len(record.agents)
        lineup = Lineup(record.agents, coalitions=record.coalitions)
        setup = Setup(record.game, lineup, options, record.seed or 0, record.block, record.seatings, record.duplicate)
        seats = setup.seats_of(record.match)
        if record.seats != seats or not isinstance(names, list) or len(names) != count:
            raise RecordError(f"{place}: expected seats {list(seats)} and a name in options for each of {count} agents")
        return replace(setup, lineup=replace(lineup, names=tuple(names[seat] for seat in seats)))


class Scripted(Agent):
    """Replays the recorded actions of a person, or of any player whose decisions are not repeated."""

    def __init__(self, script: Replayer, listener: Agent | None = None) -> None:
        self.script, self.listener = script, listener

    def begin(self, seat: int, rules: Rules, seed: str) -> None:
        """Begin a game for this agent and for the agent that listens in the person's place."""
        super().begin(seat, rules, seed)
        if self.listener is not None:
            self.listener.begin(seat, rules, seed)

    def observe(self, event: Event) -> None:
        """Pass a move on to the agent that listens in the person's place."""
        if self.listener is not None:
            self.listener.observe(event)

    def mind(self) -> KripkeModel | None:
        """The beliefs of the agent that listens in the person's place; None without such an agent."""
        return None if self.listener is None else self.listener.mind()

    def policy(self, observation: Any, legal: Sequence[Any]) -> dict[Any, float]:
        """The recorded action with probability 1."""
        return {self.script.action: 1.0}

    def act(self, observation: Any, legal: Sequence[Any]) -> Decision:
        """The recorded action with its recorded time, because other agents may use the time."""
        return super().act(observation, legal)._replace(seconds=self.script.seconds)


def agent_at(match: Match, seat: int) -> tuple[Agent, bool]:
    """The agent at a seat of a replayed match, and whether a person plays there and the agent only observes."""
    agent = match.agents[match.seats.index(seat)]
    listener = agent.listener if isinstance(agent, Scripted) else None
    return (agent, False) if listener is None else (listener, True)


def _who(match: Match, turn: Turn, does: str = "does") -> str:
    if turn.player == CHANCE:
        return "chance asks" if does == "asks" else f"with seed {match.setup.seed} chance gives"
    position = match.seats.index(turn.player)
    return f"{match.rules.names[turn.player]} ({match.setup.lineup.agents[position]}) {does}"


def _require_same(queries: Sequence[Query], recorded: Sequence[Query], who: str) -> None:
    for number, (one, other) in enumerate(zip_longest(queries, recorded), 1):
        if one is None or other is None or one.as_data() != other.as_data():
            query, said = (f"'{shorten(str(each))}'" if each else "no query" for each in (one, other))
            raise RecordError(f"{who} {query} as query {number}, the record says {said}; remove or repair its queries")


def _shown(returns: tuple[Fraction, ...] | None) -> str:
    return "of a game not over" if returns is None else " ".join(map(str, returns))
