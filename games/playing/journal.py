"""A file of JSON lines, written line by line: a killed process leaves it in order but for a torn last line."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import takewhile
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from games.core.errors import RecordError
from logic.errors import shorten

try:
    import fcntl
except ImportError:  # a system without such locks
    fcntl = None  # type: ignore[assignment]


class Journal:
    """A file open for more lines. What a kill left of a last line is not read, and is cut when a line is written.

    A file that was not there before, and into which nothing was written, is taken away again at the end.

    Parameters
    ----------
    path : Path
        The file, which need not be there.

    Attributes
    ----------
    torn : bytes
        What follows the end of the last whole line.

    Raises
    ------
    RecordError
        If the file is a folder or a device, cannot be written, another process writes it, or a line is no JSON object.
    """

    def __init__(self, path: Path) -> None:
        self.path, self._is_new = path, not path.exists()
        if path.exists() and not path.is_file():
            raise RecordError(f"{path}: this is no ordinary file; name one that is, or that is not there yet")
        try:
            self._file: BinaryIO = open(path, "ab+", buffering=0)  # noqa: SIM115  # closed by close()
        except OSError as error:
            raise RecordError(f"{path}: cannot be written: {(error.strerror or str(error)).lower()}") from None
        try:
            self._lock()
            self._whole = _whole(self._file)
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
            with suppress(OSError):  # some systems keep what is open
                self.path.resolve().unlink()
        self._file.close()

    def entries(self) -> Iterator[dict[str, Any]]:
        """The whole lines that are there, as objects."""
        return (entry for _, entry in self._lines())

    def following(self, header: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The lines after the first; `RecordError` where this does not say the header, so that it is another run's."""
        lines = self.entries()
        first = next(lines, None)
        if first is None:
            self.require_torn(written(header).rstrip("}\n"))
        else:
            require_same(first, header, str(self.path))
        return lines

    def require_torn(self, expected: str) -> None:
        """Refuse to cut what is no beginning of our own first line: it is somebody else's file."""
        head = expected.encode()
        if not (head.startswith(self.torn) or self.torn.startswith(head)):
            raise RecordError(f"{self.path}: this is no file of results or records of games; name another file")

    def _lines(self) -> Iterator[tuple[int, dict[str, Any]]]:
        with open(self.path, "rb") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    return
                try:
                    yield len(line), read_line(line, number, str(self.path))
                except RecordError as error:
                    raise RecordError(f"{error}; name another file") from None

    def append(self, *entries: dict[str, Any]) -> None:
        """Write lines, all in one call of the system: a kill leaves them whole, or tears one, which will be cut."""
        self._cut()
        left = memoryview("".join(map(written, entries)).encode())
        while left:
            count = self._file.write(left)
            self._whole, left = self._whole + count, left[count:]

    def keep(self, wanted: Callable[[dict[str, Any]], bool]) -> None:
        """Cut the file before the first line that is not wanted."""
        self._whole = sum(size for size, _ in takewhile(lambda line: wanted(line[1]), self._lines()))
        self._file.truncate(self._whole)
        self.torn = b""

    def _cut(self) -> None:
        if self.torn:
            self._file.truncate(self._whole)
            self.torn = b""


def require_same(found: dict[str, Any], wanted: dict[str, Any], name: str) -> None:
    """Refuse a line that says something else than what is wanted of it."""
    for key, value in wanted.items():
        if key not in found:
            raise RecordError(f"{name}: this is no such file, for it has no {key!r} in it; name another file")
        if found[key] != value:
            shown = f"{key} {shorten(repr(found[key]))}, not {shorten(repr(value))}"
            raise RecordError(f"{name}: this file is of another run, with {shown}; name another file")


def written(entry: dict[str, Any]) -> str:
    """An object as a line."""
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n"


def read_line(line: bytes | str, number: int, name: str) -> dict[str, Any]:
    """A line as an object; `RecordError` with its number where it is none."""
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        entry = None
    if not isinstance(entry, dict):
        text = line.decode(errors="replace") if isinstance(line, bytes) else line
        raise RecordError(f"{name}, line {number}: expected an object of JSON, found {shorten(text.strip())}")
    return entry


def _whole(file: BinaryIO) -> int:
    """The bytes up to the end of the last line that has an end."""
    position = file.seek(0, os.SEEK_END)
    while position:
        start = max(0, position - 65_536)
        file.seek(start)
        end = file.read(position - start).rfind(b"\n")
        if end >= 0:
            return start + end + 1
        position = start
    return 0
