"""Installable packages of others: their answers to random questions compared with ours.

``PEERS`` is the path of a Python that has `PACKAGES`, in a separate environment because one of them overwrites Lark.
"""

import json
import os
import subprocess
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import islice
from random import Random
from typing import Any

import networkx as nx

from benchmarks.fitch import plain, random_modal, valid_formulas
from benchmarks.measure import best, table
from kripke.models.kripke_model import KripkeModel
from kripke.prove.answers import Proof
from kripke.sameness.invariance import quotient
from kripke.time.system import System
from logic.clauses import AF, AG, AU, AX, EF, EG, EU, EX, And, Atom, Iff, Implies, K, M, Not, Or
from logic.formula import Formula
from whoknows import prove

PEERS = os.environ.get("PEERS")
PACKAGES = (
    "nd-prover==3.2.0 flakepl==0.3.1 epistemictree==0.3 tree-sitter==0.21.3 setuptools==80.9.0 prompt_toolkit==3.0.52 "
    "bispy==0.2.2 pyModelChecking==1.3.4 model-checker==1.4.1"
)
"""The packages; the last three are undeclared dependencies of epistemictree."""

ND_PROVER = """
from time import process_time
import nd_prover
def best(logic, formula):
    times = []
    for _ in range(3):
        begun = process_time()
        status = nd_prover.check_validity(logic, [], formula).status
        times.append(process_time() - begun)
    return [status, min(times)]
answers = [best(getattr(nd_prover, logic), nd_prover.parse_formula(text)) for logic, text in asked]
"""

EPISTEMICTREE = """
import os
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
import epistemictree
os.chdir(Path(epistemictree.__file__).parent)
from epistemictree import rules
answers = []
for system, text in asked:
    try:
        with redirect_stdout(StringIO()) as said:
            rules.epistemic_tableau([text], system, None, False)
        told = said.getvalue().split(">")[-1].strip()
        answers.append({"T": "one", "F": "none"}.get(told[:1], "not read"))
    except RecursionError:
        answers.append("no answer")
"""

BISPY = """
import bispy, networkx
answers = []
for nodes, edges, labels in asked:
    graph = networkx.DiGraph(edges)
    graph.add_nodes_from(range(nodes))
    of = {}
    for method in bispy.Algorithms:
        try:
            of[method.name] = bispy.compute_maximum_bisimulation(graph.copy(), [tuple(each) for each in labels], method)
        except Exception as error:
            of[method.name] = type(error).__name__
    answers.append(of)
"""

FLAKEPL = """
from flakepl import *
from flake.explorer import explore_many_with
from flake.runtime import SystemTransition
def built(name, *parts):
    if name in ("Atom", "K"):
        return (Atom if name == "Atom" else K)(parts[0], *[built(*each) for each in parts[1:]])
    made = {"AX": X, "AF": F, "AG": G, "AU": U, "Not": Not, "And": And, "Or": Or}[name]
    return made(*[built(*each) for each in parts])
answers = []
for edges, p, q, formulas in asked:
    def at(s):
        agents = [Agent.create(name, stop(), {"sees": seen[s]}) for name, seen in (("a", p), ("b", q))]
        return Configuration(GlobalState.from_dict({"s": s}), tuple(agents))
    every = [at(s) for s in range(len(p))]
    def steps(source):
        return [SystemTransition(source, Tau(), at(t)) for s, t in edges if s == source.state.get("s")]
    model = EpistemicModel.from_state_space(
        explore_many_with(every, steps),
        {"a": observe_local_state(), "b": observe_local_state()},
        every[0],
        {"p": lambda c: p[c.state.get("s")], "q": lambda c: q[c.state.get("s")]},
    )
    answers.append([[s for s, world in enumerate(every) if model.check(built(*each), world)] for each in formulas])
"""

PY_MODEL_CHECKING = """
from pyModelChecking import Kripke, CTL
def built(name, *parts):
    return parts[0] if name == "Atom" else getattr(CTL, name)(*[built(*each) for each in parts])
answers = []
for edges, p, q, formulas in asked:
    states = range(len(p))
    marks = {s: {name for name, seen in (("p", p), ("q", q)) if seen[s]} for s in states}
    model = Kripke(S=states, S0=states, R=[tuple(edge) for edge in edges], L=marks)
    answers.append([sorted(CTL.modelcheck(model, built(*each))) for each in formulas])
"""

