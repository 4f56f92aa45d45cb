"""Event models and actions for public, semi-private and private announcements.

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
from logic.clauses import negation
from logic.errors import shorten
from logic.formula import Formula
from logic.parser import parse

Group = tuple[str, ...]


def announcement(formula: str | Formula) -> EventModel:
    """The truthful public announcement of a formula, as an event model with one event that all agents see.

    An update with it has the same effect as `KripkeModel.announce`.

    Parameters
    ----------
    formula : Formula or str
        What is announced.

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> m = KripkeModel.s5({"heads": {"h"}, "tails": set()},
    ...                    {"anne": [["heads", "tails"]], "bob": [["heads", "tails"]]}, actual="heads")
    >>> m.update(announcement("h")).holds("C h")
    True
    """
    return EventModel({"said": Event(formula)}, {}, others=[("said", "said")])


def private_announcement(formula: str | Formula, to: str | Iterable[str]) -> EventModel:
    """The event model of a truthful announcement to a group; all other agents believe that nothing happened.

    The others keep their beliefs, so after the update they may be wrong about what the group knows, and their relations
    are at best KD45, not reflexive.

    `ModelError` if `to` is empty.

    Parameters
    ----------
    formula : Formula or str
        What the group hears.
    to : str or iterable of str
        The group; its members know of each other that they hear it.

    References
    ----------
    A. Baltag and L. S. Moss, "Logics for epistemic programs", Synthese 139 (2004),
    doi:10.1023/B:SYNT.0000024912.56773.5e.

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> m = KripkeModel.s5({"heads": {"h"}, "tails": set()},
    ...                    {"anne": [["heads", "tails"]], "bob": [["heads", "tails"]]}, actual="heads")
    >>> m.update(private_announcement("h", to="anne")).holds("K_anne h & B_bob ~Kw_anne h")
    True
    """
    return unnoticed_events({"said": Event(formula)}, agent_group(to))


def semi_private(formula: str | Formula, to: str | Iterable[str]) -> SemiPrivateAnnouncement:
    """A truthful announcement to a group; the other agents notice that the group learns whether the formula holds.

    The formula ``[p!{a,b}] q`` says what holds after it.

    `ModelError` if `to` is empty.

    Parameters
    ----------
    formula : Formula or str
        What the group hears.
    to : str or iterable of str
        The group.

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> m = KripkeModel.s5({"heads": {"h"}, "tails": set()},
    ...                    {"anne": [["heads", "tails"]], "bob": [["heads", "tails"]]}, actual="heads")
    >>> m.update(semi_private("h", to="anne")).holds("K_anne h & ~Kw_bob h & K_bob Kw_anne h")
    True
    """
    return SemiPrivateAnnouncement(parse(formula), agent_group(to))


def announcement_whether(formula: str | Formula, to: str | Iterable[str] | None = None) -> AnnouncementWhether:
    """The action by which all agents, or a group, learn whether a formula holds; the other agents notice it.

    It refines the relations, so n announcements in a row cost n steps, while event models with two events each may cost
    2^n. The formulas ``[p?] q`` and ``[p?{a,b}] q`` say what holds after it.

    `ModelError` if `to` is empty.

    Parameters
    ----------
    formula : Formula or str
        The question that is answered.
    to : str or iterable of str, optional
        The group that learns the answer; None: all agents.

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> m = KripkeModel.s5({"heads": {"h"}, "tails": set()},
    ...                    {"anne": [["heads", "tails"]], "bob": [["heads", "tails"]]}, actual="heads")
    >>> m.update(announcement_whether("h")).holds("C h")
    True
    >>> m.update(announcement_whether("h", to="anne")).holds("K_bob Kw_anne h & ~Kw_bob h")
    True
    """
    return AnnouncementWhether(parse(formula), None if to is None else agent_group(to))


@dataclass(frozen=True, slots=True)
class SemiPrivateAnnouncement:
    """A truthful announcement to a group; the other agents notice the announcement. See `semi_private`."""

    formula: Formula
    to: Group

    def __repr__(self) -> str:
        return f"semi_private({self.formula!r}, to={list(self.to)!r})"

    def apply(self, structure: Structure) -> Structure:
        """The structure after the announcement; `PreconditionFailed` if the formula is false."""
        return update.announce(structure, self.formula, self.to)

    def event_model(self) -> EventModel:
        """The event model of this announcement.

        An update with it may give the worlds other names than `apply`.
        """
        return answer_events(self.formula, self.to, actual="yes")


@dataclass(frozen=True, slots=True)
class AnnouncementWhether:
    """The action by which all agents, or a group, learn whether a formula holds; see `announcement_whether`."""

    formula: Formula
    to: Group | None = None

    total: ClassVar[bool] = True
    """The action can happen at every world and keeps all worlds, so ``[@name] f`` applies it without an event model."""

    def __repr__(self) -> str:
        to = "" if self.to is None else f", to={list(self.to)!r}"
        return f"announcement_whether({self.formula!r}{to})"

    def apply(self, structure: Structure) -> Structure:
        """The structure after the action; it has the same worlds."""
        return update.announce_whether(structure, self.formula, self.to)

    def event_model(self) -> EventModel:
        """The event model of this action; an update with it may give the worlds other names than `apply`."""
        return answer_events(self.formula, self.to)


def answer_events(formula: str | Formula, to: Group | None, actual: str | None = None) -> EventModel:
    """The event model with events ``yes`` and ``no``; only the group `to` (None: all agents) sees which one happens.

    `actual` is the designated event; None: both.
    """
    precondition = parse(formula)
    events = {"yes": Event(precondition), "no": Event(negation(precondition))}
    apart, together = [["yes"], ["no"]], [["yes", "no"]]
    return EventModel.s5(events, dict.fromkeys(to or (), apart), actual, others=apart if to is None else together)


def unnoticed_events(events: dict[str, Event], seen_by: Group) -> EventModel:
    """The event model where the group sees which event happens and the others believe that nothing happened."""
    unchanged = [([name], [name]) for name in (*events, NOTHING)]
    return EventModel.kd45(
        {**events, NOTHING: Event()},
        dict.fromkeys(seen_by, unchanged),
        tuple(events),
        others=[([*events, NOTHING], [NOTHING])],
    )


NOTHING = "nothing"  # Name of the event in which nothing happens


def agent_group(agents: str | Iterable[str], what: str = "to", least: int = 1) -> Group:
    """Return the agents in order, without duplicates, as a tuple; a single name is a group of one.

    `ModelError`, with the argument's name `what`, for fewer than `least` agents or for values that are not names.
    """
    if isinstance(agents, Formula) or not isinstance(agents, (str, Iterable)):
        raise ModelError(f"{what} {shorten(repr(agents))}: expected agents such as ['a', 'b']")
    names = [agents] if isinstance(agents, str) else list(agents)
    if len(names) < least:
        raise ModelError(f"{what} []: an empty group; name at least one agent")
    for agent in names:
        if not isinstance(agent, str):
            raise ModelError(f"{what}: expected the names of agents such as ['a', 'b'], got {shorten(repr(agent))}")
    return tuple(dict.fromkeys(names))
