"""Records of games in journals: JSON-lines files, from which a game can be replayed and checked move by move.

A journal has a checksum on each line. If the process is killed, the complete lines stay, and an incomplete last line is
cut later. A power failure may lose what the system has not yet written to the disk, so a journal syncs every `SYNC`
seconds and when it is closed without an error.

Each record is complete, so files of records can be cut and joined. ``agents`` and ``seats`` are in the order of the
line-up (the list of the agents of a match), and null stands for a person. ``moves`` are all actions and outcomes of
chance as strings, ``returns`` are in the order of seats. ``seed`` is null if chance was not drawn from a seed, such as
with real dice. ``game`` is the game's own name. If the game is not part of whoknows, the user must name it when the
file is read, because a file must not select code to run.
"""

from __future__ import annotations

import errno
import json
import os
import shlex
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from itertools import islice
from pathlib import Path
from time import monotonic
from types import NoneType, TracebackType
from typing import Any, BinaryIO
from zlib import crc32

from games import registry
from games.core.errors import RecordError
from games.core.rules import Rules, State
from games.core.seeds import draw_seed
from games.game import Game
from games.knowing.queries import Query
from games.playing.match import LONGEST_MATCH, Groups, Match
from kripke.formats.file_reading import opened_regular
from logic.errors import EpistemicError, FormulaError, naming, shorten
from logic.exact import exact, plural
from logic.json_values import Fields, WrongValue, json_text, read_json_value

try:
    import fcntl
except ImportError:  # a system without such locks
    fcntl = None  # type: ignore[assignment]

CHECKSUM = "crc"  # the last entry of a line: the CRC-32 of the line without it, as eight hexadecimal digits
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)  # System errors for a file that cannot grow
SYNC = 5.0
"""Seconds between two syncs of a file to the disk. A sync takes 1 to 30 ms, longer than many matches; matches lost in a
power failure are played again in about this time."""


class InUse(RecordError):
    """Raised if another process is writing to the record file."""


class Journal:
    """A file open for appending lines. An incomplete last line is not read, and is cut before a line is written.

    A new file that is still empty is removed when the journal is closed.

    Raises `RecordError` if the file is a folder or a device, cannot be written, or is in use by another process.
    """

    def __init__(self, path: Path) -> None:
        self.path, self.is_new = path, not path.exists()
        self._due = monotonic() + SYNC
        if path.exists() and not path.is_file():
            raise RecordError(f"{path}: this is not a regular file; name a regular file, or a new one")
        with self._naming():
            self._file: BinaryIO = open(path, "ab+", buffering=0)  # noqa: SIM115  # closed by __exit__
        try:
            if fcntl is not None:
                try:
                    fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except OSError:
                    raise InUse(f"{path}: another process is writing this file; wait for it or stop it") from None
            self._whole = sum(map(len, self._lines()))
            self._file.seek(self._whole)
            self.torn = self._file.read()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        try:
            if self.is_new and not self._whole and not self.torn:
                with suppress(OSError):  # some systems keep open files
                    self.path.resolve().unlink()
            elif error is None:
                self._sync()
        finally:
            self._file.close()

    @contextmanager
    def _naming(self) -> Iterator[None]:
        """Convert system errors to `RecordError`s that name the file."""
        try:
            yield
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            way_out = "; its whole lines stay: make room and run the same command again" if error.errno in FULL else ""
            raise RecordError(f"{self.path}: cannot be written: {reason}{way_out}") from None

    def _sync(self) -> None:
        with self._naming():
            os.fsync(self._file.fileno())
        self._due = monotonic() + SYNC

    def _lines(self) -> Iterator[bytes]:
        with opened_regular(self.path) as file:
            yield from (line for line in file if line.endswith(b"\n"))

    def count(self) -> int:
        """The number of complete lines that are not empty."""
        return sum(bool(line.strip()) for line in self._lines())

    def entries(self, sealed: bool = True) -> Iterator[dict[str, Any]]:
        """The complete lines as objects; `RecordError` if a line is not an object, or its checksum is wrong or missing.

        Without `sealed`, a line may lack the checksum.
        """
        for number, line in enumerate(self._lines(), 1):
            yield read_line(line, number, str(self.path), sealed)

    def following(self, header: dict[str, Any], sealed: bool = True) -> Iterator[dict[str, Any]]:
        """The lines after the first, as in `entries`; `RecordError` if the first line lacks the header's entries."""
        lines = self.entries(sealed)
        first = next(lines, None)
        if first is None:
            self.require_own(header)
        else:
            require_same(first, header, str(self.path))
        return lines

    def require_own(self, header: dict[str, Any]) -> None:
        """Raise `RecordError` if an incomplete first line is not the beginning of the header."""
        head = _text(header).rstrip("}").encode()
        torn = self.torn.rstrip(b"\0")  # a power failure may leave null bytes
        if not (head.startswith(torn) or torn.startswith(head)):
            raise RecordError(f"{self.path}: this is not a file of results or records of games; name another file")

    def append(self, *entries: dict[str, Any]) -> None:
        """Write lines with one system call, so that at most one is incomplete if the process is killed."""
        if self.torn:
            self._cut()
        left = memoryview("".join(map(written, entries)).encode())
        with self._naming():
            while left:
                count = self._file.write(left)
                self._whole, left = self._whole + count, left[count:]
        if monotonic() >= self._due:
            self._sync()

    def keep(self, count: int) -> None:
        """Truncate the file to its first `count` lines."""
        self._whole = sum(map(len, islice(self._lines(), count)))
        self._cut()

    def _cut(self) -> None:
        with self._naming():
            self._file.truncate(self._whole)
        self.torn = b""


