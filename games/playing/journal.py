"""A file of JSON lines with a checksum each, which survives a kill: whole lines stay, a torn last line is cut.

A kill of the process loses nothing that was written. A loss of power may lose what the system has not yet put on the
disk, so a journal asks for that every `SYNC` seconds, and when it is closed.
"""

from __future__ import annotations

import errno
import json
import os
import shlex
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any, BinaryIO
from zlib import crc32

from games.core.errors import RecordError
from games.core.seeds import draw_seed
from kripke.formats.reading import opened_regular
from logic.errors import EpistemicError, FormulaError, shorten
from logic.json_values import WrongValue, json_text, read_json_value

try:
    import fcntl
except ImportError:  # a system without such locks
    fcntl = None  # type: ignore[assignment]

CHECKSUM = "crc"  # the last entry of a line: the CRC-32 of the line without it, as eight hexadecimal digits
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)  # Errors of the system that say that the file cannot grow
SYNC = 5.0
"""Seconds between two requests to put a file on the disk. A request takes 1 to 30 ms, longer than many matches; what a
loss of power takes is played again in about as many seconds."""


class Journal:
    """A file open for more lines. A line that a kill has torn is not read, and is cut when a line is written.

    A new file into which nothing was written is removed when the journal is closed.

    Raises
    ------
    RecordError
        If the file is a folder or a device, cannot be written, or another process writes it.
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
                    raise RecordError(f"{path}: another process is writing this file; wait for it or stop it") from None
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
        """Let errors of the system name the file."""
        try:
            yield
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            way_out = "; its whole lines stay: make room and run the same command again" if error.errno in FULL else ""
            raise RecordError(f"{self.path}: cannot be written: {reason}{way_out}") from None

    def _sync(self) -> None:
        """Ask the system to put the file on the disk."""
        with self._naming():
            os.fsync(self._file.fileno())
        self._due = monotonic() + SYNC

    def _lines(self) -> Iterator[bytes]:
        """The whole lines."""
        with opened_regular(self.path) as file:
            yield from (line for line in file if line.endswith(b"\n"))

    def count(self) -> int:
        """The number of whole lines that are not empty."""
        return sum(bool(line.strip()) for line in self._lines())

    def entries(self, sealed: bool = True) -> Iterator[dict[str, Any]]:
        """The whole lines as objects; `RecordError` at a line that is not an object, or that was changed."""
        for number, line in enumerate(self._lines(), 1):
            yield read_line(line, number, str(self.path), sealed)

    def following(self, header: dict[str, Any], sealed: bool = True) -> Iterator[dict[str, Any]]:
        """The lines after the first; `RecordError` if the first line differs from the header: it is another run's."""
        lines = self.entries(sealed)
        first = next(lines, None)
        if first is None:
            self.require_own(header)
        else:
            require_same(first, header, str(self.path))
        return lines

    def require_own(self, header: dict[str, Any]) -> None:
        """Refuse to cut a torn first line unless it begins like the header: the file is somebody else's."""
        head = _text(header).rstrip("}").encode()
        torn = self.torn.rstrip(b"\0")  # of which a loss of power may leave some
        if not (head.startswith(torn) or torn.startswith(head)):
            raise RecordError(f"{self.path}: this is not a file of results or records of games; name another file")

    def append(self, *entries: dict[str, Any]) -> None:
        """Write lines in one call of the system: after a kill they are whole, except the last one that was written."""
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
        """Cut the file after its first lines, of which this many stay."""
        self._whole = sum(map(len, islice(self._lines(), count)))
        self._cut()

    def _cut(self) -> None:
        with self._naming():
            self._file.truncate(self._whole)
        self.torn = b""


def require_same(found: dict[str, Any], wanted: dict[str, Any], name: str) -> None:
    """Refuse a line without the entries that are wanted."""
    for key, value in wanted.items():
        if key not in found:
            raise RecordError(f"{name}: this file is of another kind, without {key!r}; name another file")
        both: tuple[Any, ...] = found[key], value
        if found[key] != value:
            if all(isinstance(each, dict) for each in both):  # shows only the entries that differ
                differ = [entry for entry in value | found[key] if found[key].get(entry) != value.get(entry)]
                both = tuple({entry: each[entry] for entry in differ if entry in each} for each in both)
            shown = f"{key} {json_text(both[0])}, not {json_text(both[1])}"
            raise RecordError(f"{name}: this file is of another run, with {shown}; name another file")


def written(entry: dict[str, Any]) -> str:
    """An object as a line, with its checksum."""
    text = _text(entry)
    return f'{text[:-1]},"{CHECKSUM}":"{_crc(text)}"}}\n'


def read_line(line: bytes | str, number: int, name: str, sealed: bool = False) -> dict[str, Any]:
    """A line as an object, without its checksum.

    Parameters
    ----------
    sealed : bool
        Whether a line without a checksum is refused; otherwise it is accepted, such as one written by hand.

    Raises
    ------
    RecordError
        If the line is not a JSON object, has a number of more than 1,000 digits, or its checksum is wrong.
    """
    place = f"{name}, line {number}"
    entry = _object(line, place)
    found = entry.pop(CHECKSUM, None)
    if found is None and not sealed:
        return entry
    if found != _crc(_text(entry)):
        wrong = "is missing" if found is None else "does not match"
        raise RecordError(
            f"{place}: this line was changed after it was written: its checksum {CHECKSUM} {wrong}; "
            + (again(number, name) if sealed else BY_HAND)
        )
    return entry


BY_HAND = f"if you changed it, remove {CHECKSUM} from the line; if not, use a copy of the file, or name another"
"""The way out for a changed line in a file that people may edit."""


def again(number: int, name: str) -> str:
    """The way out for a wrong line, numbered from 1, in the file of a run."""
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
    """The seed in the first line of the first file that has one; without such a file, 64 random bits.

    So the same command continues a run whose seed was drawn. Whether a file fits the run is checked later.
    """
    for path in files:
        if path is not None:
            with suppress(EpistemicError), opened_regular(path) as file:  # the run says what is wrong with a file
                if type(seed := read_line(file.readline(), 1, str(path)).get("seed")) is int:
                    return seed
    return draw_seed()
