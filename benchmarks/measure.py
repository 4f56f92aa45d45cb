"""Measuring time and memory: the minimum processor time of several runs, so that other work matters little."""

import gc
import multiprocessing
import os
import resource
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np


def best(work: Callable[[], Any], runs: int = 5) -> tuple[float, Any]:
    """The minimum processor seconds of several runs without garbage collection, and the last result."""
    least, given = float("inf"), None
    gc.collect()
    gc.disable()
    for _ in range(runs):
        start = time.process_time()
        given = work()
        least = min(least, time.process_time() - start)
    gc.enable()
    return least, given


def peak_megabytes() -> int:
    """The peak memory of this process in megabytes."""
    status = Path("/proc/self/status")
    if status.exists():
        peak = next(row for row in status.read_text().splitlines() if row.startswith("VmHWM:"))
        return int(peak.split()[1]) // 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def first_time(work: Callable[[], Any]) -> tuple[float, float]:
    """The processor seconds of the work, and the growth of memory in megabytes, in a forked process.

    The forked process has what this one has loaded, and ends after the work.
    """
    context: Any = multiprocessing.get_context("fork")  # what is measured cannot be pickled for a new process
    here, there = context.Pipe(duplex=False)

    def measured() -> None:
        before = peak_megabytes()
        seconds, _ = best(work, 1)
        there.send((seconds, peak_megabytes() - before))

    process = context.Process(target=measured)
    process.start()
    there.close()
    try:
        seconds, megabytes = here.recv()
        return seconds, float(megabytes)
    finally:
        process.join()


def timed(command: Sequence[str]) -> tuple[float, str]:
    """The processor seconds of a command, and its output; `RuntimeError` if it fails."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, encoding="utf-8", env=os.environ | {"NO_COLOR": "1"})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{' '.join(command)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


def peer(source: str, arrays: Sequence[Any]) -> list[float] | None:
    """The numbers that a C++ program in this folder prints for int32 arrays; None if there is no compiler.

    The arrays are written to its standard input, one after the other. The program is compiled with ``g++ -O3``.
    """
    program = Path(tempfile.gettempdir()) / f"{source}-{os.getuid()}"
    path = Path(__file__).with_name(f"{source}.cpp")
    if shutil.which("g++") is None:
        return None
    if not program.exists() or program.stat().st_mtime < path.stat().st_mtime:
        subprocess.run(["g++", "-O3", "-march=native", "-o", program, path], check=True)
    given = b"".join([np.asarray(array, dtype=np.int32).tobytes() for array in arrays])
    done = subprocess.run([program], input=given, capture_output=True, check=True)
    return [float(word) for word in done.stdout.split()]


def table(title: str, head: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print a table as Markdown."""
    print(f"## {title}\n")
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(map(shown, row)) + " |")
    print()


def shown(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.3g}"
    return f"{value:,}" if isinstance(value, int) else str(value)
