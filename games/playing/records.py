"""Records of games, a line of JSON each, from which a game can be played again and checked move by move.

Each record is complete, so files of records can be cut and joined. ``agents`` and ``seats`` are by position in the
line-up, ``moves`` are the texts of all actions and outcomes of chance, ``returns`` are by seat. ``seed`` is null if
chance was not drawn from a seed, such as with real dice; an agent is null for a person. ``game`` is the game's own
name; the reader of the file names a game that is not of whoknows again, because data never says which code runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from games import registry
from games.core.agent import Agent
from games.core.errors import IllegalAction, RecordError
from games.core.rules import CHANCE, Rules, State
from games.game import Game
from games.knowing.queries import Query
from games.playing.journal import Journal, read_line
from games.playing.lineup import Groups, Lineup
from games.playing.match import Match, Setup, Turn
from logic.errors import EpistemicError, FormulaError, shorten
from logic.exact import exact

VERSION = 1
EARLIER = 1_000
"""Most games before a recorded one that are played again for the agents' memory, where the file does not have them."""


@dataclass(frozen=True)
class Record:
    """A recorded game.

    Parameters
    ----------
    game : str
        As the user names it, for `registry.game`.
    options : mapping
        Of the rules, with the names by seat.
    agents : tuple of str or None
        By position in the line-up; None is a person.
    seats : tuple of int
        Position -> seat.
    seed : int, optional
        Of the match; None if chance was not drawn from it.
    moves : tuple of str
        Actions and outcomes of chance, in order.
    returns : tuple of Fraction, optional
        By seat; None if the game was not finished.
    match, number, block : int
        The match, the game in it, and the number of games in the match.
    coalitions : tuple of tuple of int
        Positions that share a mailbox.
    queries : tuple of tuple of Query, optional
        For each move what the agent asked its models; None if that was not collected.
    """

    game: str
    options: dict[str, Any]
    agents: tuple[str | None, ...]
    seats: tuple[int, ...]
    seed: int | None
    moves: tuple[str, ...]
    returns: tuple[Fraction, ...] | None
    match: int = 0
    number: int = 0
    block: int = 1
    coalitions: Groups = field(default=())
    queries: tuple[tuple[Query, ...], ...] | None = None

    @property
    def played(self) -> Game:
        """The game."""
        return registry.game(self.game)

    @property
    def rules(self) -> Rules:
        """The rules with the record's options."""
        options = dict(self.options)
        return registry.rules(self.played, options, options.pop("names", ()))

    def state(self, moves: int | None = None) -> State:
        """The state after the first moves; None: after all moves."""
        return self.rules.deserialize(self.moves[:moves])

    def as_data(self) -> dict[str, Any]:
        """The record as JSON values."""
        head = {"record": VERSION, "game": self.played.name, "agents": list(self.agents), "seed": self.seed}
        place = {"block": self.block, "match": self.match, "number": self.number, "seats": list(self.seats)}
        table = {"options": self.options, "coalitions": [list(group) for group in self.coalitions]}
        paid = None if self.returns is None else [as_number(each) for each in self.returns]
        asked = {} if self.queries is None else {"queries": [[q.as_data() for q in move] for move in self.queries]}
        return head | place | table | {"moves": list(self.moves), "returns": paid} | asked


def as_number(value: Fraction) -> int | str:
    """A return as a JSON value: a whole number, or the text of a fraction."""
    return value.numerator if value.denominator == 1 else str(value)


def record_of(match: Match, number: int, last: State, queries: tuple[tuple[Query, ...], ...] | None = None) -> Record:
    """The record of a game of a match.

    Parameters
    ----------
    match : Match
        The match.
    number : int
        Which game of it.
    last : State
        The state in which the game ended, or was left.
    queries : tuple of tuple of Query, optional
        For each move what the agent asked its models, if that is to be kept.
    """
    setup = match.setup
    return Record(
        setup.game,
        match.rules.options(),
        setup.lineup.agents,
        match.seats,
        setup.seed,
        tuple(last.serialize()),
        last.returns() if last.is_terminal else None,
        match.number,
        number,
        setup.block,
        setup.lineup.coalitions,
        queries,
    )


