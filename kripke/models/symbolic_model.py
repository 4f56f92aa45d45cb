"""`SymbolicModel`: models with decision diagrams instead of listed worlds."""

from __future__ import annotations

import html
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from contextlib import suppress
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Self

from kripke.change.event import EventModel
from kripke.change.renaming import Names, require_new_worlds
from kripke.change.update import StructureChange
from kripke.checking.constraint import Laws, Question, formula_of, question_text
from kripke.data.errors import ModelError, UnknownWorld, UnsupportedByEngine, require_flag, unknown_assignment
from kripke.data.listing import LIMIT, Source, require_few, require_limit, require_listable
from kripke.data.naming import name_text
from kripke.data.structure import Structure
from kripke.data.wording import Abridged, natural, world_text
from kripke.data.worlds import Named, World, Worlds
from kripke.formats import symbolicfile as files
from kripke.formats.registry import Attributes, knowledge_of
from kripke.models.exchange import T
from kripke.models.kripke_model import AnyModel, KripkeModel, model_of
from kripke.models.model import Actions, Model, Verdict
from kripke.symbolic.diagrams.capacity import NODES
from kripke.symbolic.diagrams.state_set import StateSet
from kripke.symbolic.laws.constraints import is_constraint
from kripke.symbolic.laws.values import Encoding
from kripke.symbolic.questions import pointed, sampling
from kripke.symbolic.questions.evaluation import extension, holds_everywhere, prepared, refined, with_actions
from kripke.symbolic.questions.update import announced, update
from kripke.symbolic.questions.why import abridged, symbolic_view
from kripke.symbolic.structures import beliefs, build, counting, memory, same_model, sifting, states, translate
from kripke.symbolic.structures.algebra import SymbolicAlgebra
from kripke.symbolic.structures.beliefs import Beliefs, Relations, believing
from kripke.symbolic.structures.knowledge_structure import Bits, KnowledgeStructure
from kripke.symbolic.structures.same_model import rename, same
from kripke.why.view import View
from logic.errors import TooLarge, shorten
from logic.errors import listing as listed
from logic.exact import is_whole, magnitude, plural
from logic.formula import Formula

State = World | Set[str]  # a state: the set of its true atoms

SHOWN = 64  # maximal number of worlds of a model that Jupyter displays as a picture

AGENTS, SAMPLE, ATOMS = 12, 3, 6
"""Maximal numbers of agents, of states, and of true atoms of a state, in the HTML summary."""

COUNTED = 2**18
"""Maximal number of diagram nodes for the count of all states in the HTML summary.

When the limit is reached, after about 0.2 s (measured), counting stops and the summary has no count.
"""


