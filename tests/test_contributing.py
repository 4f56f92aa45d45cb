"""What CONTRIBUTING.md says about the files of an operator is so."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
OPERATORS = PAGE.split("A new operator needs an entry")[1].split("\nA new puzzle")[0]
NEEDED = OPERATORS.split("It is then read,")[0]


def paths(text: str) -> set[str]:
    return set(re.findall(r"`([\w/]+\.py)`", text))


REASONS = {path for path in paths(NEEDED) if path.startswith("kripke/why/")}
THEORY = {"logic/reduction.py", "logic/operators.py"}
ALWAYS = paths(NEEDED) - REASONS - THEORY


def naming(operator: str) -> set[str]:
    """The modules that name the class of an operator in code."""
    name = re.compile(rf"\bf\.{operator}\b|^class {operator}\(|(?<![\w.`\"']){operator}(?=[(,)\[\] ]*[,)(]|$)", re.M)
    return {
        str(path.relative_to(ROOT))
        for package in ("logic", "kripke", "games", "learn", "studies", "viz", "whoknows")
        for path in (ROOT / package).rglob("*.py")
        if operator in (text := path.read_text(encoding="utf-8")) and name.search(text)
    }


def test_five_files_are_listed_and_all_files_exist() -> None:
    assert all((ROOT / path).is_file() for path in paths(OPERATORS))
    assert len(ALWAYS) + 1 + 1 == 5  # one of the reasons, one of the theory


def test_the_operator_that_repeats_another_is_named_in_these_files_alone() -> None:
    depth = {"kripke/plan/estimates.py", "kripke/plan/reasons.py", "kripke/space/demands.py"}  # how far it looks
    named = naming("EIterated") - depth
    assert named >= ALWAYS
    assert named - ALWAYS <= REASONS
    assert len(named) == 4  # and its number is read and written by logic/operators.py


def test_an_operator_that_the_prover_refuses_is_named_in_these_files_alone() -> None:
    said = {
        "kripke/prove/question/problem.py",
        "kripke/checking/engine/shifts.py",
        "kripke/prove/question/plausibility.py",
        "kripke/prove/face.py",
        "whoknows/cli/prove.py",
    }  # why one refuses it, that one lacks it
    named = naming("Bstrong") - said
    assert named >= ALWAYS
    assert named - ALWAYS <= REASONS | THEORY
    assert len(named) == 5


CLASS = """@clause(Modality("Ig"), "ignorance", keeps=(False,))
class Ig(OneAgent):
    agent: str
    sub: Formula


"""
TRUTH = """        case f.Ig(agent, phi):
            return worlds - t(f.Kw(agent, phi))
"""
OPERATION = """    f.Ig: lambda n, i: lambda m, v: m.domain ^ m.knows_whether(n.agent, v[i]),
"""
AXIOM = """KNOWLEDGE[f.Ig] = lambda box, goals: f.Not(KNOWLEDGE[f.Kw](box, goals))

"""
NEW = {
    "logic/clauses.py": {"LANGUAGE: tuple": CLASS},
    "kripke/semantics.py": {"        case f.C(group, phi):": TRUTH},
    "kripke/checking/program.py": {"    f.C: lambda n, i:": OPERATION},
    "kripke/why/knowledge_reasons.py": {"    f.C: common": "    f.Ig: knows_whether,\n"},
    "logic/reduction.py": {"BELIEF: ": AXIOM},
}
"""An operator of ignorance, ``Ig_a p``: agent a does not know whether p. Before which texts it is added, and what."""

USE = """
from random import Random
from kripke.change.actions.composition import compose
from kripke.models.kripke_model import KripkeModel
from kripke.models.symbolic_model import SymbolicModel
from kripke.prove.face import prove
from kripke.semantics import truth
from logic.errors import EpistemicError
from logic.transform import fragment
from logic.parser import parse
from logic.reduction import eliminate_announcements

f = parse("Ig_a p & ~Ig_b (p | Ig_a q)")
assert parse(f.to_latex()) == parse(f.to_ascii()) == parse(str(f)) == f
assert "ignorance" in str(fragment(f))
given = {"atoms": ["p", "q"], "observes": {"a": ["q"], "b": ["p"]}, "law": "p | q", "actual": {"p", "q"}}
cube, symbolic = KripkeModel.from_observations(**given), SymbolicModel(**given)
listed = cube.rename(worlds="short")
for g in (f, parse("Ig_a p"), parse("[p] Ig_a q"), parse("C Ig_a p"), parse("E^3 Ig_b q")):
    for model in (cube, listed):
        assert model.extension(g) == truth(model.to_networkx(), g), g
    assert symbolic.extension(g) == cube.extension(g)
    for model in (cube, symbolic):
        assert "the check finds it" not in str(model.explain(g))
reduced = eliminate_announcements("[p] Ig_a q")
assert "[" not in str(reduced) and cube.valid(f"({reduced}) <-> [p] Ig_a q")
try:
    prove("Ig_a p -> ~K_a p")
except EpistemicError as error:
    assert "Ig_a p: the prover does not decide" in str(error), error
else:
    raise AssertionError("proved")
"""


ORDERS = {
    "logic/clauses.py": {
        "LANGUAGE: tuple": """def _inside(content: Any, notation: str) -> tuple[str, ...]:
    return (" , ".join(["@" + name for name in content["action"]]),)


def _in_both_orders(node: InBothOrders) -> Formula:
    first, second = node.action
    return And(Act(first, Act(second, node.sub)), Act(second, Act(first, node.sub)))


