"""Proofs with a mistake: each mutation changes one thing in a correct proof."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from kripke.data.frames import SYSTEMS
from kripke.prove.proofs import script as rules
from kripke.prove.proofs.script import Induction, Lemma, Script, Step, Tableau
from logic import clauses as f

RULES = [value for name, value in vars(rules).items() if name.isupper() and isinstance(value, str)]
Mutation = Callable[[Random, Script], Script | None]
"""A changed proof; None if there is nothing to change."""


def lemmas_of(proof: Script) -> list[Lemma]:
    """All lemmas by number."""
    return [lemma for part in proof.parts for lemma in (part.lemmas if isinstance(part, Induction) else (part,))]


def tableaux_of(proof: Script) -> list[Tableau]:
    """The tableaux of the lemmas, then that of the goal."""
    return [*[lemma.tableau for lemma in lemmas_of(proof)], proof.tableau]


def with_lemmas(proof: Script, lemmas: list[Lemma]) -> Script:
    """The proof with other lemmas in the same parts."""
    rest = iter(lemmas)
    parts = [
        Induction(tuple(next(rest) for _ in part.lemmas)) if isinstance(part, Induction) else next(rest)
        for part in proof.parts
    ]
    return replace(proof, parts=tuple(parts))


def with_tableau(proof: Script, place: int, tableau: Tableau) -> Script:
    """The proof with another tableau at this place of `tableaux_of`."""
    lemmas = lemmas_of(proof)
    if place == len(lemmas):
        return replace(proof, tableau=tableau)
    lemmas[place] = replace(lemmas[place], tableau=tableau)
    return with_lemmas(proof, lemmas)


def other(rng: Random, values: list, value: object) -> object | None:
    """One of the values, but not this one; None: there is no other."""
    different = [each for each in values if each != value]
    return rng.choice(different) if different else None


def of_a_tableau(change: Callable[[Random, Script, Tableau], Tableau | None]) -> Mutation:
    """The mutation that changes one tableau."""

    def mutate(rng: Random, proof: Script) -> Script | None:
        tableaux = tableaux_of(proof)
        place = rng.randrange(len(tableaux))
        changed = change(rng, proof, tableaux[place]) if tableaux[place].steps else None
        return None if changed is None else with_tableau(proof, place, changed)

    mutate.__name__ = change.__name__
    return mutate


def of_a_step(field: str, values: Callable[[Random, Script, Tableau, int], object]) -> Mutation:
    """The mutation that gives a field of a step another value."""

    def change(rng: Random, proof: Script, tableau: Tableau) -> Tableau | None:
        place = rng.randrange(len(tableau.steps))
        step = tableau.steps[place]
        value = values(rng, proof, tableau, place)
        if value is None or value == getattr(step, field):
            return None
        steps = (*tableau.steps[:place], replace(step, **{field: value}), *tableau.steps[place + 1 :])
        return replace(tableau, steps=steps)

    change.__name__ = f"another {field}"
    return of_a_tableau(change)


def another_node(rng: Random, proof: Script, tableau: Tableau, place: int) -> object:
    nearby = [step.node for step in tableau.steps] + [step.node ^ 1 for step in tableau.steps]
    return rng.choice([rng.choice(nearby), rng.randrange(2 * len(proof.rows)), tableau.steps[place].node ^ 1])


def another_premise(rng: Random, proof: Script, tableau: Tableau, place: int) -> object:
    """One premise replaced, left out, or added."""
    premises, earlier = list(tableau.steps[place].premises), range(place)
    kind = rng.randrange(3)
    if kind == 2 and earlier:
        return (*premises, rng.choice(earlier))
    if premises:
        position = rng.randrange(len(premises))
        premises[position : position + 1] = [] if kind else [rng.choice(earlier)]
        return tuple(premises)
    return None


def drop_step(rng: Random, proof: Script, tableau: Tableau) -> Tableau | None:
    """Leave out a step; what rests on it rests on the others only."""
    return without(tableau, {rng.randrange(len(tableau.steps))})


def without(tableau: Tableau, dropped: set[int]) -> Tableau:
    """The tableau without some steps."""
    kept = [place for place in range(len(tableau.steps)) if place not in dropped]
    new = {old: place for place, old in enumerate(kept)}
    steps = [tableau.steps[old] for old in kept]
    renumbered = [replace(s, premises=tuple(new[p] for p in s.premises if p in new)) for s in steps]
    return replace(tableau, steps=tuple(renumbered))


def drop_branch(rng: Random, proof: Script, tableau: Tableau) -> Tableau | None:
    """Leave out a branch and those that go on from it, with the worlds that are made there."""
    if not tableau.branches:
        return None
    gone = {rng.randrange(len(tableau.branches)) + 1}
    for branch, parent in enumerate(tableau.branches, 1):
        if parent in gone:
            gone.add(branch)
    dropped = {place for place, step in enumerate(tableau.steps) if step.branch in gone}
    left = without(tableau, dropped)
    branches = {b: n for n, b in enumerate([b for b in range(len(tableau.branches) + 1) if b not in gone])}
    worlds = {0: 0} | {w: n for n, w in enumerate(sorted({step.world for step in left.steps} - {0}), 1)}
    return Tableau(
        tuple(replace(step, branch=branches[step.branch], world=worlds[step.world]) for step in left.steps),
        tuple((worlds[tableau.worlds[w - 1][0]], tableau.worlds[w - 1][1]) for w in worlds if w),
        tuple(branches[tableau.branches[b - 1]] for b in branches if b),
    )


def another_branch_before(rng: Random, proof: Script, tableau: Tableau) -> Tableau | None:
    """A branch goes on from another one."""
    if not tableau.branches:
        return None
    place = rng.randrange(len(tableau.branches))
    parent = other(rng, list(range(len(tableau.branches) + 1)), tableau.branches[place])
    return replace(tableau, branches=(*tableau.branches[:place], parent, *tableau.branches[place + 1 :]))


def another_world_before(rng: Random, proof: Script, tableau: Tableau) -> Tableau | None:
    """Another world, or another group, leads to a world; or the world is not there."""
    if not tableau.worlds:
        return None
    place = rng.randrange(len(tableau.worlds))
    parent, group = tableau.worlds[place]
    groups = [frozenset(g) for g in ([*proof.systems], *[[a] for a in proof.systems], [], ["z"])]
    kind = rng.randrange(3)
    if kind == 0:
        new = [(other(rng, list(range(len(tableau.worlds) + 1)), parent), group)]
    else:
        new = [(parent, other(rng, groups, group))] if kind == 1 else []
    return replace(tableau, worlds=(*tableau.worlds[:place], *new, *tableau.worlds[place + 1 :]))


def drop_lemma(rng: Random, proof: Script) -> Script | None:
    """Leave out a lemma; the numbers of later ones are one less."""
    lemmas = lemmas_of(proof)
    if not lemmas:
        return None
    gone = rng.randrange(len(lemmas))
    parts: list[Lemma | Induction] = []
    number = 0
    for part in proof.parts:
        inside = part.lemmas if isinstance(part, Induction) else (part,)
        left = tuple(lemma for place, lemma in enumerate(inside, number) if place != gone)
        number += len(inside)
        parts += [Induction(left)] if isinstance(part, Induction) and left else list(left)
    new = replace(proof, parts=tuple(parts))
    for place, tableau in enumerate(tableaux_of(new)):
        later = [step.rule in ("lemma", "hypothesis") and step.of > gone for step in tableau.steps]
        steps = [replace(step, of=step.of - less) for step, less in zip(tableau.steps, later, strict=True)]
        new = with_tableau(new, place, replace(tableau, steps=tuple(steps)))
    return new


def no_induction(rng: Random, proof: Script) -> Script | None:
    """The clauses of an induction as lemmas, with lemmas in the place of hypotheses."""
    places = [place for place, part in enumerate(proof.parts) if isinstance(part, Induction)]
    if not places:
        return None
    place = rng.choice(places)
    inside = []
    for lemma in proof.parts[place].lemmas:
        steps = [replace(s, rule="lemma") if s.rule == "hypothesis" else s for s in lemma.tableau.steps]
        inside.append(replace(lemma, tableau=replace(lemma.tableau, steps=tuple(steps))))
    return replace(proof, parts=(*proof.parts[:place], *inside, *proof.parts[place + 1 :]))


def another_clause(rng: Random, proof: Script) -> Script | None:
    """A lemma without a node of its clause, or with another, together with the supposition."""
    lemmas = lemmas_of(proof)
    place = rng.randrange(len(lemmas)) if lemmas else 0
    if not lemmas or not lemmas[place].clause:
        return None
    clause = list(lemmas[place].clause)
    position = rng.randrange(len(clause))
    tableau = lemmas[place].tableau
    if rng.random() < 0.5:
        del clause[position]
        tableau = without(tableau, {position})
    else:
        clause[position] = rng.randrange(2 * len(proof.rows))
        steps = list(tableau.steps)
        steps[position] = Step("suppose", clause[position] ^ 1)
        tableau = replace(tableau, steps=tuple(steps))
    lemmas[place] = Lemma(tuple(clause), tableau)
    return with_lemmas(proof, lemmas)


def another_system(rng: Random, proof: Script) -> Script | None:
    if not proof.systems:
        return None
    agent = rng.choice(sorted(proof.systems))
    return replace(proof, systems={**proof.systems, agent: other(rng, list(SYSTEMS), proof.systems[agent])})


def another_goal(rng: Random, proof: Script) -> Script | None:
    goal = rng.choice([proof.goal ^ 1, rng.randrange(2 * len(proof.rows))])
    steps = (Step("suppose", goal), *proof.tableau.steps[1:])
    return replace(proof, goal=goal, tableau=replace(proof.tableau, steps=steps))


def another_theory(rng: Random, proof: Script) -> Script | None:
    if proof.theory and rng.random() < 0.5:
        return replace(proof, theory=proof.theory[1:])
    return replace(proof, theory=(*proof.theory, rng.randrange(2 * len(proof.rows))))


def another_row(rng: Random, proof: Script) -> Script | None:
    """Another operand, group, atom, formula, history or step in a row."""
    place = rng.randrange(1, len(proof.rows)) if len(proof.rows) > 1 else 0
    row = proof.rows[place]
    groups = [frozenset(g) for g in ([*proof.systems], *[[a] for a in proof.systems])]
    match row:
        case ("atom", name):
            new = ("atom", name + "x")
        case ("member", agent):
            new = ("member", other(rng, list(proof.systems), agent))
        case ("and", one, two):
            new = rng.choice([("and", one ^ 1, two), ("and", one, two ^ 1), ("and", one, rng.randrange(2 * place))])
        case ("box", group, inside):
            new = rng.choice([("box", other(rng, groups, group), inside), ("box", group, inside ^ 1)])
        case ("fix", formula, history, steps):
            new = rng.choice(
                [
                    ("fix", f.C(None, f.Not(formula)), history, steps),
                    ("fix", formula, (*history, ("announced", formula)), steps),
                    ("fix", formula, history[1:] or (("resolved", groups[0]),), steps),
                    ("fix", formula, history, steps[1:]),
                    ("fix", formula, history, another_way(rng, proof, steps)),
                ]
            )
        case _:
            return None
    return None if new == row else replace(proof, rows=(*proof.rows[:place], new, *proof.rows[place + 1 :]))


def another_way(rng: Random, proof: Script, steps: tuple) -> tuple:
    """The steps of a fixpoint, one of them with another group or node."""
    if not steps:
        return ()
    place = rng.randrange(len(steps))
    step = list(steps[place])
    field = rng.randrange(len(step))
    step[field] = frozenset([*proof.systems]) if field == 0 else rng.randrange(2 * len(proof.rows))
    return (*steps[:place], tuple(step), *steps[place + 1 :])


def fewer_ways(rng: Random, proof: Script) -> Script | None:
    """A fixpoint without one of its steps, and the inductions without the branches of that step."""
    fixes = [place for place, row in enumerate(proof.rows) if row[0] == "fix" and len(row[3]) > 1]
    if not fixes:
        return None
    place = rng.choice(fixes)
    row = proof.rows[place]
    way = rng.randrange(len(row[3]))
    rows = (*proof.rows[:place], (*row[:3], row[3][:way] + row[3][way + 1 :]), *proof.rows[place + 1 :])
    lemmas = [
        replace(lemma, tableau=fewer_branches(lemma.tableau, way)) if lemma.clause[:1] == (2 * place,) else lemma
        for lemma in lemmas_of(proof)
    ]
    return with_lemmas(replace(proof, rows=rows), lemmas)


def fewer_branches(tableau: Tableau, way: int) -> Tableau:
    """The tableau without the branches of a way; only for branches without others that go on from them."""
    gone = {step.branch for step in tableau.steps if step.rule in ("ends", "onward") and step.of == way}
    if gone & set(tableau.branches):
        return tableau
    left = without(tableau, {place for place, step in enumerate(tableau.steps) if step.branch in gone})
    branches = {b: n for n, b in enumerate([b for b in range(len(tableau.branches) + 1) if b not in gone])}
    worlds = {0: 0} | {w: n for n, w in enumerate(sorted({step.world for step in left.steps} - {0}), 1)}
    steps = [
        replace(
            step,
            branch=branches[step.branch],
            world=worlds[step.world],
            of=step.of - (step.rule in ("ends", "onward") and step.of > way),
        )
        for step in left.steps
    ]
    return Tableau(
        tuple(steps),
        tuple((worlds[tableau.worlds[w - 1][0]], tableau.worlds[w - 1][1]) for w in worlds if w),
        tuple(branches[tableau.branches[b - 1]] for b in branches if b),
    )


MUTATIONS: list[Mutation] = [
    of_a_step("rule", lambda rng, proof, tableau, place: rng.choice(RULES)),
    of_a_step("node", another_node),
    of_a_step("premises", another_premise),
    of_a_step("world", lambda rng, proof, tableau, place: rng.randrange(len(tableau.worlds) + 1)),
    of_a_step("branch", lambda rng, proof, tableau, place: rng.randrange(len(tableau.branches) + 1)),
    of_a_step("of", lambda rng, proof, tableau, place: rng.randrange(-1, len(lemmas_of(proof)) + 1)),
    of_a_tableau(drop_step),
    of_a_tableau(drop_branch),
    of_a_tableau(another_branch_before),
    of_a_tableau(another_world_before),
    drop_lemma,
    no_induction,
    another_clause,
    another_system,
    another_goal,
    another_theory,
    another_row,
    fewer_ways,
]


def mutant(rng: Random, proof: Script) -> tuple[str, Script]:
    """The name of a mutation and the changed proof."""
    while True:
        mutation = rng.choice(MUTATIONS)
        changed = mutation(rng, proof)
        if changed is not None and changed != proof:
            return mutation.__name__, changed
