"""The rules of Hilbert-style derivations: functions that return the mistake in a line, or an empty string.

They compare forms: integers that stand for formulas up to definitions (see `Forms`).
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from kripke.data.frames import SYSTEMS, required
from kripke.data.wording import brief
from kripke.prove.clock import Clock
from kripke.prove.hilbert import forms, marking
from kripke.prove.hilbert.forms import BOX, GROUP, NORMAL, ONE_AGENT, SCHEMES, Form, Forms, Scheme, instance, match
from kripke.prove.hilbert.marking import lines_text
from kripke.prove.hilbert.reading import AXIOMS, Line
from kripke.prove.question.problem import System
from logic import clauses as f
from logic.errors import few, listing
from logic.formula import Formula

PREMISE, THEORY, SERIAL = "premise", "theory", "serial"
"""Kinds of assumptions: premises are true at one world; theory and seriality hold in the model before announcements."""

SHOWN = 120  # number of characters of a formula in a message


class Page(marking.Page[Form]):
    """Grades the lines of a Hilbert-style derivation; if `axioms` is None, all axioms of the systems are allowed."""

    def __init__(
        self, forms: Forms, systems: Mapping[str, System], axioms: tuple[str, ...] | None, clock: Clock
    ) -> None:
        super().__init__(systems, clock)
        self.forms, self.axioms = forms, axioms
        self.rests: dict[int, set[str]] = {}
        self.used: set[str] = set()  # the kinds of assumptions on which the current line depends by its own rule

    def of(self, formula: Formula) -> Form:
        """Return the form of a formula; formulas that differ only by definitions have the same form."""
        return self.forms.of(formula)

    def mark(self, line: Line) -> marking.Mark:
        """Return the verdict on the next line, and store the assumptions of its rule and of the lines that it cites."""
        self.used.clear()
        mark = super().mark(line)
        self.form[line.number] = self.of(line.formula)
        self.rests[line.number] = self.used.union(*[self.rests[each] for each in line.of if each in self.rests])
        return mark

    def judge(self, line: Line) -> str:
        """Return the mistake in a line of a derivation; empty if the line is right."""
        missing = [str(number) for number in line.of if number not in self.form]
        if missing:
            place = "is no line" if len(missing) == 1 else "are no lines"
            return f"{few(missing, 'and')} {place} above; a line uses lines above it"
        if line.rule not in RULES:
            return "it has no reason yet: expected a rule or an axiom, with the lines that it takes, such as MP 1,2"
        rule, least, most = RULES[line.rule]
        if not least <= len(line.of) <= most:
            counts = listing([str(count) if count else "no" for count in range(least, min(most, least + 2) + 1)])
            return f"{line.rule} needs {counts} line{'s' * (counts != '1')}, got {len(line.of)}"
        return rule(self, self.of(line.formula), line.of)

    def text(self, form: Form) -> str:
        """Return the formula of a form as a string, shortened if it is long."""
        return brief(self.forms.formula(form), width=SHOWN)

    def fails(self, given: list[Form], wanted: Form) -> str:
        """Describe truth values for which the `given` forms hold and `wanted` fails; empty if `wanted` follows."""
        values = forms.counterexample(self.forms, given, wanted, self.clock)
        if not values:
            return "" if values is None else "always"
        shown = [f"{self.text(each)} is {'true' if values[each] else 'false'}" for each in sorted(values)[:LETTERS]]
        return "for example if " + ", ".join(shown) + (", ..." if len(values) > LETTERS else "")


LETTERS = 6  # maximal number of truth values of atoms and modal subformulas in a message


Rule = Callable[[Page, Form, tuple[int, ...]], str]  # (page, form of the line, cited lines) -> the mistake


def _propositional(page: Page, form: Form, of: tuple[int, ...]) -> str:
    """Return the mistake in a use of PL: up to definitions, it derives propositional consequences of cited lines."""
    fails = page.fails([page.form[number] for number in of], form)
    wrong = f"it does not follow from {lines_text(of)} by propositional logic" if of else "it is no tautology"
    return f"{wrong}: it fails {fails}" if fails else ""


def _modus_ponens(page: Page, form: Form, of: tuple[int, ...]) -> str:
    """Return the mistake in a use of MP, which derives Y from X and X -> Y; X <-> Y or Y <-> X may replace X -> Y."""
    results = []
    for major, minor in (of, of[::-1]):
        clause, _, kids = page.forms.rows[page.form[major] >> 1]
        if clause in (f.Implies, f.Iff) and not page.form[major] & 1:
            for one, then in (kids, kids[::-1])[: 1 + (clause is f.Iff)]:
                results += [then] * (one == page.form[minor])
    if results:
        return "" if form in results else f"MP of {lines_text(of)} gives {page.text(results[0])}, got {page.text(form)}"
    return f"MP needs an implication and its antecedent: {_quoted(page, of)}"


def _necessitation(page: Page, form: Form, of: tuple[int, ...]) -> str:
    """Return the mistake in a use of Nec, which derives ``[]X`` from a theorem X."""
    given = page.form[of[0]]
    row = page.forms.rows[form >> 1]
    if form & 1 or row[0] not in NORMAL or row[2][-1] != given:
        known = page.text(page.forms.make(f.K, ("a",), given))
        return f"Nec of line {of[0]} gives {known} for an agent a, got {page.text(form)}"
    return _not_local(page, "Nec", of) or (_not_after(page, of) if row[0] is f.Announce else "")


def _monotone(page: Page, form: Form, of: tuple[int, ...]) -> str:
    """Return the mistake in a use of RM, which derives ``[]X -> []Y``, or ``<>X -> <>Y``, from X -> Y."""
    bound = match(SCHEMES["RM"], page.forms, form)
    if bound is not None:
        return _lifted(page, "RM", instance("p -> q", page.forms, bound), of, bound[BOX])
    return f"RM of line {of[0]}, X -> Y, gives K_a X -> K_a Y or M_a X -> M_a Y, got {page.text(form)}"


def _normal(page: Page, form: Form, of: tuple[int, ...]) -> str:
    """Return the mistake in a use of RK, which derives ``[]X1 & ... & []Xn -> []Y`` from X1 & ... & Xn -> Y."""
    given, wanted = _antecedents(page, form)
    box = _box(page, wanted)
    if box is None or any(_box(page, each) != box for each in given):
        return f"RK gives K_a X1 & ... & K_a Xn -> K_a Y, with one agent in all of it, got {page.text(form)}"
    step = page.forms.rows[wanted >> 1][2][-1]
    for each in reversed(given):
        step = page.forms.make(f.Implies, (), page.forms.rows[each >> 1][2][-1], step)
    return _lifted(page, "RK", step, of, box)


def _lifted(page: Page, name: str, step: Form, of: tuple[int, ...], box: tuple[Any, ...]) -> str:
    """Return the mistake if the cited line is not equivalent to `step`, or may not be put under the box."""
    line = page.form[of[0]]
    if page.fails([line], step) or page.fails([step], line):
        return f"{name} needs {page.text(step)}, but {_quoted(page, of)}"
    return _not_local(page, name, of) or (_not_after(page, of) if box[0] is f.Announce else "")


def _antecedents(page: Page, form: Form) -> tuple[list[Form], Form]:
    given: list[Form] = []
    while not form & 1 and page.forms.rows[form >> 1][0] is f.Implies:
        left, form = page.forms.rows[form >> 1][2]
        stack = [left]
        while stack:
            part = stack.pop()
            clause, _, kids = page.forms.rows[part >> 1]
            if clause is f.And and not part & 1:
                stack += reversed(kids)
            else:
                given.append(part)
    return given, form


def _box(page: Page, form: Form) -> tuple[Any, ...] | None:
    clause, content, kids = page.forms.rows[form >> 1]
    return None if form & 1 or clause not in NORMAL else (clause, content, kids[:-1])


def _replacement(page: Page, form: Form, of: tuple[int, ...]) -> str:
    """Return the mistake in a use of RE, which replaces X by Y, or Y by X, in the second line; the first is X <-> Y.

    Without a second line, it derives an equivalence or implication of two formulas that differ by such replacements.
    """
    clause, _, pair = page.forms.rows[page.form[of[0]] >> 1]
    if clause is not f.Iff or page.form[of[0]] & 1:
        return f"RE needs an equivalence X <-> Y first: {_quoted(page, of[:1])}"
    clause, _, kids = page.forms.rows[form >> 1]
    if len(of) < 2 and (clause not in (f.Iff, f.Implies) or form & 1):
        return f"RE of line {of[0]} gives an equivalence of two formulas, got {page.text(form)}"
    before, after = kids if len(of) < 2 else (page.form[of[1]], form)
    crossed = forms.replaced_after_change(page.forms, before, after, pair)
    if crossed is None:
        one, other = map(page.text, pair)
        return f"{page.text(after)} is not {page.text(before)} with {one} and {other} put for each other"
    return _not_local(page, "RE", of[:1]) or (_not_after(page, of[:1]) if crossed else "")


def _not_local(page: Page, name: str, of: tuple[int, ...]) -> str:
    """Return the mistake if a cited line rests on a premise, which may fail at other worlds."""
    local = _resting(page, PREMISE, of)
    return f"{name} is for theorems: {local} on a premise, which may fail at other worlds" if local else ""


def _not_after(page: Page, of: tuple[int, ...]) -> str:
    """Return the mistake if a cited line rests on the theory or seriality, which may fail after a change."""
    for rests, what in ((THEORY, "the theory"), (SERIAL, "axiom D")):
        if start := _resting(page, rests, of):
            return f"{start} on {what}, which may fail after an announcement or upgrade"
    return ""


def _resting(page: Page, what: str, of: tuple[int, ...]) -> str:
    """Return the start of a sentence, such as ``lines 1 and 2 rest``, for the cited lines that rest on `what`."""
    numbers = tuple([number for number in of if what in page.rests[number]])
    return f"{lines_text(numbers)} rest{'s' * (len(numbers) == 1)}" if numbers else ""


def _axiom(page: Page, form: Form, of: tuple[int, ...], name: str) -> str:
    """Return the mistake in an axiom of the modal cube; the agent's system and the derivation must allow the axiom."""
    scheme = SCHEMES[name]
    bound = match(scheme, page.forms, form)
    if bound is None:
        axiom = next((other for other in forms.OF_RELATIONS if match(other, page.forms, form)), None)
        hint = "" if axiom is None else f"; it is axiom {axiom.name}"
        if name.isdigit() and int(name) in page.form:
            hint += f"; if line {name} is meant, name the rule too, such as PL {name}"
        return f"it is no instance of axiom {name}, {scheme.shown}{hint}"
    if page.axioms is not None and name not in page.axioms:
        allowed = ", ".join(page.axioms) or "none"
        return f"axiom {name} is not among the axioms of this derivation, {allowed}: derive it"
    return _not_in_system(page, scheme, bound[BOX])


