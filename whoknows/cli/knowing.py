"""What one player knows at a table: lists, questions and a picture, of which nothing says more than she could know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any

from games.base import Game, State
from games.facts import common, known
from games.knowledge import Model, Table, model
from kripke.compare import contract
from kripke.errors import UnknownAtom
from kripke.model import KripkeModel
from logic.errors import TooLarge, did_you_mean, listing, shorten
from logic.formula import Atom, Formula, K, Not, conj
from logic.parser import parse
from viz import draw
from viz.picture import Options

REACHED, DRAWN = 4_096, Options().max_worlds
"""So many worlds are looked at for a picture, and so many are drawn."""


@dataclass(frozen=True)
class Answer:
    """What a player can say of a formula.

    Parameters
    ----------
    formula : Formula
    settled : bool or None
        Whether it is true, None where her information leaves that open.
    share : Fraction
        In what share of the possibilities that she holds open it is true.
    """

    formula: Formula
    settled: bool | None
    share: Fraction


class Knower:
    """One player's knowledge at a moment of a game.

    Parameters
    ----------
    game : Game
    state : State
    name : str
        The player.
    """

    def __init__(self, game: Game, state: State, name: str) -> None:
        self.name = name
        self.table: Table = game.table(state)

    @cached_property
    def model(self) -> Model:
        """The table's model at a world that has the actual values.

        Where dice are in the air it is one of the worlds that they may come to: nobody can tell these apart, so that
        all questions about what somebody knows have the same answer there.
        """
        made = model(self.table)
        return made if made.actual is not None else made.at(next(iter(worlds_agreeing(made, self.table))))

    def own(self) -> tuple[Formula, ...]:
        """What she knows of values, and of who knows these."""
        return known(self.model, self.name, self._variables()) if isinstance(self.model, KripkeModel) else ()

    def common(self) -> tuple[Formula, ...]:
        """What is common knowledge of values, and of who knows these."""
        return common(self.model, self._variables()) if isinstance(self.model, KripkeModel) else ()

    def _variables(self) -> list[str]:
        return [name for name, _ in self.table.variables]

    def possibilities(self) -> int:
        """How many ways the table may be, as far as she can tell."""
        held: Any = self.model.possible(self.name)
        return len(held) if isinstance(self.model, KripkeModel) else int(held.count())

    def open_questions(self) -> list[Answer]:
        """The atoms in plain words that her information leaves open, such as whether the bid is a bluff."""
        answers = [self.ask(atom) for atom in self.focus()]
        return [answer for answer in answers if answer.settled is None]

    def focus(self) -> list[str]:
        """The atoms that are defined for people to ask about: those that are no values of a variable."""
        return [atom for atom, _ in self.table.defined if "=" not in atom]

    def ask(self, formula: str | Formula) -> Answer:
        """Whether she knows it, knows that it is not so, or how likely it is for her. Errors as in `KripkeModel`."""
        asked = parse(formula)
        share = self.model.degree(self.name, asked)
        settled = True if self.model.holds(K(self.name, asked)) else None
        return Answer(asked, False if self.model.holds(K(self.name, Not(asked))) else settled, share)

    def draw(self, path: str | PathLike[str], about: Sequence[str] = ()) -> Path:
        """Draw what she holds possible, and what others hold possible there; the actual world is not marked.

        Parameters
        ----------
        path : path
            The ending says the format.
        about : sequence of str
            Variables and atoms; worlds that do not differ in these, nor in what is known of them, are one.

        Raises
        ------
        TooLarge
            If there are too many worlds.
        UnknownAtom
            If there is no such variable or atom.
        """
        shown, marker = self.picture(about)
        title = f"Possible for {self.name}"
        return Path(draw(shown, path, title=title, highlight=marker, atoms="none", names=True))

    def picture(self, about: Sequence[str] = ()) -> tuple[KripkeModel, Atom]:
        """What `draw` draws, a model without an actual world, and the atom of the worlds that she holds possible."""
        full = self._reached()
        if len(full) <= DRAWN and not about:
            return self._marked(full, {world: str(world) for world in full.worlds})
        atoms = self._atoms(about)
        smaller = contract(_with_atoms(full, atoms))
        if len(smaller) > DRAWN:
            raise TooLarge(
                f"{len(smaller):,} worlds would be drawn, and at most {DRAWN} can be read: say what about, "
                f"such as {listing([*self.focus()[:1], self.table.variables[0][0]])}"
            )
        return self._marked(smaller, _names(smaller, atoms))

    def _marked(self, found: KripkeModel, names: Mapping[Any, str]) -> tuple[KripkeModel, Atom]:
        marker, held = Atom(f"possible for {self.name}"), found.possible(self.name)
        true = {names[world]: {marker.name} if world in held else set() for world in found.worlds}
        classes = {
            agent: [[names[world] for world in cell] for cell in _partition(found, agent)] for agent in found.agents
        }
        return KripkeModel.s5(true, classes), marker

    def _atoms(self, about: Sequence[str]) -> list[str]:
        values = {name: [f"{name}={value}" for value in values] or [name] for name, values in self.table.variables}
        known_atoms = {atom for atoms in values.values() for atom in atoms} | {atom for atom, _ in self.table.defined}
        for each in about:
            if each not in values and each not in known_atoms:
                raise UnknownAtom(
                    f"no variable or atom {shorten(repr(each))}{did_you_mean(each, [*values, *self.focus()])}"
                )
        return [atom for each in about or self.focus() for atom in values.get(each, [each])]

    def _reached(self) -> KripkeModel:
        """The worlds that she holds possible, and from there all that somebody may hold possible, and so on."""
        here = self.model
        if not isinstance(here, KripkeModel):
            raise TooLarge("this table has too many worlds for a picture: ask formulas instead")
        reached, fresh = {here.actual}, [here.actual]
        while fresh:
            world = fresh.pop()
            new = {other for agent in here.agents for other in here.possible(agent, world)} - reached
            reached |= new
            fresh += new
            if len(reached) > REACHED:
                raise TooLarge(f"more than {REACHED:,} worlds would have to be looked at: ask formulas instead")
        worlds = {world: true for world, true in _valuation(here) if world in reached}
        classes = {agent: [c for c in _partition(here, agent) if c[0] in reached] for agent in here.agents}
        return KripkeModel.s5(worlds, classes, actual=here.actual)


def worlds_agreeing(found: Model, table: Table) -> Iterable[Any]:
    """The worlds with the table's actual values, of which some may be missing."""
    atoms = [f"{name}={value}" if value is not True else name for name, value in table.actual.items()]
    return found.extension(conj([Atom(atom) for atom in atoms]))