MODEL_CHECKER = """
from model_checker import ModelConstraints, Syntax
from model_checker.theory_lib.logos.operators import LogosOperatorRegistry
from model_checker.theory_lib.logos.semantic import LogosModelStructure, LogosProposition, LogosSemantics
registry = LogosOperatorRegistry()
registry.load_subtheories(["extensional", "modal"])
settings = dict(N=4, contingent=False, non_null=True, non_empty=True, disjoint=False, max_time=20, iterate=1)
answers = []
for text in asked:
    syntax = Syntax([], [text], registry.get_operators())
    parts = ModelConstraints(settings, syntax, LogosSemantics(settings), LogosProposition)
    found = LogosModelStructure(parts, settings)
    answers.append("time" if found.timeout else "invalid" if found.z3_model_status else "valid")
"""


def ask(program: str, asked: Sequence[Any]) -> list[Any]:
    """The answers of a program that reads the questions as ``asked`` and sets ``answers``, run in `PEERS`."""
    whole = f"import json, sys\nasked = json.load(sys.stdin)\n{program}\nprint(json.dumps(answers))"
    command = [str(PEERS), "-W", "ignore", "-c", whole]
    done = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{PEERS}: exit code {done.returncode}; expected a Python with {PACKAGES}\n{done.stderr}")
    return list(json.loads(done.stdout.splitlines()[-1]))


