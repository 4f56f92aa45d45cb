"""New names for the worlds, atoms and agents of a structure."""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from kripke.checking.build import atom_name
from kripke.data.errors import ModelError, unknown_agent, unknown_atom, unknown_world
from kripke.data.naming import short_names
from kripke.data.structure import Structure
from kripke.data.wording import world_quoted
from kripke.data.worlds import Named, Valued, World, Worlds, frozen
from logic.errors import shorten
from logic.operators import AGENT

Names = Mapping[Any, Any] | Callable[[Any], Any]
"""New names: a mapping from some or all old names to new ones, or a function of the old name."""

SHORT = "short"

T = TypeVar("T", bound=Hashable)


def rename(
    structure: Structure, worlds: Names | str | None = None, atoms: Names | None = None, agents: Names | None = None
) -> Structure:
    """The structure with renamed worlds, atoms and agents; if `worlds` is ``"short"``, worlds get `short_names`.

    If each world is named by the set of its true atoms, perhaps with other entries, the atoms in the names are renamed
    too, unless `worlds` is given. `UnknownWorld`, `UnknownAtom` or `UnknownAgent` if a mapping has a name that the
    structure does not have; `ModelError` or `FormulaError` if two names would become equal, or a new name is invalid.
    O(n k) for n worlds and k atoms; O(k) if the structure is stored as a `Cube` and `worlds` is None.
    """
    atom = new_atoms(structure.atoms, atoms)
    agent = new_agents(structure.agents, agents)
    if structure.cube is not None and worlds is None:
        hidden = {agent[name]: places for name, places in structure.cube.hidden.items()}
        cube = replace(structure.cube, atoms=tuple(map(atom.__getitem__, structure.cube.atoms)), hidden=hidden)
        return Structure.of_cube(cube, structure.actuals)
    renamed = Structure(
        structure.worlds,
        {atom[name]: where for name, where in structure.valuation.items()},
        {agent[name]: relation for name, relation in structure.relations.items()},
        structure.actuals,
        {agent[name]: weights for name, weights in structure.weights.items()},
        {agent[name]: ranks for name, ranks in structure.ranks.items()},
    )
    if worlds is not None:
        return replace(renamed, worlds=Named(_new_worlds(structure.worlds, worlds)))
    if atoms is None or not _named_by_atoms(structure):
        return renamed
    if not isinstance(structure.worlds, Valued):
        old: list[Any] = list(structure.worlds)  # sets
        require_no_mark(atom.values(), frozenset().union(*old) - atom.keys())
        return replace(renamed, worlds=Named([frozenset([atom.get(part, part) for part in name]) for name in old]))
    return replace(renamed, worlds=Valued(renamed.valuation, structure.size))


def new_atoms(atoms: Sequence[str], names: Names | None) -> dict[str, str]:
    """Mapping of each atom to its new name; None keeps all names.

    `UnknownAtom` if `names` has an unknown atom; `FormulaError` for an invalid new name, `ModelError` for equal ones.
    """
    _require_known(atoms, names, unknown_atom)
    return _distinct("atoms", atoms, [atom_name(name) for name in _new_names("atoms", atoms, names)])


def new_agents(agents: Sequence[str], names: Names | None) -> dict[str, str]:
    """Mapping of each agent to its new name; None keeps all names.

    `UnknownAgent` if `names` has an unknown agent; `ModelError` if a new name is invalid, or two are equal.
    """
    _require_known(agents, names, unknown_agent)
    new = _new_names("agents", agents, names)
    for name in new:
        if not isinstance(name, str) or not AGENT.fullmatch(name):
            raise ModelError(f"agent {shorten(repr(name))}: expected a name of letters, digits and underscores")
    return _distinct("agents", agents, new)


def _new_worlds(worlds: Worlds, names: Names | str) -> list[World]:
    require_new_worlds(names)
    if isinstance(names, str):
        return short_names(worlds)
    _require_known(worlds, names, partial(unknown_world, where="worlds"))
    new = [frozen(name) for name in _new_names("worlds", worlds, names)]
    for old, name in zip(worlds, new, strict=True):
        if name is None or not _is_hashable(name):
            shown = shorten(repr(name))
            raise ModelError(f"world {world_quoted(old)}: expected a hashable name other than None, got {shown}")
    return list(_distinct("worlds", list(worlds), new).values())


def require_new_worlds(names: object) -> None:
    """Raise `ModelError` unless `names` is ``"short"``, a mapping or a function."""
    if not (isinstance(names, Mapping) or callable(names) or (isinstance(names, str) and names == SHORT)):
        raise ModelError(f"worlds {shorten(repr(names))}: expected a mapping, a function, or {SHORT!r}")


def _is_hashable(name: object) -> bool:
    try:
        hash(name)
    except TypeError:
        return False
    return True


def _require_known(known: Sequence[Any], names: Names | None, unknown: Callable[..., Exception]) -> None:
    for name in names if isinstance(names, Mapping) else ():
        if name not in known:
            raise unknown(name, known)


def _new_names(what: str, old: Iterable[Any], names: Names | None) -> list[Any]:
    if names is None:
        return list(old)
    if isinstance(names, Mapping):
        return [names.get(name, name) for name in old]
    if not callable(names):
        raise ModelError(f"{what} {shorten(repr(names))}: expected a mapping from old to new names, or a function")
    try:
        return [names(name) for name in old]
    except Exception as error:
        problem = f"{what} {shorten(repr(names))}: {type(error).__name__}: {error}"
        raise ModelError(f"{problem}; expected a function from old to new names") from error


def _distinct(what: str, old: Sequence[T], new: Sequence[T]) -> dict[T, T]:
    """Mapping from old to new names; `ModelError` if two new names are equal."""
    first: dict[T, T] = {}
    for before, after in zip(old, new, strict=True):
        other = first.setdefault(after, before)
        if other != before:
            one, two, shown = (world_quoted(name) for name in (other, before, after))
            raise ModelError(f"{what} {one} and {two} would both be named {shown}: give them different names")
    return dict(zip(old, new, strict=True))


def require_no_mark(names: Iterable[str], marks: Collection[object]) -> None:
    """Raise `ModelError` if a name is in `marks`, the names of the bits that updates have added to the states."""
    taken = next((name for name in names if name in marks), None)
    if taken is not None:
        raise ModelError(f"atom '{shorten(taken)}': an update has given this name to a bit of the states; take another")


def _named_by_atoms(structure: Structure) -> bool:
    """Whether the atoms in each world's name are exactly the true atoms at the world."""
    if isinstance(structure.worlds, Valued):
        return True
    atoms = frozenset(structure.atoms)
    return all(
        isinstance(name, frozenset) and name & atoms == frozenset(structure.true_atoms(i))
        for i, name in enumerate(structure.worlds)
    )
