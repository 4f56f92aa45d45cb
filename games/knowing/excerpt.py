"""Parts of the model of a `Table` that are small enough to draw, for one player or an onlooker who sees everything."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple, cast

from games.core.errors import GameError
from games.knowing.ground import atoms_of, world_set
from games.knowing.knower import Knower, actual_atoms
from games.knowing.table import Table, model
from kripke.checking import explicit
from kripke.data.errors import UnknownAtom
from kripke.data.lazy import np
from kripke.data.relation import WorldSet
from kripke.data.structure import Structure
from kripke.data.worlds import Named
from kripke.models.functions import contract
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Model, Verdict
from logic.clauses import Atom, Top, conj
from logic.errors import TooLarge, did_you_mean, listing, shorten
from logic.exact import plural
from logic.formula import Formula, OneAgent

REACHED = 4_096  # the largest number of worlds that are looked at for a picture: above it, a picture takes seconds
COUNTED = 2**18
"""Largest number of diagram nodes for counting worlds; a count then ends within 0.3 s (measured on games of Cheat)."""
LEGIBLE = 6  # largest number of a formula's atoms that the name of a world can show
_HERE = "asked here"  # marks the worlds where the asked formula holds, while worlds that agree are merged


class Excerpt(NamedTuple):
    """A small model whose worlds have readable names."""

    # The model. Its worlds are named by the atoms that are true there. Its atoms are the shown atoms of the table, and
    # the marker.
    model: KripkeModel
    # an atom that is true at the worlds that the player considers possible, or at those where the asked formula holds;
    # None if there is nothing to mark
    marker: Formula | None


def seen_by(knower: Knower, about: Sequence[str] = (), *, most: int) -> Excerpt:
    """The worlds that the player considers possible (marked), and all worlds reached from these by players' relations.

    Raises `TooLarge` if there are more than `most` worlds, or more than `REACHED` before worlds are merged;
    `UnknownAtom` if there is no such variable or atom.

    Parameters
    ----------
    knower : Knower
        The player's knowledge in a state of a game.
    about : sequence of str
        Variables and atoms; worlds that agree on these and on the knowledge about them are merged.
    most : int
        The largest number of worlds of the excerpt.
    """
    small_model, names = _of_table(knower, about, most)
    possible = small_model.possible(knower.name, limit=None)
    where = world_set(np.array([world in possible for world in small_model.worlds]))
    return _marked(small_model, names, Atom(f"possible for {knower.name}"), where)


def seen_by_all(knower: Knower, about: Sequence[str] = (), formula: Formula | None = None, *, most: int) -> Excerpt:
    """The excerpt for an onlooker, who sees the actual world. A marker shows where `formula` is true, if it is given.

    Errors as in `seen_by`.
    """
    small_model, names = _of_table(knower, about, most, formula)
    shown = _around(small_model, names, formula)
    return shown._replace(model=KripkeModel.of(shown.model.structure)) if model(knower.table).actual is None else shown


def asked_in(verdict: Verdict, *, most: int) -> Excerpt:
    """The model in which a formula was evaluated, at the verdict's world, with the formula's extension marked.

    Errors as in `seen_by`.

    In a large model, worlds that agree on the atoms of the formula and on the knowledge about them are merged. A
    known or believed formula with more than `LEGIBLE` atoms is replaced by one new atom.
    """
    pointed, formula = verdict.model.at(verdict.world), cast(Any, verdict.formula)
    is_long = isinstance(verdict.formula, OneAgent) and hasattr(formula, "sub") and len(formula.atoms) > LEGIBLE
    if is_long and isinstance(pointed, KripkeModel):
        part, structure = Atom(shorten(str(formula.sub), 60)), pointed.structure
        valuation = {**structure.valuation, part.name: explicit.extension(structure, formula.sub)}
        pointed, formula = KripkeModel.of(replace(structure, valuation=valuation)), replace(formula, sub=part)
    smaller, names = _readable(pointed, sorted(formula.atoms), most, formula, is_whole=True)
    plain = _marked(smaller, names, None, smaller.structure.valuation[_HERE])
    shown = _around(smaller, names, verdict.formula)
    if shown.marker is None or plain.model.extension(formula) != shown.model.extension(shown.marker):
        return shown  # merging changed a degree of belief, which counts worlds
    return Excerpt(plain.model.at(shown.model.actual), formula)


def _around(small_model: KripkeModel, names: Sequence[str], formula: Formula | None) -> Excerpt:
    """The excerpt at the model's actual world; its marker is true where `formula` holds."""
    marker = None if formula is None else Atom(shorten(str(formula), 60))
    shown = _marked(small_model, names, marker, small_model.structure.valuation[_HERE])
    return shown._replace(model=shown.model.at(names[small_model.worlds.index(small_model.actual)]))


def _of_table(
    knower: Knower, about: Sequence[str], most: int, formula: Formula | None = None
) -> tuple[KripkeModel, Sequence[str]]:
    examples = [*knower.focus()[:1], knower.table.variables[0][0]]
    return _readable(knower.model, _atoms(knower, about), most, formula, examples, is_whole=not about)


