"""The result of a check: whether the formula holds, where it holds, and on request why."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from kripke.checking.explicit import Actions
from kripke.data.errors import ModelError
from kripke.data.lazy import Lazy
from kripke.data.listing import LIMIT, require_listable
from kripke.data.naming import name_text
from kripke.data.relation import WorldSet
from kripke.data.structure import SMALL, Structure
from kripke.data.wording import brief, world_quoted
from kripke.data.worlds import World
from kripke.why.view import DEPTH, SIZE, Detail
from logic.clauses import BAtLeast
from logic.errors import listing
from logic.exact import magnitude, plural
from logic.formula import Formula

if TYPE_CHECKING:
    import html

    from kripke.why.explain import Survey
    from kripke.why.explanation import Explanation
else:
    html = Lazy("html")  # for notebooks only


class Extension(Protocol):
    """The worlds of a model where a formula holds, in the representation of an engine."""

    @property
    def count(self) -> int:
        """Number of worlds where the formula holds."""

    @property
    def size(self) -> int:
        """Number of worlds of the model."""

    @property
    def weighted(self) -> Collection[str]:
        """The agents with weights."""

    def names(self) -> frozenset[Any]:
        """The worlds where the formula holds; `TooLarge` if there are too many to list."""

    def holds(self, world: Any, /) -> bool:
        """Whether the formula holds at the world."""

    def counterexample(self) -> World | None:
        """A world where the formula fails, or None."""

    def text(self, world: Any, /) -> str:
        """The name of the world as a text; for a state with many true atoms only those of the formula."""

    def explain(self, world: Any, depth: int, size: int, detail: Detail) -> Explanation:
        """Explain why the formula holds or fails at a world."""

    def survey(self, detail: Detail) -> Survey:
        """Explain why the formula holds at each world."""


@dataclass(frozen=True)
class Verdict:
    """The result of checking a formula at a world, on any engine.

    Parameters
    ----------
    formula : Formula
        The checked formula.
    world : world
        The world.
    holds : bool
        Whether the formula holds at the world.
    where : Extension
        All worlds where the formula holds.

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> m = KripkeModel.s5({"w1": {"p"}, "w2": set()}, {"a": [["w1", "w2"]]}, actual="w1")
    >>> verdict = m.check("p & ~K_a p")
    >>> verdict.holds, verdict.world, verdict.count, verdict.extension
    (True, 'w1', 1, frozenset({'w1'}))
    """

    formula: Formula
    world: World
    holds: bool
    where: Extension = field(compare=False)

    def __bool__(self) -> bool:
        return self.holds

    def __repr__(self) -> str:
        return f"<Verdict: {self.formula} {'holds' if self.holds else 'fails'} at {world_quoted(self.world)}>"

    def _repr_html_(self) -> str:
        """The verdict, which opens to its explanation."""
        said = f"{brief(self.formula)} {'holds' if self.holds else 'fails'} at {self.place}"
        tally = f"it holds at {magnitude(self.count)} of {plural(self.size, 'world')}"
        words = html.escape("; ".join([f"{'✓' if self.holds else '✗'} {said}", tally, *filter(None, [self.note])]))
        return f"<details><summary>{words}</summary>\n{self.explain().to_html()}\n</details>"

    @property
    def count(self) -> int:
        """Number of worlds where the formula holds."""
        return self.where.count

    @property
    def size(self) -> int:
        """Number of worlds of the model."""
        return self.where.size

    @cached_property
    def note(self) -> str:
        """A note on degrees of belief for agents without weights; empty if the formula has no degrees."""
        return note_on_degrees(self.formula, self.where.weighted)

    @cached_property
    def extension(self) -> frozenset[World]:
        """Names of the worlds where the formula holds; `TooLarge` if there are too many to list."""
        return self.where.names()

    @cached_property
    def counterexample(self) -> World | None:
        """A world of the model where the formula fails; None if it is valid."""
        return self.where.counterexample()

    @property
    def place(self) -> str:
        """The name of the world as a text; for a state with many true atoms only those of the formula."""
        return self.where.text(self.world)

    def at(self, world: World) -> Verdict:
        """The verdict at another world of the model, without a new evaluation."""
        return replace(self, world=world, holds=self.where.holds(world))

    def explain(self, depth: int = DEPTH, size: int = SIZE, detail: Detail = "full") -> Explanation:
        """Explain why the formula holds or fails at the world, with witnesses.

        Parameters
        ----------
        depth, size : int
            Maximal depth of the tree, and maximal number of reasons.
        detail : {"full", "brief"}
            "full": all reasons, with terms explained at their first use; "brief": one line of reasons, from the formula
            down to the facts.

        Examples
        --------
        >>> from whoknows import KripkeModel
        >>> m = KripkeModel.s5({"w1": {"p"}, "w2": set()}, {"a": [["w1", "w2"]]}, actual="w1")
        >>> print(m.check("~K_a p & ~K_a ~p").explain(detail="brief"))
        ¬K_a p ∧ ¬K_a ¬p holds at w1: ¬K_a p holds and ¬K_a ¬p holds there
          ¬K_a p holds at w1: a cannot tell w1 from w2, and p is false at w2
          … (1 more)
        """
        return self.where.explain(self.world, depth, size, detail)

    def survey(self, detail: Detail = "full") -> Survey:
        """Explain why the formula holds at every world, by cases; `ModelError` if it fails at a world.

        Parameters
        ----------
        detail : {"full", "brief"}
            How much is said of the example of each case.

        Examples
        --------
        >>> from whoknows import KripkeModel
        >>> m = KripkeModel.s5({"w1": {"p"}, "w2": set()}, {"a": [["w1", "w2"]]}, actual="w1")
        >>> print(m.check("p | ~p").survey())
        p ∨ ¬p holds at each of 2 worlds, in 2 cases
          at w1, p is true
          at w2, p is false
        """
        if self.counterexample is not None:
            fails = f"{brief(self.formula)} fails at {world_quoted(self.counterexample)}"
            raise ModelError(f"{fails}: a survey is for formulas that hold everywhere; explain it there")
        return self.where.survey(detail)


def note_on_degrees(formula: Formula, weighted: Collection[str]) -> str:
    """A note on degrees of belief for agents without weights; empty if the formula has no degrees."""
    asked = {part.agent for part in formula.subformulas() if isinstance(part, BAtLeast) and part.degree}
    without = sorted(asked - {*weighted})
    have = "have" if len(without) > 1 else "has"
    return f"{listing(without, 'and')} {have} no weights, so worlds count equally" if without else ""


@dataclass(slots=True)
class ListedExtension:
    """The extension of a formula in a structure; see `Extension`."""

    structure: Structure
    formula: Formula
    worlds: WorldSet
    actions: Actions | None = None

    @property
    def count(self) -> int:
        return len(self.worlds)

    @property
    def size(self) -> int:
        return self.structure.size

    @property
    def weighted(self) -> Collection[str]:
        return self.structure.weights

    def names(self) -> frozenset[World]:
        return world_names(self.structure, self.worlds, LIMIT)

    def holds(self, world: World) -> bool:
        return self.structure.worlds.position(world) in self.worlds

    def counterexample(self) -> World | None:
        if self.count == self.size:
            return None
        if self.size > SMALL:
            return self.structure.worlds.name(int(self.worlds.column.argmin()))
        return self.structure.worlds.name(next(i for i in range(self.size) if i not in self.worlds))  # without arrays

    def text(self, world: World) -> str:
        return name_text(world)

    def explain(self, world: World, depth: int, size: int, detail: Detail = "full") -> Explanation:
        from kripke.why.explain import explain  # not loaded by a check without reasons

        position = self.structure.worlds.position(world)
        return explain(self.structure, self.formula, position, depth, size, self.actions, detail)

    def survey(self, detail: Detail = "full") -> Survey:
        from kripke.why.explain import survey  # not loaded by a check without reasons

        return survey(self.structure, self.formula, detail, self.actions)


def world_names(
    structure: Structure, where: WorldSet, limit: int | None = None, what: str = "worlds"
) -> frozenset[World]:
    """The names of the worlds in a set; `TooLarge` for more than `limit`."""
    if limit is not LIMIT or structure.size > LIMIT:  # a check of a few worlds would take as long as their names
        require_listable(len(where), limit, what)
    return frozenset(map(structure.worlds.name, where.positions()))
