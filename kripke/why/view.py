"""The interface through which reasons query a model; both engines implement it, so each reason is written once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, Self

from kripke.checking.check import Evaluation
from kripke.checking.program import Program
from kripke.data.worlds import World
from logic import clauses as f
from logic.formula import Formula

DEPTH, SIZE = 40, 200  # maximal depth of an explanation, and maximal number of its reasons

Detail = Literal["brief", "full"]
DETAILS: tuple[Detail, ...] = ("brief", "full")
"""Levels of detail: one chain of reasons from the formula to the facts, or all reasons, with the meaning of terms."""

Subject = int | f.Atom  # a row of the program, or an atom that the formula does not contain


@dataclass(frozen=True, eq=False)
class Computed:
    """A set of worlds that a reason has computed, in the engine's representation."""

    where: Any


@dataclass(frozen=True, eq=False)
class Said:
    """An announcement that a quantifier ranges over: a formula, and the set of worlds where it is true."""

    formula: Formula
    where: Any


Set = Subject | Computed  # a subformula, an atom, or a computed set of worlds

Worlds = Any  # worlds in the engine's representation: a `WorldSet`, a list of positions, or a condition on states

Path = tuple[tuple[str, int], ...]
"""Steps from a world, each as an agent and the position of a world that the agent considers possible."""


class View(ABC):
    """A model as seen by explanations: queries about worlds, which are given by their positions.

    `evaluation`: the evaluation of the explained formula. Its program has one row for each subformula.
    `context`: the model, perhaps after announcements and actions, as a set algebra.
    """

    def __init__(self, evaluation: Evaluation[Any], context: Any) -> None:
        self.evaluation, self.context = evaluation, context
        self.program: Program = evaluation.program
        self.agents: tuple[str, ...] = tuple(context.agents)
        self.related, self.thinks = context, "considers"  # the model with the agents' relations, and a verb
        self.noun = "world"
        self.key: Hashable = context.key
        self.rounds: dict[int, list[Computed]] = {}  # the rounds of common belief to a degree, by the formula's row

    @property
    def values_here(self) -> Evaluation[Any]:
        """The evaluation for extensions in this model; a new one if the view's evaluation does not store values."""
        evaluation = self.evaluation
        return evaluation if evaluation.keep else Evaluation[Any](evaluation.program, self.context)

    def value(self, subject: Set) -> Any:
        """The extension of a subformula or atom, or a computed set, in the engine's representation."""
        if isinstance(subject, Computed):
            return subject.where
        if isinstance(subject, f.Atom):
            return self.context.atom(subject.name)
        return self.values_here.value(subject, self.context)

    @cached_property
    def _atoms(self) -> dict[str, int]:
        steps = self.program.steps
        return {step.formula.name: row for row, step in enumerate(steps) if isinstance(step.formula, f.Atom)}

    def atom(self, name: str) -> Subject:
        """The program row of an atom, or the atom itself if the formula does not contain it."""
        return self._atoms.get(name, f.Atom(name))

    def is_plain(self, agent: str) -> bool:
        """Whether the agent has neither weights nor ranks, so that belief and knowledge are the same."""
        return bool(self.context.is_plain(agent))

    def believing(self, group: Iterable[str]) -> Self:
        """The view in which agents of the group see only the worlds that they believe possible."""
        view = copy(self)
        view.related = self.context.believing(group)
        view.thinks = "considers" if view.related is self.context else "believes"
        return view

    def sees(self, agent: str, position: int) -> Worlds:
        """The worlds that the agent considers possible at a world."""
        return self.sees_jointly((agent,), position)

    @abstractmethod
    def sees_jointly(self, group: Sequence[str], position: int) -> Worlds:
        """The worlds that all agents of the group consider possible; every world for the empty group."""

    @property
    @abstractmethod
    def domain(self) -> Worlds:
        """The worlds that remain in this context, for example after an announcement."""

    @abstractmethod
    def world(self, position: int) -> World:
        """The name of the world at a position."""

    @abstractmethod
    def text(self, position: int) -> str:
        """The name of the world as it appears in a sentence."""

    def spelled(self, text: str) -> str:
        """The final text of a reason. Some engines insert the names of worlds only here."""
        return text

    @abstractmethod
    def values(self, variable: str) -> Iterable[str]:
        """The atoms that give the variable a value."""

    @abstractmethod
    def true(self, subject: Set, position: int) -> bool:
        """Whether the subject (a subformula, an atom or a computed set) is true at a world."""

    @abstractmethod
    def size(self, worlds: Worlds) -> int:
        """The number of worlds in the set."""

    @abstractmethod
    def near(self, worlds: Worlds, position: int | None, most: int) -> list[int]:
        """Up to `most` worlds of the set: the given world first if it is a member, then others, near it if possible."""

    @abstractmethod
    def split(self, subject: Set, worlds: Worlds) -> tuple[Worlds, Worlds]:
        """The worlds of the set where the subject is true, and those where it is false."""

    @abstractmethod
    def union(self, sets: Iterable[Worlds]) -> Worlds:
        """The union of sets of worlds, in the form that this view's engine uses."""

    @abstractmethod
    def reach(self, group: Sequence[str], start: int) -> Worlds | None:
        """The worlds reachable by one or more steps of the group; None if the search would take too long."""

    @abstractmethod
    def path(self, group: Sequence[str], start: int, subject: Subject) -> Path | None:
        """A shortest path, of one or more steps of the group, to a world where the subject is false, or None."""

    @abstractmethod
    def after(self, row: int, said: Said | None = None) -> View:
        """The view after the announcement or action in a row; `said`: the announcement, if the row has a quantifier."""

    @abstractmethod
    def outcomes(self, row: int, position: int) -> Worlds:
        """The worlds to which the action in this row can lead from a world."""

    @abstractmethod
    def needs(self, action: str) -> Sequence[tuple[str, Formula]]:
        """The designated events of an action with their preconditions."""

    def changed(self, point: Any) -> Any:
        """Return the reason at a point about a changed model; its atom stands for a formula such as ``[p] q``."""
        raise NotImplementedError

    def has(self, position: int) -> bool:
        """Whether reasons can be given at a position; positions without reasons only occur at the beginning of runs."""
        return True

    def history(self, position: int) -> list[int]:
        """The worlds of a shortest run that leads to a world; empty in a model without time."""
        return []

    def is_same(self, position: int, other: int) -> bool:
        """Whether two positions denote the same world."""
        return position == other

    def second_run(self, position: int, path: Path) -> list[int]:
        """The worlds of a run that ends at the last world of `path`."""
        return self.history(path[-1][1])

    @abstractmethod
    def is_s5(self, agent: str) -> bool:
        """Whether the agent's relation is an equivalence."""
