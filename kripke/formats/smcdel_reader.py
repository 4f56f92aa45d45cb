"""From SMCDEL's text to formulas: the grammar's clauses, and what is wrong with a text that is none.

The format: M. Gattinger, "New Directions in Model Checking Dynamic Epistemic Logic" (PhD thesis, Amsterdam 2018), and
the program SMCDEL 1.3.0. Its precedence differs from that of `logic.parser`: see ``smcdel.lark``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from pathlib import Path
from typing import Any, Literal, NamedTuple

from lark import Lark, Token, Transformer, v_args
from lark.exceptions import UnexpectedCharacters, UnexpectedToken

from kripke.data.wording import brief
from kripke.formats import quantifiers
from logic import formula as f
from logic.errors import EpistemicError, ParseError, shorten


@dataclass(frozen=True, slots=True)
class Quantified:
    """A quantifier that is not expanded; an atom stands for it in the formula around it.

    Parameters
    ----------
    clause : {'Forall', 'Exists'}
        Which it is.
    atoms : tuple of str
        The atoms that are quantified over.
    formula : Formula
        Boolean; it may speak of atoms that stand for other quantifiers.
    """

    clause: Literal["Forall", "Exists"]
    atoms: tuple[str, ...]
    formula: f.Formula


class Piece(NamedTuple):
    """A formula on its way, with the place of the first quantifier and of the first modal operator in it.

    `bound` are the quantifiers in it that were not expanded, by the atoms that stand for them, inner ones first.
    """

    formula: f.Formula
    quantifier: int | None = None
    modal: int | None = None
    bound: Mapping[str, Quantified] = {}


class Operator(NamedTuple):
    """A prefix that waits for its formula: what it builds, where it stands, and what it may not be put on."""

    build: Callable[[f.Formula], f.Formula]
    place: int | None = None
    kind: str = "boolean"  # or "modal" or "quantifier"
    clause: Literal["Forall", "Exists"] | None = None
    atoms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """One question: its keyword, the state of a ``TRUE?``, the formula, and where it begins."""

    keyword: str
    state: tuple[Token, ...] | None
    piece: Piece
    place: int


@dataclass(frozen=True, slots=True)
class Parsed:
    """A whole text: variables, law, observations and questions, as they are written."""

    variables: tuple[Token, ...]
    law: Piece
    observations: tuple[tuple[Token, tuple[Token, ...]], ...]
    asked: tuple[Asked, ...]


class Misplaced(Exception):  # it never leaves this module: `read` adds the text
    """Something stands where it may not."""

    def __init__(self, problem: str, place: int, hint: str = "") -> None:
        super().__init__(problem)
        self.problem, self.place, self.hint = problem, place, hint


def read(text: str, expand: bool = True) -> Parsed:
    """Read a text; nothing is said yet about atoms and agents that are not declared.

    Parameters
    ----------
    text : str
        The text.
    expand : bool
        Write quantifiers out; else atoms stand for them, see `Quantified`.

    Raises
    ------
    ParseError
        If the text is not in the format: the place, what was expected, and a hint.

    Notes
    -----
    O(n) for n characters, apart from quantifiers, whose expansion may be exponential in the number of their atoms.
    """
    try:
        parsed: Any = language(expand).parse(text)
    except UnexpectedToken as stuck:
        wrong = _unexpected(text, stuck)
    except UnexpectedCharacters as stuck:
        place = stuck.pos_in_stream or 0
        wrong = ParseError(f"unknown symbol {text[place]!r}", text, place, hint=_hint(text[place]))
    except Misplaced as misplaced:
        wrong = ParseError(misplaced.problem, text, misplaced.place, hint=misplaced.hint)
    else:
        return parsed  # type: ignore[no-any-return]
    raise wrong  # out here it has no context: Lark's errors hold the parser, and Dask pickles an error with its context


@cache
def language(expand: bool = True) -> Lark:
    """The parser, made when the first text is read; it builds formulas while it reads, without recursion."""
    grammar = Path(__file__).with_name("smcdel.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", lexer="basic", start="file", strict=False, transformer=_Clauses(expand))


def atom_name(number: str) -> str:
    """The atom that stands for a variable: ``p3`` for 3, and for 003."""
    return "p" + (number.lstrip("0") or "0")


def without_comments(text: str) -> str:
    """The text with blanks for its comments, so that all places stay."""
    return re.sub(r"--[^\n]*", lambda found: " " * len(found[0]), text)


# ------------------------------------------------------------------------------------------------ the clauses


def _joined(build: Callable[..., f.Formula], pieces: Sequence[Piece]) -> Piece:
    """A formula over the pieces' formulas, which remembers where quantifiers and modal operators are."""
    quantified = next((piece.quantifier for piece in pieces if piece.quantifier is not None), None)
    modal = next((piece.modal for piece in pieces if piece.modal is not None), None)
    bound = [piece.bound for piece in pieces if piece.bound]
    return Piece(
        build(*[piece.formula for piece in pieces]),
        quantified,
        modal,
        bound[0] if len(bound) == 1 else {name: each for some in bound for name, each in some.items()},
    )


