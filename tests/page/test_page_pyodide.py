"""Python 3.14 in WebAssembly, in Node: the answers of a static site are the server's; tests of small models pass."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest
from small_requests import REQUESTS

from kripke.data.errors import FileError
from viz.web import site as archives
from viz.web.answers import answer

SCRIPT = Path(__file__).with_name("pyodide.mjs")
HYPOTHESIS = archives.ForeignPart(
    "hypothesis-6.170.17-cp314-cp314-pyemscripten_2026_0_wasm32.whl", "hypothesis==6.170.17",
    "dc3512b8619b627c7feffac5937abe985fc49745c85335c1753e7d0738add85b",
)  # fmt: skip
SUITE = {
    "logic": "degree_hints formulas_500 notation operators parse_errors printer programs textbooks time tokens typed",
    "kripke": "beliefs_about_beliefs compose contexts event_file immutable laws",
    "prove": "prove_theorems prove_countermodels proof_checker fitch_hints hilbert hilbert_sound proof_extraction "
    "proof_reasons",
}
"""Tests of small models without processes, threads, decision diagrams, and what a site has of NumPy alone."""
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
def site(tmp_path_factory):
    """A folder with the archives of a site, and Hypothesis in them."""
    folder = tmp_path_factory.mktemp("site")
    if shutil.which("node") is None:
        pytest.skip("Node.js is not installed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(archives, "PARTS", (*archives.PARTS, HYPOTHESIS))
        try:
            files = archives.files_of_site(archives.parts())
        except FileError as error:
            pytest.skip(str(error))
    for name, content in files.items():
        if name.startswith(("pyodide/", "graphviz/")) or name.endswith(".zip"):
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_bytes(content)
    return folder


def node(*arguments):
    """What Node writes, which ends without an error."""
    done = subprocess.run(["node", "--stack-size=3000", SCRIPT, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def answers(site):
    """The answers of Node by the place of their request."""
    texts = [(route, json.dumps(body)) for route, body in (*DRAWN, *OTHERS)]  # JavaScript would sort names such as 10
    (site / "requests.json").write_text(json.dumps(texts))
    return [(status, json.loads(text)) for status, text in json.loads(node(site, site / "requests.json"))]


@pytest.mark.slow
def test_the_tests_of_small_models_pass(site):
    root, installed = (Path(file).parents[depth] for file, depth in ((__file__, 2), (pytest.__file__, 1)))
    files = [f"tests/{folder}/test_{name}.py" for folder, names in SUITE.items() for name in names.split()]
    assert "passed" in node(site, root, installed, *files)


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
