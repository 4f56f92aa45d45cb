"""The last touch of a proof: unneeded lemmas are left out, those needed once are put where they are needed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from kripke.prove.proofs.script import CONTRADICTION, HYPOTHESIS, LEMMA, SUPPOSE, Induction, Lemma, Step, Tableau
from kripke.prove.question.nodes import FALSE, Group

Part = tuple[Sequence[int], Lemma | Induction]
"""What was proved, with the numbers of the lemmas."""


def tidy(parts: Sequence[Part], tableau: Tableau) -> tuple[tuple[Lemma | Induction, ...], Tableau]:
    """The parts that the tableau needs, numbered anew, and the tableau."""
    kept = _needed(parts, tableau)
    single = _single(kept, tableau)
    inlined: dict[int, Tableau] = {}
    number: dict[int, int] = {}
    found: list[Part] = []
    for numbers, part in kept:
        new = _each(part, lambda each: _spliced(each, inlined))
        if isinstance(new, Lemma) and numbers[0] in single:
            inlined[numbers[0]] = new.tableau
        else:
            number |= {old: len(number) + place for place, old in enumerate(numbers)}
            found.append((numbers, new))
    lemmas = tuple([_each(part, lambda each: _renumbered(each, number)) for _, part in found])
    return lemmas, _renumbered(_spliced(tableau, inlined), number)


def _tableaux(part: Lemma | Induction) -> list[Tableau]:
    return [lemma.tableau for lemma in _lemmas(part)]


def _lemmas(part: Lemma | Induction) -> Sequence[Lemma]:
    return part.lemmas if isinstance(part, Induction) else (part,)


def _uses(tableau: Tableau) -> Iterator[tuple[int, bool]]:
    """The lemmas that a tableau uses, and whether they close a branch; one for each step or split."""
    seen = set()
    for step in tableau.steps:
        if step.rule in (LEMMA, HYPOTHESIS) and (step.node == FALSE or (step.of, step.premises) not in seen):
            seen.add((step.of, step.premises))
            yield step.of, step.node == FALSE


def _needed(parts: Sequence[Part], tableau: Tableau) -> list[Part]:
    wanted = {of for of, _ in _uses(tableau)}
    kept: list[Part] = []
    for numbers, part in reversed(parts):
        needed = dict(zip(numbers, _lemmas(part), strict=True))
        stack = [number for number in numbers if number in wanted]
        while stack:
            new = {of for of, _ in _uses(needed[stack.pop()].tableau)} - wanted
            wanted |= new
            stack += new & needed.keys()
        needed = {number: lemma for number, lemma in needed.items() if number in wanted}
        if needed:
            kept.append((list(needed), Induction(tuple(needed.values())) if isinstance(part, Induction) else part))
    return kept[::-1]


def _single(parts: Sequence[Part], tableau: Tableau) -> set[int]:
    """The lemmas that are used once, to close a branch."""
    uses = [use for t in [tableau, *[each for _, part in parts for each in _tableaux(part)]] for use in _uses(t)]
    count = Counter(of for of, _ in uses)
    return {of for of, closes in uses if closes and count[of] == 1}


def _each(part: Lemma | Induction, change: Callable[[Tableau], Tableau]) -> Lemma | Induction:
    """The part with each tableau changed."""
    lemmas = [Lemma(lemma.clause, change(lemma.tableau)) for lemma in _lemmas(part)]
    return Induction(tuple(lemmas)) if isinstance(part, Induction) else lemmas[0]


def _renumbered(tableau: Tableau, number: Mapping[int, int]) -> Tableau:
    steps = [replace(s, of=number[s.of]) if s.rule in (LEMMA, HYPOTHESIS) else s for s in tableau.steps]
    return replace(tableau, steps=tuple(steps))


def _spliced(tableau: Tableau, inlined: Mapping[int, Tableau]) -> Tableau:
    """The tableau with the steps of lemmas in the place of the steps that use them."""
    steps: list[Step] = []
    worlds, branches = list(tableau.worlds), list(tableau.branches)
    place: dict[int, int] = {}
    for old, step in enumerate(tableau.steps):
        premises = tuple([place[premise] for premise in step.premises])
        if step.rule == LEMMA and step.of in inlined:
            _splice(inlined[step.of], replace(step, premises=premises), steps, worlds, branches)
        else:
            place[old] = len(steps)
            steps.append(replace(step, premises=premises))
    return Tableau(tuple(steps), tuple(worlds), tuple(branches))


def _splice(
    tableau: Tableau, use: Step, steps: list[Step], worlds: list[tuple[int, Group]], branches: list[int]
) -> None:
    """Add the steps of a lemma where a step uses it to close a branch."""
    holds = {steps[premise].node: premise for premise in use.premises}
    world = {0: use.world} | {number: len(worlds) + number for number in range(1, len(tableau.worlds) + 1)}
    branch = {0: use.branch} | {number: len(branches) + number for number in range(1, len(tableau.branches) + 1)}
    worlds += [(world[parent], group) for parent, group in tableau.worlds]
    branches += [branch[parent] for parent in tableau.branches]
    place: dict[int, int] = {}
    for old, step in enumerate(tableau.steps):
        if step.rule == SUPPOSE and step.node in holds:
            place[old] = holds[step.node]
        elif step.rule == SUPPOSE:  # `TRUE`, which the clause of the lemma does not name
            place[old] = len(steps)
            steps.append(Step(CONTRADICTION, step.node, use.world, (), use.branch))
        else:
            place[old] = len(steps)
            premises = tuple([place[premise] for premise in step.premises])
            steps.append(replace(step, world=world[step.world], branch=branch[step.branch], premises=premises))
