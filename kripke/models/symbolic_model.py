"""SymbolicModel: models without explicit worlds, with the methods of `KripkeModel`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from os import PathLike
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from kripke.change.event import EventModel
from kripke.change.update import Action
from kripke.checking.build import assignment_of
from kripke.data.errors import ModelError
from kripke.data.frozen import refuse
from kripke.data.wording import brief
from kripke.formats import symbolic_io as files
from kripke.models.kripke_model import KripkeModel
from kripke.models.symbolic_verdict import Verdict
from kripke.symbolic import build, counting, listing, memory, sampling, sifting, translate
from kripke.symbolic.algebra import SymbolicAlgebra
from kripke.symbolic.beliefs import Beliefs, Relations, believing, properties
from kripke.symbolic.build import Constraint, Laws
from kripke.symbolic.fewstates import ListedExtension, QueryCounter
from kripke.symbolic.knowledge_structure import Bits, KnowledgeStructure
from kripke.symbolic.listing import LIMIT
from kripke.symbolic.room import NODES
from kripke.symbolic.sameness import same
from kripke.symbolic.sampling import Source
from kripke.symbolic.state_set import StateSet
from kripke.symbolic.update import Actions, announced, extension, is_valid, refined, update
from kripke.symbolic.variables import Encoding
from kripke.symbolic.why import explain
from kripke.why.explain import DEPTH, SIZE, Explanation
from logic.errors import TooLarge, shorten
from logic.formula import Formula
from logic.parser import parse

T = TypeVar("T")
SHOWN = 64
"""Maximal number of worlds of a model that Jupyter displays as a picture."""

World = frozenset[str]
Question = str | Formula | Constraint


class SymbolicModel:
    """A knowledge structure: the states are the assignments to atoms that satisfy a law; they are never listed.

    Models are immutable and have the methods of `KripkeModel`. A state is named by the set of its true atoms.

    Parameters
    ----------
    atoms : iterable of str
        The vocabulary, one bit of the state each.
    law : formula, constraint, or list of these
        The common knowledge at the start: Boolean formulas, and constraints such as `exactly(13, atoms)`.
    observes : mapping
        Agent -> what the agent sees: atoms, names of variables, Boolean formulas, constraints.
    actual : iterable of str, optional
        The true atoms of the actual state.
    variables : mapping, optional
        Name -> values: the vocabulary gets an atom ``name=value`` for each, exactly one of which is true.
    encoding : {'binary', 'one-hot'}
        Whether the values of a variable are numbered in bits, or have one bit each.
    order : iterable of str, optional
        The bits from the first in the diagrams to the last, a variable's name for all its bits; None: an order from
        the law's structure, see `kripke.symbolic.order`.
    nodes : int
        Number of nodes of diagrams for which memory is reserved at first; reserved memory costs nothing until it is
        used.
    believes : mapping, optional
        Agent -> a formula that holds at all states the agent considers possible, or a mapping from formulas that hold
        here to formulas that hold there: ``{"a": "p -> q"}``, ``{"a": {"rain": "wet", "~rain": "dry"}}``. The agent's
        observations are the same there, so the relation is KD45 if the belief only depends on what the agent observes,
        and some state of each class satisfies it. An agent without an entry in `observes` observes nothing.
    relations : mapping, optional
        Agent -> formulas over atoms here and primed atoms there, as in ``{"a": "p' -> q"}``: the agent considers the
        states possible that satisfy them. The prime is written before a bracket or ``=``: ``die1'=4``.

    Raises
    ------
    ParseError, UnknownAtom, ModelError, TooLarge
        If a formula is invalid, has an unknown atom or a modality; if no state satisfies the law, or the actual state
        does not.

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

    __slots__ = ("_asked", "knowledge")

    knowledge: KnowledgeStructure
    _asked: QueryCounter

    def __init__(
        self,
        atoms: Iterable[str] = (),
        law: Laws = "true",
        observes: Mapping[str, Iterable[str | Formula]] | None = None,
        actual: Iterable[str] | None = None,
        variables: Mapping[str, Iterable[Any]] | None = None,
        encoding: Encoding = "binary",
        order: Iterable[str] | None = None,
        nodes: int = NODES,
        believes: Beliefs | None = None,
        relations: Relations | None = None,
    ) -> None:
        atoms, law, observes, actual, variables = memory.kept([atoms, law, observes, actual, variables])
        order = memory.kept(order)
        believes, relations = memory.kept([believes, relations])
        memory.require_bits(atoms)

        def made(nodes: int) -> KnowledgeStructure:
            known = build.knowledge(atoms, law, observes, actual, variables, encoding, order, nodes)
            return believing(known, believes, relations) if believes or relations else known

        self._be(memory.building(nodes, made))

    def _be(self, knowledge: KnowledgeStructure) -> None:
        object.__setattr__(self, "knowledge", knowledge)
        object.__setattr__(self, "_asked", QueryCounter())

    __setattr__ = __delattr__ = refuse

    @classmethod
    def of(cls, knowledge: KnowledgeStructure) -> SymbolicModel:
        """The model of a knowledge structure."""
        made = cls.__new__(cls)
        made._be(knowledge)
        return made

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents."""
        return tuple(self.knowledge.observes)

    @property
    def atoms(self) -> tuple[str, ...]:
        """The vocabulary."""
        return tuple(self.knowledge.atoms)

    @property
    def order(self) -> tuple[str, ...]:
        """The bits from the first in the diagrams to the last; ``x#0`` is the first bit of a numbered variable x."""
        return tuple(self._do(sifting.bit_names))

    @property
    def actual(self) -> World | None:
        """The actual state, as the set of its true atoms, or None."""
        state = self.knowledge.actual
        return None if state is None else build.name_of(self.knowledge, state)

    def __len__(self) -> int:
        number = self.count()
        if number > sys.maxsize:
            raise TooLarge(f"about 2^{number.bit_length() - 1} states, more than len() can return; use count()")
        return number

    def __bool__(self) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SymbolicModel):
            return NotImplemented
        nodes = max(self.knowledge.manager.nodes, other.knowledge.manager.nodes)
        work = partial(same, self.knowledge, other.knowledge)
        return other is self or memory.building(nodes, work)

    __hash__ = None  # type: ignore[assignment]  # models can be compared, but are not keys of dictionaries

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self._do(files.to_data),)

    if not TYPE_CHECKING:  # hidden from the type checker

        def __getattr__(self, name: str) -> NoReturn:
            what = f"'{type(self).__name__}' object has no attribute '{name}'"
            if not name.startswith("_") and hasattr(KripkeModel, name):
                what += "; a KripkeModel has: to_explicit() gives the one with the same worlds"
            raise AttributeError(what, name=name, obj=self)

    def __copy__(self) -> SymbolicModel:
        return self

    def __deepcopy__(self, memo: object) -> SymbolicModel:
        return self

    def __repr__(self) -> str:
        parts = len(self.knowledge.law)
        law = f"a law of {parts:,} part{'s' * (parts != 1)}" if parts else "no law"
        agents, atoms = (
            f"{len(names):,} {noun}{'s' * (len(names) != 1)}"
            for names, noun in ((self.agents, "agent"), (self.atoms, "atom"))
        )
        return f"<SymbolicModel: {agents}, {atoms}, {law}>"

    def holds(self, formula: Question, at: Iterable[str] | None = None, actions: Actions | None = None) -> bool:
        """Whether the formula holds at a state; errors as in `KripkeModel.holds`.

        Parameters
        ----------
        formula : Formula, str or constraint
            The formula.
        at : iterable of str, optional
            The true atoms of the state; None: the actual state.
        actions : mapping of str to action, optional
            The actions that the formula names: ``s.holds("[@peek] K_a p", actions={"peek": peek})``.
        """

        def work(made: KnowledgeStructure) -> bool:
            found = self._found(made, formula, actions)
            if found is not None:
                return found.holds(self._state(at))
            return made.true(_where(made, formula, actions), self._state(at))

        return self._do(work)

    def check(self, formula: str | Formula, at: Iterable[str] | None = None, actions: Actions | None = None) -> Verdict:
        """The verdict at a state, with the formula's extension and, on request, the reasons.

        Parameters
        ----------
        formula : Formula or str
            The formula.
        at : iterable of str, optional
            The true atoms of the state; None: the actual state.
        actions : mapping of str to action, optional
            The actions that the formula names.
        """
        question = parse(formula)
        return Verdict(self.at(self.actual if at is None else at), question, self.holds(question, at, actions), actions)

    def explain(
        self, formula: str | Formula, depth: int = DEPTH, size: int = SIZE, actions: Actions | None = None
    ) -> Explanation:
        """Explain why the formula holds or fails at the actual state; see `kripke.symbolic.why.explain`.

        Parameters
        ----------
        formula : Formula or str
            The formula.
        depth, size : int
            Maximal depth of the tree, and maximal number of reasons.
        actions : mapping of str to action, optional
            The actions that the formula names.
        """
        return self._do(lambda k: explain(k, parse(formula), self._state(None), depth, size, actions))

    def valid(self, formula: Question, actions: Actions | None = None) -> bool:
        """Whether the formula holds at every state.

        Parameters
        ----------
        formula : Formula, str or constraint
            The formula.
        actions : mapping of str to action, optional
            The actions that the formula names.
        """

        def work(made: KnowledgeStructure) -> bool:
            found = self._found(made, formula, actions)
            if found is not None:
                return found.valid
            if build.is_constraint(formula):
                return SymbolicAlgebra(made).is_empty(~build.fact(made, formula, "question"))
            return is_valid(made, parse(formula), actions)  # type: ignore[arg-type]  # as in `_where`

        return self._do(work)

    def count(self, formula: Question = "true", actions: Actions | None = None) -> int:
        """Number of states where the formula holds; exact, whatever its size.

        Parameters
        ----------
        formula : Formula, str or constraint
            The formula.
        actions : mapping of str to action, optional
            The actions that the formula names.
        """

        def work(made: KnowledgeStructure) -> int:
            found = self._found(made, formula, actions)
            return len(found) if found is not None else counting.count(made, _where(made, formula, actions))

        return self._do(work)

    def extension(
        self, formula: Question = "true", limit: int | None = LIMIT, actions: Actions | None = None
    ) -> Iterator[World]:
        """The states where the formula holds, one by one, each as the set of its true atoms.

        Parameters
        ----------
        formula : Formula, str or constraint
            The formula.
        limit : int, optional
            Maximal number of states, checked at once (`TooLarge`); None: all states, made on request.
        actions : mapping of str to action, optional
            The actions that the formula names.
        """
        return self._do(lambda k: listing.extension(k, _where(k, formula, actions), limit))

    def possible(self, agent: str, at: Iterable[str] | None = None, limit: int | None = LIMIT) -> frozenset[World]:
        """The states that the agent considers possible at a state; `TooLarge` for more than `limit`.

        Parameters
        ----------
        agent : str
            Name of the agent.
        at : iterable of str, optional
            The true atoms of the state; None: the actual state.
        limit : int, optional
            Maximal number of states; None: no limit.
        """
        return self._do(lambda k: listing.possible(k, agent, self._state(at), limit))

    def believed(self, agent: str, at: Iterable[str] | None = None, limit: int | None = LIMIT) -> frozenset[World]:
        """The states that the agent believes possible: those of `possible`, since there are no weights.

        Parameters
        ----------
        agent : str
            Name of the agent.
        at : iterable of str, optional
            The true atoms of the state; None: the actual state.
        limit : int, optional
            Maximal number of states; None: no limit.
        """
        return self.possible(agent, at, limit)

    def sample(self, rng: Source = None, size: int | None = None, formula: Question = "true") -> Any:
        """A random state, each with the same probability; with `size` a list of independent states.

        Parameters
        ----------
        rng : numpy.random.Generator, random.Random or int, optional
            A random generator, or a seed.
        size : int, optional
            Number of states.
        formula : Formula, str or constraint
            Only states where it holds are drawn; `ModelError` if there are none.
        """
        drawn = self._do(lambda k: sampling.samples(k, _where(k, formula), rng, 1 if size is None else size))
        return drawn[0] if size is None else drawn

    def probability(self, formula: Question) -> Fraction:
        """The exact share of the states where the formula holds."""
        return Fraction(self.count(formula), self.count())

    def degree(
        self, agent: str, formula: Question, at: Iterable[str] | None = None, *, alike: bool = False
    ) -> Fraction:
        """The exact share of the states the agent considers possible where the formula holds.

        `ModelError` if the agent considers no state possible.

        Parameters
        ----------
        agent : str
            Name of the agent.
        formula : Formula, str or constraint
            The formula.
        at : iterable of str, optional
            The true atoms of the state; None: the actual state.
        alike : bool
            As in `KripkeModel.degree`; without weights it makes no difference.
        """
        return self._do(lambda k: listing.degree(k, agent, _where(k, formula), self._state(at)))

    def announce(
        self, formula: Question, to: Iterable[str] | None = None, actions: Actions | None = None
    ) -> SymbolicModel:
        """The model after a truthful public announcement; with `to`, after a group hears it and the others notice.

        `PreconditionFailed` if the formula is false at the actual state, or, without one, at every state.

        Parameters
        ----------
        formula : Formula, str or constraint
            The formula.
        to : iterable of str, optional
            The group that hears it.
        actions : mapping of str to action, optional
            The actions that the formula names.
        """
        return self._do(lambda k: SymbolicModel.of(_announced(k, formula, to, actions)))

    def announce_whether(
        self, formula: Question, to: Iterable[str] | None = None, actions: Actions | None = None
    ) -> SymbolicModel:
        """The model after all agents, or the group `to`, learn whether the formula holds; no state is removed.

        Parameters
        ----------
        formula : Formula, str or constraint
            The formula.
        to : iterable of str, optional
            The group that learns the answer; None: all agents.
        actions : mapping of str to action, optional
            The actions that the formula names.
        """
        return self._do(lambda k: SymbolicModel.of(refined(k, _where(k, formula, actions), to)))

    def update(self, action: Action | EventModel, event: str | None = None) -> SymbolicModel:
        """The model after an action: an event model, `semi_private` or `announcement_whether`.

        Parameters
        ----------
        action : EventModel or an action
            The action; see `kripke.change.actions`. Changes of weights or ranks are refused.
        event : str, optional
            The event of an event model that happens; None: the one whose precondition holds at the actual state.

        Notes
        -----
        States keep their names, with ``1:yes`` added if the state does not determine the event of the first update.
        Errors and cost as in `kripke.symbolic.update.update`.
        """
        return self._do(lambda k: SymbolicModel.of(update(k, action, event)))

    def to_explicit(self, limit: int | None = LIMIT) -> KripkeModel:
        """The same model with explicit worlds, named by the sets of their true atoms; `TooLarge` beyond `limit`."""
        return KripkeModel.of(self._do(lambda k: translate.to_structure(k, limit)))

    def entropy(self, agent: str, at: Iterable[str] | None = None) -> float:
        """The uncertainty of the agent at a state in bits: log2 n if the agent considers n states possible.

        Parameters
        ----------
        agent : str
            Name of the agent.
        at : iterable of str, optional
            The true atoms of the state; None: the actual state.
        """
        return self._do(lambda k: listing.entropy(k, agent, self._state(at)))

    def _repr_svg_(self) -> str | None:
        try:
            return self.to_explicit(SHOWN)._repr_svg_()
        except TooLarge:
            return None

    @classmethod
    def from_explicit(cls, model: KripkeModel, nodes: int = NODES) -> SymbolicModel:
        """An explicit model as diagrams; the same formulas hold at the same worlds.

        Worlds with the same true atoms get marks, ``#1`` and so on, which are part of the states' names. `ModelError`
        if an agent has weights or ranks.

        Parameters
        ----------
        model : KripkeModel
            The explicit model.
        nodes : int
            Number of nodes of diagrams for which memory is reserved at first.
        """
        if not isinstance(model, KripkeModel):
            raise ModelError(f"model {shorten(repr(model))}: expected a KripkeModel with explicit worlds")
        work = partial(translate.from_structure, model.structure)
        return cls.of(memory.building(nodes, work))

    @classmethod
    def load(cls, path: str | PathLike[str], nodes: int = NODES) -> SymbolicModel:
        """Read a file that `save` wrote; `FileError` gives the place of a mistake.

        Parameters
        ----------
        path : path
            The file.
        nodes : int
            Number of nodes of diagrams for which memory is reserved at first.
        """
        return cls.of(files.load(path, nodes))

    def save(self, path: str | PathLike[str]) -> None:
        """Write a file, and the diagrams in a second file ``PATH.dddmp``, completely or not at all."""
        self._do(lambda k: files.save(k, path))

    def frame_properties(self, agent: str) -> set[str]:
        """The properties of the agent's relation among reflexive, serial, symmetric, transitive and euclidean."""
        return self._do(lambda k: set(properties(k, agent)))

    def reordered(self, order: Iterable[str] | None = None) -> SymbolicModel:
        """The same model with its bits in another order: the given one, or the best that a search finds for its law.

        Models that were made from each other share their diagrams, and so the order. Errors and cost as in
        `kripke.symbolic.sifting.reordered`.
        """
        wanted = memory.kept(order)

        def work(made: KnowledgeStructure) -> SymbolicModel:
            sifting.reordered(made, wanted)
            return SymbolicModel.of(made)

        return self._do(work)

    def at(self, state: Iterable[str] | None) -> SymbolicModel:
        """The same model with another actual state; None: without one."""
        return self._do(lambda k: SymbolicModel.of(replace(k, actual=None if state is None else self._state(state))))

    def _found(self, made: KnowledgeStructure, question: Question, actions: Actions | None) -> ListedExtension | None:
        """Where the formula holds in a list of the states, if that list is used: see `kripke.symbolic.fewstates`."""
        if actions is not None or build.is_constraint(question):
            return None
        return self._asked.find(made, parse(question))  # type: ignore[arg-type]  # as in `_where`

    def _state(self, at: Iterable[str] | None) -> Bits:
        if at is not None:
            return build.state_of(self.knowledge, assignment_of(at, self.knowledge.names, "state"), "state")
        if self.knowledge.actual is None:
            raise ModelError("the model has no actual state: say where, by at=...")
        return self.knowledge.actual

    def _do(self, work: Callable[[KnowledgeStructure], T]) -> T:
        return memory.with_nodes(self, work)


def _unpickled(data: dict[str, Any]) -> SymbolicModel:
    return SymbolicModel.of(files.of_data(data, "the pickled model"))


def _where(made: KnowledgeStructure, question: Question, actions: Actions | None = None) -> StateSet:
    """The extension of a formula, or of a constraint."""
    if build.is_constraint(question):
        return build.fact(made, question, "question")
    return extension(made, parse(question), actions)  # type: ignore[arg-type]  # a type guard narrows one way only


def _announced(
    made: KnowledgeStructure, formula: Question, to: Iterable[str] | None, actions: Actions | None = None
) -> KnowledgeStructure:
    where = _where(made, formula, actions)
    return announced(made, where, lambda: _text(formula), to)


def _text(question: Question) -> str:
    return brief(parse(question)) if isinstance(question, (str, Formula)) else shorten(repr(question))
