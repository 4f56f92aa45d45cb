"""`System`: a system with local states, protocols and evolution, and questions about its runs.

Source: R. Fagin, J. Y. Halpern, Y. Moses and M. Y. Vardi, *Reasoning About Knowledge* (MIT Press 1995), chapter 4.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping, Set
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Any, Self, TypeAlias

import numpy as np

from kripke.change.product import Actions, extend_vocabulary, occurrences
from kripke.checking.constraint import Laws, Question, formula_of
from kripke.checking.explicit import extension
from kripke.checking.program import compile_formula
from kripke.data.errors import ModelError, require_flag
from kripke.data.lazy import Lazy, Pictured
from kripke.data.relation import Indices, WorldSet, column_of
from kripke.data.structure import Structure
from kripke.data.wording import change_text
from kripke.data.worlds import Worlds
from kripke.models.functions import limits_of, require_fit, require_model
from kripke.models.kripke_model import AnyModel, KripkeModel
from kripke.space.demands import is_temporal, past_of
from kripke.space.histories import LIMIT
from kripke.space.stepping import ActionRecall, SystemRecall
from kripke.time.description import NO_START, Description, FileFormula, describe
from kripke.time.reachable import doing, holding, reachable, remembering
from kripke.why.view import DEPTH, SIZE, Detail
from logic import clauses as f
from logic.errors import TooLarge, by_face, note, shorten
from logic.exact import plural
from logic.formula import Formula
from logic.shared import replace as replaced

if TYPE_CHECKING:
    import networkx

    from kripke.time.diagrams import Runs
    from kripke.why.explanation import Explanation

diagrams = Lazy("kripke.time.diagrams")  # with the library of diagrams

Query: TypeAlias = Question | FileFormula

STATES = 10_000_000
"""Default limit on the number of reachable states that are listed."""

MOMENTS = 100_000  # default maximal number of knowledge states of a system of actions
FEW_STATES, FEW_NODES = 100_000, 2**21
"""Maximal number of states that are listed before diagrams are tried, and of nodes of these diagrams.