def read_record(data: dict[str, Any], place: str, game: str | None = None) -> Record:
    """The record in an object.

    Parameters
    ----------
    data : dict
        The object of a line.
    place : str
        File and line, for messages.
    game : str, optional
        The game, as the user names it; by default the record's, which must be one of whoknows.

    Raises
    ------
    RecordError
        If something is missing or wrong.
    """
    if data.get("record") != VERSION:
        found = f"version {shorten(repr(data['record']))}" if "record" in data else "no record of a game"
        raise RecordError(f'{place}: {found}; expected an object with "record": {VERSION}')
    try:
        return _record(data, game)
    except KeyError as error:
        raise RecordError(f"{place}: {error.args[0]} is missing") from None
    except (TypeError, ValueError, ArithmeticError) as error:
        raise RecordError(f"{place}: {error}") from None


def _record(data: dict[str, Any], game: str | None) -> Record:
    returns = _field(data, "returns", list, type(None))
    agents = _field(data, "agents", list)
    if not all(isinstance(each, (str, type(None))) for each in agents):
        raise TypeError("agents: expected texts, or null for a person")
    block = _count(data, "block", 1)
    if _count(data, "number", 0) >= block:
        raise ValueError(f"number: {data['number']}, expected less than the match's {block} games")
    return Record(
        game=_game(_field(data, "game", str), game),
        options=_field(data, "options", dict),
        agents=tuple(agents),
        seats=tuple(_field(data, "seats", list)),
        seed=None if data["seed"] is None else _field(data, "seed", int),
        moves=tuple(map(str, _field(data, "moves", list))),
        returns=None if returns is None else tuple(map(as_return, returns)),
        match=_count(data, "match", 0),
        number=data["number"],
        block=block,
        coalitions=tuple(map(_group, _field(data, "coalitions", list))),
        queries=_queries(data["queries"], len(data["moves"])) if "queries" in data else None,
    )


def _game(found: str, named: str | None) -> str:
    """The game that the user names, or else the one in the file, which never names code."""
    if named is None:
        return registry.built_in(found).name
    if found != (wanted := registry.game(named).name):
        raise ValueError(f"this is a record of {shorten(repr(found))}; expected {wanted!r}, the game that you name")
    return named


def _queries(value: Any, moves: int) -> tuple[tuple[Query, ...], ...]:
    if not isinstance(value, list) or len(value) != moves or not all(isinstance(each, list) for each in value):
        raise TypeError(f"queries: {shorten(repr(value))}, expected a list for each of {moves} moves")
    if not all(isinstance(query, dict) for each in value for query in each):
        raise TypeError("queries: expected objects with a formula and an answer")
    return tuple(tuple(map(Query.of, each)) for each in value)


def as_return(value: Any) -> Fraction:
    """The return that `as_number` wrote; `ValueError` if the value is not one, or has more than 1,000 characters."""
    if isinstance(value, (int, str)) and not isinstance(value, bool):
        with suppress(FormulaError):
            return exact(value)
    raise ValueError(f"returns: {shorten(repr(value))}, expected a whole number or a fraction such as '1/2'")


def _group(value: Any) -> tuple[int, ...]:
    if isinstance(value, list) and all(type(each) is int for each in value):
        return tuple(value)
    raise TypeError(f"coalitions: {shorten(repr(value))}, expected the numbers of agents, such as [0, 2]")


def _field(data: dict[str, Any], key: str, *kinds: type) -> Any:
    value = data[key]
    if not isinstance(value, kinds) or isinstance(value, bool):
        raise TypeError(
            f"{key}: {shorten(repr(value))} is of type {type(value).__name__}, expected {kinds[0].__name__}"
        )
    return value


def _count(data: dict[str, Any], key: str, least: int) -> int:
    value: int = _field(data, key, int)
    if value < least:
        raise ValueError(f"{key}: {value}, expected {least} or more")
    return value


