"""Explanations of a planner's answer in rows of text: what each step achieves, or what is missing for a plan."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import reduce
from itertools import islice
from typing import Any

from kripke.change.product import Action
from kripke.checking.explicit import extension
from kripke.data.naming import name_text
from kripke.data.structure import Structure
from kripke.data.wording import brief, predicate
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Model
from kripke.plan.estimates import chain, conjuncts
from kripke.plan.question import Question
from kripke.plan.search import path_to
from kripke.plan.tree import Places
from kripke.why.explanation import Explanation, Row, Told
from logic import clauses as f
from logic.errors import few
from logic.exact import plural
from logic.formula import Formula

FACTS = 2_000  # maximal number of pairs of an agent and an atom that are compared after each step
COMPARED = 5_000  # maximal number of states that are compared to find the nearest to the goal
LISTED = 8  # maximal number of changes that are listed for a step


@dataclass(frozen=True, repr=False)
class Reasons(Told):
    """The explanation of a planner's answer, as indented lines."""

    lines: tuple[Row, ...]

    def __repr__(self) -> str:
        return f"<Reasons: {self.lines[0][2]}>"

    def rows(self) -> Iterator[Row]:  # noqa: D102
        yield from self.lines

    def to_dict(self) -> dict[str, Any]:
        """The lines as plain data for JSON."""
        return {"lines": [{"depth": depth, "text": text} for _, depth, text in self.lines]}


def reasons(answer: Any) -> Reasons:
    """Explain a planner's answer: how a plan works step by step, or what is missing for a plan."""
    said: list[Row] = [(None, 0, line) for line in (answer.title, *answer.notes)]
    return Reasons((*said, *(_steps(answer.question, answer.places) if answer else _missed(answer))))


def _steps(question: Question, places: Places) -> Iterator[Row]:
    """Rows for all steps: the action, the condition of a branch, and the reasons."""
    first, *rows = taught(question, places)
    yield from first
    ways = defaultdict[int, list[int]](list)
    for number, way in enumerate(places.transitions):
        ways[way.source].append(number)
    waiting: list[tuple[int, int, int]] = []
    place, depth, step = 0, 0, 1
    while True:
        name, by = places.done[place]
        if name is not None:
            yield None, depth, f"{step}. {name}" + f" ({by})" * bool(by)
        waiting += [(number, depth, step + (name is not None)) for number in reversed(ways[place])]
        if not waiting:
            return
        number, depth, step = waiting.pop()
        way = places.transitions[number]
        place = way.target
        if len(ways[way.source]) > 1:
            yield None, depth, f"if {way.event}:"
            depth += 1
        yield from _shifted(rows[number], depth)


def taught(question: Question, places: Places) -> Iterator[list[Row]]:
    """Yield the rows of the start (unmet goals), then those of each step (what agents learn, how goals change)."""
    goals, models = [*dict.fromkeys(conjuncts(question.goal))], places.models
    left = [_unmet(model, goals) for model in models]
    start = [*_missing(models[0], left[0], 1)]
    rest = [] if places.transitions else [models[0].explain(goal).rows() for goal in goals]
    yield start + [row for rows in rest for row in _shifted(rows, 1)]
    for source, _, event, target in places.transitions:
        before, after, (name, _) = models[source], models[target], places.done[source]
        rows: list[Row] = []
        if name is not None and isinstance(before, KripkeModel) and isinstance(after, KripkeModel):
            action, structure = question.actions[name], question.before(before.structure, name)
            if isinstance(event, Formula):  # only the actual worlds from which this branch comes
                result = action(structure)
                ends = result.ends(structure.actuals) & extension(result.structure, event)
                structure = replace(structure, actuals=tuple(ends.origins(result.worlds, result.size).positions()))
            rows += _learned(KripkeModel.of(structure), after, action, question.goal)
        for goal in [goal for goal in left[source] if goal not in left[target]]:
            why = [*after.explain(goal).rows()]
            is_said = len(why) == 1 and any(text == f"now {why[0][2]}" for _, _, text in rows)
            rows += [] if is_said else _shifted(why, 1)
        broken = [goal for goal in left[target] if goal not in left[source]]
        rows += [(None, 1, f"{brief(goal)} holds no longer") for goal in broken]
        yield [*rows, *_missing(after, left[target], 1)]