def _not_in_system(page: Page, scheme: Scheme, box: tuple[Any, ...]) -> str:
    """Return why the box's relation lacks the property that the axiom needs; empty if it has the property."""
    if not scheme.needs:
        return ""
    agents = [box[1][0]] if box[0] in ONE_AGENT else sorted(box[1][0])
    needs = "reflexive" if len(agents) > 1 and scheme.needs == "serial" else scheme.needs
    if scheme.needs == "serial" and not all(page.systems[agent].reflexive for agent in agents):
        page.used.add(SERIAL)
    for agent in agents:
        if needs not in page.systems[agent].properties:
            of_agent = f" ({agent})" * bool(agent)
            of_group = f" for D: relations that are {scheme.needs} may share no world" if needs != scheme.needs else ""
            having = listing([name for name in SYSTEMS if needs in required(name)], "and")
            lacks = f"axiom {scheme.name} is not an axiom of {page.systems[agent].name}{of_agent}{of_group}"
            return f"{lacks}; it is one of {having}"
    return ""


def _distributed(page: Page, form: Form, of: tuple[int, ...]) -> str:
    """Return the mistake in a use of axiom D_G: a group has the distributed knowledge of each of its subgroups."""
    clause, _, kids = page.forms.rows[form >> 1]
    rows = [page.forms.rows[kid >> 1] for kid in kids]
    of_relations = all(row[0] in forms.RELATIONAL and not kid & 1 for row, kid in zip(rows, kids, strict=True))
    if clause in (f.Implies, f.Iff) and not form & 1 and of_relations:
        one, other = [frozenset(content[0] if each is f.D else content) for each, content, _ in rows]
        if rows[0][2] == rows[1][2] and (one == other if clause is f.Iff else one <= other):
            return ""
    return f"D_G is D_G X -> D_H X for a group G within H, and D_{{a}} X <-> K_a X, got {page.text(form)}"


