"""Python in WebAssembly, with the archives of a static site, gives the server's answers about small models; in Node."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest
from small_requests import REQUESTS

from kripke.data.errors import FileError
from viz.web.answers import answer
from viz.web.site import files_of_site, parts

SCRIPT = Path(__file__).with_name("pyodide_answers.mjs")
TWO = {
    "whoknows": 1,
    "worlds": {"w": ["p"], "v": []},
    "actual": "w",
    "relations": {a: {"partition": [["w", "v"]]} for a in "ab"},
}
DEEP = [
    *(operator * (3_990 // len(operator)) + "p" for operator in ("K_a ", "Kw_a ")),
    *(operator * 490 + "p" for operator in ("~~", "~M_a ", "p -> ", "[p]", "<p>", "E_{a,b} ", "C_{a,b} ", "D_{a,b} ")),
    *("(" + joined * 490 + "p" + ")" * 491 for joined in ("p <-> (", "p & (", "p | (")),
]
"""Formulas of 490 to 990 operators around one another, and of 980 to 1,000 parts, for the recursion of C."""
RNG = Random(8)
DENSE = [
    {a: {"edges": [[RNG.choice("stuvwxyz") for _ in "--"] for _ in range(25)]} for a in agents}
    for agents in ("a", "ab")
]
DRAWN = [
    *(each for each in REQUESTS if each[0] == "picture"),
    *(
        ("picture", {"model": {"whoknows": 1, "worlds": {w: [] for w in "stuvwxyz"}, "actual": "s", "relations": each}})
        for each in DENSE
    ),
]
OTHERS = [
    *(each for each in REQUESTS if each[0] != "picture" and each[1].get("format") not in ("svg", "tikz")),
    *((route, {"model": TWO, "formula": text}) for text in DEEP for route in ("formula", "reasons")),
    *(("change", {"model": TWO, "change": {"kind": "announce", "formula": text}}) for text in DEEP),
]


def expected(route, body):
    status, content = answer(route, json.dumps(body).encode())
    return status, json.loads(content)


def compared(content):
    """An answer, and of an SVG text its texts alone: another version of Graphviz has made it."""
    if content.get("svg"):
        return content | {"svg": sorted(re.findall(r">([^<]+)</text>", content["svg"]))}
    return content


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    """The answers of Node by the place of their request."""
    folder = tmp_path_factory.mktemp("site")
    if shutil.which("node") is None:
        pytest.skip("Node.js is not installed")
    try:
        files = files_of_site(parts())
    except FileError as error:
        pytest.skip(str(error))
    for name, content in files.items():
        if name.startswith(("pyodide/", "graphviz/")) or name.endswith(".zip"):
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_bytes(content)
    texts = [(route, json.dumps(body)) for route, body in (*DRAWN, *OTHERS)]  # JavaScript would sort names such as 10
    (folder / "requests.json").write_text(json.dumps(texts))
    command = ["node", SCRIPT, folder, folder / "requests.json"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return [(status, json.loads(text)) for status, text in json.loads(done.stdout)]


@pytest.mark.slow
def test_answers_without_places_are_the_servers(answers):
    for request, (status, content) in zip(OTHERS, answers[len(DRAWN) :], strict=True):
        usual_status, usual = expected(*request)
        assert (status, compared(content)) == (usual_status, compared(usual)), request
        assert request[1].get("model") is not TWO or content.get("error") in (None, "Error"), content


def overlap(one, other):
    """Whether two boxes overlap by more than a point."""
    return all(
        abs(one[middle] - other[middle]) + 1 < (one[side] + other[side]) / 2
        for middle, side in (("x", "width"), ("y", "height"))
    )


@pytest.mark.slow
def test_pictures_show_the_same_and_no_worlds_overlap(answers):
    for request, (status, content) in zip(DRAWN, answers, strict=False):
        _, usual = expected(*request)
        assert status == 200
        for name in ("model", "notes", "frames", "sees", "strokes", "round"):
            assert content[name] == usual[name]
        shown = ("source", "target", "kind", "agents", "labelWidth")
        assert [[link[each] for each in shown] for link in content["links"]] == [
            [link[each] for each in shown] for link in usual["links"]
        ]
        worlds = content["worlds"]
        assert not [(a, b) for i, a in enumerate(worlds) for b in worlds[:i] if overlap(a, b)]
        for world, box in zip(worlds, usual["worlds"], strict=True):
            assert abs(world["width"] - box["width"]) < 0.1 * box["width"], request
