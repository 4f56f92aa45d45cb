"""Actions of telling: to all, to a group while others notice, to a group while others notice nothing.

van Ditmarsch, van der Hoek and Kooi, *Dynamic Epistemic Logic* (Springer 2007), doi:10.1007/978-1-4020-5839-4:
public announcements in chapter 4, private and semi-private ones as action models in chapter 6.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from kripke.change import update
from kripke.change.event import Event, EventModel
from kripke.data.errors import ModelError
from kripke.data.structure import Structure
from logic.errors import shorten
from logic.formula import Formula, Not
from logic.parser import parse

Group = tuple[str, ...]


def announcement(formula: str | Formula) -> EventModel:
    """The public and truthful announcement of a formula, as an event model of one event that all agents see.

    `KripkeModel.update` does with it what `KripkeModel.announce` does.

    Parameters
    ----------
    formula : Formula or str
        What is announced.
    """
    return EventModel({"said": Event(formula)}, {}, others=[("said", "said")])


def private_announcement(formula: str | Formula, to: str | Iterable[str]) -> EventModel:
    """A group is told a truth, and everybody else believes that nothing happened.

    Others keep what they believed, and are wrong about the group from now on: their relations are KD45 at best.

    Parameters
    ----------
    formula : Formula or str
        What the group is told.
    to : str or iterable of str
        The group; its members know of each other that they are told.

    Raises
    ------
    ModelError
        If the group is empty.

    References
    ----------
    A. Baltag and L. S. Moss, "Logics for epistemic programs", Synthese 139 (2004),
    doi:10.1023/B:SYNT.0000024912.56773.5e.
    """
    return privately({"said": Event(formula)}, group(to))


def semi_private(formula: str | Formula, to: str | Iterable[str]) -> Telling:
    """A group is told a truth, and everybody else notices that it is told whether the formula holds.

    ``[p!{a,b}] q`` says in a formula what holds after it.

    Parameters
    ----------
    formula : Formula or str
        What the group is told.
    to : str or iterable of str
        The group.

    Raises
    ------
    ModelError
        If the group is empty.
    """
    return Telling(parse(formula), group(to))


def announcement_whether(formula: str | Formula, to: str | Iterable[str] | None = None) -> Whether:
    """All agents, or a group while the others notice, learn whether a formula holds. No world goes, none is added.

    It refines what agents see, so that n in a row cost n, where event models with two events each may cost 2^n.
    ``[p?] q`` and ``[p?{a,b}] q`` say in a formula what holds after it.

    Parameters
    ----------
    formula : Formula or str
        The question that is answered.
    to : str or iterable of str, optional
        The group that learns the answer; None: all agents.

    Raises
    ------
    ModelError
        If the group is empty.
    """
    return Whether(parse(formula), None if to is None else group(to))


@dataclass(frozen=True, slots=True)
class Telling:
    """A group is told a truth, and the others notice; see `semi_private`. `event_model` says the same with events."""

    formula: Formula
    to: Group

    def __repr__(self) -> str:
        return f"semi_private({self.formula!r}, to={list(self.to)!r})"

    def apply(self, structure: Structure) -> Structure:
        """The structure after it: the same worlds, where the group sees finer.

        `PreconditionFailed` if the formula is false at the actual world, or, without one, everywhere. O(n) for n
        worlds, and O(m log m) for an agent's m edges that are not transitive and Euclidean.
        """
        return update.announce(structure, self.formula, self.to)

    def event_model(self) -> EventModel:
        """The event model that does the same up to the names of the worlds, and up to what no agent looks at."""
        return answers(self.formula, self.to, actual="yes")


@dataclass(frozen=True, slots=True)
class Whether:
    """All agents or a group learn whether; see `announcement_whether`. `event_model` says the same with events."""

    formula: Formula
    to: Group | None = None

    total: ClassVar[bool] = True
    """It can happen at every world and keeps all of them, so that it may stand in a formula as ``[@name]``."""

    def __repr__(self) -> str:
        to = "" if self.to is None else f", to={list(self.to)!r}"
        return f"announcement_whether({self.formula!r}{to})"

    def apply(self, structure: Structure) -> Structure:
        """The structure after it: the same worlds, where the group sees finer. Cost as of `Telling.apply`."""
        return update.announce_whether(structure, self.formula, self.to)

    def event_model(self) -> EventModel:
        """The event model that does the same up to the names of the worlds."""
        return answers(self.formula, self.to)


def answers(formula: str | Formula, to: Group | None, actual: str | None = None) -> EventModel:
    """The events yes and no: the group (None: all) learns which, and the others learn that it learns it."""
    asked = parse(formula)
    events = {"yes": Event(asked), "no": Event(Not(asked))}
    apart, together = [["yes"], ["no"]], [["yes", "no"]]
    return EventModel.s5(events, dict.fromkeys(to or (), apart), actual, others=apart if to is None else together)


def privately(events: dict[str, Event], seen_by: Group) -> EventModel:
    """One of the events happens, the group sees which, and everybody else believes that nothing happened."""
    happening = [([name], [name]) for name in (*events, NOTHING)]
    return EventModel.kd45(
        {**events, NOTHING: Event()},
        dict.fromkeys(seen_by, happening),
        tuple(events),
        others=[([*events, NOTHING], [NOTHING])],
    )


NOTHING = "nothing"
"""The name of the event in which nothing happens."""


def group(agents: str | Iterable[str], what: str = "to", least: int = 1) -> Group:
    """The agents in their order, each once; a text is the name of a single one. `ModelError` for too few."""
    if isinstance(agents, Formula) or not isinstance(agents, (str, Iterable)):
        raise ModelError(f"{what} {shorten(repr(agents))}: expected agents such as ['a', 'b']")
    found = [agents] if isinstance(agents, str) else list(agents)
    if len(found) < least:
        raise ModelError(f"{what} []: an empty group; name at least one agent")
    for agent in found:
        if not isinstance(agent, str):
            raise ModelError(f"{what}: expected the names of agents such as ['a', 'b'], got {shorten(repr(agent))}")
    return tuple(dict.fromkeys(found))
