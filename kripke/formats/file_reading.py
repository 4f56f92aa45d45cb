"""Reading of files that users name; no device, no endless file and no pipe without a writer can block a reader."""

import os
import select
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from io import BytesIO
from os import PathLike
from typing import Any, BinaryIO

from kripke.data.errors import FileError
from logic.errors import EpistemicError, ParseError, TooLarge, shorten

LARGEST = 2**28  # maximal number of bytes of a file, or of a line of records: a stream may be endless

PIECE = 2**20  # number of bytes that are read at once: the memory that a small file takes

PATIENCE = 5.0
"""Maximal time in seconds to wait for a program to open a pipe for writing.

A shell starts the programs at both ends of a pipe at about the same time.
"""

AT_ONCE = getattr(os, "O_NONBLOCK", 0)  # Without this flag, opening a pipe waits until a program writes to it


SIGNATURES = {
    b"\x89PNG": "a PNG picture, which contains no model",
    b"\xff\xd8": "a JPEG picture, which contains no model",
    b"%PDF": "a PDF file: copy its text",
    b"PK": "a zip archive, or a document of an office program: save its text as a file",
    b"\x1f\x8b": "compressed by gzip: unpack it first",
    b"\xff\xfe": "UTF-16 text: save it as UTF-8",
    b"\xfe\xff": "UTF-16 text: save it as UTF-8",
}
"""Descriptions of files that are often named by mistake, by the first bytes of the file."""

_confined_to: tuple[str, ...] = ()


class MissingFile(FileError, FileNotFoundError):
    """Raised for a file that does not exist."""


class TextFormError(ParseError, FileError):
    """Exception for a mistake in a file's text; its message begins with the name of the file, `source`."""

    def __init__(self, *mistake: Any, source: str = "") -> None:
        self.source = source
        super().__init__(*mistake)

    def __reduce__(self) -> tuple[Any, ...]:
        mistake = self.problem, self.text, self.position, self.expected, self.advice
        return partial(type(self), source=self.source), mistake

    def _message(self) -> str:
        return f"{self.source}: {super()._message()}" if self.source else super()._message()


@contextmanager
def of_file(source: str) -> Iterator[None]:
    """A context manager that converts errors to `TextFormError`, `TooLarge` or `FileError` with the file's name."""
    try:
        yield
    except ParseError as error:
        mistake = error.problem, error.text, error.position, error.expected, error.advice
        raise TextFormError(*mistake, source=source) from None
    except EpistemicError as error:
        kind = TooLarge if isinstance(error, TooLarge) else FileError
        raise kind(f"{source}: {error.message}") from None


def path_text(path: Any) -> str:
    """The path as a string for messages; `FileError` for a value that is not a path."""
    if not isinstance(path, (str, os.PathLike)) or not isinstance(os.fspath(path), str):
        raise FileError(f"file {shorten(repr(path))}: expected its path, such as 'model.json'")
    return shorten(os.fspath(path)) or "''"


def confine(*folders: str | PathLike[str]) -> None:
    """Let this module open only files in these folders, for untrusted input; the folders must exist."""
    global _confined_to
    _confined_to = tuple(os.path.join(os.path.realpath(folder), "") for folder in folders)


@contextmanager
def opened(path: str | PathLike[str]) -> Iterator[BinaryIO]:
    """Open a file for reading: a regular file, a pipe such as the shell's ``<(...)``, or a terminal.

    A pipe is read to its end first. `MissingFile`, which is a `FileError` and a `FileNotFoundError`, if the file does
    not exist. `FileError` if the path is a directory or a device, or the file cannot be read. A pipe also causes a
    `FileError` if no program opens it for writing within `PATIENCE` seconds, or its content is empty or has more than
    `LARGEST` bytes.
    """
    with _open(path) as file:
        mode, name = os.fstat(file.fileno()).st_mode, path_text(path)
        if stat.S_ISFIFO(mode):
            first = _piece(file)
            if first == b"":  # no program has the other end: not yet, or no longer
                select.select([file], [], [], PATIENCE)
                first = _piece(file)
            content = b"" if first == b"" else (first or b"") + read_whole(file, name)
            if not content:
                way_out = "name a file, or start the program that writes first"
                raise FileError(f"{name}: nothing is written to this pipe; {way_out}")
            yield BytesIO(content)
        elif stat.S_ISREG(mode) or file.isatty():
            yield file
        else:
            raise FileError(f"{name}: this is a device; name a file, or - for standard input")


