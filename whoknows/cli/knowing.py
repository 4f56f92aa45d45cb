"""What one player knows at a table: lists, questions and a picture, of which nothing says more than she could know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any

from games.core.errors import GameError
from games.knowing.facts import common, known
from games.knowing.table import Model, Table, model
from kripke.data.errors import UnknownAction, UnknownAtom
from kripke.models.compare import contract
from kripke.models.kripke_model import KripkeModel
from logic.errors import TooLarge, did_you_mean, listing, shorten
from logic.formula import Atom, B, BAtLeast, Formula, K, Not, Top, conj
from logic.parser import parse
from viz import draw
from viz.mindclasses import one_word
from viz.minds import MOST, draw_mind
from viz.picture import Options
from viz.plots import FORMATS

READABLE = 1_000
"""Degrees with a smaller denominator are fractions, others decimals."""

HERE = "asked here"
"""The atom of the worlds where a formula holds, while worlds are made one."""

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
    believed : bool
        Whether she believes it; the same as to know it, where her model has no weights.
    share : Fraction
        Her degree of belief: the share of the possibilities that she holds open, unless these have weights.
    """

    formula: Formula
    settled: bool | None
    believed: bool
    share: Fraction

    def said(self) -> str:
        """What is to be said of her, after her name."""
        if self.settled is not None:
            return f"knows that {'it is so' if self.settled else 'it is not so'}: {self.formula}"
        share = self.share if self.share.denominator < READABLE else f"{float(self.share):.3f}"
        if self.believed:
            return f"believes, and does not know: {self.formula}, to the degree {share}"
        return f"cannot know: {self.formula}, likely to the degree {share}"