def require_same(data: dict[str, Any], wanted: dict[str, Any], name: str) -> None:
    """Raise `RecordError` unless `data` has all entries of `wanted`; `name` is the file's name for the message."""
    for key, value in wanted.items():
        if key not in data:
            raise RecordError(f"{name}: this file is of another kind, without {key!r}; name another file")
        both: tuple[Any, ...] = data[key], value
        if data[key] != value:
            if all(isinstance(each, dict) for each in both):  # shows only the entries that differ
                differ = [entry for entry in value | data[key] if data[key].get(entry) != value.get(entry)]
                both = tuple({entry: each[entry] for entry in differ if entry in each} for each in both)
            shown = f"{key} {json_text(both[0])}, not {json_text(both[1])}"
            raise RecordError(f"{name}: this file is of another run, with {shown}; name another file")


def written(entry: dict[str, Any]) -> str:
    """An object as a JSON line with a checksum."""
    text = _text(entry)
    return f'{text[:-1]},"{CHECKSUM}":"{_crc(text)}"}}\n'


def read_line(line: bytes | str, number: int, name: str, sealed: bool = False) -> dict[str, Any]:
    """A line as an object, without its checksum.

    Raises `RecordError` if the line is not a JSON object, has a number of more than 1,000 digits, or its checksum is
    wrong.

    Parameters
    ----------
    line : bytes or str
        The line.
    number, name : int, str
        The number of the line and the name of its file, for messages.
    sealed : bool
        Whether a checksum is required; if not, a line without one is accepted, such as one written by hand.
    """
    place = f"{name}, line {number}"
    entry = _object(line, place)
    checksum = entry.pop(CHECKSUM, None)
    if checksum is None and not sealed:
        return entry
    if checksum != _crc(_text(entry)):
        wrong = "is missing" if checksum is None else "does not match"
        raise RecordError(
            f"{place}: this line was changed after it was written: its checksum {CHECKSUM} {wrong}; "
            + (again(number, name) if sealed else BY_HAND)
        )
    return entry


