"""Constructors of structures from relations, partitions or classes of belief, with validation."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from kripke.data.errors import ModelError, unknown_atom
from kripke.data.lazy import Lazy, np
from kripke.data.relation import Relation, WorldSet
from kripke.data.wording import world_quoted
from kripke.data.worlds import SMALL, Named, World, actual_places, unpacked
from logic.clauses import Atom
from logic.errors import shorten
from logic.formula import Formula, require_name
from logic.operators import AGENT

if TYPE_CHECKING:
    from kripke.data import structure as structures
    from kripke.data import weighing
    from kripke.data.structure import Structure
    from kripke.data.weighing import Numbers, Thresholds
else:  # symbolic models do not need them
    structures, weighing = Lazy("kripke.data.structure"), Lazy("kripke.data.weighing")

LIMIT = 2**25  # default maximal number of worlds of a structure from observations


def structure(
    kind: str | Mapping[str, str],
    worlds: Mapping[Any, Iterable[str]],
    given: Mapping[str, Iterable[Any]] | None,
    actual: World | Iterable[World] | None = None,
    atoms: Iterable[str] | None = None,
    weights: Numbers | None = None,
    threshold: Thresholds | None = None,
    ranks: Mapping[str, Mapping[Any, int]] | None = None,
    sees: Mapping[str, Callable[[Any], Hashable]] | None = None,
) -> Structure:
    """Build a structure from relations, partitions or classes of belief, depending on `kind`.

    `kind` is one word for all agents, or a mapping of agents to words. The other arguments are those of `KripkeModel`.

    With "relations", each agent has a list of pairs; no closure is taken. With "partitions", each agent has a list of
    classes of worlds that the agent cannot tell apart; with `sees`, each agent has a function, and worlds with equal
    values are in the same class. With "members", each agent has a list of pairs (worlds that see a class, members of
    the class). Members always see their own class. Each world sees exactly one class, and each class has a member.

    `ModelError`, `UnknownWorld`, `UnknownAgent` or `FormulaError` if the arguments are inconsistent; the message says
    where. O(n + m) for n worlds with their atoms and m pairs or members.
    """
    names, valuation = _worlds(worlds, atoms)
    what = kind if isinstance(kind, str) else "relations"
    by_agent = agents_of({} if given is None and kind == "partitions" else given, what)
    kinds = defaultdict(lambda: what) if isinstance(kind, str) else kind
    related = {agent: MAKERS[kinds[agent]](agent, value, names) for agent, value in by_agent}
    for agent, key in agents_of({} if sees is None else sees, "sees", callable, "a function of a world"):
        if agent in related:
            raise ModelError(f"agent {agent}: given in partitions and in sees; give one of them")
        related[agent] = _seen(agent, key, names)
    return _finish(names, valuation, related, actual, weights, threshold, ranks)


from_relations, s5, kd45 = (partial(structure, kind) for kind in ("relations", "partitions", "members"))


def assignment_of(actual: Iterable[str], vocabulary: Collection[str], what: str = "actual") -> frozenset[str]:
    """The true atoms of a state as a set; an error for an atom outside the vocabulary."""
    if isinstance(actual, str):
        shown = shorten(actual)
        raise ModelError(f"{what} '{shown}': expected the set of atoms that are true, such as {{'{shown}'}}")
    if isinstance(actual, Mapping) or not isinstance(actual, Iterable):
        raise ModelError(f"{what} {shorten(repr(actual))}: expected the set of atoms that are true, such as {{'p'}}")
    true = frozenset(atom_name(atom) for atom in actual)
    for atom in true:
        if atom not in vocabulary:
            raise unknown_atom(atom, vocabulary, what)
    return true


def assignments_of(actual: Any, vocabulary: Collection[str]) -> tuple[frozenset[str], ...]:
    """The true atoms of the actual state, or of each state in a list of sets; empty for None."""
    actual = unpacked(actual)
    if actual is None:
        return ()
    several = isinstance(actual, Collection) and actual and all(type(each) in COLLECTIONS for each in actual)
    return tuple([assignment_of(each, vocabulary) for each in (actual if several else [actual])])


def agents_of(
    by_agent: Any,
    what: str,
    fits: Callable[[Any], bool] = lambda value: isinstance(value, Iterable),
    expected: str = "a list",
) -> Iterable[tuple[str, Any]]:
    """Validate an argument that maps agents to values; yield its pairs (agent, value).

    `ModelError` for invalid names, and for values for which `fits` returns False. The message has the argument's name
    `what` and says what is `expected`.
    """
    if not isinstance(by_agent, Mapping):
        shown = "{'a': len}" if fits is callable else "{'a': [...]}"
        raise ModelError(f"{what} {shorten(by_agent)}: expected a mapping from agents, such as {shown}")
    for agent, value in by_agent.items():
        if not isinstance(agent, str) or not AGENT.fullmatch(agent):
            raise ModelError(f"agent {shorten(repr(agent))}: expected a name of letters, digits and underscores")
        if not fits(value):
            raise ModelError(f"{what} of {agent}: expected {expected}, got {shorten(value)}")
        yield agent, value


def atom_name(atom: Any) -> str:
    """The name of an atom, given as a string or as an `Atom`; `FormulaError` for an invalid name."""
    if isinstance(atom, Atom):
        return atom.name
    require_name(atom, "atom")
    return atom  # type: ignore[no-any-return]


def vocabulary_of(atoms: Iterable[str]) -> list[str]:
    """The names of the atoms; `ModelError` for an atom that is listed twice."""
    if isinstance(atoms, str) or not isinstance(atoms, Iterable):
        raise ModelError(f"atoms {shorten(repr(atoms))}: expected a list such as ['p', 'q']")
    return names_once("atoms", atoms)


def names_once(what: str, atoms: Iterable[str | Atom]) -> list[str]:
    """The names of the atoms; `ModelError`, with `what` in its message, for an atom that is listed twice."""
    names = list(map(atom_name, atoms))
    if len(set(names)) < len(names):
        twice = next(name for name, times in Counter(names).items() if times > 1)
        raise ModelError(f"{what}: '{shorten(twice)}' is listed twice")
    return names


def of_relations(
    worlds: Mapping[Any, Iterable[str]],
    relations: Mapping[str, Relation],
    weights: Numbers | None = None,
    ranks: Mapping[str, Mapping[Any, int]] | None = None,
    actual: World | Iterable[World] | None = None,
    atoms: Iterable[str] | None = None,
) -> Structure:
    """Build a structure from `Relation` objects over its worlds.

    `ModelError`, `UnknownWorld`, `UnknownAgent` or `FormulaError` if the other arguments are inconsistent.
    """
    names, valuation = _worlds(worlds, atoms)
    return _finish(names, valuation, relations, actual, weights, None, ranks)


def _worlds(worlds: Any, atoms: Iterable[str] | None) -> tuple[Named, dict[str, WorldSet]]:
    if not isinstance(worlds, Mapping):
        raise ModelError(
            f"worlds {shorten(worlds)}: expected a mapping from worlds to true atoms, such as {{'w1': {{'p'}}}}"
        )
    if not worlds:
        raise ModelError("worlds {}: a model has at least one world")
    if None in worlds:
        raise ModelError("world None: it stands for 'no actual world'; give the world another name")
    names = Named(worlds, getattr(worlds, "noun", "world"))
    occurring: defaultdict[Any, list[int]] = defaultdict(list)
    for position, (world, true) in enumerate(worlds.items()):
        if type(true) not in COLLECTIONS and (
            isinstance(true, (str, Formula, Mapping)) or not isinstance(true, Iterable)
        ):
            raise ModelError(
                f"world {shorten(repr(world))}: expected its true atoms, such as {{'p'}}, got {shorten(repr(true))}"
                + ("; for no atoms write set()" if true == {} else "")
            )
        try:
            for atom in true:
                occurring[atom].append(position)
        except TypeError:  # an unhashable value, such as a list
            raise ModelError(
                f"world {shorten(repr(world))}: expected names of atoms, such as {{'p'}}, got {shorten(repr(true))}"
            ) from None
    where: dict[str, list[int]] = {atom: [] for atom in (vocabulary_of(atoms) if atoms is not None else ())}
    for atom in sorted(occurring, key=atom_name):
        where.setdefault(atom_name(atom), []).extend(occurring[atom])
    return names, {atom: WorldSet.of(len(names), positions) for atom, positions in where.items()}


COLLECTIONS = frozenset({set, frozenset, list, tuple})


def _relation(agent: str, pairs: Iterable[Any], names: Named) -> Relation:
    what = f"relation of {agent}"
    ends = []
    for pair in pairs:
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            raise ModelError(
                f"{what}: expected pairs of {names.noun}s such as ('{names.noun[0]}1', '{names.noun[0]}2'), "
                f"got {shorten(repr(pair))}"
            )
        ends.append((weighing.place_of(pair[0], names, what), weighing.place_of(pair[1], names, what)))
    return Relation.from_pairs(len(names), ends)


CLASSES = "classes, lists of {0}s in a list such as [['{1}1', '{1}2']]"


def _partition(agent: str, classes: Iterable[Any], names: Named) -> Relation:
    what = f"partition of {agent}"
    cells = ((_cell(cell, what, names, CLASSES), ()) for cell in classes)
    return _of_cells(cells, names, what, "is in two classes", whole=True)


def _of_cells(
    cells: Iterable[tuple[Iterable[World], Iterable[World]]], names: Named, what: str, twice: str, whole: bool = False
) -> Relation:
    """Build a relation from pairs (worlds that see a class, members of the class).

    With `whole`, every world of a class is a member. Errors begin with `what`, the argument's name; `twice` says what
    is wrong with a world in two pairs.
    """
    labels, members = [-1] * len(names), [False] * len(names)
    for label, (looking, seen) in enumerate(cells):
        for world in (*looking, *seen):
            position = weighing.place_of(world, names, what)
            if labels[position] not in (-1, label):
                raise ModelError(f"{what}: {names.noun} {world_quoted(world)} {twice}")
            labels[position] = label
        for world in seen:
            members[weighing.place_of(world, names, what)] = True
    return _labelled(labels, None if whole else members, names, what)


def _seen(agent: str, key: Callable[[Any], Hashable], names: Named) -> Relation:
    """The relation of an agent who cannot distinguish worlds with equal keys."""
    labels: list[int] = []
    label_of: dict[Hashable, int] = {}
    for world in names.names:
        try:
            labels.append(label_of.setdefault(key(world), len(label_of)))
        except Exception as error:
            raise ModelError(
                f"sees of {agent}, {names.noun} {world_quoted(world)}: {type(error).__name__}: {error}; expected a "
                "function that gives a hashable key for each world"
            ) from error
    return _labelled(labels, None, names, f"sees of {agent}")


PAIRS = "pairs (looking {0}s, member {0}s), such as [(['{1}1', '{1}2'], ['{1}1'])]"


def _classes(agent: str, classes: Iterable[Any], names: Named) -> Relation:
    what, pairs = f"members of {agent}", []
    for pair in classes:
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            raise ModelError(f"{what}: expected {PAIRS.format(names.noun, names.noun[0])}, got {shorten(repr(pair))}")
        looking, seen = (list(_cell(cell, what, names, PAIRS)) for cell in pair)
        if not seen:
            raise ModelError(
                f"{what}: the class into which {shorten(repr(looking))} look has no member; belief is serial"
            )
        pairs.append((looking, seen))
    return _of_cells(pairs, names, what, "looks into two classes")


MAKERS: Mapping[str, Callable[[str, Iterable[Any], Named], Relation]] = {
    "relations": _relation,
    "partitions": _partition,
    "members": _classes,
}


def _cell(cell: Any, what: str, names: Named, expected: str) -> Iterable[World]:
    if isinstance(cell, str) or not isinstance(cell, Iterable):
        expected = expected.format(names.noun, names.noun[0])
        raise ModelError(f"{what}: expected {expected}, got {shorten(repr(cell))}")
    return cell


def _labelled(labels: list[int], members: list[bool] | None, names: Named, what: str) -> Relation:
    if -1 in labels:
        world = shorten(repr(names.names[labels.index(-1)]))
        raise ModelError(f"{what}: {names.noun} {world} is in no class; add it to one, or as a class of its own")
    if len(names) > SMALL:
        seen = None if members is None else np.array(members, dtype=np.bool_)
        return Relation.from_labels(np.array(labels, dtype=np.int32), seen)
    lookers: dict[int, int] = {}
    looked: dict[int, int] = {}
    for position, label in enumerate(labels):
        lookers[label] = lookers.get(label, 0) | 1 << position
        if members is None or members[position]:
            looked[label] = looked.get(label, 0) | 1 << position
    return Relation.from_blocks(len(names), [(lookers[label], looked[label]) for label in lookers])


def _finish(
    names: Named,
    valuation: Mapping[str, WorldSet],
    relations: Mapping[str, Relation],
    actual: World | Iterable[World] | None,
    weights: Numbers | None,
    threshold: Thresholds | None,
    ranks: Mapping[str, Mapping[Any, int]] | None,
) -> Structure:
    actuals = actual_places(actual, lambda world: weighing.place_of(world, names, "actual"))
    if weights is None and threshold is None and ranks is None:
        return structures.Structure(names, valuation, relations, actuals)
    return structures.Structure(
        names, valuation, relations, actuals, *weighing.weights_and_ranks(weights, threshold, ranks, relations, names)
    )
