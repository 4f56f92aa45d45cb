"""Advice that reaches the command line is in its own terms: no functions, classes or arguments of Python."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

import whoknows
from logic.formula import Formula
from whoknows import KripkeModel, SymbolicModel
from whoknows.cli.main import app

ROOT = Path(__file__).parents[2]
COMMAND, PAGE = 1, 2
"""The arguments of `by_face` with their words."""
PUBLIC = {*whoknows.__all__, *dir(KripkeModel), *dir(SymbolicModel), *dir(Formula)}
CALLS = re.compile(r"(?<![\w@])(?:\w+\.)*(" + "|".join(name for name in PUBLIC if name[0] != "_" and name[1:]) + r")\(")
CLASSES = re.compile(r"\b(Kripke|Symbolic|Event)Model\b")
ARGUMENTS = re.compile(r"\b[a-z_]\w*=(\.\.\.|\[|\{|True|False|None|'|$)")
SAYING = (ast.Constant, ast.JoinedStr, ast.Expr, ast.Call)
"""What has to be looked at to find texts: a tenth of all nodes."""
MAY_SAY = re.compile(rf"""["'].*(?:{CALLS.pattern}|{CLASSES.pattern}|=[.[{{TFN'"\\])|\"{{3}}""")
DOCSTRING = re.compile(r'^ *r?"""[\s\S]*?"""$', re.MULTILINE)
"""A file is parsed, which takes seconds for all, if a line outside of its docstrings may name something of Python."""
SENTENCE = re.compile(r"[a-z]{2}[:;,]? [a-z]{2}")

WRONG_KIND = re.compile(r"expected (a|an|the) |^<|/\.style=")
"""A value of the wrong kind, which no command gives; the text of an object; TikZ."""

ONLY_IN_PYTHON = {
    "kripke/change/actions/composition.py": "compose",
    "kripke/change/update.py": "Model.update",
    "kripke/formats/modelfile.py": "KripkeModel.load; the command reads all models",
    "kripke/formats/registry.py": "SymbolicModel.load, and Model.save",
    "kripke/formats/symbolicfile.py": "SymbolicModel.load",
    "kripke/formats/model_table.py": "to_records, print(model)",
    "kripke/model_graphs.py": "the reference semantics",
    "kripke/models/changeable.py": "without",
    "kripke/models/exchange.py": "Model.load",
    "kripke/models/kripke_model.py": "submodel, and methods that explicit models lack",
    "kripke/models/symbolic_model.py": "rename, update(contract=True), and methods that symbolic models lack",
    "kripke/prove/proofs/forms/choices.py": "the end of a proof that is cut, which names the option too",
    "kripke/semantics.py": "the reference semantics",
    "kripke/puzzles/gossip.py": "a parameter of a puzzle, as the command takes it",
    "kripke/puzzles/what_sum.py": "a parameter of a puzzle, as the command takes it",
    "kripke/sameness/invariance.py": "unravelled",
    "kripke/symbolic/structures/beliefs.py": "believes=",
    "kripke/symbolic/laws/values.py": "variables=",
    "studies/environment.py": "environments",
    "studies/cheat/call_training.py": "an agent, as the command takes it",
    "studies/cheat/training.py": "an agent, as the command takes it",
    "kripke/time/system.py": "how a system is made and counted",
    "games/knowing/knower.py": "facts of a model",
    "viz/web/routes/files.py": "a script that the page exports",
}
"""Modules with advice for callers from Python, and about what; no command leads there."""


