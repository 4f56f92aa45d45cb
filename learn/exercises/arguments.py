"""Arguments made of valid steps and one fallacy: rules as patterns, matched against the lines found so far."""

import json
from collections.abc import Sequence
from itertools import permutations, product
from pathlib import Path
from random import Random
from typing import Annotated, Any, NamedTuple

from pydantic import Field

from kripke.prove.face import prove
from learn.exercises.exercise import AFormula, Strict, limit
from learn.exercises.small_models import random_literal
from logic.clauses import Atom, C, E, Implies, K, M, Not, conj
from logic.formula import Formula
from logic.parser import parse
from logic.table import build


class Inference(NamedTuple):
    """A step from premises to a conclusion; in a rule x and y stand for formulas, A and B for agents."""

    premises: tuple[Formula, ...]
    conclusion: Formula


def _rule(text: str) -> Inference:
    given, _, end = text.partition(" / ")
    return Inference(tuple(map(parse, given.split("; "))), parse(end))


_INFERENCES = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))
RULES = tuple(map(_rule, _INFERENCES["rules"]))
"""Valid in S5."""
FALLACIES = tuple(map(_rule, _INFERENCES["fallacies"]))
"""Not valid in S5; each of them is a mistake that people make."""

LARGEST = 7  # maximal number of nodes of a line
Binding = dict[str, Any]


class Line(Strict):
    """A line of an argument, and the numbers from 1 of the lines that it shall follow from; none: a premise."""

    formula: AFormula
    of: Annotated[tuple[int, ...], Field(max_length=6, strict=False)] = ()


def random_fallacy(rng: Random, atoms: Sequence[str], agents: Sequence[str]) -> tuple[Inference, int]:
    """A fallacy about literals, and its number among all of them."""
    literals = {p: (Atom(p), Not(Atom(p))) for p in atoms}
    pairs = [pair for p, q in permutations(atoms, 2) for pair in product(literals[p], literals[q])]
    rule, pair, first = rng.randrange(len(FALLACIES)), rng.randrange(len(pairs)), rng.randrange(2)
    bound = dict(zip("xyAB", (*pairs[pair], agents[first], agents[1 - first]), strict=True))
    return _filled_rule(FALLACIES[rule], bound), (rule * len(pairs) + pair) * 2 + first


def random_argument(
    rng: Random, inference: Inference, steps: int, atoms: Sequence[str], agents: Sequence[str]
) -> tuple[Line, ...] | None:
    """Premises and `steps` steps: an inference with valid ones before and after; None if this chance gives none."""
    inferences = [inference]
    while len(inferences) < steps:
        before = rng.random() < 0.5
        step = _step(rng, inferences[0].premises[0] if before else inferences[-1].conclusion, before, atoms, agents)
        if step is None:
            return None
        inferences = [step, *inferences] if before else [*inferences, step]
    return _numbered(inferences)


def random_entailment(
    rng: Random, steps: int, atoms: Sequence[str], agents: Sequence[str]
) -> tuple[tuple[Formula, ...], Formula] | None:
    """Premises and what follows from them in some steps; None if this chance gives no good argument."""
    start = _filled_rule(rng.choice(RULES), _complete(rng, {}, atoms, agents))
    lines = random_argument(rng, start, steps, atoms, agents)
    if lines is None:
        return None
    return tuple(line.formula for line in lines if not line.of), lines[-1].formula


def follows(lines: Sequence[Line], number: int) -> bool:
    """Whether a line, by its number from 1, follows in S5 from the lines that it names; premises do."""
    line = lines[number - 1]
    step = Implies(conj(lines[i - 1].formula for i in line.of), line.formula)
    return not line.of or prove(step, "S5", time=limit(1.0)).valid


def _step(rng: Random, formula: Formula, before: bool, atoms: Sequence[str], agents: Sequence[str]) -> Inference | None:
    """A valid step to a formula, or on from it."""
    for rule in rng.sample(RULES, len(RULES)):
        bound = _match(rule.conclusion if before else rule.premises[0], formula, {})
        if bound is None:
            continue
        step = _filled_rule(rule, _complete(rng, bound, atoms, agents))
        formulas = (*step.premises, step.conclusion)
        if max(map(_size, formulas)) <= LARGEST and len(set(formulas)) == len(formulas):
            return step
    return None


def _size(formula: Formula) -> int:
    return 1 + sum(map(_size, formula.children))


def _filled_rule(rule: Inference, bound: Binding) -> Inference:
    return Inference(tuple(_filled(each, bound) for each in rule.premises), _filled(rule.conclusion, bound))


def _complete(rng: Random, bound: Binding, atoms: Sequence[str], agents: Sequence[str]) -> Binding:
    left = [agent for agent in agents if agent not in (bound.get("A"), bound.get("B"))]
    rng.shuffle(left)
    full = dict(bound)
    for name in ("A", "B"):
        if name not in full:
            full[name] = left.pop()
    for name in ("x", "y"):
        if name not in full:
            full[name] = random_literal(rng, atoms)
    return full


def _match(pattern: Formula, formula: Formula, bound: Binding | None) -> Binding | None:
    """The binding under which the pattern is the formula; None if there is none. A rule's groups are of two agents."""
    if isinstance(pattern, Atom):
        return _bind(pattern.name, formula, bound)
    if type(pattern) is not type(formula) or len(_agents(pattern)) != len(_agents(formula)):
        return None
    for letter, agent in zip(_agents(pattern), _agents(formula), strict=True):
        bound = _bind(letter, agent, bound)
    for one, other in zip(pattern.children, formula.children, strict=True):
        bound = _match(one, other, bound)
    return bound


def _agents(node: Any) -> tuple[str, ...]:
    return (
        tuple(sorted(node.group or ()))
        if isinstance(node, (E, C))
        else (node.agent,)
        if isinstance(node, (K, M))
        else ()
    )


def _bind(name: str, value: Any, bound: Binding | None) -> Binding | None:
    if bound is None or name in bound:
        return bound if bound and bound[name] == value else None
    if name in ("A", "B") and value in (bound.get("A"), bound.get("B")):
        return None
    return {**bound, name: value}


def _filled(pattern: Formula, bound: Binding) -> Formula:
    if isinstance(pattern, Atom):
        return bound[pattern.name]  # type: ignore[no-any-return]
    names = [bound[each] if isinstance(each, str) else frozenset(map(bound.get, each)) for each in pattern.content]
    return build(type(pattern), tuple(names), [_filled(child, bound) for child in pattern.children])


def _numbered(steps: list[Inference]) -> tuple[Line, ...] | None:
    """The premises, then the steps; None if a line would stand twice."""
    concluded: list[Formula] = []
    premises: dict[Formula, None] = {}
    for step in steps:
        premises |= dict.fromkeys(each for each in step.premises if each not in concluded)
        concluded.append(step.conclusion)
    formulas = [*premises, *concluded]
    if len(set(formulas)) < len(formulas):
        return None
    of = [*[()] * len(premises), *(tuple([formulas.index(each) + 1 for each in step.premises]) for step in steps)]
    return tuple([Line.model_construct(formula=each, of=used) for each, used in zip(formulas, of, strict=True)])