BY_HAND = f"if you changed it, remove {CHECKSUM} from the line; if not, use a copy of the file, or name another"
"""The advice for a changed line in a file that people may edit."""


def again(number: int, name: str) -> str:
    """The advice in an error message about a wrong line in a results file; `number` is the line number, from 1."""
    kept = f"head -n {number - 1} {shlex.quote(name)}"
    return f"keep the lines before it ({kept}), and the rest is played again; or name another file"


def _object(line: bytes | str, place: str) -> dict[str, Any]:
    try:
        text = line.decode() if isinstance(line, bytes) else line
        entry = read_json_value(text)
    except UnicodeDecodeError as error:
        raise RecordError(
            f"{place}: byte {error.start + 1} is 0x{error.object[error.start]:02x}, expected UTF-8; name another file"
        ) from None
    except FormulaError as error:
        raise RecordError(f"{place}: {error.message}") from None
    except WrongValue:
        entry = None
    if not isinstance(entry, dict):
        raise RecordError(
            f"{place}: expected an object of JSON, found {shorten(repr(text.strip()))}; files of records or results "
            "have a whole object on each line: name another file, or delete a line that was cut off"
        )
    return entry


def _crc(text: str) -> str:
    return f"{crc32(text.encode(errors='surrogatepass')):08x}"


def _text(entry: dict[str, Any]) -> str:
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":"))


def resumed_seed(*files: Path | None) -> int:
    """The seed in the first line of the first file that has one; if there is none, 64 random bits.

    This lets the same command continue a run with a random seed. Whether a file fits the run is checked later.
    """
    for path in files:
        if path is not None:
            with suppress(EpistemicError), opened_regular(path) as file:  # the run itself reports invalid files
                if type(seed := read_line(file.readline(), 1, str(path)).get("seed")) is int:
                    return seed
    return draw_seed()


VERSION = 1
LONGEST_MOVE = 10_000_000.0  # the largest number of seconds for a move in a record
MOST_RETURN = 10**15  # the largest gain or loss in a record


@dataclass(frozen=True)
class Record:
    """A recorded game; see the docstring of this module.

    `game` is the name for `games.registry.game`, and `options` include the players' names. `coalitions` are those of
    `Lineup`, `seatings` and `duplicate` those of `Setup`. `place` is the location of the record for messages.
    """

    game: str
    options: dict[str, Any]
    agents: tuple[str | None, ...]  # the agents by position in the line-up; None is a person
    seats: tuple[int, ...]
    seed: int | None  # the seed of the match; None if chance was not drawn from a seed
    moves: tuple[str, ...]
    returns: tuple[Fraction, ...] | None  # the returns by seat; None if the game was not finished
    # `match`, `number`, `block`: the numbers of the match and of the game in it, from 0; the number of games in a match
    match: int = 0
    number: int = 0
    block: int = 1
    coalitions: Groups = field(default=())
    # the queries to models (see `Query`) that the acting agent made for each move; None if queries were not collected
    queries: tuple[tuple[Query, ...], ...] | None = None
    seatings: str = "rotations"
    duplicate: bool = True
    # the time that the player took for each move, 0 if not measured; None if no move was measured
    seconds: tuple[float, ...] | None = None
    place: str = field(default="the record", compare=False)

    @property
    def played(self) -> Game:
        """The recorded game, looked up by name."""
        return registry.game(self.game)

    @property
    def rules(self) -> Rules:
        """The rules with the record's options."""
        options = dict(self.options)
        return registry.rules(self.played, options, options.pop("names", ()))

    def state(self, moves: int | None = None) -> State:
        """The state after the first `moves` moves, by default after all; `RecordError` if a move is illegal."""
        with naming(self.place, RecordError):
            return self.rules.deserialize(self.moves[:moves])

    def as_data(self) -> dict[str, Any]:
        """The record as JSON values."""
        head = {"record": VERSION, "game": self.played.name, "agents": list(self.agents), "seed": self.seed}
        luck = {"block": self.block, "seatings": self.seatings, "duplicate": self.duplicate}
        place = {"match": self.match, "number": self.number, "seats": list(self.seats)}
        table = {"options": self.options, "coalitions": [list(group) for group in self.coalitions]}
        paid = None if self.returns is None else [as_number(each) for each in self.returns]
        queries = {} if self.queries is None else {"queries": [[q.as_data() for q in move] for move in self.queries]}
        taken = {} if self.seconds is None else {"seconds": list(self.seconds)}
        return head | luck | place | table | {"moves": list(self.moves), "returns": paid} | queries | taken


