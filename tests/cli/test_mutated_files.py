"""Files with random mistakes are read or refused with a message: nothing hangs, runs code or shows a traceback."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import networkx as nx
import pytest
from effort import seeds
from typer.testing import CliRunner

from games.playing.arena import run
from games.playing.match import Lineup, Setup
from kripke.models.kripke_model import KripkeModel
from kripke.models.symbolic_model import SymbolicModel
from whoknows.cli.main import app
from whoknows.cli.start import LONGEST_NUMBER

LONG = 90_000
"""Characters of the longest pieces: files stay below 100 kB."""
LONGEST_FILE = 100_000
NUMBERS = ["1e999999999", "-1e999999999", "9" * LONG, "NaN", "Infinity", "-1", "1.5", "1000000000000", "1/0", "1e-320"]
TEXTS = ["", r"\u0000", r"\ud800", "x" * LONG, "(" * LONG, "~" * LONG + "p", "K_a " * 20_000 + "p", "[p?{" * 20_000]
TEXTS += [
    "p -> " * 15_000 + "p",
    "(p & " * 15_000,
    "B_a>=1e999999999 p",
    f"B_a>={'9' * 40_000}/7 p",
    "{" * LONG,
    "_" * LONG,
]
VALUES = ["true", "null", "[]", "{}", "[" * 40_000 + "]" * 40_000, '{"a":' * 15_000 + "1" + "}" * 15_000]
HOSTILE = [*NUMBERS, *VALUES, *[f'"{each}"' for each in (*NUMBERS, *TEXTS)]]
SIGNS = ["\0", "{", "}", "[", "]", '"', ",", ":", "\\", "<!--", "&x;", "]]>", "--", "#", "|", "é"]

MODEL = {
    "whoknows": 1,
    "worlds": {"w1": ["p"], "w2": [], "w3": ["q"]},
    "actual": "w1",
    "relations": {
        "a": {"partition": [["w1", "w2"], ["w3"]]},
        "b": {"edges": [["w1", "w1"], ["w2", "w2"], ["w3", "w2"]]},
    },
    "weights": {"a": {"w1": "1/2", "w2": 0.5, "w3": 1}},
    "threshold": {"a": 0.3},
}
RANKS = {
    "whoknows": 1,
    "worlds": {"w1": ["p"], "w2": []},
    "relations": {"a": {"partition": [["w1", "w2"]]}, "b": {"members": [[["w1", "w2"], ["w2"]]]}},
    "ranks": {"a": {"w1": 0, "w2": 12}},
}
EVENT = {
    "whoknows": 1,
    "events": {"e": {"pre": "p", "post": {"q": "true"}}, "f": {"pre": "~p"}},
    "actual": "e",
    "relations": {"a": {"partition": [["e"], ["f"]]}, "b": {"members": [[["e", "f"], ["f"]]]}},
    "weights": {"a": {"e": 0.5, "f": "1/3"}},
}
EVENTS = """event heads: pre p
event tails: pre ~p; q := true
actual: heads
a: heads | tails
b: heads -> tails, tails -> tails
weights a: heads 1/2, tails 0.5
"""
TEXT = """# a comment
* w1: p q
w2: has(ann, 3)
"w 3":
a: w1 w2 | "w 3"
b: w1 -> w2 | w2 "w 3" -> w2
"""
DOT = """graph rain {
edge [label="a"]; node [p=true]
w1; w2 [q=true]; subgraph cluster_1 { w1:n -- w2; w3 [p=false] }
w2 -- w3 [label="a, b"] // a comment
}
"""
SMCDEL = """VARS 1,2,3
LAW OR(1,2,3)
OBS alice: 2,3
    bob: 1,3
