"""The part of a table's model that one player's knowledge reaches, small enough to draw, and the onlooker's view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from games.core.errors import GameError
from games.knowing.knower import Knower, actual_atoms, first_world
from games.knowing.table import Table, model
from kripke.data.errors import UnknownAtom
from kripke.models.functions import contract
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Model, Verdict
from logic.clauses import Atom, Top, conj
from logic.errors import TooLarge, did_you_mean, listing, shorten
from logic.exact import plural
from logic.formula import Formula

REACHED = 4_096
"""The largest number of worlds that are looked at for a picture: above it, a picture takes seconds."""
COUNTED = 2**18
"""Nodes of diagrams for a count of worlds: at this size it ends within 0.3 s (measured on games of Cheat)."""
_HERE = "asked here"
"""The atom of the worlds where the asked formula holds, while alike worlds are merged."""


class Excerpt(NamedTuple):
    """A small model with readable names of worlds.

    Attributes
    ----------
    model : KripkeModel
        Its worlds are named by what is true there; its atoms are what is shown of the table, and the marker.
    marker : Atom or None
        True where the player may be, or where the asked formula holds.
    """

    model: KripkeModel
    marker: Atom | None


def seen_by(knower: Knower, about: Sequence[str] = (), *, most: int) -> Excerpt:
    """The worlds that the player considers possible, and those that others consider possible there; no actual world.

    Parameters
    ----------
    about : sequence of str
        Variables and atoms; worlds that differ neither in these nor in what is known of them are merged.

    Raises
    ------
    TooLarge
        If there are more worlds.
    UnknownAtom
        If there is no such variable or atom.
    """
    found, names = _readable(knower, about, most)
    marker = Atom(f"possible for {knower.name}")
    return Excerpt(_marked(found, names, marker, found.possible(knower.name, limit=None)), marker)


def seen_by_all(knower: Knower, about: Sequence[str] = (), asked: Formula | None = None, *, most: int) -> Excerpt:
    """The same from outside: with the actual world, and the worlds where a formula holds.

    Parameters
    ----------
    most : int
        The largest number of worlds; errors as in `seen_by`.
    """
    marker = None if asked is None else Atom(shorten(str(asked), 60))
    found, names = _readable(knower, about, most, asked)
    true = frozenset(world for world, marks in _valuation(found) if _HERE in marks)
    shown = _marked(found, names, marker, true)
    is_decided = model(knower.table).actual is not None
    return Excerpt(shown.at(names[found.actual]) if is_decided else shown, marker)


def _readable(
    knower: Knower, about: Sequence[str], most: int, asked: Formula | None = None
) -> tuple[KripkeModel, dict[Any, str]]:
    """A model that is small enough, with names for its worlds; `_HERE` is true where the formula holds."""
    atoms = _atoms(knower, about)
    full = _reached(knower, asked)
    has_short_names = isinstance(knower.model, KripkeModel)  # states of diagrams are named by all true atoms
    if len(full) <= most and not about and has_short_names:
        return full, {world: str(world) for world in full.worlds}
    smaller = contract(_with_atoms(full, [*atoms, _HERE]))
    if len(smaller) > most:
        raise TooLarge(
            f"{len(smaller):,} worlds would be drawn, and at most {most} can be read: say what about, "
            f"such as {listing([*knower.focus()[:1], knower.table.variables[0][0]])}"
        )
    return smaller, _names(smaller, atoms)


def _atoms(knower: Knower, about: Sequence[str]) -> list[str]:
    table = knower.table
    values = {name: [f"{name}={value}" for value in values] or [name] for name, values in table.variables}
    known_atoms = {atom for atoms in values.values() for atom in atoms} | {atom for atom, _ in table.defined}
    for each in about:
        if each not in values and each not in known_atoms:
            way_out = did_you_mean(each, [*values, *knower.focus()])
            raise UnknownAtom(f"no variable or atom {shorten(repr(each))}{way_out}")
    return [atom for each in about or knower.focus() for atom in values.get(each, [each])]


def _reached(knower: Knower, asked: Formula | None) -> KripkeModel:
    """The worlds that can be reached from the player's along the relations of all players."""
    here = _listed(knower.model)
    where = frozenset() if asked is None else here.extension(asked, limit=None)
    reached, fresh = {here.actual}, [here.actual]
    while fresh:
        world = fresh.pop()
        new = {other for agent in here.agents for other in here.possible(agent, world, limit=None)} - reached
        reached |= new
        fresh += new
        if len(reached) > REACHED:
            raise TooLarge(f"more than {REACHED:,} worlds would have to be looked at: ask formulas instead")
    marked = [(world, true | {_HERE} if world in where else true) for world, true in _valuation(here)]
    worlds = {world: true for world, true in marked if world in reached}
    classes = {agent: [c for c in _partition(here, agent) if c[0] in reached] for agent in here.agents}
    return KripkeModel.s5(worlds, classes, actual=here.actual, atoms=[*here.atoms, _HERE])


