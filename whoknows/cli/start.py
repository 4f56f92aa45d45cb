"""The start of the command ``whoknows``, which avoids importing Typer for plain arguments and flags."""

import atexit
import os
import sys
import threading
import warnings
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import NoReturn

from logic.errors import ParseError, ReadingWarning
from whoknows.cli.guard import COMMANDS, DECLARED, INTERRUPTED, Command, guarded, is_usage, leave_with

OURS = "whoknows-"  # prefix of the names of threads that may be in a call of compiled code, which cannot be stopped


def leave(code: int | str | None) -> NoReturn:
    """Exit with this code, where possible without finalising the interpreter.

    Finalising takes a tenth of the time of a small command. If the interpreter is finalised during a call of compiled
    code in a thread of this package, the call returns into freed memory. In half of the trials this caused a
    segmentation fault, with exit code 139. The interpreter is still finalised in three cases: there are other threads
    and none is of this package (finalising waits for them), the code is not an integer, or a profiler or a debugger is
    active, which reports at the end.
    """
    threads = [each.name for each in threading.enumerate()]
    is_left = len(threads) == 1 or any(name.startswith(OURS) for name in threads)
    if not is_left or not isinstance(code, int) or sys.getprofile() or sys.gettrace():
        sys.exit(code)
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):  # the stream is closed, full, or None
            stream.flush()
    os._exit(code)


class _Misused(BaseException):
    """Raised for a usage or parse error that Typer must report."""


def _answered_plainly(words: Sequence[str]) -> bool:
    """Run a command without Typer; return False if Typer must parse its words or report its error."""
    name = words[0] if words else ""
    if name not in COMMANDS or sys.platform == "win32":  # where Typer expands words, such as *.json
        return False
    guarded(lambda: import_module(f"whoknows.cli.{COMMANDS[name][0]}"))
    command = DECLARED[name]
    values = command.values(words[1:]) if isinstance(command, Command) else None
    if values is None or not isinstance(command, Command):
        return False

    def run() -> None:
        try:
            leave_with(command.run(values))
        except Exception as error:
            if isinstance(error, ParseError) or is_usage(error):
                raise _Misused from error
            raise

    with suppress(_Misused):
        guarded(run, bool(values.get("as_json")))
        return True
    return False


LONGEST_NUMBER = 50_000
"""Maximum number of digits of an integer: a model with 100,000 atoms has counts of 30,103 digits."""


def run() -> None:
    """Run the command, and exit with its code."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # escape typed bytes that are no text, and what the terminal cannot show
            with suppress(ValueError):  # of an input that was read before
                stream.reconfigure(errors="backslashreplace")
    sys.set_int_max_str_digits(LONGEST_NUMBER)
    warnings.simplefilter("ignore", ReadingWarning)  # commands print these notes themselves
    try:
        if not _answered_plainly(sys.argv[1:]):
            from whoknows.cli.main import app

            guarded(lambda: app(prog_name="whoknows"))
    except SystemExit as end:
        if end.code == INTERRUPTED:
            import signal  # the import takes a millisecond

            signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C would cause a traceback
        raise
