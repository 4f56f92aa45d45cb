"""The notation as data: names, reserved words, symbols in three notations, and the classes that declare operators.

`logic.clauses` declares the operators with these classes; the lexer, the printer and the transformations read these
declarations. The longer patterns are compiled when they are first used.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from logic.errors import Slip, shorten
from logic.exact import share
from logic.node_table import CLAUSES

SUBSCRIPTS = dict(zip("₀₁₂₃₄₅₆₇₈₉ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", "0123456789aehijklmnoprstuvx", strict=True))
SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹ⁿᵏ"
NUMBER_SIGNS = "¼½¾⅐-↋①-⓿❶-➓"  # Fractions, Roman and circled numbers, as the inside of a character class
_SUB = "".join(SUBSCRIPTS)

# `LETTER` matches a letter, and `WORD` a letter, digit or underscore, of any alphabet. Subscripts are excluded since
# they name agents. Superscripts and signs of numbers, which Python counts as word characters, are excluded since E²p
# and ½p are not atoms. `logic.lenient.uncopied` replaces mathematical letters, so that 𝑝 and p are one atom.
MATHEMATICAL = "\U0001d400-\U0001d7ffℎ"
_NO_LETTERS = f"{_SUB}{SUPERSCRIPTS}{NUMBER_SIGNS}{MATHEMATICAL}"
LETTER = rf"[^\W\d_{_NO_LETTERS}]"
WORD = rf"[^\W{_NO_LETTERS}]"

AGENT = re.compile(rf"{WORD}+")
_RUN = rf"(?:{WORD}|')"
_RUNS = rf"(?>{_RUN}+)"  # atomic, so a long name is read in one way only
_ARGUMENT = rf"-?{_RUNS}"
CALL_PATTERN = rf"\(\s*{_ARGUMENT}(?:\s*,\s*{_ARGUMENT})*\s*\)"
_CALL = f"(?:{CALL_PATTERN})?"
NAME_PATTERN = rf"{LETTER}(?>{_RUN}*)"
VARIABLE_PATTERN = rf"{NAME_PATTERN}{_CALL}"
DETAILS_PATTERN = rf"{_CALL}(?:=-?{_RUNS}(?:\.\d+)?{_CALL})?"
ATOM_PATTERN = rf"{NAME_PATTERN}{DETAILS_PATTERN}"

GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ϵ", "zeta": "ζ", "eta": "η", "theta": "θ",
    "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ",
    "tau": "τ", "upsilon": "υ", "phi": "ϕ", "chi": "χ", "psi": "ψ", "omega": "ω", "varepsilon": "ε", "vartheta": "ϑ",
    "varpi": "ϖ", "varrho": "ϱ", "varsigma": "ς", "varphi": "φ", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ",
    "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Upsilon": "Υ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
}  # fmt: skip
"""Maps the LaTeX command for a Greek letter to the letter."""

# Vertical tab and form feed are not white space here: they are what Python makes of "\vee" and "\frac".
BLANK = r"(?>(?:[^\S\x0b\x0c]|\$|\\[,;:! ()\[\]]|\\(?:quad|qquad|left|right|[bB]igg?[lr]?)(?![A-Za-z]))*)"

CONSTANTS = ("true", "false")
CONNECTIVE_WORDS = ("not", "and", "or", "xor")


@cache
def reserved() -> re.Pattern[str]:
    """Return the pattern of reserved names: ``true``, ``K``, ``K_a``, ``K1``. O(n) for n operators."""
    forms = [clause.operator.form for clause in CLAUSES.values() if isinstance(clause.operator.form, Modality)]
    letters = {form.letters for form in forms}
    others = {other for form in forms for other in form.others if other.isalpha() and other.isascii()}
    return re.compile(
        rf"(?:{'|'.join(CONSTANTS + CONNECTIVE_WORDS)}"
        rf"|(?:{longest_first(letters)})(?:[_{_SUB}].*)?"
        rf"|(?:{longest_first(others)})[_{_SUB}].*"
        rf"|(?:{longest_first(form.letters for form in forms if form.numbered)})\d+)"
    )


def longest_first(spellings: Iterable[str]) -> str:
    """Return a pattern for these spellings, longest first; LaTeX commands share a backslash, for faster tokenizing."""
    longest = sorted(set(spellings), key=lambda text: (-len(text), text))
    commands = [re.escape(text[1:]) for text in longest if text[0] == "\\"]
    others = [re.escape(text) for text in longest if text[0] != "\\"]
    return "|".join([*others, rf"\\(?:{'|'.join(commands)})"] if commands else others)


def is_plain_atom(name: str) -> bool:
    """Return whether the name of an atom can be written in a formula without quotes."""
    return _is_plain(name, ATOM_PATTERN)


def is_plain_variable(name: str) -> bool:
    """Return whether the name of a variable (for ``Kv``) can be written in a formula without quotes."""
    return _is_plain(name, VARIABLE_PATTERN)


def is_plain_agent(name: str) -> bool:
    """Return whether the name of an agent can be written in a program without quotes; a name may begin with a digit."""
    return name[0].isdigit() or is_plain_atom(name)


def _is_plain(name: str, pattern: str) -> bool:
    if len(name) == 1 and name.isascii() and name.isalpha():  # even K, which is an operator only before a formula
        return True
    head = re.split(r"[(=]", name, maxsplit=1)[0]
    if " " in name or reserved().fullmatch(head) or looks_run_together(name) or temporal(name):
        return False
    return (name.isascii() and name.isalnum() and name[0].isalpha()) or re.fullmatch(pattern, name) is not None


_LIKE = r"(?:[KMBECDR](?:\d+|[^\W\d_])?)+(?:[^\W\d_][\d']*|\([^(),]+\))|(?:[AE][FGX])+[a-z][\d']*"
_UNLIKE = {"CB", "EB", "DB", "Kw", "Kv", "EX", "EF", "EG", "Box", "Dia"}
_LIKE_AT_MOST = 16  # characters: longer names are not matched, since that would take long
APPLIED = r"(G?[CD]?K|[Kk]nows?(?:_whether)?|[Bb]el(?:ieves?)?)\((\w+),(\w+'*)\)"
"""Matches a name such as ``GCK(g,p)`` of the model checker MCMAS: operator, agent or group, and atom."""


def looks_run_together(name: str) -> bool:
    """Return whether a name looks like operators and an atom without spaces: ``Kp``, ``KaKbp``, ``knows(a,p)``.

    >>> [name for name in ("Kp", "K1p", "Kap", "KA", "AGEFp", "AGE", "Deal", "Kw", "p1") if looks_run_together(name)]
    ['Kp', 'K1p', 'Kap', 'KA', 'AGEFp']
    """
    if name[-1:] == ")" and re.fullmatch(APPLIED, name):
        return True
    return len(name) <= _LIKE_AT_MOST and name not in _UNLIKE and re.fullmatch(_LIKE, name) is not None


_TEMPORAL = rf"([AE][FGX]|[HOY](?=\())(?:\(\s*({NAME_PATTERN})\s*\))?"


def temporal(name: str) -> re.Match[str] | None:
    """Match a name such as ``EF`` or ``AG(p)`` (operators of CTL), or ``H(p)`` (a past operator and its formula).

    >>> [bool(temporal(name)) for name in ("EF", "AG(p)", "H(p)", "H", "AG(1)", "AG(not)", "AG(p,q)")]
    [True, True, True, False, False, False, False]
    """
    match = re.fullmatch(_TEMPORAL, name)
    inside = match and match[2]
    is_word = inside and len(inside) > 1 and inside not in CONSTANTS and reserved().fullmatch(inside)
    return None if is_word else match


ODD = r"(?s)B|[ECD]B.*|L(?:_.*|\w{1,2}'*)|[AE][FGX](?:\(.*)?|[HOY]\(.*"
"""Matches tokens that the author may have meant differently; `logic.lenient.remarks` comments on them."""


class Notation(NamedTuple):
    """The spellings of a symbol and its binding strength; those in `also` are read but not printed."""

    unicode: str
    ascii: str
    latex: str
    binding: int  # a higher number binds tighter; unary operators bind at `UNARY`
    associates: str = ""  # which side may hold the same connective without brackets: left, right or none
    also: tuple[str, ...] = ()

    @property
    def spellings(self) -> tuple[str, ...]:
        """All spellings; the spellings used for printing come first."""
        return self.ascii, self.unicode, self.latex, *self.also


UNARY = 6
ATOMIC = 7
_IMPLICATIONS = (
    "=>", "==>", "-->", "⇒", "⟶", "⟹", "⊃", r"\rightarrow", r"\Rightarrow", r"\longrightarrow", r"\Longrightarrow",
    r"\implies", r"\supset",
)  # fmt: skip
_EQUIVALENCES = (
    "<=>", "<==>", "<-->", "⇔", "⟷", "⟺", "≡", r"\Leftrightarrow", r"\longleftrightarrow", r"\Longleftrightarrow",
    r"\iff", r"\equiv",
)  # fmt: skip
CONNECTIVES = {
    "And": Notation("∧", "&", r"\wedge", 5, "left", ("and", "&&", "/\\", "·", "•", "⋅", r"\land", r"\cdot", r"\&")),
    "Xor": Notation("⊕", "^", r"\oplus", 4, "left", ("xor", "<~>", "⊻", r"\veebar")),
    "Or": Notation("∨", "|", r"\vee", 3, "left", ("or", "||", "\\/", r"\lor")),
    "Implies": Notation("→", "->", r"\to", 2, "right", _IMPLICATIONS),
    "Iff": Notation("↔", "<->", r"\leftrightarrow", 1, "left", _EQUIVALENCES),
}
CONVERSE = Notation(
    "←", "<-", r"\leftarrow", 2, "left", ("⇐", "⟵", "⟸", r"\gets", r"\Leftarrow", r"\longleftarrow", r"\Longleftarrow")
)
"""The arrow of ``p <- q``, which is parsed as ``q -> p`` and never printed."""
NEGATION = Notation("¬", "~", r"\neg", UNARY, also=("not", r"\lnot", r"\sim", "∼", "˜", "￢"))
BOX = Notation("□", "[]", r"\Box", UNARY, also=("[ ]", "{$box} @", "{$box}@", "◻", "☐", "▢", "⬜", "⎕", r"\square"))
DIAMOND = Notation(
    "◇",
    "<>",
    r"\Diamond",
    UNARY,
    also=("< >", "{$dia} @", "{$dia}@", "◊", "♢", "⋄", "⬦", "⟡", r"\diamond", r"\lozenge"),
)
TOP = Notation("⊤", "true", r"\top", ATOMIC)
BOTTOM = Notation("⊥", "false", r"\bot", ATOMIC, also=("_|_",))
DIAMOND_OPEN = Notation("⟨", "<", r"\langle", UNARY, also=("〈",))
DIAMOND_CLOSE = Notation("⟩", ">", r"\rangle", UNARY, also=("〉",))
SEQUENCE = Notation(";", ";", ";", UNARY)
RADICAL = Notation("⇑", "^^", r"\Uparrow ", UNARY)
CONSERVATIVE = Notation("↑", "^", r"\uparrow ", UNARY)
UPGRADES = (RADICAL, CONSERVATIVE)
CHOICE = Notation("∪", "|", r"\cup", UNARY)
"""The choice of programs; the spellings of disjunction, such as ``|``, also mean choice inside programs."""
STAR = Notation("*", "*", "^{*}", UNARY, also=("^*", "∗", "⋆", r"^{\ast}", r"^\ast"))
SYMBOLS = (
    SEQUENCE,
    STAR,
    *CONNECTIVES.values(),
    CONVERSE,
    NEGATION,
    BOX,
    DIAMOND,
    TOP,
    BOTTOM,
    DIAMOND_OPEN,
    DIAMOND_CLOSE,
)
PUNCTUATION = ("(", ")", "[", "]", "}", "!", "?")


class Superscript(NamedTuple):
    """A superscript of an operator, such as a degree.

    `field`: the field of the formula that stores its value. `pattern`: matches its text. `read`: converts the text to
    the value.
    """

    field: str
    pattern: str
    read: Callable[[str], Any]
    write: Callable[[Any, bool], str]  # the text of a value, from the value and whether LaTeX is written
    first: bool = False  # whether it is written between the letters and the agents, and not after them


class Modality(NamedTuple):
    """The notation of an operator with agents: the letters, then an agent or a group.

    `numbered`: whether digits may name the agent, as in ``K1``. `above`: the superscript of the operator.
    """

    letters: str
    numbered: bool = False
    nameless: bool = False  # whether it is read without an agent, as an operator of the nameless agent
    others: tuple[str, ...] = ()  # other letters that books use; they are read only with an agent
    above: Superscript | None = None
    conditional: bool = False  # whether a ``[`` directly after it opens a condition


class Bracket(NamedTuple):
    """The notation of a model change (such as an announcement) or a program: brackets before a formula."""

    diamond: bool = False  # whether the brackets are ``< >``
    mark: str = ""  # stands before the group (``!`` if empty), or behind the statement where no group is named
    before: Notation | None = None  # stands before the statement
    inside: Callable[[Mapping[str, Any], str], tuple[str, ...]] | None = None
    """For programs: maps the fields without formulas, and a notation, to the strings around the subformulas."""


class Temporal(NamedTuple):
    """The notation of a temporal operator: a word before a formula, or before two formulas as in ``E[p U q]``."""

    word: str


class Operator(NamedTuple):
    """The declaration of a clause (a class of formulas); all tables of operators are built from it."""

    form: Notation | Modality | Bracket | Temporal | None = None  # how it is written; None for atoms
    feature: str = ""  # what it adds to propositional logic, as `logic.transform` names it; empty if nothing
    to_group: str = ""  # `feature` of the operator with a group, if that differs
    dual: str = ""  # the name of the clause that negation turns it into; empty if the language has none
    keeps: tuple[bool, ...] = ()  # truth values that it maps to themselves: (True,) for boxes, (False,) for diamonds
    changes: bool = False  # whether it evaluates its last subformula in another model
    repeats: str = ""  # the name of the clause that it iterates `steps` times; empty if it iterates none
    means: Callable[[Any], Any] | None = None  # the formula that a node abbreviates, see `logic.shared.expanded`


# superscripts: degrees and exponents

AT_LEAST = r"(?:>=|≥|⩾|\\geq?(?:slant)?(?![A-Za-z]))"
_N = "[0-9]++"
FRAC = rf"\\[dt]?frac\{{({_N})\}}\{{({_N})\}}"
NUMBER = rf"(?:{FRAC.replace('(', '(?:')}|(?:{_N}(?:\.{_N})?|\.{_N})(?:[eE][+-]?{_N}|{BLANK}/{BLANK}{_N})?)"
_DEGREE = rf"{AT_LEAST}{BLANK}{NUMBER}"
_DEGREES = "a degree is written B_a>=0.7 p or B_a>=7/10 p"


def _degree(text: str) -> Fraction:
    digits = re.search(NUMBER, text)
    assert digits is not None, text
    return _fraction(digits[0])


def _fraction(number: str) -> Fraction:
    exponent = number.lower().partition("e")[2] if "frac" not in number else ""
    if len(exponent) > 5 or len(number) > 10_000:
        raise Slip(f"the number {shorten(number)} is too long", "a number from 0 to 1", _DEGREES, number)
    try:
        return share(Fraction(re.sub(r"\s|\$|\\[,;:! ]", "", re.sub(FRAC, r"\1/\2", number))))
    except (ValueError, ZeroDivisionError):  # too many digits, or 7/0
        raise Slip(f"{shorten(number)} is not a degree", "a number from 0 to 1", _DEGREES, number) from None


DEGREE = Superscript(
    "degree",
    rf"(?:{_DEGREE}|\^{BLANK}\{{{BLANK}{_DEGREE}{BLANK}\}})",
    _degree,
    lambda degree, latex: f"^{{\\geq {degree}}}" if latex else f">={degree}",
)

MOST_TIMES = 10_000  # the largest n of ``E^n p``

_TIMES = f"everyone knows, n times over, is written E^2 p or E^2_{{a,b}} p, with n from 1 to {MOST_TIMES:,}"


def _times(text: str) -> int:
    digits = re.search(r"\d+", text)
    if digits is None or not re.fullmatch(rf"(?:{BLANK}[\^{{}}\d])*{BLANK}", text):
        raise Slip("E^ without a number", f"a number from 1 to {MOST_TIMES:,}", _TIMES)
    if not digits[0].isascii() or len(digits[0]) > 100 or not 1 <= int(digits[0]) <= MOST_TIMES:
        raise Slip(f"{shorten(digits[0])} times", f"a number from 1 to {MOST_TIMES:,}", _TIMES, digits[0])
    return int(digits[0])


TIMES = Superscript(
    "times",
    rf"\^{BLANK}(?:\{{[^{{}}]*\}}|\d++|(?=_))",  # any braces, so that the message is about the number
    _times,
    lambda times, latex: f"^{{{times}}}" if latex else f"^{times}",
    first=True,
)
