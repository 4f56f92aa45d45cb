"""Hints for common mistakes, as a table: what was expected, the token before, the token here, and the hint."""

from __future__ import annotations

import re
from dataclasses import dataclass

from logic.operators import NUMBER_SIGNS, SUBSCRIPTS, SUPERSCRIPTS
from logic.tokens import CANONICAL, MODALITIES, OF_GROUP, STYLE

FORMULA, OPERATOR, VARIABLE, CLOSER = "formula", "operator", "variable", "closer"
"""What may follow where reading stopped; the last: only a closing bracket, as after ``[p?``."""

_READ = "|".join(MODALITIES)
_GROUPS = "|".join(OF_GROUP)
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
    within : str
        What the innermost open bracket must match; empty outside brackets.
    """

    here: str
    hint: str
    before: str = r".*"
    wanted: str = ""
    within: str = r".*"


_SQUARE = r"[\[<⟨〈].*|\\langle.*"
_ARROWS = "|".join(re.escape(spelling) for spelling, symbol in CANONICAL.items() if symbol in ("->", "<-"))
_START = r"[\w(\[<⟨~¬!\"\\].*"
"""How a formula begins."""
_BOOKS = (
    (r"(?i:kn|knows?|knowledge)(?:_.+)?", "knowledge", "K_a p"),
    (r"(?i:bel|believes?|belief)(?:_.+)?", "belief", "B_a p"),
    (r"(?i:everyone|everybody)\w*", "that everyone knows p", "E p, of a group E_{{a,b}} p"),
    (r"(?i:common|ck)(?:_.+)?", "common knowledge", "C p, of a group C_{{a,b}} p"),
    (r"(?i:ik?_.+|distributed|implicit)", "distributed (implicit) knowledge", "D p, of a group D_{{a,b}} p"),
    (r"P_.+|Poss(?:ible)?(?:_.+)?", "that a considers p possible", "M_a p"),
    (r"Sb_.+", "strong belief", "Bstrong_a p, safe belief Bsafe_a p"),
    (r"(?:[Δ△∆]|\\Delta)_.+", "that a knows whether p", "Kw_a p"),
    (r"S_.+", "that someone knows p", "K_a p | K_b p"),
)
"""Operators of other books: the token, the meaning, and how it is written here."""

NEGATED = r"[↚↛↮⇍⇎⇏⊄⊅⊼⊽]|nand|nor|!<?[-=]+>|\\(?:not|n(?=[A-Zlrs])\w+|l?n(?:and|or)|bar(?:wedge|vee))"
"""A connective with a stroke, which a hint must not take for the one without."""

TABLE = (
    # belief
    Advice(
        r"[<>=≤≥⩽⩾].*|\\[lg]eq?.*",
        "a degree of belief is written B_a>=0.5 p: a gives p at least the probability 0.5",
        before=r"(?i:pr?|prob|mu|μ|\\mu)_?\w*\(.*\)",
        wanted=OPERATOR,
    ),
    Advice(r"(>=?|≥).*", "a degree is a number from 0 to 1: B_a>=0.7 p or B_a>=7/10 p", before=r"B.*"),
    Advice(r"\^", "a condition is written B_a[q] p, in LaTeX B_{{a}}^{{q}} p", before=r"B.*"),
    Advice(r"\|", "given q, a believes p is written B_a[q] p", before=r"B_.*", wanted=FORMULA),
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
    Advice(r"[_{].*", "a group comes after the formula: [p!{{a,b}}] q", before=r"[\[<⟨〈\\].*!"),
    Advice(
        r"_.*",
        "the group is written in braces inside the brackets: [p!{{a}}] q, [p!{{a,b}}] q, [p?{{a,b}}] q",
        before=r"[!?\]>⟩]|\\rangle",
    ),
    Advice(r"\?.*", "learning whether p is written [p?] q", before=r"[\[<⟨〈]|\\langle"),
    # knowledge of a value
    Advice(r"\w+.*=.*", "Kv asks for the variable alone: Kv_a die1", before=r"Kv.*"),
    Advice(r".*", "after Kv_a comes the name of a variable: Kv_a die1, Kv_a loc(bob)", wanted=VARIABLE),
    # superscripts
    Advice(r"\^", "common knowledge is written C p, or C_{{a,b}} p of a group", before=r"C.*"),
    Advice(r"\^", "an exclusive or stands between two formulas: {before} p ^ q", before=r"E.*\^.*", wanted=FORMULA),
    Advice(
        r"\^",
        'repeat the operator: {0}_a {0}_a p; a number follows E alone: E^2 p; an atom of this name needs quotes: "{0}"',
        before=rf"({_GROUPS})",
        wanted=FORMULA,
    ),
    Advice(r"\^", "repeat the operator, as in K_a K_a p", before=rf"({_READ})(_|\d|\W).*", wanted=FORMULA),
    Advice(
        rf"[{SUPERSCRIPTS}].*",
        'a name with a superscript needs quotes: "{before}{here}"; that of an operator is written with ^: E^2 p',
        before=r"\w+",
        wanted=OPERATOR,
    ),
    Advice(
        rf"[{SUPERSCRIPTS}].*",
        "a superscript is written with ^: E^2 p, E^2_{{a,b}} p; given q, a believes p is written B_a[q] p",
    ),
    Advice(
        rf"[{NUMBER_SIGNS}].*", 'a name with the sign of a number needs quotes: "{before}{here}"', r"\w.*", OPERATOR
    ),
    Advice(rf"[{NUMBER_SIGNS}].*", 'an atom begins with a letter, as in p1; any other name needs quotes: "{here}"'),
    # operators of other books
    Advice(
        _START,
        "write {0} p, or {0}_{{a,b}} p of a group; operators in a row have spaces between them: {0} {1}_a p",
        before=r"([CED])(K|M)(?:_\w+)?",
        wanted=OPERATOR,
    ),
    Advice(
        _START,
        "operators in a row have spaces between them, and each names its agent: {0}_a {1} p",
        before=rf"(K|M|B|Kw)((?:{_READ})_\w+)",
        wanted=OPERATOR,
    ),
    *(
        Advice(_START, f"{meaning} is written {ours}", before=theirs, wanted=OPERATOR)
        for theirs, meaning, ours in _BOOKS
    ),
    Advice(r"(?i:knows?)", "knowledge is written K_{before} p", before=r"\w+", wanted=OPERATOR),
    Advice(r"(?i:believes?|thinks?)", "belief is written B_{before} p", before=r"\w+", wanted=OPERATOR),
    *(
        Advice(
            _START,
            f"an operator has a capital letter, {letters}_{{0}} p; two atoms are joined, {{before}} & {{here}}",
            before=rf"{letters.lower()}_(\w+)",
            wanted=OPERATOR,
        )
        for letters in MODALITIES
    ),
    # operators without a formula
    Advice(
        r"|[)\]>⟩&|∧∨⊕→↔←-].*|<[=-].*|=>|and|or|xor|\\(rangle|wedge|vee|oplus|to|land|lor|.*arrow|iff|implies)",
        'an operator stands before a formula, {before} p; an atom of this name needs quotes: "{before}"',
        before=_GROUPS,
        wanted=FORMULA,
    ),
    Advice(
        r"\)",
        "an operator has no brackets of its own: {before} p; what is said n times: E^2_{{a,b}} p, K_a K_a p",
        before=rf"(?:{_READ})\W*_?\W*\w.*",
        wanted=FORMULA,
        within=r"\(",
    ),
    # agents
    Advice(
        r".*",
        "operators in a row have spaces between them: {0}_{1} {2}",
        before=rf"({_READ})_(\w+?)((?:{_READ})_\w+)",
        wanted=FORMULA,
    ),
    Advice(
        r"|[&|^)\]>∧∨⊕→↔-].*|and|or|xor",
        "{before} names the agent {1}{2} and needs a formula, {before} p; for the agent {1} write {0}_{1} {2}",
        before=rf"({_READ})_(\w)(\w+)",
        wanted=FORMULA,
    ),
    Advice(
        r"\{", "the agents of an operator follow it directly: {0}_{{a,b}} p", before=rf"({_READ})_?", wanted=OPERATOR
    ),
    Advice(
        r".+",
        "{before} is an atom; everyone knows {0} times is E^{0} p, the agent {0} knows E_{0} p",
        r"E(\d+)",
        OPERATOR,
    ),
    Advice(r".+", "{before} is an atom; an operator is written {0}_{1} p", rf"({_READ})(\w)", OPERATOR),
    Advice(
        _START,
        "{before} is an atom: join formulas by an operator, {before} & {here}, or write an agent after _: {0}_ann p",
        rf"({_READ})(\w+)",
        OPERATOR,
    ),
    Advice(
        rf"[{''.join(SUBSCRIPTS)}]", "a subscript names the agent of an operator, Kₐ p; an atom is written p1 or p_a"
    ),
    Advice(r"\{", "the subscript of an atom is a name: p_1, m_{{a}}", before=r"\w+_", wanted=OPERATOR),
    Advice(r",", "the agents of a group are written in braces: E_{{a,b}} p", before=rf"({_READ})_?\w+", wanted=FORMULA),
    Advice(r"\{", "braces hold agents, K_{{a}} p, E_{{a,b}} p; brackets around a formula are round: (p & q)"),
    Advice(_ARROWS, "-> and <- in a row need brackets: p -> (q <- r) or (p -> q) <- r", wanted=OPERATOR),
    # signs of other languages
    Advice(r"[“”„‟«»″]", 'a name is written in straight double quotes: "any text"'),
    Advice(r"[‘’‚‛'`´]", 'a name with spaces or signs is written in straight double quotes: "any text"'),
    Advice(
        r"=.*", 'an atom of a reserved name needs quotes: "{before}=1"', before=rf"true|false|not|and|or|xor|{_GROUPS}"
    ),
    Advice(r"={1,3}|:=", "a value has no spaces around it: p=q, die1=4; that two formulas agree is p <-> q"),
    Advice(r"[!=]=.*|<>|[≠≢]", "that two formulas agree is written p <-> q, that they differ p ^ q"),
    Advice(r"<=|≤", "an implication is written p -> q, an equivalence p <-> q"),
    Advice(r"-+>?|=+>|[–—−]", "an implication is written p -> q, a negation ~p"),
    Advice(r">.*", "an implication is written p -> q; <p> q says that p can be announced, and then q", wanted=OPERATOR),
    Advice(r"<", "an equivalence is written p <-> q; an announcement follows an operator: p & <q> r", wanted=OPERATOR),
    Advice(
        r"[,;]",
        "a conjunction is written p & q; premises are given as an implication, p & q -> r, or by entails in Python",
        wanted=OPERATOR,
        within=r"",
    ),
    Advice(r",", "a conjunction is written p & q; commas separate agents, E_{{a,b}} p, and arguments, f(a,b)"),
    Advice(r"@", "the effect of an action is written [@peek] p"),
    Advice(r"\+", "a disjunction is written p | q; the announcement that some papers write p + q is <p> q"),
    Advice(r";", "one change after another is written [p] [q] r", within=_SQUARE),
    Advice(r"[∪+]|\\cup", "that each of two changes leads to r is written [p] r & [q] r", within=_SQUARE),
    Advice(
        r"[⇑↑⇧]|\\[Uu]parrow",
        "an upgrade is a change of the model: [@name] p with an event model, or radical_upgrade in Python",
    ),
    Advice(r"\\(?:wide)?(?:hat|tilde)", "\\hat{{K}}_a p is read as M_a p; the dual of B_a p is ~B_a ~p"),
    Advice(r"\\(?:bar|overline)", r"a negation is written ~p, in LaTeX \neg p"),
    Advice(r"[*+·⋅×/\\.;:%#∣‖∥˄˅∪∩∘⊓⊔-].?", "the operators are ~ & | ^ -> <->, or in words not, and, or, xor"),
    Advice(NEGATED, "a negated connective is written ~(p -> q), ~(p <-> q), ~(p & q)"),
    Advice(
        r"[∀∃⋀⋁]|\\(forall|exists|bigwedge|bigvee)",
        "there are no quantifiers or big operators: join the instances by & or |, in Python by conj and disj",
    ),
    Advice(r"[□◇◻◊♢⋄]|\\(Box|[dD]iamond|square|lozenge)", "knowledge names its agent: K_a p, and its dual M_a p"),
    Advice(r"\\(text|mathit|mathrm).*", r"a name in LaTeX is written \text{{any name}} or \mathit{{p1}}"),
    Advice(r"[\d_].*", 'an atom begins with a letter, as in p{here}; any other name needs quotes: "{here}"'),
    # formulas side by side
    Advice(
        rf"(?:{_READ})[_₀-ₜ].*|(?:{_READ})\d+",
        "join formulas by an operator: {before} & {here} ..., or {before} -> {here} ...",
        before=r"\w+",
        wanted=OPERATOR,
    ),
    Advice(r".*", "a negation is written ~p or not p", before=r"NOT|Not", wanted=OPERATOR),
    Advice(r"\w+", "an operator stands between its formulas: p -> q", before=r"if|implies|imp", wanted=OPERATOR),
    Advice(r"\w+", "an operator stands between its formulas: p <-> q", before=r"iff|equiv", wanted=OPERATOR),
    Advice(rf"({'|'.join(_WRITTEN)})", "for {here} write {sign}", wanted=OPERATOR),
    Advice(
        r"\(",
        "arguments of an atom are names, f(a,b); a formula in brackets needs an operator before it",
        r"\w+",
        OPERATOR,
    ),
    Advice(r"[?!].*", "? and ! after a formula are for announcements: [p?] q, [p!{{a,b}}] q", wanted=OPERATOR),
    Advice(r"v", "or is written |, as in {before} | q", r"\w+", OPERATOR),
    Advice(
        r"\w+",
        'join them, {before} & {here}, or put a name that has spaces in quotes: "{before} {here}"',
        r"\w+",
        OPERATOR,
    ),
    Advice(r"\w.*|[\"(\[~¬].*|\\.*", "join formulas by an operator: p & q, p | q, p -> q", wanted=OPERATOR),
    # brackets and the end
    Advice(r".*", "after ? and ! an announcement ends: [p?] q, [p!] q, [p!{{a,b}}] q", r"[?!].*", CLOSER),
    Advice(
        r"[\]>⟩]|\\rangle",
        "an operator has no brackets of its own: {0}_{1} p; a considers p possible: M_a p",
        before=rf"({_READ})_?\W*(\w+)\W*",
        wanted=FORMULA,
        within=_SQUARE,
    ),
    Advice(r"[)\]>}⟩]|\\rangle", "each bracket encloses a formula and is closed by its own kind: (p), [p] q, <p> q"),
    Advice(
        r"[&|^∧∨⊕→↔].*|and|or|xor|[<=-]+>|\\([wv]|op|to|l|L|r|R|im|iff).*",
        "an operator is written between two formulas: p {here} q",
        wanted=FORMULA,
    ),
    Advice(r"", "write a formula such as p, K_a p or p & ~q", before=r""),
)

WIDTH = 40  # longer tokens are cut before they are matched and shown


def advice(wanted: str, before: str, here: str, within: str = "") -> str:
    """Return the hint of the first row of `TABLE` that fits; empty if none does."""
    before = re.sub(rf"{STYLE}\{{([^{{}}]*)\}}", r"\1", before[:WIDTH])
    here, within = here[:WIDTH], within[:1] + within[1:][-WIDTH:]
    for row in TABLE:
        if row.wanted not in ("", wanted) or not re.fullmatch(row.here, here, re.DOTALL):
            continue
        if not re.fullmatch(row.within, within, re.DOTALL):
            continue
        if found := re.fullmatch(row.before, before, re.DOTALL):
            return row.hint.format(*found.groups(), here=here, before=before, sign=_WRITTEN.get(here, ""))
    return ""


def of_books(token: str) -> str:
    """Return the hint for an operator of other books; empty if the token is none."""
    for theirs, meaning, ours in _BOOKS:
        if re.fullmatch(theirs, token[:WIDTH], re.DOTALL):
            return f"{meaning} is written {ours}".format()
    return ""
