"""The interface from games to logic: the knowledge at a moment of a game as a model that evaluates formulas.

A game describes the present state by a `Table`: typed variables, the public law about their values, what each player
observes or remembers, and the actual values. The model is built from these. Its worlds are listed if possible;
otherwise they are the states of decision diagrams. Models are cached by everything except the actual values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from games.core.errors import GameError
from games.knowing.ground import LISTED, Defined, Ground, Law, Variables, atoms_of, combinations, parts_of, split
from games.knowing.situation import Situation
from kripke.checking.constraint import formula_of, is_constraint
from kripke.checking.observations import truths
from kripke.models.model import Model
from kripke.symbolic.choice import ENGINES, Engine
from logic.errors import listing, shorten
from logic.formula import Formula

if TYPE_CHECKING:
    from kripke.models.symbolic_model import SymbolicModel


SITUATIONS, DIAGRAMS, GROUNDS = 4_096, 8, 64
"""Numbers of cached `Situation`s, symbolic models (decision diagrams) and `Ground`s. If the address space is limited,
each symbolic model reserves half of the part that is left."""


@dataclass(frozen=True)
class Table:
    """The common knowledge at a moment of a game (variables, state law, observations), and the actual values.

    Parameters
    ----------
    variables : tuple of (name, values)
        Typed variables; each gives atoms ``name=value``, exactly one of which is true. With values ``()`` the name is
        an atom.
    observes : tuple of (agent, tuple of items)
        What each player sees or remembers: names of variables and atoms, and boolean formulas.
    law : formula, constraint, or tuple of these
        The public facts about the atoms: boolean formulas, and constraints that build diagrams, such as `deal(...)`.
    defined : tuple of (atom, formula or constraint)
        Atoms that are defined in terms of earlier ones: ``("outcome=642", "...")``. A constraint can take the place of
        a long formula; its method ``holds`` maps the set of true atoms to a truth value. If ``is_digit`` is true for a
        constraint, its atom is auxiliary and is not shown to people.
    actual : mapping
        The values of the variables, by name; ignored when tables are compared. If a variable has no value, such as a
        die in the air, the model has no actual world.
    implied : tuple of (atom, formula)
        Further atoms, with formulas over the variables. The law does not contain them, so they do not enlarge diagrams.
    narrowed : function, optional
        Maps the atoms of a formula to a table that gives the same answer to the formula, with fewer worlds and smaller
        diagrams; only for tables whose variables are all atoms.
    counted : function, optional
        Counts worlds without diagrams. It maps a player and a formula to two counts of the worlds that the player
        considers possible: of those where the formula is true, and of all. It returns None for a formula that it cannot
        count.
    """

    variables: Variables
    observes: tuple[tuple[str, tuple[str | Formula, ...]], ...]
    law: Law = "true"
    defined: Defined = ()
    actual: Mapping[str, Any] = field(default_factory=dict, compare=False)
    implied: tuple[tuple[str, Formula], ...] = ()
    narrowed: Callable[[frozenset[str]], Table] | None = field(default=None, compare=False, repr=False)
    counted: Callable[[str, Formula], tuple[int, int] | None] | None = field(default=None, compare=False, repr=False)

    def __hash__(self) -> int:
        """The hash; cached because it depends on many strings, and tables are looked up at each decision."""
        value: int | None = self.__dict__.get("_hash")
        if value is None:
            value = hash((self.variables, self.observes, self.law, self.defined, self.implied))
            object.__setattr__(self, "_hash", value)
        return value

    def __getstate__(self) -> dict[str, Any]:
        """The state to pickle, without the cached hash, which differs in another process."""
        return {key: value for key, value in self.__dict__.items() if key != "_hash"}

    @property
    def said(self) -> Defined:
        """The atoms that are defined by other atoms, with their definitions."""
        return (*self.implied, *self.defined)

    @cached_property
    def true(self) -> frozenset[str] | None:
        """The atoms that the actual values make true; None if a variable has no value."""
        if len(self.actual) < len(self.variables):
            return None
        true = {f"{name}={self.actual[name]}" for name, values in self.variables if values}
        true |= {name for name, values in self.variables if not values and self.actual[name]}
        follow = truths([condition for _, condition in self.implied], true)
        true |= {atom for (atom, _), value in zip(self.implied, follow, strict=True) if value}
        for atom, condition in self.defined:
            said: Any = condition
            if said.holds(true) if is_constraint(condition) else truths([formula_of(condition, ())], true)[0]:
                true.add(atom)
        return frozenset(true)


def model(table: Table, engine: Engine = "auto") -> Model:
    """The model of the players' knowledge that a `Table` describes.

    Raises `GameError` if the table is inconsistent, with a message that names the inconsistent part (`ModelError` if
    decision diagrams find this); `TooLarge` if more worlds than `LISTED` would have to be listed.

    New relations on cached worlds cost O(g n) for g players and n worlds; a cached situation costs nothing.

    Parameters
    ----------
    table : Table
        The table.
    engine : {'auto', 'explicit', 'symbolic'}
        Explicit: listed worlds, named by their values, as in ``6·4·2``, or by their true atoms, as in
        ``spy(ann)·card=5``, if some variables are atoms. Symbolic: states of decision diagrams, named by the sets of
        their true atoms. Auto: explicit for at most `LISTED` combinations of values, including those that the law
        excludes.
    """
    if engine not in ENGINES:
        raise GameError(f"engine {shorten(repr(engine))}: expected {listing(ENGINES)}")
    if engine == "symbolic" or (engine == "auto" and combinations(table.variables) > LISTED):
        return _symbolic(table)
    knowledge = situation(table)
    return knowledge.at(knowledge.ground.position(table.actual))


def _symbolic(table: Table) -> SymbolicModel:
    """The symbolic model with a bounded number of nodes; uses the table's `narrowed` and `counted` if given."""
    from games.knowing.asked_model import FIRST_NODES, NODES, AskedModel, BoundedModel  # loads decision diagrams

    def model_of(table: Table, nodes: int = NODES) -> SymbolicModel:
        symbolic_model = _diagrams(table, nodes)
        return BoundedModel.of((symbolic_model if table.true is None else symbolic_model.at(table.true)).knowledge)

    if table.narrowed is None and table.counted is None:
        return model_of(table)
    narrowed = table.narrowed
    return AskedModel(
        [agent for agent, _ in table.observes],
        [name for name, _ in (*table.variables, *table.said)],
        table.true,
        lambda: model_of(table),
        None if narrowed is None else lambda atoms: model_of(narrowed(atoms), FIRST_NODES),
        table.counted,
    )


