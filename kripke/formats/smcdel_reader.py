"""From SMCDEL's text to formulas.

The format: M. Gattinger, "New Directions in Model Checking Dynamic Epistemic Logic" (PhD thesis, Amsterdam 2018), and
the program SMCDEL 1.3.0. Its precedence differs from that of `logic.parser`: see ``smcdel.lark``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial, reduce
from itertools import islice
from operator import call
from typing import Any, Literal

from kripke.data.wording import brief
from kripke.formats.quantifiers import Clause, Quantified
from kripke.formats.smcdel_mistakes import explain
from logic import clauses as f
from logic.errors import shorten
from logic.formula import Formula
from logic.lalr import Parser, Stuck

Keyword = Literal["TRUE?", "VALID?", "WHERE?"]

BLANK = r"(?>(?:\s|--[^\n]*)*)"
"""White space and comments."""

_MODAL = r"(?:knows|comknow|distknow)\s+(?:that|whether)(?![a-zA-Z])"
_ASKED = r"(?:TRUE|VALID|WHERE)\?"
_NAME = r"[a-zA-Z][a-zA-Z0-9]*"

_TOKEN = re.compile(rf"{BLANK}([0-9]+|{_MODAL}|{_ASKED}|{_NAME}|->|.|\Z)", re.DOTALL)

_QUESTION = re.compile(rf"(?>(?:--[^\n]*|[^a-zA-Z-]++|{_MODAL}|(?!{_ASKED}){_NAME}|-)*)({_ASKED}|\Z)")
"""A question's keyword behind everything else, or the end."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """A whole text, as it is written.

    Parameters
    ----------
    observations : list of (str, list of str)
        Each agent of OBS, and the atoms that it observes.
    questions : list of (str, list of str or None, Formula)
        The keyword of each question, the state of a ``TRUE?``, and the formula.
    bound : mapping of str to Quantified
        The quantifiers, by the atoms that stand for them, inner ones first.
    """

    variables: list[str]
    law: Formula
    observations: list[tuple[str, list[str]]]
    questions: list[tuple[Keyword, list[str] | None, Formula]]
    bound: Mapping[str, Quantified]
    atoms: frozenset[str]
    agents: frozenset[str]


def read(text: str) -> Parsed:
    """Read a text, without a check that its atoms and agents are declared.

    Raises
    ------
    ParseError
        If the text is not in the format: the place, what was expected, and a hint.

    Notes
    -----
    O(n) for n characters.
    """
    words = _Words()
    try:
        parts = _language().run(words.__getitem__, _TOKEN.findall(text))
    except Stuck as stuck:
        token, place = next(islice(tokens(text), stuck.number, None))
        raise explain(text, token, place, stuck.accepted) from None
    numbers, law, observations = parts[0]
    return Parsed(
        _names(numbers),
        law,
        [(agent, _names(seen)) for agent, seen in observations],
        [(part[0], _names(part[1]) if len(part) > 2 else None, part[-1]) for part in parts[1:]],
        words.bound,
        frozenset([value.name for _, value in words.values() if isinstance(value, f.Atom)]),
        frozenset([value for kind, value in words.values() if kind == words.kinds["WORD"]]),
    )


def tokens(text: str, start: int = 0) -> Iterator[tuple[str, int]]:
    """Yield each token with the place where it begins, from a place on; an empty one at the end.

    Notes
    -----
    O(n) for n characters.
    """
    return ((found[1], found.start(1)) for found in _TOKEN.finditer(text, start))


def question_places(text: str) -> list[int]:
    """Return where each question begins. O(n) for n characters."""
    return [found.start(1) for found in _QUESTION.finditer(text) if found[1]]


def atom_name(number: str) -> str:
    """Return the atom that stands for a variable: ``p3`` for 3, and for 003."""
    return "p" + (number.lstrip("0") or "0")


def _names(numbers: Sequence[f.Atom]) -> list[str]:
    return [atom.name for atom in numbers]


class _Words(dict[str, tuple[int, Any]]):
    """The number of the terminal and the value of each spelling in one text, worked out when it first occurs."""

    def __init__(self) -> None:
        self.kinds = _language().kinds
        super().__init__({spelling: (self.kinds[name], value) for spelling, (name, value) in _FIXED.items()})
        self.bound: dict[str, Quantified] = {}

    def __missing__(self, token: str) -> tuple[int, Any]:
        self[token] = found = self._read(token)
        return found

    def _read(self, token: str) -> tuple[int, Any]:
        if token[0] in "0123456789":
            return self.kinds["INT"], f.Atom.make(atom_name(token))
        if token in self.kinds:
            return self.kinds[token], token
        if token in _QUANTIFIERS:
            name, clause = _QUANTIFIERS[token]
            return self.kinds[name], partial(partial, self._bind, clause)
        if token[0].isascii() and token[0].isalpha():
            words = " ".join(token.split())
            return self[words] if words != token else (self.kinds["WORD"], token)
        return _language().unknown, None

    def _bind(self, clause: Clause, numbers: Sequence[f.Atom], formula: Formula) -> f.Atom:
        """Return an atom that stands for a quantifier; its name says what it is."""
        atoms = tuple(_names(numbers))
        name = f"{clause} {shorten(','.join(atoms))}: {brief(formula)} (quantifier {len(self.bound) + 1})"
        self.bound[name] = Quantified(clause, atoms, formula)
        return f.Atom(name)


_QUANTIFIERS: dict[str, tuple[str, Clause]] = {
    "Forall": ("FORALL", "Forall"),
    "ForAll": ("FORALL", "Forall"),
    "Exists": ("EXISTS", "Exists"),
}


def _of_agent(clause: type[Formula]) -> Callable[[str], Callable[..., Any]]:
    return lru_cache(partial(partial, clause.make))


def _of_group(clause: type[Formula]) -> Callable[[Sequence[str]], Callable[..., Any]]:
    return lambda names: partial(clause.make, frozenset(names))


def _whether(clause: type[Formula]) -> Callable[[Sequence[str]], Callable[..., Any]]:
    """Return what a group commonly or jointly knows whether: one of the formula and its negation."""

    def of(names: Sequence[str]) -> Callable[[Formula], Any]:
        that = partial(clause.make, frozenset(names))
        return lambda sub: f.Or.make(that(sub), that(f.Not.make(sub)))

    return of


_knows = _of_agent(f.K)
_knows_whether = _of_agent(f.Kw)
_FIXED: dict[str, tuple[str, Any]] = {
    "": ("$END", None),
    **dict.fromkeys(("~", "¬", "not", "Not"), ("NOT", f.Not.make)),
    **dict.fromkeys(("&", "∧"), ("_AND", None)),
    **dict.fromkeys(("|", "∨"), ("_OR", None)),
    **dict.fromkeys(("->", "→"), ("_IMPLIES", None)),
    "knows that": ("KNOWS_THAT", _knows),
    "knows whether": ("KNOWS_WHETHER", _knows_whether),
    "comknow that": ("COMKNOW_THAT", _of_group(f.C)),
    "comknow whether": ("COMKNOW_WHETHER", _whether(f.C)),
    "distknow that": ("DISTKNOW_THAT", _of_group(f.D)),
    "distknow whether": ("DISTKNOW_WHETHER", _whether(f.D)),
}
"""The terminal and the value of each spelling with a fixed meaning, other than the terminal itself."""


# ------------------------------------------------------------------------------------------------ the clauses


def _more(items: list[Any], item: Any) -> list[Any]:
    items.append(item)
    return items


def _tuple(*values: Any) -> tuple[Any, ...]:
    return values


def _apply_to(who: Any, operator: Callable[..., Any]) -> Any:
    return operator(who)


def _apply_to_each(operator: Callable[..., Any], first: Formula, rest: list[Formula]) -> Formula:
    return _all(list(map(operator, [first, *rest])))


def _all(formulas: list[Formula]) -> Formula:
    return reduce(f.And.make, formulas)


def _exactly_one(formulas: Sequence[Formula]) -> Formula:
    """Build the formula that exactly one of several is true: O(n) distinct subformulas for n of them.

    Halves are joined, so the diagram takes O(n log n) steps; one formula after the other takes O(n^2).
    """
    parts: list[tuple[Formula, Formula]] = [(formula, f.Not(formula)) for formula in formulas]  # exactly one, none
    while len(parts) > 1:
        pairs = list(zip(parts[::2], parts[1::2], strict=False))
        parts = [_one_of_two(*pair) for pair in pairs] + parts[2 * len(pairs) :]
    return parts[0][0]


def _one_of_two(first: tuple[Formula, Formula], second: tuple[Formula, Formula]) -> tuple[Formula, Formula]:
    """Exactly one and none of two parts, of which each is given as exactly one and none."""
    (one, none), (other, others_none) = first, second
    return f.Or.make(f.And.make(one, others_none), f.And.make(none, other)), f.And.make(none, others_none)


def _announcement(clause: type[Formula]) -> Callable[..., Any]:
    """Return what builds the prefix of an announcement from its audience, if it has one, and its statement."""

    def prefix(*parts: Any) -> Callable[[Formula], Any]:
        group = frozenset(parts[0]) if len(parts) > 1 else None
        return lambda sub: clause.make(parts[-1], sub, group)

    return prefix


_CLAUSES: Mapping[str, Callable[..., Any]] = {
    "head": lambda numbers, law, observations: [(numbers, law, observations)],
    "first": lambda item: [item],
    "more": _more,
    "pair": _tuple,
    "at_state": _tuple,
    "at_empty_state": lambda keyword, formula: (keyword, (), formula),
    "implies": f.Implies.make,
    "iff": f.Iff.make,
    "and": f.And.make,
    "or": f.Or.make,
    "apply": call,
    "apply_to": _apply_to,
    "apply_to_each": _apply_to_each,
    "knows": _knows,
    "knows_whether": _knows_whether,
    "announce": _announcement(f.Announce),
    "announce_dual": _announcement(f.AnnounceDual),
    "announce_whether": _announcement(f.AnnounceWhether),
    "top": f.Top,
    "bottom": f.Bottom,
    "all_of": _all,
    "any_of": partial(reduce, f.Or.make),
    "odd": partial(reduce, f.Xor.make),
    "exactly_one": _exactly_one,
}


@cache
def _language() -> Parser:
    """The tables of ``smcdel.lark``, loaded when the first text is read."""
    return Parser(__file__.removesuffix("smcdel_reader.py") + "smcdel.json", _CLAUSES)
