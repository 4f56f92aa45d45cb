"""A server of the page in a process of its own, and what its processes use."""

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")


ROOT = Path(__file__).parent.parent
PACKAGES = ("logic", "kripke", "games", "learn", "studies", "viz", "whoknows")


@contextmanager
def served():
    """The address and the process of a server, whose modules are compiled as those of an installed package are."""
    subprocess.run([sys.executable, "-m", "compileall", "-q", *PACKAGES], cwd=ROOT, check=True)
    command = [sys.executable, "-m", "whoknows", "serve", "--port", "0", "--no-browser"]
    begun = time.perf_counter()
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"})
    try:
        address = server.stdout.readline().split()[4]
        print(f"the address is printed after {time.perf_counter() - begun:.2f} s")
        yield address, server
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(30)


def memory(pid):
    """Megabytes of a process and all below it, shared pages divided among those that share them."""
    total = 0
    for each in family(pid):
        try:
            rollup = Path(f"/proc/{each}/smaps_rollup").read_text()
        except OSError:
            continue
        total += next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))
    return total / 1_024


def processor_seconds(pid):
    """Seconds of processor time of a process, and of all below it, those that ended included."""
    total = server = 0.0
    for each in family(pid):
        try:
            fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        own = sum(map(int, fields[11:13])) / TICK
        total += own + sum(map(int, fields[13:15])) / TICK
        if each == pid:
            server = own
    return server, total - server


def family(pid):
    """A process and all below it."""
    found = [pid]
    for each in found:
        for children in Path(f"/proc/{each}/task").glob("*/children"):  # a thread has its own children
            try:
                found += map(int, children.read_text().split())
            except OSError:
                continue
    return found
