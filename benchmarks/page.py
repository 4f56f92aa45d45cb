"""The page under load: 300 sessions and 150 requests a second, hostile clients beside them, and what a person feels.

Everything runs against 127.0.0.1. ``page`` takes a minute a part; ``page:long`` runs the load for ten minutes.

The mix of requests, of each session in turn, is `MIX`: mostly formulas, as a person types. Each session has a model of
its own, of 4 to 16 worlds, so answers of the cache are rare; an answer is checked to be about the session's own model.
"""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from random import Random

SESSIONS, RATE, WIDTHS = 300, 150.0, (1280, 390)
MIX = {"formula": 60, "picture": 15, "reasons": 10, "change": 10, "proof": 3, "library": 2}
BARS = "bars: p95 150 ms, p99 500 ms, no error, 600 MB; with hostile clients p95 300 ms, each request within 2.5 s"
HOSTILE = (
    ("formula", lambda model: {"model": model, "formula": "K_a " * 2_000 + "p"}),
    ("formula", lambda model: {"model": model, "formula": "C (" * 900 + "p" + ")" * 900}),
    ("formula", lambda model: {"model": large(10_000), "formula": "C p"}),
    ("change", lambda model: {"model": model, "change": {"kind": "events", "text": bomb()}}),
)


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


@contextmanager
def served():
    """The address and the process of a server."""
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


async def _phase(address, server, name, seconds, *, hostile):
    import httpx

    limits = httpx.Limits(max_connections=SESSIONS, max_keepalive_connections=SESSIONS)
    async with httpx.AsyncClient(base_url=address, limits=limits, timeout=30.0) as client:
        await client.post("/api/library", json={})
        tasks = [asyncio.create_task(_attack(client, number, seconds)) for number in range(4)] if hostile else []
        before = _memory(server.pid)
        answers = await _sessions(client, seconds)
        after = _memory(server.pid)
        attacks = [each for task in tasks for each in await task]
    _report(name, answers, seconds)
    print(f"  memory (proportional): {before:,.0f} MB before, {after:,.0f} MB after")
    if attacks:
        print(f"  hostile: {len(attacks)} requests, longest {max(attacks):.2f} s")


async def _sessions(client, seconds):
    """The times of all answers by route; an answer that is wrong or late beyond 30 s is an error."""
    rng, answers, running = Random(1), [], set()
    models = [model(Random(number)) for number in range(SESSIONS)]
    begun, count = time.perf_counter(), 0
    while (due := count / RATE) < seconds:
        await asyncio.sleep(max(0.0, begun + due - time.perf_counter()))
        session = rng.randrange(SESSIONS)
        task = asyncio.create_task(_one(client, session, models[session], rng, answers))
        running.add(task)
        task.add_done_callback(running.discard)
        count += 1
    await asyncio.gather(*running)
    return answers


async def _one(client, session, model, rng, answers):
    route = rng.choices([*MIX], [*MIX.values()])[0]
    body = request(route, model, rng)
    begun = time.perf_counter()
    try:
        answer = await client.post(f"/api/{route}", json=body, headers={"X-Page": str(session)})
        good = answer.status_code == 200 and is_own(route, answer.json(), model)
    except Exception as error:
        good = False
        print(f"  {route}: {type(error).__name__} {error}")
    answers.append((route, time.perf_counter() - begun, good))


async def _attack(client, number, seconds):
    route, body = HOSTILE[number]
    asked, taken, end = body(model(Random(number))), [], time.perf_counter() + seconds
    while time.perf_counter() < end:
        begun = time.perf_counter()
        await client.post(f"/api/{route}", json=asked, headers={"X-Page": f"h{number}"})
        taken.append(time.perf_counter() - begun)
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


def _memory(pid):
    """Megabytes of a process and all below it, shared pages divided among those that share them."""
    total = 0
    for each in _family(pid):
        try:
            rollup = Path(f"/proc/{each}/smaps_rollup").read_text()
        except OSError:
            continue
        total += next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))
    return total / 1_024


def _family(pid):
    found = [pid]
    for each in found:
        children = Path(f"/proc/{each}/task/{each}/children")
        found += map(int, children.read_text().split()) if children.exists() else []
    return found


def model(rng):
    """A model of 4 to 16 worlds with two agents; its first world has a name that no other session's has."""
    count = rng.randint(4, 16)
    worlds = {f"w{number}": [atom for atom in "pq" if rng.random() < 0.5] for number in range(count)}
    mark = f"mine{rng.getrandbits(40)}"
    worlds = {mark if name == "w0" else name: true for name, true in worlds.items()}
    names = list(worlds)
    classes = {agent: _classes(rng, names) for agent in "ab"}
    relations = {agent: {"partition": found} for agent, found in classes.items()}
    return {
        "whoknows": 1,
        "agents": ["a", "b"],
        "atoms": ["p", "q"],
        "worlds": worlds,
        "actual": mark,
        "relations": relations,
    }


def _classes(rng, names):
    found = [[] for _ in range(3)]
    for name in names:
        rng.choice(found).append(name)
    return [each for each in found if each]


