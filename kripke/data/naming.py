"""Worlds and structures as strings: names for files, short names for pictures, constructor calls for `repr`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from kripke.data.errors import FileError
from kripke.data.relation import Relation, bits
from kripke.data.worlds import World
from logic.errors import shorten

if TYPE_CHECKING:
    from kripke.data.structure import Structure

T = TypeVar("T")


def name_text(world: World) -> str:
    """The name of a world as a string: sets sorted as ``{p, q}``, tuples as ``(w, e)``.

    The function is not recursive, since names are nested deeply after many updates.
    """
    texts: list[str] = []
    stack: list[tuple[World, bool]] = [(world, False)]
    while stack:
        part, opened = stack.pop()
        if not isinstance(part, (tuple, frozenset)):
            texts.append(str(part))
        elif not opened:
            stack.append((part, True))
            stack.extend((item, False) for item in reversed(list(part)))
        else:
            first = len(texts) - len(part)
            inside = texts[first:]
            del texts[first:]
            written = f"({', '.join(inside)})" if isinstance(part, tuple) else f"{{{', '.join(sorted(inside))}}}"
            texts.append(written)
    return texts.pop()


def distinct_names(structure: Structure) -> list[str]:
    """The `name_text` of each world, in order; `FileError` if two of them are equal, as for worlds 1 and ``"1"``."""
    names = [name_text(world) for world in structure.worlds]
    seen: dict[str, int] = {}
    for position, name in enumerate(names):
        other = seen.setdefault(name, position)
        if other != position:
            one, two = (shorten(repr(structure.worlds[i])) for i in (other, position))
            raise FileError(
                f"the worlds {one} and {two} would both be written as {shorten(name)!r}: rename one of them"
            )
    return names


LONGEST = 24  # maximal number of characters of a name that is not shortened: one row of a world's label in a picture


def has_long_histories(worlds: Sequence[World]) -> bool:
    """Whether updates have made some names of worlds too long by appending names of events. O(c) for c characters."""
    return any(len(text) > LONGEST and "·" in text for text in map(name_text, worlds))


def short_names(worlds: Sequence[World]) -> list[World]:
    """Short, distinct names for worlds, such as ``heads#2`` for ``heads·yes·no·yes·no·no·no``.

    Names do not change if all have at most `LONGEST` characters. Otherwise each world gets its name before the updates,
    with a number if several worlds have the same name. If these names are too long or not distinct, the worlds are
    ``w1``, ``w2`` and so on.

    O(c) for c characters of names.

    Examples
    --------
    >>> short_names(["heads·yes·no·yes·no·yes", "heads·yes·no·yes·no·no", "tails·no·no"])
    ['heads·yes·no·yes·no·yes', 'heads·yes·no·yes·no·no', 'tails·no·no']
    >>> short_names(["heads·yes·no·yes·no·yes·no", "heads·yes·no·yes·no·no·no", "tails·no·no"])
    ['heads#1', 'heads#2', 'tails']
    """
    texts = [name_text(world) for world in worlds]
    if all(len(text) <= LONGEST for text in texts):
        return list(worlds)
    stems = [text.partition("·")[0] for text in texts]
    count, seen = Counter(stems), Counter[str]()
    names: list[World] = []
    for stem in stems:
        seen[stem] += 1
        names.append(stem if count[stem] == 1 else f"{stem}#{seen[stem]}")
    if max(map(len, stems)) > LONGEST or len(set(names)) < len(names):
        return [f"w{number}" for number in range(1, len(names) + 1)]
    return names


def one_or_all(items: Sequence[T]) -> T | Sequence[T] | None:
    """The only item, the sequence of several items, or None if there are none.

    This is the form of actual worlds in files and constructors.
    """
    return items if len(items) > 1 else items[0] if items else None


MOST_WRITTEN = 64  # maximal number of worlds or events of a model whose constructor call is written

LONGEST_CALL = 1_000  # maximal number of characters of a constructor call: about ten lines


def constructor_text(structure: Structure) -> str | None:
    """The Python call that constructs the model, such as ``KripkeModel.s5(...)``; None if it is too long.

    Temporal data are left out. For a model without them, the call evaluates to an equal model if the names' `repr` can
    be evaluated. A call has at most `LONGEST_CALL` characters, and its model at most `MOST_WRITTEN` worlds.
    """
    numbers = numbers_of(structure)
    if structure.size > MOST_WRITTEN or numbers is None:
        return None
    worlds = {world: _Atoms(structure.true_atoms(i)) for i, world in enumerate(structure.worlds)}
    actual = one_or_all([structure.worlds[position] for position in structure.actuals])
    given = {} if actual is None else {"actual": actual}
    name, relations = _relations(structure)
    text = call_text(name, worlds=worlds, **relations, **given, atoms=list(structure.atoms), **numbers)
    return text if len(text) <= LONGEST_CALL else None


def _relations(structure: Structure) -> tuple[str, dict[str, Any]]:
    """The constructor and its argument for the relations: partitions if all relations are equivalences."""
    names, relations = structure.worlds, structure.relations.items()
    if all(relation.is_s5 for _, relation in relations):
        classes = {agent: [[names[i] for i in bits(seen)] for _, seen in each.blocks] for agent, each in relations}
        return "KripkeModel.s5", {"partitions": classes}
    return "KripkeModel", {"relations": {agent: named_edges(relation, names) for agent, relation in relations}}


def call_text(name: str, **arguments: object) -> str:
    """The text of a call of `name` with keyword arguments."""
    return f"{name}({', '.join([f'{key}={value!r}' for key, value in arguments.items()])})"


def named_edges(relation: Relation, names: Sequence[Any]) -> list[tuple[Any, Any]]:
    """The edges of a relation as pairs of names."""
    return [(names[i], names[j]) for i, j in relation.pairs()]


def numbers_of(structure: Structure) -> dict[str, dict[str, Any]] | None:
    """The arguments `weights`, `threshold` and `ranks` for the constructor; None if a number is too long."""
    from kripke.data.weighing import number, preferences, rank  # most models have no weights

    try:
        given = preferences(structure, structure.worlds, number, rank)
    except FileError:
        return None
    if "threshold" in given:
        given["threshold"] = {agent: level for agent, level in given["threshold"].items() if level}
    return {key: by_agent for key, by_agent in given.items() if by_agent}


class _Atoms(tuple[str, ...]):
    """A tuple of the true atoms of a world; its `repr` looks like that of a set, but keeps their order."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "{" + ", ".join(map(repr, self)) + "}" if self else "set()"