def template(node: ast.AST) -> str | None:
    """The text of a literal, with 7 in place of what is put into it."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "7" for part in node.values)
    return None


def words_for(call: ast.Call, face: int) -> list[ast.AST]:
    """The argument of `by_face` with the words for one of the faces."""
    return [node for arg in call.args[face : face + 1] for node in ast.walk(arg)]


def sentences(nodes: list[ast.AST], face: int) -> Iterator[str]:
    """The literals of a module that say something to the readers of a face, but not its docstrings."""
    said = [each.value for each in nodes if isinstance(each, ast.Expr)]
    parts = [part for each in nodes if isinstance(each, ast.JoinedStr) for part in ast.walk(each) if part is not each]
    calls = [each for each in nodes if isinstance(each, ast.Call) and getattr(each.func, "id", "") == "by_face"]
    others = [part for each in calls for other in {0, 1, 2} - {face} for part in words_for(each, other)]
    inner = {id(each) for each in (*said, *parts, *others)}
    yield from (text for each in nodes if id(each) not in inner and (text := template(each)) and SENTENCE.search(text))
    yield from (text for call in calls for each in words_for(call, face) if (text := template(each)))


def is_for_python(text: str) -> bool:
    """Whether a text names something of Python without saying so."""
    if WRONG_KIND.search(text) or " in Python" in text:
        return False
    return bool(CALLS.search(text) or CLASSES.search(text) or ARGUMENTS.search(text))


def test_advice_for_python_stands_where_only_users_of_python_read_it() -> None:
    left: dict[int, dict[str, list[str]]] = {COMMAND: {}, PAGE: {}}
    for package in ("logic", "kripke", "games", "learn", "studies", "viz"):
        for path in sorted((ROOT / package).rglob("*.py")):
            if not MAY_SAY.search(DOCSTRING.sub("", text := path.read_text())):
                continue
            nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, SAYING)]
            for face, found in left.items():
                if texts := [text for text in sentences(nodes, face) if is_for_python(text)]:
                    found[str(path.relative_to(ROOT))] = texts
    for found in left.values():
        assert set(found) == set(ONLY_IN_PYTHON), found


@pytest.mark.parametrize("missing", ["atoms", "agent"])
def test_graphml_without_an_attribute_is_refused_without_python(missing: str, tmp_path: Path) -> None:
    atoms = '<data key="d0">p</data>' if missing == "agent" else ""
    key = '<key id="d0" for="node" attr.name="atoms" attr.type="string"/>'
    body = f'<node id="n0">{atoms}</node><edge source="n0" target="n0"/>'
    (tmp_path / "m.graphml").write_text(f'<graphml>{key}<graph edgedefault="directed">{body}</graph></graphml>')
    done = CliRunner().invoke(app, ["check", str(tmp_path / "m.graphml"), "p"], prog_name="whoknows")
    option = "--agent-from" if missing == "agent" else "--atoms-from"
    assert f"no attribute '{missing}'; " in done.stderr
    assert f" by {option} ATTRIBUTE" in done.stderr
    assert done.stderr.strip().endswith(f" by {option} '=a'" if missing == "agent" else f" by {option} '=p,q'")


GRAPH = """<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="l" for="edge" attr.name="who" attr.type="string"/><key id="n" for="node" attr.name="facts" attr.type="string"/>
<graph edgedefault="directed"><node id="w"><data key="n">p</data></node><node id="v"><data key="n">q</data></node>
<edge source="w" target="v"><data key="l">ann</data></edge></graph></graphml>"""
NAMED = ("--agent-from", "who", "--atoms-from", "facts")


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("check", "GRAPH", "K_ann q & p", "--at", "w", *NAMED), 0, "true"),
        (("check", "GRAPH", "K_bob p", "--at", "w", "--agent-from", "=bob", "--atoms-from", "=p"), 0, "true"),
        (("where", "GRAPH", "K_ann q & p", *NAMED), 0, "w"),
        (("frames", "GRAPH", *NAMED), 0, "ann: "),
        (("convert", "GRAPH", "--to", "json", *NAMED), 0, '"ann"'),
        (("announce", "GRAPH", "p | q", "--at", "w", *NAMED), 0, ""),
        (("contract", "GRAPH", "--at", "w", *NAMED), 0, ""),
        (("draw", "GRAPH", *NAMED), 0, "<svg"),
        (("prove", "K_ann p -> p", "--frame", "GRAPH", *NAMED), 1, "not valid"),
        (
            ("check", "puzzle:hexa", "anne=red", *NAMED),
            2,
            "--agent-from 'who' and --atoms-from 'facts': only graphml, dot and node-link have",
        ),
        (("check", "GRAPH", "p", "--at", "w"), 2, "only 'facts'"),  # the last command's attributes are forgotten
    ],
)
def test_the_attributes_of_graphml_are_named_on_the_command_line(
    arguments: tuple[str, ...], code: int, says: str, tmp_path: Path
) -> None:
    path = tmp_path / "g.graphml"
    path.write_text(GRAPH)
    done = CliRunner().invoke(app, [str(path) if each == "GRAPH" else each for each in arguments], prog_name="whoknows")
    assert done.exit_code == code, done.output
    assert says in done.output


LABELLED = "graph { edge [label=ann]; node [p=true]; w -- v; v [p=false] }"
OPTIONS = ("--agent-from", "label", "--atoms-from", "p")


@pytest.mark.parametrize("arguments", [("check", "G", "K_ann p", "--at", "v"), ("convert", "G", "--to", "model")])
def test_an_undirected_edge_without_loops_warns_at_once_until_the_relations_are_closed(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "g.dot").write_text(LABELLED)
    given = [str(tmp_path / "g.dot") if each == "G" else each for each in (*arguments, *OPTIONS)]
    done = CliRunner().invoke(app, given, prog_name="whoknows")
    assert "warning: " in done.stderr
    assert "'w' to others, and it has no loop" in done.stderr
    assert done.stderr.strip().endswith("; --close S5 adds loops")
    assert done.stderr.count("\n") == 1
    closed = CliRunner().invoke(app, [*given, "--close", "S5"], prog_name="whoknows")
    assert closed.stderr == ""
    assert closed.output != done.stdout


@pytest.mark.parametrize(
    ("first", "second", "code", "says"),
    [
        ("g.dot", "m.json", 0, "<svg"),
        ("m.json", "g.dot", 0, "<svg"),
        ("puzzle:hexa", "g.dot", 2, "vocabular"),
        (
            "m.json",
            "m.json",
            2,
            "m.json: --agent-from 'label' and --atoms-from '=': only graphml, dot and node-link have",
        ),
        (
            "m.json",
            "puzzle:hexa",
            2,
            "hexa: --agent-from 'label' and --atoms-from '=': only graphml, dot and node-link have",
        ),
    ],
)
def test_options_for_graphs_are_for_the_graphs_among_two_models(
    first: str, second: str, code: int, says: str, tmp_path: Path
) -> None:
    (tmp_path / "g.dot").write_text("digraph { w -> w [label=ann] }")
    (tmp_path / "m.json").write_text(
        '{"whoknows": 1, "worlds": {"u": []}, "relations": {"ann": {"partition": [["u"]]}}}'
    )
    paths = [name if name.startswith("puzzle") else str(tmp_path / name) for name in (first, second)]
    given = ("draw", paths[0], "--compare", paths[1], "--agent-from", "label", "--atoms-from", "=")
    done = CliRunner().invoke(app, given, prog_name="whoknows")
    assert done.exit_code == code, done.output
    assert says in done.output


def test_the_hint_of_json_output_is_for_the_command_line() -> None:
    done = CliRunner().invoke(app, ["check", "puzzle:hexa", "M, u |= p", "--json"])
    assert "--at u" in json.loads(done.stdout)["error"]["hint"]
