"""Threads for the diagram library: one with a deep stack, and one for work that is abandoned when it takes too long.

The library recurses once for each level of a diagram. Its operations cannot be stopped, and a limit on nodes does not
limit their time: an operation on a few thousand nodes, such as an exclusive or of clauses, may take hours. A file of a
few kilobytes is enough for that.
"""

from __future__ import annotations

import atexit
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from time import process_time
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from logic.errors import TooLarge, by_face

if sys.platform != "win32":
    import resource

if TYPE_CHECKING:
    from queue import SimpleQueue

T = TypeVar("T")
P = ParamSpec("P")

STACK_BYTES = 2**27
"""Size of the stack, in bytes of address space: 670 bytes per level for diagrams over 100,000 pairs of variables."""

LEVEL_BYTES = 180
"""Upper bound of the stack that the library's operations use per level of a diagram, in bytes (measured)."""

SMALL_STACK = 2**21  # Assumed size of a thread's stack, in bytes, if the system has no limit to read

WORKER_STACK_BYTES = 2**22
"""Stack size in bytes of the idle thread that OxiDD starts for each manager; OxiDD's default reserves 1 GB."""

WORKER_STACK = "OXIDD_STACK_SIZE"  # the environment variable from which OxiDD reads that size

FILE_NODES = 2**22
"""Capacity in nodes of the manager in which a file's state law is made: 14 times what a deal of 52 cards needs."""

FILE_SECONDS = 5.0  # Processor time, in seconds, for a file's law; the laws of the tests take at most half a second

LAST_SECONDS = 2.0
"""Maximal time in seconds that the program, before it exits, waits for an abandoned call.

A call that returns after the end of the interpreter causes a segmentation fault. Calls take less than one second for
all laws that were tested.
"""

_starting = threading.Lock()


def shallow_levels() -> int:
    """Number of levels for which a quarter of an ordinary thread's stack suffices."""
    stack = SMALL_STACK
    if sys.platform == "linux":
        limit, _ = resource.getrlimit(resource.RLIMIT_STACK)
        stack = stack if limit == resource.RLIM_INFINITY else limit
    return stack // 4 // LEVEL_BYTES


@contextmanager
def small_worker_stack() -> Iterator[None]:
    """Context manager: threads that OxiDD starts in the `with` block get a small stack.

    It sets an environment variable and restores it afterwards.
    """
    with _starting:
        before = os.environ.get(WORKER_STACK)
        os.environ[WORKER_STACK] = str(WORKER_STACK_BYTES)
        try:
            yield
        finally:
            if before is None:
                del os.environ[WORKER_STACK]
            else:
                os.environ[WORKER_STACK] = before


class Call:
    """A call for another thread, and its outcome.

    `work`: the function to call. `result` and `error`: what it returned or raised. `done`: a lock, free after the call.
    """

    __slots__ = ("done", "error", "result", "work")

    def __init__(self, work: Callable[[], Any]) -> None:
        self.work, self.result = work, None
        self.error: BaseException | None = None
        self.done = threading.Lock()
        self.done.acquire()

    def make(self) -> None:
        """Make the call; the other thread runs this method, and the lock `done` is free afterwards."""
        try:
            self.result = self.work()
        except BaseException as error:
            self.error = error
        self.done.release()

    def outcome(self) -> Any:
        """Return the result, or raise the error."""
        if self.error is not None:
            raise self.error
        return self.result


def on_deep_stack(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a library operation on the thread with the deep stack; Ctrl-C can interrupt the wait for the result.

    `work` must not call this function.
    """
    call = Call(lambda: work(*args, **kwargs))
    _calls().put(call)
    call.done.acquire()
    result: T = call.outcome()
    return result


@cache
def _calls() -> SimpleQueue[Call]:
    """The queue of calls for the thread with the deep stack, which is started on first use."""
    from queue import SimpleQueue  # few diagrams are that deep

    calls: SimpleQueue[Call] = SimpleQueue()

    def serve() -> None:
        while True:
            calls.get().make()

    with _starting:
        before = threading.stack_size(STACK_BYTES)
        try:
            threading.Thread(target=serve, name="whoknows-deep-diagrams", daemon=True).start()
        except RuntimeError:
            raise TooLarge(
                f"such deep diagrams need a stack of {STACK_BYTES >> 20:,} MB, which the system refuses; use fewer bits"
            ) from None
        finally:
            threading.stack_size(before)
    return calls


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_calls.cache_clear)


def limited(work: Callable[[], T], seconds: float | None = None, refused: Callable[[str], TooLarge] | None = None) -> T:
    """Return the result of work on a file's diagrams; `TooLarge` if it takes too much processor time.

    After `TooLarge`, the work's current library call continues on a separate thread until it ends or has no nodes left.

    `seconds`: the limit of processor time; None: `FILE_SECONDS`.
    `refused`: function that makes the error from a description of the limit; None: `too_large`.
    """
    call = Call(work)
    seconds = FILE_SECONDS if seconds is None else seconds
    end = process_time() + seconds
    thread = threading.Thread(target=call.make, name="whoknows-reading", daemon=True)
    thread.start()
    while not call.done.acquire(timeout=0.25):
        if process_time() > end:
            import ctypes  # only needed here

            _calls.cache_clear()  # the next operation starts another deep thread
            atexit.register(thread.join, LAST_SECONDS)
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(SystemExit))
            raise (refused or too_large)(f"more than {seconds:g} s of processor time")
    result: T = call.outcome()
    return result


def too_large(what: str = f"more than {FILE_NODES:,} nodes") -> TooLarge:
    """Return the error for a file's state law that exceeds a limit; `what` is the limit in words."""
    return TooLarge(
        f"law: its decision diagrams take {what}; use fewer atoms, or a law that is a conjunction of small parts"
        + by_face("; in Python SymbolicModel(atoms, law) has no such limit")
    )
