"""Records of games, a line of JSON each, from which a game can be played again and checked move by move.

Each record is complete, so files of records can be cut and joined. ``agents`` and ``seats`` are by position in the
line-up, ``moves`` are the texts of all actions and outcomes of chance, ``returns`` are by seat. ``seed`` is null if
chance was not drawn from a seed, such as with real dice; an agent is null for a person. ``game`` is the game's own
name; the reader of the file names a game that is not of whoknows again, because data never says which code runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from games import registry
from games.core.errors import RecordError
from games.core.rules import Rules, State
from games.game import Game
from games.knowing.queries import Query
from games.playing.journal import Journal, read_line
from games.playing.lineup import Groups
from games.playing.match import LONGEST_MATCH, Match
from logic.errors import FormulaError, shorten
from logic.exact import exact

VERSION = 1
LONGEST_MOVE = 10_000_000.0
"""Seconds of the longest move that is read."""


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
    seatings, duplicate
        As in `Setup`.
    seconds : tuple of float, optional
        For each move how long the player took, 0 where that was not measured; None if none was.
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
    seatings: str = "rotations"
    duplicate: bool = True
    seconds: tuple[float, ...] | None = None

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
        luck = {"block": self.block, "seatings": self.seatings, "duplicate": self.duplicate}
        place = {"match": self.match, "number": self.number, "seats": list(self.seats)}
        table = {"options": self.options, "coalitions": [list(group) for group in self.coalitions]}
        paid = None if self.returns is None else [as_number(each) for each in self.returns]
        asked = {} if self.queries is None else {"queries": [[q.as_data() for q in move] for move in self.queries]}
        taken = {} if self.seconds is None else {"seconds": list(self.seconds)}
        return head | luck | place | table | {"moves": list(self.moves), "returns": paid} | asked | taken


def as_number(value: Fraction) -> int | str:
    """A return as a JSON value: a whole number, or the text of a fraction."""
    return value.numerator if value.denominator == 1 else str(value)


def record_of(
    match: Match,
    number: int,
    last: State,
    queries: tuple[tuple[Query, ...], ...] | None = None,
    seconds: Sequence[float] = (),
) -> Record:
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
    seconds : sequence of float
        For each move how long it took; 0: not measured.
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
        setup.seatings,
        setup.duplicate,
        tuple(seconds) if any(seconds) else None,
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
    if type(data.get("record")) is not int or data["record"] != VERSION:
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
    if block > LONGEST_MATCH:
        raise ValueError(f"block {block}: expected at least 1 game a match, at most {LONGEST_MATCH:,}")
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
        seatings=_field(data, "seatings", str),
        duplicate=_duplicate(data["duplicate"]),
        seconds=_seconds(data["seconds"], len(data["moves"])) if "seconds" in data else None,
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


def _seconds(value: Any, moves: int) -> tuple[float, ...]:
    if not isinstance(value, list) or len(value) != moves:
        raise TypeError(f"seconds: {shorten(repr(value))}, expected a number for each of {moves} moves")
    for each in value:
        if type(each) not in (int, float) or not 0 <= each <= LONGEST_MOVE:
            raise ValueError(f"seconds: {shorten(repr(each))}, expected a number from 0 to {LONGEST_MOVE:,.0f}")
    return tuple(map(float, value))


def _duplicate(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    raise TypeError(f"duplicate: {shorten(repr(value))}, expected true or false")


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