class SymbolicModel(Model):
    """A knowledge structure: the states are the assignments to atoms that satisfy a state law.

    The model has the methods of `Model`, computed with decision diagrams; states are listed only on request. A state is
    named by the frozen set of its true atoms; methods that expect a world accept any set of true atoms. If the atoms do
    not determine which event of an update happened, names also contain entries such as ``1:yes`` for the event of the
    first update.

    `ParseError`, `UnknownAtom`, `ModelError` or `TooLarge` if a formula is invalid, too large, or has an unknown atom
    or a modality. `ModelError` also if no state satisfies the law, or the actual state does not satisfy it.

    Parameters
    ----------
    atoms : iterable of str
        The vocabulary; each atom is one bit of the state.
    law : Formula, str, constraint, or list of these
        The common knowledge at the start: Boolean formulas, and constraints such as `exactly(13, atoms)`.
    observes : mapping
        For each agent, what the agent sees: atoms, names of variables, Boolean formulas, constraints.
    actual : iterable of str, or list of sets of str, optional
        The true atoms of the actual state, or of each of several.
    variables : mapping, optional
        The values of each variable, by its name. The vocabulary gets an atom ``name=value`` for each value, exactly one
        of which is true.
    encoding : {'binary', 'one-hot'}
        Whether a variable's value is stored as a binary number, or each value has a bit of its own.
    order : iterable of str, optional
        The order of the bits in the diagrams; a variable's name stands for all its bits. None: an order that is
        computed from the law, see `kripke.symbolic.laws.order`.
    nodes : int
        Number of diagram nodes for which memory is reserved at first; the memory costs nothing until it is used.
    believes : mapping, optional
        For each agent, a formula that holds at all states that the agent considers possible, or a mapping from formulas
        about the present state to formulas about the states that the agent considers possible there:
        ``{"a": "p -> q"}``, ``{"a": {"rain": "wet", "~rain": "dry"}}``. The agent also makes the same observations at
        all these states. So the relation is KD45 if the belief only depends on what the agent observes, and is true
        somewhere in each class of states with equal observations. An agent without an entry in `observes` observes
        nothing.
    relations : mapping, optional
        For each agent, formulas that hold between a state and each state that the agent considers possible there. Atoms
        of the latter state have a prime, as in ``{"a": "p' -> q"}``. The prime is written before a bracket or ``=``:
        ``die1'=4``.
    defined : mapping, optional
        More atoms, each defined by a formula or constraint over the atoms before it:
        ``{"void(E,H)": "~has(E,HA) & ~has(E,HK)"}``. They take no bits; the law does not contain them, but agents may
        see them.

    References
    ----------
    van Benthem, van Eijck, Gattinger and Su, "Symbolic model checking for dynamic epistemic logic: S5 and beyond",
    Journal of Logic and Computation 28 (2018), doi:10.1093/logcom/exx038.

    Examples
    --------
    >>> s = SymbolicModel(atoms=["p", "q"], law="p | q", observes={"a": ["p"], "b": ["p ^ q"]}, actual={"p"})
    >>> s.holds("K_a p & ~Kw_a q & ~Kw_b p"), s.count("true"), s.announce("p & ~q").holds("C p")
    (True, 3, True)
    """

    __slots__ = ("knowledge",)
    _noun = "state"

    knowledge: KnowledgeStructure
    _contents = (KnowledgeStructure,)

    _other_engine: ClassVar[Mapping[str, str]] = dict.fromkeys(
        (name for name in dir(KripkeModel) if not name.startswith("_") and not hasattr(Model, name)),
        "to_explicit() gives a KripkeModel with the same worlds",
    )

    def __init__(
        self,
        atoms: Iterable[str] = (),
        law: Laws = "true",
        observes: Mapping[str, Iterable[Question]] | None = None,
        actual: Iterable[str] | Iterable[Iterable[str]] | None = None,
        variables: Mapping[str, Iterable[Any]] | None = None,
        encoding: Encoding = "binary",
        order: Iterable[str] | None = None,
        nodes: int = NODES,
        believes: Beliefs | None = None,
        relations: Relations | None = None,
        defined: Mapping[str, Question] | None = None,
    ) -> None:
        atoms, law, observes, actual, variables = memory.kept([atoms, law, observes, actual, variables])
        order, defined = memory.kept([order, defined])
        believes, relations = memory.kept([believes, relations])
        memory.require_bits(atoms)

        def build_with(nodes: int) -> KnowledgeStructure:
            known = build.knowledge_structure(atoms, law, observes, actual, variables, encoding, order, nodes, defined)
            return believing(known, believes, relations) if believes or relations else known

        self._be(memory.building(nodes, build_with))

    @classmethod
    def from_observations(
        cls,
        atoms: Iterable[str],
        observes: Mapping[str, Iterable[Question]] | None,
        law: Laws = "true",
        actual: Iterable[str] | Iterable[Iterable[str]] | None = None,
        limit: int | None = None,
    ) -> SymbolicModel:
        """The model whose states are all assignments that satisfy the state law; each agent sees some atoms.

        Parameters
        ----------
        atoms, observes, law, actual : as for `KripkeModel.from_observations`
        limit : int, optional
            Maximal number of states; `TooLarge` above it. None: any number.
        """
        require_limit(limit)
        if limit is None:
            return cls(atoms, law, observes, actual)
        law = memory.kept(law)
        free = cls(atoms, law, observes)
        require_few(free.count(), limit)
        return free if actual is None else cls.of(free._do(lambda k: build.with_actual(k, actual, law)))

    # ---------------------------------------------------------------------------------------------- what it consists of

    def _be(self, knowledge: KnowledgeStructure) -> None:
        object.__setattr__(self, "knowledge", knowledge)

    @property
    def agents(self) -> tuple[str, ...]:
        return tuple(self.knowledge.observes)

    @property
    def atoms(self) -> tuple[str, ...]:
        return tuple(self.knowledge.atoms)

    @property
    def _actual_places(self) -> tuple[Bits, ...]:
        return self._ordered(self.knowledge.actuals)

    @property
    def engine(self) -> str:
        return "diagrams"

    def to_structure(self, limit: int | None = LIMIT) -> Structure:
        return self._do(lambda k: translate.to_structure(k, limit))

    def to_explicit(self, limit: int | None = LIMIT) -> KripkeModel:
        return KripkeModel.of(self.to_structure(limit))

    def __len__(self) -> int:
        number = self.count()
        if number > sys.maxsize:
            raise TooLarge(f"about 2^{number.bit_length() - 1} states, more than len() can return; use count()")
        return number

    def __bool__(self) -> bool:
        return True

    def __getitem__(self, world: State) -> frozenset[str]:
        self._position(world)
        return frozenset(self._true(world)).intersection(self.atoms)

    def __contains__(self, world: object) -> bool:
        try:
            self._position(world)
        except UnknownWorld:
            return False
        return True

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SymbolicModel):
            return NotImplemented
        nodes = max(self.knowledge.manager.nodes, other.knowledge.manager.nodes)
        return other is self or memory.building(nodes, lambda n: same(self.knowledge, other.knowledge, n))

    def __hash__(self) -> int:
        return hash((frozenset(self.agents), frozenset(self.atoms), self.actual))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __repr__(self) -> str:
        parts = len(self.knowledge.law)
        law = f"a law of {plural(parts, 'part')}" if parts else "no law"
        agents, atoms = plural(len(self.agents), "agent"), plural(len(self.atoms), "atom")
        return f"<SymbolicModel: {agents}, {atoms}, {law}>"

    def _shown(self, state: frozenset[str]) -> World:
        """The name of the state with these true atoms and hidden bits (see `from_explicit`)."""
        return state

    def _true(self, state: Any) -> Iterable[str]:
        """The true atoms and hidden bits of the state with this name."""
        names = self.knowledge.names
        if isinstance(state, (set, frozenset)) and all(isinstance(name, str) and name in names for name in state):
            return state
        raise unknown_assignment(state, names, "state")

    def _named(self, place: Bits) -> World:
        return self._shown(self.knowledge.name(place))

    def _position(self, at: Any) -> Bits:
        true = frozenset(self._true(at))
        try:
            return self._do(lambda k: build.state_of(k, true, "state"))
        except ModelError as error:
            raise UnknownWorld(error.message) from None

    def _places(self, at: State | None) -> tuple[Bits, ...]:
        return self._ordered(super()._places(at))

    def _ordered(self, places: tuple[Bits, ...]) -> tuple[Bits, ...]:
        """The states in the order of the model's worlds."""
        return tuple(self._do(lambda k: states.in_order(k, places))) if len(places) > 1 else places

    def _do(self, work: Callable[[KnowledgeStructure], T]) -> T:
        return memory.with_nodes(self, work)

    # --------------------------------------------------------------------------------------------- formulas and beliefs

    @property
    def worlds(self) -> Worlds:
        require_listable(self.count(), LIMIT, "states")
        return Named(tuple(self.iterate()))

    def holds(self, formula: Question, at: State | None = None, actions: Actions | None = None) -> bool:
        states = self._places(at)

        def work(knowledge: KnowledgeStructure) -> bool:
            if isinstance(formula, (str, Formula)):
                query = formula_of(formula, knowledge.atoms)
                return all(pointed.holds(knowledge, query, state, actions) for state in states)
            true = where(knowledge, formula, actions)
            return all(knowledge.true(true, state) for state in states)

        return self._do(work)

    def check(self, formula: Question, at: State | None = None, actions: Actions | None = None) -> Verdict:
        worlds, question = self._asked_at(at), self._formula(formula)
        several = len(worlds) > 1
        truths = {world: self.holds(question, world if several else at, actions) for world in worlds}
        return self._verdict(question, truths, actions)

    def _viewed(self, question: Formula, actions: Actions | None, work: Callable[[View], T]) -> T:
        return self._do(lambda k: work(symbolic_view(k, question, actions)))

    def _text(self, world: Any, formula: Formula) -> str:
        shown = abridged(world, formula.atoms) if isinstance(world, frozenset) else world
        return world_text(shown) if isinstance(shown, Abridged) else name_text(shown)

    def valid(self, formula: Question, actions: Actions | None = None) -> bool:
        def work(knowledge: KnowledgeStructure) -> bool:
            if isinstance(formula, (str, Formula)):
                return holds_everywhere(*prepared(knowledge, formula_of(formula, knowledge.atoms), actions))
            return SymbolicAlgebra(knowledge).is_empty(~where(knowledge, formula, actions))

        return self._do(work)

    def count(self, formula: Question = "true", actions: Actions | None = None) -> int:
        return self._do(lambda k: counting.count(k, where(k, formula, actions)))

    def has_at_most(self, states: int) -> bool:
        """Whether the model has at most this number of states; False if the law is too complex for a quick count."""
        states = _require_number(states, "states")
        return self._do(lambda k: counting.has_at_most(k, states))

    def count_within(self, formula: Question, nodes: int) -> int | None:
        """The number of states where a formula holds; None if counting takes more than `nodes` diagram nodes.

        Parameters
        ----------
        formula : Formula, str or constraint
            The formula.
        nodes : int
            Maximal number of nodes. The result is also None for a formula with degrees of belief, since the limit does
            not bound their cost.
        """
        if not is_constraint(formula):
            parts = formula_of(formula, self.atoms).subformulas()
            if any("degree" in part.data for part in parts):
                return None
        return self._do(lambda k: memory.within(k, nodes, lambda copy: counting.count(copy, where(copy, formula))))

    def extension(
        self, formula: Question = "true", actions: Actions | None = None, limit: int | None = LIMIT
    ) -> frozenset[World]:
        return self._do(lambda k: frozenset(map(self._shown, states.extension(k, where(k, formula, actions), limit))))

    def iterate(self, formula: Question = "true", actions: Actions | None = None) -> Iterator[World]:
        def work(knowledge: KnowledgeStructure) -> Iterator[frozenset[str]]:
            return map(knowledge.name, states.in_turn(knowledge, where(knowledge, formula, actions)))

        return map(self._shown, self._do(work))

    def _samples(self, rng: Source, number: int, formula: Question, actions: Actions | None) -> list[World]:
        drawn = self._do(lambda k: sampling.samples(k, where(k, formula, actions), rng, number))
        return list(map(self._shown, drawn))

    def some_possible(self, agent: str, most: int, at: State | None = None) -> list[World]:
        """Some states that an agent considers possible, for sets that may be too large to list.

        Parameters
        ----------
        agent : str
            The agent.
        most : int
            Maximal number of states.
        at : state, optional
            The state; None: the actual state.
        """
        most = _require_number(most, "most")
        place = self._place(at)
        near = self._do(lambda k: states.considered(k, agent, place).near(place, most))
        return list(map(self._named, near))

    def count_possible(self, agent: str, at: State | None = None) -> int:
        return self._do(lambda k: states.considered(k, agent, self._place(at)).size)

    def _degree(
        self, agent: str, formula: Question, at: State | None, actions: Actions | None, alike: bool
    ) -> Fraction:
        state, question = self._place(at), self._formula(formula)
        states.require_agent(self.knowledge, agent)
        return self._do(lambda k: states.degree(k, agent, lambda: where(k, question, actions), state))

    def degrees(
        self, agent: str, at: State | None = None, limit: int | None = LIMIT, *, alike: bool = False
    ) -> dict[World, Fraction]:
        require_flag(alike, "alike")
        shares = self._do(lambda k: states.degrees(k, agent, self._place(at), limit))
        return {self._shown(state): share for state, share in shares.items()}

    def entropy(self, agent: str, at: State | None = None) -> float:
        return self._do(lambda k: states.entropy(k, agent, self._place(at)))

    def frame_properties(self, agent: str) -> set[str]:
        return self._do(lambda k: set(beliefs.properties(k, agent)))

    def _seen(self, agent: str, at: State | None, limit: int | None, verb: str) -> frozenset[World]:
        seen = self._do(lambda k: states.possible(k, agent, self._place(at), limit, verb))
        return frozenset(map(self._shown, seen))

    def _asked_at(self, at: State | None) -> list[World]:
        """The names of the given states, or of the actual states if `at` is None."""
        return list(map(self._named, self._places(at)))

    # ---------------------------------------------------------------------------------------------------------- changes

    def _told(
        self,
        content: KnowledgeStructure,
        formula: Question,
        to: Iterable[str] | None,
        actions: Actions | None,
        whether: bool,
    ) -> KnowledgeStructure:
        states = where(content, formula, actions)
        if whether:
            return refined(content, states, to)
        is_formula = isinstance(formula, (str, Formula))
        said = formula_of(formula, self.atoms) if is_formula else question_text(formula, self.atoms)
        return announced(content, states, said, to)

    def _updated(self, action: StructureChange | EventModel, event: str | None, check_frames: bool) -> Self:
        return self._after(lambda k: update(k, action, event), check_frames)

    def contract(self) -> Self:
        raise UnsupportedByEngine(
            "contract: a symbolic model does not merge bisimilar states; whoknows.contract(model) lists them"
        )

    def _without(self, gone: Set[Bits]) -> Self:
        return self._after(lambda k: same_model.without(k, gone))

    def generated(self, at: State | None = None, depth: int | None = None) -> Self:
        return self._after(lambda k: same_model.generated(k, self._places(at), depth))

    def define(self, atoms: Mapping[str, Question]) -> Self:
        """A copy with additional atoms, each defined by a formula.

        `ModelError` if there is an atom of this name already, or a formula has modalities. `UnknownAtom` if a formula
        has an atom that the model lacks.

        Parameters
        ----------
        atoms : mapping of str to formula, str or constraint
            The formula that defines each new atom; it may contain the atoms defined before it.

        Examples
        --------
        >>> from whoknows import SymbolicModel, deal
        >>> law = deal(["SA", "SK", "HA", "HK"], {"N": 2, "S": 2})
        >>> s = SymbolicModel(law.atoms, law, observes={"N": law.hand("N")}, actual={"has(N,SA)", "has(N,SK)",
        ...                   "has(S,HA)", "has(S,HK)"})
        >>> s.define({"void(S,S)": "~has(S,SA) & ~has(S,SK)"}).holds("K_N void(S,S)")
        True
        """
        return self._changed(self._do(lambda k: build.with_defined(k, atoms)))

    @staticmethod
    def _check_frames(before: KnowledgeStructure, after: KnowledgeStructure) -> None:
        beliefs.check_frames(before, after)

    # ----------------------------------------------------------------------------------------------- files and displays

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self._do(files.to_data),)

    @property
    def order(self) -> tuple[str, ...]:
        """The order of the bits in the diagrams; ``x#0`` is the first bit of a variable x in binary encoding."""
        return tuple(self._do(sifting.bit_names))

    def reordered(self, order: Iterable[str] | None = None) -> SymbolicModel:
        """A copy with this order of the bits in its diagrams, by default the best order that a search finds.

        A model and the models derived from it share diagrams, so the order changes in all of them. Errors and cost as
        in `kripke.symbolic.structures.sifting.reordered`.
        """
        wanted = memory.kept(order)

        def work(knowledge: KnowledgeStructure) -> SymbolicModel:
            sifting.reordered(knowledge, wanted)
            return self._changed(knowledge)

        return self._do(work)

    def _repr_svg_(self) -> str | None:
        return self.to_explicit(SHOWN)._repr_svg_() if self.has_at_most(SHOWN) else None

    def _repr_html_(self) -> str | None:
        """An HTML summary with counts, agents, state law and a sample; None for a small model, see `has_at_most`."""
        return None if self.has_at_most(SHOWN) else card(self)

    @classmethod
    def from_explicit(cls, model: AnyModel, nodes: int = NODES) -> SymbolicModel:
        """Convert an explicit model to diagrams; the same formulas hold at the same worlds.

        Worlds with the same true atoms are distinguished by hidden bits ``#1`` and so on, which are part of the states'
        names. `ModelError` if an agent has weights or ranks.

        Parameters
        ----------
        model : KripkeModel or networkx graph
            The explicit model.
        nodes : int
            Number of diagram nodes for which memory is reserved at first.
        """
        model = model_of(model)
        if not isinstance(model, KripkeModel):
            raise ModelError(f"model {shorten(repr(model))}: expected a KripkeModel with explicit worlds")
        work = partial(translate.from_structure, model.structure)
        return cls.of(memory.building(nodes, work))

    @classmethod
    def _of_text(cls, text: str, source: str, folder: Path | None, attributes: Attributes) -> KnowledgeStructure:
        return knowledge_of(text, source, folder, attributes)

    @classmethod
    def _of_data(cls, data: dict[str, Any]) -> KnowledgeStructure:
        return files.of_data(data, "the model")

    @staticmethod
    def _renamed(
        content: KnowledgeStructure, worlds: Names | str | None, atoms: Names | None, agents: Names | None
    ) -> KnowledgeStructure:
        if worlds is not None:
            require_new_worlds(worlds)
            if worlds != {}:
                raise UnsupportedByEngine(
                    "worlds: states of a symbolic model are named by their true atoms; to_explicit() gives a "
                    "KripkeModel, whose worlds rename gives other names"
                )
        return rename(content, atoms, agents)


