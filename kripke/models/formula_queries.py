"""What every model answers about a formula: truth, reasons, and the worlds where it holds."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from kripke.checking.constraint import Question
from kripke.data.listing import LIMIT
from kripke.data.worlds import World
from kripke.models.exchange import Exchange
from kripke.why.view import DEPTH, SIZE, Detail

if TYPE_CHECKING:
    from kripke.change.event import EventModel
    from kripke.change.update import Action
    from kripke.why.explanation import Explanation
    from kripke.why.verdict import Verdict

Actions: TypeAlias = "Mapping[str, Action | EventModel]"
"""Actions by their names in formulas."""


class FormulaQueries(Exchange):
    """The questions about formulas that a model answers."""

    __slots__ = ()

    @abstractmethod
    def holds(self, formula: Question, at: World | None = None, actions: Actions | None = None) -> bool:
        """Whether the formula holds at a world.

        Parameters
        ----------
        formula : Formula, str or constraint
            The formula, parsed if it is a string, or a constraint such as `exactly`.
        at : world, optional
            The world; None: the actual world.
        actions : mapping of str to action, optional
            The actions that the formula names: ``m.holds("[@peek] K_a p", actions={"peek": peek})``.

        Raises
        ------
        ParseError, UnknownAgent, UnknownAtom, UnknownAction, UnknownWorld
            If the formula is invalid, or the model does not have a name.
        ModelError
            If no world is given and the model has no actual world.
        """

    @abstractmethod
    def check(self, formula: Question, at: World | None = None, actions: Actions | None = None) -> Verdict:
        """The verdict at a world, with the formula's extension and, on request, the reasons.

        Parameters
        ----------
        formula : Formula, str or constraint
            The formula.
        at : world, optional
            The world; None: the actual world.
        actions : mapping of str to action, optional
            The actions that the formula names.
        """

    @abstractmethod
    def explain(
        self,
        formula: Question,
        at: World | None = None,
        actions: Actions | None = None,
        depth: int = DEPTH,
        size: int = SIZE,
        detail: Detail = "full",
    ) -> Explanation:
        """Explain why the formula holds or fails at a world, with witnesses.

        Where several worlds are witnesses, the engines may name different ones: listed worlds the first, a symbolic
        model one that differs little from the world in question.

        Parameters
        ----------
        formula : Formula, str or constraint
            The formula.
        at : world, optional
            The world; None: the actual world.
        actions : mapping of str to action, optional
            The actions that the formula names.
        depth, size : int
            Maximal depth of the tree, and maximal number of reasons.
        detail : {"full", "brief"}
            All reasons, with terms explained at their first use; or one line of reasons, down to the facts.
        """

    @abstractmethod
    def valid(self, formula: Question, actions: Actions | None = None) -> bool:
        """Whether the formula holds at every world of the model.

        Parameters
        ----------
        formula : Formula, str or constraint
            The formula.
        actions : mapping of str to action, optional
            The actions that the formula names.
        """

    @abstractmethod
    def count(self, formula: Question = "true", actions: Actions | None = None) -> int:
        """Number of worlds where the formula holds, exact for any size; no names are made.

        Parameters
        ----------
        formula : Formula, str or constraint
            The formula.
        actions : mapping of str to action, optional
            The actions that the formula names.
        """

    @abstractmethod
    def extension(
        self, formula: Question = "true", actions: Actions | None = None, limit: int | None = LIMIT
    ) -> frozenset[World]:
        """The worlds where the formula holds.

        Parameters
        ----------
        formula : Formula, str or constraint
            The formula.
        actions : mapping of str to action, optional
            The actions that the formula names.
        limit : int, optional
            Maximal number of worlds; None: no limit.

        Raises
        ------
        TooLarge
            If there are more than `limit`. `count` gives their number, `sample` some of them, `iterate` one after the
            other.
        """

    @abstractmethod
    def iterate(self, formula: Question = "true", actions: Actions | None = None) -> Iterator[World]:
        """The worlds where the formula holds, one by one in their order; ``iter(model)`` gives all.

        Each name is made on request. More than 10,000 states of a symbolic model, or more than a million states times
        atoms, come in the order of its diagrams.

        Parameters
        ----------
        formula : Formula, str or constraint
            The formula.
        actions : mapping of str to action, optional
            The actions that the formula names.
        """

    @abstractmethod
    def sample(
        self,
        rng: Any = None,
        size: int | None = None,
        formula: Question = "true",
        actions: Actions | None = None,
    ) -> Any:
        """A random world, each with the same probability; with `size` a list of independent worlds.

        A seed draws the same of the same worlds on both engines if there are at most 10,000 to draw from, and a million
        worlds times atoms.

        Parameters
        ----------
        rng : numpy.random.Generator, random.Random or int, optional
            A random generator, or a seed.
        size : int, optional
            Number of worlds.
        formula : Formula, str or constraint
            Only worlds where it holds are drawn; `ModelError` if there are none.
        actions : mapping of str to action, optional
            The actions that the formula names.
        """

    def probability(self, formula: Question, actions: Actions | None = None) -> Fraction:
        """The exact share of the worlds where the formula holds.

        Parameters
        ----------
        formula : Formula, str or constraint
            The formula.
        actions : mapping of str to action, optional
            The actions that the formula names.
        """
        return Fraction(self.count(formula, actions), self.count())
