"""Marking a derivation line by line; each rule is a function of `kripke.prove.hilbert.rules`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kripke.prove.clock import Clock
from kripke.prove.hilbert.forms import Forms
from kripke.prove.hilbert.lines import Line
from kripke.prove.hilbert.marking import Mark, Marking
from kripke.prove.hilbert.page import Page
from kripke.prove.hilbert.rules import judge
from kripke.prove.question.logics import Logic, System, assign
from kripke.prove.question.problem import require_agents, usual_systems
from logic import clauses as f
from logic.errors import few
from logic.formula import Formula
from logic.parser import parse
from logic.table import flatten

Given = Iterable[Formula | str] | None


def mark(
    lines: Sequence[Line],
    logic: Logic | None = None,
    axioms: tuple[str, ...] | None = None,
    proves: Formula | str | None = None,
    premises: Given = None,
    theory: Given = None,
    time: float | None = None,
) -> Marking:
    """Mark the lines of a derivation; parameters and errors as in `Derivation.check`.

    Parameters
    ----------
    axioms : tuple of str, optional
        The axioms that may be used. None: all that the systems have.
    """
    goal = None if proves is None else parse(proves)
    assumed = {
        name: None if formulas is None else [parse(formula) for formula in formulas]
        for name, formulas in {"premise": premises, "theory": theory}.items()
    }
    given = [formula for formulas in assumed.values() for formula in formulas or ()]
    said = [*[line.formula for line in lines], *given, *([] if goal is None else [goal])]
    systems = _systems(said, logic)
    believers = frozenset(node.agent for node, _ in flatten(*said).rows if isinstance(node, f.B))
    page = Page(Forms(frozenset(systems), believers), systems, axioms, Clock(time))
    for name, formulas in assumed.items():
        if formulas is not None or goal is not None:
            page.given[name] = {page.forms.of(formula) for formula in formulas or ()}
    marks = [_marked(page, line) for line in lines]
    names = {agent: system.name for agent, system in systems.items()}
    return Marking(_logic_text(names), tuple(marks), "" if goal is None else _missed(page, lines, goal))


def _systems(said: Sequence[Formula], logic: Logic | None) -> dict[str, System]:
    agents = frozenset[str]().union(*[formula.agents for formula in said])
    if isinstance(logic, Mapping):
        agents |= frozenset(logic)
    nodes = [node for node, _ in flatten(*said).rows]
    require_agents(nodes, agents)
    return assign(usual_systems(nodes, agents) if logic is None else logic, agents)


def _logic_text(systems: Mapping[str, str]) -> str:
    if len(set(systems.values())) == 1:
        return next(iter(systems.values()))
    return ", ".join(f"{name} ({agent})" for agent, name in sorted(systems.items())) or "no agents"


def _marked(page: Page, line: Line) -> Mark:
    """The mark of a line, which is then on the page, right or wrong."""
    problem = _two_boxes(page, line) or judge(page, line)
    page.add(line, wrong=bool(problem))
    return Mark(line, problem, tuple(sorted(page.broken[line.number] - {line.number})))


def _two_boxes(page: Page, line: Line) -> str:
    """Refuse knowledge and belief of one agent, as `prove` does: both would be the box of one relation."""
    for node in line.formula.subformulas():
        if isinstance(node, (f.K, f.M, f.Kw, f.Kv, f.B)):
            belief = isinstance(node, f.B)
            if page.believes.setdefault(node.agent, belief) != belief:
                other = "K" if belief else "B"
                boxes = f"K_{node.agent} and B_{node.agent}"
                return f"{other}_{node.agent} occurs already: {boxes} are the box of one relation, write one of them"
    return ""


def _missed(page: Page, lines: Sequence[Line], goal: Formula) -> str:
    """Why the last line is not the formula that was to be proved; empty if it is."""
    last = lines[-1]
    if page.form[last.number] == page.forms.of(goal):
        return ""
    above = [str(line.number) for line in lines if page.form[line.number] == page.forms.of(goal)]
    hint = f", which is line {few(above)}" if above else ""
    return f"the last line is {last.formula}, expected {goal}{hint}"