VALID? alice knows whether 1
WHERE? [! (1|2) ] AND(bob knows that 1, ~ 2)
TRUE? {1,2} alice knows that 2
"""
STATES = {
    "states": {
        "w": {"assignment": {"p": True, "q": False}, "successors": {"a": ["w", "v"]}},
        "v": {"assignment": ["q"], "successors": {"a": ["v"], "b": []}},
    },
    "actual": "w",
}
PROBLEM = """% a comment
tff(s,logic,$modal == [$terms == $local, $modalities == [$modal_system_S4, [#b] == [$modal_axiom_K, $modal_axiom_T]]]).
tff(t,type,p: $o).
tff(a,axiom-local,{$box(#a)} @ ((p | q | r)), file('a', b)).
tff(c,conjecture,([#b] <#a> p <=> ('q 1' & ~ $true))).
"""
KSP = """set(box 1, ref, trans).
usable(formulas).
box 1 (p -> [2] q) <- dia 2 p.
end_of_list.
sos(formulas).
<1> ~p | q & r.
end_of_list.
"""
COMMANDS = {
    "graph.json": [["check", "graph.json", "K_a p"], ["convert", "graph.json", "o.graphml"]],
    "states.json": [["check", "states.json", "K_a p"], ["convert", "states.json", "o.graphml"]],
    "string.txt": [["check", "string.txt", "[]p"], ["convert", "string.txt", "o.graphml"]],
    "problem.p": [["prove", "problem.p", "--time", "5"], ["check", "rain.model", "problem.p"]],
    "problem.ksp": [["prove", "problem.ksp", "--satisfiable", "--time", "5"], ["parse", "problem.ksp"]],
    "model.json": [["check", "model.json", "K_a p"], ["convert", "model.json", "o.graphml"], ["frames", "model.json"]],
    "ranks.json": [["check", "ranks.json", "B_a p", "--explain"], ["contract", "ranks.json"]],
    "event.json": [["update", "model.json", "event.json"], ["convert", "event.json", "o.event"]],
    "peek.event": [["update", "model.json", "peek.event"], ["update", "symbolic.json", "peek.event"]],
    "model.smcdel.txt": [["check", "model.smcdel.txt"], ["where", "model.smcdel.txt", "true"]],
    "model.graphml": [["check", "model.graphml", "K_a p"], ["draw", "model.graphml", "-o", "o.dot"]],
    "rain.gv": [["check", "rain.gv", "K_a p", "--atoms-from", "p,q", "--agent-from", "label", "--close", "S5"]],
    "rain.model": [["check", "rain.model", "K_a p"], ["convert", "rain.model", "o.graphml"]],
    "symbolic.json": [["check", "symbolic.json", "K_a p"]],
    "games.jsonl": [
        ["replay", "games.jsonl"],
        ["replay", "games.jsonl", "--moves-only"],
        ["ask", "games.jsonl", "true"],
    ],
    "results.jsonl": [["match", "bluff_poker", "--agents", "random", "source(k=0.3)", "--games", "4", "--seed", "3"]],
}
COMMANDS["results.jsonl"][0] += ["--jobs", "1", "--out", "results.jsonl"]


@pytest.fixture(scope="module")
def valid(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a valid file of each format."""
    folder = tmp_path_factory.mktemp("valid")
    for name, data in (("model", MODEL), ("ranks", RANKS), ("event", EVENT)):
        (folder / f"{name}.json").write_text(json.dumps(data, indent=1))
    (folder / "peek.event").write_text(EVENTS)
    (folder / "model.smcdel.txt").write_text(SMCDEL)
    (folder / "rain.model").write_text(TEXT)
    (folder / "rain.gv").write_text(DOT)
    (folder / "states.json").write_text(json.dumps(STATES, indent=1))
    (folder / "string.txt").write_text("AqS0,2;;Ap,qS;")
    (folder / "problem.p").write_text(PROBLEM)
    (folder / "problem.ksp").write_text(KSP)
    graph = KripkeModel.load(folder / "model.json").to_networkx()
    data = nx.node_link_data(graph)
    text = json.dumps(data, default=lambda value: [*value] if isinstance(value, frozenset) else str(value))
    (folder / "graph.json").write_text(text)
    KripkeModel.load(folder / "model.json").save(folder / "model.graphml")
    SymbolicModel(["p", "q", "r"], "p | q & r", {"a": ["p"], "b": ["r ^ p"]}, {"p"}).save(folder / "symbolic.json")
    setup = Setup("bluff_poker", Lineup(("random", "source(k=0.3)")), {}, 3)
    run(setup, 2, out=folder / "results.jsonl", records=folder / "games.jsonl", jobs=1)
    return folder


@pytest.fixture(autouse=True)
def numbers_are_read_as_the_command_reads_them() -> Iterator[None]:
    usual = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(LONGEST_NUMBER)
    yield
    sys.set_int_max_str_digits(usual)


def mutated(text: str, rng: Random) -> str:
    """The text with a few mistakes."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        start = rng.randrange(len(text))
        piece = text[start : start + rng.randrange(1, 60)]
        found = list(re.finditer(rng.choice((r"-?\d+(?:[./]\d+)?", r'"[^"\n]*"', r"\w+|[^\w\s]")), text))
        kind = rng.randrange(5)
        if kind == 0:
            text = text[:start] + text[start + len(piece) :]
        elif kind == 1:
            text = text[:start] + rng.choice(SIGNS) + text[start:]
        elif kind == 2:
            text = text[:start] + piece * rng.choice((2, 50, LONG // len(piece))) + text[start:]
        elif found:
            one, other = rng.choice(found), rng.choice(found)
            value = rng.choice(HOSTILE) if kind == 3 else other[0]
            value = value.strip('"') if not one[0].startswith('"') and rng.random() < 0.5 else value
            text = text[: one.start()] + value + text[one.end() :]
        text = text[:LONGEST_FILE] or "x"
    return text


@pytest.mark.parametrize("seed", seeds(10, 2_000))
def test_a_file_with_random_mistakes_is_read_or_refused(seed: int, valid: Path, tmp_path: Path) -> None:
    rng = Random(seed)
    name = sorted(COMMANDS)[seed % len(COMMANDS)]
    for file in valid.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    text = mutated((valid / name).read_text(encoding="utf-8"), rng)
    if rng.random() < 0.8:
        text = re.sub(r',"crc":"\w+"', "", text)  # otherwise hardly any line is read further
    (tmp_path / name).write_text(text, encoding="utf-8", errors="replace")
    names = {each.name for each in tmp_path.iterdir()} | {"o.graphml", "o.event", "o.dot"}
    command = [str(tmp_path / each) if each in names else each for each in rng.choice(COMMANDS[name])]
    result = CliRunner().invoke(app, command, prog_name="whoknows")
    assert result.exit_code in (0, 1, 2, 3), result.stderr
    assert isinstance(result.exception, SystemExit | None)
    assert "fault in whoknows" not in result.stderr
    assert len(result.stderr) < 20_000
