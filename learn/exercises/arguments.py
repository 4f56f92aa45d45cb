"""Random arguments with valid steps and one fallacy, generated from rules; and the exercise to find the fallacy."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations, product
from pathlib import Path
from random import Random
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field, model_validator

from kripke.checking.explicit import together
from kripke.data.wording import world_text
from kripke.models.kripke_model import KripkeModel
from kripke.prove.clock import Clock, within_memory
from kripke.prove.face import prove
from kripke.prove.question.problem import Options, pose
from kripke.prove.search.search import Decision
from learn.exercises.exercise import AFormula, AModel, Drafts, Exercise, Name, Strict, Unsolvable, limit
from learn.exercises.marks import Mark, Marks, listed, reasons
from learn.exercises.small_models import random_literal, random_model, varied
from logic.clauses import Atom, Bottom, C, E, Iff, Implies, Not, Top, conj
from logic.errors import listing
from logic.formula import Formula, agents_of
from logic.node_table import build
from logic.parser import parse
from logic.shared import modal_depth, size

Binding = dict[str, Any]  # the formula or the agent for each letter of a rule


class Inference(NamedTuple):
    """An inference step from premises to a conclusion. In a rule, x and y stand for formulas, A and B for agents."""

    premises: tuple[Formula, ...]
    conclusion: Formula

    def filled(self, bound: Binding) -> Inference:
        """Return the instance of a rule with these formulas and agents for its letters."""
        return Inference(tuple(_filled(each, bound) for each in self.premises), _filled(self.conclusion, bound))


def _rule(text: str) -> Inference:
    given, _, end = text.partition(" / ")
    return Inference(tuple(map(parse, given.split("; "))), parse(end))


_INFERENCES = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))
RULES = tuple(map(_rule, _INFERENCES["rules"]))  # patterns of inferences that are valid in S5
FALLACIES = tuple(map(_rule, _INFERENCES["fallacies"]))  # invalid ones, each a common mistake

LARGEST = 7  # maximal number of nodes of the formula in a line


class Line(Strict):
    """A line of an argument, with the numbers (from 1) of the lines that it follows from; none for a premise."""

    formula: AFormula
    of: Annotated[tuple[int, ...], Field(max_length=6, strict=False)] = ()


def random_fallacy(rng: Random, atoms: Sequence[str], agents: Sequence[str]) -> tuple[Inference, int]:
    """Return a random fallacy about literals of these atoms, and its index among all such fallacies."""
    literals = {p: (Atom(p), Not(Atom(p))) for p in atoms}
    pairs = [pair for p, q in permutations(atoms, 2) for pair in product(literals[p], literals[q])]
    rule, pair, first = rng.randrange(len(FALLACIES)), rng.randrange(len(pairs)), rng.randrange(2)
    bound = dict(zip("xyAB", (*pairs[pair], agents[first], agents[1 - first]), strict=True))
    return FALLACIES[rule].filled(bound), (rule * len(pairs) + pair) * 2 + first


def random_argument(
    rng: Random, inference: Inference, steps: int, atoms: Sequence[str], agents: Sequence[str]
) -> tuple[Line, ...] | None:
    """Return a random argument of `steps` steps that contains the inference; None if the random choices fail."""
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
    """Return premises and a formula that follows from them in `steps` steps; None if the random choices fail."""
    start = rng.choice(RULES).filled(_complete(rng, {}, atoms, agents) or {})
    lines = random_argument(rng, start, steps, atoms, agents)
    if lines is None:
        return None
    return tuple(line.formula for line in lines if not line.of), lines[-1].formula


def follows(lines: Sequence[Line], number: int) -> bool:
    """Return whether a line, numbered from 1, is a premise or follows in S5 from the lines that it refers to."""
    line = lines[number - 1]
    step = Implies(conj(lines[i - 1].formula for i in line.of), line.formula)
    return not line.of or prove(step, "S5", time=limit(1.0)).valid


def wrong_lines(lines: Sequence[Line]) -> list[int]:
    """Return the numbers of the lines that do not follow."""
    return [number for number in range(1, len(lines) + 1) if not follows(lines, number)]


def _is_satisfiable(formulas: Sequence[Formula], logic: str = "S5") -> bool:
    clock = Clock(limit(1.0))
    return within_memory(lambda: Decision(pose(formulas, Options(logic), clock), clock).arcs(), clock) is not None


def is_trivial(premises: Sequence[Formula], goal: Formula) -> bool:
    """Return whether the premises contradict the goal, or a premise is needless (all are needless for a valid goal)."""
    return not _is_satisfiable([*premises, goal]) or needless(premises, goal) is not None


def needless(premises: Sequence[Formula], goal: Formula | None = None, logic: str = "S5") -> Formula | None:
    """Return a premise that the goal does not need or, without a goal, that follows from the others; otherwise None."""
    for i, premise in enumerate(premises):
        others = (*premises[:i], *premises[i + 1 :])
        if not _is_satisfiable([*others, Not(premise if goal is None else goal)], logic):
            return premise
    return None


def droppable(formula: Formula, given: Sequence[Formula] = (), logic: str = "S5") -> Formula | None:
    """Return the formula without a part that is redundant under the formulas `given`; None if there is no such part.

    The parts are the sides of connectives, the operators before an operand, and agents of groups. The prover is called
    only for formulas that are equivalent at all worlds of the model from `varied`.
    """
    whole = conj([formula, *given])
    model = varied(tuple(sorted(map(str, whole.atoms))), tuple(sorted(whole.agents)))
    shorter = dict(enumerate(_shorter(formula)))
    apart = {i: conj([*given, Not(Iff(formula, other))]) for i, other in shorter.items()}
    where = together(model.structure, apart)
    return next((shorter[i] for i in shorter if not where(i) and not _is_satisfiable([apart[i]], logic)), None)


def _shorter(formula: Formula) -> Iterator[Formula]:
    """Yield simpler formulas: without the operator, for a group of one agent, or with a constant or shorter operand."""
    children = formula.children
    if isinstance(formula, (E, C)) and len(formula.group or ()) > 1:
        yield from (build(type(formula), (frozenset((agent,)),), children) for agent in sorted(formula.group or ()))
    if len(children) == 1:
        yield children[0]
    for i, child in enumerate(children):
        for other in (*((Top(), Bottom()) if len(children) > 1 else ()), *_shorter(child)):
            yield build(type(formula), formula.content, [*children[:i], other, *children[i + 1 :]])


def _step(rng: Random, formula: Formula, before: bool, atoms: Sequence[str], agents: Sequence[str]) -> Inference | None:
    """Return a random valid step whose conclusion (if `before`) or first premise is the formula; None if none fits."""
    for rule in rng.sample(RULES, len(RULES)):
        bound = _match(rule.conclusion if before else rule.premises[0], formula, {})
        if bound is None or (whole := _complete(rng, bound, atoms, agents)) is None:
            continue
        step = rule.filled(whole)
        formulas = (*step.premises, step.conclusion)
        if max(map(size, formulas)) <= LARGEST and len(set(formulas)) == len(formulas):
            return step
    return None


def _complete(rng: Random, bound: Binding, atoms: Sequence[str], agents: Sequence[str]) -> Binding | None:
    """Bind the remaining letters to agents, and to literals of unused atoms; None if too few atoms are unused."""
    used = {str(atom) for each in bound.values() if isinstance(each, Formula) for atom in each.atoms}
    fresh = [atom for atom in atoms if atom not in used]
    rng.shuffle(fresh)
    wanted = [name for name in "xy" if name not in bound]
    if len(fresh) < len(wanted):
        return None
    left = [agent for agent in agents if agent not in (bound.get("A"), bound.get("B"))]
    rng.shuffle(left)
    drawn = {name: left.pop() for name in "AB" if name not in bound}
    return {**bound, **drawn} | {name: random_literal(rng, [fresh.pop()]) for name in wanted}


def _match(pattern: Formula, formula: Formula, bound: Binding | None) -> Binding | None:
    """Extend the binding of letters so that it turns the pattern into the formula; None if that is impossible."""
    if isinstance(pattern, Atom):
        return _bind(pattern.name, formula, bound)
    if type(pattern) is not type(formula) or len(agents_of(pattern)) != len(agents_of(formula)):
        return None
    for letter, agent in zip(sorted(agents_of(pattern)), sorted(agents_of(formula)), strict=True):
        bound = _bind(letter, agent, bound)
    for one, other in zip(pattern.children, formula.children, strict=True):
        bound = _match(one, other, bound)
    return bound


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
    """Return the lines of the argument, premises first; None if a formula would occur twice."""
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


MODELS = 60  # number of random models that are searched for a witness: a world that refutes the wrong line
WORLDS = 5
ATOMS, AGENTS = ("p", "q", "r"), ("a", "b")
STEPS = {1: 2, 2: 3, 3: 4}  # number of steps, without the premises, by difficulty


class Fault(Strict):
    """An answer to `FindFault`: the number of the wrong line, from 1, and a world where it fails."""

    step: int
    world: Name


class FindFault(Exercise):
    """An argument with one wrong step, and a model; the answer is the step and a world that refutes it."""

    form = "step"

    kind: Literal["find_fault"] = "find_fault"
    lines: Annotated[tuple[Line, ...], Field(min_length=2, max_length=12, strict=False)]
    model: AModel
    answer: Fault

    @model_validator(mode="after")
    def _require_earlier_lines(self) -> FindFault:
        for number, line in enumerate(self.lines, 1):
            if any(not 1 <= i < number for i in line.of):
                raise Unsolvable(f"lines.{number - 1}.of: expected numbers of earlier lines, got {list(line.of)}")
        return self

    def shown(self) -> dict[str, Any]:
        lines = [{"formula": str(line.formula), "of": list(line.of)} for line in self.lines]
        return {"model": self.model.to_dict(), "lines": lines}

    def marked(self, answer: Fault) -> Marks:
        """Mark the step and the world with a point each; a wrong step costs the expected gain of guessing."""
        if not 1 <= answer.step <= len(self.lines):
            return Marks((Mark(0, 2, f"There is no line {answer.step}."),))
        line, others = self.lines[answer.step - 1], sum(bool(line.of) for line in self.lines) - 1
        if not line.of:
            return Marks((Mark(0, 2, f"Line {answer.step} is a premise: it is assumed, and cannot be wrong."),))
        if follows(self.lines, answer.step):
            says = f"Line {answer.step} is right: in every model of S5, wherever {_numbers(line.of)} true, so is "
            guessed = 1 + Fraction(len(self._witnesses(self.answer.step)), len(self.model))
            return Marks((Mark(-guessed / others if others else 0, 2, f"{says}{line.formula}."),))
        says = f"Line {answer.step} does not follow: it can be false where {_numbers(line.of)} true."
        step = Mark(1, 1, says) if others else Mark(0, 0, says)
        return Marks((step, self._world_mark(answer)))

    def _world_mark(self, answer: Fault) -> Mark:
        at = next((world for world in self.model.worlds if world_text(world) == answer.world), None)
        if at is None:
            return Mark(0, 1, f"The model has no world {answer.world}.")
        line = self.lines[answer.step - 1]
        for i in (*line.of, answer.step):
            formula, holds = self.lines[i - 1].formula, i == answer.step
            if self.model.holds(formula, at=at) == holds:
                says = f"{answer.world} is no witness: line {i} is {'true' if holds else 'false'} there."
                return Mark(0, 1, says, reasons(self.model, formula, at))
        return Mark(1, 1, f"At {answer.world} {_numbers(line.of)} true, and {line.formula} is false.")

    def _witnesses(self, number: int) -> list[str]:
        """Return the worlds where the line is false although the lines that it refers to are true."""
        line = self.lines[number - 1]
        given = [self.model.extension(self.lines[i - 1].formula) for i in line.of]
        return sorted(map(world_text, set(self.model.worlds).intersection(*given) - self.model.extension(line.formula)))

    def measure(self) -> int:
        """Return difficulty 1 for up to two steps besides premises, 2 for three, 3 for more."""
        wrong = wrong_lines(self.lines)
        if wrong != [self.answer.step]:
            raise Unsolvable(f"lines: the wrong ones are {listed(wrong)}, expected {self.answer.step} alone")
        if not self._witnesses(self.answer.step):
            raise Unsolvable(f"model: no world shows that line {self.answer.step} is wrong")
        return max(1, min(3, sum(bool(line.of) for line in self.lines) - 1))

    def warnings(self) -> tuple[str, ...]:
        every = len(self._witnesses(self.answer.step)) == len(self.model)
        return ("every world is a witness",) if every and len(self.model) > 1 else ()

    @classmethod
    def drafts(cls, rng: Random, difficulty: int) -> Drafts:
        """Yield a random fallacy; `finished` extends it to an argument of two, three or four steps."""
        fallacy, number = random_fallacy(rng, ATOMS, AGENTS)
        yield number, fallacy

    @classmethod
    def finished(cls, rng: Random, difficulty: int, fallacy: Inference) -> Exercise | None:
        lines = random_argument(rng, fallacy, STEPS[difficulty], ATOMS, AGENTS)
        if lines is None:
            return None
        wrong = 1 + next(i for i, line in enumerate(lines) if line.of and line.formula == fallacy.conclusion)
        if wrong_lines(lines) != [wrong] or max(modal_depth(line.formula) for line in lines) > 2:
            return None
        for _ in range(MODELS):
            model: KripkeModel = random_model(rng, WORLDS, ATOMS, AGENTS).model()
            fault = Fault(step=wrong, world=world_text(model.worlds[0]))
            exercise = cls(lines=lines, model=model, answer=fault, difficulty=difficulty)
            witnesses = exercise._witnesses(wrong)
            if 1 <= len(witnesses) <= 2:
                return exercise.model_copy(update={"answer": Fault(step=wrong, world=witnesses[0])})
        return None


def _numbers(of: tuple[int, ...]) -> str:
    return f"line {of[0]} is" if len(of) == 1 else f"lines {listing(map(str, of), 'and')} are"
