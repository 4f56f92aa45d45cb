"""Writing of files completely or not at all."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from errno import ENXIO
from functools import partial
from os import PathLike
from pathlib import Path
from time import monotonic, sleep
from typing import Any, BinaryIO

from kripke.data.errors import FileError
from kripke.formats.file_reading import PATIENCE, path_text, without_waiting
from logic.errors import shorten


def write_text(path: str | PathLike[str], text: str) -> None:
    """Write a file completely or not at all: a temporary file in the same directory replaces it.

    If the path is a link, the file that it points to is replaced. Pipes and terminals are written directly. `FileError`
    if the file cannot be written; an existing file then does not change.
    """
    write_texts((path, text))


def write_bytes(path: str | PathLike[str], content: bytes) -> None:
    """Write bytes to a file, completely or not at all; see `write_text`."""
    write_texts((path, content))


def write_texts(*files: tuple[str | PathLike[str], str | bytes]) -> None:
    """Write several files, all or none; `FileError` if one cannot be written."""
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
                    with _pipe(target) as stream:
                        stream.write(content)
                else:
                    os.replace(new, target)
        undo.pop_all()


def made_folder(folder: Path) -> Path:
    """Return the folder, which is created if it does not exist; `FileError` if that is impossible."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise FileError(f"{folder}: the folder cannot be made: {reason}; choose another path") from None
    return folder


@contextmanager
def _naming(path: str | PathLike[str]) -> Iterator[None]:
    """A context manager that converts system errors to `FileError` with the path."""
    try:
        yield
    except (OSError, ValueError) as error:  # ValueError: a name with a null character
        reason = getattr(error, "strerror", None) or str(error)
        raise FileError(f"{shorten(os.fspath(path))}: cannot be written: {reason.lower()}") from None


def require_place(path: str | PathLike[str]) -> None:
    """Raise `FileError` if the path is empty or a directory, or if its directory does not exist."""
    name, target = path_text(path), Path(path)
    if not os.fspath(path):
        raise FileError(f"{name}: cannot be written: the name is empty; name a file")
    with _naming(path):
        is_folder, is_in_folder = target.is_dir(), target.parent.is_dir()
    if is_folder:
        raise FileError(f"{name}: cannot be written: this is a directory; name a file in it")
    if not is_in_folder:
        raise FileError(f"{name}: cannot be written: there is no such directory; make it or choose another path")


def _beside(target: Path, content: bytes, temporary: ExitStack) -> Path | None:
    """Write the content to a temporary file beside the target and return its path; None for targets such as pipes."""
    if target.exists() and not target.is_file():
        return None
    name, handle = _temporary(target, ".tmp")
    temporary.callback(Path(name).unlink, missing_ok=True)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    try:
        mode = target.stat().st_mode & 0o777
    except FileNotFoundError:  # the permissions of a new file
        mask = os.umask(0)
        os.umask(mask)
        mode = 0o666 & ~mask
    os.chmod(name, mode)
    return Path(name)


def _pipe(target: Path) -> BinaryIO:
    """Open a pipe or terminal for writing; an error if no program reads it within `PATIENCE` seconds."""
    until = monotonic() + PATIENCE
    while True:
        try:
            return open(target, "wb", opener=without_waiting)
        except OSError as error:
            if error.errno != ENXIO:
                raise
            if monotonic() > until:
                raise OSError(ENXIO, "no program reads from this pipe") from None
        sleep(PATIENCE / 100)


def _old(target: Path, temporary: ExitStack) -> Callable[[], Any]:
    """Return a function that restores the old target, or deletes a new one. It does nothing for pipes."""
    if not target.is_file():
        return partial(target.unlink, missing_ok=True) if not target.exists() else lambda: None
    import shutil  # needed only for several files

    name, handle = _temporary(target, ".old")
    os.close(handle)
    temporary.callback(Path(name).unlink, missing_ok=True)
    shutil.copy2(target, name)
    return partial(os.replace, name, target)


def _temporary(target: Path, suffix: str) -> tuple[str, int]:
    """Create a file in the target's directory; return its path and its open handle."""
    import tempfile  # loads random and OpenSSL, which a command that only reads does not need

    handle, name = tempfile.mkstemp(prefix=f".{target.name[:50]}.", suffix=suffix, dir=target.parent)
    return name, handle
