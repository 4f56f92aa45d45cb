"""Grading, line by line, of proofs that a person has written."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from html import escape
from itertools import chain
from os import PathLike
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, Self, TypeVar

from kripke.formats.file_reading import path_text, read_text
from kripke.prove.clock import Clock
from kripke.prove.errors import OutOfTime
from kripke.prove.hilbert.reading import Line, Reader
from kripke.prove.question import problem as question
from kripke.prove.question.nodes import Group
from kripke.prove.question.problem import Logic, System
from logic.clauses import Atom
from logic.errors import few, naming
from logic.exact import plural, require_whole
from logic.formula import Formula, agents_of
from logic.node_table import flatten
from logic.parser import parse


@dataclass(frozen=True, slots=True)
class Mark:
    """The verdict on one line of a written proof."""

    line: Line
    problem: str = ""  # what is wrong and how to mend it; empty if the line is right
    rests_on: tuple[int, ...] = ()  # the wrong lines that this line needs, directly or through other lines

    @property
    def right(self) -> bool:
        """Whether the line follows by its rule from the lines that it cites."""
        return not self.problem

    @property
    def note(self) -> str:
        """The mistake in the line, or else a note that it rests on wrong lines; empty if neither is the case."""
        if self.problem or not self.rests_on:
            return self.problem
        return f"it follows, but it rests on {lines_text(self.rests_on)}, which must be mended"


def lines_text(numbers: Sequence[int]) -> str:
    """Return words for lines, such as ``lines 1 and 2``; only the first few of many are named."""
    return f"line{'s' * (len(numbers) > 1)} {few([*map(str, numbers)], 'and')}"


@dataclass(frozen=True)
class Marking:
    """A graded proof. `bool` of it is True if all lines are right and the last one is the wanted formula, if any.

    `logic` describes the logic in words, and `marks` has the verdict on each line.

    >>> from whoknows import Derivation
    >>> marking = Derivation.parse("1. K_a p -> p  T").check(proves="p -> M_a p")
    >>> bool(marking), [mark.right for mark in marking.marks]
    (False, [True])
    """

    logic: str
    marks: tuple[Mark, ...]
    problem: str = ""  # why the lines do not end with the goal; empty if they do, or if no goal is given

    def __bool__(self) -> bool:
        return not self.problem and all(mark.right for mark in self.marks)

    @property
    def wrong(self) -> tuple[int, ...]:
        """The numbers of the lines that are not right."""
        return tuple(mark.line.number for mark in self.marks if not mark.right)

    @property
    def summary(self) -> str:
        """The result of the grading in one line."""
        count = len(self.wrong)
        parts = [f"{count} of {plural(len(self.marks), 'line')} {'is' if count == 1 else 'are'} wrong"] * bool(count)
        parts += [self.problem] * bool(self.problem)
        right = "the line is right" if len(self.marks) == 1 else f"all {plural(len(self.marks), 'line')} are right"
        return "; ".join(parts) or right

    @property
    def rows(self) -> tuple[str, ...]:
        """The lines as strings, with the justifications in one column."""
        return tuple(rows_of([mark.line for mark in self.marks]))

    def __str__(self) -> str:
        lines = [f"logic: {self.logic}"]
        for row, mark in zip(self.rows, self.marks, strict=True):
            lines += [f"{'✓' if mark.right else '✗'} {row}", *[INDENT + note for note in mark.note.splitlines()]]
        return "\n".join([*lines, self.summary])

    def _repr_html_(self) -> str:
        marks = [("✓" if mark.right else "✗", _cells(mark.line), escape(mark.note)) for mark in self.marks]
        rows = "".join([f"<tr><td>{sign}</td>{cells}<td>{note}</td></tr>" for sign, cells, note in marks])
        return f"<div><p>{escape(self.logic)}</p><table>{rows}</table><p>{escape(self.summary)}</p></div>"

    def to_dict(self) -> dict[str, Any]:
        """Return the grading as plain data, for JSON."""
        lines = [
            {"number": line.number, "text": line.text, "formula": str(line.formula), "justification": line.why}
            | {"right": mark.right, "problem": mark.problem, "rests_on": list(mark.rests_on)}
            for mark in self.marks
            for line in [mark.line]
        ]
        return {"right": bool(self), "logic": self.logic, "problem": self.problem, "lines": lines}


HOLE = Atom("…")  # the atom that stands for a formula that is not written yet
FAR = 40  # number of lines that a hint considers: the nearest ones above


class Hint(NamedTuple):
    """A hint for a line, with a justification by which the line follows, if there is one."""

    says: str
    why: str = ""


def hints_for(marking: Marking, hint: Callable[[Any], Hint | None]) -> dict[int, Hint]:
    """Return the hints for the wrong lines, by line number. If the time is used up, the remaining lines get none."""
    hints: dict[int, Hint] = {}
    with suppress(OutOfTime):
        for mark in marking.marks:
            if mark.problem and (advice := hint(mark.line)):
                hints[mark.line.number] = advice
    return hints


INDENT = "     "
WIDEST = 80  # maximal column at which the justifications are aligned; after a longer line they follow directly


def rows_of(lines: Sequence[Line]) -> list[str]:
    """Return the lines as strings, with the numbers and the justifications in columns."""
    digits = max([len(str(line.number)) for line in lines], default=0)
    texts = [" " * (digits - len(str(line.number))) + line.text for line in lines]
    width = min(max(map(len, texts), default=0), WIDEST)
    return [f"{text:{width}}  {line.why}" for text, line in zip(texts, lines, strict=True)]


def _cells(line: Line) -> str:
    number, _, said = line.text.partition(". ")
    return "".join([f"<td>{escape(text)}</td>" for text in (number, said, line.why)])


F = TypeVar("F")


class Page(ABC, Generic[F]):
    """The state of grading: agents, their systems, allowed assumptions, and the lines so far in a normal form."""

    def __init__(self, systems: Mapping[str, System], clock: Clock) -> None:
        self.systems, self.agents, self.clock = systems, frozenset(systems), clock
        self.form: dict[int, F] = {}
        self.given: dict[str, set[F]] = {}  # rule (premise, theory) -> formulas that it may introduce; any if missing
        self.broken: dict[int, frozenset[int]] = {}
        self.kinds: dict[str, str] = {}  # agent -> ``knowledge`` or ``belief``, the kind of its operators

    @abstractmethod
    def of(self, formula: Formula) -> F:
        """Return the normal form of a formula; the rules compare normal forms."""

    def enter(self, line: Line) -> str:
        """Return the mistake in the bars of the next line's subproofs; empty if there is none."""
        return ""

    @abstractmethod
    def judge(self, line: Line) -> str:
        """Return the reason why a line does not follow by its rule; empty if it follows."""

    def mark(self, line: Line) -> Mark:
        """Return the verdict on the next line of the proof."""
        self.clock.tick()
        problem = self.enter(line) or two_boxes(line.formula, self.kinds, self.agents) or self.judge(line)
        cited = [number for each in line.of for number in ([each] if isinstance(each, int) else each)]
        broken = frozenset[int]().union(*[self.broken[number] for number in cited if number in self.broken])
        self.broken[line.number] = broken | {line.number} if problem else broken
        return Mark(line, problem, tuple(sorted(broken - {line.number})))