def _apply(operator: Operator, piece: Piece) -> Piece:
    _require_apart(operator.kind, piece)
    try:
        built = _joined(operator.build, [piece])
    except EpistemicError as error:
        raise Misplaced(str(error), operator.place or 0) from None
    if operator.kind == "modal":
        return built._replace(modal=operator.place)
    if operator.kind != "quantifier":
        return built
    return _bound(built, operator, piece) if operator.clause else built._replace(quantifier=operator.place)


def _bound(built: Piece, operator: Operator, piece: Piece) -> Piece:
    """An atom for a quantifier that is not expanded; its name says what it is, and where."""
    assert operator.clause is not None
    shown = ",".join(operator.atoms)
    name = f"{operator.clause} {shorten(shown)}: {brief(piece.formula)} (at {operator.place})"
    quantified = Quantified(operator.clause, operator.atoms, piece.formula)
    return Piece(f.Atom(name), operator.place, built.modal, {**piece.bound, name: quantified})


def _require_apart(kind: str, piece: Piece) -> None:
    """Refuse quantifiers under modal operators, and the other way round."""
    way_out = "keep them side by side: a quantifier takes a boolean formula and stands outside of modal operators"
    if kind == "modal" and piece.quantifier is not None:
        raise Misplaced("a boolean quantifier under a modal operator is not supported", piece.quantifier, way_out)
    if kind == "quantifier" and piece.modal is not None:
        raise Misplaced("a modal operator under a boolean quantifier is not supported", piece.modal, way_out)


def _exactly_one(formulas: Sequence[f.Formula]) -> f.Formula:
    """One of the formulas is true and no other. O(n) distinct subformulas for n formulas."""
    none: f.Formula = f.Not(formulas[0])
    one: f.Formula = formulas[0]
    for formula in formulas[1:]:
        one = f.Or(f.And(one, f.Not(formula)), f.And(none, formula))
        none = f.And(none, f.Not(formula))
    return one


def _both(build: Callable[[f.Formula], f.Formula]) -> Callable[[f.Formula], f.Formula]:
    """Whether: one of the formula and its negation."""
    return lambda sub: f.Or(build(sub), build(f.Not(sub)))


def _names(tokens: Iterable[Token] | None) -> frozenset[str] | None:
    return None if tokens is None else frozenset(map(str, tokens))


