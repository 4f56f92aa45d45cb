"""Proofs written by hand: nodes that are made as they are needed, and steps one after the other."""

from __future__ import annotations

from kripke.prove.proofs.script import Induction, Lemma, Script, Step, Tableau
from kripke.prove.question.nodes import AND, ATOM, BOX, CONSTANT, Nodes


def rows_of(nodes: Nodes) -> tuple[tuple[object, ...], ...]:
    """The table of formulas; the key of a fixpoint is its formula and its history."""
    rows: list[tuple[object, ...]] = []
    for place, (kind, args) in enumerate(zip(nodes.kind, nodes.args, strict=True)):
        if kind == CONSTANT:
            rows.append(("true",))
        elif kind == ATOM:
            rows.append(("atom", *args) if isinstance(args[0], str) else ("member", *args[0]))
        elif kind in (AND, BOX):
            rows.append(("and" if kind == AND else "box", *args))
        else:
            options = nodes.options[2 * place]
            steps = tuple((nodes.group(o.box), o.pre, o.body, o.then, o.box) for o in options)
            rows.append(("fix", *args[0], steps))
    return tuple(rows)


class Writing:
    """A proof in the making: its nodes, and the tableau that is written now."""

    def __init__(self, systems: dict[str, str]) -> None:
        self.systems, self.nodes = systems, Nodes()
        self.parts: list[Lemma | Induction] = []
        self.begin()

    def begin(self, *suppositions: int) -> list[int]:
        """Begin a tableau; the places of its suppositions."""
        self.steps: list[Step] = []
        self.worlds: list[tuple[int, frozenset[str]]] = []
        self.branches: list[int] = []
        return [self.add("suppose", node) for node in suppositions]

    def add(self, rule: str, node: int, *premises: int, world: int = 0, branch: int = 0, of: int = -1) -> int:
        """Add a step; its place."""
        self.steps.append(Step(rule, node, world, premises, branch, of))
        return len(self.steps) - 1

    def world(self, parent: int, *agents: str) -> int:
        """A new world; its number."""
        self.worlds.append((parent, frozenset(agents)))
        return len(self.worlds)

    def branch(self, parent: int = 0) -> int:
        """A new branch; its number."""
        self.branches.append(parent)
        return len(self.branches)

    def tableau(self) -> Tableau:
        """The tableau that has been written."""
        return Tableau(tuple(self.steps), tuple(self.worlds), tuple(self.branches))

    def script(self, goal: int, theory: tuple[int, ...] = ()) -> Script:
        """The proof; the tableau is that of the goal."""
        return Script(rows_of(self.nodes), goal, theory, self.systems, tuple(self.parts), self.tableau())
