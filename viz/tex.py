"""Texts for plain LaTeX: no package is needed, and every character has an output.

Letters with accents become accents, logical signs become mathematics, ``w1`` becomes :math:`w_1`; any other
character (such as Chinese) is written as its number, since a document that only loads ``tikz`` would stop there.
"""

from __future__ import annotations

import re
import unicodedata

from kripke.data.wording import visible

_ESCAPES = {c: f"\\{c}" for c in "_{}$%&#"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": "$<$",
    ">": "$>$",
    "|": "$|$",
    '"': "''",
}
_MATHS = {
    "¬": r"\neg", "∧": r"\wedge", "∨": r"\vee", "⊕": r"\oplus", "→": r"\to", "↔": r"\leftrightarrow", "⊤": r"\top",
    "⊥": r"\bot", "⟨": r"\langle", "⟩": r"\rangle", "∅": r"\emptyset", "≥": r"\geq", "≤": r"\leq",
    "⏎": r"\hookleftarrow",
    "⇥": r"\rightarrow", "×": r"\times", "·": r"\cdot", "±": r"\pm", "∞": r"\infty", "∈": r"\in",
    "✓": r"\surd", "≈": r"\approx",
}  # fmt: skip
_WORDS = {
    "…": r"\dots{}", "–": "--", "—": "---", "“": "``", "”": "''", "‘": "`", "’": "'", "ß": r"\ss{}", "æ": r"\ae{}",
    "Æ": r"\AE{}", "ø": r"\o{}", "Ø": r"\O{}", "œ": r"\oe{}", "Œ": r"\OE{}", "ł": r"\l{}", "Ł": r"\L{}", "ı": r"\i{}",
    "\xa0": "~", "§": r"\S{}", "©": r"\copyright{}",
}  # fmt: skip
_GREEK = [
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu", "nu", "xi",
    "o", "pi", "rho", "varsigma", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega",
]  # fmt: skip
_MATHS |= {chr(0x3B1 + i): name if name == "o" else f"\\{name}" for i, name in enumerate(_GREEK)}
_MATHS |= {c: f"\\{unicodedata.name(c).split()[-1].capitalize()}" for c in "ΓΔΘΞΠΣΦΨΩ"} | {"Λ": r"\Lambda"}
_ACCENTS = {
    0x300: "`", 0x301: "'", 0x302: "^", 0x303: "~", 0x304: "=", 0x306: "u", 0x307: ".", 0x308: '"', 0x30A: "r",
    0x30B: "H", 0x30C: "v", 0x327: "c",
}  # fmt: skip
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_',=() .-]*")
_NUMBERED = re.compile(r"([A-Za-z])_?(\d+)|([A-Za-z])_([A-Za-z0-9]+)|([A-Za-z]+)_([A-Za-z0-9])")
"""``w1``, ``w_1``, ``m_a``, ``m_anne``, ``muddy_a``: a letter or a word with an index."""


def tex_text(text: str) -> str:
    """The text for LaTeX's text mode."""
    return "".join(map(_letter, visible(text)))


def tex_name(text: str) -> str:
    """A name of a world or agent: ``w1`` and ``m_a`` with an index, anything else as text."""
    numbered = _NUMBERED.fullmatch(text)
    if numbered is None:
        return tex_text(text)
    base, index = (_word(part) for part in numbered.groups() if part is not None)
    return f"${base}_{{{index}}}$"


def _word(part: str) -> str:
    """A letter or a number, or a word in one piece."""
    return part if len(part) == 1 or part.isdigit() else rf"\mathit{{{part}}}"


def tex_atom(atom: str) -> str:
    """An atom: in mathematics if its name is plain, else as text."""
    if len(atom) == 1 or _NUMBERED.fullmatch(atom) or not _PLAIN.fullmatch(atom):
        return f"${atom}$" if re.fullmatch("[A-Za-z]", atom) else tex_name(atom)
    spaced = atom.replace("_", r"\_").replace(" ", r"\ ").replace("=", "{=}")
    return rf"$\mathit{{{spaced}}}$"


def _letter(letter: str) -> str:
    if letter in _ESCAPES:
        return _ESCAPES[letter]
    if letter in _MATHS:
        return f"${_MATHS[letter]}$"
    if letter.isascii():
        return letter
    return _WORDS.get(letter) or _accented(letter)


def _accented(letter: str) -> str:
    base, *marks = list(unicodedata.normalize("NFD", letter))
    if len(marks) == 1 and base.isascii() and base.isalpha() and ord(marks[0]) in _ACCENTS:
        return f"\\{_ACCENTS[ord(marks[0])]}{{{base}}}"
    plain = unicodedata.normalize("NFKD", letter)
    return plain if plain.isascii() and plain.isalnum() else rf"\texttt{{U+{ord(letter):04X}}}"
