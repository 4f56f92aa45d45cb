"""A plain implementation without an engine: frozen sets of worlds, dictionaries of successors, and recursion.

Benchmarks compare the engines with it in the same run.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping

from logic import clauses as f
from logic.formula import Formula

World = Hashable


class PlainModel:
    """The true atoms of each world, and for each agent and world the frozen set of its successors."""

    def __init__(self, worlds: Mapping[World, Iterable[str]], sees: Mapping[str, Mapping[World, frozenset]]) -> None:
        self.worlds = {w: frozenset(true) for w, true in worlds.items()}
        self.sees = sees

    @classmethod
    def s5(
        cls, worlds: Mapping[World, Iterable[str]], looks: Mapping[str, Callable[[World], Hashable]]
    ) -> "PlainModel":
        """The model where an agent's classes are the worlds with the same `looks` value."""
        sees = {}
        for agent, look in looks.items():
            classes: dict[Hashable, list[World]] = {}
            for w in worlds:
                classes.setdefault(look(w), []).append(w)
            cells = {key: frozenset(cell) for key, cell in classes.items()}
            sees[agent] = {w: cells[look(w)] for w in worlds}
        return cls(worlds, sees)

    def extension(self, formula: Formula) -> frozenset:
        """The worlds where the formula holds."""
        match formula:
            case f.Atom(p):
                return frozenset(w for w, true in self.worlds.items() if p in true)
            case f.Not(phi):
                return frozenset(self.worlds) - self.extension(phi)
            case f.And(phi, psi):
                return self.extension(phi) & self.extension(psi)
            case f.Or(phi, psi):
                return self.extension(phi) | self.extension(psi)
            case f.Implies(phi, psi):
                return (frozenset(self.worlds) - self.extension(phi)) | self.extension(psi)
            case f.K(a, phi):
                inside = self.extension(phi)
                return frozenset(w for w, seen in self.sees[a].items() if seen <= inside)
            case f.M(a, phi):
                inside = self.extension(phi)
                return frozenset(w for w, seen in self.sees[a].items() if seen & inside)
            case f.Kw(a, phi):
                inside = self.extension(phi)
                return frozenset(w for w, seen in self.sees[a].items() if seen <= inside or not seen & inside)
            case f.Kv(a, x):
                values = {atom for true in self.worlds.values() for atom in true if atom.startswith(x + "=")}
                return frozenset().union(*[self.extension(f.K(a, f.Atom(v))) for v in values])
        raise TypeError(type(formula).__name__)

    def announce(self, formula: Formula) -> "PlainModel":
        left = self.extension(formula)
        sees = {a: {w: seen[w] & left for w in left} for a, seen in self.sees.items()}
        return PlainModel({w: self.worlds[w] for w in left}, sees)
