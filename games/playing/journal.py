"""A file of JSON lines with a checksum each, which survives a kill: whole lines stay, a torn last line is cut."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO
from zlib import crc32

from games.core.errors import RecordError
from logic.errors import shorten

try:
    import fcntl
except ImportError:  # a system without such locks
    fcntl = None  # type: ignore[assignment]

CHECKSUM = "crc"
"""The last entry of a line: the CRC-32 of the line without it, as eight hexadecimal digits."""


class Journal:
    """A file open for more lines. A line that a kill has torn is not read, and is cut when a line is written.

    A new file into which nothing was written is removed when the journal is closed.

    Parameters
    ----------
    path : Path
        The file, which need not exist.

    Attributes
    ----------
    torn : bytes
        What follows the last whole line.

    Raises
    ------
    RecordError
        If the file is a folder or a device, cannot be written, or another process writes it.
    """

    def __init__(self, path: Path) -> None:
        self.path, self._is_new = path, not path.exists()
        if path.exists() and not path.is_file():
            raise RecordError(f"{path}: this is not a regular file; name a regular file, or a new one")
        try:
            self._file: BinaryIO = open(path, "ab+", buffering=0)  # noqa: SIM115  # closed by __exit__
        except OSError as error:
            raise RecordError(f"{path}: cannot be written: {(error.strerror or str(error)).lower()}") from None
        try:
            self._lock()
            self._whole = sum(map(len, self._lines()))
            self._file.seek(self._whole)
            self.torn = self._file.read()
        except BaseException:
            self._file.close()
            raise

    def _lock(self) -> None:
        if fcntl is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise RecordError(f"{self.path}: another process is writing this file; wait for it or stop it") from None

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._is_new and not self._whole and not self.torn:
            with suppress(OSError):  # some systems keep open files
                self.path.resolve().unlink()
        self._file.close()

    def _lines(self) -> Iterator[bytes]:
        """The whole lines."""
        with open(self.path, "rb") as file:
            yield from (line for line in file if line.endswith(b"\n"))

    def count(self) -> int:
        """The number of whole lines that are not empty."""
        return sum(bool(line.strip()) for line in self._lines())

    def entries(self) -> Iterator[dict[str, Any]]:
        """The whole lines as objects; `RecordError` at a line that is no object, or whose checksum is wrong."""
        for number, line in enumerate(self._lines(), 1):
            yield read_line(line, number, str(self.path))

    def following(self, header: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The lines after the first; `RecordError` if the first line differs from the header: it is another run's."""
        lines = self.entries()
        first = next(lines, None)
        if first is None:
            self.require_own(header)
        else:
            require_same(first, header, str(self.path))
        return lines

    def require_own(self, header: dict[str, Any]) -> None:
        """Refuse to cut a torn first line unless it begins like the header: the file is somebody else's."""
        head = _text(header).rstrip("}").encode()
        if not (head.startswith(self.torn) or self.torn.startswith(head)):
            raise RecordError(f"{self.path}: this is not a file of results or records of games; name another file")

    def append(self, *entries: dict[str, Any]) -> None:
        """Write lines in one call of the system: after a kill they are whole, except the last one that was written."""
        if self.torn:
            self._cut()
        left = memoryview("".join(map(written, entries)).encode())
        while left:
            count = self._file.write(left)
            self._whole, left = self._whole + count, left[count:]

    def keep(self, count: int) -> None:
        """Cut the file after its first lines, of which this many stay."""
        self._whole = sum(map(len, islice(self._lines(), count)))
        self._cut()

    def _cut(self) -> None:
        self._file.truncate(self._whole)
        self.torn = b""


def require_same(found: dict[str, Any], wanted: dict[str, Any], name: str) -> None:
    """Refuse a line that differs from what is wanted.

    Parameters
    ----------
    found : dict
        The line.
    wanted : dict
        The entries that it must have.
    name : str
        The file's name.
    """
    for key, value in wanted.items():
        if key not in found:
            raise RecordError(f"{name}: this file is of another kind, without {key!r}; name another file")
        if found[key] != value:
            shown = f"{key} {_difference(found[key], value)}"
            raise RecordError(f"{name}: this file is of another run, with {shown}; name another file")


def _difference(found: Any, wanted: Any) -> str:
    """The two values; of objects only the entries that differ."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        keys = [key for key in wanted | found if found.get(key) != wanted.get(key)]
        found, wanted = ({key: each[key] for key in keys if key in each} for each in (found, wanted))
    return f"{shorten(repr(found))}, not {shorten(repr(wanted))}"


def written(entry: dict[str, Any]) -> str:
    """An object as a line, with its checksum."""
    text = _text(entry)
    return f'{text[:-1]},"{CHECKSUM}":"{_crc(text)}"}}\n'


def read_line(line: bytes | str, number: int, name: str) -> dict[str, Any]:
    """A line as an object, without its checksum. A line without a checksum, such as one written by hand, is accepted.

    Parameters
    ----------
    line : bytes or str
        The line.
    number : int
        Its number, from 1.
    name : str
        The file's name.

    Raises
    ------
    RecordError
        If the line is no JSON object, or its checksum is wrong.
    """
    place = f"{name}, line {number}"
    try:
        text = line.decode() if isinstance(line, bytes) else line
    except UnicodeDecodeError as error:
        raise RecordError(
            f"{place}: byte {error.start + 1} is 0x{error.object[error.start]:02x}, expected UTF-8; name another file"
        ) from None
    try:
        entry = json.loads(text)
    except (ValueError, RecursionError):
        entry = None
    if not isinstance(entry, dict):
        raise RecordError(
            f"{place}: expected an object of JSON, found {shorten(repr(text.strip()))}; files of records or results "
            "have a whole object on each line: name another file"
        )
    found = entry.pop(CHECKSUM, None)
    if found is not None and found != _crc(_text(entry)):
        raise RecordError(
            f"{place}: this line was changed after it was written: its checksum {CHECKSUM} does not match. "
            f"If you changed it, remove {CHECKSUM} from the line; if not, use a copy of the file, or name another"
        )
    return entry


def _crc(text: str) -> str:
    return f"{crc32(text.encode(errors='surrogatepass')):08x}"


def _text(entry: dict[str, Any]) -> str:
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":"))
