"""Reading of problems for KSP, a prover for multimodal logic by Nalon, Hustadt and Dixon.

Formulas end with a full stop; a file means the conjunction of the formulas in all lists, ``sos(formulas). ...
end_of_list.`` and ``usable(formulas)``. The box and the diamond of agent 1 are ``box 1`` and ``dia 1``, or ``[1]`` and
``<1>``; without an index they have no agent. ``p -> q -> r`` is ``(p -> q) -> r``, as KSP reads it. The logic is K with
the axioms that the file sets, such as ``set(box 1, ref, trans).``; search options are ignored.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from kripke.data.errors import FileWarning
from kripke.formats.problems import Problem, logic_of
from kripke.formats.provers import ProverFormat, Refusal, modal
from logic import clauses as f
from logic.errors import ParseError, listing, warn
from logic.formula import NAMELESS
from logic.shared import has_boxes

AXIOMS = {
    **dict.fromkeys(("t", "ref"), "T"),
    "ser": "D",
    "sym": "B",
    **dict.fromkeys(("four", "four1", "four2", "trans"), "4"),
    **dict.fromkeys(("five", "euc1", "euc2"), "5"),
}
"""The letter of an axiom in the names of systems, by KSP's name for the axiom."""

_WORD = re.compile(r"\w+|<[-=]>|[-=]>|<[-=]|[<\[]\s*+\w*+\s*+[>\]]|.", re.ASCII | re.DOTALL)
_OTHER_BOX = "a box or diamond of another name, which KSP takes for another relation; write box 1 p, box 2 p, dia 1 p"
_REFUSED = {
    r"start(?!\w)": "clauses about the first world",
    r"(?:[LMkK]|(?i:nec|necessary|pos|possible))(?!\w)": _OTHER_BOX,
}
_HINT = "boxes box 1 and [1], diamonds dia 1 and <1>, connectives and lists of formulas are read"


def loads_problem(text: str) -> Problem:
    """Read a problem for KSP from a text: the conjunction of its formulas.

    O(n) for n characters; the depth is not limited. `ParseError` with the position and a hint if the text is not in the
    format, or has lists of clauses or global reasoning; `TooLarge` if it is too long.

    >>> problem = loads_problem("set(box 1, ref). sos(formulas). box 1 p. ~p. end_of_list.")
    >>> print(problem.formula, problem.logic)
    K_1 p ∧ ¬p KT
    """
    formulas, axioms = _FORMAT.parse(text)
    if not formulas:
        raise ParseError("there is no formula", text, len(text.rstrip()), ("sos(formulas). box 1 p. end_of_list.",))
    _FORMAT.require_one_kind(text, formulas)
    formula = f.conj(formulas)
    used = {*formula.agents, *[NAMELESS] * has_boxes(formula)}
    if unused := [f"box {agent}".strip() for agent in axioms if agent not in used]:
        warn(FileWarning(f"axioms of {listing(unused, 'and')} have no effect: no formula has this box"))
    return Problem(formula, logic=logic_of([formula], lambda agent: "K" + "".join(sorted(axioms.get(agent, ())))))


_File = tuple[list[Any], dict[str, set[str]]]  # the formulas; agent -> letters of axioms


def _axioms(file: _File, box: Any, agent: str, names: list[Any]) -> _File:
    for name in names:
        if name not in AXIOMS:
            raise Refusal("the axiom {} is not supported", name, f"{', '.join(AXIOMS)} are")
        file[1].setdefault(str(agent), set()).add(AXIOMS[name])
    return file


def _option(file: _File, names: list[Any]) -> _File:
    if names[0] in ("global", "global2local"):
        hint = "leave it out, and give the formulas that hold at every world in a file by --theory"
        raise Refusal("{} is not supported: formulas that hold at every world", names[0], hint)
    return file


def _head(name: Any, kind: Any) -> None:
    if kind != "formulas":
        hint = f"write {name}(formulas). with each clause as a formula, such as p | ~q. or ~p | box 1 q."
        raise Refusal("{} is not supported: lists of other parts than formulas", kind, hint)


def _formulas(file: _File, _: None, formulas: list[Any]) -> _File:
    file[0].extend(formulas)
    return file


_CLAUSES: Mapping[str, Callable[..., Any]] = {
    "nothing": lambda: ([], {}),
    "axioms": _axioms,
    "nameless_axioms": lambda file, box, names: _axioms(file, box, NAMELESS, names),
    "option": _option,
    "head": _head,
    "formulas": _formulas,
    "modal": lambda sign, sub: modal(sign[0] in "bB", NAMELESS, sub),
    "modal_of": lambda sign, agent, sub: modal(sign[0] in "bB", str(agent), sub),
    "bracket": lambda sign, sub: modal(sign[0] == "[", sign[1:-1].strip(), sub),
    "atom": lambda name: f.Atom.make(str(name)),
}
_FORMAT = ProverFormat("KSP", __file__, _CLAUSES, _WORD, _REFUSED, _HINT, "box 1 p")