def _fixpoint(page: Page, form: Form, of: tuple[int, ...]) -> str:
    make = page.forms.make
    for star in _repetitions(page, form):
        more = make(f.And, (), page.forms.rows[star >> 1][2][-1], page.forms.after_one(star, star))
        if not page.fails([make(f.Iff, (), star, more)], form):
            return ""
    if match(SCHEMES["Fix"], page.forms, form) is not None:
        return ""
    return f"it is no instance of Fix, {SCHEMES['Fix'].shown}; of programs [x*] p <-> p & [x] [x*] p"


def _repetitions(page: Page, form: Form) -> list[Form]:
    return [2 * number for number in page.forms.below(form) if page.forms.rows[number][0] is f.Run]


def _induction(page: Page, form: Form, of: tuple[int, ...]) -> str:
    """Return the mistake in a use of Ind, which derives X -> C_G Y from X -> E_G (Y & X) (FHMV 3.3, RC1).

    For programs, it derives X -> [x*] Y from X -> Y & [x] X. A line that cites no line must be the induction axiom.
    """
    make = page.forms.make
    for star in _repetitions(page, form):
        clause, content, (*tests, inside) = page.forms.rows[star >> 1]
        if not of:
            step = make(f.Implies, (), inside, page.forms.after_one(star, inside))
            given = make(f.And, (), inside, make(clause, content, *tests, step))
            if not page.fails([make(f.Implies, (), given, star)], form):
                return ""
        elif page.forms.rows[form >> 1][0] is f.Implies and not form & 1 and page.forms.rows[form >> 1][2][1] == star:
            start = page.forms.rows[form >> 1][2][0]
            step = make(f.Implies, (), start, make(f.And, (), inside, page.forms.after_one(star, start)))
            if page.fails([page.form[of[0]]], step):
                return f"Ind needs {page.text(step)}, but {_quoted(page, of)}"
            return _not_local(page, "Ind", of)
    if not of:
        if match(SCHEMES["Ind"], page.forms, form) is not None:
            return ""
        bound = match(SCHEMES["Ind from here"], page.forms, form)
        if bound is None:
            return f"it is no instance of Ind, {SCHEMES['Ind'].shown}; or name the line X -> E_G (Y & X)"
        if any(page.systems[agent].reflexive for agent in bound[GROUP]):
            return ""
        return f"no agent of the group has a reflexive relation: Ind is {SCHEMES['Ind'].shown}"
    bound = match(SCHEMES["Ind to C"], page.forms, form)
    if bound is not None:
        texts = ["p -> E_{g} p"] * (bound["p"] == bound["q"]) + ["p -> E_{g} (q & p)", "p -> E_{g} (p & q)"]
        steps = [instance(text, page.forms, bound) for text in texts]
        if not all(page.fails([page.form[of[0]]], step) for step in steps):
            return _not_local(page, "Ind", of)
        return f"Ind needs {page.text(steps[0])}, but {_quoted(page, of)}"
    return f"Ind of line {of[0]}, X -> E_G (Y & X), gives X -> C_G Y, got {page.text(form)}"


