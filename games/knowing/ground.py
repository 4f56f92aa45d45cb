"""The worlds of a `Table`: the combinations of values that its state law allows, regardless of what players know.

A `Ground` is reused from state to state of a game: the players' knowledge changes with almost every move, but the
worlds seldom do.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from math import prod
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from games.core.errors import GameError
from kripke.checking import explicit
from kripke.checking.build import atom_name
from kripke.checking.constraint import Question, formula_of
from kripke.checking.observations import evaluate, require_boolean
from kripke.data.frozen import Frozen
from kripke.data.lazy import np
from kripke.data.listing import require_listable
from kripke.data.relation import Column, Indices, Relation, WorldSet, column_to_mask
from kripke.data.structure import Structure
from kripke.data.worlds import SMALL, World, Worlds
from logic.clauses import Atom
from logic.errors import did_you_mean, listing, shorten
from logic.formula import Formula
from logic.parser import parse

if TYPE_CHECKING:
    from kripke.symbolic.laws.constraints import DiagramConstraint

Variables: TypeAlias = tuple[tuple[str, tuple[Any, ...]], ...]
Law: TypeAlias = "str | Formula | DiagramConstraint | tuple[str | Formula | DiagramConstraint, ...]"
Defined: TypeAlias = tuple[tuple[str, Question], ...]
Digits: TypeAlias = tuple[int, ...]  # for each variable the number of its value; 0 or 1 for an atom

LISTED = 2**16  # largest number of listed combinations: of all or, if there are more, of those that satisfy the law
ANSWERED = 2**24  # largest total number of worlds, one byte each, in all cached answers to formulas
DOT = "·"


Memory = TypeVar("Memory", bound=dict[Any, Any])

REMEMBERED = 4_096


def bounded(memory: Memory, size: int | None = None) -> Memory:
    """Return the cache `memory`, emptied in place if it is full; all its entries can be recomputed."""
    if len(memory) >= (REMEMBERED if size is None else max(size, 1)):
        memory.clear()
    return memory


class Classes:
    """The classes of an equivalence relation as arrays.

    `number` is the number of each world's class, and `order` lists the worlds by class. By class, `start` is the first
    index in `order`, and `size` is the number of worlds.
    """

    def __init__(self, relation: Relation) -> None:
        labels = relation.labels
        self.relation = relation
        self.order: Indices = np.argsort(labels, kind="stable")
        self.start: Indices = np.flatnonzero(np.diff(labels[self.order], prepend=-1))
        self.size: Indices = np.diff(self.start, append=len(labels))
        self.number: Indices = np.empty(len(labels), dtype=np.intp)
        self.number[self.order] = np.repeat(np.arange(len(self.start)), self.size)
        self._counts: dict[Hashable, tuple[list[WorldSet], Indices]] = {}

    def members(self, position: int) -> Indices:
        """The indices of the worlds in the class of the world at this index, ascending."""
        number = self.number[position]
        return self.order[self.start[number] : self.start[number] + self.size[number]]

    def counts(self, name: Hashable, sets: list[WorldSet]) -> Indices:
        """The number of worlds of each class (rows) in each set (columns), cached by `name`.

        O(n m) for n worlds and m sets.
        """
        known, counts = self._counts.get(name, ((), None))
        if counts is None or any(one is not other for one, other in zip(known, sets, strict=True)):
            columns = np.array([each.column[self.order] for each in sets], dtype=np.int64)
            counts = np.add.reduceat(columns.reshape(len(sets), len(self.order)), self.start, axis=1).T
            counts.flags.writeable = False
            bounded(self._counts)[name] = sets, counts
        return counts


class Combinations(Worlds):
    """Worlds named by their values (``6·4·2``) or, with atoms, by their true atoms (``saboteur(ann)·gold=2``).

    Names are built on access.
    """

    __slots__ = ("ground",)

    def __init__(self, ground: Ground) -> None:
        self.ground = ground

    def __len__(self) -> int:
        return self.ground.size

    def name(self, position: int) -> World:  # noqa: D102
        choices = zip(self.ground.shown, self.ground.digits, strict=True)
        shown = [text for values, digits in choices if (text := values[digits[position]]) is not None]
        return DOT.join(shown or [false for false, _ in self.ground.texts.values()])

    def find(self, world: Any) -> int | None:  # noqa: D102
        return self.ground.named.get(world) if isinstance(world, str) else None


class Ground:
    """The worlds of some variables under a state law: the combinations of their values that satisfy it.

    Raises `GameError` if a variable or value occurs twice, or no combination satisfies the law (`ModelError` if
    decision diagrams find this, as for a law with constraints); `TooLarge` if more than `LISTED` combinations satisfy
    the law.

    O(k n) for k atoms and n combinations; answers to questions about the worlds are cached.

    Parameters
    ----------
    variables : tuple of (name, values)
        Typed variables with atoms ``name=value``; a name with values ``()`` is an atom itself.
    law : formula, constraint, or tuple of these
        The state law, as in `games.knowing.table.Table`.
    """

    def __init__(self, variables: Variables, law: Law = "true") -> None:
        self.variables, self.law = variables, law
        self.texts = texts_of(variables)
        self.numbers = {name: {text: i for i, text in enumerate(texts)} for name, texts in self.texts.items()}
        self.digits = _listed(variables, law)
        self.size = len(self.digits[0])
        self.worlds = Combinations(self)
        self.atoms = {atom: world_set(column) for atom, column in _columns(variables, self.digits).items()}
        self._where: dict[Formula, tuple[dict[str, WorldSet], WorldSet]] = {}
        self._valuations: dict[Defined, Frozen[WorldSet]] = {(): Frozen(self.atoms)}
        self._relations: dict[frozenset[str | int], Relation] = {}
        self._classes: dict[int, Classes] = {}
        self._answers: dict[tuple[Any, ...], tuple[list[Any], WorldSet]] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return Ground, (self.variables, self.law)

    @cached_property
    def shown(self) -> tuple[tuple[str | None, ...], ...]:
        """For each variable, its values as they are written in the names of worlds; None for a false atom."""
        if all(values for _, values in self.variables):
            return tuple(self.texts.values())
        return tuple(
            tuple(f"{name}={text}" for text in texts) if values else (None, name)
            for (name, values), texts in zip(self.variables, self.texts.values(), strict=True)
        )

    @cached_property
    def named(self) -> dict[World, int]:
        """The index of each world, by name."""
        return {self.worlds.name(position): position for position in range(self.size)}

    @cached_property
    def places(self) -> dict[Digits, int]:
        """Map the digits of each world to its index; a digit is the index of a variable's value."""
        return {digits: place for place, digits in enumerate(zip(*[d.tolist() for d in self.digits], strict=True))}

    def position(self, actual: Mapping[str, Any]) -> int | None:
        """The index of the world with these values; None if a variable has no value.

        Raises `GameError` if the values violate the law or are not values of the variables.
        """
        digits = {name: self.digit(name, value) for name, value in actual.items()}
        if len(digits) < len(self.texts):
            return None
        place = self.places.get(tuple([digits[name] for name in self.texts]))
        if place is None:
            shown = listing([f"{name}={value}" for name, value in actual.items()], "and")
            raise GameError(f"actual {shorten(shown)}: these values do not satisfy the law of the table")
        return place

    def digit(self, name: str, value: Any) -> int:
        """The index of a value among those of its variable (0 or 1 for an atom); `GameError` if either is unknown."""
        texts = self.texts.get(name)
        if texts is None:
            raise GameError(f"no variable {shorten(repr(name))} at the table{did_you_mean(name, list(self.texts))}")
        if texts[0] == "~" + name:
            return int(bool(value))
        number = self.numbers[name].get(str(value))
        if number is None:
            raise GameError(f"{name}={shorten(str(value))}: expected {listing(texts[:12])}")
        return number

    def valuation(self, defined: Defined) -> Frozen[WorldSet]:
        """The extensions of the variables' atoms and of the defined atoms, by atom; cached."""
        valuation = self._valuations.get(defined)
        if valuation is None:
            definitions = dict(self.atoms)
            for atom, text in defined:
                if atom_name(atom) in definitions:
                    raise GameError(f"defined atom {shorten(atom)}: there is an atom of this name already")
                definitions[atom] = self.where(formula_of(text, definitions), definitions)
            valuation = bounded(self._valuations)[defined] = Frozen(definitions)
        return valuation

    def where(self, formula: str | Formula, valuation: Mapping[str, WorldSet]) -> WorldSet:
        """The extension of a Boolean formula in `valuation`; cached until one of its atoms has another extension."""
        question = parse(formula)
        spoken, worlds = self._where.get(question, ({}, None))
        if worlds is None or any(valuation.get(atom) is not where for atom, where in spoken.items()):
            require_boolean(question, valuation, "table")
            spoken = {atom: valuation[atom] for atom in question.atoms}
            worlds = world_set(evaluate(question, {atom: where.column for atom, where in spoken.items()}, self.size))
            bounded(self._where)[question] = spoken, worlds
        return worlds

    def answer(self, question: str | Formula, structure: Structure) -> WorldSet:
        """The extension of a formula in a structure with the worlds of this ground.

        It is cached by the extensions of the formula's atoms and the relations of its agents.
        """
        formula = parse(question)
        if isinstance(formula, Atom) and formula.name in structure.valuation:
            return structure.valuation[formula.name]
        atoms, agents = _subjects(formula)
        about: list[Any] = [structure.valuation] if atoms is None else [*map(structure.valuation.get, atoms)]
        about += map(structure.relations.get, structure.relations if agents is None else agents)
        key = formula, *map(id, about)  # the ids stay valid, because the objects are kept with the answer
        answer = self._answers.get(key)
        if answer is None:
            answer = about, explicit.extension(structure, formula)
            bounded(self._answers, ANSWERED // self.size)[key] = answer
        return answer[1]

    def relation(self, items: Iterable[str | Formula], valuation: Mapping[str, WorldSet]) -> Relation:
        """The relation between worlds that agree on all these variables, atoms and formulas; cached."""
        seen = [self._seen(item, valuation) for item in items]
        key = frozenset(each if isinstance(each, str) else each.mask for each in seen)
        relation = self._relations.get(key)
        if relation is None:
            relation = bounded(self._relations)[key] = self._agreeing(seen)
        return relation

    def classes(self, relation: Relation) -> Classes:
        """The relation's classes as arrays, cached."""
        classes = self._classes.get(id(relation))
        if classes is None:
            classes = bounded(self._classes)[id(relation)] = Classes(relation)  # keeps the relation and its id alive
        return classes

    def _seen(self, item: str | Formula, valuation: Mapping[str, WorldSet]) -> str | WorldSet:
        """The name itself if the item is a variable, otherwise the extension of the atom or formula."""
        if not isinstance(item, str):
            return self.where(item, valuation)
        return item if item in self.texts else valuation[item] if item in valuation else self.where(item, valuation)

    def _agreeing(self, seen: Iterable[str | WorldSet]) -> Relation:
        label, top = np.zeros(self.size, dtype=np.int64), 1
        for item in seen:
            digits = self.digits[list(self.texts).index(item)] if isinstance(item, str) else item.column
            many = len(self.texts[item]) if isinstance(item, str) else 2
            label, top = label * many + digits, top * many
            if top > 4 * self.size:
                label = np.unique(label, return_inverse=True)[1].astype(np.int64)
                top = int(label.max()) + 1
        return Relation.from_labels(label.astype(np.int32))


@lru_cache(maxsize=REMEMBERED)
def first_place(ground: Ground, values: tuple[tuple[str, Any], ...]) -> int:
    """The index of the first world where these variables have these values; `GameError` if there is none.

    O(k n) for k variables and n worlds. The index is cached outside the ground, so that players cannot look up each
    other's values there.
    """
    fits = np.ones(ground.size, dtype=np.bool_)
    for name, value in values:
        digit = ground.digit(name, value)
        fits &= ground.digits[list(ground.texts).index(name)] == digit
    if not fits.any():
        shown = listing([f"{name}={value}" for name, value in values], "and")
        raise GameError(f"{shown}: no world of the table has these values; its law is {shorten(str(ground.law))}")
    return int(fits.argmax())


@lru_cache(maxsize=2**14)
def _subjects(formula: Formula) -> tuple[tuple[str, ...] | None, tuple[str, ...] | None]:
    """The atoms and the agents on which a formula depends.

    None stands for all agents or, since ``Kv_a x`` depends on all values of ``x``, for all atoms.
    """
    everyone = any(getattr(node, "group", ()) is None for node in formula.subformulas())
    atoms = None if formula.variables else tuple(sorted(formula.atoms))
    return atoms, None if everyone else tuple(sorted(formula.agents))


def texts_of(variables: Variables) -> dict[str, tuple[str, ...]]:
    """The values of each variable as strings; ``~name`` and ``name`` for an atom.

    Raises `GameError` if there is no variable, a name or a value occurs twice, or an atom contains `DOT`.
    """
    atoms = [atom_name(atom) for name, values in variables for atom in atoms_of(name, values)]
    if not atoms:
        raise GameError("a table without variables: name at least one, such as ('die1', (1, 2, 3, 4, 5, 6))")
    names = [name for name, _ in variables]
    for each in (atoms, names):
        if len(set(each)) < len(each):
            raise GameError(f"variables {shorten(listing(names, 'and'))}: a name or a value is there twice")
    if any(DOT in atom for atom in atoms):
        raise GameError(
            f"variables {shorten(listing(names, 'and'))}: {DOT} stands between the values of a world's name"
        )
    return {name: tuple(map(str, values)) if values else ("~" + name, name) for name, values in variables}


def atoms_of(name: str, values: Iterable[Any]) -> list[str]:
    """The atoms of a variable, value by value; for a name without values, the name itself."""
    return [f"{name}={value}" for value in values] or [name]


def combinations(variables: Variables) -> int:
    """The number of combinations of values, including combinations that the state law excludes."""
    return prod(len(values) or 2 for _, values in variables)


def parts_of(law: Law) -> tuple[Any, ...]:
    """The parts of the state law as a tuple: strings, formulas and constraints."""
    return law if isinstance(law, tuple) else (law,)


def world_set(column: Any) -> WorldSet:
    """A Boolean column as a set of worlds."""
    return WorldSet(len(column), column_to_mask(column) if len(column) <= SMALL else None, column)


def _listed(variables: Variables, law: Law) -> tuple[Indices, ...]:
    """The combinations that the state law allows, in order: for each variable, an array of indices of values."""
    parts = parts_of(law)
    if combinations(variables) > LISTED or not all(isinstance(part, (str, Formula)) for part in parts):
        return tuple(np.array(sorted(_from_diagrams(variables, parts)), dtype=np.intp).T)
    sizes = [len(values) or 2 for _, values in variables]
    everything = np.indices(sizes, dtype=np.intp).reshape(len(sizes), -1)
    lawful = np.ones(everything.shape[1], dtype=np.bool_)
    for rule in map(parse, parts):
        columns = _columns(variables, tuple(everything))
        require_boolean(rule, columns, "law")
        lawful &= evaluate(rule, columns, len(lawful))
    if not lawful.any():
        raise GameError(f"law {shorten(str(law))}: no combination of values satisfies it")
    return tuple(everything[:, lawful])


def _columns(variables: Variables, digits: tuple[Indices, ...]) -> dict[str, Column]:
    return {
        atom: column == (number if values else 1)
        for (name, values), column in zip(variables, digits, strict=True)
        for number, atom in enumerate(atoms_of(name, values))
    }


def _from_diagrams(variables: Variables, parts: tuple[Any, ...]) -> Iterator[Digits]:
    """The combinations that the state law allows, read from decision diagrams."""
    from kripke.models.symbolic_model import SymbolicModel  # loads decision diagrams, which most tables do not need

    plain, valued = split(variables)
    model = SymbolicModel(plain, parts, {}, variables=valued)
    require_listable(model.count(), LISTED, "states")
    states: Iterator[Any] = model.iterate()
    for state in states:
        yield tuple(
            [
                next(number for number, atom in enumerate(atoms_of(name, values)) if atom in state)
                if values
                else int(name in state)
                for name, values in variables
            ]
        )


def split(variables: Variables) -> tuple[list[str], dict[str, tuple[Any, ...]]]:
    """The variables in two parts: the names that are atoms, and all other variables with their values."""
    return [name for name, values in variables if not values], {name: values for name, values in variables if values}