@lru_cache(maxsize=SITUATIONS)
def situation(table: Table) -> Situation:
    """The common knowledge that a `Table` describes, without its actual values; errors and cost as in `model`."""
    law: Any = table.law  # constraints are hashable, though their protocol does not say so
    ground = _ground(table.variables, law)
    valuation = ground.valuation(table.said)
    return Situation(ground, valuation, {agent: ground.relation(items, valuation) for agent, items in table.observes})


_ground = lru_cache(maxsize=GROUNDS)(Ground)


@lru_cache(maxsize=DIAGRAMS)
def _diagrams(table: Table, nodes: int) -> SymbolicModel:
    from kripke.models.symbolic_model import SymbolicModel  # loads decision diagrams, which most tables do not need

    plain, valued = split(table.variables)
    values = {atom for name, each in table.variables if each for atom in atoms_of(name, each)}
    sees_values = any(str(item) in values for _, items in table.observes for item in items)  # such as a card's place
    symbolic_model = SymbolicModel(
        plain,
        list(parts_of(table.law)),
        dict(table.observes),
        actual=table.true,  # shows that the law can be satisfied
        variables=valued,
        encoding="one-hot" if sees_values else "binary",
        defined=dict(table.said),
        nodes=nodes,
    )
    return SymbolicModel.of(replace(symbolic_model.knowledge, actuals=()))