def request(route, model, rng):
    """A request of a person who types, looks, asks why and changes."""
    formula = rng.choice(
        ["K_a p", "M_b (p & ~q)", "K_a (p -> K_b q)", "C_{a,b} (p | q)", f"[p | q] K_{rng.choice('ab')} p"]
    )
    if route == "proof":
        return {"formula": f"K_a p -> {formula}", "logic": "S5"}
    if route == "library":
        return {"name": rng.choice(["muddy_children", "cheryl"])}
    if route == "change":
        return {"model": model, "change": {"kind": "peek", "formula": rng.choice("pq"), "by": [rng.choice("ab")]}}
    more = {"picture": {}, "formula": {"formula": formula}, "reasons": {"formula": formula, "at": model["actual"]}}
    return {"model": model, **more[route]}


def is_own(route, answer, model):
    """Whether an answer is about the session's own model, as far as it tells."""
    if route == "picture":
        return any(world["name"] == model["actual"] for world in answer["worlds"])
    if route == "change":
        return any(world.startswith(model["actual"]) for world in answer["model"]["worlds"])
    return True


def large(count):
    """A model of many worlds."""
    names = [f"w{number}" for number in range(count)]
    return {"whoknows": 1, "worlds": {name: ["p"] for name in names}, "relations": {"a": {"partition": [names]}}}


def bomb():
    """An event model of a thousand events that everybody takes for one another."""
    names = [f"e{number}" for number in range(1_000)]
    return "\n".join([*(f"event {name}: pre true" for name in names), f"others: {' '.join(names)}"])


def browser():
    """Print what a person waits for, in a real browser at two widths."""
    from playwright.sync_api import sync_playwright

    if _browser() is None:
        print("no Chromium: what a person waits for was not measured")
        return
    with served() as (address, _), sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=_browser(), args=["--no-sandbox", "--disable-gpu"])
        for width in WIDTHS:
            page = chromium.new_page(viewport={"width": width, "height": 800})
            begun = time.perf_counter()
            page.goto(address)
            page.wait_for_selector(".world")
            print(f"{width} px: first world on screen after {time.perf_counter() - begun:.2f} s")
            for size in (4, 16, 64):
                _feel(page, size)
            page.close()


def _feel(page, size):
    """The times from a pointer's move to light, and from a key to the new picture."""
    page.evaluate("localStorage.clear()")
    names = [f"w{number}" for number in range(size)]
    worlds = {name: ["p"] if number % 2 else [] for number, name in enumerate(names)}
    half = [names[: size // 2], names[size // 2 :]]
    data = {
        "whoknows": 1,
        "worlds": worlds,
        "actual": "w0",
        "relations": {"a": {"partition": half}, "b": {"partition": [[n] for n in names]}},
    }
    page.set_input_files(
        "input[type=file]", {"name": "m.json", "mimeType": "application/json", "buffer": json.dumps(data).encode()}
    )
    page.locator(".world").nth(size - 1).wait_for(timeout=30_000)
    page.get_by_role("textbox", name="Formula", exact=True).fill("K_a (p | ~p) & p")
    page.wait_for_selector(".part")
    hover = sorted(page.evaluate(HOVER, number) for number in [2, 0] * 10)
    typed = sorted(page.evaluate(TYPE, text) for text in FORMULAS * 2)
    print(
        f"  {size:2} worlds: hover to light p95 {_p95(hover):.1f} ms; typing to fill p95 {_p95(typed):.0f} ms, "
        f"median {typed[len(typed) // 2]:.0f} ms"
    )


def _p95(taken):
    return taken[min(len(taken) - 1, int(len(taken) * 0.95))]


FORMULAS = ("p", "~p", "K_b p", "M_a p", "p & ~p", "K_a p | p", "~K_b ~p", "M_a K_b p", "p | ~p", "K_a M_b p")
HOVER = """async (number) => {
  const part = [...document.querySelectorAll('.part')].at(-1 - number);
  const lit = new Promise((done) => {
    new MutationObserver((_, watch) => { watch.disconnect(); done(); })
      .observe(document.querySelector('svg[role=group]'), { subtree: true, attributeFilter: ['class'] });
    setTimeout(done, 1000);
  });
  const begun = performance.now();
  part.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
  await lit;
  return performance.now() - begun;
}"""
"""From the pointer over a part to the changed worlds in the document, before they are painted."""
TYPE = """async (text) => {
  const box = document.querySelector('input[aria-label="Formula"]');
  const card = document.querySelector('section[aria-labelledby="formula-title"]');
  const before = card.querySelector('.math.shown')?.textContent;
  const shown = new Promise((done) => {
    new MutationObserver((_, watch) => {
      if (card.querySelector('.math.shown')?.textContent === before) return;
      watch.disconnect();
      done();
    }).observe(card, { subtree: true, childList: true, characterData: true });
    setTimeout(done, 5000);
  });
  const begun = performance.now();
  box.value = text;
  box.dispatchEvent(new Event('input', { bubbles: true }));
  await shown;
  return performance.now() - begun;
}"""
"""From a key to the typeset formula and its filled worlds in the document."""


def _browser():
    import shutil

    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


PARTS = {"long": long, "load": lambda: load(60.0), "browser": browser}
