"""Problems in files of other provers: the formula to decide and its logic.

Each format has a module in this package, whose function ``loads_problem`` reads a `Problem` from a text, and a grammar
in a file beside it.
"""

import re
from collections.abc import Callable, Iterable
from importlib import import_module
from os import PathLike, fspath
from typing import NamedTuple

from kripke.data.errors import FileError
from kripke.formats.file_reading import of_file, path_text, read_text
from logic import clauses as f
from logic.errors import FormulaError, listing
from logic.formula import NAMELESS, Formula
from logic.shared import has_boxes

MODULES = {".intohylo": "intohylo", ".p": "tptp", ".tptp": "tptp", ".ksp": "ksp"}
"""The module that reads a file of problems, by the file's extension."""
_COMMENTS = r"(?:\s++|%[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/)*+"
_BEGINS = {
    "intohylo": r"begin\s.*\bend\s*\Z",
    "tptp": r"(?:tff|thf|fof)\s*\(\s*[\w']+\s*,\s*[\w-]+\s*,",
    "ksp": r"(?:sos|usable)\s*\(\s*\w+\s*\)\s*\.|set\s*\([\w\s,]*\)\s*\.",
}
"""For each module, a pattern that matches texts in its format after any comments at the beginning."""
A_PROBLEM = "a problem for a prover, which whoknows prove FILE reads"


class Problem(NamedTuple):
    """A problem for a prover: whether the formula follows from premises, with a theory that holds everywhere.

    Attributes
    ----------
    formula : Formula
        The formula to decide; the formula `false` if there are only premises or a theory.
    premises, theory : tuple of Formula
        The premises hold at the world where the formula is evaluated, and the theory holds at every world.
    logic : str or dict
        The logic that the file names, as for `prove`.

    Examples
    --------
    >>> from kripke.prove.face import entails
    >>> problem = Problem(f.Atom("p"), (f.Atom("p"),), (), "K")
    >>> entails(problem.premises, problem.formula, problem.logic, theory=problem.theory).valid
    True
    """

    formula: Formula
    premises: tuple[Formula, ...] = ()
    theory: tuple[Formula, ...] = ()
    logic: str | dict[str | None, str] = "K"

    def single(self) -> Formula:
        """The problem as one formula; `FormulaError` if it has a theory."""
        if self.theory:
            raise FormulaError(
                "a problem with formulas that hold at every world is no single formula; whoknows prove FILE decides it"
            )
        return f.Implies.make(f.conj(self.premises), self.formula) if self.premises else self.formula

    def together(self) -> Formula:
        """The conjunction of premises and formula, for a test of satisfiability.

        The formula `false` is left out if there are premises or a theory.
        """
        is_alone = self.formula == f.Bottom() and (self.premises or self.theory)
        return f.conj([*self.premises, *([] if is_alone else [self.formula])])


def logic_of(formulas: Iterable[Formula], system_of: Callable[[str], str]) -> str | dict[str | None, str]:
    """The modal system that all agents share, or a mapping from agents to their systems; K without modal operators.

    `system_of` returns the system of an agent, or of `NAMELESS` for boxes without an agent; in the mapping, these
    boxes have the key None.
    """
    formulas = [*formulas]
    agents = sorted({agent for formula in formulas for agent in formula.agents})
    systems = {agent or None: system_of(agent) for agent in [*agents, *[NAMELESS] * has_boxes(*formulas)]}
    return systems if len({*systems.values()}) > 1 else next(iter(systems.values()), "K")


def module_of(text: str, name: str = "") -> str:
    """The name of the module for a text, found by the text or else by the extension of `name`; empty if unknown."""
    modules = (module for module, begins in _BEGINS.items() if re.match(f"{_COMMENTS}(?:{begins})", text, re.DOTALL))
    return next(modules, next((each for ending, each in MODULES.items() if name.lower().endswith(ending)), ""))


def load_problem(path: str | PathLike[str]) -> Problem:
    """Read a problem in the format of another prover: InToHyLo, TPTP's modal form, or KSP.

    Parameters
    ----------
    path : path
        The file. If the text does not show the format, the extension ``.intohylo``, ``.p``, ``.tptp`` or ``.ksp``
        decides.

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
    ...     _ = (Path(folder) / "f.ksp").write_text("sos(formulas). box 1 p & ~p. end_of_list.")
    ...     print(load_problem(Path(folder) / "f.ksp").formula)
    K_1 p ∧ ¬p
    """
    return loads_problem(read_text(path), fspath(path))


def loads_problem(text: str, name: str) -> Problem:
    """Read a problem from a text; `name` is its file or source. Errors as in `load_problem`."""
    module, name = module_of(text, name), path_text(name)
    if not module:
        raise FileError(f"{name}: no problem of InToHyLo, TPTP or KSP begins so, and no ending is {listing(MODULES)}")
    with of_file(name):
        problem: Problem = import_module(f"kripke.formats.{module}").loads_problem(text)
    return problem
