"""The pairs of a relation as a read-only set that is not listed before it is iterated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from itertools import islice
from typing import Any

from kripke.data.relation import Relation
from kripke.data.worlds import World, Worlds

Pair = tuple[World, World]

SHOWN = 10
"""Maximal number of pairs in the text of a set."""


class Pairs(Set[Pair]):
    """The pairs (w, v) such that the agent considers v possible at w; compare it with any set, convert it by ``set``.

    Notes
    -----
    ``len`` and ``in`` take O(n) and list no pairs.

    Examples
    --------
    >>> from kripke.checking.build import s5
    >>> structure = s5({"w": {"p"}, "v": ()}, {"a": [["w", "v"]]})
    >>> pairs = Pairs(structure.relations["a"], structure.worlds)
    >>> ("w", "v") in pairs, len(pairs), pairs - {("w", "w"), ("v", "v"), ("w", "v")}
    (True, 4, frozenset({('v', 'w')}))
    """

    __slots__ = ("_relation", "_worlds")

    def __init__(self, relation: Relation, worlds: Worlds) -> None:
        self._relation, self._worlds = relation, worlds

    def __len__(self) -> int:
        return self._relation.count_edges()

    def __iter__(self) -> Iterator[Pair]:
        for position, world in enumerate(self._worlds):
            for seen in self._relation.successors(position):
                yield world, self._worlds.name(seen)

    def __contains__(self, pair: object) -> bool:
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            return False
        source, target = map(self._worlds.find, pair)
        return source is not None and target is not None and target in self._relation.seen(source)

    @classmethod
    def _from_iterable(cls, it: Iterable[Any]) -> Set[Any]:  # of & | ^ -
        return frozenset(it)

    def __repr__(self) -> str:
        more = f", ... and {len(self) - SHOWN:,} more" if len(self) > SHOWN else ""
        return f"{{{', '.join(map(repr, islice(self, SHOWN)))}{more}}}" if len(self) else "set()"
