"""Knowledge at a table of Saboteur: who is a saboteur, and where the gold is."""

from __future__ import annotations

from functools import cache

from games.knowing.table import Table
from games.saboteur.observe import SHOWN
from games.saboteur.rules import Saboteur, SaboteurState
from logic.clauses import Atom, Bottom, Not, Top
from logic.formula import Formula

GOLD = ("gold", (1, 2, 3))
"""The variable for the goal with the gold."""


def role(name: str) -> str:
    """The atom that says a player is a saboteur."""
    return f"saboteur({name})"


def table(state: SaboteurState) -> Table:
    """The table of this moment, as the engine needs it.

    Each player knows their own role and whether the gold is where they looked. The number of role cards, what lies face
    up, and the roles after a round are public.
    """
    rules, now = state.rules, state.position
    actual: dict[str, object] = {role(name): dealt for name, dealt in zip(rules.names, now.roles, strict=False)}
    if now.faces:
        actual["gold"] = now.faces.index("gold") + 1
    return Table(
        variables=(*((role(name), ()) for name in rules.names), GOLD),
        observes=tuple((name, _observed(state, seat)) for seat, name in enumerate(rules.names)),
        law=(_role_law(rules), *_face_up(state)),
        actual=actual,
    )


@cache
def _role_law(rules: Saboteur) -> Formula:
    """The possible numbers of saboteurs; in the card game one role card is left over and may be a saboteur's."""
    _, saboteurs = rules.role_cards
    return _counts(tuple(Atom(role(name)) for name in rules.names), saboteurs - rules.is_official, saboteurs)


@cache
def _counts(atoms: tuple[Formula, ...], least: int, most: int) -> Formula:
    """At least `least` and at most `most` atoms are true: O(n k) nodes for n atoms, k = most; parts are shared."""
    if least <= 0 and most >= len(atoms):
        return Top()
    if most < 0 or least > len(atoms):
        return Bottom()
    first, rest = atoms[0], atoms[1:]
    return (first & _counts(rest, least - 1, most - 1)) | (Not(first) & _counts(rest, least, most))


def _observed(state: SaboteurState, seat: int) -> tuple[str, ...]:
    now = state.position
    own = (role(state.rules.names[seat]),) if seat < len(now.roles) else ()
    return (*own, *(f"gold={goal}" for goal in (1, 2, 3) if now.peeks[seat] >> goal - 1 & 1))


def _face_up(state: SaboteurState) -> list[Formula]:
    """The public facts: goals that are reached, roles that are revealed."""
    rules, now = state.rules, state.position
    found: list[Formula] = []
    for goal, place in enumerate(rules.plan.ends, 1):
        if not now.board.is_hidden(place):
            gold = Atom(f"gold={goal}")
            found.append(gold if now.faces[goal - 1] == "gold" else Not(gold))
    if now.phase in SHOWN:
        atoms = [Atom(role(name)) for name in rules.names]
        found += [atom if dealt else Not(atom) for atom, dealt in zip(atoms, now.roles, strict=True)]
    return found
