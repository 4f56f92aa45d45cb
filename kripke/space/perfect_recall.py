"""Formulas with time and knowledge for agents with synchronous perfect recall.

A formula is evaluated on a structure whose worlds are knowledge states: classes of histories that no formula with a
given `Demand` (what a formula requires of a history) distinguishes, see `kripke.space.histories`. A subformula with a
change, such as an announcement, is an atom of this structure; its truth is computed on knowledge states after the
change. If there are too many knowledge states, the last ones are left open: the truth of formulas there is unknown, and
a question is only decided if the answer does not depend on them. With common knowledge the problem is undecidable (van
der Meyden and Shilov 1999, doi:10.1007/3-540-46691-6_35).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from typing import Any, NamedTuple

from kripke.checking.between import Between, Range
from kripke.checking.check import run
from kripke.checking.explicit import algebra, extension
from kripke.checking.program import compile_formula
from kripke.data.errors import Undecided
from kripke.data.relation import Relation, WorldSet, bits
from kripke.data.structure import Structure, Time
from kripke.data.wording import both
from kripke.data.worlds import Named, World
from kripke.space.demands import NOTHING, Demand, Key, demand, group_of, past_of
from kripke.space.histories import LIMIT, Changed, Full, Histories, Ids, Open
from logic import clauses as f
from logic.errors import TooLarge, by_face, shorten
from logic.exact import plural
from logic.formula import Formula, OfGroup
from logic.node_table import build, mapped
from logic.shared import evaluated, named

Bounds = tuple[bool, bool]
"""Whether a formula certainly holds, and whether it may hold."""

FIRST = 2_000  # number of knowledge states up to which runs are followed at first: most questions are decided by then
EVER = f.Top() | f.EF(f.Top())  # always true; its evaluation follows the runs


class Unfolded(NamedTuple):
    """Knowledge states as a structure with time, and a question about them."""

    structure: Structure
    places: dict[int, int]  # knowledge state -> its position
    formula: Formula  # with atoms for changes, and agents for groups that pool what they know
    originals: Mapping[Formula, Formula]  # subformula -> the original that it stands for
    keys: Mapping[str, Key]  # agents of the structure -> those whose knowledge is combined
    is_open: bool  # whether some runs, or the extensions of some atoms, are left open


class Recall:
    """Answers questions about runs and the knowledge states where they start; subclasses define the runs."""

    def __init__(
        self,
        structure: Structure,
        limit: int = LIMIT,
        actions: Mapping[str, Any] | None = None,
        always: Demand = NOTHING,
    ) -> None:
        self.structure, self.limit, self.actions, self.always = structure, limit, actions or {}, always
        self.histories = Histories(10 * limit)  # the parts of trees and of formulas need knowledge states, too
        self.agents, self.past = structure.agents, list[Formula]()
        self._after: dict[int, list[tuple[str, int]]] = {}
        self._true = defaultdict[Formula, dict[int, bool]](dict)
        self._changes: dict[Formula, Changed] = {}
        self._demands: dict[Formula, int] = {}
        self.smaller = Changed(self.histories)  # builds states of the same histories for weaker demands
        self._most, self._depth, self._full = limit, 0, False

    def start(self, demand: int) -> list[int]:
        """The initial knowledge states of the runs, for the demand with this number."""
        raise NotImplementedError

    def follow(self, number: int) -> list[tuple[str, int]]:
        """The knowledge states one step after this one, each with the action that leads there; "" for no action."""
        raise NotImplementedError

    def imagined(self, number: int) -> list[tuple[str, int]]:
        """Return further steps, as `follow` does. No run takes them, but agents consider them possible."""
        return []

    def is_true(self, atom: str, state: int) -> bool:
        """Whether an atom is true in a state."""
        raise NotImplementedError

    def ask(self, formula: Formula) -> list[bool]:
        """For each initial knowledge state, whether a formula holds there; `Undecided` if unknown."""
        starts, truth = self._decided(formula)
        return [truth[each] for each in starts]

    def fails(self, formula: Formula) -> set[int]:
        """The knowledge states, on all runs, at which a formula fails; `Undecided` if they are unknown."""
        return {each for each, holds in self._decided(formula, everywhere=True)[1].items() if not holds}

    def _decided(self, formula: Formula, everywhere: bool = False) -> tuple[list[int], dict[int, bool]]:
        """Return the initial knowledge states, and a formula's truth there or, with `everywhere`, on all runs."""
        query = self._read(formula)
        query = query & EVER if everywhere else query
        for most in sorted({min(FIRST, self.limit), self.limit}):
            self._most, self._full = most, False
            with suppress(Full):
                starts = self.start(self._demand(query))
                self._truth(query, starts)
                order, left = self._reached(starts) if everywhere else (dict.fromkeys(starts), set[int]())
                here = [each for each in order if self.histories.known[each].demand == self._demand(query)]
                true = self._true[query]
                if not left and all(each in true for each in here):
                    return starts, {each: true[each] for each in here}
        raise Undecided(
            f"{shorten(str(formula))}: not decided by the first {plural(self._depth, 'step')} of the runs, which "
            f"lead to more than {plural(self._most, 'knowledge state')}"
            + by_face("; a larger states= follows them further", "; a larger --states follows them further", "")
        )

    def name(self, state: int) -> World:
        """The name of a state, by default the set of its true atoms."""
        return frozenset([atom for atom in self.structure.atoms if self.is_true(atom, state)])

    def unfolded_for(self, formula: Formula, everywhere: bool) -> tuple[Unfolded, list[int]]:
        """Return the unfolded structure for a formula, and the positions of the initial knowledge states in it.

        If `everywhere` is set, the positions are those of the knowledge states on all runs.
        """
        starts, truth = self._decided(formula, everywhere)
        unfolded = self.unfolded_at(self._read(formula), starts)
        return unfolded, [unfolded.places[each] for each in (truth if everywhere else starts)]

    def unfolded_at(self, formula: Formula, starts: Sequence[int]) -> Unfolded:
        """Return the unfolded structure for a formula at knowledge states; `TooLarge` if it would be incomplete."""
        states, left = self._reached(starts)
        unfolded = self.unfold(formula, states, left, starts, (), self.agents)
        if unfolded.is_open:
            raise TooLarge(f"{shorten(str(formula))}: {plural(len(left), 'knowledge state')} left open, so no reasons")
        return unfolded

    def holds_at(self, formula: Formula, number: int) -> bool:
        """Whether a formula holds at a knowledge state; False if this is undecided."""
        return self._truth(formula, [number])[number][0]

    def lesser(self, number: int, formula: Formula) -> int:
        """The number of the knowledge state with the same histories and with the demand of the formula."""
        demand = self._demand(formula)
        return number if self.histories.known[number].demand == demand else self.smaller((number, demand))

    def able(self, node: Formula, among: Iterable[int]) -> list[int]:
        """The knowledge states in `among` that are detailed enough to evaluate the formula."""
        needs, known = self.histories.demands[self._demand(node)], self.histories.known
        able = {each for each in {known[each].demand for each in among} if needs.within(self.histories.demands[each])}
        return [each for each in among if known[each].demand in able]

    def _read(self, formula: Formula) -> Formula:
        """Return the formula normalised for evaluation; add its subformulas about the past to `self.past`."""
        query = mapped(formula, lambda node: f.in_turn(node) if isinstance(node, (f.ActRun, f.ActRunDual)) else node)
        query = named(query, self.agents[0]) if len(self.agents) == 1 else query
        compile_formula(query, self.agents).require(self.structure.relations, self.structure.valuation, self.actions)
        self.past += [node for node in past_of(query) if node not in self.past]
        return query

    @property
    def at_first(self) -> int:
        """The bits of the past formulas at the first state of a run: 1 for H, 0 for Y and O."""
        return sum([1 << number for number, node in enumerate(self.past) if isinstance(node, f.H)])

    def later(self, number: int) -> int:
        """The bits of the past formulas one step after a knowledge state.

        The bit of ``Y p`` is the truth value of p at the knowledge state. The bits of ``O p`` and ``H p`` are updated
        with this value. `Open` if the value is undecided.
        """
        after = 0
        for bit in bits(self.histories.of(number).past):
            node, before = self.past[bit], bool(self.histories.known[number].past >> bit & 1)
            now = self._true[node.children[0]].get(self.smaller((number, self._demand(node.children[0]))))
            if now is None:
                raise Open
            now = (now or before) if isinstance(node, f.O) else now and (before or not isinstance(node, f.H))
            after |= now << bit
        return after

    def _demand(self, formula: Formula) -> int:
        """The number of the formula's `Demand` (what it requires of a history)."""
        if formula not in self._demands:
            numbers = {each: number for number, each in enumerate(self.past)}
            self._demands[formula] = self.histories.number(demand(formula, self.agents, numbers, self.always))
        return self._demands[formula]

    def _truth(self, formula: Formula, at: Iterable[int]) -> dict[int, Bounds]:
        """For each knowledge state in `at`, whether a formula surely holds there, and whether it may hold there."""
        true, bounds = self._true[formula], dict[int, Bounds]()
        small = {each: self.lesser(each, formula) for each in at}
        if missing := [each for each in dict.fromkeys(small.values()) if each not in true]:
            bounds = self._evaluated(formula, missing)
            true |= {each: least for each, (least, most) in bounds.items() if least is most}
        return {each: (true[by], true[by]) if by in true else bounds[by] for each, by in small.items()}

    def _evaluated(self, formula: Formula, starts: Sequence[int]) -> dict[int, Bounds]:
        """Whether a formula surely holds, and whether it may hold, at each of the knowledge states.

        The result also contains the reachable knowledge states with the same demand, if enough steps were followed.
        """
        known, demands, (order, left) = self.histories.known, self.histories.demands, self._reached(starts)
        structure, places, query, *_, is_open = self.unfold(formula, order, left)
        if is_open:
            model = algebra(structure)
            least, most = map(model.world_set, run(compile_formula(query), Partial(model, model.domain, model.domain)))
        else:
            least = most = extension(structure, query)
        whole = demands[asked_of := known[starts[0]].demand].steps  # where fewer steps were followed, nothing is known
        here = [each for each, steps in order.items() if known[each].demand == asked_of and steps >= whole]
        return {each: (places[each] in least, places[each] in most) for each in here}

    def unfold(
        self,
        formula: Formula,
        states: Mapping[int, float],
        left: Collection[int],
        first: Iterable[int] = (),
        atoms: Collection[str] = (),
        agents: Iterable[str] = (),
    ) -> Unfolded:
        """Return the structure of knowledge states on which a formula is evaluated.

        `states`: the knowledge states, each with the number of further steps that matter. `left`: those left open.
        `first`: the initial ones. `atoms`, `agents`: names that the structure has even if they are not in the formula.
        """
        known, places = self.histories.known, {each: place for place, each in enumerate(states)}
        world_set = partial(_world_set, places)
        valuation, past = {_LEFT: world_set(left)}, dict[Formula, WorldSet]()
        keys: dict[str, Key] = {agent: (agent,) for agent in agents}
        done, originals = dict[Formula, Formula](), dict[Formula, Formula]()

        def put(node: Any) -> Formula:
            """Return the replacement of a subformula, such as an atom for a change, or K of a new agent for `D`."""
            kids, content = [done[kid] for kid in _below(node)], node.content
            if isinstance(node, OfGroup):
                content = (frozenset(group_of(node, self.agents)), *content[1:])
            new: Formula
            if node.operator.changes:
                truth, name = self._changed(node, self.able(node, states)), f"\0{len(valuation)}"
                valuation[name] = world_set([each for each, (least, _) in truth.items() if least])
                if any(least is not most for least, most in truth.values()):
                    valuation[_MAYBE + name] = world_set([each for each, (_, most) in truth.items() if most])
                new = f.Atom.make(name)
            elif isinstance(node, (f.D, f.DB)):
                group = tuple(sorted(content[0]))
                name = group[0] if len(group) == 1 else f"the group {both(group)}"
                keys[name], new = group, f.K.make(name, *kids)
            else:
                new = build(type(node), content, kids)
                keys.update({agent: (agent,) for agent in new.own_agents - keys.keys()})
            if isinstance(node, f.PAST):
                bit = self.past.index(node)
                past[new] = world_set([each for each in states if known[each].past >> bit & 1])
            originals[new] = node
            return new

        query = evaluated(formula, done, _below, put)
        valuation |= {name: world_set(true) for name, true in self._true_at(query, atoms, states)}
        time = self._time(places, states, left, first, past)
        relations = {agent: self.histories.relation(places, key) for agent, key in keys.items()}
        structure = Structure(Named(range(len(places))), valuation, relations, time=time)
        is_open = bool(left) or any(name.startswith(_MAYBE) for name in valuation)
        return Unfolded(structure, places, query, originals, keys, is_open)

    def _true_at(
        self, query: Formula, atoms: Collection[str], states: Iterable[int]
    ) -> Iterator[tuple[str, list[int]]]:
        """Yield the structure's atoms that are in `query` or `atoms`, each with the knowledge states where it holds."""
        variables = tuple([f"{variable}=" for variable in query.variables])
        for name in self.structure.atoms:
            if name in atoms or name in query.atoms or name.startswith(variables):
                holds = cache(partial(self.is_true, name))
                yield name, [each for each in states if holds(self.histories.known[each].state)]

    def _time(
        self,
        places: Mapping[int, int],
        states: Mapping[int, float],
        left: Collection[int],
        first: Iterable[int],
        past: Mapping[Formula, WorldSet],
    ) -> Time:
        """The runs through the knowledge states, whose positions are in `places`; states in `left` repeat forever."""
        follow = {
            each: {each} if each in left else {to for _, to in self._after[each]} for each in states if states[each]
        }
        pairs = [(places[one], places[to]) for one, then in follow.items() for to in then]
        fair = [
            _world_set(places, [w for w in states if w in left or self.histories.known[w].state in meets])
            for meets in (self.structure.time.fair if self.structure.time else ())
        ]
        return Time(Relation.from_pairs(len(places), pairs), _world_set(places, first), tuple(fair), past)

    def _reached(self, starts: Iterable[int]) -> tuple[dict[int, float], set[int]]:
        """The reachable knowledge states with the number of further steps that matter, and the states left open."""
        states, left, depth = dict[int, float](), set[int](), 0
        seen: dict[Ids, float] = {}
        layer = {each: self.histories.of(each).steps for each in starts}
        while layer:
            running = list[int]()
            for each, steps in (waiting := list(layer.items())):  # grows in the loop
                if states.get(each, -1) < steps:
                    states[each] = steps
                    running += [each] if steps else []
                    for some in self.histories.known[each].sees:
                        if seen.get(some, -1) < steps:
                            seen[some] = steps
                            waiting += [(other, min(steps, self.histories.of(other).steps)) for other in some]
            if len(states) <= self._most:
                self._advance(running)
            left |= {each for each in running if len(states) > self._most or each not in self._after}
            then = [(after, states[w] - 1) for w in running if w not in left for _, after in self._after[w]]
            layer = {after: steps for after, steps in then if states.get(after, -1) < steps}
            self._depth, depth = depth, depth + 1
        return states, left

    def _advance(self, numbers: Iterable[int]) -> None:
        """Compute the successors of knowledge states, unless a limit is reached or a past formula is undecided."""
        new = [each for each in numbers if each not in self._after]
        everyone = self.histories.moment(new) if self.past else ()
        for bit, node in enumerate(self.past):
            self._truth(node.children[0], [each for each in everyone if self.histories.of(each).past >> bit & 1])
        for each in new:
            try:
                if not self._full:
                    self._after[each] = self.follow(each)
            except Open:
                continue
            except Full:
                self._full = True

    def _changed(self, node: Any, at: Sequence[int]) -> dict[int, Bounds]:
        """For each knowledge state in `at`: whether `node` surely holds, and whether it may hold.

        The main operator of `node` is dynamic.
        """
        ends = self.ends(node, at)
        truth = self._truth(node.children[-1], [to for some in ends.values() for to in some])
        join = any if isinstance(node, (f.ActDual, f.AnnounceDual)) else all
        sure = {w: (join([truth[to][0] for to in e]), join([truth[to][1] for to in e])) for w, e in ends.items()}
        return dict.fromkeys(at, (False, True)) | sure

    def change(self, node: Any) -> Changed:
        """The builder of knowledge states after a change."""
        return self._changes.setdefault(node, Changed(self.histories, node, group_of(node, self.agents)))

    def ends(self, node: Any, at: Sequence[int]) -> dict[int, list[int]]:
        """For each state in `at`, the knowledge states after a change.

        States are left out where it is not known whether the change can occur.
        """
        if isinstance(node, (f.Act, f.ActDual)):
            self._advance(at)
            return {w: [to for by, to in self._after[w] if by == node.action] for w in at if w in self._after}
        change, ends = self.change(node), dict[int, list[int]]()
        if isinstance(node, f.Announcement):
            said = self._truth(node.statement, self.able(node.statement, self.histories.moment(at)))
            change.true |= {each: least for each, (least, most) in said.items() if least is most}
        for each in at:
            with suppress(Open, Full):
                can_be = not isinstance(node, (f.Announce, f.AnnounceDual)) or change.truth(each)
                ends[each] = [change((each, self._demand(node.children[-1])))] if can_be else []
        return ends


