"""Arbitrary announcements: the search for an announcement after which a formula holds.

An announcement is a union of kinds of worlds (bisimulation classes, see `kripke.checking.kinds`); an announcement by a
group is an intersection of extensions of ``K_a`` of such unions. Kinds that an agent considers possible at the same
worlds belong together: for each such set, the agent chooses whether the announced formula holds there. The search
decides choice by choice. With some choices open, the announced set lies between two sets. The formula after the
quantifier, its body, is evaluated for all sets between them at once (`Between`). The result is a lower and an upper
bound on its extension. Positive knowledge needs only the larger set and ignorance only the smaller one, so most open
choices never have to be made.

Balbiani et al., "Knowable as known after an announcement" (2008), doi:10.1017/S1755020308080210; Ågotnes, Balbiani, van
Ditmarsch and Seban, "Group announcement logic" (2010), doi:10.1016/j.jal.2008.12.002; Ågotnes and van Ditmarsch,
"Coalitions and announcements" (2008). A coalition's announcement is first tried against announcements by others that
defeated earlier ones, as in counterexample-guided refinement (Janota et al. 2016, doi:10.1016/j.artint.2016.01.004).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_
from typing import Any, Generic, NamedTuple, TypeVar

from kripke.checking.algebra import Set, SetAlgebra
from kripke.checking.between import Between, Undecided
from kripke.checking.kinds import Kinds
from kripke.checking.program import TRIES
from logic.clauses import AnnounceAny, AnnounceAnyDual
from logic.errors import FormulaError, TooLarge, by_face, shorten
from logic.exact import is_whole

DEEPEST = 20  # maximal number of nested quantifiers: each multiplies the cost, and the search is recursive

T = TypeVar("T")

Progress = Callable[[int, float], None]
"""A function that is called with the number of tries and the proportion of announcements that are decided."""


@dataclass
class _Budget:
    tries: int = TRIES
    progress: Progress | None = None
    used: int = 0
    depth: int = 0
    share: float = 0
    unit: float = 1
    asked: Any = None  # the announcements of the outermost quantifier


_BUDGET: ContextVar[_Budget | None] = ContextVar("budget", default=None)


@contextmanager
def announcement_search(tries: int = TRIES, progress: Progress | None = None) -> Iterator[None]:
    """A context manager that limits the number of announcements tried for formulas such as ``<*> p``.

    Parameters
    ----------
    tries : int
        Maximal number of tries for each quantifier that is not inside another one. A try evaluates one announcement, or
        a set of announcements at once.
    progress : callable, optional
        Called at each try with the number of tries and the proportion of all announcements that is decided.

    Examples
    --------
    >>> from whoknows import KripkeModel, announcement_search
    >>> m = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]]}, actual="w")
    >>> with announcement_search(tries=1_000_000):
    ...     m.holds("<*> K_a p")
    True
    """
    if not is_whole(tries, 1):
        raise FormulaError(f"tries {shorten(repr(tries))}: expected the largest number of announcements, 1 or more")
    token = _BUDGET.set(_Budget(tries, progress))
    try:
        yield
    finally:
        _BUDGET.reset(token)


class Choice(NamedTuple):
    """A choice in the search: whether a speaker's announced formula is true at certain kinds of worlds."""

    agent: str | None  # the speaker; None for one who knows everything
    lookers: Any  # where the speaker considers the kinds possible; a formula false at them cannot be announced there
    kinds: int  # their numbers, as a mask


class Witness(NamedTuple):
    """An announcement that decides a quantifier, and the worlds where it does (see `Announcements`).

    `true` and `false` are masks of the choices that must be true and false; the other choices are free.
    """

    worlds: Any
    true: int
    false: int


