"""What the marker accepts is valid: random derivations, some with a changed line, judged by the prover."""

from __future__ import annotations

from random import Random

import pytest

from kripke.data.frames import SYSTEMS
from kripke.prove.face import prove
from kripke.prove.hilbert import forms
from kripke.prove.hilbert.derivation import Derivation
from kripke.prove.hilbert.reading import Line
from logic import clauses as f
from logic.formula import Formula
from logic.parser import parse
from logic.shared import replace
from tests.effort import seeds

AGENTS = ("a", "b")
GROUP = frozenset(AGENTS)
ALL_SCHEMES = (*forms.OF_RELATIONS, *[forms.SCHEMES[name] for name in ("Fix", "Ind", "Ind from here", "Ann")])
THEORY = "p -> K_a q"


def small(rng: Random, size: int) -> Formula:
    """A random formula over two atoms and two agents."""
    if size <= 1:
        return rng.choice([f.Atom("p"), f.Atom("q"), f.Top(), f.Bottom()])
    if rng.random() < 0.5:
        return boxed(rng, small(rng, size - 1))
    part = rng.randint(1, size - 1)
    clause = rng.choice([f.And, f.Or, f.Implies, f.Iff])
    return clause(small(rng, part), small(rng, size - part))


def boxed(rng: Random, inside: Formula) -> Formula:
    kind = rng.randrange(12)
    if kind == 0:
        return f.D(GROUP, inside)
    if kind == 1:
        return rng.choice([f.C, f.E])(GROUP, inside)
    if kind == 2:
        return rng.choice([f.Announce, f.AnnounceDual])(f.Atom("p"), inside)
    clause = rng.choice([f.K, f.K, f.M, f.Kw, None])
    return f.Not(inside) if clause is None else clause(rng.choice(AGENTS), inside)


def instance(rng: Random, text: str) -> Formula:
    """An instance of a scheme: random formulas for its letters, a box for K_a, a group."""
    agent = rng.choice(AGENTS)
    boxes = {f.K: lambda node, inside: f.K(agent, inside), f.M: lambda node, inside: f.M(agent, inside)}
    values = {f.Atom(name): small(rng, rng.randint(1, 3)) for name in "pqr"}
    values[f.Atom("x")] = rng.choice([f.Atom("p"), f.Top(), f.Atom("q")])
    pooled = rng.random() < 0.2

    def built(node: Formula) -> Formula:
        kids = [built(kid) for kid in node.children]
        if isinstance(node, f.Atom):
            return values[node]
        if isinstance(node, (f.C, f.E)):
            return type(node)(GROUP, *kids)
        if type(node) in boxes:
            if pooled:
                return f.D(GROUP, *kids) if isinstance(node, f.K) else ~f.D(GROUP, ~kids[0])
            return boxes[type(node)](node, *kids)
        return type(node)(*kids) if not isinstance(node, (f.Announce, f.AnnounceDual)) else type(node)(*kids, None)

    return built(parse(text))


def axiom(rng: Random, number: int) -> Line:
    scheme = rng.choice(ALL_SCHEMES)
    return Line(number, instance(rng, rng.choice(scheme.texts)), scheme.name)


def step(rng: Random, lines: list[Line]) -> Line:
    """One more line: an axiom, a tautology, or a rule applied to lines above."""
    number = len(lines) + 1
    kind = rng.randrange(9) if lines else 0
    if kind <= 1:
        return axiom(rng, number)
    above, other = rng.choice(lines), rng.choice(lines)
    x, y = above.formula, small(rng, 2)
    if kind == 2:
        return Line(number, boxed(rng, x), "Nec", (above.number,))
    if kind == 3 and isinstance(x, f.Implies):
        return Line(number, f.Implies(f.K("a", x.left), f.K("a", x.right)), "RM", (above.number,))
    if kind == 4 and isinstance(x, f.Iff):
        z = f.Atom("z")
        inside = f.Announce(z, y)
        outer = rng.choice(
            [f.Announce(y, f.K("b", z)), f.K("a", z | y), inside, f.K("a", inside), f.Announce(y, inside)]
        )
        sides = [replace(outer, {f.Atom("z"): side}) for side in (x.left, x.right)]
        return Line(number, f.Iff(*sides), "RE", (above.number,))
    if kind == 5 and isinstance(x, f.Implies):
        return Line(number, f.Implies(x.left, f.C(GROUP, x.right)), "Ind", (above.number,))
    if kind == 6:
        implications = [each for each in lines if isinstance(each.formula, (f.Implies, f.Iff))]
        minor = [each for each in lines if any(each.formula == major.formula.left for major in implications)]
        if minor:
            other = rng.choice(minor)
            above = next(each for each in implications if each.formula.left == other.formula)
            return Line(number, above.formula.right, "MP", (above.number, other.number))
        if implications:
            return Line(number, rng.choice(implications).formula.left, "PL")
    if kind == 7:
        return Line(number, parse(THEORY), "theory")
    formula = rng.choice([x & other.formula, x | y, y >> x, f.Implies(~x, y), f.Implies(other.formula, x)])
    return Line(number, formula, "PL", (above.number, other.number))


def mutated(rng: Random, line: Line) -> Line:
    """The line with a subformula changed."""
    part = rng.choice(line.formula.subformulas())
    return Line(line.number, replace(line.formula, {part: small(rng, 2)}), line.rule, line.of)


def derivation(rng: Random) -> tuple[list[Line], dict[str, str]]:
    """Random lines, some of them changed after their formula was derived, and random systems."""
    lines: list[Line] = []
    for _ in range(12):
        line = step(rng, lines)
        lines.append(mutated(rng, line) if rng.random() < 0.3 else line)
    return lines, {agent: rng.choice(list(SYSTEMS)) for agent in AGENTS}


@pytest.mark.parametrize("seed", seeds(15, 2000))
def test_every_accepted_line_is_valid(seed: int) -> None:
    lines, logic = derivation(Random(seed))
    for each in Derivation(tuple(lines), logic).check(theory=[THEORY]).marks:
        if each.right and not each.rests_on:
            assert prove(each.line.formula, logic, theory=[THEORY], time=20).valid, (logic, each.line)


def test_the_random_derivations_have_right_and_wrong_lines_of_all_rules() -> None:
    made = [derivation(Random(seed)) for seed in range(100)]
    marks = [each for lines, logic in made for each in Derivation(tuple(lines), logic).check(theory=[THEORY]).marks]
    rules = {scheme.name for scheme in ALL_SCHEMES} | {"PL", "MP", "Nec", "RM", "RE", "theory"}
    assert rules <= {each.line.rule for each in marks if each.right}
    assert rules <= {each.line.rule for each in marks if not each.right}
