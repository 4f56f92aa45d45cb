"""The page under load: 300 sessions at a fixed rate, alone, at 3 times the rate, beside hostile clients and other work;
and the waiting times of a person.

Everything runs against 127.0.0.1, for 15 seconds per row; ``page:long`` runs the first row for ten minutes.

The mix of requests is `page_requests.MIX`: mostly formulas, as typed by a person. Each request has a model of 4 to 16
worlds with a unique name, so no answer is cached, and each answer is checked to be about this model. Requests are sent
at their due time, however long others take, and the time of an answer starts then. After a response with status 503,
the generator repeats the request after a pause, as the page does, and the time goes on. At 3 times the rate, such
responses are only counted. The generator has a higher priority than the server if the system allows it.
"""

import asyncio
import json
import os
import subprocess
import sys
import time
from collections import Counter
from contextlib import contextmanager, suppress
from functools import partial
from random import Random

from benchmarks.page_browser import browser, site
from benchmarks.page_client import Client
from benchmarks.page_requests import MIX, attack, is_own, model, prepare, request
from benchmarks.page_served import memory, processor_seconds, served

SESSIONS, RATE = 300, 150.0
OTHERS = 10
"""Number of other processes on the machine."""
SECONDS = 15.0
PAUSES = (0.3, 0.6, 1.2, 2.4)
"""Average pauses in seconds before each repetition of a request, as on the page."""
ROWS = {
    "load": "p95 60 ms, no error, 600 MB",
    "triple": "served ones: all within 500 ms; the others are told to wait; no error",
    "hostile": "p95 300 ms, no error; each hostile request within 2.5 s",
    "busy": "p95 500 ms, no error",
}
"""The measured loads, each with its target."""


def main() -> None:
    """Measure all loads, and the page in a browser."""
    load()
    browser()


def load(rows=tuple(ROWS), seconds=SECONDS) -> None:
    """Print the times of answers and the memory for each load."""
    with served() as (address, server):
        with suppress(PermissionError):
            os.nice(-5)
        prepare()
        for seed, row in enumerate(rows):
            print(f"{row}: bar {ROWS[row]}")
            with _other_work(OTHERS if row == "busy" else 0):
                asyncio.run(
                    _phase(address, server, seed, seconds, 3 * RATE if row == "triple" else RATE, row == "hostile")
                )


@contextmanager
def _other_work(count):
    """Context with processes that always compute, with the priority of the server."""
    busy = [subprocess.Popen([sys.executable, "-c", "import os; os.nice(5)\nwhile True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for each in busy:
            each.kill()
            each.wait()


async def _phase(address, server, seed, seconds, rate, hostile):
    await Client(address, "first").post("library", b"{}")
    memory_before, used_before = memory(server.pid), (time.process_time(), *processor_seconds(server.pid))
    tasks = [asyncio.create_task(_attack(address, number, seconds)) for number in range(4)] if hostile else []
    answers = await _sessions(address, seed, seconds, rate)
    used = [
        after - before
        for before, after in zip(used_before, (time.process_time(), *processor_seconds(server.pid)), strict=True)
    ]
    attacks = [each for task in tasks for each in await task]
    _report(answers, seconds)
    print(
        f"  processor: generator {used[0]:.1f} s, server {used[1]:.1f} s, its other processes {used[2]:.1f} s\n"
        f"  memory (proportional): {memory_before:,.0f} MB before, {memory(server.pid):,.0f} MB after"
    )
    if attacks:
        statuses = Counter(status for status, _ in attacks)
        print(
            f"  hostile: {len(attacks)} requests, longest {max(t for _, t in attacks):.2f} s; statuses {dict(statuses)}"
        )


async def _sessions(address, seed, seconds, rate):
    """The route, time, status and number of repetitions for each answer; status 0 if it is wrong or missing."""
    rng, answers, running = Random(seed), [], set()
    clients = [Client(address, number) for number in range(SESSIONS)]
    begun = time.perf_counter()
    for count in range(int(seconds * rate)):
        due = begun + count / rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        task = asyncio.create_task(_one(rng.choice(clients), rng, due, answers, rate > RATE))
        running.add(task)
        task.add_done_callback(running.discard)
    await asyncio.gather(*running)
    for client in clients:
        client.close()
    return answers


async def _one(client, rng, due, answers, once):
    route, asked = rng.choices([*MIX], [*MIX.values()])[0], model(rng)
    new = "".join(rng.choices(" \n", k=40))  # for the cache, white space makes another request, also of a puzzle
    sent, waits = (json.dumps(request(route, asked, rng)) + new).encode(), 0
    try:
        while (answer := await client.post(route, sent))[0] == 503 and not once and waits < len(PAUSES):
            await asyncio.sleep(PAUSES[waits] * (0.5 + rng.random()))
            waits += 1
        status, body = answer
        if status not in (200, 503) or (status == 200 and not is_own(route, json.loads(body), asked)):
            print(f"  {route}: {status} {body[:200]!r}")
            status = 0
    except Exception as error:
        status = 0
        print(f"  {route}: {type(error).__name__} {error}")
    answers.append((route, time.perf_counter() - due, status, waits))


async def _attack(address, number, seconds):
    client, taken, end = Client(address, f"h{number}"), [], time.perf_counter() + seconds
    count = 0
    while time.perf_counter() < end:
        route, body = attack(number, count)
        count += 1
        begun = time.perf_counter()
        status, _ = await client.post(route, body)
        taken.append((status, time.perf_counter() - begun))
    return taken


def _report(answers, seconds):
    statuses = Counter(status for _, _, status, _ in answers)
    again = sum(status == 200 and waits > 0 for _, _, status, waits in answers)
    print(
        f"  {len(answers) / seconds:.0f} requests a second: {statuses[200]} served, {again} of them asked again, "
        f"{statuses[503]} told to wait, {statuses[0]} errors"
    )
    for name in ("all", *MIX):
        served = sorted(taken for route, taken, status, _ in answers if status == 200 and name in ("all", route))
        if served:
            p50, p95, p99, most = (
                served[min(len(served) - 1, int(len(served) * share))] for share in (0.5, 0.95, 0.99, 1)
            )
            times = (
                f"p50 {p50 * 1e3:.0f} ms, p95 {p95 * 1e3:.0f} ms, p99 {p99 * 1e3:.0f} ms, longest {most * 1e3:.0f} ms"
            )
            print(f"  {name:8} {len(served):5}  {times}")


PARTS = {
    "long": lambda: load(("load",), 600.0),
    "short": load,
    "browser": browser,
    "site": site,
    **{row: partial(load, (row,)) for row in ROWS},
}