def _missed(answer: Any) -> Iterator[Row]:
    """Rows on the state nearest to the goal: unmet parts of the goal, agents who cannot act, and impossible actions."""
    question, known = answer.question, answer.space
    if not known:  # nothing was searched: diagrams are too large, or some agent considers no world possible
        if question.consistent and known is not None and (why := known.blind(known.first)):
            yield None, 1, f"at the start {few(why, 'and')} consider{'s' * (len(why) == 1)} no world possible"
        return
    goals = [*dict.fromkeys(conjuncts(question.goal))]

    def missing(number: int) -> tuple[bool, int, float]:
        at = known[number]
        left = _unmet(at, goals)
        blocked = sum([chain(at.structure, goal) for goal in left]) if isinstance(at, KripkeModel) else 0.0
        return not left, len(left), blocked  # states where the goal holds come last

    nearest = min(range(len(known))[:COMPARED], key=missing)
    names, model = path_to(answer.came, nearest), known[nearest]
    if not answer.policy:  # run the plan again, so that worlds keep their names in the model
        *_, model = question.along(names, known)
    left = _unmet(model, goals)
    among = f"of the first {COMPARED:,} states " if len(known) > COMPARED else ""
    way = f"{'a' if answer.policy else 'the'} state after {', then '.join(names)}" if names else "the model itself"
    count = f" ({len(goals) - len(left)} of {len(goals)} parts of the goal hold)" if len(goals) > 1 else ""
    yield None, 0, f"{among}nearest is {way}{count}"
    yield from _missing(model, left, 1)
    acting = sorted({each.by for each in question.actions.values() if each.by}) if question.turns else []
    if isinstance(model, KripkeModel):
        blinds = [(agent, at) for agent in acting if (at := _blind(model, agent))]
        yield from [
            (None, 1, f"{agent} considers no world possible at {at}, and so has no turn") for agent, at in blinds
        ]
        yield from islice(_barred(question, model), LISTED)


def _barred(question: Question, model: KripkeModel) -> Iterator[Row]:
    """Yield a row for each action that cannot happen, with an actual world where it cannot."""
    for name, action in question.actions.items():
        before = question.before(model.structure, name)
        able = [extension(before, formula) for _, formula in action.needs]
        barred = [world for world in before.actuals if able and not any(world in where for where in able)]
        if barred:
            at, needs = name_text(before.worlds.name(barred[0])), [brief(formula) for _, formula in action.needs]
            yield None, 1, f"{name} cannot happen at {at}: it needs {few(needs)}"


def _unmet(model: Model, goals: Sequence[Formula]) -> list[Formula]:
    return [goal for goal in goals if not model.holds(goal)]


def _missing(model: Model, goals: Sequence[Formula], depth: int) -> Iterator[Row]:
    """Rows on why parts of the goal fail; for common knowledge also the depth of mutual knowledge."""
    for goal in goals[:LISTED]:
        why = model.explain(goal, detail="brief")
        yield from _shifted(why.rows(), depth)
        for part in why.walk():
            if isinstance(part.formula, f.C) and not part.holds and part.path:
                yield None, depth + 1, _how_deep(part)
    if len(goals) > LISTED:
        yield None, depth, f"… ({plural(len(goals) - LISTED, 'more part')} of the goal)"


def _how_deep(why: Explanation) -> str:
    """A text with the depth of mutual knowledge that holds although common knowledge fails.

    This depth is below the length of the shortest path to a counterexample.
    """
    assert isinstance(why.formula, f.C)
    group, said, steps = why.formula.group, why.formula.sub, len(why.path)
    fails = f.E(group, said) if steps == 1 else f.EIterated(group, steps, said)
    if steps == 1:
        return f"so not even {brief(fails)} holds"
    holds = f.E(group, said) if steps == 2 else f.EIterated(group, steps - 1, said)
    return f"so {brief(holds)} holds, but not {brief(fails)}"


def _shifted(rows: Iterable[Row], depth: int) -> Iterator[Row]:
    yield from [(node, depth + deep, text) for node, deep, text in rows]


