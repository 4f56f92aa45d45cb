"""KripkeModel: models with explicit worlds; its methods call the functions that do the work."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from kripke.checking import build, explicit
from kripke.data.equality import equal_structures
from kripke.data.errors import ModelError, not_listed, require_flag
from kripke.data.frozen import refuse
from kripke.data.lazy import Lazy, np
from kripke.data.relation import Column, WorldSet
from kripke.data.structure import Structure
from kripke.data.weighing import Numbers, Thresholds
from kripke.data.worlds import World
from kripke.why.verdict import Verdict, world_names
from logic.errors import TooLarge, shorten
from logic.formula import Formula
from logic.parser import parse

if TYPE_CHECKING:
    import networkx

    from kripke.change import belief, named_actions, product, update
    from kripke.change import event as events
    from kripke.checking import observations
    from kripke.data import reprs
    from kripke.sameness import bisimulation
else:  # loaded with the first method that needs them: a check needs none
    belief, events = Lazy("kripke.change.belief"), Lazy("kripke.change.event")
    named_actions = Lazy("kripke.change.named_actions")
    product, update = Lazy("kripke.change.product"), Lazy("kripke.change.update")
    observations = Lazy("kripke.checking.observations")
    reprs, bisimulation = Lazy("kripke.data.reprs"), Lazy("kripke.sameness.bisimulation")

Actions: TypeAlias = "Mapping[str, update.Action | events.EventModel]"
"""Actions by their names in formulas."""


class KripkeModel:
    """A Kripke model: worlds, a valuation, an accessibility relation for each agent, and an optional actual world.

    Models are immutable: `announce` and the other updates return new models. See also the constructors `s5`, `kd45`,
    `from_observations`, `from_networkx` and `load`.

    Parameters
    ----------
    worlds : mapping
        World (any hashable) -> the atoms that are true there.
    relations : mapping
        Agent -> pairs of a world and a world that the agent considers possible there, exactly these.
    actual : world, optional
        The actual world.
    atoms : iterable of str, optional
        The vocabulary, besides the atoms that occur.
    weights : mapping, optional
        Agent -> world -> weight in [0, 1], for every member of the agent's classes.
    threshold : mapping or number, optional
        Agent -> the least weight of a world that the agent believes possible.
    ranks : mapping, optional
        Agent -> world -> rank; lower is more plausible.

    Raises
    ------
    ModelError, UnknownWorld, FormulaError
        As in `kripke.checking.build.from_relations`.

    Examples
    --------
    >>> m = KripkeModel.s5(worlds={"w1": {"p"}, "w2": set()}, partitions={"a": [["w1", "w2"]]}, actual="w1")
    >>> m.holds("p & ~K_a p"), m.announce("p").holds("K_a p")
    (True, True)
    """

    __slots__ = ("_engine", "structure")

    renderer: ClassVar[Callable[[KripkeModel], str] | None] = None
    """Draws a model as SVG; the package `whoknows` sets it, so this package does not import pictures."""

    def __init__(
        self,
        worlds: Mapping[Any, Iterable[str]],
        relations: Mapping[str, Iterable[tuple[World, World]]],
        actual: World | None = None,
        atoms: Iterable[str] | None = None,
        weights: Numbers | None = None,
        threshold: Thresholds | None = None,
        ranks: Mapping[str, Mapping[Any, int]] | None = None,
    ) -> None:
        self._be(build.from_relations(worlds, relations, actual, atoms, weights, threshold, ranks))

    structure: Structure
    _engine: explicit.Algebra | None

    def _be(self, structure: Structure) -> None:
        object.__setattr__(self, "structure", structure)
        object.__setattr__(self, "_engine", None)

    __setattr__ = __delattr__ = refuse

    @classmethod
    def of(cls, structure: Structure) -> KripkeModel:
        """The model of a structure."""
        made = cls.__new__(cls)
        made._be(structure)
        return made

    @classmethod
    def s5(
        cls,
        worlds: Mapping[Any, Iterable[str]],
        partitions: Mapping[str, Iterable[Iterable[World]]] | None = None,
        actual: World | None = None,
        atoms: Iterable[str] | None = None,
        weights: Numbers | None = None,
        threshold: Thresholds | None = None,
        ranks: Mapping[str, Mapping[Any, int]] | None = None,
        sees: Mapping[str, Callable[[Any], Hashable]] | None = None,
    ) -> KripkeModel:
        """A model of knowledge from each agent's partition of the worlds, or from what the agent sees of a world.

        Parameters
        ----------
        worlds : mapping
            World (any hashable) -> the atoms that are true there.
        partitions : mapping, optional
            Agent -> classes of worlds that the agent cannot tell apart.
        actual : world, optional
            The actual world.
        atoms : iterable of str, optional
            The vocabulary, beside the atoms that occur.
        weights, threshold, ranks : mapping, optional
            As for `KripkeModel`.
        sees : mapping, optional
            Agent -> key function: the agent cannot tell worlds apart for which the function gives equal keys.

        Raises
        ------
        ModelError, UnknownWorld, FormulaError
            As in `kripke.checking.build.s5`.

        Examples
        --------
        Sum and Product: s sees the sum of two numbers, p their product.

        >>> pairs = [(x, y) for x in range(2, 100) for y in range(x + 1, 101 - x)]
        >>> m = KripkeModel.s5({w: {f"x={w[0]}"} for w in pairs}, sees={"s": sum, "p": lambda w: w[0] * w[1]})
        >>> list(m.announce("K_s ~Kv_p x").announce("Kv_p x").announce("Kv_s x").worlds)
        [(4, 13)]

        Russian cards: three cards for Anne, three for Bill, one for Cath; Anne says that her hand is one of five.

        >>> from itertools import combinations
        >>> deals = [(*a, *b) for a in combinations(range(7), 3) for b in combinations(sorted({*range(7)} - {*a}), 3)]
        >>> sees = {"anne": lambda w: w[:3], "bill": lambda w: w[3:], "cath": lambda w: {*range(7)}.difference(w).pop()}
        >>> deal = (0, 1, 2, 3, 4, 5)
        >>> m = KripkeModel.s5({w: {f"anne{card}" for card in w[:3]} for w in deals}, sees=sees, actual=deal)
        >>> said = " | ".join("&".join(f"anne{card}" for card in hand) for hand in ("012", "034", "056", "135", "246"))
        >>> after = m.announce(said)
        >>> after.holds("C (" + " & ".join(f"Kw_bill anne{card} & ~K_cath anne{card}" for card in range(7)) + ")")
        True
        """
        return cls.of(build.s5(worlds, partitions, actual, atoms, weights, threshold, ranks, sees))

    @classmethod
    def kd45(
        cls,
        worlds: Mapping[Any, Iterable[str]],
        members: Mapping[str, Iterable[tuple[Iterable[World], Iterable[World]]]],
        actual: World | None = None,
        atoms: Iterable[str] | None = None,
        weights: Numbers | None = None,
        threshold: Thresholds | None = None,
        ranks: Mapping[str, Mapping[Any, int]] | None = None,
    ) -> KripkeModel:
        """A model of belief from each agent's classes.

        Parameters
        ----------
        worlds : mapping
            World (any hashable) -> the atoms that are true there.
        members : mapping
            Agent -> pairs (worlds of the class, worlds that the agent considers possible there); see `build.kd45`.
        actual : world, optional
            The actual world.
        atoms : iterable of str, optional
            The vocabulary, besides the atoms that occur.
        weights : mapping, optional
            Agent -> world -> weight in [0, 1], for every member of the agent's classes.
        threshold : mapping or number, optional
            Agent -> the least weight of a world that the agent believes possible.
        ranks : mapping, optional
            Agent -> world -> rank; lower is more plausible.
        """
        return cls.of(build.kd45(worlds, members, actual, atoms, weights, threshold, ranks))

    @classmethod
    def from_observations(
        cls,
        atoms: Iterable[str],
        observes: Mapping[str, Iterable[str | Formula]],
        law: str | Formula = "true",
        actual: Iterable[str] | None = None,
        limit: int = build.LIMIT,
    ) -> KripkeModel:
        """The model of all assignments that satisfy the law; each agent sees some atoms.

        Parameters
        ----------
        atoms : iterable of str
            The vocabulary.
        observes : mapping
            Agent -> atoms and Boolean formulas that the agent sees.
        law : Formula or str
            A Boolean formula that is common knowledge.
        actual : iterable of str, optional
            The true atoms of the actual world.
        limit : int
            Maximal number of assignments; see `observations.from_observations`.
        """
        return cls.of(observations.from_observations(atoms, observes, law, actual, limit))

    @property
    def worlds(self) -> Sequence[World]:
        """The names of the worlds in their order; models from observations make names on request."""
        return self.structure.worlds

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents."""
        return self.structure.agents

    @property
    def atoms(self) -> tuple[str, ...]:
        """The vocabulary."""
        return self.structure.atoms

    @property
    def actual(self) -> World | None:
        """The name of the actual world, or None."""
        position = self.structure.actual
        return None if position is None else self.structure.worlds.name(position)

    def __len__(self) -> int:
        return self.structure.size

    def __iter__(self) -> Iterator[World]:
        return iter(self.structure.worlds)

    def __contains__(self, world: object) -> bool:
        return world in self.structure.worlds

    def holds(self, formula: str | Formula, at: World | None = None, actions: Actions | None = None) -> bool:
        """Whether the formula holds at a world.

        Parameters
        ----------
        formula : Formula or str
            The formula.
        at : world, optional
            The world; None: the actual world.
        actions : mapping of str to action, optional
            The actions that the formula names: ``m.holds("[@peek] K_a p", actions={"peek": peek})``.

        Raises
        ------
        ParseError, UnknownAgent, UnknownAtom, UnknownWorld
            If the formula is invalid, or the model does not have a name.
        ModelError
            If no world is given and the model has no actual world.
        """
        return self._position(at) in self._where(parse(formula), actions)

    def extension(self, formula: str | Formula, actions: Actions | None = None) -> frozenset[World]:
        """The names of the worlds where the formula holds.

        Parameters
        ----------
        formula : Formula or str
            The formula.
        actions : mapping of str to action, optional
            The actions that the formula names.
        """
        return world_names(self.structure, self._where(parse(formula), actions))

    def count(self, formula: str | Formula, actions: Actions | None = None) -> int:
        """Number of worlds where the formula holds; no names are made.

        Parameters
        ----------
        formula : Formula or str
            The formula.
        actions : mapping of str to action, optional
            The actions that the formula names.
        """
        return len(self._where(parse(formula), actions))

    def column(self, formula: str | Formula, actions: Actions | None = None) -> Column:
        """Where the formula holds, as a read-only Boolean array over `worlds`; no names are made.

        Parameters
        ----------
        formula : Formula or str
            The formula.
        actions : mapping of str to action, optional
            The actions that the formula names.
        """
        return _locked(self._where(parse(formula), actions).column)

    def valid(self, formula: str | Formula, actions: Actions | None = None) -> bool:
        """Whether the formula holds at every world of the model.

        Parameters
        ----------
        formula : Formula or str
            The formula.
        actions : mapping of str to action, optional
            The actions that the formula names.
        """
        return self.count(formula, actions) == len(self)

    def check(self, formula: str | Formula, at: World | None = None, actions: Actions | None = None) -> Verdict:
        """The verdict at a world, with the formula's extension and, on request, the reasons.

        Parameters
        ----------
        formula : Formula or str
            The formula.
        at : world, optional
            The world; None: the actual world.
        actions : mapping of str to action, optional
            The actions that the formula names.
        """
        position, question = self._position(at), parse(formula)
        where = self._where(question, actions)
        if not actions:
            return Verdict(self.structure, question, position, where)
        ready = named_actions.extend_vocabulary(self.structure, actions)
        return Verdict(ready, question, position, where, named_actions.occurrences(actions))

    def update(
        self,
        action: update.Action | events.EventModel,
        event: str | None = None,
        check_frames: bool = False,
        contract: bool = False,
    ) -> KripkeModel:
        """The model after an action: an event model, or a change of belief.

        Parameters
        ----------
        action : EventModel or an action
            The action; see `kripke.change.actions` and `kripke.change.plausibility`.
        event : str, optional
            The event of an event model that happens; None: the one whose precondition holds at the actual world.
        check_frames : bool
            Whether to check that each relation keeps its frame class.
        contract : bool
            Whether to merge bisimilar worlds afterwards, which keeps long games small; see `bisimulation.contract`.
        """
        smaller = require_flag(contract, "contract")
        after = self._changed(_happened(self.structure, action, event), check_frames)
        return KripkeModel.of(bisimulation.contract(after.structure)) if smaller else after

    def announce(
        self,
        formula: str | Formula,
        to: Iterable[str] | None = None,
        check_frames: bool = False,
        actions: Actions | None = None,
    ) -> KripkeModel:
        """The model after a truthful public announcement; with `to`, after a group hears it and the others notice.

        Parameters
        ----------
        formula : Formula or str
            What is announced; it must hold at the actual world, or without one at some world.
        to : iterable of str, optional
            The group that hears it; the others notice that the group learns whether it holds.
        check_frames : bool
            Whether to check that each relation keeps its frame class.
        actions : mapping of str to action, optional
            The actions that the formula names.
        """
        said = parse(formula)
        where = self._where(said, actions) if actions else None
        return self._changed(update.announce(self.structure, said, to, where), check_frames)

    def announce_whether(
        self,
        formula: str | Formula,
        to: Iterable[str] | None = None,
        check_frames: bool = False,
        actions: Actions | None = None,
    ) -> KripkeModel:
        """The model after all agents, or the group `to`, learn whether the formula holds; no world is removed.

        Parameters
        ----------
        formula : Formula or str
            The question that is answered.
        to : iterable of str, optional
            The group that learns the answer; None: all agents.
        check_frames : bool
            Whether to check that each relation keeps its frame class.
        actions : mapping of str to action, optional
            The actions that the formula names.
        """
        said = parse(formula)
        where = self._where(said, actions) if actions else None
        return self._changed(update.announce_whether(self.structure, said, to, where), check_frames)

    def without(self, *worlds: World) -> KripkeModel:
        """The submodel without these worlds; the relations among the others stay.

        Raises
        ------
        UnknownWorld
            If the model lacks one of the worlds.
        ModelError
            If one of them is the actual world, or no world is left.

        Examples
        --------
        >>> m = KripkeModel.s5({"w1": {"p"}, "w2": {"q"}, "w3": set()}, {"a": [["w1", "w2", "w3"]]}, actual="w1")
        >>> m.without("w3").holds("K_a (p | q)")
        True
        """
        gone = {self.structure.worlds.position(world) for world in worlds}
        if self.structure.actual in gone:
            shown = shorten(repr(self.actual))
            raise ModelError(f"world {shown} is the actual world, which must stay; choose another by at(...) first")
        kept = [position for position in range(len(self)) if position not in gone]
        if not kept:
            raise ModelError(f"all {len(self)} worlds would go: a model has at least one; keep one")
        return self.of(self.structure.restrict(np.array(kept)))

    def close(self, wanted: str | Iterable[str], agents: Iterable[str] | None = None) -> KripkeModel:
        """The model whose relations are closed under the properties.

        Parameters
        ----------
        wanted : str or iterable of str
            A system such as ``S5``, or properties such as ``["reflexive", "transitive"]``; see `kripke.data.closure`.
        agents : iterable of str, optional
            The agents whose relations are closed; None: all.
        """
        from kripke.data.closure import close

        return self.of(close(self.structure, wanted, agents))

    def at(self, world: World | None) -> KripkeModel:
        """The same model with another actual world; None: without one."""
        position = None if world is None else self.structure.worlds.position(world)
        return self.of(replace(self.structure, actual=position))

    def frame_properties(self, agent: str) -> set[str]:
        """The properties of the agent's relation among reflexive, serial, symmetric, transitive and euclidean."""
        from kripke.data.frames import properties

        return set(properties(self.structure, agent))

    def weights(self, agent: str) -> dict[World, Fraction]:
        """The agent's weights of the members of the agent's classes; see `kripke.change.belief.weights`."""
        return belief.weights(self.structure, agent)

    def possible(self, agent: str, at: World | None = None) -> frozenset[World]:
        """The worlds that the agent considers possible at a world: the successors for ``K_a``.

        Parameters
        ----------
        agent : str
            Name of the agent.
        at : world, optional
            The world; None: the actual world.
        """
        return world_names(self.structure, belief.possible(self.structure, agent, self._position(at)))

    def believed(self, agent: str, at: World | None = None) -> frozenset[World]:
        """The worlds that the agent believes possible at a world: the successors for ``B_a``.

        Parameters
        ----------
        agent : str
            Name of the agent.
        at : world, optional
            The world; None: the actual world.
        """
        return world_names(self.structure, belief.believed(self.structure, agent, self._position(at)))

    def believed_column(self, agent: str, at: World | None = None) -> Column:
        """The worlds of `believed` as a read-only Boolean array over `worlds`; no names are made.

        Parameters
        ----------
        agent : str
            Name of the agent.
        at : world, optional
            The world; None: the actual world.
        """
        return _locked(belief.believed(self.structure, agent, self._position(at)).column)

    def degree(
        self,
        agent: str,
        formula: str | Formula,
        at: World | None = None,
        actions: Actions | None = None,
        *,
        alike: bool = False,
    ) -> Fraction:
        """The agent's degree of belief in a formula at a world; see `kripke.change.belief.degree`.

        Parameters
        ----------
        agent : str
            Name of the agent.
        formula : Formula or str
            The formula.
        at : world, optional
            The world; None: the actual world.
        actions : mapping of str to action, optional
            The actions that the formula names.
        alike : bool
            Whether the worlds of a class without weight all count the same; if not, such a class is an error.
        """
        question = parse(formula)
        where = self._where(question, actions) if actions else None
        return belief.degree(self.structure, agent, question, self._position(at), where, alike)

    def degrees(self, agent: str, at: World | None = None, *, alike: bool = False) -> dict[World, Fraction]:
        """The agent's degree of belief in each world of the agent's class; they sum to 1. See `belief.degrees`.

        Parameters
        ----------
        agent : str
            Name of the agent.
        at : world, optional
            The world; None: the actual world.
        alike : bool
            Whether the worlds of a class without weight all count the same; if not, such a class is an error.
        """
        return belief.degrees(self.structure, agent, self._position(at), alike)

    def entropy(self, agent: str, at: World | None = None) -> float:
        """The uncertainty of the agent at a world in bits; see `kripke.change.belief.entropy`.

        Parameters
        ----------
        agent : str
            Name of the agent.
        at : world, optional
            The world; None: the actual world.
        """
        return belief.entropy(self.structure, agent, self._position(at))

    def emptied(self, agent: str) -> int:
        """Number of the agent's classes without a member at the threshold, where the heaviest members stay believed.

        After an update it says how often belief depends on that repair; see `belief.count_unsupported_classes`.
        """
        return belief.count_unsupported_classes(self.structure, agent)

    def rounded(self, digits: int = 6) -> KripkeModel:
        """The model with weights rounded to a number of decimals, and small ranks; see `belief.rounded`.

        Long games make long numbers, which files do not accept: ``m.rounded(12).save(path)``.
        """
        return self.of(belief.rounded(self.structure, digits))

    def generated(self, at: World | None = None) -> KripkeModel:
        """The worlds that can be reached from a world (None: the actual world); see `bisimulation.generated`."""
        return self.of(bisimulation.generated(self.structure, self._position(at)))

    def unravel(self, depth: int, at: World | None = None, limit: int = 100_000) -> KripkeModel:
        """The tree of paths of at most `depth` steps from a world; see `kripke.sameness.bisimulation.unravel`.

        Parameters
        ----------
        depth : int
            Maximal number of steps.
        at : world, optional
            The world; None: the actual world.
        limit : int
            Maximal number of paths.
        """
        return self.of(bisimulation.unravel(self.structure, depth, self._position(at), limit))

    def isomorphic(self, other: KripkeModel) -> bool:
        """Whether the models differ only in the names of their worlds; see `bisimulation.isomorphic`."""
        if not isinstance(other, KripkeModel):
            raise not_listed(other)
        return bisimulation.isomorphic(self.structure, other.structure)

    @classmethod
    def from_networkx(cls, graph: networkx.MultiDiGraph) -> KripkeModel:
        """The model of a directed multigraph with attributes `atoms` (nodes), `agent` (edges), `actual` (graph)."""
        from kripke.formats.graphs import from_networkx

        return cls.of(from_networkx(graph))

    def to_networkx(self) -> networkx.MultiDiGraph:
        """The model as a directed multigraph; `from_networkx` reads it back as an equal model."""
        from kripke.formats.graphs import to_networkx

        return to_networkx(self.structure)

    @classmethod
    def load(cls, path: str | Path) -> KripkeModel:
        """Read a model file; `FileError` gives the place of a mistake."""
        from kripke.formats.model_io import load

        return cls.of(load(path))

    def save(self, path: str | Path) -> None:
        """Write a model file, completely or not at all."""
        from kripke.formats.model_io import save

        save(self.structure, path)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, KripkeModel):
            return NotImplemented
        return equal_structures(self.structure, other.structure)

    def __hash__(self) -> int:
        return hash((len(self), frozenset(self.agents), frozenset(self.atoms), self.actual))

    def __reduce__(self) -> tuple[Any, ...]:
        return KripkeModel.of, (self.structure,)

    def __repr__(self) -> str:
        written = reprs.of_structure(self.structure)
        return written or f"<KripkeModel: {len(self):,} worlds, {len(self.agents)} agents, {len(self.atoms)} atoms>"

    def _repr_svg_(self) -> str | None:
        try:
            return None if KripkeModel.renderer is None else KripkeModel.renderer(self)
        except TooLarge:
            return None

    def _where(self, formula: Formula, actions: Actions | None = None) -> WorldSet:
        if actions:
            ready = named_actions.extend_vocabulary(self.structure, actions)
            return explicit.extension(ready, formula, actions=named_actions.occurrences(actions))
        if self.structure.cube is not None:
            return explicit.extension(self.structure, formula)
        if self._engine is None:
            object.__setattr__(self, "_engine", explicit.algebra(self.structure))
        return explicit.extension(self.structure, formula, self._engine)

    def _position(self, at: World | None) -> int:
        if at is not None:
            return self.structure.worlds.position(at)
        if self.structure.actual is None:
            raise ModelError("the model has no actual world: say where, by at=...")
        return self.structure.actual

    def _changed(self, structure: Structure, check_frames: bool) -> KripkeModel:
        if require_flag(check_frames, "check_frames"):
            from kripke.data.frames import check_frames as check

            check(self.structure, structure)
        return self.of(structure)


def _happened(structure: Structure, action: update.Action | events.EventModel, event: str | None) -> Structure:
    if isinstance(action, events.EventModel):
        return product.update(structure, action, event)
    if not hasattr(action, "apply"):
        shown = shorten(repr(action))
        raise ModelError(f"update {shown}: expected an event model or an action, such as announcement(f)")
    if event is not None:
        raise ModelError(f"event {shorten(repr(event))}: {type(action).__name__} has no events to choose from")
    return action.apply(structure)


def _locked(column: Column) -> Column:
    """A read-only view of the column, which may belong to the model."""
    seen = column.view()
    seen.flags.writeable = False
    return seen
