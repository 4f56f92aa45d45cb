"""The notation as data: names, reserved words, symbols in three notations, and how tightly each operator binds.

The lexer and the printer use these tables, and `logic.formula` validates names against them. The longer patterns are
compiled when they are first used.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

SUBSCRIPTS = dict(zip("₀₁₂₃₄₅₆₇₈₉ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", "0123456789aehijklmnoprstuvx", strict=True))
_SUB = "".join(SUBSCRIPTS)

# A letter; and a letter, digit or underscore, of any alphabet. Subscripts are excluded: they name agents.
LETTER = rf"[^\W\d_{_SUB}]"
WORD = rf"[^\W{_SUB}]"

AGENT = re.compile(rf"{WORD}+")
_RUN = rf"(?:{WORD}|')"
_RUNS = rf"(?>{_RUN}+)"  # atomic, so a long name is read in one way only
_ARGUMENT = rf"-?{_RUNS}"
_CALL = rf"(?:\(\s*{_ARGUMENT}(?:\s*,\s*{_ARGUMENT})*\s*\))?"
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
"""The letter of each of LaTeX's commands for Greek letters."""

CONSTANTS = ("true", "false")
CONNECTIVE_WORDS = ("not", "and", "or", "xor")
MODALITIES = ("Bstrong", "Bsafe", "Kw", "Kv", "K", "M", "B", "E", "C", "D")  # longer names first
OTHER_LETTERS = {
    "M": (
        "L", "◇", "◊", "♢", "⋄", "K\u0302", r"\hat{K}", r"\hat K", r"\widehat{K}", r"\Diamond", r"\diamond",
        r"\lozenge",
    ),
    "K": ("□", "◻", r"\Box", r"\square"),
}  # fmt: skip
"""Other letters of an operator that books use; they are read with an agent only."""
RESERVED = re.compile(
    rf"(?:{'|'.join(CONSTANTS + CONNECTIVE_WORDS)}"
    rf"|(?:{'|'.join(MODALITIES)})(?:[_{_SUB}].*)?"
    rf"|L[_{_SUB}].*"
    rf"|(?:K|M|B|Kw|Kv)\d+)"
)


def is_plain_atom(name: str) -> bool:
    """Return whether the atom's name can stand in a formula without quotes."""
    return _is_plain(name, ATOM_PATTERN)


def is_plain_variable(name: str) -> bool:
    """Return whether a variable's name (for ``Kv``) can stand in a formula without quotes."""
    return _is_plain(name, VARIABLE_PATTERN)


def _is_plain(name: str, pattern: str) -> bool:
    head = re.split(r"[(=]", name, maxsplit=1)[0]
    if " " in name or RESERVED.fullmatch(head):
        return False
    return (name.isascii() and name.isalnum() and name[0].isalpha()) or re.fullmatch(pattern, name) is not None


@dataclass(frozen=True, slots=True)
class Notation:
    """The spellings of one connective, and how tightly it binds.

    Parameters
    ----------
    unicode, ascii, latex : str
        What the printers write.
    binding : int
        Binding strength; a higher number binds tighter. Unary operators bind at `UNARY`.
    associates : {'left', 'right', ''}
        Which side may hold the same connective without brackets.
    also : tuple of str
        Further spellings that are read.
    """

    unicode: str
    ascii: str
    latex: str
    binding: int
    associates: str = ""
    also: tuple[str, ...] = ()


UNARY = 6
ATOMIC = 7
_IMPLICATIONS = (
    "=>", "⇒", "⟶", "⟹", "⊃", r"\rightarrow", r"\Rightarrow", r"\longrightarrow", r"\Longrightarrow", r"\implies",
    r"\supset",
)  # fmt: skip
_EQUIVALENCES = (
    "<=>", "⇔", "⟷", "⟺", "≡", r"\Leftrightarrow", r"\longleftrightarrow", r"\Longleftrightarrow", r"\iff", r"\equiv",
)  # fmt: skip
CONNECTIVES = {
    "And": Notation("∧", "&", r"\wedge", 5, "left", ("and", "&&", "/\\", r"\land", r"\&")),
    "Xor": Notation("⊕", "^", r"\oplus", 4, "left", ("xor", "⊻", r"\veebar")),
    "Or": Notation("∨", "|", r"\vee", 3, "left", ("or", "||", "\\/", r"\lor")),
    "Implies": Notation("→", "->", r"\to", 2, "right", _IMPLICATIONS),
    "Iff": Notation("↔", "<->", r"\leftrightarrow", 1, "left", _EQUIVALENCES),
}
CONVERSE = Notation("←", "<-", r"\leftarrow", 2, "left", ("⇐", "⟵", r"\gets", r"\Leftarrow", r"\longleftarrow"))
"""The arrow of ``p <- q``, which is read as ``q -> p`` and never written."""
NEGATION = Notation("¬", "~", r"\neg", UNARY, also=("not", r"\lnot", r"\sim"))
TOP = Notation("⊤", "true", r"\top", ATOMIC)
BOTTOM = Notation("⊥", "false", r"\bot", ATOMIC)
DIAMOND_OPEN = Notation("⟨", "<", r"\langle", UNARY, also=("〈",))
DIAMOND_CLOSE = Notation("⟩", ">", r"\rangle", UNARY, also=("〉",))
SYMBOLS = (*CONNECTIVES.values(), CONVERSE, NEGATION, TOP, BOTTOM, DIAMOND_OPEN, DIAMOND_CLOSE)
BRACKETS = {"(": ")", "[": "]", "<": ">"}
PUNCTUATION = ("(", ")", "[", "]", "}", "!", "?")