class Knower:
    """One player's knowledge at a moment of a game.

    Parameters
    ----------
    table : Table
        What is known there.
    name : str
        The player.
    mind : model, optional
        Her own model, in place of the table's.
    """

    def __init__(self, table: Table, name: str, mind: Model | None = None) -> None:
        self.table, self.name, self._mind = table, name, mind

    @cached_property
    def model(self) -> Model:
        """The model, seen from where she may be.

        Where values are missing, as those of dice in the air, that is a world that they may come to: nobody can tell
        these apart, so that all questions about what somebody knows have the same answer there.
        """
        if self._mind is not None:
            start = self._mind if self._mind.actual is not None else self._mind.at(first_world(self._mind, Top()))
            held: Any = start.possible(self.name)  # herself, as she does not a world that she only looks from
            inside: Any = (world for world in start.worlds if world in held) if isinstance(start, KripkeModel) else held
            return start.at(next(iter(inside)))
        made = model(self.table)
        return made if made.actual is not None else made.at(first_world(made, conj(actual_atoms(self.table))))

    def own(self) -> tuple[Formula, ...]:
        """What she knows of values, and of who knows these; by a model of her own, what she believes."""
        if self._mind is not None:
            atoms = self._mind.atoms  # that it has one value says that it has no other
            literals = [*map(Atom, atoms), *(Not(Atom(atom)) for atom in atoms if "=" not in atom)]
            return tuple(B(self.name, each) for each in literals if self.model.holds(B(self.name, each)))
        return known(self.model, self.name, self._variables()) if isinstance(self.model, KripkeModel) else ()

    def common(self) -> tuple[Formula, ...]:
        """What is common knowledge of values, and of who knows these; she alone does not say."""
        if self._mind is not None or not isinstance(self.model, KripkeModel):
            return ()
        return common(self.model, self._variables())

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
        asked = read_question(formula)
        self._require_about_mind(asked)
        share = self.model.degree(self.name, asked, alike=True)
        believed = self.model.holds(B(self.name, asked))
        settled = True if self.model.holds(K(self.name, asked)) else None
        return Answer(asked, False if self.model.holds(K(self.name, Not(asked))) else settled, believed, share)

    def _require_about_mind(self, asked: Formula) -> None:
        """Refuse atoms of the table that a mind of her own says nothing of, which may be about something else alone."""
        if self._mind is None:
            return
        values = {f"{name}={value}" for name, values in self.table.variables for value in values}
        other = sorted((values | {atom for atom, _ in self.table.defined}) & asked.atoms - set(self._mind.atoms))
        if other:
            more = " and the like" if len(self._mind.atoms) > 3 else ""
            raise UnknownAtom(
                f"no atom {shorten(repr(other[0]))} in the model that {self.name} keeps of her own, whose atoms are "
                f"{listing(self._mind.atoms[:3])}{more}; the table's model has it: ask without --as, such as "
                f"K_{self.name} {other[0]}"
            )

    def question(self, answer: Answer) -> Formula:
        """The formula about her that the answer is the answer to; what she believes says itself what it is about."""
        if self._mind is not None and answer.settled is not None and _is_of(answer.formula, self.name):
            return answer.formula
        if self._mind is not None and answer.settled is None:
            return B(self.name, answer.formula)
        return K(self.name, Not(answer.formula) if answer.settled is False else answer.formula)

    def draw(self, path: str | PathLike[str], about: Sequence[str] = (), note: str = "") -> Path:
        """Draw what she holds possible, and what others hold possible there; the actual world is not marked.

        Parameters
        ----------
        path : path
            The ending says the format.
        about : sequence of str
            Variables and atoms; worlds that do not differ in these, nor in what is known of them, are one. Worlds of a
            mind of her own have weights, and are not made one.
        note : str
            When this is, for a picture of her own model.

        Raises
        ------
        TooLarge
            If there are too many worlds.
        UnknownAtom
            If there is no such variable or atom.
        GameError
            If this is to be about something, and she has a mind of her own.
        """
        if self._mind is not None:
            if about:
                raise GameError(
                    f"{self.name} goes by a model of her own, whose worlds have weights: it is drawn whole; without "
                    "--as the table's model is drawn, about what you like"
                )
            return self._draw_mind(path, note)
        shown, marker = self.shown(about)
        return _drawn(shown, path, f"Possible for {self.name}", marker)

    def _draw_mind(self, path: str | PathLike[str], note: str) -> Path:
        """A ring of worlds for each player, or a table where they are many, where the format is that of a picture."""
        title, mind = f"The mind of {self.name}", self.model
        assert self._mind is not None
        if not isinstance(mind, KripkeModel):
            return Path(draw(self._mind, path, title=title))
        tabular = bool(one_word(mind)[1])
        if (len(mind) <= MOST or tabular) and Path(path).suffix.lower().lstrip(".") in FORMATS:
            return Path(draw_mind(mind, self.name, path, title=title, note=note))
        if len(mind) > DRAWN:
            formats = listing([f".{each}" for each in FORMATS])
            asked = "ask formulas instead, such as the literals that are listed without one"
            way = f"as {formats} it is a table" if tabular else asked
            raise TooLarge(f"the model of {self.name} has {len(mind):,} worlds, and at most {DRAWN} can be read: {way}")
        return Path(draw(self._mind, path, title=title))

    def shown(self, about: Sequence[str] = ()) -> tuple[KripkeModel, Atom]:
        """The model that `draw` draws, and the atom of the worlds that she holds possible. Errors as there."""
        found, names = self._picture(about)
        marker = Atom(f"possible for {self.name}")
        return _marked(found, names, marker, frozenset(found.possible(self.name))), marker

    def draw_table(self, path: str | PathLike[str], about: Sequence[str] = (), asked: Formula | None = None) -> Path:
        """Draw the model as who sees everything has it: the actual world marked, the worlds of a formula filled."""
        marker = None if asked is None else Atom(shorten(str(asked), 60))
        where = frozenset() if asked is None else frozenset(self.model.extension(asked))
        found, names = self._picture(about, where)
        actual = names[found.actual] if model(self.table).actual is not None else None
        true = frozenset(world for world, marks in _valuation(found) if HERE in marks)
        shown = _marked(found, names, marker, true)
        return _drawn(shown if actual is None else shown.at(actual), path, "What is known at the table", marker)

    def _picture(self, about: Sequence[str], where: frozenset[Any] = frozenset()) -> tuple[KripkeModel, dict[Any, str]]:
        """A model that can be read, with names for its worlds; `HERE` is true in these worlds."""
        full, atoms = self._reached(where), self._atoms(about)
        if len(full) <= DRAWN and not about:
            return full, {world: str(world) for world in full.worlds}
        smaller = contract(_with_atoms(full, [*atoms, HERE]))
        if len(smaller) > DRAWN:
            raise TooLarge(
                f"{len(smaller):,} worlds would be drawn, and at most {DRAWN} can be read: say what about, "
                f"such as {listing([*self.focus()[:1], self.table.variables[0][0]])}"
            )
        return smaller, _names(smaller, atoms)

    def _atoms(self, about: Sequence[str]) -> list[str]:
        values = {name: [f"{name}={value}" for value in values] or [name] for name, values in self.table.variables}
        known_atoms = {atom for atoms in values.values() for atom in atoms} | {atom for atom, _ in self.table.defined}
        for each in about:
            if each not in values and each not in known_atoms:
                raise UnknownAtom(
                    f"no variable or atom {shorten(repr(each))}{did_you_mean(each, [*values, *self.focus()])}"
                )
        return [atom for each in about or self.focus() for atom in values.get(each, [each])]

    def _reached(self, where: frozenset[Any]) -> KripkeModel:
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
        marked = [(world, true | {HERE} if world in where else true) for world, true in _valuation(here)]
        worlds = {world: true for world, true in marked if world in reached}
        classes = {agent: [c for c in _partition(here, agent) if c[0] in reached] for agent in here.agents}
        return KripkeModel.s5(worlds, classes, actual=here.actual, atoms=[*here.atoms, HERE])