@contextmanager
def opened_regular(path: str | PathLike[str]) -> Iterator[BinaryIO]:
    """Open a regular file for reading, for paths that occur in data.

    Errors as in `opened`; pipes and terminals are errors too.
    """
    with _open(path) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise FileError(f"{path_text(path)}: expected a regular file, not a pipe or a device")
        yield file


@contextmanager
def _open(path: str | PathLike[str]) -> Iterator[BinaryIO]:
    """Open a file; until it is closed, system errors become `FileError` with the file's name."""
    name = path_text(path)
    try:
        with _handle(path, name) as file:
            yield file
    except FileError:
        raise
    except FileNotFoundError:
        raise MissingFile(f"{name}: there is no such file; files are looked for from {os.getcwd()}") from None
    except IsADirectoryError:
        raise FileError(f"{name}: this is a directory; name a file in it") from None
    except OSError as error:
        raise FileError(f"{name}: cannot be read: {(error.strerror or str(error)).lower()}") from None


def _handle(path: str | PathLike[str], name: str) -> BinaryIO:
    if _confined_to and not os.path.realpath(path).startswith(_confined_to):
        raise FileError(f"{name}: what comes from outside names no files here")
    try:
        return open(path, "rb", opener=without_waiting)
    except ValueError as error:  # a name with a null character, or with half of a pair of surrogates
        raise FileError(f"{name}: cannot be read: {error}") from None


def without_waiting(path: str, flags: int) -> int:
    """An opener for ``open`` that does not wait for a program at the other end of a pipe.

    Reading from the pipe and writing to it wait as usual.
    """
    handle = os.open(path, flags | AT_ONCE, 0o666)
    if AT_ONCE:
        os.set_blocking(handle, True)
    return handle


def _piece(pipe: BinaryIO) -> bytes | None:
    """The next bytes of a pipe; None if it is empty but a program may still write to it."""
    os.set_blocking(pipe.fileno(), False)
    try:
        return os.read(pipe.fileno(), PIECE)
    except BlockingIOError:
        return None
    finally:
        os.set_blocking(pipe.fileno(), True)


def read_text(path: str | PathLike[str]) -> str:
    """The text of a file in UTF-8, with or without a byte order mark.

    `FileError` as in `opened`, and for more than `LARGEST` bytes.
    """
    with opened(path) as file:
        return decode(read_whole(file, path_text(path)), path_text(path))


def read_regular_text(path: str | PathLike[str], most: int | None = None) -> str:
    """The text of a regular file of at most `most` bytes (None: `LARGEST`); see `read_text`."""
    with opened_regular(path) as file:
        return decode(read_whole(file, path_text(path), most), path_text(path))


def read_whole(file: BinaryIO, name: str, most: int | None = None) -> bytes:
    """The content of an open file; `FileError` for more than `most` bytes (None: `LARGEST`)."""
    most = LARGEST if most is None else most
    pieces, size = [file.read(PIECE)], 0
    while (size := size + len(pieces[-1])) <= most:
        if len(pieces[-1]) < PIECE:  # the end of the input, which a terminal reports only once
            return b"".join(pieces)
        pieces.append(file.read(PIECE))
    raise FileError(f"{name}: the file has over {most:,} bytes, the maximum; is this the right file?")


def read_lines(file: BinaryIO, name: str) -> Iterator[bytes]:
    """The lines of an open file; `FileError` for a line of more than `LARGEST` bytes."""
    while line := file.readline(LARGEST + 1):
        if len(line) > LARGEST:
            raise FileError(f"{name}: a line has over {LARGEST:,} bytes, the maximum; is this the right file?")
        yield line


def decode(content: bytes, name: str) -> str:
    """Decode UTF-8; `FileError` with the first invalid byte."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        what = next((what for start, what in SIGNATURES.items() if content.startswith(start)), "")
        reason = f"it is {what}" if what else "this is not a text file, or it has another encoding: save it as UTF-8"
        where = "" if what else f" in line {content.count(10, 0, error.start) + 1}"
        raise FileError(
            f"{name}: byte {error.start} ({content[error.start]:#04x}){where} is not UTF-8 text; {reason}"
        ) from None
