"""Programs as in propositional dynamic logic: a run follows agents' relations, or performs actions.

A program is a tuple of strings in postfix order, so programs of any depth are hashed, compared and copied without
recursion. Its words are an agent's name, ``@`` and the name of an action, ``?`` for the next test, and ``;``, ``|`` and
``*`` for sequence, choice and repetition. ``("a", "?", ";", "*")`` is ``(a ; ?p)*``; the tests are stored separately.

Sources: D. Harel, D. Kozen and J. Tiuryn, *Dynamic Logic* (MIT Press 2000); for the automaton, V. M. Glushkov, The
abstract theory of automata (1961), doi:10.1070/RM1961v016n05ABEH004112.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from logic.errors import FormulaError, TooLarge, shorten
from logic.formula import Formula, Formulas, as_formula, fields_of
from logic.operators import AGENT, CHOICE, SEQUENCE, STAR, is_plain_agent, is_plain_atom
from logic.printer import action_text, name_text

Program = tuple[str, ...]

TEST, THEN, EITHER, REPEAT = "?", ";", "|", "*"
BINARY = (THEN, EITHER)

LIMIT = 1_000_000  # maximal number of arrows of an automaton; ``a* ; b* ; c* ; ...`` with k steps has about k^2 / 2

T = TypeVar("T")


def folded(
    program: Program, leaf: Callable[[str, int], T], join: Callable[[str, T, T], T], repeat: Callable[[T], T]
) -> T:
    """Evaluate a program bottom up.

    `leaf` gets a word and the number of tests before it, `join` a symbol and the values of its two parts, `repeat` the
    value of the repeated part.
    """
    stack: list[T] = []
    tests = 0
    for word in program:
        if word == REPEAT:
            stack.append(repeat(stack.pop()))
        elif word in BINARY:
            right, left = stack.pop(), stack.pop()
            stack.append(join(word, left, right))
        else:
            stack.append(leaf(word, tests))
            tests += word == TEST
    (value,) = stack
    return value


def joined(sign: str, parts: Sequence[tuple[Program, tuple[T, ...]]]) -> tuple[Program, tuple[T, ...]]:
    """Join programs and their tests by `sign`, a symbol for sequence or choice, or by nothing if it is empty."""
    words = [word for place, (part, _) in enumerate(parts) for word in (*part, *[sign] * bool(sign and place))]
    return tuple(words), tuple([test for _, tests in parts for test in tests])


def flat(tree: Any) -> tuple[Program, tuple[Any, ...]]:
    """Convert a program tree (a name, or a symbol and its parts) to its words in postfix order and its tests."""
    words, tests, stack = list[str](), list[Any](), [tree]
    while stack:  # from the last word to the first
        match stack.pop():
            case (sign, *parts):
                words.append(sign)
                (tests if sign == TEST else stack).extend(parts)
            case name:
                words.append(name)
    return tuple(words[::-1]), tuple(tests[::-1])


def require_program(program: object, tests: int, actions: bool) -> None:
    """Raise `FormulaError` unless the value is a program with this number of tests, over actions or over agents."""
    what = f"program {shorten(repr(program))}"
    if not isinstance(program, tuple) or not all(isinstance(word, str) and word for word in program):
        raise FormulaError(f"{what}: expected a text such as 'a ; b', or its words in postfix order: ('a', 'b', ';')")
    depth = 0
    for word in program:
        depth += 0 if word == REPEAT else -1 if word in BINARY else 1
        if depth < 1:
            raise FormulaError(f"{what}: {word} has too few operands before it")
        is_name = word[0] == "@" and len(word) > 1 and word.isprintable() if actions else AGENT.fullmatch(word)
        if word not in (*BINARY, REPEAT, TEST) and not is_name:
            raise FormulaError(f"{what}: {shorten(repr(word))} is not {'an @action' if actions else 'an agent'}")
    if depth != 1 or program.count(TEST) != tests:
        raise FormulaError(f"{what}: expected one program with {program.count(TEST)} tests, got {depth} and {tests}")
    if not {THEN, REPEAT, TEST} & {*program} and not (actions and len(program) > 1):
        alone = "one action alone is [@a] p" if actions else "K_a p is about one agent, E_{a,b} p about a choice"
        raise FormulaError(f"{what}: expected a ; * or ? in it; {alone}")


def inside(content: Mapping[str, Any], notation: str) -> tuple[str, ...]:
    """Return the strings before, between and after a program's tests, with as few brackets as possible."""
    then, either, star = (getattr(sign, notation) for sign in (SEQUENCE, CHOICE, STAR))

    def leaf(word: str, _: int) -> tuple[int, Any]:
        if word == TEST:
            return 4, ("?", None)
        if word[0] == "@":
            return 5, action_text(word[1:], notation)
        return 5, name_text(word, notation, is_plain_agent(word), subscripts=is_plain_atom(word))

    def within(part: tuple[int, Any], least: int) -> Any:
        return part[1] if part[0] >= least else ("(", part[1], ")")

    def join(word: str, left: tuple[int, Any], right: tuple[int, Any]) -> tuple[int, Any]:
        binding, sign = (2, then) if word == THEN else (1, either)
        return binding, (within(left, binding), f" {sign} ", within(right, binding + 1))

    _, whole = folded(content["program"], leaf, join, lambda sub: (3, (within(sub, 5), star)))
    texts, stack = [""], [whole]
    while stack:
        part = stack.pop()
        if isinstance(part, tuple):
            stack += reversed(part)
        elif part is None:
            texts.append("")
        else:
            texts[-1] += part
    return tuple(texts)