def _valuation(found: KripkeModel) -> list[tuple[Any, set[str]]]:
    columns = {atom: found.structure.valuation[atom].column for atom in found.atoms}
    return [(world, {atom for atom, where in columns.items() if where[i]}) for i, world in enumerate(found.worlds)]


def _partition(found: KripkeModel, agent: str) -> list[list[Any]]:
    rest, classes = dict.fromkeys(found.worlds), []
    while rest:
        cell = found.possible(agent, next(iter(rest)))
        classes.append([world for world in rest if world in cell])
        rest = {world: None for world in rest if world not in cell}
    return classes


def _with_atoms(found: KripkeModel, atoms: Sequence[str]) -> KripkeModel:
    true = {world: marks.intersection(atoms) for world, marks in _valuation(found)}
    return KripkeModel.s5(true, {agent: _partition(found, agent) for agent in found.agents}, actual=found.actual)


def _names(found: KripkeModel, atoms: Sequence[str]) -> dict[Any, str]:
    """The worlds by the atoms that are true there, and told apart where they differ in knowledge alone."""
    names: dict[Any, str] = {}
    for world, marks in _valuation(found):
        text = ", ".join(atom for atom in atoms if atom in marks) or ", ".join(f"~{atom}" for atom in atoms)
        while text in names.values():
            text += "′"
        names[world] = text
    return names
