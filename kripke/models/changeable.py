"""`Changeable`, the base class of models with their worlds, their actual worlds, and the methods that change them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Sequence, Set
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias

from kripke.checking.constraint import Question, is_constraint
from kripke.data.errors import ModelError, require_flag
from kripke.data.lazy import Lazy
from kripke.data.wording import world_quoted
from kripke.data.worlds import World, actual_places
from kripke.models.exchange import Exchange
from logic.errors import shorten
from logic.formula import Formula

if TYPE_CHECKING:
    from kripke.change import product
    from kripke.change import update as updates
    from kripke.change.event import EventModel
    from kripke.change.product import Actions
    from kripke.change.update import StructureChange
else:  # not loaded for a model that never changes
    product, updates = Lazy("kripke.change.product"), Lazy("kripke.change.update")

OneChange: TypeAlias = "product.Action | StructureChange | EventModel | Question"

Change: TypeAlias = "OneChange | Sequence[OneChange]"
"""An action, a formula to announce, or a list of these in order."""


class Changeable(Exchange):
    """Base class with the worlds of models on any engine, and the methods that return a changed model."""

    __slots__ = ()

    _noun: ClassVar[str] = "world"
    """The word for a world in error messages."""

    # ---------------------------------------------------------------------------------------------- what it consists of

    @property
    @abstractmethod
    def agents(self) -> tuple[str, ...]:
        """The names of the agents, in order."""

    @property
    @abstractmethod
    def atoms(self) -> tuple[str, ...]:
        """The vocabulary."""

    @property
    def actual(self) -> World | frozenset[World] | None:
        """The actual world, the frozen set of several actual worlds, or None."""
        worlds = self.actuals
        return frozenset(worlds) if len(worlds) > 1 else worlds[0] if worlds else None

    @property
    def actuals(self) -> tuple[World, ...]:
        """The actual worlds in their order; most models have one or none."""
        return tuple(map(self._named, self._actual_places))

    @property
    @abstractmethod
    def _actual_places(self) -> tuple[Any, ...]:
        """The positions of the actual worlds."""

    @property
    @abstractmethod
    def worlds(self) -> Sequence[World]:
        """The worlds in their order; `TooLarge` if a symbolic model has more than `LIMIT` states."""

    @abstractmethod
    def _position(self, world: Any) -> Any:
        """The engine's representation of a world; `UnknownWorld` if the model does not have this world."""

    @abstractmethod
    def _named(self, place: Any) -> World:
        """The name of the world at a position."""

    # ---------------------------------------------------------------------------------------------------------- changes

    def announce(
        self,
        formula: Question,
        to: Iterable[str] | None = None,
        actions: Actions | None = None,
        check_frames: bool = False,
        whether: bool = False,
    ) -> Self:
        """The model after a truthful announcement to all agents, or to the group `to` while the others notice it.

        With ``whether=True`` the hearers learn whether the formula holds, and no world is removed. Otherwise
        `PreconditionFailed` if the formula is false at an actual world or, if there is none, at every world. The two
        engines may name different witnesses in the message, as in `explain`.

        Parameters
        ----------
        formula : Formula, str or constraint
            The announced formula.
        to : iterable of str, optional
            The group that hears it, while the others notice that the group learns whether it holds; None: all agents.
        actions : mapping of str to action, or list of Action, optional
            The actions that the formula names.
        check_frames : bool
            Whether to check that each relation keeps its frame class; `FrameLost` if not.
        whether : bool
            Whether the truth value is announced, whatever it is.

        Examples
        --------
        >>> from whoknows import KripkeModel
        >>> m = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]]}, actual="v")
        >>> m.announce("~p").worlds, m.announce("p", whether=True).holds("K_a ~p")
        (Worlds('v'), True)
        """
        require_flag(whether, "whether")
        return self._after(lambda content: self._told(content, formula, to, actions, whether), check_frames)

    @abstractmethod
    def _told(
        self, content: Any, formula: Question, to: Iterable[str] | None, actions: Actions | None, whether: bool
    ) -> Any:
        """Return the structure `content` after the announcement."""

    def announce_whether(
        self,
        formula: Question,
        to: Iterable[str] | None = None,
        actions: Actions | None = None,
        check_frames: bool = False,
    ) -> Self:
        """The model after all agents, or a group, learn whether the formula holds: `announce` with ``whether=True``.

        Parameters
        ----------
        formula, to, actions, check_frames : as for `announce`
        """
        return self.announce(formula, to, actions, check_frames, whether=True)

    def update(
        self, action: Change, event: str | None = None, check_frames: bool = False, contract: bool = False
    ) -> Self:
        """The model after an action: an event model, a change of belief, or a formula that is announced.

        The actions of a list happen in order. An event may set an atom that the model does not have; the atom is then
        added to the vocabulary. A `UserWarning` names an added atom that looks like a misspelt atom of the model.

        Each pair of an actual world and an actual event that can happen there is an actual world of the new model.
        `PreconditionFailed` if no event can happen at an actual world; `ModelError` if several events can happen there
        and the event model names no actual events. `UnsupportedByEngine` if a symbolic model is to change weights or
        ranks, or to merge worlds.

        In a model without actual worlds, all events happen that can be reached from the actual events, or all events
        if none is named as actual.

        Parameters
        ----------
        action : EventModel, Action, action, Formula, str, constraint, or list of these
            The action; see `kripke.change.actions` and `kripke.change.actions.evidence`.
        event : str, optional
            The event of an event model that happens; None: those whose preconditions hold at the actual worlds.
        check_frames : bool
            Whether to check that each relation keeps its frame class; `FrameLost` if not.
        contract : bool
            Whether to contract the model after each action, which keeps models of long games small; see `contract`.

        Examples
        --------
        >>> from whoknows import KripkeModel, peek
        >>> m = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]], "b": [["w", "v"]]}, actual="w")
        >>> m.update("p").holds("C p"), m.update([peek("p", by="a"), "Kw_a p"]).holds("K_b Kw_a p")
        (True, True)
        """
        smaller = require_flag(contract, "contract")
        require_flag(check_frames, "check_frames")
        if isinstance(action, product.Action):
            with action.naming():
                return self.update(action.change, event, check_frames, contract)
        if event is not None and (isinstance(action, (str, Formula, list, tuple)) or is_constraint(action)):
            raise ModelError(f"event {shorten(repr(event))}: only an event model has events to choose from")
        after, actions = self, action if isinstance(action, (list, tuple)) else [action]
        each: Any
        for each in actions:
            if isinstance(each, product.Action):
                after = after.update(each, None, check_frames)
            elif isinstance(each, (str, Formula)) or is_constraint(each):
                after = after.announce(each, check_frames=check_frames)
            else:
                updates.warn_of_slips(each, after.atoms)
                after = after._updated(each, event, check_frames)
            after = after.contract() if smaller else after
        return after

    @abstractmethod
    def _updated(self, action: StructureChange | EventModel, event: str | None, check_frames: bool) -> Self:
        """The model after one action; `event` restricts an event model to one designated event."""

    @abstractmethod
    def contract(self) -> Self:
        """The model with bisimilar worlds merged; formulas with D, DB and R may change truth value.

        Degrees of belief of agents without weights may change, too. `UnsupportedByEngine` if the model is symbolic;
        `whoknows.contract` lists its states.
        """

    def at(self, world: World | Collection[World] | None) -> Self:
        """A copy with the given actual world, or with several, given as a list or set; None: no actual world."""
        places = actual_places(world, self._position)
        return self._after(lambda content: replace(content, actuals=places))

    def without(self, *worlds: World) -> Self:
        """The submodel without these worlds; the relations are restricted to the remaining worlds.

        `UnknownWorld` if the model does not have one of the worlds. `ModelError` if one of them is an actual world, or
        no world is left.
        """
        gone = {self._position(world) for world in worlds}
        for place in gone.intersection(self._actual_places):
            which = f"{'an' if self._actual_places[1:] else 'the'} actual {self._noun}"
            shown = f"{self._noun} {world_quoted(self._named(place))} is {which}"
            raise ModelError(f"{shown}, which must stay; choose another by at(...) first")
        return self._without(gone)

    @abstractmethod
    def _without(self, gone: Set[Any]) -> Self:
        """The submodel without these worlds, which are not actual; `ModelError` if no world is left."""

    @abstractmethod
    def generated(self, at: World | None = None, depth: int | None = None) -> Self:
        """The submodel of the worlds that can be reached from a world, by default from the actual worlds.

        The starting worlds are its actual worlds. Without a depth, the same formulas hold at its worlds as in the whole
        model. With a depth, formulas of at most this modal depth keep their truth values at the starting worlds, except
        formulas with operators such as `C`, which reach further.

        Parameters
        ----------
        at : world, optional
            The world; None: the actual worlds.
        depth : int, optional
            The largest number of steps; None: any.
        """

    def _changed(self, content: Any) -> Self:
        """A model with the structure `content`; its worlds keep their names."""
        return self.of(content)

    @staticmethod
    @abstractmethod
    def _check_frames(before: Any, after: Any) -> None:
        """Raise `FrameLost` if a relation has lost a property of its frame, such as transitivity."""

    def _after(self, work: Callable[[Any], Any], check_frames: bool = False) -> Self:
        def checked(content: Any) -> Any:
            after = work(content)
            self._check_frames(content, after)
            return after

        return self._changed(self._do(checked if require_flag(check_frames, "check_frames") else work))