Guard = int
"""The index of a condition on a world: `TRUE`, `FALSE`, or an entry of `Automaton.guards` (a test or a combination)."""

TRUE: Guard = 0
FALSE: Guard = 1

Steps = dict[int, Guard]
"""Maps the steps of an automaton to the guards under which they are taken."""


class Automaton(NamedTuple):
    """An automaton of the runs of a program: steps, with guards that must hold before them. Step -1 is the start.

    `before`: for each step, and for the start, the possible previous steps with their guards (the inverse of `follow`).
    """

    steps: tuple[str | frozenset[str], ...]  # an agent, an action ``@a``, or a group: one or more steps of its agents
    last: Steps  # the steps after which a run may end
    follow: tuple[Steps, ...]  # for each step, and last for the start, the steps that may come next
    before: tuple[Steps, ...]
    guards: tuple[tuple[str, int, int], ...]  # from number 2 on: ``?`` and a test, ``;`` or ``|`` and two guards

    def valued(
        self, true: T, false: T, tests: Sequence[T], both: Callable[[T, T], T], either: Callable[[T, T], T]
    ) -> list[T]:
        """Return the value of each guard, computed from the values of the tests by `both` (and) and `either` (or)."""
        values = [true, false]
        for sign, one, other in self.guards:
            values.append(
                tests[one] if sign == TEST else (both if sign == THEN else either)(values[one], values[other])
            )
        return values

    def onwards(self, step: int) -> frozenset[int]:
        """Return the direct successors of a step that lead back to it."""
        leading, waiting = {step}, [step]
        while waiting:
            new = self.before[waiting.pop()].keys() - leading
            leading |= new
            waiting += new
        return frozenset(self.follow[step].keys() & leading)


Part = tuple[Steps, Steps, Guard]
"""The first and last steps of a subprogram, and the guard under which it may be run without a step."""