def nd_prover(count: int) -> tuple[Counter[str], float, float]:
    """The frequency of each pair of verdicts on random formulas of four logics, and the mean milliseconds of both."""
    rng, asked = Random(3), []
    for logic in ("K", "T", "S4", "S5"):
        asked += [(logic, answer.formula) for answer in islice(valid_formulas(logic, "a", False), count // 2)]
        asked += [(logic, random_modal(rng, rng.randint(5, 14), "a", [K, K, M])) for _ in range(count // 2)]
    theirs = ask(ND_PROVER, [(logic, plain(formula)) for logic, formula in asked])
    ours = [best(lambda each=each: isinstance(prove(each[1], each[0]), Proof), 3) for each in asked]
    pairs = Counter(
        f"{their}, {'valid' if our else 'invalid'}" for (their, _), (_, our) in zip(theirs, ours, strict=True)
    )
    return pairs, *(sum(times) / len(asked) * 1e3 for times in ([t for _, t in theirs], [t for t, _ in ours]))


def signed(formula: Formula, signs: Mapping[type[Formula], str]) -> str:
    """The formula with these symbols, and parentheses around binary operands."""
    if isinstance(formula, Atom):
        return str(formula.name)
    inside = [
        f"({text})" if len(each.children) == 2 else text for each in formula.children for text in [signed(each, signs)]
    ]
    sign = signs[type(formula)].format(getattr(formula, "agent", ""))
    return sign + inside[0] if len(inside) == 1 else sign.join(inside)


def random_formula(rng: Random, size: int, unary: Sequence[Callable[..., Formula]], binary: Sequence[Any]) -> Formula:
    """A random formula of p, q and these operators."""
    if size <= 1:
        return Atom(rng.choice("pq"))
    if size == 2 or rng.random() < 0.5:
        return rng.choice(unary)(random_formula(rng, size - 1, unary, binary))
    left = rng.randint(1, size - 2)
    parts = [random_formula(rng, each, unary, binary) for each in (left, size - 1 - left)]
    return rng.choice(binary)(*parts)


def epistemictree(count: int) -> Counter[tuple[str, str, str]]:
    """How often `count` formulas in each logic are satisfiable, counted by logic, their answer and ours."""
    rng = Random(4)
    knows = [Not, partial(K, "a"), partial(K, "b")]
    asked = [
        (logic, random_formula(rng, rng.randint(4, 9), knows, [And, Or, Implies]))
        for logic in ("K", "T")
        for _ in range(count)
    ]
    signs = {Not: "-", K: "K{}", And: "&&", Or: "||", Implies: "=>"}
    # It takes an outer pair of brackets away, and has no rule for two negations.
    texts = [f"({signed(formula, signs).replace('--', '')})" for _, formula in asked]
    theirs = ask(
        EPISTEMICTREE, [({"K": "k", "T": "kt"}[logic], text) for (logic, _), text in zip(asked, texts, strict=True)]
    )
    return Counter(
        (logic, their, "none" if prove(Not(formula), logic).valid else "one")
        for (logic, formula), their in zip(asked, theirs, strict=True)
    )


def model_checker(count: int) -> Counter[tuple[str, str]]:
    """The frequency of each pair of verdicts (theirs, ours) on 2 * `count` formulas of S5, with K as necessity."""
    rng = Random(5)
    asked = [answer.formula for answer in islice(valid_formulas("S5", "a", False), count)]
    asked += [random_modal(rng, rng.randint(5, 14), "a", [K, K, M]) for _ in range(count)]
    signs = {
        Not: r"\neg ",
        K: r"\Box ",
        M: r"\Diamond ",
        And: r" \wedge ",
        Or: r" \vee ",
        Implies: r" \rightarrow ",
        Iff: r" \leftrightarrow ",
    }
    texts = [f"({text})" if len(each.children) == 2 else text for each in asked for text in [signed(each, signs)]]
    ours = ["valid" if prove(each, "S5").valid else "invalid" for each in asked]
    return Counter(zip(ask(MODEL_CHECKER, texts), ours, strict=True))


def bispy(count: int) -> Counter[tuple[str, bool]]:
    """How often each method's largest bisimulation on `count` graphs equals ours, counted by method and equality."""
    asked, ours = [], []
    for seed in range(count):
        rng = Random(seed)
        nodes = range(rng.randint(2, 7))
        edges = [(i, j) for i in nodes for j in nodes if rng.random() < 0.3]
        p = [node for node in nodes if rng.random() < 0.5]
        asked.append((len(nodes), edges, [part for part in (p, [node for node in nodes if node not in p]) if part]))
        model = KripkeModel({node: {"p"} if node in p else set() for node in nodes}, {"a": edges}, atoms=["p"])
        blocks: dict[int, set[int]] = {}
        for node, block in enumerate(quotient(model.structure).places.tolist()):
            blocks.setdefault(block, set()).add(node)
        ours.append({frozenset(block) for block in blocks.values()})
    told: Counter[tuple[str, bool]] = Counter()
    for their, our in zip(ask(BISPY, asked), ours, strict=True):
        told.update(
            (name, not isinstance(parts, str) and set(map(frozenset, parts)) == our) for name, parts in their.items()
        )
    return told


def as_tree(formula: Formula) -> list[Any]:
    """The formula as nested lists: operator, name or agent, operands."""
    match formula:
        case Atom(name):
            return ["Atom", name]
        case K(agent, sub):
            return ["K", agent, as_tree(sub)]
    return [type(formula).__name__, *map(as_tree, formula.children)]


def on_systems(program: str, unary: Sequence[Callable[..., Formula]], binary: Sequence[Any], count: int) -> int:
    """On how many of ten formulas on each of `count` random systems a peer's extension differs from ours."""
    asked, ours = [], []
    for seed in range(count):
        rng = Random(seed)
        states = range(rng.randint(2, 6))
        graph = nx.DiGraph([(s, t) for s in states for t in states if t == (s + 1) % len(states) or rng.random() < 0.2])
        p, q = ([rng.random() < 0.5 for _ in states] for _ in "pq")
        formulas = [random_formula(rng, rng.randint(2, 8), unary, binary) for _ in range(10)]
        asked.append((list(graph.edges), p, q, [as_tree(each) for each in formulas]))
        values = [{"s": s, "p": p[s], "q": q[s]} for s in states]
        texts = [{name: str(value).lower() for name, value in each.items()} for each in values]
        system = System(
            agents={"a": ["p"], "b": ["q"]},
            variables={"s": states, "p": bool, "q": bool},
            init=values,
            evolution={"graph": [(f"s={s}", texts[t]) for s, t in graph.edges]},
        )
        ours.append([[s for s in states if system.holds(Implies(Atom(f"s={s}"), each))] for each in formulas])
    theirs = ask(program, asked)
    return sum(one != other for pair in zip(theirs, ours, strict=True) for one, other in zip(*pair, strict=True))


def flakepl(count: int) -> int:
    """On how many of ten formulas on each of `count` systems flakepl differs: knowledge, and time on all paths."""
    return on_systems(FLAKEPL, [Not, partial(K, "a"), partial(K, "b"), AX, AF, AG], [And, Or, AU], count)


def py_model_checking(count: int) -> int:
    """On how many of ten CTL formulas on each of `count` systems pyModelChecking differs."""
    return on_systems(PY_MODEL_CHECKING, [Not, EX, EF, EG, AX, AF, AG], [And, Or, EU, AU], count)


def main() -> None:
    """Run the benchmark and print its table."""
    if PEERS is None:
        print(f"PEERS names no Python with {PACKAGES}")
        return
    verdicts, theirs, ours = nd_prover(100)
    print(f"nd-prover and ours: {dict(verdicts)}; {theirs:.2f} and {ours:.2f} ms each")
    rows = [(*each, number) for each, number in sorted(epistemictree(100).items())]
    table("Formulas that have a model", ("logic", "epistemictree", "ours", "formulas"), rows)
    table(
        "Largest bisimulations",
        ("BisPy's method", "as ours", "graphs"),
        [(*k, v) for k, v in sorted(bispy(500).items())],
    )
    print(f"model-checker and ours: {dict(model_checker(100))}")
    print(f"flakepl: {flakepl(200)} of 2,000 differ; pyModelChecking: {py_model_checking(200)} of 2,000 differ")