@clause(Bracket(inside=_inside), ACTIONS, keeps=(True,), changes=True, means=_in_both_orders)
class InBothOrders(Formula):
    action: tuple[str, str]
    sub: Formula


""",
        "from logic.exact import": "from typing import Any\n",
    },
    "logic/formula.lark": {
        "    | ACTING choice{deed} box": "    | ORDERS box                             -> in_both_orders\n",
        "ACTION RUN RUN_DUAL": "ORDERS ",
    },
    "logic/tokens.py": {
        '    "ACTION": rf"': r"""    "ORDERS": rf"\[{BLANK}@{WORD}++{BLANK},{BLANK}@{WORD}++",
""",
        '    rf"(?:\\[|{_DIAMOND}){BLANK}(?:!': """    rf"\\[{BLANK}@{WORD}++{BLANK},{BLANK}@{WORD}++",
""",
        '"ANNOUNCED", "UPGRADED"),\n    "!"': '"ORDERS", ',
        "_READERS: dict": r"""def _orders(token: str) -> Meaning:
    return "ORDERS", tuple(name.strip(" @[") for name in token.split(","))


""",
        '    "ACTION": _action,': '    "ORDERS": _orders,\n',
    },
    "kripke/semantics.py": {
        "        case f.ActRun(_, tests, phi) | f.ActStar(_, tests, phi):": """\
        case f.InBothOrders((first, second), phi):
            return t(f.Act(first, f.Act(second, phi))) & t(f.Act(second, f.Act(first, phi)))
""",
    },
}
"""An operator of two actions, ``[@a , @b] p``: p holds after a, then b, and after b, then a."""

USE_ORDERS = r"""
from kripke.change.event import Event, EventModel
from kripke.models.kripke_model import KripkeModel
from kripke.models.symbolic_model import SymbolicModel
from kripke.prove.face import prove
from kripke.semantics import truth
from logic.errors import EpistemicError
from logic.transform import fragment
from logic.parser import parse
from logic.reduction import eliminate_announcements

f = parse("[@peek,@tell] (K_a p & ~K_b [@tell , @peek] q)")
assert parse(f.to_latex()) == parse(f.to_ascii()) == parse(str(f)) == f
assert f.to_ascii().startswith("[@peek , @tell] (")
assert f.actions == {"peek", "tell"} and "action model logic" in str(fragment(f))
given = {"atoms": ["p", "q"], "observes": {"a": ["q"], "b": ["p"]}, "law": "p | q", "actual": {"p", "q"}}
cube, symbolic = KripkeModel.from_observations(**given), SymbolicModel(**given)
listed = cube.rename(worlds="short")
blind = [(one, other) for one in "yn" for other in "yn"]
peek = EventModel({"y": Event("p"), "n": Event("~p")}, {"a": [("y", "y"), ("n", "n")], "b": blind})
tell = EventModel({"e": Event("q", post={"p": "q & K_b p"})}, {agent: [("e", "e")] for agent in "ab"}, "e")
actions = {"peek": peek, "tell": tell}
texts = "[@peek , @tell] K_a p", "[p] [@tell , @peek] K_a q", "C [@peek , @tell] ~Kw_b q", "~[@tell , @peek] ~p"
for g in (f, *map(parse, texts)):
    for model in (cube, listed):
        assert model.extension(g, actions=actions) == truth(model.to_networkx(), g, actions), g
    assert symbolic.extension(g, actions=actions) == cube.extension(g, actions=actions)
    for model in (cube, symbolic):
        assert "the check finds it" not in str(model.check(g, actions=actions).explain())
    prove(g, actions=actions)  # a countermodel is confirmed by the checker
why = cube.check("[@peek , @tell] K_a p", actions=actions).explain()
assert "[@peek] [@tell] K_a p ∧ [@tell] [@peek] K_a p" in str(why)
proof = prove("[@peek , @tell] K_a (p & q) <-> [@peek , @tell] K_a p & [@tell , @peek] K_a q", actions=actions)
proof.check()
assert proof.text() and proof.text("latex")
for refused in (lambda: eliminate_announcements("[p] [@peek , @tell] q"), proof.derivation):
    try:
        refused()
    except EpistemicError as error:
        assert "action" in str(error), error
    else:
        raise AssertionError("not refused")
"""


def copied(root: Path, entries: dict[str, dict[str, str]]) -> Path:
    """The language and the models with one operator more: in each file, entries before some of its texts."""
    for package in ("logic", "kripke"):
        shutil.copytree(ROOT / package, root / package, ignore=shutil.ignore_patterns("__pycache__", "*.nb?"))
    for path, added in entries.items():
        text = (root / path).read_text(encoding="utf-8")
        for before, entry in added.items():
            assert text.count(before) == 1, (path, before)
            text = text.replace(before, entry + before)
        (root / path).write_text(text, encoding="utf-8")
    return root


@pytest.mark.parametrize(
    ("entries", "use"),
    [
        pytest.param(NEW, USE, id="ignorance"),
        pytest.param(ORDERS, USE_ORDERS, id="orders", marks=pytest.mark.slow),
    ],
)
def test_an_operator_that_is_added_in_the_files_named_works_everywhere_or_is_refused(
    entries: dict[str, dict[str, str]], use: str, tmp_path: Path
) -> None:
    assert entries.keys() <= set(re.findall(r"`([\w/]+\.\w+)`", OPERATORS))
    assert len(entries) == (5 if entries is NEW else 4)
    done = subprocess.run(
        [sys.executable, "-c", use],
        cwd=copied(tmp_path, entries),
        capture_output=True,
        text=True,
        env={"PYTHONPATH": "."},
    )
    assert done.returncode == 0, done.stderr[-2000:]
