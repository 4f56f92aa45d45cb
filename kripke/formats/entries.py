"""Relations, weights and ranks in files: structure, validation, reading and writing.

A `Mistake` is a pair of a path in the file and a description of the problem there. Points are worlds or events; `noun`
is the word for them in messages.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, TypeAlias

from kripke.checking import build
from kripke.data.lazy import np
from kripke.data.relation import Relation
from kripke.data.structure import Structure
from kripke.data.weighing import number, preferences, rank
from kripke.data.worlds import SMALL
from kripke.formats.jsonfile import Limits, Mistake, Path, Spelled, shown
from logic.errors import TooLarge, did_you_mean, shorten
from logic.operators import AGENT

LISTED = 10_000
"""Maximal number of edges of a KD45 relation that is written edge by edge, not as classes."""
LIMIT = 20_000_000
"""Maximal number of edges of a relation that is written or read edge by edge."""

Pair: TypeAlias = Annotated[list[str], Limits(2, 2)]
PairOfLists: TypeAlias = Annotated[list[list[str]], Limits(2, 2)]


@dataclass(slots=True)
class RelationEntry:
    """An agent's relation over the worlds of a model, or over the events of an event model, in one of three forms."""

    __pydantic_config__: ClassVar = {"extra": "forbid", "use_attribute_docstrings": True}

    partition: list[list[str]] | None = None
    """Knowledge (S5): classes of worlds (or events) that the agent cannot tell apart. Each world is in one class."""
    edges: list[Pair] | None = None
    """Any relation: exactly these pairs [world, world that the agent considers possible there], or events."""
    members: list[PairOfLists] | None = None
    """Belief (KD45): pairs [worlds that see a class, members of the class], or of events. Members see their own class,
    whether or not the first list names them. Each world sees one class.
    """


FORMS = {"partition": "partitions", "edges": "relations", "members": "members"}
"""For each key of a relation in files, the kind of relation in `kripke.checking.build.MAKERS` that it describes."""


# ---------------------------------------------------------------------------------------------------- mistakes


def relation_mistakes(path: Path, entry: RelationEntry, points: Collection[str], noun: str) -> Iterator[Mistake]:
    """Iterate over the mistakes in a relation, such as unknown worlds."""
    forms = [form for form in FORMS if getattr(entry, form) is not None]
    if len(forms) != 1:
        yield path, f"expected one of partition, edges, members, got {' and '.join(forms) or 'none'}"
    for form in ("partition", "edges"):
        for i, listed in enumerate(getattr(entry, form) or ()):
            yield from unknown_points((*path, form, i), listed, points, noun)
    for i, (looking, members) in enumerate(entry.members or ()):
        yield from unknown_points((*path, "members", i, 0), looking, points, noun)
        yield from unknown_points((*path, "members", i, 1), members, points, noun)
        if not members:
            yield (*path, "members", i, 1), f"a class without members; belief looks at some {noun}"
    if entry.partition is not None:
        yield from _not_once((*path, "partition"), [set(cell) for cell in entry.partition], points, noun)
    if entry.members is not None:
        yield from _not_once((*path, "members"), [{*looking, *seen} for looking, seen in entry.members], points, noun)


def _not_once(path: Path, cells: Sequence[set[str]], points: Collection[str], noun: str) -> Iterator[Mistake]:
    """Iterate over the mistakes in the classes of a relation: points in two classes or in none."""
    cell_of: dict[str, int] = {}
    for i, cell in enumerate(cells):
        for point in sorted(cell & cell_of.keys()):
            yield (*path, i), f"{noun} {shorten(repr(point))} is also in class {cell_of[point]}"
        cell_of |= dict.fromkeys(cell, i)
    for point in points:
        if point not in cell_of:
            yield path, f"{noun} {shorten(repr(point))} is in no class; add it to one, or as a class of its own"