def _world_set(places: Mapping[int, int], states: Iterable[int]) -> WorldSet:
    return WorldSet.of(len(places), [places[each] for each in states])


def _below(node: Formula) -> tuple[Formula, ...]:
    """The children of a formula that are evaluated on the same structure as the formula."""
    return () if node.operator.changes else node.children


_LEFT, _MAYBE = "\0left", "\0?"
"""The atom of knowledge states left open, and a prefix for atoms that say where another atom may hold.

Users cannot have atoms with these names, which are not printable.
"""


class Partial(Between):
    """A model where some runs are left open and some atoms are not decided."""

    def atom(self, name: str) -> Range:  # noqa: D102
        return Range(self.model.atom(name), self.model.atom(_MAYBE * (_MAYBE + name in self.atoms) + name))

    fair = property(lambda self: self.model.fair)

    def was(self, node: Formula) -> Range | None:  # noqa: D102
        return None if (where := self.model.was(node)) is None else Range(where, where)

    def preceding(self, target: Range) -> Range:  # noqa: D102
        left = self.model.atom(_LEFT)
        return Range(self.model.preceding(target.least) & (self.most ^ left), self.model.preceding(target.most) | left)

    def until(self, stay: Range, target: Range) -> Range:  # noqa: D102
        ends = target.most | (self.model.atom(_LEFT) & stay.most)
        return Range(self.model.until(stay.least, target.least), self.model.until(stay.most, ends))

    def endless(self, stay: Range) -> Range:  # noqa: D102
        sure = stay.least & (self.most ^ self.model.atom(_LEFT))
        return Range(self.model.endless(sure), self.model.endless(stay.most))
