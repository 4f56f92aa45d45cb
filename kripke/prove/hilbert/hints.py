"""Hints for wrong lines of a derivation: another rule that justifies the line, or the lines that a rule needs."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations

from kripke.prove.hilbert.forms import NORMAL, Form
from kripke.prove.hilbert.marking import FAR, HOLE, Hint
from kripke.prove.hilbert.reading import Line
from kripke.prove.hilbert.rules import PREMISE, RULES, THEORY, Page
from logic import clauses as f
from logic.shared import irreducible


def hint(page: Page, line: Line) -> Hint | None:
    """Return a hint for a line that does not follow; None if none is found.

    The hint names a rule that justifies the line, or the lines that a rule needs.
    """
    if line.formula == HOLE:
        return None
    form = page.forms.of(line.formula)
    near = [number for number in page.form if number < line.number and page.text(page.form[number]) != str(HOLE)][-FAR:]
    for rule in sorted(RULES, key=lambda name: (name != line.rule, name == "PL")):
        if rule in (PREMISE, THEORY) and form not in page.given.get(rule, ()):
            continue
        page.clock.tick()
        for of in _citations(page, rule, form, near):
            candidate = replace(line, rule=rule, of=of)
            if not page.judge(candidate):
                return Hint(f"it follows by {candidate.why}" if of else f"its reason is {candidate.why}", candidate.why)
    return _lacking(page, line.rule, form, near)


def _citations(page: Page, rule: str, form: Form, near: Sequence[int]) -> Iterator[tuple[int, ...]]:
    _, least, most = RULES[rule]
    if rule != "PL":
        for count in range(least, most + 1):
            yield from permutations(near, count)
    elif not page.fails([page.form[number] for number in near], form):
        yield tuple(irreducible(near, lambda fewer: not page.fails([page.form[each] for each in fewer], form)))


def _lacking(page: Page, rule: str, form: Form, near: Sequence[int]) -> Hint | None:
    """Return a hint with the line that MP, Nec or RM needs; None if the formula does not determine it."""
    needs: dict[str, str] = {}
    for number in near:
        clause, _, kids = page.forms.rows[page.form[number] >> 1]
        if clause is f.Implies and not page.form[number] & 1 and kids[1] == form:
            needs["MP"] = f"line {number} and a line {page.text(kids[0])}"
    clause, _, kids = page.forms.rows[form >> 1]
    if clause in NORMAL and not form & 1:
        needs["Nec"] = f"a line {page.text(kids[-1])} that rests on no premise"
    elif clause is f.Implies and not form & 1 and not any(kid & 1 for kid in kids):
        (one, of, inner), (other, of_other, inside) = [page.forms.rows[kid >> 1] for kid in kids]
        if one in NORMAL and (one, of, inner[:-1]) == (other, of_other, inside[:-1]):
            needs["RM"] = f"a line {page.text(page.forms.make(f.Implies, (), inner[-1], inside[-1]))}"
    name = rule if rule in needs else next(iter(needs), "")
    return Hint(f"{name} needs {needs[name]}") if name else None
