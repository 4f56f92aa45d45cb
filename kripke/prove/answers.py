"""The answers of the prover: a proof that no countermodel exists, or a countermodel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING

from kripke.models.kripke_model import KripkeModel
from kripke.prove.decide import Decision
from kripke.prove.notes import notes_on
from kripke.prove.problem import Problem
from kripke.prove.proofs.extraction import script_of
from kripke.prove.proofs.script import Script
from logic.formula import Formula

if TYPE_CHECKING:
    from kripke.why.explanation import Explanation

NAMED = 4
"""Number of worlds up to which a countermodel is printed in full."""


@dataclass(frozen=True, eq=False)
class Proof:
    """The formula is valid: it holds at each world of each model of the theory in which the premises hold.

    `bool` of a proof is True. `steps` says which procedure decided, the formula after the reduction of announcements,
    and what the search learned: an account of the decision, not yet a proof to check line by line.

    Parameters
    ----------
    formula : Formula
        The formula.
    logic : mapping of str to str
        Agent -> system.
    premises : tuple of Formula
        What is assumed at the world.
    theory : tuple of Formula
        What holds at every world.
    steps : tuple of str
        The account of the decision.
    decided : (Problem, Decision), optional
        The search that found no countermodel, from which `script` is made.

    Examples
    --------
    >>> from whoknows import prove
    >>> print(prove("K_a p -> K_a K_a p", logic="S4"))
    valid in S4: K_a p → K_a K_a p
    """

    formula: Formula
    logic: Mapping[str, str]
    premises: tuple[Formula, ...] = ()
    theory: tuple[Formula, ...] = ()
    steps: tuple[str, ...] = ()
    decided: tuple[Problem, Decision] | None = field(default=None, repr=False)

    valid = True

    @cached_property
    def script(self) -> Script:
        """The proof itself, as tableaux and lemmas; it is written when first asked for.

        Raises
        ------
        TooLarge
            If a tableau has too many cases.
        """
        if self.decided is None:
            raise ValueError("this proof was made by hand: it has no search from which a script could be made")
        return script_of(*self.decided)

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        return _noted(self.summary, self.notes)

    @property
    def summary(self) -> str:
        """The answer in one line, without notes."""
        return f"valid in {logic_text(self.logic)}: {_sequent(self.premises, self.formula)}" + under(self.theory)

    @property
    def notes(self) -> tuple[str, ...]:
        """How belief is read here, and names in the formulas that were probably meant otherwise."""
        return notes_on((self.formula, *self.premises, *self.theory), self.logic)

    def __repr__(self) -> str:
        return f"<Proof: {self}>"

    def _repr_html_(self) -> str:
        rows = "".join(f"<li>{escape(step)}</li>" for step in self.steps)
        return f"<div><p>{escape(str(self))}</p><ol>{rows}</ol></div>"


@dataclass(frozen=True, eq=False)
class Countermodel:
    """The formula is not valid: it fails at the actual world of `model`, which the checker has confirmed.

    `bool` of a countermodel is False.

    Parameters
    ----------
    formula : Formula
        The formula.
    logic : mapping of str to str
        Agent -> system.
    model : KripkeModel
        A model of the theory whose actual world satisfies the premises, but not the formula.
    premises : tuple of Formula
        What is assumed at the world.
    theory : tuple of Formula
        What holds at every world.
    actions : mapping of str to EventModel, optional
        The actions that the formulas name.

    Examples
    --------
    >>> from whoknows import prove
    >>> r = prove("B_a p -> p", logic="KD45")
    >>> print(r)
    not valid in KD45: B_a p → p
    it fails at w0 of a model with 2 worlds
    note: B_a: B is the box over the agent's relation, for agents without weights and ranks
    >>> r.model.holds("B_a p & ~p"), "reflexive" in r.model.frame_properties("a")
    (True, False)
    """

    formula: Formula
    logic: Mapping[str, str]
    model: KripkeModel
    premises: tuple[Formula, ...] = ()
    theory: tuple[Formula, ...] = ()
    actions: Mapping[str, object] | None = None

    valid = False

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        return _noted(self.summary, self.notes)

    @property
    def summary(self) -> str:
        """The answer in two lines, without notes."""
        size = len(self.model)
        return (
            f"not valid in {logic_text(self.logic)}: {_sequent(self.premises, self.formula)}{under(self.theory)}\n"
            f"it fails at {self.model.actual} of a model with {size} world{'s' * (size != 1)}"
        )

    @property
    def notes(self) -> tuple[str, ...]:
        """How belief is read here, and names in the formulas that were probably meant otherwise."""
        return notes_on((self.formula, *self.premises, *self.theory), self.logic)

    def __repr__(self) -> str:
        return f"<Countermodel: {self}>"

    def explain(self) -> Explanation:
        """Why the formula fails at the actual world: a tree of reasons."""
        return self.model.check(self.formula, actions=self.actions).explain()  # type: ignore[arg-type]

    def _repr_svg_(self) -> str | None:
        return self.model._repr_svg_()


def logic_text(logic: Mapping[str, str]) -> str:
    """The system of all agents, or the system of each: ``S5 (a), KD45 (b)``."""
    if len(set(logic.values())) == 1:
        return next(iter(logic.values()))
    return ", ".join(f"{name} ({agent})" for agent, name in sorted(logic.items())) or "every logic"


def _sequent(premises: tuple[Formula, ...], formula: Formula) -> str:
    given = ", ".join(map(str, premises))
    return f"{given} ⊨ {formula}" if premises else str(formula)


def _noted(summary: str, notes: tuple[str, ...]) -> str:
    return "\n".join([summary, *[f"note: {note}" for note in notes]])


def under(theory: tuple[Formula, ...]) -> str:
    """The theory as the end of a sentence; empty without a theory."""
    return f", where {', '.join(map(str, theory))} at every world" if theory else ""