def preference_mistakes(
    by_key: Mapping[str, Mapping[str, Mapping[str, Any]] | None],
    agents: Collection[str],
    points: Collection[str],
    noun: str,
    way_out: str = "",
) -> Iterator[Mistake]:
    """Iterate over the mistakes in weights and ranks.

    `by_key`: maps ``weights`` and ``ranks`` to the numbers by agent and point, or to None. `way_out`: advice that is
    added to the messages about unknown agents.
    """
    for key, given in by_key.items():
        for agent, by_point in (given or {}).items():
            yield from ((path, said + way_out) for path, said in unknown((key, agent), agent, agents, "agent"))
            for point in by_point:
                yield from unknown((key, agent, point), point, points, noun)
    for agent in by_key.get("ranks") or ():
        if agent in (by_key.get("weights") or {}):
            yield ("ranks", agent), "the agent also has weights; give one of them"


def unknown_points(path: Path, given: Iterable[str], points: Collection[str], noun: str) -> Iterator[Mistake]:
    """Iterate over the mistakes in a list: names of unknown worlds or events."""
    for i, point in enumerate(given):
        yield from unknown((*path, i), point, points, noun)


def one_or_several(expected: str) -> Spelled:
    """Return the two spellings of an entry for actual worlds or events: one name, or a list of names.

    `expected` describes the entry in messages.
    """

    def read(value: Any) -> list[str]:
        names = [value] if isinstance(value, str) else value
        wrong = [i for i, name in enumerate(names) if not isinstance(name, str)] if isinstance(names, list) else []
        if wrong or not isinstance(names, list) or not names:
            given = "a list without one" if value == [] else shown(value)
            given = f"{shown(names[wrong[0]])} at [{wrong[0]}]" if wrong else given
            raise ValueError(f"expected {expected}, got {given}")
        return names

    return Spelled(read, {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}, "minItems": 1}]})


def unknown(path: Path, name: str, known: Collection[str], noun: str) -> Iterator[Mistake]:
    """Yield a mistake, with a similar known name, if the name is unknown."""
    if name not in known:
        yield path, f"no {noun} {shorten(repr(name))}{did_you_mean(name, known if len(known) <= 2_000 else ())}"


def twice(
    path: Path, names: Iterable[str], invalid: Callable[[Path, str], Iterator[Mistake]] | None = None
) -> Iterator[Mistake]:
    """Iterate over the mistakes in a list: repeated names, and the mistakes that `invalid` finds in each name."""
    seen: set[str] = set()
    for i, name in enumerate(names):
        if invalid is not None:
            yield from invalid((*path, i), name)
        if name in seen:
            yield (*path, i), f"{shorten(repr(name))} is listed twice"
        seen.add(name)


def agent_name(path: Path, agent: str) -> Iterator[Mistake]:
    """Yield a mistake if an agent's name is invalid."""
    if not AGENT.fullmatch(agent):
        yield path, f"agent {shorten(repr(agent))}: expected a name of letters, digits and underscores"


def atom_name(path: Path, atom: str) -> Iterator[Mistake]:
    """Yield a mistake if an atom's name is invalid."""
    if not atom or not atom.isprintable():
        yield path, f"atom {shorten(repr(atom))}: expected a name of one or more printable characters"


# ----------------------------------------------------------------------------------------- reading and writing


def structure(
    worlds: Mapping[str, Sequence[str]],
    agents: Sequence[str],
    relations: Mapping[str, RelationEntry],
    actual: Sequence[str] | None = None,
    atoms: Sequence[str] | None = None,
    **preferences: Mapping[str, Any] | None,
) -> Structure:
    """Build a structure from the entries of a file. Agents without an entry consider no world possible.

    `preferences`: weights, thresholds and ranks by agent, or None.
    """
    kinds: dict[str, str] = dict.fromkeys(agents, "relations")
    given: dict[str, Any] = dict.fromkeys(agents, ())
    for agent, entry in relations.items():
        form = next(form for form in FORMS if getattr(entry, form) is not None)
        kinds[agent], given[agent] = FORMS[form], getattr(entry, form)
    chosen = {key: by_agent or None for key, by_agent in preferences.items()}
    return build.structure(kinds, worlds, given, actual, atoms, **chosen)


