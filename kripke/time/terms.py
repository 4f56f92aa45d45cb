"""Terms over the variables of a system: sums, comparisons, and the atoms of conditions, in exact arithmetic."""

from __future__ import annotations

import operator as o
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

from kripke.data.errors import UnknownAtom
from logic.errors import FormulaError, ParseError, did_you_mean, shorten
from logic.formula import Formula
from logic.parser import parse

if TYPE_CHECKING:
    from logic.grammar import Language

Value = bool | int | str
Variables = Mapping[str, tuple[Value, ...]]
"""Maps the name of each variable to its values, all of one kind: False and True, whole numbers, or names."""

Join = Callable[[Callable[[Any, Any], Any], Any, Any], Any]
Folded = Callable[[Mapping[str, Any], Join], Any]

LONGEST = 500  # maximal number of characters of a term: it is computed recursively
Operations = Mapping[str, Callable[[Any, Any], Any]]
_COMPARISONS: Operations = {"=": o.eq, "!=": o.ne, "<>": o.ne, "<": o.lt, "<=": o.le, ">": o.gt, ">=": o.ge}
_SUMS: Operations = {"+": o.add, "-": o.sub, "*": o.mul, "/": Fraction}


@dataclass(frozen=True, slots=True)
class Term:
    """A term: a function of the values of a few variables."""

    names: tuple[str, ...]  # the variables of the term
    folded: Folded  # function of their values and of a `Join`, which applies an operator to two operands
    kind: type  # the type of the term's values: bool, int or str

    def value(self, given: Mapping[str, Any]) -> Any:
        """Return the value for given values of the variables: a `Fraction` after division, None after division by 0.

        No comparison with None holds.
        """
        return self.folded(given, lambda operate, left, right: operate(left, right))


def kind_of(values: tuple[Value, ...]) -> type | None:
    """The common type of a variable's values: `bool`, `int` or `str`; None for mixed types and for other types."""
    kinds = {type(value) for value in values}
    kind = kinds.pop() if len(kinds) == 1 else None
    return kind if kind in (bool, int, str) else None


