"""The end of the command, also while a thread is in a call of the library of diagrams."""

from __future__ import annotations

import atexit
import os
import sys
import threading
from contextlib import suppress
from typing import NoReturn

OURS = "whoknows-"
"""How the names of threads begin that may be in such a call; nothing can stop it."""


def leave(code: int | str | None) -> NoReturn:
    """End the program with an exit code.

    Where the interpreter takes itself down while a thread is in a call of the library, the call returns into what is
    gone: in half of the trials the system ended the process with a segmentation fault, so its exit code was 139.
    """
    if not isinstance(code, int) or not any(each.name.startswith(OURS) for each in threading.enumerate()):
        sys.exit(code)
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):  # closed, full, or none
            stream.flush()
    os._exit(code)
