"""Every command reads every format: three files of each, written after the documentation of the format."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from warnings import catch_warnings

import pytest
from typer.testing import CliRunner, Result

from kripke.formats import dot
from viz.web.routes.files import Opened, opened
from whoknows import Model, bisimilar, load
from whoknows.cli.main import app

FILES = Path(__file__).parents[1] / "data" / "models"
GIVEN = {  # how the attributes of graphs are named
    "clusters.dot": {"agent": "label", "atoms": "p,q"},
    "undirected.dot": {"agent": "label", "atoms": "label", "close": "S5"},
    "defaults.graphml": {"agent": "who", "atoms": "colour", "close": "reflexive"},
    "networkx.graphml": {"atoms": "p,q"},
    "yed.graphml": {"agent": "label", "atoms": "label"},
    "edges.json": {"agent": "who", "atoms": "p", "close": "S5"},
    "blank.json": {"agent": "label", "atoms": "=p"},
}
TRUE = {  # the number of worlds where p is true, or rain, of how many, and the pairs of all agents
    "address.txt": (1, 2, 2), "agents.json": (1, 2, 6), "belief.model": (1, 2, 4), "blank.json": (2, 2, 3),
    "clusters.dot": (2, 3, 8), "defaults.graphml": (2, 3, 10), "deleted.playground": (1, 2, 2),
    "edges.json": (2, 3, 10),
    "links.json": (1, 2, 2), "list.json": (1, 2, 1), "networkx.graphml": (1, 2, 4), "pydot.gv": (1, 2, 4),
    "rain.model": (1, 2, 6), "several.model": (1, 3, 8), "states.json": (1, 2, 3), "three.txt": (2, 3, 3),
    "undirected.dot": (2, 3, 10), "yed.graphml": (2, 2, 3),
}  # fmt: skip
OPTION = {"agent": "--agent-from", "atoms": "--atoms-from", "close": "--close"}
COMMANDS = [
    ("check", 0, "{f}", "--everywhere"),
    ("where", 0, "{p}"),
    ("frames", 0),
    ("announce", 0, "{f}", "-o", "-"),
    ("update", 0, "EVENT", "-o", "-"),
    ("contract", 0, "-o", "-"),
    ("convert", 0, "--to", "model"),
    ("convert", 0, "-", "--engine", "symbolic"),
    ("draw", 0, "-o", "dot.dot", "--highlight", "{p}"),
    ("draw", 0, "-o", "dot.dot", "--compare", "SELF"),
    ("compare", 0, "SELF"),
]


def options_of(name: str) -> list[str]:
    return [word for key, value in GIVEN.get(name, {}).items() for word in (OPTION[key], value)]


def ask(*words: str | Path, given: str | None = None) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words], input=given, prog_name="whoknows")


def read(name: str) -> Model:
    with catch_warnings(action="ignore"):
        return load(FILES / name, **GIVEN.get(name, {}))


@pytest.mark.parametrize("name", sorted(path.name for path in FILES.iterdir()))
def test_each_file_is_the_model_that_its_format_means(name: str) -> None:
    model = read(name)
    atom = "rain" if name == "rain.model" else "p"
    pairs = sum(len(model.relations[agent]) for agent in model.agents)
    assert (model.count(atom), len(model), pairs) == TRUE[name]
    assert all(model[world] <= {"p", "q", "rain", "it rains"} for world in model)
    page = opened(Opened(name=name, text=(FILES / name).read_text(), **GIVEN.get(name, {})))
    assert page["model"] == model.to_dict()


QUICK = ("several.model", "three.txt", "agents.json", "edges.json", "yed.graphml", "clusters.dot")
"""One file of each format."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in QUICK else [pytest.mark.slow]) for name in sorted(TRUE)]
)
def test_each_command_reads_each_file_alike_and_from_standard_input(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(dot, "run_script", cache(dot.run_script))  # thirty commands read the same text
    model, graph = read(name), options_of(name)
    p, event = "rain" if name == "rain.model" else "p", tmp_path / "say.event"
    event.write_text(f"event say: pre {p} | ~{p}\nothers: say\n")
    for command, code, *words in COMMANDS:
        rest = [{"EVENT": str(event), "SELF": str(FILES / name)}.get(w, w.format(p=p, f=f"{p} | ~{p}")) for w in words]
        first = ask(command, FILES / name, *rest, *graph)
        assert first.exit_code == code, (command, first.stderr)
        assert "say.event" in first.stderr or not any(w in first.stderr for w in ("rror", "Traceback"))
        if "SELF" not in words:
            again = ask(command, "-", *rest, *graph, given=(FILES / name).read_text())
            assert again.stdout == first.stdout, command
    for kind in ("json", "model", "graphml"):
        written = ask("convert", FILES / name, f"copy.{kind}", *graph)
        assert written.exit_code == 0, written.stderr
        assert load(f"copy.{kind}") == model.rename(worlds=str)
        assert ask("draw", FILES / name, "--compare", f"copy.{kind}", *graph, "-o", "dot.dot").exit_code == 0
        assert ask("draw", f"copy.{kind}", "--compare", FILES / name, *graph, "-o", "dot.dot").exit_code == 0
        assert ask("compare", f"copy.{kind}", FILES / name, *graph).exit_code == 0
    holds = all(model.valid(f"K_{agent} {p} -> {p}") for agent in model.agents)
    agents = " & ".join(f"(K_{agent} x -> x)" for agent in model.agents)
    framed = ask("prove", agents, "--frame", FILES / name, *graph)
    reflexive = all("reflexive" in model.frame_properties(agent) for agent in model.agents)
    assert framed.exit_code == (0 if reflexive else 1), framed.stderr
    assert holds or not reflexive


def test_a_graph_without_atoms_is_a_frame(tmp_path: Path) -> None:
    path = tmp_path / "g.dot"
    path.write_text("digraph { u -> v [label=a]; v -> v [label=a] }")
    for closed, code in (([], 1), (["--close", "S5"], 0)):
        options = ["--agent-from", "label", *closed]
        assert ask("prove", "K_a p -> p", "--frame", path, *options).exit_code == code
        told = ask("frames", path, *options)
        assert ("S5" in told.stdout) == (code == 0), told.stderr
        assert "--atoms-from" in ask("check", path, "K_a p", *options).stderr
    assert "only graphml" in ask("prove", "p", "--frame", FILES / "rain.model", "--close", "S5").stderr


@pytest.mark.parametrize("option", ["--highlight", "--announce", "--explain"])
def test_formulas_of_pictures_are_read_as_those_of_questions(option: str, tmp_path: Path) -> None:
    model = FILES / "links.json"
    for words in ([option, "~Map"], [option, "-"]):
        drawn = ask("draw", model, *words, "-o", tmp_path / f"{option}.svg", given="~<> p")
        assert drawn.exit_code == 0, drawn.stderr
    assert "'Map' is read as M_a p" in ask("draw", model, option, "~Map", "-o", tmp_path / "x.svg").stderr


def test_a_problem_is_no_model_and_a_model_no_problem() -> None:
    problem = FILES.parent / "provers" / "five.p"
    for command in ("check", "where", "announce"):
        assert "which whoknows prove FILE reads" in ask(command, problem, "p").stderr
    for command in ("parse", "prove", "rewrite"):
        words = [FILES / "rain.model", *(["--to", "nnf"] if command == "rewrite" else [])]
        assert "a model: give it as MODEL" in ask(command, *words).stderr
    assert json.loads(ask("compare", FILES / "rain.model", FILES / "rain.model", "--json").stdout) == {
        "bisimilar": True
    }
    assert bisimilar(read("rain.model"), read("rain.model"))