def _learned(model: KripkeModel, later: KripkeModel, action: Action, goal: Formula) -> Iterator[Row]:
    """Rows on what a step changes: facts, and agents' knowledge or beliefs about facts.

    The facts that occur in the goal come first.
    """
    after = later.structure
    changes: dict[tuple[str, frozenset[str]], tuple[list[str], list[Row]]] = {}  # by text, and agents who know it
    atoms = [f.Atom(name) for name in [*sorted(goal.atoms), *sorted({*after.valuation} - goal.atoms)]]
    events = [] if action.events is None else action.events.events.values()
    for atom in [atom for atom in atoms if any(atom.name in event.post for event in events)]:
        for value in (atom, f.Not(atom)):
            if later.holds(value) and not model.holds(value):
                changes[f"now {predicate(atom, value is atom)}", frozenset()] = [], []
    for agent in after.relations:
        if at := _blind(later, agent):
            if not _blind(model, agent):
                changes.setdefault((f"<> consider(s) no world possible at {at} now", frozenset()), ([], []))[0].append(
                    agent
                )
            continue
        for atom in atoms[: FACTS // len(after.relations)]:
            if news := _news(model, later, action, agent, atom):
                text, aware, rows = news
                changes.setdefault((text, aware), ([], rows))[0].append(agent)
    for (text, aware), (agents, rows) in list(changes.items())[:LISTED]:
        said = text.replace("<>", few(agents, "and")).replace("(s)", "s" if len(agents) == 1 else "", 1)
        yield None, 1, said + (_noticed(agents, aware, [*after.relations]) if aware else "")
        yield from rows
    if len(changes) > LISTED:
        yield None, 1, f"… ({plural(len(changes) - LISTED, 'more change')})"
    if not changes:
        yield None, 1, "no agent learns a fact"


def _noticed(agents: Sequence[str], aware: Set[str], everyone: Sequence[str]) -> str:
    """The end of a sentence: which other agents know that `agents` have learned a fact."""
    others = [agent for agent in everyone if agent not in agents]
    those = [agent for agent in others if agent in aware]
    who = "every other agent" if len(those) == len(others) > 1 else few(those, "and") or "no other agent"
    together = ", and know this of each other" if len(agents) > 1 else ""
    return together + (f"; {who} know{'' if 1 < len(those) < len(others) else 's'} this" if others else "")


def _blind(model: KripkeModel, agent: str) -> str:
    """The name of the first actual world where the agent considers no world possible; empty if there is none."""
    relation, actuals = model.structure.relations[agent], model.structure.actuals
    return next((name_text(model.structure.worlds.name(w)) for w in actuals if not relation.successors(w)), "")


def _thinks(structure: Structure, agent: str, said: Formula) -> Formula:
    return f.B(agent, said) if agent in structure.weights or agent in structure.ranks else f.K(agent, said)


def _news(
    model: KripkeModel, later: KripkeModel, action: Action, agent: str, atom: Formula
) -> tuple[str, frozenset[str], list[Row]] | None:
    """What an agent learns or forgets about an atom: a text, the agents who then know it, the reasons; None if nothing.

    In the text, ``<>`` stands for the agent.
    """
    after, values = later.structure, [atom, f.Not(atom)]
    thoughts = [_thinks(after, agent, value) for value in values]
    whether = reduce(f.Or, thoughts) if isinstance(thoughts[0], f.B) else f.Kw(agent, atom)
    known = [k for k in range(2) if later.holds(thoughts[k])]
    if not known and not later.holds(whether):
        lost = model.holds(whether)
        return (f"<> can no longer tell whether {atom}", frozenset(), _brief(later, whether)) if lost else None
    thought = thoughts[known[0]] if known else whether
    if model.holds(thought):
        return None
    if not known:
        text = f"<> learn(s) whether {atom}"
    elif not later.holds(values[known[0]]):
        text = f"<> come(s) to believe {values[known[0]]}, which is false"
    else:
        sees = after.relations[agent]
        sure = isinstance(thought, f.K) and all(actual in sees.successors(actual) for actual in after.actuals)
        text = f"<> {'learn(s)' if sure else 'come(s) to believe'} that {values[known[0]]}"
    aware = [
        other
        for other in after.relations
        if other != agent
        for known in [_thinks(after, other, whether)]  # only new knowledge counts
        if later.holds(_thinks(after, other, thought)) or (later.holds(known) and not model.holds(known))
    ]
    rows = _brief(model, thought, "before, ")
    return (
        text,
        frozenset([agent, *aware]),
        [*rows, *_fate(model, action, agent, rows), *_brief(later, thought, "now ")],
    )


def _brief(model: KripkeModel, formula: Formula, when: str = "") -> list[Row]:
    """The first line of the explanation of a formula, as a row."""
    node, _, text = next(model.explain(formula, detail="brief").rows())
    return [(node, 2, when + text)]


def _fate(model: KripkeModel, action: Action, agent: str, rows: list[Row]) -> Iterator[Row]:
    """Yield a row about the world that kept the agent from knowing a formula: why the agent rules it out."""
    structure, why = model.structure, rows[0][0]
    assert why is not None
    world = next((child.world for child in why.children if child.world != why.world), None)
    if world is None or action.events is None:
        return
    place, result = structure.worlds.find(world), action(structure)
    origin, event = result.worlds.tolist(), [*action.events.events]
    copies = [number for number, each in enumerate(origin) if each == place]
    ends = result.ends(structure.actuals).positions()
    seen = {there for end in ends for there in result.structure.relations[agent].successors(end)}
    if not copies:
        needs = [brief(each.pre) for each in action.events.events.values()]
        yield None, 2, f"{action.name} cannot happen at {name_text(world)}: it needs {few(needs)}"
    elif not seen.intersection(copies):
        there, here = ([*dict.fromkeys([event[result.events[one]] for one in some])] for some in (copies, ends))
        yield None, 2, f"at {name_text(world)} the event is {few(there)}, and {agent} can tell it from {few(here)}"
