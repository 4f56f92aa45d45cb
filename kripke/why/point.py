"""A subformula at a world, as the reasons speak of it: its truth, what is seen from there, and shared phrases."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from kripke.data.wording import both, predicate, verb
from kripke.why.view import Path, Subject, View, Worlds
from logic import formula as f

FEW, LISTED = 3, 6
"""Of many worlds a few are named; up to so many are listed."""


@dataclass(frozen=True, slots=True)
class Link:
    """What a reason rests on: a subject at a world, in the same context or, with a row, after its announcement."""

    subject: Subject
    position: int
    change: int | None = None


@dataclass(frozen=True, slots=True)
class Reason:
    """Why: a sentence, what it rests on, how many such links were left out, and the way to the counterexample."""

    text: str
    links: tuple[Link, ...] = ()
    omitted: int = 0
    path: Path = ()


class Point:
    """A row, or an atom, at a position in a context.

    Parameters
    ----------
    look : View
        The context.
    subject : int or Atom
        The subformula's row (`row` is -1 for an atom that the formula does not contain).
    position : int
        The world.
    """

    def __init__(self, look: View, subject: Subject, position: int) -> None:
        self.look, self.subject, self.position = look, subject, position
        self.row = subject if isinstance(subject, int) else -1
        self.node: Any = self.formula(subject)
        self.kids = self.rows(subject) if isinstance(subject, int) else ()
        self.holds = self.true(subject)
        self.here = self.name(position)

    def formula(self, subject: Subject) -> f.Formula:
        """The subject's formula."""
        return self.look.program.steps[subject].formula if isinstance(subject, int) else subject

    def rows(self, row: int) -> tuple[int, ...]:
        """The rows of a row's immediate subformulas."""
        return self.look.program.steps[row].operands

    @property
    def is_static(self) -> bool:
        """Whether the formula speaks of the model as it is, not of a changed one."""
        return bool(self.kids) and self.look.program.steps[self.row].change is None

    def name(self, position: int) -> str:
        """The name of the world at a position."""
        return self.look.text(position)

    def itself(self, position: int) -> str:
        """The name of a world, or of this one with ``itself``."""
        return f"{self.name(position)} itself" if position == self.position else self.name(position)

    def names(self, positions: Iterable[int]) -> str:
        """All these worlds."""
        return both([self.name(position) for position in positions])

    def some(self, worlds: Worlds) -> str:
        """``w1``, ``w1 and w2``, ``1,024 worlds, such as w1, w2 and w3``."""
        count = self.size(worlds)
        if count <= LISTED:
            return self.names(self.look.near(worlds, None, LISTED))
        return f"{count:,} worlds, such as {self.names(self.few(worlds))}"

    def size(self, worlds: Worlds) -> int:
        """How many they are."""
        return self.look.size(worlds)

    def first(self, worlds: Worlds) -> int | None:
        """One of them, this world where it is among them; None where there is none."""
        found = self.look.near(worlds, self.position, 1)
        return found[0] if found else None

    def few(self, worlds: Worlds) -> list[int]:
        """The first few, this world before the others where it is among them."""
        return self.look.near(worlds, self.position, FEW)

    def true(self, subject: Subject, position: int | None = None) -> bool:
        """Whether the subject is true at a world, by default this one."""
        return self.look.true(subject, self.position if position is None else position)

    def split(self, subject: Subject, worlds: Worlds) -> tuple[Worlds, Worlds]:
        """The worlds where the subject is true, and those where it is false."""
        return self.look.split(subject, worlds)

    def says(self, subject: Subject, value: bool) -> str:
        """``p is true``, ``K_a p fails``."""
        return predicate(self.formula(subject), value)

    def verb(self, subject: Subject, value: bool) -> str:
        """What `says` says of the subject: ``false``, ``fails``."""
        return verb(self.formula(subject), value)

    def fact(self, subject: Subject, position: int | None = None) -> str:
        """``p is true there``, ``K_a p fails at w2``."""
        place = "there" if position is None or position == self.position else f"at {self.name(position)}"
        return f"{self.says(subject, self.true(subject, position))} {place}"

    @property
    def group(self) -> tuple[str, ...]:
        """The agents of whom the formula speaks, in alphabetical order, or all of the model in its order."""
        return self.look.agents if self.node.group is None else tuple(sorted(self.node.group))

    def sight(self, agent: str, position: int) -> str:
        """That the agent considers a world possible: ``a cannot tell w1 from w2``."""
        if position == self.position:
            return f"{agent} considers {self.here} itself possible"
        if self.look.is_s5(agent):
            return f"{agent} cannot tell {self.here} from {self.name(position)}"
        return f"at {self.here}, {agent} considers {self.name(position)} possible"

    def alone(self, agent: str, value: bool) -> Reason:
        """The last subformula has the value at all that the agent considers possible, or a witness that it has not."""
        sub = self.kids[-1]
        seen = self.look.sees(agent, self.position)
        yes, no = self.split(sub, seen)
        end = self.first(no if value else yes)
        if end is None:
            return self.everywhere(sub, value, seen, agent)
        return Reason(f"{self.sight(agent, end)}, and {self.fact(sub, end)}", (Link(sub, end),))

    def everywhere(self, subject: Subject, value: bool, seen: Worlds, agent: str) -> Reason:
        """The subject has the value at all that the agent considers possible, which may be nothing."""
        if not self.size(seen):
            return Reason(f"{agent} considers nothing possible at {self.here}")
        return self.at_all(subject, value, seen, f"that {agent} considers possible")

    def at_all(self, subject: Subject, value: bool, worlds: Worlds, scope: str) -> Reason:
        """The subject has the value at all these worlds; `scope` says which: ``that a considers possible``."""
        count, shown, says = self.size(worlds), self.few(worlds), self.says(subject, value)
        if count == 1:
            text = f"{says} at {self.itself(shown[0])}, the only world {scope}"
        elif count <= LISTED:
            listed = self.names(self.look.near(worlds, None, LISTED))
            text = f"{says} at {'both' if count == 2 else f'all {count}'} worlds {scope}: {listed}"
        else:
            text = f"{says} at all {count:,} worlds {scope}, such as {self.names(shown)}"
        return Reason(text, tuple([Link(subject, position) for position in shown]), count - len(shown))