def read_records(lines: Iterable[bytes | str], name: str, game: str | None = None) -> Iterator[tuple[int, Record]]:
    """The records in lines, each with the number of its line; empty lines are skipped.

    Parameters
    ----------
    lines : iterable of bytes or str
        The file.
    name : str
        Its name, for messages.
    game : str, optional
        The game, as the user names it; by default that of each record, which must be one of whoknows.
    """
    for line_number, line in enumerate(lines, 1):
        if line.strip():
            yield line_number, read_record(read_line(line, line_number, name), f"{name}, line {line_number}", game)


def add_records(path: Path, *records: Record) -> int:
    """Add records to a file of records, which is made if it does not exist.

    Parameters
    ----------
    path : Path
        The file.
    *records : Record
        What is added; without records the file is only checked.

    Returns
    -------
    int
        The number of records in the file now.

    Raises
    ------
    RecordError
        If the file cannot be written, or is not a file of records; it is not changed then.
    """
    with Journal(path) as journal:
        journal.following({"record": VERSION}, sealed=False)
        if records:
            journal.append(*(record.as_data() for record in records))
        return journal.count()


class Replayer:
    """Plays records again and checks them.

    Every move must be legal, chance must follow from the seed, agents must act as recorded, and the returns must be
    those of the last state. Records of one match are fastest in their order, because agents remember earlier games.

    Parameters
    ----------
    name : str
        Of the file, for messages.
    choices : bool
        Whether agents decide again; otherwise their moves only need to be legal.
    """

    def __init__(self, name: str, choices: bool = True) -> None:
        self.name, self.choices = name, choices
        self._script = _Script()
        self._match: Match | None = None
        self._next = 0

    def check(self, record: Record, line: int) -> State:
        """Play the record again and return its last state.

        Parameters
        ----------
        record : Record
            The game.
        line : int
            Of the record in its file, for messages.

        Raises
        ------
        RecordError
            If the record is wrong; the message names the line and the move.
        """
        place = f"{self.name}, line {line}"
        with _naming(place):
            last = self._last(record, place)
        paid = last.returns() if last.is_terminal else None
        if paid != record.returns:
            raise RecordError(
                f"{place}: the moves end with returns {_shown(paid)}, the record says {_shown(record.returns)}"
            )
        return last

    def follow(self, record: Record, line: int, moves: int) -> tuple[State, Match]:
        """The state after some moves, and the match, whose agents remember what they saw until then.

        Parameters
        ----------
        record : Record
            The game.
        line : int
            Of the record in its file, for messages.
        moves : int
            Number of moves. Errors as in `check`.
        """
        place = f"{self.name}, line {line}"
        with _naming(place):
            match = self._at(record, place)
            state, _ = self._followed(record, place, match, moves)
        return state, match

    def walk(self, record: Record, line: int, moves: int | None = None) -> Iterator[tuple[State, Match]]:
        """As `follow`, at the start and after each move.

        Parameters
        ----------
        record : Record
            The game.
        line : int
            Of the record in its file, for messages.
        moves : int, optional
            Number of moves; all by default. Errors as in `check`.
        """
        place = f"{self.name}, line {line}"
        with _naming(place):
            match = self._at(record, place)
            turns = self._turns(record, match)
            yield record.rules.start(), match
            for state in self._states(record, place, match, turns, moves):
                yield state, match

    def queries(self, record: Record, line: int, move: int) -> tuple[Query, ...]:
        """What the agent that made a move asks its models when it decides again. Errors as in `check`.

        Parameters
        ----------
        record : Record
            The game.
        line : int
            Of the record in its file, for messages.
        move : int
            The number of the move, from 1.
        """
        place = f"{self.name}, line {line}"
        with _naming(place):
            match = self._at(record, place)
            match.queries = True
            turns = self._turns(record, match)
            return list(self._checked(record, place, match, turns, move))[-1].queries

    def _last(self, record: Record, place: str) -> State:
        match = self._at(record, place)
        state, turns = self._followed(record, place, match, len(record.moves))
        if state.is_terminal:
            next(turns, None)  # so the agents learn of the end
            self._match, self._next = match, record.number + 1
        return state

    def _followed(self, record: Record, place: str, match: Match, moves: int) -> tuple[State, Iterator[Turn]]:
        """The state after some moves, and the remaining turns."""
        state = record.rules.start()
        turns = self._turns(record, match)
        for after in self._states(record, place, match, turns, moves):
            state = after
        return state, turns

    def _turns(self, record: Record, match: Match) -> Iterator[Turn]:
        return match.turns(record.number, self._script.next if record.seed is None else None)

    def _states(
        self, record: Record, place: str, match: Match, turns: Iterator[Turn], moves: int | None
    ) -> Iterator[State]:
        """The state after each move."""
        return (turn.after for turn in self._checked(record, place, match, turns, moves))

    def _checked(
        self, record: Record, place: str, match: Match, turns: Iterator[Turn], moves: int | None
    ) -> Iterator[Turn]:
        """Each move, checked against the record."""
        state = record.rules.start()
        for count, text in enumerate(record.moves[:moves], 1):
            where = f"{place}, move {count}"
            self._script.action = _legal(state, text, where)
            turn = next(turns)
            if turn.action != self._script.action:
                raise RecordError(f"{where}: {_who(match, turn)} {turn.action}, the record says {text}")
            state = turn.after
            yield turn

    def _at(self, record: Record, place: str) -> Match:
        """The match, with agents that remember the games before this one."""
        setup = self._setup(record, place)
        same = self._match is not None and (self._match.setup, self._match.number) == (setup, record.match)
        match, number = (self._match, self._next) if same and record.number >= self._next else (None, 0)
        self._match = None  # until this game is finished
        if None in setup.lineup.agents and number < record.number:  # what the person did before is unknown
            lineup = replace(setup.lineup, agents=(None,) * setup.lineup.players)
            return Match(replace(setup, lineup=lineup), record.match, self._script.agents(lineup, setup.played))
        match = match or Match(setup, record.match, self._script.agents(setup.lineup, setup.played))
        if record.number - number > EARLIER:
            raise RecordError(
                f"{place}: {record.number - number:,} earlier games of its match are not in the file, and at most "
                f"{EARLIER:,} are played again; use the whole file, or check the moves alone (--moves-only)"
            )
        for earlier in range(number, record.number):
            match.play(earlier)
        return match

    def _setup(self, record: Record, place: str) -> Setup:
        options = dict(record.options)
        names = options.pop("names", None)
        agents = record.agents if self.choices else (None,) * len(record.agents)
        lineup = Lineup(agents, coalitions=record.coalitions)
        if record.seats != lineup.seating(record.match) or not isinstance(names, list) or len(names) != len(agents):
            seats = list(lineup.seating(record.match))
            raise RecordError(f"{place}: expected seats {seats} and a name in options for each of {len(agents)} agents")
        by_position = tuple(names[seat] for seat in record.seats)
        return Setup(record.game, replace(lineup, names=by_position), options, record.seed or 0, record.block)