def of_relation(agent: str, relation: Relation, names: Sequence[str]) -> dict[str, Any]:
    """The entry of a relation: a partition if it is S5, members if KD45 with over `LISTED` edges, otherwise edges.

    `TooLarge` for more than `LIMIT` edges that would be listed.
    """
    if relation.is_s5:
        return {"partition": [[names[i] for i in cell] for cell, _ in relation.groups()]}
    edges = relation.count_edges()
    if edges > LISTED and relation.is_k45 and sum([len(looking) for looking, _ in relation.groups()]) == relation.size:
        classes = [(sorted({*looking} - {*seen}), seen) for looking, seen in relation.groups()]
        return {"members": [[[names[i] for i in part] for part in parts] for parts in classes]}
    if edges > LIMIT:
        raise TooLarge(
            f"agent {agent}: a relation of {edges:,} edges, more than {LIMIT:,}; close it to S5 or KD45, whose classes "
            "are written, or save a part of the model"
        )
    return {"edges": [[names[i], names[j]] for i, j in relation.pairs()]}


def of_preferences(structure: Structure, names: Sequence[str]) -> dict[str, dict[str, Any]]:
    """The non-empty entries of ``weights``, ``threshold`` and ``ranks``; `FileError` if a number is too long."""
    given = preferences(structure, names, number, rank)
    return {key: {agent: by[agent] for agent in structure.relations if agent in by} for key, by in given.items()}


Class = tuple[tuple[int, ...], tuple[int, ...]]
"""The positions of points that see a class, and of the members of the class."""


def relation_of(size: int, classes: Sequence[Class]) -> Relation:
    """Build a relation from classes; each is a pair: the points that see the class, and its members.

    If each point sees one class, and the members of the class see the same class, O(size + c) for c positions in the
    classes. Otherwise O(m log m) for m pairs, and `TooLarge` above `LIMIT` pairs if there are more than `SMALL` points.
    """
    if size > SMALL:
        return _labelled(size, classes) or _listed(size, classes)
    seen = [0] * size
    for looking, targets in classes:
        mask = sum(1 << place for place in set(targets))
        for place in looking:
            seen[place] |= mask
    return Relation.from_successors(seen)


def _labelled(size: int, classes: Iterable[Class]) -> Relation | None:
    """Build a relation that stores, for each point, the number of the class it sees; this takes little memory.

    None if a point sees several classes, or a member of a class does not see this class.
    """
    numbers: dict[frozenset[int], int] = {}
    labels = np.full(size, -1, dtype=np.int32)
    members = np.zeros(size, dtype=np.bool_)
    for looking, targets in classes:
        label = numbers.setdefault(frozenset(targets), len(numbers))
        places = list(looking)
        if ((labels[places] != -1) & (labels[places] != label)).any():
            return None
        labels[places] = label
    for seen, label in numbers.items():
        places = list(seen)
        if (labels[places] != label).any():
            return None
        members[places] = True
    return Relation.from_labels(labels, None if members[labels >= 0].all() else members)


def _listed(size: int, classes: Sequence[Class]) -> Relation:
    """The relation of these classes, built from a list of all its pairs."""
    count = sum(len(looking) * len(targets) for looking, targets in classes)
    if count > LIMIT:
        raise TooLarge(
            f"a relation of {count:,} pairs, more than {LIMIT:,}, that is neither S5 nor KD45; there is no limit if "
            "each point sees one class, and the members of the class see the same class"
        )
    none = np.zeros(0, dtype=np.intp)
    sources = [np.repeat(np.sort(np.array(looking, dtype=np.intp)), len(targets)) for looking, targets in classes]
    targets = [np.tile(np.sort(np.array(targets, dtype=np.intp)), len(looking)) for looking, targets in classes]
    return Relation.from_edges(size, np.concatenate([none, *sources]), np.concatenate([none, *targets]))
