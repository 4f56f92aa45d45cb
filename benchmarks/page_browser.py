"""Waiting times of a person on the page, in a real browser at two widths."""

import json
import tempfile
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from threading import Thread

from benchmarks.page_served import served

WIDTHS = (1280, 390)


def browser():
    """Print the waiting times in a real browser at two widths."""
    from playwright.sync_api import sync_playwright

    if _browser() is None:
        print("no Chromium: what a person waits for was not measured")
        return
    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=_browser(), args=["--no-sandbox", "--disable-gpu"])
        with served() as (address, _):
            _stored(chromium, address)
        with served() as (address, _):
            for width in WIDTHS:
                page = chromium.new_page(viewport={"width": width, "height": 800})
                print(f"{width} px: first world on screen after {_first_world(page, address):.2f} s")
                for size in (4, 16, 64):
                    _feel(page, size)
                page.close()


class Files(SimpleHTTPRequestHandler):
    """A server of files that writes no log."""

    def log_message(self, *_):
        pass


def site():
    """Print the waiting times on the static site: the first visit, and two more."""
    from playwright.sync_api import sync_playwright

    from viz.web.site import write

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        _, size = write(Path(folder) / "logic")
        print(f"{size / 1e6:.1f} MB to load")
        files = partial(Files, directory=folder)
        with ThreadingHTTPServer(("127.0.0.1", 0), files) as server:
            Thread(target=server.serve_forever, daemon=True).start()
            page = play.chromium.launch(executable_path=_browser(), args=["--no-sandbox", "--disable-gpu"]).new_page()
            for visit in ("first visit", "again", "again"):
                begun = time.perf_counter()
                world = _first_world(page, f"http://127.0.0.1:{server.server_port}/logic/")
                page.get_by_role("textbox", name="Formula", exact=True).fill("K_a p")
                page.get_by_role("button", name="Why at").click()
                page.get_by_text("is false at v").first.wait_for(timeout=120_000)
                print(f"{visit}: first world {world:.2f} s, first reason {time.perf_counter() - begun:.2f} s")
                page.wait_for_timeout(5_000)  # the memory is kept
                page.goto("about:blank")
            _first_world(page, f"http://127.0.0.1:{server.server_port}/logic/")
            _feel(page, 16)
            server.shutdown()


def _stored(chromium, address):
    """Print how long a returning visitor waits if the server has just started, so a worker has to draw the model."""
    moment = {"id": 0, "before": None, "label": "a model", "model": _model(4), "places": None}
    document = json.dumps({"moments": [moment], "now": 0, "formula": "K_a p"})
    storage = [{"origin": address.rstrip("/"), "localStorage": [{"name": "whoknows", "value": document}]}]
    page = chromium.new_page(storage_state={"cookies": [], "origins": storage})
    print(f"a stored document: first world on screen after {_first_world(page, address):.2f} s")
    page.close()


def _first_world(page, address):
    begun = time.perf_counter()
    page.goto(address)
    page.wait_for_selector(".world")
    return time.perf_counter() - begun


def _feel(page, size):
    """Print the times from pointer to highlight, from key to the worlds of a formula, and from key to a new picture."""
    page.evaluate("localStorage.clear()")
    buffer = json.dumps(_model(size)).encode()
    page.set_input_files("input[type=file]", {"name": "m.json", "mimeType": "application/json", "buffer": buffer})
    page.locator(".world").nth(size - 1).wait_for(timeout=30_000)
    page.get_by_role("textbox", name="Formula", exact=True).fill("K_a (p | ~p) & p")
    page.locator(".part").nth(6).wait_for(timeout=30_000)  # those of this formula, not of the one before
    hover = sorted(page.evaluate(HOVER, number) for number in [2, 0] * 10)
    typed = sorted(page.evaluate(TYPE, text) for text in FORMULAS * 2)
    print(
        f"  {size:2} worlds: hover to light p95 {_p95(hover):.1f} ms; typing to fill p95 {_p95(typed):.0f} ms, "
        f"median {typed[len(typed) // 2]:.0f} ms"
    )
    for name, model in (("", _model(size)), (" with classes of 4", _classes(size)), (" with arrows", _arrows(size))):
        buffer = json.dumps(model).encode()
        page.set_input_files("input[type=file]", {"name": "m.json", "mimeType": "application/json", "buffer": buffer})
        page.get_by_role("textbox", name="Name of this model").and_(page.locator("input")).wait_for()
        page.wait_for_timeout(1_000)
        page.locator(".world").first.press("Enter")
        drawn = sorted(page.evaluate(EDIT) for _ in range(20))
        print(
            f"  {size:2} worlds{name}: key to picture p95 {_p95(drawn):.0f} ms, median {drawn[len(drawn) // 2]:.0f} ms"
        )
        page.locator(".world").first.press("Escape")


def _model(size):
    names = [f"w{number}" for number in range(size)]
    half = [names[: size // 2], names[size // 2 :]]
    return {
        "whoknows": 1,
        "worlds": {name: ["p"] if number % 2 else [] for number, name in enumerate(names)},
        "actual": "w0",
        "relations": {"a": {"partition": half}, "b": {"partition": [[n] for n in names]}},
    }


def _classes(size):
    """A model where both agents have classes of four worlds, each agent different ones."""
    names = list(_model(size)["worlds"])
    fours = [names[start : start + 4] for start in range(0, size, 4)]
    return _model(size) | {
        "relations": {"a": {"partition": fours}, "b": {"partition": [list(row) for row in zip(*fours, strict=True)]}}
    }


def _arrows(size):
    """A model of two agents with one random arrow each from each world."""
    rng, names = Random(size), list(_model(size)["worlds"])
    arrows = {agent: {"edges": [[name, rng.choice(names)] for name in names]} for agent in "ab"}
    return _model(size) | {"relations": arrows}


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
"""JavaScript: milliseconds from the pointer on a subformula to the changed worlds in the document, before painting."""
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
"""JavaScript: milliseconds from a key to the typeset formula and its filled worlds in the document."""
EDIT = """async () => {
  const atom = [...document.querySelectorAll('.atoms button')].find((each) => each.textContent.trim() === 'p');
  const svg = document.querySelector('svg[role=group]');
  const drawn = new Promise((done) => {
    new MutationObserver((_, watch) => { watch.disconnect(); done(); })
      .observe(svg, { subtree: true, childList: true, characterData: true });
    setTimeout(done, 5000);
  });
  const begun = performance.now();
  atom.click();
  await drawn;
  return performance.now() - begun;
}"""
"""JavaScript: milliseconds from a key that changes an atom of the selected world to the new picture."""


def _browser():
    import shutil

    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
