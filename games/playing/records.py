"""Records of games, a line of JSON each, from which a game can be played again and checked move by move.

Each record is complete, so files of records can be cut and joined. ``agents`` and ``seats`` are by position in the
line-up, ``moves`` are the texts of all actions and outcomes of chance, ``returns`` are by seat. ``seed`` is null if
chance was not drawn from a seed, such as with real dice; an agent is null for a person. ``game`` is the game's own
name; the reader of the file names a game that is not of whoknows again, because data never says which code runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from pathlib import Path
from types import NoneType
from typing import Any

from games import registry
from games.core.errors import RecordError
from games.core.rules import Rules, State
from games.game import Game
from games.knowing.queries import Query
from games.playing.journal import Journal, read_line
from games.playing.lineup import Groups
from games.playing.match import LONGEST_MATCH, Match
from logic.errors import EpistemicError, FormulaError, shorten
from logic.exact import exact, plural
from logic.json_values import Fields, WrongValue, json_text

VERSION = 1
LONGEST_MOVE = 10_000_000.0  # seconds of the longest move that is read
MOST_RETURN = 10**15  # the largest return that is read, won or lost


@dataclass(frozen=True)
class Record:
    """A recorded game.

    Parameters
    ----------
    agents : tuple of str or None
        By position in the line-up; None is a person.
    seed : int, optional
        Of the match; None if chance was not drawn from it.
    returns : tuple of Fraction, optional
        By seat; None if the game was not finished.
    match, number, block : int
        The match, the game in it, and the number of games in the match.
    queries : tuple of tuple of Query, optional
        For each move what the agent asked its models; None if that was not collected.
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
    place: str = field(default="the record", compare=False)

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
        """The state after the first moves; None: after all moves. `RecordError` if there is none."""
        with naming(self.place):
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
    """The record of a game of a match."""
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
    """The record in an object, of the named game or by default its own; `RecordError` if it is invalid."""
    if type(data.get("record")) is not int or data["record"] != VERSION:
        found = f"version {json_text(data['record'])}" if "record" in data else "no record of a game"
        raise RecordError(f'{place}: {found}; expected an object with "record": {VERSION}')
    with naming(place):
        return replace(_record(Fields(data), game), place=place)


@contextmanager
def naming(place: str) -> Iterator[None]:
    """Let errors name the line of a record."""
    try:
        yield
    except RecordError:
        raise
    except EpistemicError as error:
        raise RecordError(f"{place}: {error.message}") from None


def _record(data: Fields, game: str | None) -> Record:
    played = _game(data.value("game", str), game)
    moves = data.values("moves", str)
    block = _count(data, "block", 1, LONGEST_MATCH)
    returns = data.value("returns", list, NoneType)
    return Record(
        game=played,
        options=_options(Fields(data.value("options", dict), "options"), registry.game(played).rules),
        agents=data.values("agents", str, NoneType),
        seats=data.values("seats", int),
        seed=data.value("seed", int, NoneType),
        moves=moves,
        returns=None if returns is None else tuple(map(as_return, returns)),
        match=_count(data, "match", 0),
        number=_count(data, "number", 0, block - 1),
        block=block,
        coalitions=tuple(map(_group, data.values("coalitions", list))),
        queries=_queries(data.values("queries", list), len(moves)) if "queries" in data else None,
        seatings=data.value("seatings", str),
        duplicate=data.value("duplicate", bool),
        seconds=_seconds(data.values("seconds", int, float), len(moves)) if "seconds" in data else None,
    )


def _game(found: str, named: str | None) -> str:
    """The game that the user names, or else the one in the file, which never names code."""
    if named is None:
        return registry.built_in(found).name
    if found != (wanted := registry.game(named).name):
        raise WrongValue(f"this is a record of {shorten(repr(found))}; expected {wanted!r}, the game that you name")
    return named


def _options(given: Fields, rules: type[Rules]) -> dict[str, Any]:
    """The options, each of the kind of its default; their values are checked where the rules are made."""
    given.values("names", str)
    for option in fields(rules):
        if option.name in given and (kind := _KINDS.get(type(option.default))):
            given.value(option.name, kind)
    return dict(given.data)


_KINDS = {bool: bool, int: int, str: str, tuple: list}  # Kind of an option -> its kind in a record


def _queries(moves: tuple[list[Any], ...], count: int) -> tuple[tuple[Query, ...], ...]:
    _require_one_each("queries", moves, count)
    asked = (Fields({"queries": move}).values("queries", dict) for move in moves)
    return tuple(tuple(map(Query.of, each)) for each in asked)


def _seconds(found: tuple[float, ...], count: int) -> tuple[float, ...]:
    _require_one_each("seconds", found, count)
    for each in found:
        if not 0 <= each <= LONGEST_MOVE:
            raise WrongValue(f"seconds: expected a number from 0 to {LONGEST_MOVE:,.0f}, got {json_text(each)}")
    return tuple(map(float, found))


def _require_one_each(name: str, found: Sequence[Any], moves: int) -> None:
    if len(found) != moves:
        raise WrongValue(f"{name}: expected an entry for each of {plural(moves, 'move')}, got {len(found):,}")


def as_return(value: Any) -> Fraction:
    """The return that `as_number` wrote; `WrongValue` if the value is not one, is too large or too long."""
    if isinstance(value, (int, str)) and not isinstance(value, bool):
        with suppress(FormulaError):
            number = exact(value)
            if abs(number) <= MOST_RETURN:
                return number
    raise WrongValue(f'returns: expected whole numbers or fractions such as "1/2", got {json_text(value)}')


def _group(value: list[Any]) -> tuple[int, ...]:
    if all(type(each) is int for each in value):
        return tuple(value)
    raise WrongValue(f"coalitions: expected the numbers of agents, such as [0, 2], got {json_text(value)}")


def _count(data: Fields, key: str, least: int, most: int | None = None) -> int:
    value: int = data.value(key, int)
    if value < least or (most is not None and value > most):
        bounds = f"{least} or more" if most is None else f"{least} to {most:,}"
        raise WrongValue(f"{key}: expected {bounds}, got {json_text(value)}")
    return value


def read_records(lines: Iterable[bytes | str], name: str, game: str | None = None) -> Iterator[tuple[int, Record]]:
    """The records in lines, each with the number of its line, of the named game or by default their own."""
    for line_number, line in enumerate(lines, 1):
        if line.strip():
            yield line_number, read_record(read_line(line, line_number, name), f"{name}, line {line_number}", game)


def add_records(path: Path, *records: Record) -> int:
    """Add records to a file, new or of records (else `RecordError`), and return how many it has now."""
    with Journal(path) as journal:
        journal.following({"record": VERSION}, sealed=False)
        if records:
            journal.append(*(record.as_data() for record in records))
        return journal.count()
