"""A server of the page in its own process, and the memory and time that it uses."""

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
    """Context with a server, as its address and its process; the modules are compiled as in an installed package."""
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
    """Megabytes of a process and its descendants, where shared pages are divided among those that share them."""
    total = 0
    for each in family(pid):
        try:
            rollup = Path(f"/proc/{each}/smaps_rollup").read_text()
        except OSError:
            continue
        total += next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))
    return total / 1_024


def processor_seconds(pid):
    """The processor seconds of a process, and those of its descendants, including ended ones."""
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
    """A process and its descendants."""
    found = [pid]
    for each in found:
        for children in Path(f"/proc/{each}/task").glob("*/children"):  # a thread has its own children
            try:
                found += map(int, children.read_text().split())
            except OSError:
                continue
    return found
