"""Changes of facts: in public, in private, and by shuffling.

J. van Benthem, J. van Eijck and B. Kooi, "Logics of communication and change" (2006), doi:10.1016/j.ic.2006.04.006.
"""

from collections.abc import Iterable, Mapping
from itertools import permutations
from math import factorial

from kripke.change.actions.announcements import agent_group, unnoticed_events
from kripke.change.event import Event, EventModel
from kripke.data.errors import ModelError
from logic.clauses import Atom
from logic.errors import TooLarge, shorten
from logic.formula import Formula

Post = Mapping[str, Formula | str]
MAX_SHUFFLED = 7  # maximal number of shuffled variables: they have 5,040 permutations


def public_change(post: Post, when: str | Formula = "true") -> EventModel:
    """The event model in which facts change publicly: all agents see the change.

    `ModelError` if `post` is empty.

    Parameters
    ----------
    post : mapping
        For each atom that changes, a formula: the atom is true afterwards where the formula held before. All atoms
        change at once.
    when : Formula or str
        The precondition; all agents learn that it held.

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> m = KripkeModel.s5({"heads": {"h"}, "tails": set()},
    ...                    {"anne": [["heads", "tails"]], "bob": [["heads", "tails"]]}, actual="heads")
    >>> m.update(public_change({"h": "false"})).holds("C ~h")
    True
    """
    return EventModel({"change": _change(post, when)}, {}, others=[("change", "change")])


def private_change(post: Post, to: str | Iterable[str], when: str | Formula = "true") -> EventModel:
    """The event model in which facts change, a group sees this, and everybody else believes that nothing happened.

    `ModelError` if `to` or `post` is empty.

    Parameters
    ----------
    post : mapping
        For each atom that changes, a formula: the atom is true afterwards where the formula held before. All atoms
        change at once.
    to : str or iterable of str
        The agents who see the change.
    when : Formula or str
        The precondition.

    Examples
    --------
    Anne moves the marble while Sally is out; see H. Wimmer and J. Perner (1983), doi:10.1016/0010-0277(83)90004-5.

    >>> from whoknows import KripkeModel
    >>> room = KripkeModel.s5({"start": {"basket"}}, {"sally": [["start"]], "anne": [["start"]]}, actual="start")
    >>> moved = room.update(private_change({"basket": "false", "box": "true"}, to="anne"))
    >>> moved.holds("B_anne (box & B_sally basket)"), moved.holds("B_sally B_anne basket")
    (True, True)
    """
    return unnoticed_events({"change": _change(post, when)}, agent_group(to))


def _change(post: Post, when: str | Formula) -> Event:
    """The event with these changes of facts; `ModelError` if it changes nothing."""
    if not isinstance(post, Mapping) or not post:
        raise ModelError(f"post {shorten(repr(post))}: expected what changes, such as {{'q': 'true'}}")
    return Event(when, post)


def shuffling(variables: Iterable[str], values: Iterable[object], seen_by: str | Iterable[str] = ()) -> EventModel:
    """The event model that permutes the values of variables at random, as when cards are shuffled.

    Each permutation is an event that gives each variable the old value of one of the variables; the event ``unchanged``
    keeps all values.

    `ModelError` if there are no variables or no values, or one of them occurs twice. `TooLarge` if there are more than
    7 variables. An update raises `ModelError` if the model's vocabulary has a value of these variables that `values`
    lacks, since this value would not move.

    Parameters
    ----------
    variables : iterable of str
        The variables, such as the positions of the cards; at most 7.
    values : iterable
        Their possible values: the model's vocabulary has an atom ``variable=value`` for each pair.
    seen_by : str or iterable of str
        The agents who see the permutation; nobody else can distinguish any two permutations.

    Notes
    -----
    O(k! k v) for k variables and v values.

    Examples
    --------
    Bob knows where the ace is until the two cards are shuffled.

    >>> from whoknows import KripkeModel
    >>> table = KripkeModel.s5({"start": {"left=ace", "right=king"}}, {"bob": [["start"]]}, actual="start",
    ...                        atoms=["left=king", "right=ace"])
    >>> table.update(shuffling(["left", "right"], ["ace", "king"]), event="unchanged").holds("Kw_bob left=ace")
    False
    """
    places, contents = _names(variables, "variables"), _names(values, "values")
    if len(places) > MAX_SHUFFLED:
        raise TooLarge(
            f"{len(places)} variables have {factorial(len(places)):,} permutations; shuffle at most {MAX_SHUFFLED} "
            "at once"
        )
    events = {}
    for sources in permutations(places):
        moves = [(to, source) for to, source in zip(places, sources, strict=True) if to != source]
        post = {f"{to}={value}": Atom(f"{source}={value}") for to, source in moves for value in contents}
        events[" ".join(f"{to}←{source}" for to, source in moves) or "unchanged"] = Event(post=post)
    apart = [[name] for name in events]
    seeing = agent_group(seen_by, "seen_by", least=0) if seen_by else ()
    model = EventModel.s5(events, dict.fromkeys(seeing, apart), others=[list(events)])
    return EventModel.of(events, model.frame, None, model.others, dict.fromkeys(places, contents))


def _names(items: Iterable[object], what: str) -> list[str]:
    if isinstance(items, str) or not isinstance(items, Iterable):
        raise ModelError(f"{what} {shorten(repr(items))}: expected a list such as ['left', 'right']")
    names = list(map(str, items))
    if not names or len(set(names)) < len(names):
        raise ModelError(f"{what} {shorten(repr(names))}: expected at least one, without duplicates")
    return names