def text_of(value: Value) -> str:
    """The value as it is written in terms and atoms."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def atom_text(variable: str, value: Value) -> str:
    """Return the atom for a value of a variable; for a Boolean variable it is the name, whatever the value."""
    return variable if isinstance(value, bool) else f"{variable}={value}"


def state_name(values: Mapping[str, Value]) -> frozenset[str]:
    """The name of a state, given by the values of its variables: the atoms that are true there."""
    return frozenset(atom_text(name, value) for name, value in values.items() if value is not False)


def atom_term(atom: str, variables: Variables) -> Term:
    """Return the term of ``x``, ``x=v`` or a comparison; `UnknownAtom` or an error of `term` for other texts."""
    if variables.get(atom, ())[:1] in ((False,), (True,)):
        return Term((atom,), lambda given, _: given[atom], bool)
    name, sign, text = atom.partition("=")
    values = {text_of(value): value for value in variables.get(name, ())}
    if sign and text in values:
        return Term((name,), lambda given, join: join(o.eq, given[name], values[text]), bool)
    if values and (text.lstrip("-").isdecimal() or (text not in variables and kind_of((*values.values(),)) is str)):
        raise UnknownAtom(f"{shorten(atom)}: {name} has no value '{shorten(text)}'{did_you_mean(text, values)}")
    read = term(atom, variables)
    if read.kind is not bool:
        known = [atom_text(atom, value) for value in variables.get(atom, ())]
        raise UnknownAtom(f"'{shorten(atom)}': expected a comparison or a Boolean variable{did_you_mean(atom, known)}")
    return read


def term(text: str, variables: Variables) -> Term:
    """Parse a term; `ParseError` for invalid text, `UnknownAtom` for an unknown variable or value.

    `FormulaError` if the text is too long, or an operator has operands of the wrong kind.
    """
    if len(text) > LONGEST:
        raise FormulaError(f"'{shorten(text)}': {len(text):,} characters, and a term has at most {LONGEST}")
    from logic.grammar import UnexpectedInput  # loads Lark, which names and values do not need

    try:
        tree = _language().lark.parse(text)
    except UnexpectedInput as error:
        place = error.pos_in_stream if isinstance(error.pos_in_stream, int) and error.pos_in_stream >= 0 else len(text)
        problem = ParseError("no term continues like this", text, place, ("a comparison such as n < m + 1",))
    else:
        names: dict[str, None] = {}
        kind, value = _compiled(tree, variables, names, text)
        return Term(tuple(names), value, kind)
    raise problem


def assigned(variable: str, text: str, variables: Variables) -> Term | Formula:
    """Parse the new value of a variable: a term, or a formula if the variable is Boolean.

    `FormulaError` for a wrong type, or a constant that is not a value of the variable; other errors as in `term`.
    """
    kind, values = kind_of(variables[variable]) or str, {text_of(value): value for value in variables[variable]}
    if text in values and text not in variables:
        return Term((), lambda *_: values[text], kind)
    try:
        read = term(text, variables)
    except (FormulaError, ParseError, UnknownAtom):
        if kind is not bool:
            raise
        return parse(text)
    if read.kind is not kind:
        raise FormulaError(f"{variable} := {shorten(text)}: expected {KINDS[kind]}, got {KINDS[read.kind]}")
    if not read.names and read.value({}) not in variables[variable]:
        raise FormulaError(f"{variable} := {shorten(text)}: {variable} has no such value{did_you_mean(text, values)}")
    return read


KINDS = {bool: "true or false", int: "a number", str: "a name of a value"}


def _compiled(tree: Any, variables: Variables, names: dict[str, None], text: str) -> tuple[type, Folded]:
    """The type of a term, given as a syntax tree, and the function that computes it; adds its variables to `names`."""
    match tree:
        case int():
            return int, lambda *_: tree
        case str() if tree in variables:
            names[tree] = None
            return kind_of(variables[tree]) or str, lambda given, _: given[tree]
        case "true" | "false":
            return bool, lambda *_: tree == "true"
        case str():
            values = {value for some in variables.values() for value in some if isinstance(value, str)}
            if tree not in values:
                known = [*variables, *sorted(values)]
                shown = f"'{shorten(text)}': " if tree != text else ""
                raise UnknownAtom(f"{shown}no variable or value '{shorten(tree)}'{did_you_mean(tree, known)}")
            return str, lambda *_: tree
    sign, left, right = tree
    (one, first), (other, second) = (_compiled(side, variables, names, text) for side in (left, right))
    same = one is other and (one is int or sign in ("=", "!=", "<>"))
    if not same:
        expected = "two values of one kind" if sign in ("=", "!=", "<>") else "two numbers"
        raise FormulaError(f"'{shorten(text)}': {sign} between {KINDS[one]} and {KINDS[other]}; expected {expected}")
    compute = _COMPARISONS.get(sign) or _SUMS[sign]

    def operate(left: Any, right: Any) -> Any:
        if left is None or right is None or (sign == "/" and not right):
            return None if sign in _SUMS else False
        return compute(left, right)

    def folded(given: Mapping[str, Any], join: Join) -> Any:
        return join(operate, first(given, join), second(given, join))

    return (bool if sign in _COMPARISONS else int), folded


@cache
def _language() -> Language:
    """The parser of ``terms.lark``, built when the first term is read."""
    from logic.grammar import Language

    clauses: dict[str, Callable[..., Any]] = {
        "number": int,
        "name": str,
        "signed": lambda sign, tree: (str(sign), 0, tree),
        "join": lambda left, sign, right: (str(sign), left, right),
    }
    return Language(__file__.removesuffix("terms.py") + "terms.lark", clauses, "start", "basic")