class _Script:
    """The next action of the record, for persons and real dice."""

    action: Any = None

    def next(self, state: State) -> Any:
        """The outcome of chance in the record."""
        return self.action

    def agents(self, lineup: Lineup, played: Game) -> list[Agent]:
        """The agents of a line-up; persons do what the record says."""
        return lineup.made(played, lambda: _Scripted(self))


class _Scripted(Agent):
    """A person that does what the record says."""

    def __init__(self, script: _Script) -> None:
        self.script = script

    def policy(self, observation: Any, legal: Sequence[Any]) -> dict[Any, float]:
        """The recorded action."""
        return {self.script.action: 1.0}


@contextmanager
def _naming(place: str) -> Iterator[None]:
    """Let errors name the line of the record."""
    try:
        yield
    except RecordError:
        raise
    except EpistemicError as error:
        raise RecordError(f"{place}: {error}") from None


def _legal(state: State, text: str, where: str) -> Any:
    try:
        action = state.rules.parse(text)
        state.apply(action)
    except IllegalAction as error:
        raise RecordError(f"{where}: {error}") from None
    return action


def _who(match: Match, turn: Turn) -> str:
    if turn.player == CHANCE:
        return f"with seed {match.setup.seed} chance gives"
    position = match.seats.index(turn.player)
    return f"{match.rules.names[turn.player]} ({match.setup.lineup.agents[position]}) does"


def _shown(returns: tuple[Fraction, ...] | None) -> str:
    return "of a game not over" if returns is None else " ".join(map(str, returns))