def as_number(value: Fraction) -> int | str:
    """A return as a JSON value: a whole number, or a fraction as a string."""
    return value.numerator if value.denominator == 1 else str(value)


def record_of(
    match: Match,
    number: int,
    last: State,
    queries: tuple[tuple[Query, ...], ...] | None = None,
    seconds: Sequence[float] = (),
) -> Record:
    """The record of game `number` of a match; `last` is its last state, `queries` and `seconds` list values by move."""
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
    """Read a record from an object; `RecordError` if it is invalid. `game` defaults to the game named in the object."""
    if type(data.get("record")) is not int or data["record"] != VERSION:
        content = f"version {json_text(data['record'])}" if "record" in data else "no record of a game"
        raise RecordError(f'{place}: {content}; expected an object with "record": {VERSION}')
    with naming(place, RecordError):
        return replace(_record(Fields(data), game), place=place)


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


def _game(name: str, named: str | None) -> str:
    """The game that the user names, otherwise the file's game, which must be built in: files never select code."""
    if named is None:
        return registry.built_in(name).name
    if name != (wanted := registry.game(named).name):
        raise WrongValue(f"this is a record of {shorten(repr(name))}; expected {wanted!r}, the game that you name")
    return named


def _options(given: Fields, rules: type[Rules]) -> dict[str, Any]:
    """The options; each must have the type of its default. Their values are checked when the rules are built."""
    given.values("names", str)
    for option in fields(rules):
        if option.name in given and (kind := _KINDS.get(type(option.default))):
            given.value(option.name, kind)
    return dict(given.data)


_KINDS = {bool: bool, int: int, str: str, tuple: list}  # the types of options in a record, by the types of the defaults


def _queries(moves: tuple[list[Any], ...], count: int) -> tuple[tuple[Query, ...], ...]:
    _require_one_each("queries", moves, count)
    queries = (Fields({"queries": move}).values("queries", dict) for move in moves)
    return tuple(tuple(map(Query.of, each)) for each in queries)


def _seconds(seconds: tuple[float, ...], count: int) -> tuple[float, ...]:
    _require_one_each("seconds", seconds, count)
    for each in seconds:
        if not 0 <= each <= LONGEST_MOVE:
            raise WrongValue(f"seconds: expected a number from 0 to {LONGEST_MOVE:,.0f}, got {json_text(each)}")
    return tuple(map(float, seconds))


def _require_one_each(name: str, values: Sequence[Any], moves: int) -> None:
    if len(values) != moves:
        raise WrongValue(f"{name}: expected an entry for each of {plural(moves, 'move')}, got {len(values):,}")


def as_return(value: Any) -> Fraction:
    """The return that `as_number` wrote; `WrongValue` if the value is invalid, too large or too long."""
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
    """Read records with their line numbers; `game` defaults to the game named in each record."""
    for line_number, line in enumerate(lines, 1):
        if line.strip():
            yield line_number, read_record(read_line(line, line_number, name), f"{name}, line {line_number}", game)


def add_records(path: Path, *records: Record) -> int:
    """Append records to a file; return its number of records. `RecordError` if its first line is not a record."""
    with Journal(path) as journal:
        journal.following({"record": VERSION}, sealed=False)
        if records:
            journal.append(*(record.as_data() for record in records))
        return journal.count()
