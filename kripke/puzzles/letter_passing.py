"""Letter passing: a letter goes from hand to hand, and only the holder learns the addressee."""

from collections.abc import Sequence
from itertools import pairwise

from kripke.change.event import Event, EventModel
from kripke.models.kripke_model import KripkeModel
from kripke.puzzles.story import Script, Story, one_of, people, whole_number
from kripke.symbolic.choice import Engine
from logic.clauses import ActDual, Atom, K
from logic.errors import listing
from logic.formula import Formula

STATEMENT = """\
Anne has a letter, and nobody else knows for whom it is. She can pass it on to Bill only, Bill to Anne or Cath, and so
on along the row. Everybody sees who has the letter. Whoever gets it reads on the envelope for whom it is, and the
others do not. Nobody has agreed on anything. Can each of them see for himself what to do, so that it arrives?"""

SOURCE = (
    "T. Engesser, T. Bolander, R. Mattmüller, B. Nebel: Cooperative epistemic multi-agent planning for implicit "
    "coordination. M4M 2017, doi:10.4204/EPTCS.243.6"
)


def letter_passing(n: int = 3, to: str | None = None, engine: Engine = "auto") -> Story:
    """Return the story of a letter that 3 to 12 people in a row pass on; its answer is who knows the addressee.

    The first person has the letter at the beginning. With only two people, both would know the addressee.

    `to`: the addressee, who is not the first person; None: the last person.
    """
    row = people(whole_number(n, "n", 3, 12))
    addressee = row[-1] if to is None else one_of(to, row[1:], "to")
    way = row[: row.index(addressee) + 1]
    start = beginning(row).at(f"for {addressee}")
    script = Script(f"{row[0].title()} has a letter; nobody else knows for whom.", start, engine)

    # "Can each of them see for himself what to do, so that it arrives?"
    passes = {f"{one}_to_{other}": passing(one, other, row) for one, other in pairwise(way)}
    script.find(f"{row[0].title()} knows that each who gets it will know that passing it on can make it arrive.",
                plan(way), passes)  # fmt: skip

    for one, other in pairwise(way):
        script.act(f"{one.title()} passes the letter to {other.title()}.", passes[f"{one}_to_{other}"])
        script.find(f"{other.title()} knows for whom it is.", K(other, Atom(f"for={addressee}")))
    script.find(f"The letter has arrived, and {addressee.title()} knows it.", arrived(addressee))
    knowing = tuple(p for p in row if script.model.holds(K(p, Atom(f"for={addressee}"))))
    conclusion = f"It arrives; {listing(map(str.title, knowing), 'and')} know for whom it was."
    return script.story("Letter passing", STATEMENT, SOURCE, knowing, conclusion)


def beginning(row: Sequence[str]) -> KripkeModel:
    """Return the initial model: the first person has the letter, and only they know the addressee."""
    # "Anne has a letter, and nobody else knows for whom it is."
    first, *others = row
    worlds = {f"for {name}": {f"at={first}", f"for={name}"} for name in others}
    sees = {first: [[world] for world in worlds]} | {name: [list(worlds)] for name in others}
    return KripkeModel.s5(worlds, sees, atoms=[f"at={name}" for name in row])


def passing(one: str, other: str, row: Sequence[str]) -> EventModel:
    """Return the event model of passing the letter to a person, who reads the address; others only see who has it."""
    # "Everybody sees who has the letter."
    moves = {f"at={one}": "false", f"at={other}": "true"}

    # "Whoever gets it reads on the envelope for whom it is, and the others do not."
    events = {f"for {name}": Event(Atom(f"at={one}") & Atom(f"for={name}"), moves) for name in row[1:]}
    return EventModel.s5(events, {other: [[name] for name in events]}, others=[list(events)])


def plan(way: Sequence[str]) -> Formula:
    """Return ``K_a <@a_to_b> K_b ...``: each person on the `way` who gets the letter knows that it can arrive."""
    formula = arrived(way[-1])
    for one, other in reversed(list(pairwise(way))):
        formula = K(one, ActDual(f"{one}_to_{other}", formula))
    return formula


def arrived(name: str) -> Formula:
    """Return the formula which says that the person knows that they have the letter and are the addressee."""
    return K(name, Atom(f"at={name}") & Atom(f"for={name}"))
