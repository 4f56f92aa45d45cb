"""The changes of a model with explicit worlds: updates, announcements, submodels and closures, each a new model."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Self

from kripke.checking.constraint import Question, question_text
from kripke.data.errors import ModelError, not_an_action, require_flag
from kripke.data.lazy import Lazy, np
from kripke.data.structure import Structure
from kripke.data.wording import world_quoted
from kripke.data.worlds import World
from kripke.models.explicit_model import ExplicitModel
from kripke.models.formula_queries import Actions
from logic.errors import shorten
from logic.formula import Formula

if TYPE_CHECKING:
    from kripke.change import belief, product, update
    from kripke.change import event as events
    from kripke.sameness import invariance
else:  # loaded with the first method that needs them: a check needs none
    belief, events = Lazy("kripke.change.belief"), Lazy("kripke.change.event")
    product, update = Lazy("kripke.change.product"), Lazy("kripke.change.update")
    invariance = Lazy("kripke.sameness.invariance")


class Changes(ExplicitModel):
    """Methods that return a changed model."""

    __slots__ = ()

    def _updated(self, action: update.Action | events.EventModel, event: str | None, check_frames: bool) -> Self:
        return self._changed(_happened(self.structure, action, event), check_frames)

    def _contracted(self) -> Self:
        return self.of(invariance.contract(self.structure))

    def announce(
        self,
        formula: Question,
        to: Iterable[str] | None = None,
        actions: Actions | None = None,
        check_frames: bool = False,
    ) -> Self:
        require_flag(check_frames, "check_frames")
        said = self._formula(formula)
        where = self._where(said, actions) if actions is not None else None
        shown = None if isinstance(formula, (str, Formula)) else lambda: question_text(formula, self.atoms)
        after = update.announce(self.structure, said, to, where, shown)
        return self._changed(after, check_frames)

    def announce_whether(
        self,
        formula: Question,
        to: Iterable[str] | None = None,
        actions: Actions | None = None,
        check_frames: bool = False,
    ) -> Self:
        require_flag(check_frames, "check_frames")
        said = self._formula(formula)
        where = self._where(said, actions) if actions is not None else None
        return self._changed(update.announce_whether(self.structure, said, to, where), check_frames)

    def without(self, *worlds: World) -> Self:
        gone = {self.structure.worlds.position(world) for world in worlds}
        if self.structure.actual in gone:
            shown = world_quoted(self.actual)
            raise ModelError(f"world {shown} is the actual world, which must stay; choose another by at(...) first")
        kept = [position for position in range(len(self)) if position not in gone]
        if not kept:
            raise ModelError(f"all {len(self)} worlds would go: a model has at least one; keep one")
        return self.of(self.structure.restrict(np.array(kept)))

    def close(self, wanted: str | Iterable[str], agents: Iterable[str] | None = None) -> Self:
        """The model whose relations are closed under the properties.

        Parameters
        ----------
        wanted : str or iterable of str
            A system such as ``S5``, or properties such as ``["reflexive", "transitive"]``; see `kripke.data.frames`.
        agents : iterable of str, optional
            The agents whose relations are closed; None: all.
        """
        from kripke.data.frames import close

        return self.of(close(self.structure, wanted, agents))

    def at(self, world: World | None) -> Self:
        position = None if world is None else self.structure.worlds.position(world)
        return self.of(replace(self.structure, actual=position))

    def rounded(self, digits: int = 6) -> Self:
        """The model with weights rounded to a number of decimals, and small ranks; see `belief.rounded`.

        Long games make long numbers, which files do not accept: ``m.rounded(12).save(path)``.
        """
        return self.of(belief.rounded(self.structure, digits))

    def generated(self, at: World | None = None, depth: int | None = None) -> Self:
        return self.of(invariance.generated(self.structure, self._position(at), depth))

    def unravel(self, depth: int, at: World | None = None, limit: int = 100_000) -> Self:
        """The tree of paths of at most `depth` steps from a world; see `kripke.sameness.invariance.unravel`.

        Parameters
        ----------
        depth : int
            Maximal number of steps.
        at : world, optional
            The world; None: the actual world.
        limit : int
            Maximal number of paths.
        """
        return self.of(invariance.unravel(self.structure, depth, self._position(at), limit))

    def _changed(self, structure: Structure, check_frames: bool) -> Self:
        if require_flag(check_frames, "check_frames"):
            from kripke.data.frames import check_frames as check

            check(self.structure, structure)
        return self.of(structure)


def _happened(structure: Structure, action: update.Action | events.EventModel, event: str | None) -> Structure:
    if isinstance(action, events.EventModel):
        return product.update(structure, action, event)
    if not hasattr(action, "apply"):
        raise not_an_action(action)
    if event is not None:
        raise ModelError(f"event {shorten(repr(event))}: {type(action).__name__} has no events to choose from")
    return action.apply(structure)
