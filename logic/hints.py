"""Hints for common mistakes, as a table: what was expected, the token before, the token here, and the hint."""

from __future__ import annotations

import re
from dataclasses import dataclass

from logic.operators import SUBSCRIPTS
from logic.tokens import CANONICAL, MODALITIES

FORMULA, OPERATOR, VARIABLE, CLOSER = "formula", "operator", "variable", "closer"
"""What may follow where reading stopped; the last: only a closing bracket, as after ``[p?``."""

_READ = "|".join(MODALITIES)
_WRITTEN = {
    "implies": "->", "then": "->", "therefore": "->", "iff": "<->", "equals": "<->", "but": "&", "And": "&", "AND": "&",
    "Or": "|", "OR": "|", "Xor": "^", "XOR": "^",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Advice:
    """A hint for a token that does not fit.

    Parameters
    ----------
    here : str
        What the token must match, as a regular expression.
    hint : str
        The way out; ``{here}`` and ``{before}`` are the tokens, ``{0}``, ``{1}`` the groups of `before`.
    before : str
        What the token before must match.
    wanted : str
        What was wanted instead; empty: anything.
    within : str
        What the innermost open bracket must match; empty outside brackets.
    """

    here: str
    hint: str
    before: str = r".*"
    wanted: str = ""
    within: str = r".*"


_ARROWS = "|".join(re.escape(spelling) for spelling, symbol in CANONICAL.items() if symbol in ("->", "<-"))

TABLE = (
    # belief
    Advice(r"(>=?|≥).*", "a degree is a number from 0 to 1: B_a>=0.7 p or B_a>=7/10 p", before=r"B.*"),
    Advice(r"\^", "a condition is written B_a[q] p, in LaTeX B_{{a}}^{{q}} p", before=r"B.*"),
    Advice(r"@", "directly after B_a a [ opens a condition; belief about a change is B_a ([@peek] p)", before=r"B.*\["),
    Advice(
        r"[?!].*", "directly after B_a a [ opens a condition; belief about a change is B_a ([p?] q)", before=r"B.*\[.*"
    ),
    # announcements
    Advice(
        r"[?!].*",
        "[! announces the whole bracket: [!p] q, to a group [p!{{a,b}}] q; learning whether is [p?] q",
        wanted=OPERATOR,
        within=r".+!",
    ),
    Advice(r"[_{].*", "a group stands behind the formula: [p!{{a,b}}] q", before=r"[\[<⟨〈\\].*!"),
    Advice(r"\?.*", "learning whether p is written [p?] q", before=r"[\[<⟨〈]|\\langle"),
    # knowledge of a value
    Advice(r"\w+.*=.*", "Kv asks for the variable alone: Kv_a die1", before=r"Kv.*"),
    Advice(r".*", "after Kv_a stands the name of a variable: Kv_a die1, Kv_a loc(bob)", wanted=VARIABLE),
    # agents
    Advice(
        r"|[&|^)\]>∧∨⊕→↔-].*|and|or|xor",
        "{before} speaks of the agent {1}{2}; of the agent {1} write {0}_{1} {2}",
        before=rf"({_READ})_(\w)(\w+)",
        wanted=FORMULA,
    ),
    Advice(r".+", "{before} is an atom; an operator is written {0}_{1} p", before=rf"({_READ})(\w+)", wanted=OPERATOR),
    Advice(
        rf"[{''.join(SUBSCRIPTS)}]", "a subscript names the agent of an operator, Kₐ p; an atom is written p1 or p_a"
    ),
    Advice(r"\{", "the subscript of an atom is a name: p_1, m_{{a}}", before=r"\w+_", wanted=OPERATOR),
    Advice(r",", "the agents of a group stand in braces: E_{{a,b}} p", before=rf"({_READ})_?\w+", wanted=FORMULA),
    Advice(r"\{", "braces hold agents, K_{{a}} p, E_{{a,b}} p; brackets around a formula are round: (p & q)"),
    Advice(_ARROWS, "-> and <- in a row need brackets: p -> (q <- r) or (p -> q) <- r", wanted=OPERATOR),
    # signs of other languages
    Advice(r"[“”„‟«»″]", 'a name stands in straight double quotes: "any text"'),
    Advice(r"[‘’‚‛'`´]", 'a name with spaces or signs stands in straight double quotes: "any text"'),
    Advice(r"=.*", 'an atom of a reserved name stands in quotes: "{before}=1"', before=r"true|false|not|and|or|xor"),
    Advice(r"={1,3}|:=", "a value has no spaces around it: p=q, die1=4; that two formulas agree is p <-> q"),
    Advice(r"[!=]=.*|<>|≠", "that two formulas agree is written p <-> q, that they differ p ^ q"),
    Advice(r"<=|≤", "an implication is written p -> q, an equivalence p <-> q"),
    Advice(r"-+>?|=+>|[–—−]", "an implication is written p -> q, a negation ~p"),
    Advice(r">.*", "an implication is written p -> q; <p> q says that p can be announced, and then q", wanted=OPERATOR),
    Advice(r"<", "an equivalence is written p <-> q; an announcement follows an operator: p & <q> r", wanted=OPERATOR),
    Advice(r",", "a conjunction is written p & q; commas separate agents, E_{{a,b}} p, and arguments, f(a,b)"),
    Advice(r"@", "the effect of an action is written [@peek] p"),
    Advice(r"[*+·⋅×/\\.;:%#-].?", "the operators are ~ & | ^ -> <->, or in words not, and, or, xor"),
    Advice(
        r"[∀∃]|\\(forall|exists)", "there are no quantifiers: join the instances by & or |, in Python by conj and disj"
    ),
    Advice(r"[□◇◻◊]|\\(Box|Diamond|square|lozenge)", "knowledge names its agent: K_a p, and its dual M_a p"),
    Advice(r"\\(text|mathit|mathrm).*", r"a name in LaTeX is written \text{{any name}} or \mathit{{p1}}"),
    Advice(r"[\d_].*", 'an atom begins with a letter, as in p{here}; any other name needs quotes: "{here}"'),
    # formulas side by side
    Advice(r".*", "a negation is written ~p or not p", before=r"NOT|Not", wanted=OPERATOR),
    Advice(rf"({'|'.join(_WRITTEN)})", "for {here} write {sign}", wanted=OPERATOR),
    Advice(
        r"\(",
        "arguments of an atom are names, f(a,b); before a formula in brackets stands an operator",
        r"\w+",
        OPERATOR,
    ),
    Advice(r"[?!].*", "p? and p! stand in announcements only: [p?] q, [p!{{a,b}}] q", wanted=OPERATOR),
    Advice(
        r"\w+",
        'join them, {before} & {here}, or put a name that has spaces in quotes: "{before} {here}"',
        r"\w+",
        OPERATOR,
    ),
    Advice(r"\w.*|[\"(\[~¬].*|\\.*", "join formulas by an operator: p & q, p | q, p -> q", wanted=OPERATOR),
    # brackets and the end
    Advice(r".*", "after ? and ! an announcement ends: [p?] q, [p!] q, [p!{{a,b}}] q", r"[?!].*", CLOSER),
    Advice(r"[)\]>}⟩]|\\rangle", "each bracket encloses a formula and is closed by its own kind: (p), [p] q, <p> q"),
    Advice(
        r"[&|^∧∨⊕→↔].*|and|or|xor|[<=-]+>|\\([wv]|op|to|l|L|r|R|im|iff).*",
        "an operator stands between two formulas: p {here} q",
        wanted=FORMULA,
    ),
    Advice(r"", "write a formula such as p, K_a p or p & ~q", before=r""),
)

WIDTH = 40  # longer tokens are cut before they are matched and shown


def advice(wanted: str, before: str, here: str, within: str = "") -> str:
    """Return the hint of the first row of `TABLE` that fits; empty if none does.

    Parameters
    ----------
    wanted : str
        What may follow where reading stopped.
    before, here : str
        The token before that place, and the token there.
    within : str
        The token of the innermost open bracket; empty outside brackets.
    """
    before, here, within = before[:WIDTH], here[:WIDTH], within[:1] + within[1:][-WIDTH:]
    for row in TABLE:
        if row.wanted not in ("", wanted) or not re.fullmatch(row.here, here, re.DOTALL):
            continue
        if not re.fullmatch(row.within, within, re.DOTALL):
            continue
        if found := re.fullmatch(row.before, before, re.DOTALL):
            return row.hint.format(*found.groups(), here=here, before=before, sign=_WRITTEN.get(here, ""))
    return ""


_POINTED = re.compile(r"\s*\(?\s*\w+\s*,\s*\w+\s*\)?\s*[\]>⟩]")


def pointed_event_model(text: str, position: int) -> str:
    """Return the hint if the bracket that opens before `position` encloses an event model and its event, as ``[M,s]``.

    Parameters
    ----------
    text : str
        The text of the formula.
    position : int
        Where the content of the bracket begins.
    """
    if not _POINTED.match(text[position : position + WIDTH]):
        return ""
    return "an action is written by its name, [@peek] p; give its event model with actions={'peek': ...} or --action"


_LETTER_OF = {"\n": "n", "\t": "t", "\r": "r", "\x0b": "v", "\x0c": "f", "\x08": "b", "\x07": "a"}
_COMMANDS = {spelling for spelling in CANONICAL if spelling[0] == "\\"} | {
    r"\text", r"\textit", r"\textrm", r"\right", r"\frac", r"\neq", r"\nu", r"\forall", r"\bigwedge", r"\bigvee",
    r"\beta", r"\alpha", r"\rho", r"\tau", r"\theta", r"\varphi", r"\vdash",
}  # fmt: skip


def eaten_backslash(text: str) -> str:
    r"""Return the hint if Python read the ``\n`` of ``\neg`` or the ``\t`` of ``\to`` as a character; else empty."""
    for found in re.finditer(r"([\n\t\r\x0b\x0c\x08\x07])([A-Za-z]+)", text):
        command = f"\\{_LETTER_OF[found[1]]}{found[2]}"
        if command in _COMMANDS:
            return f'Python read {command[:2]} of {command} as one character; write a raw string: r"{command} ..."'
    return ""
