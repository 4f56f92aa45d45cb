"""Formulas with time and knowledge, where agents have synchronous perfect recall.

A formula is evaluated on a structure of the knowledge states that it can tell apart, and their steps. Past formulas are
atoms there, bits of the past; changes are atoms too, whose extensions are found on the knowledge states after the
change. Where there are too many knowledge states, the last ones are left open, and the formula is evaluated from below
and from above.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache, partial
from typing import Any

from kripke.checking.explicit import extension
from kripke.data.relation import Relation, WorldSet
from kripke.data.structure import Structure, Time
from kripke.data.worlds import Named
from kripke.space.demands import Demand, demand, group_of
from kripke.space.histories import LIMIT, Changed, Full, Histories, Open, later_bits
from logic import clauses as f
from logic.errors import TooLarge, by_face, shorten
from logic.exact import plural
from logic.formula import Formula, OfGroup
from logic.shared import evaluated, named
from logic.table import build, flatten, mapped

Bounds = tuple[bool, bool]
"""Whether a formula surely holds, and whether it may hold."""

Formulas = tuple[Formula, Formula]
"""A formula that holds where another one surely holds, and one that holds where it may hold."""

UNKNOWN: Bounds = (False, True)
NOTHING = Demand()
FIRST = 2_000  # number of knowledge states up to which runs are followed at first: most questions are decided by then


class Undecided(TooLarge):
    """A question about runs is not decided within the limit; the message says how far the runs were followed.

    With common knowledge such questions are undecidable: R. van der Meyden and N. V. Shilov, "Model checking knowledge
    and time in systems with perfect recall" (1999), doi:10.1007/3-540-46691-6_35.
    """


class Recall:
    """Questions about runs from the first knowledge states on; a class of its own says where runs come from.

    `agents`: of the model. `limit`: the most knowledge states that one question leads to. `always`: what is asked at
    each history besides the question.
    """

    fair: Sequence[WorldSet] = ()
    """The sets of states each of which a run meets again and again."""

    vocabulary: Collection[str]

    def __init__(self, agents: Collection[str], limit: int = LIMIT, always: Demand = NOTHING) -> None:
        self.agents, self.limit, self.always = tuple(agents), limit, always
        self.histories = Histories(10 * limit)
        self.past: list[Formula] = []
        """The past formulas by number; inner ones come before outer ones."""
        self._after: dict[int, list[tuple[str, int]]] = {}
        self._true: dict[Formula, dict[int, bool]] = {}
        self._changes: dict[Formula, Changed] = {}
        self._demands: dict[Formula, int] = {}
        self._smaller = Changed(self.histories)
        self._most, self._depth, self._full = limit, 0, False

    @property
    def at_first(self) -> int:
        """The bits of the past where runs begin."""
        return sum([1 << number for number, node in enumerate(self.past) if isinstance(node, f.H)])

    def start(self, asked: int) -> list[int]:
        """The first knowledge states, for a demand."""
        raise NotImplementedError

    def follow(self, number: int) -> list[tuple[str, int]]:
        """The knowledge states one step later, each with the name of the action that leads there, or ""."""
        raise NotImplementedError

    def is_true(self, atom: str, state: int) -> bool:
        """Whether an atom is true in a state."""
        raise NotImplementedError

    def require(self, formula: Formula) -> None:
        """Raise an error for a name in a formula that there is not."""
        raise NotImplementedError

    def ask(self, formula: Formula) -> list[bool]:
        """Whether a formula holds at each of the first knowledge states; `Undecided` if that is not known."""
        asked = mapped(formula, lambda node: f.in_turn(node) if isinstance(node, (f.ActRun, f.ActRunDual)) else node)
        asked = named(asked, self.agents[0]) if len(self.agents) == 1 else asked
        self.require(asked)
        self.past += [n for n, _ in flatten(asked).rows if isinstance(n, f.PAST) and n not in self.past]
        for most in sorted({min(FIRST, self.limit), self.limit}):
            self._most, self._full = most, False
            starts = self.start(self._demand(asked))
            truth = self._truth(asked, starts)
            found = [truth[each] for each in starts]
            if all(least == most for least, most in found):
                return [least for least, _ in found]
        raise Undecided(
            f"{shorten(str(formula))}: not decided by the first {plural(self._depth, 'step')} of the runs, which lead "
            f"to {self._most:,} knowledge states" + by_face("; raise states=", "; raise --states", "")
        )

    def later(self, number: int) -> int:
        """The bits of the past one step after a knowledge state."""
        knowledge = self.histories.known[number]

        def true(past: int) -> bool:
            body = self.past[past].children[0]
            found = self._true[body].get(self._smaller((number, self._demand(body))))
            if found is None:
                raise Open
            return found

        return later_bits(knowledge, self.histories.demands[knowledge.demand].past, self.past, true)

    def _demand(self, formula: Formula) -> int:
        """The number of what a formula asks."""
        if formula not in self._demands:
            numbers = {each: number for number, each in enumerate(self.past)}
            self._demands[formula] = self.histories.number(demand(formula, self.agents, numbers) | self.always)
        return self._demands[formula]

    def _truth(self, formula: Formula, at: Iterable[int]) -> dict[int, Bounds]:
        """Whether a formula holds at knowledge states."""
        asked, true = self._demand(formula), self._true.setdefault(formula, {})
        known = self.histories.known
        small = {each: each if known[each].demand == asked else self._smaller((each, asked)) for each in at}
        found: dict[int, Bounds] = {}
        if missing := [each for each in dict.fromkeys(small.values()) if each not in true]:
            found = self._evaluated(formula, missing)
            true |= {each: least for each, (least, most) in found.items() if least is most}
        return {each: (true[by], true[by]) if by in true else found[by] for each, by in small.items()}

    def _evaluated(self, formula: Formula, starts: Sequence[int]) -> dict[int, Bounds]:
        """Whether a formula holds at knowledge states of its demand, and at all others of it that runs lead to."""
        known, asked = self.histories.known, self.histories.known[starts[0]].demand
        order, left = self._reached(starts)
        number = {each: place for place, each in enumerate(order)}
        valuation: dict[str, WorldSet] = {_OPEN.name: WorldSet.of(len(order), [number[each] for each in left])}

        def atoms(node: Formula) -> Formulas:
            """Atoms that are true where a change surely holds, and where it may hold; of a past operator its bit."""
            if isinstance(node, f.PAST):
                bit = self.past.index(node)
                where = [[place for each, place in number.items() if known[each].past >> bit & 1]]
            else:
                needs, demands = self.histories.demands[self._demand(node)], self.histories.demands
                able = {each for each in {known[each].demand for each in order} if needs.within(demands[each])}
                at = [each for each in order if known[each].demand in able]
                truth = self._changed(node, at)
                where = [[number[each] for each in at if truth[each][side]] for side in (0, 1)]
            names = [f.Atom.make(f"\0{len(valuation) + side}") for side in range(len(where))]
            for name, places in zip(names, where, strict=True):
                valuation[name.name] = WorldSet.of(len(order), places)
            return names[0], names[0] if where[0] == where[-1] else names[-1]

        asked_of = _approximated(formula, cache(atoms), bool(left), self.agents)
        structure = self._structure(asked_of, order, left, valuation)
        least, most = (extension(structure, side) for side in asked_of)
        return {each: (p in least, p in most) for each, p in number.items() if known[each].demand == asked}

    def _reached(self, starts: Sequence[int]) -> tuple[list[int], set[int]]:
        """The knowledge states that runs and agents lead to, and those where runs are not followed further."""
        known, demands = self.histories.known, self.histories.demands
        order, left, depth = dict.fromkeys(starts), set[int](), 0
        layer = list(order)
        while layer:
            for each in layer:  # which grows
                new = [seen for some in known[each].sees for seen in some if seen not in order]
                order |= dict.fromkeys(new)
                layer += dict.fromkeys(new)
            running = [each for each in layer if demands[known[each].demand].runs]
            if len(order) <= self._most:
                self._advance(running)
            else:
                left |= {*running}
            left |= {each for each in running if each not in self._after}
            then = [after for each in running if each not in left for _, after in self._after[each]]
            layer = [after for after in dict.fromkeys(then) if after not in order]
            order |= dict.fromkeys(layer)
            self._depth, depth = depth, depth + 1
        return list(order), left

    def _advance(self, numbers: Iterable[int]) -> None:
        """Find what follows knowledge states, as far as there is room and the past is decided."""
        new = [each for each in numbers if each not in self._after]
        known, demands = self.histories.known, self.histories.demands
        if self.past:
            everyone = self.histories.moment(new)
            for number, node in enumerate(self.past):
                self._truth(node.children[0], [w for w in everyone if demands[known[w].demand].past >> number & 1])
        for each in new:
            try:
                if not self._full:
                    self._after[each] = self.follow(each)
            except Open:
                continue
            except Full:
                self._full = True

    def _changed(self, node: Any, at: Sequence[int]) -> dict[int, Bounds]:
        """Whether a formula that begins with a change holds at knowledge states."""
        body, is_box = node.children[-1], isinstance(node, (f.Act, f.Announce))
        if isinstance(node, (f.Act, f.ActDual)):
            self._advance(at)
            after = {each: [to for by, to in self._after.get(each, ()) if by == node.action] for each in at}
            truth = self._truth(body, [to for ends in after.values() for to in ends])
            join = all if is_box else any
            return {
                each: (join([truth[to][0] for to in ends]), join([truth[to][1] for to in ends]))
                if each in self._after
                else UNKNOWN
                for each, ends in after.items()
            }
        if node not in self._changes:
            self._changes[node] = Changed(self.histories, node, group_of(node, self.agents))
        change, asked = self._changes[node], self._demand(body)
        found, following = dict.fromkeys(at, UNKNOWN), dict[int, int]()
        if isinstance(node, f.Announcement):
            needs = self.histories.demands[self._demand(node.statement)]
            everyone = self.histories.moment(at)
            here = [w for w in everyone if needs.within(self.histories.demands[self.histories.known[w].demand])]
            said = self._truth(node.statement, here)
            change.true |= {each: least for each, (least, most) in said.items() if least is most}
        for each in at:
            if isinstance(node, (f.Announce, f.AnnounceDual)) and not change.true.get(each, True):
                found[each] = (is_box, is_box)
                continue
            try:
                following[each] = change((each, asked))
            except (Open, Full):
                continue
        truth = self._truth(body, following.values())
        return found | {each: truth[to] for each, to in following.items()}

    def _structure(
        self, sides: Formulas, order: Sequence[int], left: Collection[int], valuation: dict[str, WorldSet]
    ) -> Structure:
        """The knowledge states as worlds, with the atoms and agents of formulas."""
        known, size = self.histories.known, len(order)
        number = {each: place for place, each in enumerate(order)}
        atoms = {atom for side in sides for atom in side.atoms} - valuation.keys()
        for variable in {variable for side in sides for variable in side.variables}:
            atoms |= {atom for atom in self.vocabulary if atom.startswith(f"{variable}=")}
        for atom in sorted(atoms):
            truth = {state: self.is_true(atom, state) for state in {known[each].state for each in order}}
            valuation[atom] = WorldSet.of(size, [p for each, p in number.items() if truth[known[each].state]])
        relations = {}
        for name in {agent for side in sides for agent in side.agents}:
            key = tuple(name.lstrip("\0").split(",")) if name != "\0" else ()
            relations[name] = self.histories.relation(number, key)
        pairs = [(place, place) for place in map(number.__getitem__, left)]
        for each, place in number.items():
            if each not in left and self.histories.demands[known[each].demand].runs:
                pairs += [(place, number[after]) for _, after in self._after[each]]
        fair = [[p for each, p in number.items() if each in left or known[each].state in where] for where in self.fair]
        time = Time(
            Relation.from_pairs(size, pairs), WorldSet.of(size, ()), tuple([WorldSet.of(size, some) for some in fair])
        )
        return Structure(Named(range(size)), valuation, relations, time=time)


def _below(node: Formula) -> tuple[Formula, ...]:
    """The parts of a formula that are evaluated in the same structure."""
    return () if node.operator.changes or isinstance(node, f.Y) else node.children


_OPEN = f.Atom.make("\0open")  # names that cannot be printed are no names of users


def _approximated(
    formula: Formula, atoms: Callable[[Formula], Formulas], is_open: bool, agents: Collection[str]
) -> Formulas:
    """Formulas without changes and past that hold where a formula surely holds, and where it may hold.

    `is_open`: whether some knowledge states, where ``_OPEN`` holds and which are followed by themselves, are left open.
    """

    def bounds(node: Any, kids: list[Formulas]) -> Formulas:
        if not kids and node.children:
            return atoms(node)
        least, most = [kid[0] for kid in kids], [kid[1] for kid in kids]
        content = node.content
        if isinstance(node, OfGroup):
            content = tuple([frozenset(agents) if part is None else part for part in content])

        def make(parts: Sequence[Formula]) -> Formula:
            if isinstance(node, (f.D, f.DB)):
                return f.K.make("\0" + ",".join(sorted(content[0])), *parts)
            if isinstance(node, f.O):
                return parts[0] | atoms(node)[0]
            if isinstance(node, f.H):
                return parts[0] & atoms(node)[0]
            return build(type(node), content, parts)

        if is_open and isinstance(node, f.TIME):
            match node:
                case f.EX() | f.AX():
                    return ~_OPEN & make(least), _OPEN | make(most)
                case f.EF() | f.AF():
                    return make(least), make([_OPEN | most[0]])
                case f.EG() | f.AG():
                    return make([~_OPEN & least[0]]), make(most)
            return make(least), make([most[0], most[1] | (_OPEN & most[0])])
        if all(one is two for one, two in kids):
            one = make(least)
            return one, one
        match node:
            case f.Not():
                return make(most), make(least)
            case f.Implies() | f.BGiven():
                return make([most[0], least[1]]), make([least[0], most[1]])
            case f.Iff():
                (a, b), (c, d) = least, most
                return (c >> b) & (d >> a), (a >> d) & (b >> c)
            case f.Xor():
                (a, b), (c, d) = least, most
                return (a & ~d) | (b & ~c), (c & ~b) | (d & ~a)
            case f.Kw():
                know = partial(f.K.make, node.agent)
                return know(least[0]) | know(~most[0]), know(most[0]) | know(~least[0])
            case f.Run() | f.RunDual() if least[:-1] != most[:-1]:
                return f.Bottom(), f.Top()
        return make(least), make(most)

    done: dict[Formula, Formulas] = {}
    return evaluated(formula, done, _below, lambda node: bounds(node, [done[kid] for kid in _below(node)]))