class Announcements(Generic[Set]):
    """The announcements that a quantifier ranges over in a model, and the search among them.

    An announcement decides ``<*> p`` at a world if p, the body, is true there after the announcement. It decides
    ``[*] p`` if p is false there. `choices` are the speakers' choices, see `Choice`; `replies` are the choices of the
    agents outside a coalition. The function `body` evaluates p in the model after an announcement.
    """

    def __init__(
        self,
        node: Any,
        model: SetAlgebra[Set],
        body: Callable[[Any, SetAlgebra[Any]], Any],
        kinds: Kinds[Set] | None = None,
    ) -> None:
        self.node, self.model, self._body = node, model, body
        self.wanted = node.operator.form.diamond
        coalition = node.operator.form.mark == "+"
        self.kinds = kinds or Kinds(model)
        everyone = list(model.agents) if coalition else [None]
        self.choices = self._choices(everyone if node.group is None else sorted(node.group))
        self.replies = self._choices([a for a in model.agents if coalition and a not in (node.group or model.agents)])
        self._witnesses: dict[int, list[Witness]] = {}
        self._inner: dict[int, tuple[list[tuple[Set, Set]], list[tuple[Set, Set]]]] = {}
        """Results for each nested quantifier, by its row in the program, in two lists.

        The first list has announcements, each with the worlds where it decides the quantifier. The second has sets of
        worlds, each with the worlds where no announcement within the set decides the quantifier.
        """
        self._nothing, self._empty = model.domain ^ model.domain, model.is_empty
        self._sources = [  # the worlds for which the kind matters; `D` of an empty group is about all worlds
            kind | model.reaches(model.agents, kind) if model.agents else model.domain for kind in self.kinds.sets
        ]
        self._budget = _Budget()

    def _choices(self, speakers: Iterable[str | None]) -> list[Choice]:
        choices: list[Choice] = []
        for agent in speakers:
            first = len(choices)
            for number, kind in enumerate(self.kinds.sets):
                lookers = kind if agent is None else self.model.preimage(agent, kind)
                alike = (i for i in range(first, len(choices)) if self._equal(choices[i].lookers, lookers))
                if agent is not None and (place := next(alike, None)) is not None:
                    choices[place] = choices[place]._replace(kinds=choices[place].kinds | 1 << number)
                elif not self.model.is_empty(lookers):
                    choices.append(Choice(agent, lookers, 1 << number))
        return choices

    @cached_property
    def extension(self) -> Set:
        """The extension of the quantified formula. Exponential in the number of choices in the worst case."""
        settled = self._settled(self._nothing)
        return settled if self.wanted else self.model.domain ^ settled

    def _settled(self, settled: Set) -> Set:
        """The worlds in `settled`, and all other worlds where some announcement decides the quantifier."""
        with self._counted():
            own, count = self._budget if self._budget.depth == 1 else _Budget(), len(self.kinds.sets)
            for number in range(count):
                own.share, own.unit = number / count, 1 / count
                settled = reduce(or_, [result.worlds for result in self._settle(number, settled)], settled)
        return settled

    def has_kinds_of(self, context: SetAlgebra[Set]) -> bool:
        """Whether `context` is a submodel of this model with the same kinds of worlds."""
        inside = self.model.restrict(context.domain)
        if inside.key != context.key:
            return False
        is_rigid = len(self.kinds.of_atoms) == len(self.kinds.sets)
        return is_rigid or len(Kinds(context).sets) == len(self.kinds.within(context).sets)

    def reached(self, row: int, node: Any, body: Callable[[Any, SetAlgebra[Any]], Any], most: Set) -> Set:
        """The worlds of the submodel `most` where some announcement decides the nested quantifier `node`."""
        shown, refuted = self._inner.setdefault(row, ([], []))
        yes = reduce(or_, [where for union, where in shown if self._equal(union & most, union)], self._nothing)
        no = reduce(or_, [where for around, where in refuted if self._equal(around & most, most)], self._nothing) & most
        if not self._equal((yes | no) & most, most):
            model, plain = self.model.restrict(most), AnnounceAnyDual if node.operator.form.diamond else AnnounceAny
            search = Announcements(plain(None, node.sub), model, body, self.kinds.within(model))
            yes = (search._settled(yes | no) ^ no) & most
            every = _mask(range(len(search.choices)))
            for result in [each for some in search._witnesses.values() for each in some]:
                union = search.said(search._near(result.worlds), search.choices, every & ~result.true)
                shown.append((union, result.worlds & union))
            refuted.append((most, most ^ yes))
        return yes & most

    def surely_reached(self, row: int, least: Set, most: Set) -> Set:
        """Some worlds that `reached` returns for every submodel between `least` and `most`.

        The result may be incomplete: it uses only stored announcements that are Boolean formulas.
        """
        worlds = self._nothing
        for union, where in self._inner[row][0]:
            within = [kind & most for kind in self.kinds.of_atoms if not self._empty(kind & union)]
            if self._equal(union & least, union) and self._equal(reduce(or_, within, self._nothing), union):
                worlds = worlds | where
        return worlds

    def kind(self, covers: Callable[[Set], bool]) -> int:
        """The index of a world's kind (bisimulation class); `covers` returns whether a set contains the world."""
        return next(number for number, kind in enumerate(self.kinds.sets) if covers(kind))

    def witness(self, covers: Callable[[Set], bool]) -> Witness | None:
        """An announcement that decides the quantifier at a world; None if there is none.

        The world is given by `covers`, which returns whether a set contains it.
        """
        number = self.kind(covers)
        if number not in self._witnesses:
            with self._counted():
                self._settle(number, self._nothing)
        return next((each for some in self._witnesses.values() for each in some if covers(each.worlds)), None)

    def _settle(self, number: int, settled: Set) -> list[Witness]:
        """Search for announcements that decide the unsettled worlds of a kind (bisimulation class)."""
        left = self.kinds.sets[number]
        left = left ^ (left & settled)
        results: list[Witness] = []
        while not self._empty(left) and (result := self._search(left)) is not None:
            results.append(result)
            left = left ^ (left & result.worlds)
        self._witnesses[number] = results
        return results

    @contextmanager
    def _counted(self) -> Iterator[None]:
        """A context manager that counts tries from 0, or continues the count of an outer search."""
        outer = _BUDGET.get() or _Budget()
        if outer.depth == DEEPEST:
            raise TooLarge(f"over {DEEPEST} quantifiers over announcements inside one another")
        self._budget = outer if outer.depth else _Budget(outer.tries, outer.progress, asked=self)
        self._budget.depth += 1
        token = _BUDGET.set(self._budget)
        try:
            yield
        finally:
            self._budget.depth -= 1
            _BUDGET.reset(token)

    def successful(self, said: Set, target: Set) -> Set:
        """The worlds in `target` where announcing `said` decides the quantifier, whatever the other agents announce."""
        with self._counted():
            return self._undefeated(said, target & said, *self.free(self.replies, target), []) & target

    def said(self, inside: Set, choices: list[Choice], false: int) -> Set:
        """The worlds of `inside` where an announcement is true; `false` is the mask of its false choices."""
        for place, choice in enumerate(choices):
            if false >> place & 1:
                inside = inside ^ (inside & choice.lookers)
        return inside

    def _search(self, target: Set) -> Witness | None:
        """Search for an announcement that decides the quantifier at worlds of `target`, which is part of one kind."""
        inside = self._near(target)
        needed, free = self.free(self.choices, target)
        every = needed | _mask(free)
        known, answers = self.free(self.replies, target)
        full_reply = self.said(inside, self.replies, _mask(answers))  # if the others say all that they know
        defeats = [inside, full_reply] if answers else []

        def decide(true: int, false: int, last: bool | None) -> Witness | bool:
            least = self.said(inside, self.choices, every & ~true)
            most = self.said(inside, self.choices, false)
            sure, possible = self._value(least & full_reply, most)
            if not self._empty(sure & target):
                return Witness(sure & target if self.replies else sure, true, false)
            left = possible & target
            for reply in defeats:
                left = left if self._empty(left) else left & self._value(least & reply, most & reply)[1]
            if self._empty(left):
                return False
            for said, choices in ((least, (true, every & ~true)), (most, (every & ~false, false))):
                if last is not (said is most):  # otherwise this set has been tried before
                    good = self._undefeated(said, target, known, answers, defeats)
                    if not self._empty(good & target):
                        return Witness(good, *choices)
            return not self._equal(least, most)

        return _decided(needed, free, decide, self._budget if self._budget.depth == 1 else None)

    def _undefeated(self, said: Set, target: Set, known: int, answers: list[int], defeats: list[Set]) -> Set:
        """The worlds where `said` decides the quantifier, whatever the others announce; correct only in `target`.

        `known` is the mask of the other agents' choices that are true in any case, and `answers` are their open
        choices. `defeats` collects the sets that the others can announce so that the quantifier is not decided.
        """
        if not self.replies:
            return self._value(said, said)[0]
        good, every = target, known | _mask(answers)
        for reply in defeats:
            good = good if self._empty(good) else good & self._value(said & reply, said & reply)[0]

        def decide(true: int, false: int, last: bool | None) -> bool | None:
            nonlocal good
            most = self.said(said, self.replies, false)
            sure, possible = self._value(self.said(said, self.replies, every & ~true), most)
            if not self._equal(good & possible, good):
                good = good & possible
                defeats.append(self.said(self.model.domain, self.replies, false))
            return not self._equal(good & sure, good)

        _decided(known, answers, decide, None)
        return good

    def _near(self, target: Set) -> Set:
        """All worlds of the kinds that matter for the truth values at `target`."""
        near = [kind for kind, far in zip(self.kinds.sets, self._sources, strict=True) if not self._empty(target & far)]
        return reduce(or_, near, target)

    def free(self, choices: list[Choice], target: Set) -> tuple[int, list[int]]:
        """The mask of the choices that every announcement at `target` makes true, and the list of the open choices.

        Speakers know what they announce, so some choices are not open.
        """
        inside = self._near(target)
        needed = _mask(place for place, choice in enumerate(choices) if not self._empty(choice.lookers & target))
        places = [place for place, choice in enumerate(choices) if not self._empty(choice.lookers & inside)]
        return needed, [place for place in places if not needed >> place & 1]

    def _value(self, least: Set, most: Set) -> tuple[Set, Set]:
        """The worlds where all announcements from `least` to `most` decide the quantifier, and where some may do so."""
        budget = self._budget
        if budget.used == budget.tries:
            way_out = by_face(
                "raise the bound by 'with announcement_search(tries=...):', or ask a smaller model",
                "raise the bound by --tries, or ask a smaller model",
                "ask a smaller model",
            )
            outermost = budget.asked or self
            inside = f", also of announcements for {shorten(str(self.node))} in it" if outermost is not self else ""
            tries = f"{budget.tries:,} {'try' if budget.tries == 1 else 'tries'}"
            raise TooLarge(
                f"{shorten(str(outermost.node))}: not decided after {tries}{inside}, by which "
                f"{budget.share:.0%} of 2^{len(outermost.choices)} announcements are decided; {way_out}"
            )
        budget.used += 1
        if budget.progress is not None:
            budget.progress(budget.used, budget.share)
        if self._equal(least, most):
            sure = possible = most & self._body(self, self.model.restrict(most))
        else:
            try:
                sure, possible = self._body(self, Between(self.model, least, most))
            except Undecided:
                sure, possible = self._nothing, most
        return (sure, possible) if self.wanted else (most ^ possible, most ^ sure)

    def _equal(self, one: Set, other: Set) -> bool:
        return self.model.is_empty(one ^ other)


def _mask(places: Iterable[int]) -> int:
    return sum(1 << place for place in places)


def _decided(
    needed: int, free: list[int], decide: Callable[[int, int, bool | None], T | bool], budget: _Budget | None
) -> T | None:
    """Search depth first among choices; return the first answer of `decide`, or None.

    `needed`: the mask of the choices that are true in any case. `free`: the open choices. `decide` takes masks of true
    and of false choices, and the value of the last choice. It returns an answer, True to go deeper, or False to turn
    back. `budget` counts the proportion of the search that is done.
    """
    order = list(free)
    stack: list[tuple[int, int, int | None, float]] = [(needed, 0, None, 1.0)]
    while stack:
        true, false, last, share = stack.pop()
        answer = decide(true, false, None if last is None else bool(true >> last & 1))
        if answer is True:
            place = next(place for place in order if not (true | false) >> place & 1)
            stack.append((true, false | 1 << place, place, share / 2))
            stack.append((true | 1 << place, false, place, share / 2))
        elif answer is not False:
            return answer
        else:
            if last is not None:
                order.remove(last)
                order.insert(0, last)  # tried first from now on, which shortens proofs that there is no answer
            if budget is not None:
                budget.share += share * budget.unit
    return None
