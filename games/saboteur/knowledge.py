"""Knowledge at a moment of Saboteur: who is a saboteur, and where the gold is."""

from games.knowing.table import Table
from games.saboteur.observe import SHOWN
from games.saboteur.rules import SaboteurState
from kripke.symbolic.laws.constraints import Counting
from logic.clauses import Atom, Not
from logic.formula import Formula

GOLD = ("gold", (1, 2, 3))  # the variable for the goal with the gold


def role(name: str) -> str:
    """The atom for the fact that a player is a saboteur."""
    return f"saboteur({name})"


def table(state: SaboteurState) -> Table:
    """The `Table` of a state (what is commonly known): each player knows their role and the goals they looked at.

    The possible numbers of saboteurs, the goals that are face up and the roles that are revealed are public.
    """
    rules, now = state.rules, state.position
    saboteurs = rules.role_cards[1]  # in the card game one role card is left over and may be a saboteur's
    number = Counting(tuple(map(role, rules.names)), saboteurs - rules.is_official, saboteurs)
    actual: dict[str, object] = {role(name): dealt for name, dealt in zip(rules.names, now.roles, strict=False)}
    if now.faces:
        actual["gold"] = now.faces.index("gold") + 1
    looked = [tuple(f"gold={goal}" for goal in (1, 2, 3) if peeks >> goal - 1 & 1) for peeks in now.peeks]
    own = [(role(name),) if seat < len(now.roles) else () for seat, name in enumerate(rules.names)]
    observed = [(*mine, *seen) for mine, seen in zip(own, looked, strict=True)]
    public: list[Formula] = []  # goals that are reached, roles that are revealed
    for goal, place in enumerate(rules.plan.ends, 1):
        if not now.board.is_hidden(place):
            gold = Atom(f"gold={goal}")
            public.append(gold if now.faces[goal - 1] == "gold" else Not(gold))
    if now.phase in SHOWN:
        atoms = [Atom(role(name)) for name in rules.names]
        public += [atom if dealt else Not(atom) for atom, dealt in zip(atoms, now.roles, strict=True)]
    return Table(
        variables=(*((role(name), ()) for name in rules.names), GOLD),
        observes=tuple(zip(rules.names, observed, strict=True)),
        law=(number, *public),
        actual=actual,
    )