@v_args(inline=True)
class _Clauses(Transformer[Token, Any]):
    """What each rule of the grammar builds. Lark calls the methods while it parses, bottom up."""

    def __init__(self, expand: bool) -> None:
        super().__init__()
        self._expand = expand

    def file(self, variables: Any, law: Piece, *rest: Any) -> Parsed:
        observations = tuple(part for part in rest if isinstance(part, tuple))
        return Parsed(variables, law, observations, tuple(part for part in rest if isinstance(part, Asked)))

    def observation(self, agent: Token, numbers: Any) -> Any:
        return agent, numbers

    def at_state(self, keyword: Token, state: Any, piece: Piece) -> Asked:
        return Asked(str(keyword), state or (), piece, _place(keyword))

    def everywhere(self, keyword: Token, piece: Piece) -> Asked:
        return Asked(str(keyword), None, piece, _place(keyword))

    def numbers(self, *tokens: Token) -> tuple[Token, ...]:
        return tokens

    def names(self, *tokens: Token) -> tuple[Token, ...]:
        return tokens

    def forms(self, *pieces: Piece) -> tuple[Piece, ...]:
        return pieces

    def implies(self, left: Piece, right: Piece) -> Piece:
        return _joined(f.Implies, [left, right])

    def iff(self, left: Piece, right: Piece) -> Piece:
        return _joined(f.Iff, [left, right])

    def conjunction(self, left: Piece, right: Piece) -> Piece:
        return _joined(f.And, [left, right])

    def disjunction(self, left: Piece, right: Piece) -> Piece:
        return _joined(f.Or, [left, right])

    def top(self) -> Piece:
        return Piece(f.Top())

    def bottom(self) -> Piece:
        return Piece(f.Bottom())

    def atom(self, number: Token) -> Piece:
        return Piece(f.Atom(atom_name(number)))

    def all_of(self, pieces: tuple[Piece, ...]) -> Piece:
        return _joined(lambda *formulas: f.conj(formulas), pieces)

    def any_of(self, pieces: tuple[Piece, ...]) -> Piece:
        return _joined(lambda *formulas: f.disj(formulas), pieces)

    def odd(self, pieces: tuple[Piece, ...]) -> Piece:
        return _joined(lambda *formulas: reduce(f.Xor, formulas), pieces)

    def exactly_one(self, pieces: tuple[Piece, ...]) -> Piece:
        return _joined(lambda *formulas: _exactly_one(formulas), pieces)

    def apply(self, operator: Operator, piece: Piece) -> Piece:
        return _apply(operator, piece)

    def apply_to_each(self, operator: Operator, *pieces: Piece) -> Piece:
        return _joined(lambda *formulas: f.conj(formulas), [_apply(operator, piece) for piece in pieces])

    def negation(self, _: Token) -> Operator:
        return Operator(f.Not)

    def knows_that(self, agent: Token, *_: Token) -> Operator:
        return Operator(lambda sub: f.K(str(agent), sub), _place(agent), "modal")

    def knows_whether(self, agent: Token, *_: Token) -> Operator:
        return Operator(lambda sub: f.Kw(str(agent), sub), _place(agent), "modal")

    def common_that(self, group: tuple[Token, ...], _: Token) -> Operator:
        return Operator(lambda sub: f.C(_names(group), sub), _place(group[0]), "modal")

    def common_whether(self, group: tuple[Token, ...], _: Token) -> Operator:
        return Operator(_both(lambda sub: f.C(_names(group), sub)), _place(group[0]), "modal")

    def distributed_that(self, group: tuple[Token, ...], _: Token) -> Operator:
        return Operator(lambda sub: f.D(_names(group), sub), _place(group[0]), "modal")

    def distributed_whether(self, group: tuple[Token, ...], _: Token) -> Operator:
        return Operator(_both(lambda sub: f.D(_names(group), sub)), _place(group[0]), "modal")

    def announce(self, bracket: Token, group: Any, piece: Piece) -> Operator:
        return _announcement(f.Announce, bracket, group, piece)

    def announce_dual(self, bracket: Token, group: Any, piece: Piece) -> Operator:
        return _announcement(f.AnnounceDual, bracket, group, piece)

    def announce_whether(self, bracket: Token, group: Any, piece: Piece) -> Operator:
        return _announcement(f.AnnounceWhether, bracket, group, piece)

    def for_all(self, keyword: Token, numbers: tuple[Token, ...]) -> Operator:
        return self._quantifier("Forall", keyword, numbers)

    def exists(self, keyword: Token, numbers: tuple[Token, ...]) -> Operator:
        return self._quantifier("Exists", keyword, numbers)

    def _quantifier(self, clause: Literal["Forall", "Exists"], keyword: Token, numbers: tuple[Token, ...]) -> Operator:
        atoms = tuple([atom_name(number) for number in numbers])
        if not self._expand:
            return Operator(lambda sub: sub, _place(keyword), "quantifier", clause, atoms)
        expansion = quantifiers.for_all if clause == "Forall" else quantifiers.exists
        return Operator(lambda sub: expansion(atoms, sub), _place(keyword), "quantifier")


Announcement = type[f.Announce] | type[f.AnnounceDual] | type[f.AnnounceWhether]


