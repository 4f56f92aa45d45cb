"""The command `rewrite`: substitution, and equivalent formulas in other forms, with the steps of the derivation."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, cast, get_args

from logic.clauses import Atom
from logic.derivation import STEPS, Step
from logic.errors import FormulaError, TooLarge, naming, shorten
from logic.formula import Formula
from logic.normal import CLAUSES, cnf, dnf, nnf
from logic.parser import parse
from logic.reduction import NODES, eliminate_announcements
from logic.shared import size, substitute
from logic.simplification import simplify
from logic.transform import Form, steps
from whoknows.cli.guard import AS_JSON, FORMULA, command, flag, one_of, option, refuse
from whoknows.cli.streams import emit, read_formula, say

FORMS = get_args(Form)
ASSIGN = ":="  # Between the atom and its formula: atoms such as ``die=4`` contain ``=``

WRITTEN = 1_000_000  # maximal number of nodes of all formulas in the data of a derivation: a few megabytes


@command("rewrite")
def _rewrite(
    formula: str = FORMULA,
    to: str | None = option(
        f"--to {'|'.join(FORMS)}",
        "Negation, conjunctive or disjunctive normal form; simplified; without announcements.",
        complete=FORMS,
    ),
    substituted: list[str] = option("--substitute ATOM:=FORMULA", "Put a formula for an atom first; may be repeated."),
    show_steps: bool = flag("--steps", "Show each step with its rule and, in ⟦ ⟧, the part that it changes."),
    agents: str | None = option("--agents A,B", "All agents of the model, for static."),
    limit: int | None = option(
        "--limit N", "At most this many steps; without --steps: clauses (cnf, dnf), nodes (static).", min=1
    ),
    as_json: bool = AS_JSON,
) -> None:
    """Rewrite a formula in another form, with the steps.

    Forms are normal forms (nnf, cnf, dnf), simplified formulas, and formulas without announcements (static). All are
    equivalent to the formula. Substitutions are made first, all at once.

    Examples
    --------
    whoknows rewrite '~(p -> K_a q)' --to nnf --steps
    whoknows rewrite '[p] K_a (p & [q] K_b q)' --to static --steps
    whoknows rewrite '(p -> q) & K_a p' --to dnf
    whoknows rewrite 'K_a (p & q | p & ~q)' --to simple --json
    whoknows rewrite 'p -> K_a q' --substitute 'p := [r] q' --substitute 'q := r'
    """
    if to is not None:
        one_of("--to", to, FORMS)
    nothing = f"nothing to do: give --to {'|'.join(FORMS)} or --substitute ATOM{ASSIGN}FORMULA"
    limited = show_steps or to in ("cnf", "dnf", "static")
    refuse(
        (to is None and not substituted, nothing),
        (to is None and show_steps, "--steps shows how a form is reached: give --to too"),
        (agents is not None and to != "static", "--agents is for --to static"),
        (limit is not None and not limited, "--limit is for --steps, and for --to cnf, dnf and static"),
    )
    form = cast(Form | None, to)
    given = substitute(read_formula(formula), _mapping(substituted))
    everyone = None if agents is None else [agent.strip() for agent in agents.split(",") if agent.strip()]
    refuse((everyone == [], f"--agents {agents!r} names nobody: write all agents of the model, such as --agents a,b"))
    rewriting: tuple[Step, ...] = ()
    if show_steps and form is not None:
        rewriting = steps(given, form, agents=everyone, limit=limit or STEPS)
        result = rewriting[-1].after if rewriting else given
    else:
        result = _result(given, form, everyone, limit)
    if as_json:
        data: dict[str, Any] = {"formula": str(given), "to": to, "result": str(result)}
        emit(data | ({"steps": _data(rewriting)} if show_steps else {}))
        return
    if show_steps:
        say(f"    {given}")
    for number, step in enumerate(rewriting, 1):
        before, after = step.marked()
        say(f"{number}.".ljust(4) + (f"{step.rule}: {step.law}" if step.law else step.rule), style="faint")
        say(f"    {before}\n    {after}")
    say(str(result), style="strong")


def _mapping(given: list[str]) -> dict[str | Atom, Formula | str]:
    formulas: dict[str | Atom, Formula | str] = {}
    for text in given:
        name, assign, formula = text.partition(ASSIGN)
        with naming(f"--substitute {shorten(text)}"):
            atom = parse(name) if assign else None
            if not isinstance(atom, Atom):
                raise FormulaError(f"expected ATOM{ASSIGN}FORMULA, such as 'p{ASSIGN}K_a q'")
            if atom in formulas:
                raise FormulaError(f"{shorten(str(atom))} is substituted twice")
            formulas[atom] = parse(formula)
    return formulas


def _result(given: Formula, form: Form | None, agents: list[str] | None, limit: int | None) -> Formula:
    """Return the formula in this form; unchanged if the form is None."""
    forms: dict[str | None, Callable[[Formula], Formula]] = {
        None: lambda formula: formula,
        "nnf": nnf,
        "simple": simplify,
        "cnf": partial(cnf, limit=limit or CLAUSES),
        "dnf": partial(dnf, limit=limit or CLAUSES),
        "static": partial(eliminate_announcements, agents=agents, limit=limit or NODES),
    }
    return forms[form](given)


def _data(rewriting: Sequence[Step]) -> list[dict[str, Any]]:
    """Return the steps as JSON values; `TooLarge` if their formulas, written out as trees, are too long."""
    nodes = sum(size(formula) for step in rewriting for formula in (step.before, step.after))
    if nodes > WRITTEN:
        raise TooLarge(
            f"the formulas of these steps have about {float(min(nodes, 10**300)):.2g} nodes when they are written out, "
            f"more than {WRITTEN:,}: leave out --json, to see the part around each change, or leave out --steps"
        )
    return [
        {
            "rule": step.rule, "law": step.law, "before": str(step.before), "after": str(step.after),
            "old": str(step.old), "new": str(step.new), "marked": list(step.marked()),
        }
        for step in rewriting
    ]  # fmt: skip