def _require_number(most: object, name: str) -> int:
    """Return the argument of this name if it is a whole number of at least 0; otherwise `ModelError`."""
    if not is_whole(most, 0):
        raise ModelError(f"{name} {shorten(repr(most))}: expected the largest number of states, 0 or more")
    return int(most)


def _unpickled(data: dict[str, Any]) -> SymbolicModel:
    return SymbolicModel.of(files.of_data(data, "the pickled model"))


def where(knowledge: KnowledgeStructure, question: Question, actions: Actions | None = None) -> StateSet:
    """The extension of a formula or a constraint."""
    if is_constraint(question):
        return build.fact(with_actions(knowledge, actions)[0], question, "")
    return extension(knowledge, formula_of(question, knowledge.atoms), actions)


def card(model: SymbolicModel) -> str:
    """The HTML summary of a model: a table of names and values, with escaped text."""
    rows = "\n".join(
        f"<tr><th>{html.escape(what)}</th><td>{html.escape(value)}</td></tr>" for what, value in facts(model)
    )
    return f'<table class="whoknows-model">\n<caption>Symbolic model</caption>\n{rows}\n</table>'


def facts(model: SymbolicModel) -> Iterator[tuple[str, str]]:
    """Pairs (name, value) that summarise the model for display."""
    structure = model.knowledge
    bits = structure.state.bit_count()
    states = model.count_within("true", COUNTED)
    yield "states", "not counted, as that takes long here" if states is None else magnitude(states)
    yield "vocabulary", f"{plural(len(model.atoms), 'atom')}, {plural(bits, 'bit')} for a state"
    nodes = sum(part.size for part in structure.law)
    yield "law", f"{plural(len(structure.law), 'part')}, diagrams of {plural(nodes, 'node')}" if nodes else "none"
    for agent in model.agents[:AGENTS]:
        seen = structure.observes[agent]
        says = f"sees {seen.seen.bit_count():,} of {plural(bits, 'bit')}" if not seen.relation else "sees by conditions"
        if len(structure.actuals) == 1 and states is not None:
            with suppress(TooLarge):
                possible = magnitude(model.count_possible(agent))
                says = f"{says}; considers {possible} states possible at the actual one"
        yield agent, says
    if len(model.agents) > AGENTS:
        yield "", f"and {len(model.agents) - AGENTS:,} more agents"
    yield from [("actual state", _state(model._named(state))) for state in structure.actuals[:SAMPLE]]
    if len(structure.actuals) > SAMPLE:
        yield "", f"and {len(structure.actuals) - SAMPLE:,} more actual states"
    if states:
        with suppress(TooLarge):
            yield from [("a state drawn by chance", _state(state)) for state in model.sample(0, SAMPLE)]


def _state(state: object) -> str:
    """A state as text: its true atoms, or only some of them if there are many."""
    if not isinstance(state, frozenset) or len(state) <= ATOMS:
        return world_text(state)
    return f"{len(state):,} true atoms, such as {listed(sorted(state, key=natural)[:ATOMS], 'and')}"