def _announcement(clause: Announcement, bracket: Token, group: Any, piece: Piece) -> Operator:
    _require_apart("modal", piece)
    return Operator(lambda sub: clause(piece.formula, sub, _names(group)), _place(bracket), "modal")


def _place(token: Token) -> int:
    return token.start_pos or 0


# ------------------------------------------------------------------------------------------- what is wrong


_WORDS = {
    "INT": "an atom's number",
    "WORD": "an agent's name",
    "LPAR": "'('",
    "RPAR": "')'",
    "LSQB": "'['",
    "RSQB": "']'",
    "LBRACE": "'{'",
    "RBRACE": "'}'",
    "LESSTHAN": "'<'",
    "MORETHAN": "'>'",
    "COLON": "':'",
    "COMMA": "','",
    "BANG": "'!'",
    "QMARK": "'?'",
    "ASK_TRUE": "TRUE?",
    "ASK_VALID": "VALID?",
    "ASK_WHERE": "WHERE?",
    "$END": "the end",
}
_PHRASES = {
    "a formula": {"TOP", "INT", "LPAR"},
    "a connective (& | -> iff)": {"_AND", "_OR", "_IMPLIES", "IFF"},
    "'knows that' or 'knows whether'": {"KNOWS_THAT", "KNOWS_WHETHER"},
    "'comknow that' or 'distknow that' (or whether)": {"COMKNOW_THAT", "DISTKNOW_THAT"},
}
_STARTS = {"TOP", "BOT", "INT", "WORD", "LPAR", "LSQB", "LESSTHAN", "NOT", "FORALL", "EXISTS", "AND", "OR", "XOR"}
_PART_OF_PHRASE = {"_AND", "_OR", "_IMPLIES", "IFF", "KNOWS_THAT", "KNOWS_WHETHER"} | {
    f"{kind}_{that}" for kind in ("COMKNOW", "DISTKNOW") for that in ("THAT", "WHETHER")
}
_KEYWORDS = {
    "K",
    "KW",
    "TOP",
    "BOT",
    "AND",
    "OR",
    "XOR",
    "ONEOF",
    "IFF",
    "VARS",
    "LAW",
    "OBS",
    "NOT",
    "FORALL",
    "EXISTS",
}


def _unexpected(text: str, stuck: UnexpectedToken) -> ParseError:
    token = stuck.token
    ended = token.type == "$END"
    place = len(without_comments(text).rstrip()) if ended else _place(token)
    problem = "the text ends too early" if ended else f"unexpected {shorten(str(token))!r}"
    if not without_comments(text).strip():
        problem = "an empty text: a file has VARS, LAW and OBS, and then questions"
    return ParseError(problem, text, place, tuple(_in_words(stuck.accepts or stuck.expected)), _slip(token, stuck))


def _in_words(kinds: set[str]) -> Iterator[str]:
    phrased: set[str] = set()
    for phrase, needed in _PHRASES.items():
        if needed <= kinds:
            phrased |= _STARTS | {"K", "KW", "ONEOF"} if phrase == "a formula" else _PART_OF_PHRASE
            yield phrase
    for kind in sorted(kinds - phrased):
        yield _WORDS.get(kind, kind)


def _slip(token: Token, stuck: UnexpectedToken) -> str:
    """A hint for what people often get wrong."""
    wanted = stuck.accepts or stuck.expected
    if "WORD" in wanted and token.type in _KEYWORDS and "TOP" not in wanted:
        return f"{str(token)!r} is a word of the format, so no agent can be called so"
    if token.type == "WORD" and str(token) in ("knows", "comknow", "distknow"):
        return f"write '{token} that' or '{token} whether'"
    if str(token).upper() in ("VARS", "LAW", "OBS"):
        return f"write {str(token).upper()}, in this order: VARS, LAW, OBS, questions"
    if token.type == "QMARK":
        return "questions are TRUE?, VALID? and WHERE?, with the question mark close to the word"
    return ""


def _hint(sign: str) -> str:
    signs = {
        "^": "write XOR(f, g)",
        "=": "write iff",
        "↔": "write iff",
        "⊕": "write XOR(f, g)",
        "#": "write -- a comment",
    }
    return signs.get(sign, "")
