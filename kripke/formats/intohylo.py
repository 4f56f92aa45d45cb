"""Reading and writing of InToHyLo, the modal format of HTab, HyLoRes, Spartacus and other provers.

A file is ``begin``, formulas with ``;`` between them, and ``end``; it means the conjunction of the formulas.
Proposition 1 is ``p1``, the box and the diamond of relation 1 are ``[r1]`` and ``<r1>``; ``[]`` and ``<>`` are short
for ``[r1]`` and ``<r1>``. A comment begins with ``%``. The relation r1 becomes the agent ``r1``. The format's logic is
K, so `whoknows prove` uses K.
"""

import re
from collections.abc import Callable, Mapping
from functools import reduce
from os import PathLike
from typing import Any, cast

from kripke.formats.file_reading import of_file, path_text, read_text
from kripke.formats.problems import Problem
from kripke.formats.provers import ProverFormat, written
from logic import clauses as f
from logic.errors import FormulaError, shorten
from logic.formula import Formula
from logic.parser import parse
from logic.printer import Texts
from logic.shared import named

_WORD = re.compile(
    r"<-{1,2}>|-{1,2}>|<\s*+-?\s*+(?:[rR][0-9]+)?\s*+>|\[\s*+-?\s*+(?:[rR][0-9]+)?\s*+\]|[pPnNxX][0-9]+"
    r"|v(?=[pP][0-9])|[a-zA-Z][a-zA-Z0-9]*|.",
    re.DOTALL,
)
"""The pattern of a word that error messages quote."""

_HYBRID = {
    r"@|:": "the operator @ (at a named world)",
    r"[nN]\d+(?!\w)": "nominals (names of worlds)",
    r"[xX]\d+(?!\w)": "variables for worlds",
    r"down(?!\w)": "the down-arrow binder",
    r"[AE](?!\w)": "the modalities A and E of all worlds",
    r"D(?!\w)": "the difference modality D",
    r"[<\[]\s*-\s*(?:[rR]\d+)?\s*[>\]]": "converse relations",
    r"(?:signature|propositions|nominals|relations|theory|query)(?!\w)|[{}]": "signatures and theories",
}


def load_intohylo(path: str | PathLike[str]) -> Formula:
    """Read the formula of an InToHyLo file: the conjunction of the formulas in the file.

    Parameters
    ----------
    path : path
        The file.

    Raises
    ------
    FileError
        If the file cannot be read, or is not in the format; the message has the position.
    TooLarge
        If it has more than 10,000,000 characters.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     _ = (Path(folder) / "f.intohylo").write_text("begin [r1]p1 -> p1 end")
    ...     print(load_intohylo(Path(folder) / "f.intohylo"))
    K_r1 p1 → p1
    """
    text = read_text(path)
    with of_file(path_text(path)):
        return loads_intohylo(text)


def loads_problem(text: str) -> Problem:
    """Read a problem in logic K from a text."""
    return Problem(loads_intohylo(text))


def loads_intohylo(text: str) -> Formula:
    """Read the formula of a text in InToHyLo's format: the conjunction of the formulas in the text.

    Parameters
    ----------
    text : str
        The text, from ``begin`` to ``end``.

    Raises
    ------
    ParseError
        If the text is not in the format, or has operators of hybrid logic; the message has the position and a hint.
    TooLarge
        If it has more than 10,000,000 characters.

    Notes
    -----
    O(n) for n characters; the depth is not limited.

    Examples
    --------
    >>> print(loads_intohylo("begin <r1>(p1 & [r2] -p2); p2 v true end"))
    M_r1 (p1 ∧ K_r2 ¬p2) ∧ (p2 ∨ ⊤)
    """
    return cast("Formula", _FORMAT.parse(text))


def dumps_intohylo(formula: Formula | str) -> str:
    """Write the formula as text in InToHyLo's format, which `loads_intohylo` can read.

    Unless all atoms have names such as ``p1``, they are numbered in the order of their names. Unless all agents have
    names such as ``r1``, they are numbered, too. Comments in the text show the numbers. K and B become boxes, and M
    becomes a diamond.

    Parameters
    ----------
    formula : Formula or str
        The formula.

    Raises
    ------
    FormulaError
        If the formula has other operators.
    TooLarge
        If the text would have more than 10,000,000 characters.

    Examples
    --------
    >>> print(dumps_intohylo("K_anne p1 -> ~M_anne q"), end="")
    % r1: anne
    % p1: p1
    % p2: q
    begin
    ([r1]p1 -> -<r1>p2)
    end
    """
    formula = named(parse(formula), "r1")
    agents, atoms = _numbered("r", formula.agents), _numbered("p", formula.atoms)
    text = written("InToHyLo", formula, _SIGNS, lambda node, _: _template(node, agents, atoms))
    names = [*agents.items(), *atoms.items()]
    comments = [f"% {short}: {' '.join(name.split())}\n" for name, short in names]
    if all(name == short for name, short in names):
        comments = []
    return f"{''.join(comments)}begin\n{text}\nend\n"


def _numbered(letter: str, names: frozenset[str]) -> dict[str, str]:
    """Map each name to its name in the file: unchanged if each is `letter` and a number, otherwise numbered from 1."""
    own = re.compile(letter + r"(0|[1-9]\d*)", re.ASCII)
    if all(own.fullmatch(name) for name in names):
        return {name: name for name in sorted(names)}
    return {name: f"{letter}{number}" for number, name in enumerate(sorted(names), 1)}


_SIGNS: Mapping[type[Formula], str] = {
    f.Top: "true", f.Bottom: "false", f.Not: "-", f.And: "&", f.Or: "|", f.Implies: "->", f.Iff: "<->"
}  # fmt: skip


def _template(node: Formula, agents: Mapping[str, str], atoms: Mapping[str, str]) -> Texts:
    """The text of an atom, or the texts before and after a modality's operand; `FormulaError` for other operators."""
    match node:
        case f.Atom(name):
            return (atoms[name],)
        case f.K() | f.B():
            return f"[{agents[node.agent]}]", ""
        case f.M():
            return f"<{agents[node.agent]}>", ""
    raise FormulaError(
        f"{shorten(str(node))}: InToHyLo has no operator {type(node).__name__}; write the formula with K, M, ~, &, |, "
        "-> and <->"
    )


# ------------------------------------------------------------------------------------------------ reading


def _name(sign: str, letter: str) -> str:
    """The name of the proposition or relation in a symbol such as ``p01`` or ``[r01]``; the default number is 1."""
    digits = re.sub(r"[^0-9]", "", sign) or "1"
    return letter + (digits.lstrip("0") or "0")


_CLAUSES: Mapping[str, Callable[..., Any]] = {
    "all_of": lambda formulas: reduce(f.And.make, formulas),
    "box": lambda sign, sub: f.K.make(_name(sign, "r"), sub),
    "diamond": lambda sign, sub: f.M.make(_name(sign, "r"), sub),
    "atom": lambda sign: f.Atom.make(_name(sign, "p")),
}
_HINT = "boxes [r1], diamonds <r1>, propositions p1 and connectives are read"
_FORMAT = ProverFormat("InToHyLo", __file__, _CLAUSES, _WORD, _HYBRID, _HINT, "[r1] p1")