def read_question(text: str | Formula) -> Formula:
    """The formula of a question; `UnknownAction` where it has an action in it, which nobody can give here."""
    asked = parse(text)
    if asked.actions:
        action = min(asked.actions)
        raise UnknownAction(
            f"[@{shorten(action)}]: no actions are given to questions about a game; ask about announcements, such as "
            "[p] K_a q, or of a model in a file: whoknows check MODEL FORMULA --action FILE"
        )
    return asked


def actual_atoms(table: Table) -> list[Formula]:
    """The values of a table as formulas."""
    values = dict(table.variables)
    found: list[Formula] = []
    for name, value in table.actual.items():
        atom = Atom(f"{name}={value}" if values[name] else name)
        found.append(atom if values[name] or value else Not(atom))
    return found


def first_world(found: Model, formula: Formula) -> Any:
    """The first world where the formula holds: the same one each time."""
    if isinstance(found, KripkeModel):
        return found.worlds[int(found.check(formula, found.worlds[0]).where.column.argmax())]
    return next(iter(found.extension(formula)))


def _is_of(formula: Formula, name: str) -> bool:
    """Whether it says what she knows or believes, or does not."""
    inner = formula.sub if isinstance(formula, Not) else formula
    return isinstance(inner, (B, BAtLeast, K)) and inner.agent == name


def _drawn(shown: KripkeModel, path: str | PathLike[str], title: str, marker: Atom | None) -> Path:
    if marker is None:
        return Path(draw(shown, path, title=title, atoms="none", names=True))
    return Path(draw(shown, path, title=title, highlight=marker, atoms="none", names=True))


def _marked(found: KripkeModel, names: Mapping[Any, str], marker: Atom | None, where: frozenset[Any]) -> KripkeModel:
    """The model with these names, and with one atom at most."""
    marks: frozenset[str] = frozenset([] if marker is None else [marker.name])
    true = {names[world]: marks if world in where else frozenset() for world in found.worlds}
    classes = {agent: [[names[world] for world in cell] for cell in _partition(found, agent)] for agent in found.agents}
    return KripkeModel.s5(true, classes, atoms=marks)


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
