"""The page under load: 300 sessions and 150 requests a second, hostile clients beside them, and what a person feels.

Everything runs against 127.0.0.1. ``page`` takes a minute a part; ``page:long`` runs the load for ten minutes.

The mix of requests, of each session in turn, is `page_requests.MIX`: mostly formulas, as a person types. Each session
has a model of its own, of 4 to 16 worlds, so answers of the cache are rare; an answer is checked to be about the
session's own model. The time of an answer begins when its request is due, even if the session still waits for another.
"""

import asyncio
import json
import time
from collections import Counter
from random import Random

from benchmarks.page_browser import browser
from benchmarks.page_client import Client
from benchmarks.page_requests import MIX, attack, is_own, model, prepare, request
from benchmarks.page_served import memory, processor_seconds, served

SESSIONS, RATE = 300, 150.0
BARS = "bars: p95 150 ms, p99 500 ms, no error, 600 MB; with hostile clients p95 300 ms, each request within 2.5 s"


def main() -> None:
    """A minute of load, a minute with hostile clients beside it, and the browser."""
    load(60.0)
    browser()


def long() -> None:
    """Ten minutes of load, then a minute with hostile clients."""
    load(600.0)


def load(seconds: float) -> None:
    """Print the times of answers and the memory, without and with hostile clients."""
    print(BARS)
    with served() as (address, server):
        asyncio.run(_phase(address, server, "load", seconds, hostile=False))
        asyncio.run(_phase(address, server, "load, four hostile clients", min(seconds, 60.0), hostile=True))


async def _phase(address, server, name, seconds, *, hostile):
    await Client(address, "first").post("library", b"{}")
    prepare()
    memory_before, used_before = memory(server.pid), (time.process_time(), *processor_seconds(server.pid))
    tasks = [asyncio.create_task(_attack(address, number, seconds)) for number in range(4)] if hostile else []
    answers = await _sessions(address, seconds, seed=1 + hostile)
    used = [
        after - before
        for before, after in zip(used_before, (time.process_time(), *processor_seconds(server.pid)), strict=True)
    ]
    attacks = [each for task in tasks for each in await task]
    _report(name, answers, seconds)
    print(
        f"  processor: generator {used[0]:.1f} s, server {used[1]:.1f} s, its other processes {used[2]:.1f} s\n"
        f"  memory (proportional): {memory_before:,.0f} MB before, {memory(server.pid):,.0f} MB after"
    )
    if attacks:
        statuses = Counter(status for status, _ in attacks)
        print(
            f"  hostile: {len(attacks)} requests, longest {max(t for _, t in attacks):.2f} s; statuses {dict(statuses)}"
        )


async def _sessions(address, seconds, seed):
    """The times of all answers by route; an answer that is wrong, or no answer, is an error."""
    rng, answers, running = Random(seed), [], set()
    sessions = [(Client(address, number), model(Random(SESSIONS * seed + number))) for number in range(SESSIONS)]
    begun, count = time.perf_counter(), 0
    while (due := begun + count / RATE) < begun + seconds:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        task = asyncio.create_task(_one(*rng.choice(sessions), rng, due, answers))
        running.add(task)
        task.add_done_callback(running.discard)
        count += 1
    await asyncio.gather(*running)
    for client, _ in sessions:
        client.close()
    return answers


async def _one(client, model, rng, due, answers):
    route = rng.choices([*MIX], [*MIX.values()])[0]
    try:
        status, body = await client.post(route, json.dumps(request(route, model, rng)).encode())
        good = status == 200 and is_own(route, json.loads(body), model)
    except Exception as error:
        good = False
        print(f"  {route}: {type(error).__name__} {error}")
    answers.append((route, time.perf_counter() - due, good))


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


def _report(name, answers, seconds):
    taken = sorted(each for _, each, _ in answers)
    wrong = Counter(route for route, _, good in answers if not good)
    at = [taken[min(len(taken) - 1, int(len(taken) * share))] * 1_000 for share in (0.5, 0.95, 0.99)]
    print(f"{name}: {len(taken)} requests in {seconds:.0f} s, {len(taken) / seconds:.0f} a second")
    print(f"  p50 {at[0]:.0f} ms, p95 {at[1]:.0f} ms, p99 {at[2]:.0f} ms; errors {sum(wrong.values())} {dict(wrong)}")
    for route in MIX:
        mine = sorted(each for kind, each, _ in answers if kind == route)
        if mine:
            print(f"  {route:8} {len(mine):5}  p95 {mine[int(len(mine) * 0.95)] * 1_000:.0f} ms")


PARTS = {"long": long, "load": lambda: load(60.0), "short": lambda: load(15.0), "browser": browser}
