"""One thread with a deep stack, for library calls that recurse once for each level of a diagram."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import ParamSpec, TypeVar

from logic.errors import TooLarge

T = TypeVar("T")
P = ParamSpec("P")

STACK_BYTES = 2**27
"""Size of the stack, reserved and not touched: 670 bytes a level for diagrams over 100,000 pairs of variables."""

_starting = threading.Lock()


def on_deep_stack(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What the library's operation gives on the thread with the deep stack; an interrupt does not wait for it."""
    return _deep_thread().submit(work, *args, **kwargs).result()


@cache
def _deep_thread() -> ThreadPoolExecutor:
    pool = ThreadPoolExecutor(1, "whoknows-deep-diagrams")
    with _starting:
        before = threading.stack_size(STACK_BYTES)
        try:
            pool.submit(int).result()  # starts the thread
        except RuntimeError:
            raise TooLarge(f"no stack of {STACK_BYTES >> 20:,} MB for such deep diagrams: use fewer atoms") from None
        finally:
            threading.stack_size(before)
    return pool


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_deep_thread.cache_clear)
