"""The command `parse`; it imports no models, so that it starts fast."""

from collections.abc import Callable
from typing import Any

from kripke.formats.problems import Problem
from logic.formula import Formula
from logic.shared import distinct_size, modal_depth, size
from logic.transform import fragment
from logic.unknown import group_notes
from whoknows.cli.guard import AS_JSON, FORMULA, command, one_of, option
from whoknows.cli.streams import emit, read_problem, read_typed_texts, say, table


def _intohylo(formula: Formula) -> str:
    from kripke.formats.intohylo import dumps_intohylo  # its tables are needed only here

    return dumps_intohylo(formula).rstrip("\n")


WRITERS: dict[str, Callable[[Formula], str]] = {
    "unicode": str, "ascii": Formula.to_ascii, "latex": Formula.to_latex, "intohylo": _intohylo,
}  # fmt: skip
"""The writer of formulas in each notation. InToHyLo has only boxes and diamonds; the others have all operators."""


@command("parse")
def _parse(
    formula: str = FORMULA,
    to: str | None = option(f"--to {'|'.join(WRITERS)}", "Print only the formula, in this notation.", complete=WRITERS),
    as_json: bool = AS_JSON,
) -> None:
    r"""Read a formula and show it in all three notations.

    It also shows the atoms, agents, size and depth. ASCII, Unicode and LaTeX may be mixed; FORMULA may be a file of
    another prover (InToHyLo, TPTP, KSP), whose premises, theory and logic are shown too. With --to intohylo,
    a formula of boxes and diamonds is shown in InToHyLo's notation. If the formula is invalid, the error has the
    position and a hint, and the exit code is 2.

    Examples
    --------
    whoknows parse 'K_a (p -> ~q)'
    whoknows parse --to ascii '\neg K_{a} p \wedge \langle p \rangle C_{\{a,b\}} p'
    echo '[p!] K_a p' | whoknows parse --json -
    whoknows parse 'K_anne (p -> ~q)' --to intohylo > f.intohylo
    """
    if to is not None:
        one_of("--to", to, WRITERS)
    read = read_problem(formula)
    data = {} if isinstance(read, str) else _around(read)
    parsed = read_typed_texts([read])[0] if isinstance(read, str) else read.formula
    if to is not None and not as_json:
        say(WRITERS[to](parsed if isinstance(read, str) else read.single()))
        return
    for note in group_notes(parsed.subformulas()):
        say(f"note: {note}", err=True)
    data = _data(parsed) | data
    if as_json:
        emit(data)
    else:
        data["size"] = f"{data['size']:,} ({data.pop('distinct'):,} distinct)"
        say(data.pop("unicode"), style="strong")
        rows = ((name, value) for name, value in data.items() if value != [])
        table(((name, ", ".join(v) if isinstance(v, list) else str(v)) for name, v in rows), indent="  ")


def _around(problem: Problem) -> dict[str, Any]:
    """Return the premises, theory and logic of a prover's problem file as JSON values."""
    logic = problem.logic if isinstance(problem.logic, str) else [f"{a or '□'}={b}" for a, b in problem.logic.items()]
    return {name: [str(each) for each in getattr(problem, name)] for name in ("premises", "theory")} | {"logic": logic}


def _data(formula: Formula) -> dict[str, Any]:
    """Return the properties of a formula as JSON values, with sorted names."""
    texts = {notation: WRITERS[notation](formula) for notation in ("unicode", "ascii", "latex")}
    return texts | {
        "atoms": sorted(formula.atoms),
        "agents": sorted(formula.agents),
        "variables": sorted(formula.variables),
        "actions": sorted(formula.actions),
        "size": size(formula),
        "distinct": distinct_size(formula),
        "depth": modal_depth(formula),
        "language": fragment(formula),
    }
