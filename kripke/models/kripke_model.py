"""KripkeModel: models with explicit worlds; its methods call the functions that do the work."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from kripke.checking import build
from kripke.checking.constraint import Laws, Question
from kripke.data.lazy import Lazy
from kripke.data.listing import LIMIT, require_limit, require_listable
from kripke.data.structure import equal_structures
from kripke.data.weighing import Numbers, Thresholds
from kripke.data.worlds import World
from kripke.models.belief_questions import BeliefQuestions
from kripke.models.changes import Changes
from kripke.models.questions import Questions
from logic.errors import TooLarge
from logic.exact import plural

if TYPE_CHECKING:
    import networkx

    from kripke.change.renaming import Names
    from kripke.checking import observations
    from kripke.data import naming
    from kripke.data.structure import Structure
    from kripke.formats.graphs import AgentOf, AtomsOf
    from kripke.formats.registry import Attributes
else:  # loaded with the first method that needs them: a check needs none
    observations = Lazy("kripke.checking.observations")
    naming = Lazy("kripke.data.naming")


class KripkeModel(Questions, BeliefQuestions, Changes):
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
        The actual world; None: none.
    atoms : iterable of str, optional
        The vocabulary, in addition to the atoms that occur.
    weights : mapping, optional
        Agent -> world -> weight in [0, 1], for every member of the agent's classes.
    threshold : mapping or number, optional
        Agent -> the least weight of a world that the agent believes possible, or one number for all agents.
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

    __slots__ = ()

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
        """A model of knowledge, from a partition of the worlds or a key function for each agent.

        Parameters
        ----------
        worlds : mapping
            World (any hashable) -> the atoms that are true there.
        partitions : mapping, optional
            Agent -> classes of worlds that the agent cannot tell apart.
        actual : world, optional
            The actual world; None: none.
        atoms : iterable of str, optional
            The vocabulary, in addition to the atoms that occur.
        weights : mapping, optional
            Agent -> world -> weight in [0, 1], for every member of the agent's classes.
        threshold : mapping or number, optional
            Agent -> the least weight of a world that the agent believes possible, or one number for all agents.
        ranks : mapping, optional
            Agent -> world -> rank; lower is more plausible.
        sees : mapping, optional
            Agent -> function of a world that returns a key; the agent cannot tell worlds with equal keys apart.

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
            Agent -> pairs of iterables (worlds that see the class, members of the class); see `build.kd45`.
        actual : world, optional
            The actual world; None: none.
        atoms : iterable of str, optional
            The vocabulary, in addition to the atoms that occur.
        weights : mapping, optional
            Agent -> world -> weight in [0, 1], for every member of the agent's classes.
        threshold : mapping or number, optional
            Agent -> the least weight of a world that the agent believes possible, or one number for all agents.
        ranks : mapping, optional
            Agent -> world -> rank; lower is more plausible.
        """
        return cls.of(build.kd45(worlds, members, actual, atoms, weights, threshold, ranks))

    @classmethod
    def from_observations(
        cls,
        atoms: Iterable[str],
        observes: Mapping[str, Iterable[Question]] | None,
        law: Laws = "true",
        actual: Iterable[str] | None = None,
        limit: int | None = None,
    ) -> KripkeModel:
        """The model of all assignments that satisfy the law; each agent sees some atoms.

        Parameters
        ----------
        atoms : iterable of str
            The vocabulary.
        observes : mapping or None
            Agent -> the atoms, Boolean formulas and constraints whose truth values the agent sees; None: no agents.
        law : formula, constraint, or list of these
            The common knowledge at the start: Boolean formulas, and constraints such as ``exactly(2, ["p", "q"])``.
        actual : iterable of str, optional
            The true atoms of the actual world; None: no actual world.
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
    def from_networkx(cls, graph: networkx.Graph, atoms: AtomsOf = "atoms", agent: AgentOf = "agent") -> KripkeModel:
        """The model of a graph: nodes become worlds, edges become pairs of the relations.

        An undirected edge leads in both directions. Loops are not added: ``close("S5")`` makes all relations
        equivalences. The graph attributes `actual`, `agents` and others of `to_networkx` are read if they are there.

        Parameters
        ----------
        graph : networkx graph
            Any kind of networkx graph, with at least one node.
        atoms : str or callable
            The attribute of nodes with the true atoms, or a function ``(node, attributes) -> atoms``.
        agent : str or callable
            The attribute of edges with the agent, or a list of agents, or a function ``(node, node, attributes) ->
            agent or agents``.

        Raises
        ------
        ModelError, UnknownWorld, UnknownAgent
            If there are no nodes or no agents, a node or an edge has no such attribute, or an attribute names a world
            or an agent that the graph does not have.

        Examples
        --------
        >>> import networkx as nx
        >>> from whoknows import KripkeModel
        >>> streets = nx.Graph([("home", "shop"), ("shop", "school")])
        >>> m = KripkeModel.from_networkx(streets, atoms=lambda node, data: {node}, agent=lambda u, v, data: "ann")
        >>> m.close("S5").holds("~K_ann home & K_ann (home | shop | school)", at="home")
        True
        """
        from kripke.formats.graphs import from_networkx

        return cls.of(from_networkx(graph, atoms, agent))

    def to_networkx(self, limit: int | None = None) -> networkx.MultiDiGraph:
        """The model as a directed multigraph; `from_networkx` reads it back as an equal model.

        A node is a world, with the true atoms as a frozen set in its attribute `atoms`; an edge leads to a world that
        the agent in its attribute `agent` considers possible. The graph attributes are `actual`, `agents` and
        `vocabulary`, and `weights`, `threshold` and `ranks` if the model has them.

        Parameters
        ----------
        limit : int, optional
            Maximal number of edges, else `TooLarge`; None: 2,000,000.
        """
        from kripke.formats.graphs import EDGES, to_networkx

        return to_networkx(self.structure, EDGES if limit is None else limit)

    @classmethod
    def _of_text(cls, text: str, source: str, folder: Path | None, attributes: Attributes) -> Structure:
        from kripke.formats.registry import structure_of

        return structure_of(text, source, None, attributes)

    @classmethod
    def _of_data(cls, data: dict[str, Any]) -> Structure:
        from kripke.formats import jsonfile, model_io

        return model_io.of_data(jsonfile.plain_data(data, "the dictionary", jsonfile.MODEL), "the dictionary")

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

    def _repr_svg_(self) -> str | None:
        try:
            return None if KripkeModel.renderer is None else KripkeModel.renderer(self)
        except TooLarge:
            return None
