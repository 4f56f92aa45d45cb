"""`KripkeModel`: models with explicit worlds."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Set
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias

from kripke.checking import build, explicit
from kripke.checking.constraint import Laws, Question, question_text
from kripke.checking.engine.algebra import ExplicitAlgebra
from kripke.data.errors import ModelError, not_an_action, require_flag
from kripke.data.lazy import Drawn, Lazy
from kripke.data.listing import LIMIT, Source, draws, require_limit, require_listable
from kripke.data.relation import Column, WorldSet, read_only
from kripke.data.structure import Structure, equal_structures
from kripke.data.weighing import Numbers, Thresholds
from kripke.data.worlds import World, Worlds, kept_of
from kripke.models.exchange import T
from kripke.models.model import Actions, Model, Verdict
from kripke.why.view import View
from logic.clauses import ActStar, ActStarDual
from logic.errors import shorten
from logic.exact import plural
from logic.formula import Formula

if TYPE_CHECKING:
    import networkx

    from kripke.change import belief, observers, product, update
    from kripke.change import event as events
    from kripke.change.renaming import Names
    from kripke.checking import observations
    from kripke.data import naming
    from kripke.formats.graphs import AgentOf, AtomsOf, Closure
    from kripke.formats.registry import Attributes
    from kripke.sameness import invariance
    from kripke.space import repetition
else:  # loaded with the first method that needs them: a check needs none
    belief, events = Lazy("kripke.change.belief"), Lazy("kripke.change.event")
    product, update = Lazy("kripke.change.product"), Lazy("kripke.change.update")
    observers = Lazy("kripke.change.observers")
    invariance, repetition = Lazy("kripke.sameness.invariance"), Lazy("kripke.space.repetition")
    observations, naming = Lazy("kripke.checking.observations"), Lazy("kripke.data.naming")

AnyModel: TypeAlias = "Model | networkx.Graph[Any]"
"""A model, or a networkx graph that `KripkeModel.from_networkx` reads."""


class KripkeModel(Drawn, Model):
    """A Kripke model: worlds, a valuation, an accessibility relation for each agent, and any number of actual worlds.

    Models are immutable: `announce` and the other updates return new models. See also the constructors `s5`, `kd45`,
    `from_observations`, `from_networkx` and `load`.

    `ModelError`, `UnknownWorld` or `FormulaError` if the arguments are inconsistent; the message says where.

    Parameters
    ----------
    worlds : mapping
        For each world, which is any hashable value, the atoms that are true there.
    relations : mapping
        For each agent, pairs of a world and a world that the agent considers possible there; no other pairs are added.
    actual : world or list of worlds, optional
        The actual world, or a list of the worlds that may be actual; None: no actual world.
    atoms : iterable of str, optional
        The vocabulary, in addition to the atoms that occur.
    weights : mapping, optional
        For each agent with weights, a mapping from worlds to weights in [0, 1]. Its keys are the worlds that the agent
        considers possible somewhere.
    threshold : mapping or number, optional
        For each agent, the least weight of a world that the agent believes possible, or one number for all agents.
    ranks : mapping, optional
        For each agent with ranks, a mapping of worlds to ranks; a world of lower rank is more plausible.

    Examples
    --------
    >>> m = KripkeModel.s5(worlds={"w1": {"p"}, "w2": set()}, partitions={"a": [["w1", "w2"]]}, actual="w1")
    >>> m.holds("p & ~K_a p"), m.announce("p").holds("K_a p")
    (True, True)
    """

    __slots__ = ("_engine", "structure")

    structure: Structure
    _engine: ExplicitAlgebra[Any] | None
    _contents = (Structure,)

    _other_engine: ClassVar[Mapping[str, str]] = dict.fromkeys(
        ["count_within", "define", "from_explicit", "has_at_most", "knowledge", "order", "reordered", "some_possible"],
        "SymbolicModel.from_explicit(model) has decision diagrams",
    )

    def __init__(
        self,
        worlds: Mapping[Any, Iterable[str]],
        relations: Mapping[str, Iterable[tuple[World, World]]],
        actual: World | Iterable[World] | None = None,
        atoms: Iterable[str] | None = None,
        weights: Numbers | None = None,
        threshold: Thresholds | None = None,
        ranks: Mapping[str, Mapping[Any, int]] | None = None,
    ) -> None:
        self._be(build.from_relations(worlds, relations, actual, atoms, weights, threshold, ranks))

    @classmethod
    def s5(
        cls,
        worlds: Mapping[Any, Iterable[str]],
        partitions: Mapping[str, Iterable[Iterable[World]]] | None = None,
        actual: World | Iterable[World] | None = None,
        atoms: Iterable[str] | None = None,
        weights: Numbers | None = None,
        threshold: Thresholds | None = None,
        ranks: Mapping[str, Mapping[Any, int]] | None = None,
        sees: Mapping[str, Callable[[Any], Hashable]] | None = None,
    ) -> KripkeModel:
        """A model of knowledge, from a partition of the worlds or a key function for each agent.

        Parameters
        ----------
        worlds : mapping
            As for `KripkeModel`.
        partitions : mapping, optional
            For each agent, the classes of worlds that the agent cannot tell apart.
        actual, atoms, weights, threshold, ranks : as for `KripkeModel`
        sees : mapping, optional
            For each agent, a function that returns a key of a world; the agent cannot distinguish worlds with equal
            keys.

        Examples
        --------
        Sum and Product: s sees the sum of two numbers, p their product.

        >>> pairs = [(x, y) for x in range(2, 100) for y in range(x + 1, 101 - x)]
        >>> m = KripkeModel.s5({w: {f"x={w[0]}"} for w in pairs}, sees={"s": sum, "p": lambda w: w[0] * w[1]})
        >>> list(m.announce("K_s ~Kv_p x").announce("Kv_p x").announce("Kv_s x").worlds)
        [(4, 13)]
        """
        return cls.of(build.s5(worlds, partitions, actual, atoms, weights, threshold, ranks, sees))

    @classmethod
    def kd45(
        cls,
        worlds: Mapping[Any, Iterable[str]],
        members: Mapping[str, Iterable[tuple[Iterable[World], Iterable[World]]]],
        actual: World | Iterable[World] | None = None,
        atoms: Iterable[str] | None = None,
        weights: Numbers | None = None,
        threshold: Thresholds | None = None,
        ranks: Mapping[str, Mapping[Any, int]] | None = None,
    ) -> KripkeModel:
        """A model of belief from each agent's classes of worlds.

        Parameters
        ----------
        worlds : mapping
            As for `KripkeModel`.
        members : mapping
            For each agent and each class, a pair of iterables: the worlds that see the class, and its members.
        actual, atoms, weights, threshold, ranks : as for `KripkeModel`
        """
        return cls.of(build.kd45(worlds, members, actual, atoms, weights, threshold, ranks))

    @classmethod
    def from_observations(
        cls,
        atoms: Iterable[str],
        observes: Mapping[str, Iterable[Question]] | None,
        law: Laws = "true",
        actual: Iterable[str] | Iterable[Iterable[str]] | None = None,
        limit: int | None = None,
    ) -> KripkeModel:
        """The model whose worlds are all assignments that satisfy the state law; each agent sees some atoms.

        Parameters
        ----------
        atoms : iterable of str
            The vocabulary.
        observes : mapping or None
            For each agent, the atoms, Boolean formulas and constraints whose truth values the agent sees; None: no
            agents.
        law : Formula, str, constraint, or list of these
            The common knowledge at the start: Boolean formulas, and constraints such as ``exactly(2, ["p", "q"])``.
        actual : iterable of str, or list of sets of str, optional
            The true atoms of the actual world, or of each of several; None: no actual world.
        limit : int, optional
            Maximal number of worlds; `TooLarge` above it. None: 2^25.
        """
        require_limit(limit)
        most = build.LIMIT if limit is None else limit
        return cls.of(observations.from_observations(atoms, observes, law, actual, most))

    def to_explicit(self, limit: int | None = LIMIT) -> KripkeModel:
        require_listable(len(self), limit, "worlds")
        return self

    @classmethod
    def from_networkx(
        cls, graph: networkx.Graph, atoms: AtomsOf = "atoms", agent: AgentOf = "agent", close: Closure = None
    ) -> KripkeModel:
        """The model of a graph: nodes become worlds, edges become pairs of the relations.

        An undirected edge leads in both directions. Loops are not added; a warning names a world that has an undirected
        edge but no loop. ``close="S5"`` makes all relations equivalences. The graph attributes that `to_networkx`
        writes, such as `actual` and `agents`, are read if the graph has them.

        `ModelError` if there are no nodes or no agents, or if a node or an edge lacks the attribute with its atoms or
        agents. `UnknownWorld` or `UnknownAgent` if an attribute names a world or an agent that the graph does not have.

        Parameters
        ----------
        graph : networkx graph
            Any kind of networkx graph, with at least one node.
        atoms : str or callable
            The node attribute that contains the true atoms, or a function ``(node, attributes) -> atoms``. ``"p,q"``
            names two attributes. An attribute whose value is True or False stands for the atom of the same name.
            ``"=p,q"`` means that the atoms p and q are true at all nodes.
        agent : str or callable
            The edge attribute that contains the agent or a list of agents, or a function ``(node, node, attributes) ->
            agent or agents``. Strings such as ``"p,q"`` and ``"=p,q"`` are read as for `atoms`.
        close : str or iterable of str, optional
            The system or properties under which all relations are closed, such as ``S5``; see `close`.

        Examples
        --------
        >>> import networkx as nx
        >>> from whoknows import KripkeModel
        >>> streets = nx.Graph([("home", "shop"), ("shop", "school")])
        >>> m = KripkeModel.from_networkx(streets, lambda node, data: {node}, "=ann", close="S5")
        >>> m.holds("~K_ann home & K_ann (home | shop | school)", at="home")
        True
        """
        from kripke.formats.graphs import from_networkx

        return cls.of(from_networkx(graph, atoms, agent, close))

    def to_networkx(self, limit: int | None = None) -> networkx.MultiDiGraph:
        """The model as a directed multigraph; `from_networkx` reads it back as an equal model.

        A node is a world, with the true atoms as a frozen set in its attribute `atoms`; an edge leads to a world that
        the agent in its attribute `agent` considers possible. The graph attributes are `actual`, `agents` and
        `vocabulary`, and `weights`, `threshold` and `ranks` if the model has them.

        Parameters
        ----------
        limit : int, optional
            Maximal number of edges, `TooLarge` above it; None: 2,000,000.
        """
        from kripke.formats.graphs import to_networkx
        from kripke.formats.text_graph import EDGES

        require_limit(limit, f"the largest number of edges, or None for {EDGES:,}")
        return to_networkx(self.structure, EDGES if limit is None else limit)

    # ---------------------------------------------------------------------------------------------- what it consists of

    def _be(self, structure: Structure) -> None:
        object.__setattr__(self, "structure", structure)
        object.__setattr__(self, "_engine", None)

    @property
    def worlds(self) -> Worlds:
        return self.structure.worlds

    @property
    def agents(self) -> tuple[str, ...]:
        return self.structure.agents

    @property
    def atoms(self) -> tuple[str, ...]:
        return self.structure.atoms

    @property
    def _actual_places(self) -> tuple[int, ...]:
        return self.structure.actuals

    @property
    def engine(self) -> str:
        return explicit.engine_of(self.structure)

    def to_structure(self, limit: int | None = LIMIT) -> Structure:
        require_listable(len(self), limit, "worlds")
        return self.structure

    def _listed(self) -> Structure:
        return self.structure

    def _do(self, work: Callable[[Structure], T]) -> T:
        return work(self.structure)

    def __len__(self) -> int:
        return self.structure.size

    def __iter__(self) -> Iterator[World]:
        return iter(self.structure.worlds)

    def __getitem__(self, world: World) -> frozenset[str]:
        return frozenset(self.structure.true_atoms(self.structure.worlds.position(world)))

    def __contains__(self, world: object) -> bool:
        return world in self.structure.worlds

    def _where(self, formula: Formula, actions: Actions | None = None) -> WorldSet:
        if actions is not None:
            structure, occurrences = self._ready(actions)
            return explicit.extension(structure, formula, actions=occurrences)
        return explicit.extension(self.structure, formula, self._start())

    def _start(self) -> ExplicitAlgebra[Any] | None:
        """The set algebra for all formulas; None for the engine ``cube``, where the algebra depends on the formula."""
        if self._engine is None and self.structure.cube is None:
            object.__setattr__(self, "_engine", explicit.algebra(self.structure))
        return self._engine

    def _ready(self, actions: Actions | None) -> tuple[Structure, explicit.Actions | None]:
        """The structure, extended by atoms that the actions assign, and the named actions (None if there are none)."""
        if actions is None or (
            isinstance(actions, Mapping) and not actions
        ):  # not `if not actions`: a formula given by mistake has no truth value
            return self.structure, None
        return product.extend_vocabulary(self.structure, actions), repetition.Repeating(product.occurrences(actions))

    def _position(self, world: World) -> int:
        return self.structure.worlds.position(world)

    # --------------------------------------------------------------------------------------------------------- formulas

    def holds(self, formula: Question, at: World | None = None, actions: Actions | None = None) -> bool:
        places, question = self._places(at), self._formula(formula)
        if actions is None and len(places) == 1:
            return explicit.holds(self.structure, question, places[0], self._start())
        model = self
        if any(isinstance(node, (ActStar, ActStarDual)) for node in question.subformulas()):  # a search from each world
            model = KripkeModel.of(invariance.generated(self.structure, places))
            places = model.structure.actuals
        where = model._where(question, actions)
        return all(place in where for place in places)

    def valid(self, formula: Question, actions: Actions | None = None) -> bool:
        return self.count(formula, actions) == len(self)

    def count(self, formula: Question = "true", actions: Actions | None = None) -> int:
        return len(self._where(self._formula(formula), actions))

    def extension(
        self, formula: Question = "true", actions: Actions | None = None, limit: int | None = LIMIT
    ) -> frozenset[World]:
        return self._names(self._where(self._formula(formula), actions), limit)

    def iterate(self, formula: Question = "true", actions: Actions | None = None) -> Iterator[World]:
        return map(self.worlds.name, self._where(self._formula(formula), actions).positions())

    def _samples(self, rng: Source, number: int, formula: Question, actions: Actions | None) -> list[World]:
        where = self._where(self._formula(formula), actions).positions()
        return list(map(self.worlds.name, draws(where, rng, number)))

    def column(self, formula: Question, actions: Actions | None = None) -> Column:
        """The extension of the formula as a read-only Boolean array over `worlds`; no names of worlds are computed.

        Parameters
        ----------
        formula, actions : as for `holds`
        """
        return read_only(self._where(self._formula(formula), actions).column)

    def check(self, formula: Question, at: World | None = None, actions: Actions | None = None) -> Verdict:
        places, question = self._places(at), self._formula(formula)
        where = self._where(question, actions)
        return self._verdict(question, {self._named(place): place in where for place in places}, actions, where)

    def _named(self, place: int) -> World:
        return self.structure.worlds.name(place)

    @property
    def _weighted(self) -> Collection[str]:
        return self.structure.weights

    def _viewed(self, question: Formula, actions: Actions | None, work: Callable[[View], T]) -> T:
        from kripke.why.explain import explicit_view  # not loaded by a check without reasons

        structure, occurrences = self._ready(actions)
        return work(explicit_view(structure, question, occurrences))

    def frame_properties(self, agent: str) -> set[str]:
        from kripke.data.frames import properties

        return set(properties(self.structure, agent))

    # ---------------------------------------------------------------------------------------------------------- beliefs

    def weights(self, agent: str) -> dict[World, Fraction]:
        """The weight of each world that the agent considers possible somewhere; see `kripke.change.belief.weights`.

        `ModelError` for an agent without weights.
        """
        return belief.weights(self.structure, agent)

    def _seen(self, agent: str, at: World | None, limit: int | None, verb: str) -> frozenset[World]:
        worlds = belief.possible if verb == "considers" else belief.believed
        seen = worlds(self.structure, agent, self._place(at))
        return self._names(seen, limit, f"worlds that {agent} {verb} possible")

    def count_possible(self, agent: str, at: World | None = None) -> int:
        return len(belief.possible(self.structure, agent, self._place(at)))

    def believed_column(self, agent: str, at: World | None = None) -> Column:
        """The worlds that the agent believes possible, as a read-only Boolean array over `worlds`.

        Parameters
        ----------
        agent, at : as for `possible`
        """
        return read_only(belief.believed(self.structure, agent, self._place(at)).column)

    def _degree(
        self, agent: str, formula: Question, at: World | None, actions: Actions | None, alike: bool
    ) -> Fraction:
        place, question = self._place(at), self._formula(formula)
        belief.relation_of(self.structure, agent)
        return belief.degree(self.structure, agent, lambda: self._where(question, actions), place, alike)

    def degrees(
        self, agent: str, at: World | None = None, limit: int | None = LIMIT, *, alike: bool = False
    ) -> dict[World, Fraction]:
        require_flag(alike, "alike")
        require_listable(self.count_possible(agent, at), limit, f"worlds that {agent} considers possible")
        return belief.degrees(self.structure, agent, self._place(at), alike)

    def entropy(self, agent: str, at: World | None = None) -> float:
        return belief.entropy(self.structure, agent, self._place(at))

    def emptied(self, agent: str) -> int:
        """The number of the agent's classes in which no world's weight reaches the threshold.

        In such a class, the worlds that the agent believes possible are those of greatest weight. After an update, the
        number shows how often belief depends on this rule. `ModelError` for an agent without weights. See
        `belief.count_unsupported_classes`.
        """
        return belief.count_unsupported_classes(self.structure, agent)

    # ---------------------------------------------------------------------------------------------------------- changes

    def _updated(
        self, action: update.StructureChange | events.EventModel, event: str | None, check_frames: bool
    ) -> Self:
        return self._after(lambda structure: _happened(structure, action, event), check_frames)

    def contract(self) -> Self:
        return self.of(invariance.contract(self.structure))

    def _told(
        self, content: Structure, formula: Question, to: Iterable[str] | None, actions: Actions | None, whether: bool
    ) -> Structure:
        said = self._formula(formula)
        where = self._where(said, actions) if actions is not None else None
        if whether:
            return update.announce_whether(content, said, to, where)
        shown = None if isinstance(formula, (str, Formula)) else lambda: question_text(formula, self.atoms)
        return update.announce(content, said, to, where, shown)

    @staticmethod
    def _check_frames(before: Structure, after: Structure) -> None:
        from kripke.data.frames import check_frames

        check_frames(before, after)

    def _without(self, gone: Set[int]) -> Self:
        kept = [position for position in range(len(self)) if position not in gone]
        if not kept:
            which = f"all {len(self)} worlds" if len(self) > 1 else "the only world"
            raise ModelError(f"{which} would go: a model has at least one; keep one")
        return self.of(self.structure.restrict(kept_of(kept, len(self))))

    def close(self, wanted: str | Iterable[str], agents: Iterable[str] | None = None) -> Self:
        """A copy of the model with relations closed under properties such as transitivity.

        Parameters
        ----------
        wanted : str or iterable of str
            A system such as ``S5``, or properties such as ``["reflexive", "transitive"]``; see `kripke.data.frames`.
        agents : iterable of str, optional
            The agents whose relations are closed; None: all.
        """
        from kripke.data.frames import close

        return self.of(close(self.structure, wanted, agents))

    def rounded(self, digits: int = 6) -> Self:
        """A copy with weights rounded to `digits` decimals and ranks renumbered from 0; see `belief.rounded`.

        Many updates make numbers too long for files; ``m.rounded(12).save(path)`` saves such a model.
        """
        return self.of(belief.rounded(self.structure, digits))

    def generated(self, at: World | None = None, depth: int | None = None) -> Self:
        return self.of(invariance.generated(self.structure, self._places(at), depth))

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
        return self.of(invariance.unravel(self.structure, depth, self._place(at), limit))

    # ----------------------------------------------------------------------------------------------- files and displays

    @classmethod
    def _of_text(cls, text: str, source: str, folder: Path | None, attributes: Attributes) -> Structure:
        from kripke.formats.registry import structure_of

        return structure_of(text, source, None, attributes)

    @classmethod
    def _of_data(cls, data: dict[str, Any]) -> Structure:
        from kripke.formats import modelfile

        return modelfile.of_data(data, "the model")

    @staticmethod
    def _renamed(
        content: Structure, worlds: Names | str | None, atoms: Names | None, agents: Names | None
    ) -> Structure:
        from kripke.change.renaming import rename

        return rename(content, worlds, atoms, agents)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, KripkeModel):
            return NotImplemented
        return equal_structures(self.structure, other.structure)

    def __hash__(self) -> int:
        return hash((len(self), frozenset(self.agents), frozenset(self.atoms), self.actual))

    def __reduce__(self) -> tuple[Any, ...]:
        return KripkeModel.of, (self.structure,)

    def __repr__(self) -> str:
        text = naming.constructor_text(self.structure)
        worlds, agents = plural(len(self), "world"), plural(len(self.agents), "agent")
        return text or f"<KripkeModel: {worlds}, {agents}, {plural(len(self.atoms), 'atom')}>"


def _happened(structure: Structure, action: update.StructureChange | events.EventModel, event: str | None) -> Structure:
    if isinstance(action, (events.EventModel, observers.Observed)):
        return product.update(structure, action, event)
    if not hasattr(action, "apply"):
        raise not_an_action(action)
    if event is not None:
        raise ModelError(f"event {shorten(repr(event))}: {type(action).__name__} has no events to choose from")
    return action.apply(structure)


def model_of(given: Any, atoms: AtomsOf = "atoms") -> Any:
    """Convert a networkx graph to a model with `KripkeModel.from_networkx`; return other values unchanged."""
    networkx = sys.modules.get("networkx")  # None if it is not imported: then there are no graphs
    return KripkeModel.from_networkx(given, atoms) if networkx and isinstance(given, networkx.Graph) else given
