"""A subformula at a world, with the truth values, visible worlds and phrases that reasons are written from."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from kripke.data.wording import both, brief, is_literal, predicate, verb
from kripke.why.view import Path, Said, Set, Subject, View, Worlds
from logic.clauses import AnnounceDual, Announcement, Atom, Upgrade
from logic.formula import Formula
from logic.node_table import flatten
from logic.shared import depth_first, distinct_size, replace

MARK = re.compile("\ue002(\\d+)\ue003")


def mark(number: int) -> str:
    """Return the placeholder that stands for the formula with this number in an incomplete sentence."""
    return f"\ue002{number}\ue003"


class Sentence(str):
    """A string that also stores its pieces: plain strings, and the formulas that it mentions."""

    __slots__ = ("pieces",)
    pieces: tuple[str | Formula, ...]

    def __new__(cls, pieces: tuple[str | Formula, ...]) -> Sentence:
        """The sentence with these pieces, each a plain string or a formula."""
        sentence = super().__new__(cls, "".join([each if isinstance(each, str) else brief(each) for each in pieces]))
        sentence.pieces = pieces
        return sentence

    def __reduce__(self) -> tuple[type[Sentence], tuple[tuple[str | Formula, ...]]]:
        return Sentence, (self.pieces,)


def mentioned(text: str) -> Sequence[Formula]:
    """The formulas that a sentence mentions; empty for a plain string."""
    return [piece for piece in getattr(text, "pieces", ()) if not isinstance(piece, str)]


def spelled(text: str, formula_text: Callable[[Formula], str]) -> str:
    """Return the sentence with its formulas written by `formula_text`; a plain string is returned unchanged."""
    pieces = getattr(text, "pieces", (text,))
    return "".join([each if isinstance(each, str) else formula_text(each) for each in pieces])


Term = Literal["reach", "belief", "rounds", "ranks", "threshold", "implication", "announcement", "action"]

GLOSSES: dict[Term, str] = {
    "reach": "within reach: by one or more steps, each to a world that the agent who takes the step considers possible",
    "belief": "within reach: by one or more steps, each to a world that the agent who takes the step believes possible",
    "rounds": "round 1 leaves the worlds where everyone believes it to the degree, and each later round those of them "
    "where everyone also believes to the degree that this is one of the worlds left before",
    "ranks": "an agent believes what holds at the most plausible of the worlds that they consider possible; the lower "
    "the rank, the more plausible the world",
    "threshold": "an agent believes what holds at those of the worlds that they consider possible whose weight reaches "
    "the threshold; where none does, at the heaviest of them",
    "implication": "an implication holds wherever its left side fails",
    "announcement": "what cannot be announced has no afterwards, so everything is said to hold after it",
    "action": "what cannot happen has no afterwards, so everything is said to hold after it",
}
"""Maps each technical term in the sentences of reasons to its meaning, as a part of a sentence."""


LONG, OFTEN = 20, 4  # least number of characters of a formula that gets a label, and of its mentions

ROWS = 400  # maximal number of distinct subformulas of a formula in which labels are put


ANNOUNCED = Announcement, Upgrade  # the formulas about what holds after a statement


class Labels:
    """Labels for long announced formulas that are mentioned often.

    >>> from logic.parser import parse
    >>> labels = Labels([parse("[K_a p | K_b p | K_c p] K_a p")] * 4)
    >>> labels.text(parse("[K_a p | K_b p | K_c p] K_a p")), labels.definitions
    ('[φ1] K_a p', ['φ1 := K_a p ∨ K_b p ∨ K_c p'])
    """

    def __init__(self, mentions: Iterable[Formula] = ()) -> None:
        self._texts: dict[Formula, str] = {}
        counts = Counter(mentions)
        often = [statement for statement in _statements(counts) if _count(statement, counts) >= OFTEN]
        taken = {name for formula in counts for name in formula.atoms} if often else set()
        free = (name for i in range(1, len(often) + len(taken) + 1) if (name := f"φ{i}") not in taken)
        self._labels = dict(zip(often, map(Atom, free), strict=False))

    @property
    def definitions(self) -> list[str]:
        """The definitions, one string each: ``φ1 := p ∨ q``."""
        return [f"{label.name} := {brief(self.inside(formula))}" for formula, label in self._labels.items()]

    def text(self, formula: Formula) -> str:
        """The text of a formula, shortened as by `brief`, with labels."""
        if formula not in self._texts:
            label = self._labels.get(formula)
            self._texts[formula] = brief(self.inside(formula) if label is None else label)
        return self._texts[formula]

    def inside(self, formula: Formula) -> Formula:
        """The formula with each labelled proper subformula replaced by its label."""
        if not self._labels or distinct_size(formula) > ROWS:
            return formula
        return replace(formula, {part: label for part, label in self._labels.items() if part != formula})


def _statements(mentions: Mapping[Formula, int]) -> Iterator[Formula]:
    """The announced formulas that are long enough for a label, in the order of their first mention."""
    statements: dict[Formula, None] = {}
    for formula in mentions:
        while isinstance(formula, ANNOUNCED):
            statements[formula.statement] = None
            formula = formula.sub
    return (statement for statement in statements if len(brief(statement)) >= LONG)


def _count(statement: Formula, mentions: Mapping[Formula, int]) -> int:
    """The number of mentions in which a formula occurs; counting stops when `OFTEN` is reached."""
    count = 0
    for whole, times in mentions.items():
        rows = flatten(whole).rows
        if len(rows) <= ROWS and any(statement == part for part, _ in rows):
            count += times
        if count >= OFTEN:
            break
    return count


FEW, LISTED = 3, 6  # number of worlds named as examples of many, and maximal number of worlds that are all listed


class Link(NamedTuple):
    """A formula and a world on which a reason depends; the world may be in the model after a change.

    `change`: the program row of the formula that makes the change; None for the model of the reason.
    `said`: for a quantifier over announcements, the announcement.
    """

    subject: Subject
    position: int
    change: int | None = None
    said: Said | None = None
    view: View | None = None  # the view of the world, if it does not follow from `change` and `said`


class Reason(NamedTuple):
    """A reason: a sentence, its links, the number of omitted links, a path to a deciding world, and technical terms.

    The terms are those in the sentence that an explanation must define. In a model with time, `run` has the worlds of a
    run and the index of the world that follows the last one; see `kripke.why.runs`.
    """

    text: str
    links: tuple[Link, ...] = ()
    omitted: int = 0
    path: Path = ()
    terms: tuple[Term, ...] = ()
    run: tuple[tuple[int, ...], int | None] | None = None


class Point:
    """A subformula or an atom at a world of a view.

    `row` is the subformula's row in the program, or -1 if the subject is an atom that the program does not contain.
    """

    def __init__(self, view: View, subject: Subject, position: int) -> None:
        self.view, self.subject, self.position = view, subject, position
        self.row = subject if isinstance(subject, int) else -1
        self.node: Any = view.program.steps[subject].node if isinstance(subject, int) else subject
        self.kids = self.rows(subject) if isinstance(subject, int) else ()
        self.holds = self.true(subject)
        self.here = self.name(position)

    def formula(self, subject: Subject) -> Formula:
        """Return the formula of a subject, which is a row of the program or an atom."""
        return self.view.program.steps[subject].formula if isinstance(subject, int) else subject

    def change(self, link: Link) -> Formula:
        """A formula that begins with the announcement or action that leads to the model of a link."""
        change = self.formula(-1 if link.change is None else link.change)
        return change if link.said is None else AnnounceDual(link.said.formula, change.children[0])

    def rows(self, row: int) -> tuple[int, ...]:
        """The program rows of the immediate subformulas of the formula in `row`."""
        return self.view.program.steps[row].operands

    @property
    def is_static(self) -> bool:
        """Whether the formula has subformulas and these are evaluated in this model, not in a changed one."""
        return bool(self.kids) and self.view.program.steps[self.row].change is None

    def name(self, position: int) -> str:
        """The name of the world at a position."""
        return self.view.text(position)

    def itself(self, position: int) -> str:
        """The name of a world, followed by ``itself`` if it is the point's own world."""
        is_here = self.view.is_same(self.position, position)
        return f"{self.name(position)} itself" if is_here else self.name(position)

    def names(self, positions: Iterable[int]) -> str:
        """The names of the worlds at these positions, joined by "and"."""
        return both([self.name(position) for position in positions])

    def some(self, worlds: Worlds) -> str:
        """Describe some worlds: ``w1``, ``w1 and w2``, ``1,024 worlds, such as w1, w2 and w3``."""
        count = self.size(worlds)
        if count <= LISTED:
            return self.names(self.view.near(worlds, None, LISTED))
        return f"{count:,} {self.view.noun}s, such as {self.names(self.few(worlds))}"

    def size(self, worlds: Worlds) -> int:
        """The number of worlds in the set or list."""
        return len(worlds) if isinstance(worlds, list) else self.view.size(worlds)

    def first(self, worlds: Worlds) -> int | None:
        """One world of the set, preferably the point's own world; None for an empty set."""
        nearest = self.view.near(worlds, self.position, 1)
        return nearest[0] if nearest else None

    def few(self, worlds: Worlds) -> list[int]:
        """A few of the worlds: the first of a list, or those that `View.near` returns for the point's own world."""
        return worlds[:FEW] if isinstance(worlds, list) else self.view.near(worlds, self.position, FEW)

    def true(self, subject: Set, position: int | None = None) -> bool:
        """Whether the subject is true at a world, by default the point's own world."""
        return self.view.true(subject, self.position if position is None else position)

    def split(self, subject: Set, worlds: Worlds) -> tuple[Worlds, Worlds]:
        """The given worlds where the subject is true, and those where it is false."""
        return self.view.split(subject, worlds)

    def says(self, subject: Subject, value: bool) -> str:
        """The subject with its value in words: ``p is true``, ``K_a p fails``."""
        if isinstance(subject, int) and not is_literal(self.formula(subject)):
            return f"{mark(subject)} {'holds' if value else 'fails'}"
        return predicate(self.formula(subject), value)

    def verb(self, subject: Subject, value: bool) -> str:
        """The last word of `says`: ``false``, ``fails``."""
        return verb(self.formula(subject), value)

    def fact(self, subject: Subject, position: int | None = None) -> str:
        """The subject with its value at a world in words: ``p is true there``, ``K_a p fails at w2``."""
        if position is None or self.view.is_same(self.position, position):
            return f"{self.says(subject, self.true(subject, position))} there"
        return f"{self.says(subject, self.true(subject, position))} at {self.name(position)}"

    @property
    def group(self) -> tuple[str, ...]:
        """The agents of the formula's group in alphabetical order; all agents if it names no group."""
        return self.view.agents if self.node.group is None else tuple(sorted(self.node.group))

    def sight(self, agent: str, position: int) -> str:
        """A phrase that says that the agent considers a world possible: ``a cannot tell w1 from w2``."""
        if self.view.is_same(self.position, position):
            return f"{agent} {self.view.thinks} {self.here} itself possible"
        if self.view.is_s5(agent):
            return f"{agent} cannot tell {self.here} from {self.name(position)}"
        return f"at {self.here}, {agent} {self.view.thinks} {self.name(position)} possible"

    def alone(self, agent: str, value: bool) -> Reason:
        """A reason about all worlds that the agent considers possible, if the last subformula has the value there.

        Otherwise it is about one of these worlds where the subformula has the other value.
        """
        sub = self.kids[-1]
        seen = self.view.sees(agent, self.position)
        yes, no = self.split(sub, seen)
        end = self.first(no if value else yes)
        if end is None:
            return self.everywhere(sub, value, seen, agent)
        return self.along(Reason(f"{self.sight(agent, end)}, and {self.fact(sub, end)}", (Link(sub, end),)), agent)

    def along(self, result: Reason, agent: str) -> Reason:
        """Return the reason; in a model with time, add a run that leads to the counterexample."""
        path = result.path or ((agent, result.links[-1].position),)
        is_here = self.view.is_same(self.position, path[-1][1])
        run = [] if is_here else self.view.second_run(self.position, path)
        if len(run) < 2:
            return result
        return result._replace(text=f"{result.text}; the run below ends there", run=(tuple(run), None))

    def everywhere(self, subject: Subject, value: bool, seen: Worlds, agent: str) -> Reason:
        """A reason: the subject has the value at all worlds that the agent considers possible."""
        if not self.size(seen):
            return self.blind(agent, subject)
        return self.at_all(subject, value, seen, f"that {agent} {self.view.thinks} possible")

    def blind(self, who: str, subject: Subject) -> Reason:
        """The reason for a formula if no world is considered possible.

        Then every formula holds at all possible worlds, and no formula holds at some possible world.
        """
        rest = "everything holds in all of them" if self.holds else f"there is none where {self.says(subject, True)}"
        no = "any" if who.startswith(("neither ", "none of ")) else "no"
        return Reason(f"{who} {self.view.thinks} {no} {self.view.noun} possible at {self.here}, so {rest}")

    def at_all(self, subject: Subject, value: bool, worlds: Worlds, scope: str) -> Reason:
        """A reason: the subject has the value at all of these worlds. `scope`: a phrase that describes the worlds."""
        count, shown, says, noun = self.size(worlds), self.few(worlds), self.says(subject, value), self.view.noun
        if count == 1:
            text = f"{says} at {self.itself(shown[0])}, the only {noun} {scope}"
        elif count <= LISTED:
            listed = self.names(worlds if isinstance(worlds, list) else self.view.near(worlds, None, LISTED))
            text = f"{says} at {'both' if count == 2 else f'all {count}'} {noun}s {scope}: {listed}"
        else:
            text = f"{says} at all {count:,} {noun}s {scope}, such as {self.names(shown)}"
        return Reason(text, tuple([Link(subject, position) for position in shown]), count - len(shown))


def joined_rows(view: View, row: int) -> list[int]:
    """The distinct rows of the operands of a connective; nested uses of the same connective are flattened."""
    steps = view.program.steps
    kind = type(steps[row].formula)
    rows = depth_first([row], lambda part: steps[part].operands if type(steps[part].formula) is kind else ())
    return [part for part in rows if type(steps[part].formula) is not kind]
