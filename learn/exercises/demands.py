"""What a model that a student builds must be: its frames, and what holds at its actual world."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from kripke.data.frames import SYSTEMS, frame
from kripke.models.kripke_model import KripkeModel
from kripke.prove.answers import Countermodel
from kripke.prove.face import prove
from kripke.prove.question.logics import system
from learn.exercises.exercise import Unsolvable
from learn.exercises.marks import Mark, Marks, reasons, with_losses
from logic.clauses import Not
from logic.constructors import conj
from logic.errors import listing
from logic.formula import Formula

SECONDS = 2.0
"""Time limit of a question to the prover."""


def built_marks(
    model: KripkeModel, start: KripkeModel, demands: Iterable[tuple[Formula, bool]], logic: str, points: int = 1
) -> Marks:
    """The marks of a model that a student built: points for what did not hold at the start; see `with_losses`.

    Parameters
    ----------
    points : int
        Points of each formula.
    """
    wanted = list(demands)
    open_ = [start.holds(formula) != value for formula, value in wanted]
    if model.actual is None:
        says = "Make a world the actual one: it is there that formulas are evaluated."
        return Marks((Mark(0, points * sum(open_), says, fault=True),))
    marks = [truth_mark(model, formula, value) for formula, value in wanted]
    if model == start and not all(mark.right for mark in marks):
        says = "Nothing is built yet: this is the model that you started from."
        return Marks((Mark(0, points * sum(open_), says, fault=True),))
    rows = [
        replace(mark, earned=points * mark.earned * gain, of=points * gain, fault=not mark.right)
        for mark, gain in zip(marks, open_, strict=True)
    ]
    return with_losses([frame_mark(model, start.agents, logic), *rows])


def frame_mark(model: KripkeModel, agents: Iterable[str], logic: str) -> Mark:
    """Whether each agent's relation is one of the logic; it has no points of its own."""
    wanted = SYSTEMS[system(logic).name]
    for agent in sorted(agents):
        if agent not in model.agents:
            return Mark(0, 0, f"The model has no agent {agent}.", fault=True)
        shown = frame(model.structure, agent)
        missing = sorted(wanted - shown.properties)
        if missing:
            why = tuple(f"not {name}: {shown.counterexamples[name]}" for name in missing)
            return Mark(0, 0, f"The relation of {agent} is not one of {logic}:", why, fault=True)
    return Mark(0, 0, f"All relations are those of {logic}.")


def truth_mark(model: KripkeModel, formula: Formula, wanted: bool = True) -> Mark:
    """A point for a formula that shall hold, or fail, at the actual world."""
    unknown = sorted(set(formula.agents) - set(model.agents)) + sorted(set(map(str, formula.atoms)) - set(model.atoms))
    if unknown:
        return Mark(0, 1, f"{formula}: the model lacks {listing(unknown, 'and')}.")
    holds = model.holds(formula)
    says = f"{formula} is {'true' if holds else 'false'} at the actual world{'' if holds == wanted else ':'}"
    right = holds == wanted
    return Mark(int(right), 1, says + ("." if right else ""), () if right else reasons(model, formula))


def smallest_model(formulas: Iterable[Formula], logic: str) -> KripkeModel:
    """A model of the formulas with as few worlds as possible.

    Raises
    ------
    Unsolvable
        If there is none.
    """
    whole = conj(formulas)
    found = prove(Not(whole), logic, smallest=True, time=SECONDS)
    if not isinstance(found, Countermodel):
        raise Unsolvable(f"no model of {logic} makes {whole} true")
    return found.model


def blank(formulas: Iterable[Formula]) -> KripkeModel:
    """The model that a student starts from: one world where nothing is true."""
    whole = conj(formulas)
    agents, atoms = whole.agents, map(str, whole.atoms)
    return KripkeModel.s5({"w": set()}, {agent: [["w"]] for agent in sorted(agents)}, "w", atoms=sorted(atoms))


def of_size(model: KripkeModel) -> int:
    """The difficulty of a smallest model: 1 for two worlds or one, 2 for three, 3 for more."""
    return max(1, min(3, len(model) - 1))
