#!/usr/bin/env bash
# Pebble 5.2.3, ProcessPool: a worker in a loop of C lives 3 s longer than its limit (SIGTERM, then SIGKILL), and the
# limits of others wait for that. All workers share two locks: one that is killed while it writes its result keeps them,
# and the pool answers nobody any longer.
# Seen: two limits of 0.5 s end after 3.5 and 6.5 s; after the kill nothing for 10 s (the pool is broken after 120 s).
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" install --quiet --disable-pip-version-check pebble==5.2.3
FOLDER="$folder" "$folder/env/bin/python" - <<'PY'
import multiprocessing
import os
import signal
import time
from itertools import repeat

from pebble import ProcessPool

PID = os.path.join(os.environ["FOLDER"], "pid")


def loop():
    return sum(repeat(1, 10**11))


def large():
    with open(PID, "w") as file:
        file.write(str(os.getpid()))
    return bytes(1_000_000_000)


def ended(future, begun, limit):
    try:
        return "answered" if future.result(limit) else ""
    except Exception as error:
        return type(error).__name__, round(time.time() - begun, 1)


pool = ProcessPool(6, context=multiprocessing.get_context("fork"))
begun = time.time()
limits = [ended(each, begun, 20) for each in [pool.schedule(loop, timeout=0.5) for _ in range(2)]]
pool.schedule(large)
while not os.path.exists(PID) or not open(PID).read():
    time.sleep(0.01)
time.sleep(0.5)  # now it writes
os.kill(int(open(PID).read()), signal.SIGKILL)
begun = time.time()
after = ended(pool.schedule(int, timeout=1.0), begun, 10)
print(limits, after, flush=True)
assert [name for name, _ in limits] == ["TimeoutError"] * 2 and limits[0][1] > 3 and limits[1][1] > 6, limits
assert after[0] == "TimeoutError" and after[1] >= 10, after
for worker in multiprocessing.active_children():
    worker.kill()
os._exit(0)
PY
