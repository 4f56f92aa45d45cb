"""Constraints: Boolean conditions that are not written as formulas, such as "exactly 13 of these atoms are true"."""

from collections.abc import Collection, Iterable
from typing import Any, Protocol, TypeAlias, TypeGuard, runtime_checkable

from kripke.data.errors import ModelError, unknown_atom
from kripke.data.wording import brief
from logic.clauses import Top
from logic.errors import shorten
from logic.formula import Formula


@runtime_checkable
class Constraint(Protocol):
    """A Boolean condition on atoms, such as `exactly`, that models accept in place of a formula or a state law."""

    @property
    def atoms(self) -> Iterable[str]:
        """The atoms that occur in the condition."""

    def formula(self, atoms: Collection[str]) -> Formula:
        """The condition as a formula, for a model with the vocabulary `atoms`."""


Question: TypeAlias = str | Formula | Constraint  # a formula, its text, or a constraint

Laws: TypeAlias = Question | Iterable[Question]  # the initial common knowledge: a law, or a list of laws


def is_constraint(given: Any) -> TypeGuard[Constraint]:
    """Whether the value is a constraint and not a formula."""
    return not isinstance(given, (str, Formula)) and hasattr(given, "atoms") and callable(getattr(given, "formula", 0))


def require_atoms(names: Iterable[str], atoms: Collection[str], what: str) -> None:
    """Raise `UnknownAtom`, with the constraint's name `what`, for the first atom or variable that is unknown."""
    for name in names:
        if name not in atoms and not any(atom.startswith(f"{name}=") for atom in atoms):
            raise unknown_atom(name, atoms, what)


def formula_of(question: Question, atoms: Collection[str], what: str = "") -> Formula:
    """Convert a string or a constraint to a formula; return a formula unchanged.

    `ParseError` for an invalid string; `UnknownAtom`, with the name `what`, for a constraint with unknown atoms.
    """
    if isinstance(question, str) and question == "true":  # the default condition needs no parser
        return Top()
    if isinstance(question, Formula):
        return question
    if isinstance(question, str) or not is_constraint(question):
        from logic.parser import parse  # imported here, since formulas from model files need no parser

        return parse(question)  # type: ignore[arg-type]  # a value of another type is refused there
    require_atoms(question.atoms, atoms, what)
    return question.formula(atoms)


def listed(laws: Laws, what: str = "law") -> list[Question]:
    """The state laws as a list; `ModelError`, with the argument's name `what`, for an invalid value."""
    if isinstance(laws, (str, Formula)) or is_constraint(laws):
        return [laws]
    if not isinstance(laws, Iterable):
        shown = shorten(repr(laws))
        raise ModelError(f"{what} {shown}: expected a formula, a constraint such as exactly(...), or a list")
    return list(laws)


def question_text(question: Question, atoms: Collection[str]) -> str:
    """The question as text for error messages: a shortened formula, or the Python code of a constraint."""
    return brief(formula_of(question, atoms)) if isinstance(question, (str, Formula)) else shorten(repr(question))


def laws_text(laws: Iterable[Question], atoms: Collection[str]) -> str:
    """The state laws, joined by "and", for an error message."""
    return shorten(" and ".join([question_text(law, atoms) for law in laws]))
