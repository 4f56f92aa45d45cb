"""Text files: read with clear errors, and written completely or not at all."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO

from kripke.data.errors import FileError
from logic.errors import shorten

LARGEST = 2**28
"""Maximal number of bytes of a file, or of a line of records: a stream may be endless."""

PIECE = 2**20
"""Number of bytes that are read at once: the memory that a small file takes."""


class MissingFile(FileError, FileNotFoundError):
    """The file does not exist."""


def path_text(path: Any) -> str:
    """The path as a text for messages; `FileError` for anything that is no path."""
    if not isinstance(path, (str, os.PathLike)) or not isinstance(os.fspath(path), str):
        raise FileError(f"file {shorten(repr(path))}: expected its path, such as 'model.json'")
    return shorten(os.fspath(path))


def read_text(path: str | PathLike[str]) -> str:
    """The text of a file in UTF-8, with or without a byte order mark.

    Raises
    ------
    MissingFile
        If the file does not exist; it is a `FileError` and a `FileNotFoundError`.
    FileError
        If the path is a directory or a device, cannot be read, has more than `LARGEST` bytes, or is not UTF-8 text.
    """
    name = path_text(path)
    try:
        with open(path, "rb") as file:
            require_stream(file, name)
            content = read_whole(file, name)
    except FileError:
        raise
    except FileNotFoundError:
        raise MissingFile(f"{name}: there is no such file; files are looked for from {os.getcwd()}") from None
    except IsADirectoryError:
        raise FileError(f"{name}: this is a directory; name a file in it") from None
    except (OSError, ValueError) as error:  # ValueError: a name with a null character
        raise FileError(f"{name}: cannot be read: {_reason(error)}") from None
    return decode(content, name)


def require_stream(file: BinaryIO, name: str) -> None:
    """Raise `FileError` for a device such as ``/dev/zero``; regular files, pipes and terminals are read.

    Parameters
    ----------
    file : binary file
        The open file.
    name : str
        Its name, for the message.
    """
    mode = os.fstat(file.fileno()).st_mode
    if stat.S_ISBLK(mode) or (stat.S_ISCHR(mode) and not file.isatty()):
        raise FileError(f"{name}: this is a device; name a file, or - for standard input")


def read_whole(file: BinaryIO, name: str) -> bytes:
    """The content of a file; `FileError` for more than `LARGEST` bytes.

    Parameters
    ----------
    file : binary file
        The open file.
    name : str
        Its name, for the message.
    """
    pieces, size = [], 0
    while piece := file.read(PIECE):
        pieces.append(piece)
        size += len(piece)
        if size > LARGEST:
            raise _too_large("the file", name)
    return b"".join(pieces)


def read_lines(file: BinaryIO, name: str) -> Iterator[bytes]:
    """The lines of a file; `FileError` for a line of more than `LARGEST` bytes.

    Parameters
    ----------
    file : binary file
        The open file.
    name : str
        Its name, for the message.
    """
    while line := file.readline(LARGEST + 1):
        if len(line) > LARGEST:
            raise _too_large("a line", name)
        yield line


def _too_large(what: str, name: str) -> FileError:
    return FileError(f"{name}: {what} has over {LARGEST:,} bytes, the maximum; is this the right file?")


def _reason(error: OSError | ValueError) -> str:
    """The message of the system, without its number and the file name."""
    return (error.strerror if isinstance(error, OSError) and error.strerror else str(error)).lower()


def decode(content: bytes, name: str) -> str:
    """The bytes as text; `FileError` with the first invalid byte.

    Parameters
    ----------
    content : bytes
        The content of the file.
    name : str
        The name of the file, for messages.
    """
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(
            f"{name}: byte {error.start} ({content[error.start]:#04x}) is not UTF-8 text; this is not a text file, "
            "or it has another encoding: save it as UTF-8"
        ) from None


def write_text(path: str | PathLike[str], text: str) -> None:
    """Write a file completely or not at all: a temporary file in the same directory replaces it.

    A link stays a link, to the new content.

    Parameters
    ----------
    path : path
        The file; an existing file is replaced.
    text : str
        The new content.

    Raises
    ------
    FileError
        If the file cannot be written; an existing file stays unchanged.
    """
    write_texts((path, text))


def write_bytes(path: str | PathLike[str], content: bytes) -> None:
    """As `write_text`, for bytes.

    Parameters
    ----------
    path : path
        The file; an existing file is replaced.
    content : bytes
        The new content.
    """
    write_texts((path, content))


def write_texts(*files: tuple[str | PathLike[str], str | bytes]) -> None:
    """Write files that belong together, all or none: all temporary files are written before the first replacement.

    Raises
    ------
    FileError
        If one of them cannot be written; existing files stay unchanged.
    """
    for path, _ in files:
        require_place(path)
    with ExitStack() as temporary, ExitStack() as undo:
        ready = []
        for path, text in files:
            with _naming(path):
                content = text if isinstance(text, bytes) else text.encode("utf-8")
                target = Path(os.path.realpath(path))
                ready.append((path, content, target, _beside(target, content, temporary)))
        for number, (path, content, target, new) in enumerate(ready, 1):
            with _naming(path):
                if number < len(ready):
                    undo.callback(_old(target, temporary))
                if new is None:
                    target.write_bytes(content)
                else:
                    os.replace(new, target)
        undo.pop_all()


@contextmanager
def _naming(path: str | PathLike[str]) -> Iterator[None]:
    """Convert errors of the system to `FileError` with the name that the user gave."""
    try:
        yield
    except (OSError, ValueError) as error:
        raise FileError(f"{shorten(os.fspath(path))}: cannot be written: {_reason(error)}") from None


def require_place(path: str | PathLike[str]) -> None:
    """Check before any work that a file can have this path.

    Raises
    ------
    FileError
        If the path is a directory, or its directory does not exist.
    """
    name, target = path_text(path), Path(path)
    if target.is_dir():
        raise FileError(f"{name}: cannot be written: this is a directory; name a file in it")
    if not target.parent.is_dir():
        raise FileError(f"{name}: cannot be written: there is no such directory; make it or choose another path")


def _beside(target: Path, content: bytes, temporary: ExitStack) -> Path | None:
    """A temporary file with the content in the target's directory; None for a target such as a pipe or a terminal."""
    if target.exists() and not target.is_file():
        return None
    name, handle = _temporary(target, ".tmp")
    temporary.callback(Path(name).unlink, missing_ok=True)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.chmod(name, _mode(target))
    return Path(name)


def _old(target: Path, temporary: ExitStack) -> Callable[[], Any]:
    """The function that restores the present state of the target."""
    if not target.is_file():
        return partial(target.unlink, missing_ok=True) if not target.exists() else lambda: None
    import shutil  # needed only for several files

    name, handle = _temporary(target, ".old")
    os.close(handle)
    temporary.callback(Path(name).unlink, missing_ok=True)
    shutil.copy2(target, name)
    return partial(os.replace, name, target)


def _temporary(target: Path, suffix: str) -> tuple[str, int]:
    """A new file in the target's directory: its path and its open handle."""
    import tempfile  # loads random and OpenSSL, which a command that only reads does not need

    handle, name = tempfile.mkstemp(prefix=f".{target.name[:50]}.", suffix=suffix, dir=target.parent)
    return name, handle


def _mode(target: Path) -> int:
    """The permissions of the existing file, or those of a new file."""
    try:
        return target.stat().st_mode & 0o777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