@dataclass(frozen=True)
class WrittenProof:
    """A written proof: numbered lines in a logic.

    Parameters
    ----------
    lines : tuple of Line
        The lines.
    logic : str or mapping of str to str, optional
        One of the 15 systems of the modal cube for all agents, or a system for each agent. None: KD45 for the agents
        whose operators are all ``B``, S5 for the others.
    """

    lines: tuple[Line, ...]
    logic: Logic | None = None

    def __post_init__(self) -> None:
        if isinstance(self.logic, Mapping):
            object.__setattr__(self, "logic", MappingProxyType(dict(self.logic)))

    @classmethod
    def parse(cls, text: str, reader: Reader | None = None) -> Self:
        """Parse a proof: numbered lines, each with a formula and, after two spaces, its justification.

        A line is, for example, ``3. K_a p  MP 1,2`` or ``3. K_a p by MP 1,2``; a semicolon can replace ``by``. A line
        without a number continues the line above. Text after a ``#`` is a comment. The text may begin with the line
        ``logic: S5`` or ``logic: a: S5, b: KD45``.

        Parameters
        ----------
        text : str
            The text.
        reader : callable, optional
            A function that takes the formulas of all lines as strings, and whether the text names a logic, and returns
            the formulas. None: each formula is parsed by `logic.parser.parse`.

        Raises
        ------
        DerivationError
            If the text is not a proof of this kind.
        TooLarge
            If the text has more than 1,000,000 characters.
        """
        return cls(*cls._read(text, reader or (lambda texts, _: [*map(parse, texts)])))

    @staticmethod
    def _read(text: str, reader: Reader) -> tuple[Any, ...]:
        raise NotImplementedError

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Self:
        """Load a proof from a text file; see `parse`.

        Parameters
        ----------
        path : path
            The file.

        Raises
        ------
        FileError
            If the file cannot be read.
        DerivationError
            If its text is not a proof of this kind.
        """
        text = read_text(path)
        with naming(path_text(path)):
            return cls.parse(text)

    def first(self, count: int) -> Self:
        """Return the proof that consists of the first `count` lines."""
        return replace(self, lines=self.lines[: require_whole(count, "count")])

    def check(
        self,
        proves: Formula | str | None = None,
        premises: Iterable[Formula | str] | None = None,
        theory: Iterable[Formula | str] | None = None,
        time: float | None = None,
    ) -> Marking:
        r"""Grade each line: whether it follows by its rule from the lines and subproofs that it cites.

        A line is graded as if the lines above it were right, so one mistake counts once.

        Parameters
        ----------
        proves : Formula or str, optional
            The formula of the last line, outside all subproofs.
        premises : iterable of Formula or str, optional
            The formulas that lines may take as `premise`. None: any formulas, or no formulas if `proves` is given.
        theory : iterable of Formula or str, optional
            The formulas, true at every world, that lines may take as `theory`. None: as for premises.
        time : float, optional
            The number of seconds after which `OutOfTime` is raised; None: no limit.

        Raises
        ------
        ParseError
            If a string is not a formula.
        UnknownLogic
            If a system does not exist, or an agent has none.
        UnknownAgent
            If an operator is about all agents and no agent is named, or only some of the operators name an agent.
        OutOfTime
            If the time limit is exceeded.
        TooLarge
            If a Hilbert-style derivation has more than 1,000,000 subformulas.

        Notes
        -----
        In the style of Hilbert, a SAT solver decides rule PL and the propositional parts of other rules. All other
        checks take O(n) for n distinct subformulas of the cited lines.

        Examples
        --------
        >>> from whoknows import Derivation
        >>> print(Derivation.parse("logic: S4\n1. ~K_a p -> K_a ~K_a p  5").check())
        logic: S4
        ✗ 1. ¬K_a p → K_a ¬K_a p  axiom 5
             axiom 5 is not an axiom of S4 (a); it is one of S5, KD45, KD5, KB4, K45 and K5
        1 of 1 line is wrong
        """
        return self.page(proves, premises, theory, time)[1]

    def page(
        self,
        proves: Formula | str | None,
        premises: Iterable[Formula | str] | None = None,
        theory: Iterable[Formula | str] | None = None,
        time: float | None = None,
    ) -> tuple[Any, Marking]:
        """Return the state of grading after all lines, and the `Marking`; raises the errors of `check`.

        Parameters
        ----------
        proves, premises, theory, time : optional
            As for `check`.
        """
        goal, assumed = None if proves is None else parse(proves), {"premise": premises, "theory": theory}
        known = {name: some for name, some in assumed.items() if goal is not None or some is not None}
        given = {name: question.formulas_of(() if some is None else some, name) for name, some in known.items()}
        formulas = [*[line.formula for line in self.lines], *chain(*given.values()), *([] if goal is None else [goal])]
        nodes = [node for node, _ in flatten(*formulas).rows]
        groups = [bar for line in self.lines for bar in line.bars if bar]
        agents = frozenset(question.systems_by_agent(self.logic)).union(*map(agents_of, nodes), *groups)
        question.require_one_kind(nodes, agents)
        question.require_agents(nodes, agents)
        systems = question.assign(question.usual_systems(nodes, agents) if self.logic is None else self.logic, agents)
        page = self._page(nodes, systems, Clock(time))
        page.given = {name: set(map(page.of, formulas)) for name, formulas in given.items()}
        names = {agent: system.name for agent, system in systems.items()}
        marks = tuple(map(page.mark, self.lines))
        missed = "" if goal is None else self._missed(page, goal)
        return page, Marking(question.logic_text(names, "no agents"), marks, missed)

    def _page(self, nodes: Sequence[Formula], systems: Mapping[str, System], clock: Clock) -> Page[Any]:
        raise NotImplementedError

    def _missed(self, page: Page[Any], goal: Formula) -> str:
        """Return the reason why the lines do not end with the goal; empty if they do."""
        if not self.lines:
            return f"there are no lines yet; the last one is to be {goal}"
        last, wanted = self.lines[-1], page.of(goal)
        if page.form[last.number] != wanted:
            proved = [str(line.number) for line in self.lines if page.form[line.number] == wanted and not line.bars]
            hint = f", which is line {few(proved)}" if proved else ""
            return f"the last line is {last.formula}, expected {goal}{hint}"
        return f"line {last.number} stands in a subproof: end it to prove {goal}" if last.bars else ""

    def _head(self) -> list[str]:
        if self.logic is None or isinstance(self.logic, str):
            return [] if self.logic is None else [f"logic: {self.logic}"]
        return [f"logic: {', '.join([f'{agent}: {name}' for agent, name in sorted(self.logic.items())])}"]

    def __str__(self) -> str:
        return "\n".join([*self._head(), *rows_of(self.lines)])

    def _repr_html_(self) -> str:
        return f"<table>{''.join([f'<tr>{_cells(line)}</tr>' for line in self.lines])}</table>"


def two_boxes(formula: Formula, kinds: dict[str, str], agents: Group) -> str:
    """Return the mistake if this formula and earlier ones mix knowledge and belief of one agent; empty if they do not.

    `kinds` maps each agent of the earlier formulas to ``knowledge`` or ``belief``; the agents of `formula` are added.
    """
    nodes = [*formula.subformulas()]
    for kind, clauses in (("knowledge", (*question.KNOWING, *question.KNOWING_GROUPS)), ("belief", question.BELIEVING)):
        for agent in sorted(question.agents_under(nodes, clauses, agents)):
            if kinds.setdefault(agent, kind) != kind:
                of, sign = (f" of {agent}", f"_{agent}") if agent else ("", "")
                both = f"K{sign} and B{sign} are the box of one relation, write one of them"
                return f"{kinds[agent]}{of} occurs already: {both}"
    return ""