def _readable(
    model: Model,
    atoms: Sequence[str],
    most: int,
    formula: Formula | None = None,
    examples: Sequence[str] = (),
    *,
    is_whole: bool,
) -> tuple[KripkeModel, Sequence[str]]:
    """A model with at most `most` worlds and readable names for them; `_HERE` marks the formula's extension.

    Worlds that agree on `atoms` and on the knowledge about them are merged, unless `is_whole` and the worlds are few
    and have short names. Raises `TooLarge`, with `examples` of what to ask about, if more than `most` worlds are left.
    """
    full = _reached(model, formula)
    has_short_names = isinstance(model, KripkeModel)  # states of diagrams are named by all true atoms
    if full.size <= most and is_whole and has_short_names:
        return KripkeModel.of(full), [str(world) for world in full.worlds]
    smaller = contract(
        KripkeModel.of(replace(full, valuation={atom: full.valuation[atom] for atom in (*atoms, _HERE)}))
    )
    if len(smaller) > most:
        way_out = f": say what about, such as {listing(examples)}" if examples else ""
        raise TooLarge(f"{len(smaller):,} worlds would be drawn, and at most {most} can be read{way_out}")
    names: dict[str, None] = {}  # by what is true there, with primes where worlds differ in knowledge alone
    for number in range(len(smaller)):
        true = smaller.structure.true_atoms(number)
        text = ", ".join(atom for atom in atoms if atom in true) or ", ".join(f"~{atom}" for atom in atoms)
        while text in names:
            text += "′"
        names[text] = None
    return smaller, list(names)


def _atoms(knower: Knower, about: Sequence[str]) -> list[str]:
    table = knower.table
    values = {name: atoms_of(name, values) for name, values in table.variables}
    known_atoms = {atom for atoms in values.values() for atom in atoms} | {atom for atom, _ in table.defined}
    for each in about:
        if each not in values and each not in known_atoms:
            way_out = did_you_mean(each, [*values, *knower.focus()])
            raise UnknownAtom(f"no variable or atom {shorten(repr(each))}{way_out}")
    return list(dict.fromkeys([atom for each in about or knower.focus() for atom in values.get(each, [each])]))


def _reached(model: Model, formula: Formula | None) -> Structure:
    """The submodel generated by the actual world under all players' relations; `_HERE` marks where `formula` holds."""
    whole = _listed(model).structure
    labels, kept = [relation.labels for relation in whole.relations.values()], np.zeros(whole.size, np.bool_)
    assert whole.actual is not None
    kept[whole.actual], count = True, 0
    while count < kept.sum():
        count = int(kept.sum())
        if count > REACHED:
            raise TooLarge(f"more than {REACHED:,} worlds would have to be looked at: ask formulas instead")
        for classes in labels:
            kept |= np.isin(classes, classes[kept])
    here = world_set(np.zeros(whole.size, np.bool_)) if formula is None else explicit.extension(whole, formula)
    marked = replace(whole, valuation={**whole.valuation, _HERE: here})
    return marked.restrict(np.flatnonzero(kept))


def _listed(whole: Model) -> KripkeModel:
    """The model as a Kripke model; raise `TooLarge` for a symbolic model with more than `REACHED` states."""
    if isinstance(whole, KripkeModel):
        return whole
    from kripke.models.symbolic_model import SymbolicModel  # loads decision diagrams

    number = whole.count_within(Top(), COUNTED) if isinstance(whole, SymbolicModel) else whole.count()
    if number is None or number > REACHED:
        raise TooLarge("this table has too many worlds for a picture: ask formulas instead")
    return KripkeModel.of(whole.to_structure(REACHED))


def _marked(small_model: KripkeModel, names: Sequence[str], marker: Atom | None, where: WorldSet) -> Excerpt:
    """An excerpt with the worlds renamed to `names`, the marker true at `where`, and no actual world."""
    valuation = {atom: true for atom, true in small_model.structure.valuation.items() if atom != _HERE}
    valuation |= {} if marker is None else {marker.name: where}
    return Excerpt(
        KripkeModel.of(replace(small_model.structure, worlds=Named(names), valuation=valuation, actuals=())), marker
    )


class Onlooker:
    """Answers queries about a `Table` for an onlooker who sees everything; error messages begin with `moment`."""

    def __init__(self, table: Table, moment: str) -> None:
        self.table, self.moment = table, moment

    @cached_property
    def model(self) -> Model:
        """The model of the table."""
        return model(self.table)

    @property
    def missing(self) -> list[str]:
        """The variables without a value, such as dice in the air."""
        return [name for name, _ in self.table.variables if name not in self.table.actual]

    def check(self, question: Formula) -> Verdict:
        """Check a formula; if values are missing, its truth value must be the same for all possible values.

        Raises `GameError` if the truth depends on the missing values.
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
        return self.model.at(next(self.model.iterate(fixed))).check(question)

    def counts(self, question: Formula) -> tuple[int | None, int | None]:
        """The number of worlds where the formula is true, and of all worlds; None for a count that takes too long."""
        from kripke.models.symbolic_model import SymbolicModel  # loads decision diagrams

        if isinstance(self.model, SymbolicModel):
            return self.model.count_within(question, COUNTED), self.model.count_within(Top(), COUNTED)
        return self.model.count(question), self.model.count()