def _listed(found: Model) -> KripkeModel:
    """The model with listed worlds; `TooLarge` at once for diagrams of more than `REACHED` states."""
    if isinstance(found, KripkeModel):
        return found
    from kripke.models.symbolic_model import SymbolicModel  # loads decision diagrams

    number = found.count_within(Top(), COUNTED) if isinstance(found, SymbolicModel) else found.count()
    if number is None or number > REACHED:
        raise TooLarge("this table has too many worlds for a picture: ask formulas instead")
    return KripkeModel.of(found.to_structure(REACHED))


def _marked(found: KripkeModel, names: Mapping[Any, str], marker: Atom | None, where: frozenset[Any]) -> KripkeModel:
    """The model with these names, its atoms and the marker."""
    marks = [] if marker is None else [marker.name]
    true = {names[world]: atoms - {_HERE} | {*marks * (world in where)} for world, atoms in _valuation(found)}
    classes = {agent: [[names[world] for world in cell] for cell in _partition(found, agent)] for agent in found.agents}
    atoms = dict.fromkeys(atom for atom in (*found.atoms, *marks) if atom != _HERE)
    return KripkeModel.s5(true, classes, atoms=list(atoms))


def _valuation(found: KripkeModel) -> list[tuple[Any, set[str]]]:
    columns = {atom: found.structure.valuation[atom].column for atom in found.atoms}
    return [(world, {atom for atom, where in columns.items() if where[i]}) for i, world in enumerate(found.worlds)]


def _partition(found: KripkeModel, agent: str) -> list[list[Any]]:
    rest, classes = dict.fromkeys(found.worlds), []
    while rest:
        cell = found.possible(agent, next(iter(rest)), limit=None)
        classes.append([world for world in rest if world in cell])
        rest = {world: None for world in rest if world not in cell}
    return classes


def _with_atoms(found: KripkeModel, atoms: Sequence[str]) -> KripkeModel:
    true = {world: marks.intersection(atoms) for world, marks in _valuation(found)}
    classes = {agent: _partition(found, agent) for agent in found.agents}
    return KripkeModel.s5(true, classes, actual=found.actual, atoms=atoms)


def _names(found: KripkeModel, atoms: Sequence[str]) -> dict[Any, str]:
    """The worlds by the atoms that are true there, with primes where they differ in knowledge alone."""
    names: dict[Any, str] = {}
    for world, marks in _valuation(found):
        text = ", ".join(atom for atom in atoms if atom in marks) or ", ".join(f"~{atom}" for atom in atoms)
        while text in names.values():
            text += "′"
        names[world] = text
    return names


class Onlooker:
    """The answers of who sees everything."""

    def __init__(self, table: Table, moment: str) -> None:
        self.table, self.moment = table, moment

    @cached_property
    def model(self) -> Model:
        """The table's model."""
        return model(self.table)

    @property
    def missing(self) -> list[str]:
        """The variables without a value yet, such as dice in the air."""
        return [name for name, _ in self.table.variables if name not in self.table.actual]

    def check(self, question: Formula) -> Verdict:
        """Whether it is true; where values are missing, whether it is true whatever they come to.

        Raises
        ------
        GameError
            If that depends on the values that are missing.
        """
        if not self.missing:
            return self.model.check(question)
        fixed = conj(actual_atoms(self.table))
        there, true = self.model.count(fixed), self.model.count(fixed & question)
        if 0 < true < there:
            raise GameError(
                f"{self.moment}: {listing(self.missing, 'and')} {'has' if len(self.missing) == 1 else 'have'} no value "
                f"yet, and {question} depends on that: it is true in {true:,} of {plural(there, 'possible case')}; "
                "ask at the next move, or ask what somebody knows"
            )
        return self.model.at(first_world(self.model, fixed)).check(question)

    def counts(self, question: Formula) -> tuple[int | None, int | None]:
        """The number of worlds where it is true, and of all worlds; None for a count that takes long."""
        from kripke.models.symbolic_model import SymbolicModel  # loads decision diagrams

        if isinstance(self.model, SymbolicModel):
            return self.model.count_within(question, COUNTED), self.model.count_within(Top(), COUNTED)
        return self.model.count(question), self.model.count()
