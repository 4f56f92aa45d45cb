"""Hints for unfinished proofs, whose lines may lack a formula or a reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import permutations, product

from kripke.data.wording import brief
from kripke.prove.fitch.proof import RULES, SHOWN, Input, Page, Proved, inputs
from kripke.prove.fitch.reading import Cited
from kripke.prove.hilbert.marking import FAR, HOLE, Hint
from kripke.prove.hilbert.reading import CLOSED, Line, bar_text
from logic.clauses import And, K
from logic.errors import listing
from logic.formula import Formula

INTRODUCTIONS = ("&I", "->I", "<->I", "~I", "KI", "CI")  # the introduction rules that `inputs` supports


def hint(page: Page, line: Line) -> Hint | None:
    """Return a hint for a line that does not follow; None if none is found.

    The hint names a rule that justifies the line, or the inputs that a rule needs.
    """
    said = page.form[line.number]
    path = page.path[line.number]
    if said == HOLE or line.rule == "assume":
        return None
    if path and path[-1] == (None, line.number):
        return Hint("it is the first line of a subproof: its rule is assume", "assume")
    near = [n for n in page.path if n < line.number and not page.reach(n, line)[0]][-FAR:]
    last = {sub: number for number, subs in page.path.items() if number < line.number for sub in subs}
    ended = [(sub.first, number) for sub, number in last.items() if sub not in path]
    subs = {of: proved for of in ended if isinstance(proved := page.subproof(*of, line), Proved)}
    for rule in sorted(RULES, key=lambda name: name != line.rule):
        if rule == "assume" or (rule in ("premise", "theory") and said not in page.given.get(rule, ())):
            continue
        for of in _citations(rule, said, near, subs):
            candidate = replace(line, rule=rule, of=of)
            if not page.judge(candidate):
                return Hint(f"it follows by {candidate.why}" if of else f"its rule is {rule}", candidate.why)
    return _lacking(page, line, near, subs)


def _citations(rule: str, said: Formula, lines: Sequence[int], subs: Iterable[Cited]) -> Iterator[tuple[Cited, ...]]:
    """Yield the combinations of these lines and subproofs that a rule can cite."""
    if rule == "&I" and not isinstance(said, And):
        return
    for some, others in RULES[rule].takes:
        for first in permutations(lines, some):
            for then in permutations(subs, others):
                yield (*first, *then)


def _lacking(page: Page, line: Line, near: Sequence[int], subs: dict[tuple[int, int], Proved]) -> Hint | None:
    """Return a hint that names the inputs of the line's rule or of an introduction rule; None if no rule fits."""
    said = page.form[line.number]
    majors = [None, *[page.form[n] for n in ([n for n in line.of if n in near] or reversed(near))]]
    bar = next((sub.bar for sub in reversed(page.path[line.number]) if sub.bar), CLOSED)
    for rule, major in product((line.rule or "->E", *INTRODUCTIONS), majors):
        if needed := [K(min(bar), said)] if rule == "K" and bar and len(bar) == 1 else inputs(rule, said, major):
            break
    else:
        return None

    def told(piece: Input) -> str:
        if isinstance(piece, Proved):
            of = next((f"{first}-{last}" for (first, last), proved in subs.items() if proved == piece), "")
            return f"the subproof {of}" if of else _subproof(piece)
        number = next((number for number in near if page.form[number] == piece), 0)
        return f"line {number}" if number else f"a line {brief(piece, width=SHOWN)}"

    return Hint(f"{rule} needs {listing(map(told, needed), 'and')}")


def _subproof(piece: Proved) -> str:
    begins = "that ends with" if piece.supposed is None else f"from {brief(piece.supposed, width=SHOWN)} to"
    return f"a subproof |{bar_text(piece.bar)} {begins} {brief(piece.last, width=SHOWN)}"