class _Builder:
    """Builds the automaton of a program."""

    def __init__(self, closed: bool) -> None:
        self.closed = closed
        self.steps: list[str | frozenset[str]] = []
        self.follow: list[Steps] = []
        self.guards: dict[tuple[str, int, int], Guard] = {}
        self.arrows = 0

    def guard(self, sign: str, one: Guard, other: Guard) -> Guard:
        """Return the guard that requires both (``;``) or either (``|``) of two guards."""
        strong, weak = (FALSE, TRUE) if sign == THEN else (TRUE, FALSE)
        if strong in (one, other):
            return strong
        if weak in (one, other) or one == other:
            return other if one == weak else one
        return self.guards.setdefault((sign, *sorted((one, other))), len(self.guards) + 2)  # type: ignore[arg-type]

    def union(self, one: Steps, other: Steps, under: Guard = TRUE) -> Steps:
        """Return the union of two maps from steps to guards; steps of `other` also require the guard `under`.

        One of the two maps is changed in place and returned.
        """
        if under == FALSE:
            return one
        if under == TRUE and len(one) < len(other):
            one, other = other, one
        for step, guard in other.items():
            one[step] = self.guard(EITHER, one.get(step, FALSE), self.guard(THEN, under, guard))
        return one

    def link(self, last: Steps, first: Steps) -> None:
        """Let each step in `first` follow each step in `last`, under both guards; stored in `self.follow`."""
        self.arrows += len(last) * len(first)
        if self.arrows > LIMIT:
            raise TooLarge(
                f"a program with over {LIMIT:,} ways from a step to the next: write fewer * beside each other"
            )
        for step, guard in last.items():
            self.follow[step] = self.union(self.follow[step], dict(first), guard)

    def leaf(self, word: str, number: int) -> Part:
        if word == TEST:
            return {}, {}, self.guards.setdefault((TEST, number, number), len(self.guards) + 2)
        self.steps.append(word)
        self.follow.append({})
        return {len(self.steps) - 1: TRUE}, {len(self.steps) - 1: TRUE}, FALSE

    def join(self, word: str, left: Part, right: Part) -> Part:
        if word == EITHER:
            return (self.union(left[0], right[0]), self.union(left[1], right[1]), self.guard(EITHER, left[2], right[2]))
        self.link(left[1], right[0])
        first, last = self.union(left[0], right[0], left[2]), self.union(right[1], left[1], right[2])
        return first, last, self.guard(THEN, left[2], right[2])

    def repeat(self, part: Part) -> Part:
        first, last, empty = part
        start = min(first, default=0)
        if self.closed and first and first == last and empty == FALSE and not any(first.values()):
            agents = self.steps[start:]
            if len(agents) == len(first) and not any(self.follow[start:]):
                self.steps[start:], self.follow[start:] = [frozenset(map(str, agents))], [{}]
                return {start: TRUE}, {start: TRUE}, TRUE
        self.link(last, first)
        return first, last, TRUE


@lru_cache(maxsize=1024)
def automaton(program: Program, closed: bool = False) -> Automaton:
    """Build a program's automaton in O(k^2) for k steps; `TooLarge` above `LIMIT` arrows.

    If `closed` is true, a repeated choice of agents such as ``(a | b)*`` becomes a single step.
    """
    builder = _Builder(closed)
    first, last, empty = folded(program, builder.leaf, builder.join, builder.repeat)
    follow = (*builder.follow, first)
    before: tuple[Steps, ...] = tuple([{} for _ in follow])
    for step in range(-1, len(builder.steps)):
        for later, guard in follow[step].items():
            before[later][step] = guard
    ends = last if empty == FALSE else {**last, -1: empty}
    return Automaton(tuple(builder.steps), ends, follow, before, tuple(builder.guards))


@fields_of
class OfProgram(Formula):
    """Base class of operators that say what holds at the end of every run, or of some run, of a program.

    `program`: a string such as ``a ; ?p``, or the program's words in postfix order, such as ``("a", "?", ";")``.
    `tests`: the formulas of the program's tests, in order; taken from `program` if that is a string. `sub`: the formula
    that holds at the ends of runs.
    """

    program: Program
    tests: Formulas
    sub: Formula

    def __post_init__(self) -> None:
        Formula.__post_init__(self)
        if isinstance(self.program, str):
            read = as_formula(f"[{self.program}] true", type(self).__name__)
            if not isinstance(read, OfProgram):
                raise FormulaError(f"program {shorten(self.program)}: expected a ; * or ? in it")
            object.__setattr__(self, "program", read.program)
            object.__setattr__(self, "tests", read.tests)
        require_program(self.program, len(self.tests), self.operator.changes)
        if self.operator.changes and (self.program[-1] == REPEAT) is (self.operator.means is not None):
            raise FormulaError(f"program {shorten(str(self.program))}: a repeated action is `ActStar`, others `ActRun`")

    @property
    def own_agents(self) -> frozenset[str]:
        """The agents whose relations the program follows."""
        return frozenset([word for word in self.program if word[0] not in "@?;|*"])

    @property
    def own_actions(self) -> tuple[str, ...]:
        """The names of the actions that the program performs."""
        return tuple([word[1:] for word in self.program if word[0] == "@"])

    @property
    def steps(self) -> int:
        """The number of steps in the longest run that goes through each ``*`` once; 0 for programs of actions."""
        if self.operator.changes:
            return 0
        longest: int = folded(
            self.program,
            lambda word, _: int(word != TEST),
            lambda sign, left, right: left + right if sign == THEN else max(left, right),
            lambda sub: sub,
        )
        return longest
