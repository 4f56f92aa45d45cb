"""What the steps of a proof say, in a model that is given world by world: an oracle for the checker of proofs."""

from __future__ import annotations

from collections.abc import Iterator

import networkx as nx
from mutations import lemmas_of, tableaux_of

from kripke.prove.proofs.script import Script, Step, Tableau
from kripke.semantics import agents, relation


class Extensions:
    """Where the nodes of a proof hold in a model; slow and recursive."""

    def __init__(self, proof: Script, model: nx.MultiDiGraph) -> None:
        self.proof, self.model, self.worlds = proof, model, frozenset(model)
        self.relations = {agent: relation(model, agent) for agent in agents(model)}
        self.known: dict[int, frozenset[int]] = {}

    def of(self, node: int) -> frozenset[int]:
        """The worlds where the node holds."""
        if node & 1:
            return self.worlds - self.of(node ^ 1)
        if node not in self.known:
            row = self.proof.rows[node >> 1]
            if row[0] == "fix":
                self.known |= self.greatest(node)
            else:
                self.known[node] = self.plain(row)
        return self.known[node]

    def plain(self, row: tuple) -> frozenset[int]:
        match row:
            case ("true",):
                return self.worlds
            case ("atom", name):
                return frozenset(w for w, atoms in self.model.nodes(data="atoms") if name in atoms)
            case ("member", agent):
                return frozenset(v for _, v in self.relations[agent])
            case ("and", one, other):
                return self.of(one) & self.of(other)
            case ("box", group, inside):
                return self.box(group, self.of(inside))
        raise AssertionError(row)

    def pairs(self, group: frozenset[str]) -> frozenset[tuple[int, int]]:
        """The intersection of the relations."""
        return frozenset.intersection(*[self.relations[agent] for agent in group])

    def box(self, group: frozenset[str], inside: frozenset[int]) -> frozenset[int]:
        return self.worlds - {w for w, v in self.pairs(group) if v not in inside}

    def greatest(self, fix: int) -> dict[int, frozenset[int]]:
        """The greatest fixpoints of all that the steps lead to."""
        stack, family = [fix], set()
        while stack:
            if (node := stack.pop()) not in family:
                family.add(node)
                stack += [step[3] for step in self.proof.rows[node >> 1][3]]
        now = dict.fromkeys(family, self.worlds)
        while True:
            new = {}
            for node in family:
                left = self.worlds
                for group, pre, body, then, _ in self.proof.rows[node >> 1][3]:
                    left &= self.box(group, (self.worlds - self.of(pre)) | (self.of(body) & now[then]))
                new[node] = left
            if new == now:
                return now
            now = new


PASSAGES = ("K", "4", "5", "55", "B", "seen", "possible", "successor")


def mistakes(proof: Script, model: nx.MultiDiGraph) -> Iterator[str]:
    """The statements of a proof that are false in a model of its theory; empty if it is not a model of the theory."""
    where = Extensions(proof, model)
    if any(where.of(law) != where.worlds for law in proof.theory):
        return
    if where.of(proof.goal):
        yield f"the goal holds at {where.of(proof.goal)}"
    for number, lemma in enumerate(lemmas_of(proof)):
        if any(all(w not in where.of(node) for node in lemma.clause) for w in model):
            yield f"lemma {number} fails"
    for number, tableau in enumerate(tableaux_of(proof)):
        for step in tableau.steps:
            if step.rule in PASSAGES and not passes(where, tableau, step):
                yield f"tableau {number}: {step}"
        for branch in range(len(tableau.branches) + 1):
            yield from clauses(where, tableau, branch)


def passes(where: Extensions, tableau: Tableau, step: Step) -> bool:
    """Whether the step between worlds holds everywhere."""
    _, group = tableau.worlds[step.world - 1]
    pairs = where.pairs(group)
    for w in where.worlds:
        if all(w in where.of(tableau.steps[premise].node) for premise in step.premises):
            there = [v in where.of(step.node) for x, v in pairs if x == w]
            if not (any(there) if step.rule in ("possible", "successor") else all(there)):
                return False
    return True


def clauses(where: Extensions, tableau: Tableau, branch: int) -> Iterator[str]:
    """The steps within worlds, and the cases, that do not follow."""
    steps = [step for step in tableau.steps if step.branch == branch]
    cases = [next(s for s in tableau.steps if s.branch == b) for b, p in enumerate(tableau.branches, 1) if p == branch]
    for nodes, step in [
        *[([step.node], step) for step in steps[branch != 0 :]],
        *[([case.node for case in cases], case) for case in cases[:1]],
    ]:
        if step.rule not in (*PASSAGES, "suppose", "ends", "onward", "condition"):
            premises = [tableau.steps[premise].node ^ 1 for premise in step.premises]
            for w in where.worlds:
                if not any(w in where.of(node) for node in (*nodes, *premises)):
                    yield f"branch {branch}: {step} fails at {w}"