If the diagrams need more nodes, all states are listed. It takes 0.2 s to reach the first limit, and some seconds to
reach the second.
"""


class System(Pictured):
    """A system: agents with local states choose actions, and the variables change step by step.

    A state gives each variable a value; an agent's local state consists of the values of the variables that it sees. In
    each step, all agents with a protocol simultaneously choose actions that it allows. Then, for each agent, one of its
    lines of evolution whose condition holds is chosen nondeterministically, and sets variables; if no condition holds,
    the agent's variables stay unchanged. A line is not chosen if the new value of a variable would be out of range.

    Questions are formulas over ``x`` for a Boolean variable, ``x=v``, and comparisons such as ``"n < m + 1"``.
    ``K_a p`` holds where p holds in all reachable states with the same local state of a. `EX EF EG AX AF AG`,
    ``E[p U q]`` and ``A[p U q]`` are about the runs that start at a state. `Y`, `O` and `H` are about the run up to a
    state; without `recall`, agents know only their present local state. A state where nothing can happen repeats.

    Parameters
    ----------
    agents : mapping of str to list of str
        The variables of each agent's local state.
    variables : mapping, or list of str
        The values of each variable: ``bool``, a range or a list. A list of names declares Boolean variables.
    init : Formula, str, mapping, or list of mappings
        The initial states: a condition, or the values of some or all variables. `ModelError` if there are none.
    protocol : mapping, optional
        For each agent a mapping of its actions to the conditions under which they are allowed, or a list of actions
        that are allowed everywhere. It may also name processes, which have no knowledge, such as ``"environment"``.
    evolution : mapping, optional
        The lines of each agent or process. A line is a pair of a condition, which may contain ``agent=action`` for
        actions of this step, and a mapping of variables to terms as strings; for Boolean variables also to formulas.
    fairness : Formula, str, or list of these
        Conditions that every run meets infinitely often. States from which no such run starts are left out.
    deadlocks : bool
        Whether a state where nothing can happen has no successor, as in ISPL, instead of repeating.
    symbolic : bool, optional
        Whether questions are computed with decision diagrams, without a list of the states. None: only if there are
        more than 100,000 states, and the diagrams stay small.
    recall : bool
        Whether agents remember all their local states, and count the steps (synchronous perfect recall), instead of
        knowing only their local state. Then formulas with temporal operators may have announcements, which take no
        time. `Undecided` if a question leads to too many knowledge states, which is possible with `C`. A knowledge
        state is a class of histories that the question does not distinguish.
    states : int, optional
        Maximal number of reachable states that are listed, `TooLarge` above it; None: no limit. With `recall`, it also
        limits the knowledge states of a question, of which there are at most 10,000 by default.

    Examples
    --------
    A sender sends a bit until it is acknowledged; messages may be lost (Fagin, Halpern, Moses and Vardi 1995):

    >>> from whoknows import System
    >>> s = System(
    ...     agents={"sender": ["bit", "ack"], "receiver": ["got"]},
    ...     variables={"bit": ["0", "1"], "ack": bool, "got": ["none", "0", "1"]},
    ...     init="~ack & got=none",
    ...     protocol={
    ...         "sender": {"send": "~ack", "wait": "ack"},
    ...         "receiver": {"silent": "got=none", "reply": "~got=none"},
    ...         "channel": ["deliver", "lose"],
    ...     },
    ...     evolution={
    ...         "sender": [("channel=deliver & receiver=reply", {"ack": "true"})],
    ...         "receiver": [("channel=deliver & sender=send", {"got": "bit"})],
    ...     },
    ... )
    >>> s
    System(6 states, 10 transitions, 2 agents)
    >>> s.holds("AG (ack -> K_sender Kv_receiver bit)"), s.holds("EF ack"), s.holds("AF ack")
    (True, True, False)

    A lamp shows a secret once, and is dark from then on. Only an agent that remembers knows the secret forever:

    >>> lamp = dict(agents={"a": ["lit"]}, variables=["secret", "lit"], init="lit <-> secret",
    ...             evolution={"lamp": [("true", {"lit": "false"})]})
    >>> System(**lamp).holds("AG Kw_a secret"), System(**lamp, recall=True).holds("AG Kw_a secret")
    (False, True)
    """

    def __init__(
        self,
        agents: Mapping[str, Iterable[str]],
        variables: Mapping[str, Any] | Iterable[str],
        init: Any = "true",
        protocol: Mapping[str, Any] | None = None,
        evolution: Mapping[str, Iterable[Any]] | None = None,
        *,
        fairness: Laws = (),
        deadlocks: bool = False,
        symbolic: bool | None = None,
        recall: bool = False,
        states: int | None = STATES,
    ) -> None:
        described = describe(agents, variables, init, protocol, evolution, fairness, deadlocks)
        self._begin(described, symbolic, recall, states)
        for text in self.notes:
            if text == NO_START:
                raise ModelError(f"init {shorten(str(init))}: no state is initial, so every formula would hold")
            note(text)

    @classmethod
    def from_description(
        cls,
        description: Description,
        *,
        symbolic: bool | None = None,
        recall: bool = False,
        states: int | None = STATES,
    ) -> Self:
        """Return the system of a description, for example of a description from an ISPL file.

        Parameters
        ----------
        description : Description
            The variables, agents, initial states and fairness conditions.
        symbolic, recall, states : as for `System`
        """
        system = cls.__new__(cls)
        system._begin(description, symbolic, recall, states)
        return system

    @classmethod
    def from_actions(cls, model: AnyModel, actions: Actions, *, states: int | None = MOMENTS) -> Self:
        """The system of all models that can be reached from a model by actions, as in `explore`, with perfect recall.

        Each action that can happen is a step; if none can happen, the state repeats. Runs begin at the actual worlds,
        or at all worlds if there are none.

        Parameters
        ----------
        model : KripkeModel, SymbolicModel or networkx.MultiDiGraph
            The model at the start.
        actions : mapping of str to Formula, str, EventModel or action, or list of Action
            The actions.
        states : int, optional
            Maximal number of knowledge states; `TooLarge` above it. None has the same effect as the default.

        Examples
        --------
        >>> from whoknows import KripkeModel, System
        >>> m = KripkeModel.from_observations([*"abc"], {"x": [*"bc"], "y": [*"ac"], "z": [*"ab"]}, law="a | b | c")
        >>> asking = {"nobody": "~(K_x a | K_y b | K_z c)", "somebody": "K_x a | K_y b | K_z c"}
        >>> System.from_actions(m, asking).holds("AG (a -> AF K_x a)")
        True
        """
        return cls._of_actions(model, actions, states, in_turn=False)

    @classmethod
    def from_updates(cls, model: AnyModel, changes: Iterable[Any], *, states: int | None = MOMENTS) -> Self:
        """The system of a model that is updated by the changes one after the other.

        After the last change, or if the next change cannot happen, the state repeats.

        Parameters
        ----------
        model : as for `from_actions`
        changes : iterable of Formula, str, EventModel or action
            The changes.
        states : as for `from_actions`

        Examples
        --------
        >>> from whoknows import KripkeModel, System
        >>> m = KripkeModel.from_observations([*"ab"], {"x": ["b"], "y": ["a"]})
        >>> s = System.from_updates(m, ["a | b", "~(K_x a | K_y b)"])
        >>> s.holds("a & b -> AX AX K_x (a & O M_x ~a)"), s.holds("AG (a -> AF K_x a)")
        (True, True)
        """
        given = changes if isinstance(changes, Iterable) and not isinstance(changes, (str, Formula)) else [changes]
        return cls._of_actions(model, {str(n): change for n, change in enumerate(given, 1)}, states, in_turn=True)

    @classmethod
    def _of_actions(cls, model: AnyModel, actions: Actions, states: int | None, in_turn: bool) -> Self:
        system, given = cls.__new__(cls), require_model(model)
        limits_of(states)
        structure, named = extend_vocabulary(given._listed(), actions), occurrences(actions)
        require_fit(named, structure.relations, structure.valuation)
        system._recall = ActionRecall(structure, named, MOMENTS if states is None else states, in_turn)
        system._listed = system._recall.unfolded(), ["where nothing can happen any more, the state repeats"]
        return system

    def _begin(self, description: Description, symbolic: bool | None, recall: bool, states: int | None) -> None:
        limits_of(states)
        self._described, self._most = description, inf if states is None else states
        if require_flag(recall, "recall"):
            if symbolic:
                options = by_face("symbolic=True, recall=True", "--engine symbolic with --recall")
                raise ModelError(f"{options}: diagrams know by local states only; leave out one of them")
            self._listed = reachable(description, self._most)
            self._recall = SystemRecall(self.structure, LIMIT if states in (None, STATES) else states)
        elif symbolic is None:
            try:  # diagrams are used only if there are too many states to list, and the diagrams are small
                self._listed = reachable(description, min(FEW_STATES, self._most))
            except TooLarge:
                if self._most <= FEW_STATES:
                    raise
                with suppress(TooLarge, MemoryError):
                    self._runs = diagrams.Runs(description, FEW_NODES)
        elif require_flag(symbolic, "symbolic"):
            self._runs = diagrams.Runs(description)
        if not self._runs:
            self.structure  # noqa: B018  lists the states

    @cached_property
    def _listed(self) -> tuple[Structure, list[str]]:
        if self._runs and (number := self.count()) > self._most:
            way_out = by_face("; holds, count and where need no list", "; whoknows check needs no list")
            raise TooLarge(f"{number:,} states, and at most {self._most:,} are listed, as reasons need{way_out}")
        return reachable(self._described, self._most)

    @property
    def structure(self) -> Structure:
        """The structure of the states, with time; the states are listed on first access."""
        return self._listed[0]

    @property
    def notes(self) -> list[str]:
        """Notes for the user, such as on deadlocks or on initial states without a fair run."""
        return self._runs.notes if self._runs else self._listed[1]

    @property
    def engine(self) -> str:
        """How questions are computed: ``arrays`` or ``diagrams``."""
        return "diagrams" if self._runs else "arrays"

    # ---------------------------------------------------------------------------------------------- what it consists of

    @property
    def description(self) -> Description | None:
        """The description from which the system is built; None for a system of actions."""
        return None if isinstance(self._recall, ActionRecall) else self._described

    formulas: tuple[FileFormula, ...] = ()
    """The formulas of the ISPL file from which the system was loaded; empty for other systems."""

    _described: Description
    _runs: Runs | None = None
    _recall: SystemRecall | ActionRecall | None = None

    def __len__(self) -> int:
        """The number of reachable states from which a fair run starts."""
        if (number := self.count()) > sys.maxsize:
            raise TooLarge(f"{number:,} states, more than len() can return; use count()")
        return number

    @property
    def states(self) -> Worlds:
        """The states, named by the sets of their true atoms; sorted, with the last variable the most significant.

        In a system of actions, a state is named by the number of its moment, beginning with 0, and its true atoms.
        """
        return self.structure.worlds

    @property
    def initial(self) -> Worlds:
        """The initial states."""
        return self._named(self.structure.timed.first)

    @property
    def agents(self) -> tuple[str, ...]:
        """The names of the agents that have knowledge."""
        return self._recall.agents if self._recall else tuple(self._described.knowing)

    @property
    def atoms(self) -> tuple[str, ...]:
        """The vocabulary; formulas may also compare variables."""
        if isinstance(self._recall, ActionRecall):
            return self.structure.atoms
        return *self._described.atoms, *self._described.definitions

    @property
    def model(self) -> KripkeModel:
        """The states as a model without time, whose actual worlds are the initial states."""
        first = tuple(self.structure.timed.first.positions())
        return KripkeModel.of(replace(self.structure, time=None, actuals=first))

    def _named(self, where: WorldSet) -> Worlds:
        return self.states.restrict(where.kept)

    def to_networkx(self, limit: int | None = None) -> networkx.MultiDiGraph[Any]:
        """Return the states as a graph, as `model.to_networkx` does, with the steps of time in the attribute `next`.

        The attribute `first` is the list of initial states; `fair` has for each fairness condition the states where it
        holds. The reference semantics, `whoknows.reference.truth`, reads such graphs.

        Parameters
        ----------
        limit : int, optional
            As for `KripkeModel.to_networkx`.
        """
        graph, name, time = self.model.to_networkx(limit), self.states.name, self.structure.timed
        graph.graph["next"] = [(name(source), name(target)) for source, target in time.next.pairs()]
        graph.graph |= {"first": [*self.initial], "fair": [frozenset(self._named(where)) for where in time.fair]}
        return graph

    def in_time(self, most: int) -> tuple[Worlds, list[int], list[tuple[int, str, int]]]:
        """Return the states, the positions of the initial ones, and the steps as (source, "", target).

        `TooLarge` if there are more than `most` states, `ModelError` if there are none.
        """
        if not self.count():
            raise ModelError(f"{NO_START}; change init or fairness")
        if self.count() > most:
            raise TooLarge(f"a system of {self.count():,} states, and at most {most} are drawn; draw a run")
        time = self.structure.timed
        return self.states, time.first.positions(), [(source, "", target) for source, target in time.next.pairs()]

    def __repr__(self) -> str:
        steps = "by diagrams" if self._runs else plural(self.structure.timed.next.count_edges(), "transition")
        return f"System({plural(self.count(), 'state')}, {steps}, {plural(len(self.agents), 'agent')})"

    # -------------------------------------------------------------------------------------------------------- questions

    def holds(self, formula: Query, at: Any = None) -> bool:
        """Whether the formula holds at all initial states or, with `at`, at one state.

        `ParseError` for an invalid formula; `UnknownAgent`, `UnknownAtom`, `UnknownAction` or `UnknownWorld` for an
        unknown name or state. `ModelError` for announcements and other changes of knowledge in a formula with temporal
        operators, unless agents have perfect recall.

        Parameters
        ----------
        formula : Formula, str, constraint, or one of `formulas`
            The formula, parsed if it is a string.
        at : state, optional
            A set of true atoms, or a mapping from all variables to values. A formula about the past must hold on every
            run that leads to the state. In a system of actions, a name from `states`, or a set of true atoms, which
            stands for all states with these atoms. None: all initial states, where runs begin.
        """
        query = self._query(formula)
        if self._runs:
            return self._runs.holds(query, at)
        if at is not None:
            places, where = self._positions(at), self._everywhere(query)
            return all(place in where for place in places)
        if self._recall:
            return all(self._recall.ask(query))
        structure, _, where, _ = self._extension(query)
        return not structure.timed.first - where

    def where(self, formula: Query) -> Worlds:
        """The states where the formula holds after every run that leads there.

        `TooLarge` for more than 10,000 states that are not listed, but computed with decision diagrams.

        Parameters
        ----------
        formula : as for `holds`
        """
        query = self._query(formula)
        return self._runs.where(query) if self._runs else self._named(self._everywhere(query))

    def count(self, formula: Query = "true") -> int:
        """The number of states where the formula holds.

        Parameters
        ----------
        formula : as for `where`
        """
        query = self._query(formula)
        return self._runs.count(query) if self._runs else len(self._everywhere(query))

    def explain(
        self, formula: Query, at: Any = None, depth: int = DEPTH, size: int = SIZE, detail: Detail = "full"
    ) -> Explanation:
        """Explain why the formula holds or fails, with runs as witnesses.

        Without `at`, one initial state is explained: the first where the formula fails, otherwise the first.
        `ModelError` if no state is initial.

        Parameters
        ----------
        formula, at : as for `holds`
        depth, size, detail : as for `Model.explain`

        Examples
        --------
        >>> from whoknows import System
        >>> s = System(agents={"a": []}, variables=["p"], init="~p", evolution={"a": [("true", {"p": "true"})]})
        >>> print(s.explain("AG ~K_a p"))
        AG ¬K_a p holds at {}: ¬K_a p holds at both states that runs from {} reach: {} and {p}
          ¬K_a p holds at {}: a considers {} itself possible, and p is false there
          ¬K_a p holds at {p}: a cannot tell {p} from {}, and p is false at {}
        """
        from kripke.space.recall_reasons import explained, of_places  # not loaded by a check without reasons
        from kripke.why.explain import explicit_view

        recall, query = self._recall, self._query(formula)
        here = None if at is None else self._positions(at)
        how: dict[str, Any] = {"depth": depth, "size": size, "detail": detail}
        if not self.structure.timed.first:
            raise ModelError(f"{NO_START}; change init or fairness")
        if recall:
            step = doing(self._described, self.states) if isinstance(recall, SystemRecall) else None
            ends = None if here is None else lambda number: recall.position(number) in here
            return explained(recall, query, ends, step, **how)
        structure, origins, where, query = self._extension(query)
        places = structure.timed.first.positions() if here is None else np.flatnonzero(np.isin(origins, here)).tolist()
        view = explicit_view(structure, query)
        view.doing = doing(self._described, structure.worlds)
        return of_places(view, places, [place for place in places if place not in where], at is not None, **how)

    def _positions(self, at: Any) -> list[int]:
        """The positions of the states that an argument `at` stands for; `UnknownWorld` if there are none."""
        names: Iterable[Any] = self.states if isinstance(self._recall, ActionRecall) and isinstance(at, Set) else ()
        alike = [place for place, (_, true, *_) in enumerate(names) if true == at]
        return alike or [self.states.position(at)]

    def _everywhere(self, formula: Formula) -> WorldSet:
        size = self.structure.size
        if self._recall and formula != f.Top():
            fails = set(map(self._recall.position, self._recall.fails(formula)))
            return WorldSet.of(size, [place for place in range(size) if place not in fails])
        _, origins, where, _ = self._extension(formula)
        return WorldSet(size, column=~column_of(size, origins[~where.column]))

    def _extension(self, formula: Formula) -> tuple[Structure, Indices, WorldSet, Formula]:
        """Evaluate a formula in a structure with bits for past formulas.

        Returns this structure, the original positions of its worlds, the extension, and the adapted formula.
        """
        structure, origins, formula = remembering(self._comparing(formula), formula)
        return structure, origins, extension(structure, formula), formula

    def _comparing(self, formula: Formula) -> Structure:
        """The structure with an additional atom for each comparison in a formula."""
        structure = self.structure
        if compared := formula.atoms - structure.valuation.keys():
            columns = {atom: holding(self._described, structure.worlds, f.Atom(atom)) for atom in compared}
            new = {atom: WorldSet(structure.size, column=column) for atom, column in columns.items()}
            structure = replace(structure, valuation={**structure.valuation, **new})
        return structure

    def _query(self, question: Query) -> Formula:
        """Return the question as a formula with valid names; atoms outside the vocabulary are comparisons."""
        given = question.formula if isinstance(question, FileFormula) else question
        query, known = formula_of(given, self.atoms), dict.fromkeys(self.atoms)
        changes = [part for part in query.subformulas() if part.operator.changes]
        if changes and is_temporal(query) and not self._recall:
            raise ModelError(
                f"{shorten(str(query))}: {change_text(changes[0])} changes what agents know, but by local states "
                "they know only what their variables tell, so nothing of it is left at the next state"
                + by_face("; System(..., recall=True) has agents who remember", "; with --recall agents remember")
            )
        if past_of(query) and (counting := [part for part in query.subformulas() if "degree" in part.data]):
            raise ModelError(
                f"{shorten(str(counting[0]))}: a degree of belief counts states, and beside an operator of the past a "
                "state counts once for each of its pasts; ask for the two in two formulas"
            )
        compared = [atom for atom in sorted(query.atoms - known.keys()) if re.search("[=<>]", atom)]
        compared = [] if isinstance(self._recall, ActionRecall) else compared
        for atom in compared:
            self._described.atom(atom)
        actions = self._recall.actions if self._recall else ()
        known |= dict.fromkeys(compared)
        compile_formula(query, self.agents).require(dict.fromkeys(self.agents), known, actions)
        query = replaced(query, {f.Atom(atom): f.Atom(f" {atom}") for atom in compared})  # "n=m" is no value of Kv_a n
        if isinstance(self._recall, SystemRecall):
            self._recall.structure = self._comparing(query)
        return query
