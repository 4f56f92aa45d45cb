"""Writing a file completely or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from logic.errors import shorten
from viz.picture import DrawError


def write_whole(path: Path, content: bytes) -> None:
    """Write into a temporary file beside the path, then rename it, so that readers never see a part of it.

    Parameters
    ----------
    path : Path
        The file.
    content : bytes
        Its content.

    Raises
    ------
    DrawError
        If the folder does not exist or is not writable, or the path is a folder.
    """
    if path.is_dir():
        raise DrawError(f"{shorten(str(path), 200)} is a folder; name a file in it")
    try:
        handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem[:40]}-", suffix=path.suffix)
    except OSError as problem:
        raise _cannot(path, problem) from problem
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.chmod(draft, _usual_mode(path))
        os.replace(draft, path)
    except OSError as problem:
        Path(draft).unlink(missing_ok=True)
        raise _cannot(path, problem) from problem


def _usual_mode(path: Path) -> int:
    """The file mode that a plain `open` would give; a temporary file is readable only by its owner."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _cannot(path: Path, problem: OSError) -> DrawError:
    reason = "there is no such folder" if isinstance(problem, FileNotFoundError) else (problem.strerror or str(problem))
    return DrawError(
        f"cannot write {shorten(str(path), 200)}: {reason.lower()}; make the folder or choose another path"
    )
