"""Files: read with an error that says what is wrong, and written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from os import PathLike
from pathlib import Path

from kripke.errors import FileError
from logic.errors import shorten


class MissingFile(FileError, FileNotFoundError):
    """There is no such file."""


def read_text(path: str | PathLike[str]) -> str:
    """The text of a file in UTF-8, with or without a byte order mark.

    Raises
    ------
    MissingFile
        If there is none; it is a `FileError` and a `FileNotFoundError`.
    FileError
        If it is a directory, may not be read, or holds no text.
    """
    name = shorten(os.fspath(path))
    try:
        content = Path(path).read_bytes()
    except FileNotFoundError:
        raise MissingFile(f"{name}: there is no such file; files are looked for from {os.getcwd()}") from None
    except IsADirectoryError:
        raise FileError(f"{name}: this is a directory; name a file in it") from None
    except (OSError, ValueError) as error:  # ValueError: a name with a null character
        raise FileError(f"{name}: cannot be read: {_reason(error)}") from None
    return decode(content, name)


def _reason(error: OSError | ValueError) -> str:
    """What the system says, without its number and without the name."""
    return (error.strerror if isinstance(error, OSError) and error.strerror else str(error)).lower()


def decode(content: bytes, name: str) -> str:
    """The bytes as text; `FileError` with the place where they are none."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(
            f"{name}: byte {error.start} ({content[error.start]:#04x}) is not UTF-8 text; this is no text file, "
            "or one in another encoding: save it as UTF-8"
        ) from None


def write_text(path: str | PathLike[str], text: str) -> None:
    """Write a file whole or not at all: into a temporary file beside it, which then takes its place.

    Raises
    ------
    FileError
        If that is not possible; a file that was there is left as it was.
    """
    require_place(path)
    target = Path(os.path.realpath(path))  # a link stays a link, to the new content
    try:
        if target.exists() and not target.is_file() and not target.is_dir():
            target.write_text(text, encoding="utf-8")  # a pipe or a terminal has nothing to take the place of
        else:
            _replace(target, text)
    except (OSError, ValueError) as error:
        raise FileError(f"{shorten(os.fspath(path))}: cannot be written: {_reason(error)}") from None


def require_place(path: str | PathLike[str]) -> None:
    """Refuse, before any work is done for it, to write where no file can be: over a directory, in no directory.

    Raises
    ------
    FileError
        With what is wrong.
    """
    name, target = shorten(os.fspath(path)), Path(path)
    if target.is_dir():
        raise FileError(f"{name}: cannot be written: this is a directory; name a file in it")
    if not target.parent.is_dir():
        raise FileError(f"{name}: cannot be written: there is no such directory; make it or choose another path")


def _replace(target: Path, text: str) -> None:
    handle, temporary = tempfile.mkstemp(prefix=f".{target.name[:50]}.", suffix=".tmp", dir=target.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, _mode(target))
        os.replace(temporary, target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _mode(target: Path) -> int:
    """The rights of the file that is replaced, or those of a new file."""
    try:
        return target.stat().st_mode & 0o777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
