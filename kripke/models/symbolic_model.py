"""SymbolicModel: models without listed worlds, with the methods of `Model`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from kripke.change.renaming import Names, require_new_worlds
from kripke.checking.constraint import Laws, Question
from kripke.data.errors import ModelError, UnsupportedByEngine
from kripke.data.listing import require_few, require_limit
from kripke.formats import symbolic_io as files
from kripke.formats.jsonfile import plain_data
from kripke.formats.registry import Attributes, format_of, knowledge_of, require_graphml
from kripke.models.kripke_model import KripkeModel
from kripke.models.model_card import card
from kripke.models.symbolic_changes import SymbolicChanges
from kripke.models.symbolic_questions import SymbolicQuestions
from kripke.symbolic.diagrams.capacity import NODES
from kripke.symbolic.laws.values import Encoding
from kripke.symbolic.structures import build, memory, sifting, translate
from kripke.symbolic.structures.beliefs import Beliefs, Relations, believing
from kripke.symbolic.structures.knowledge_structure import KnowledgeStructure
from kripke.symbolic.structures.same_model import rename
from logic.errors import TooLarge, shorten

SHOWN = 64
"""Maximal number of worlds of a model that Jupyter displays as a picture."""


class SymbolicModel(SymbolicQuestions, SymbolicChanges):
    """A knowledge structure: the states are the assignments to atoms that satisfy a law; they are never listed.

    It has the methods of `Model`, with decision diagrams. A state is named by the frozen set of its true atoms; where a
    method expects a world, a set will do too. After an update that atoms do not determine, names
    also have marks such as ``1:yes``, the event of the first update.

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
        the law's structure, see `kripke.symbolic.laws.order`.
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
    defined : mapping, optional
        More atoms, each with the formula or constraint that says where it is true, over the atoms before it:
        ``{"void(E,H)": "~has(E,HA) & ~has(E,HK)"}``. They take no bits; the law does not speak of them, agents may see
        them.

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

    __slots__ = ()

    def __init__(
        self,
        atoms: Iterable[str] = (),
        law: Laws = "true",
        observes: Mapping[str, Iterable[Question]] | None = None,
        actual: Iterable[str] | None = None,
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
        actual: Iterable[str] | None = None,
        limit: int | None = None,
    ) -> SymbolicModel:
        """The model of all assignments that satisfy the law; each agent sees some atoms.

        Parameters
        ----------
        atoms : iterable of str
            The vocabulary.
        observes : mapping or None
            Agent -> the atoms, Boolean formulas and constraints whose truth values the agent sees; None: no agents.
        law : formula, constraint, or list of these
            The common knowledge at the start.
        actual : iterable of str, optional
            The true atoms of the actual state; None: no actual state.
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

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self._do(files.to_data),)

    @property
    def order(self) -> tuple[str, ...]:
        """The bits from the first in the diagrams to the last; ``x#0`` is the first bit of a numbered variable x."""
        return tuple(self._do(sifting.bit_names))

    def reordered(self, order: Iterable[str] | None = None) -> SymbolicModel:
        """The same model with its bits in another order: the given one, or the best that a search finds for its law.

        Models that were made from each other share their diagrams, and so the order. Errors and cost as in
        `kripke.symbolic.structures.sifting.reordered`.
        """
        wanted = memory.kept(order)

        def work(knowledge: KnowledgeStructure) -> SymbolicModel:
            sifting.reordered(knowledge, wanted)
            return self._changed(knowledge)

        return self._do(work)

    def _repr_svg_(self) -> str | None:
        try:
            return self.to_explicit(SHOWN)._repr_svg_()
        except TooLarge:
            return None

    def _repr_html_(self) -> str | None:
        """A card with counts, agents, law and a sample; None for a model that is displayed as a picture."""
        return None if self.has_at_most(SHOWN) else card(self)

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
    def _of_text(cls, text: str, source: str, folder: Path | None, attributes: Attributes) -> KnowledgeStructure:
        require_graphml(format_of(source, text), source, attributes)
        return knowledge_of(text, source, folder=folder)

    @classmethod
    def _of_data(cls, data: dict[str, Any]) -> KnowledgeStructure:
        return files.of_data(plain_data(data, "the dictionary", files.KIND), "the dictionary")

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


def _unpickled(data: dict[str, Any]) -> SymbolicModel:
    return SymbolicModel.of(files.of_data(data, "the pickled model"))