def _announcement(page: Page, form: Form, of: tuple[int, ...]) -> str:
    """Return the mistake if the formula is not a reduction axiom of public announcements (axiom Ann)."""
    if match(SCHEMES["Ann"], page.forms, form) is not None:
        return ""
    clause, _, kids = page.forms.rows[form >> 1]
    sides = kids if clause in (f.Iff, f.Implies) and not form & 1 else ()
    meant = next((axiom for side in sides if (axiom := forms.completed(SCHEMES["Ann"], page.forms, side))), None)
    if meant is not None:
        return f"it is no reduction axiom; Ann is {page.text(meant)}"
    return "it is no reduction axiom of a public announcement of X: an atom, ~, &, |, ->, <->, K or [Y] after [X]"


def _announced_common(page: Page, form: Form, of: tuple[int, ...]) -> str:
    """Return the mistake in a use of AnnC: X -> [p] C_G Y from X -> [p] Y and X & p -> E_G X (DEL 4.5)."""
    bound = match(SCHEMES["AnnC"], page.forms, form)
    if bound is not None:
        for step in [instance(text, page.forms, bound) for text in ("p -> [q] r", "p & q -> E_{g} p")]:
            if page.fails([page.form[number] for number in of], step):
                return f"AnnC needs {page.text(step)}, which does not follow from {lines_text(of)}"
        return _not_local(page, "AnnC", of)
    return f"AnnC gives X -> [p] C_G Y from X -> [p] Y and X & p -> E_G X, got {page.text(form)}"


def _assumed(page: Page, form: Form, of: tuple[int, ...], name: str, what: str) -> str:
    """Return the mistake if the formula is not an assumption of kind `name`; messages call such assumptions `what`."""
    page.used.add(name)
    given = page.given.get(name)
    if given is None or form in given:
        return ""
    other = THEORY if name == PREMISE else PREMISE
    if form in page.given.get(other, ()):
        return f"it is not among the {what}, but it is given as {other}: write {other} here"
    return f"it is not among the {what}: {few([page.text(each) for each in sorted(given)]) or 'there are none'}"


def _quoted(page: Page, of: tuple[int, ...]) -> str:
    return few([f"line {number} is {page.text(page.form[number])}" for number in of], "and")


MANY = 1_000  # maximal number of lines that rule PL may use

RULES: dict[str, tuple[Rule, int, int]] = {
    **{name: (partial(_axiom, name=name), 0, 0) for name in AXIOMS},
    "PL": (_propositional, 0, MANY),
    "MP": (_modus_ponens, 2, 2),
    "Nec": (_necessitation, 1, 1),
    "RM": (_monotone, 1, 1),
    "RK": (_normal, 1, 1),
    "RE": (_replacement, 1, 2),
    "D_G": (_distributed, 0, 0),
    "Fix": (_fixpoint, 0, 0),
    "Ind": (_induction, 0, 1),
    "Ann": (_announcement, 0, 0),
    "AnnC": (_announced_common, 1, 2),
    "premise": (partial(_assumed, name=PREMISE, what="premises"), 0, 0),
    "theory": (partial(_assumed, name=THEORY, what="formulas of the theory"), 0, 0),
}
"""Name -> the function, and the minimal and maximal number of lines that the rule takes."""
