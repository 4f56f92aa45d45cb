"""Hints for syntax errors, in tables: regular expressions for tokens and texts, each with advice.

This module is loaded only if a text contains a mistake, so it can take the time to parse parts of the text again.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from logic.brackets import CLOSING
from logic.clauses import Atom, Implies, conj
from logic.errors import EpistemicError, FormulaError, at_a_world, by_face, called, place_text, plain
from logic.formula import Formula
from logic.lenient import BELOW, EVERYONE, NO_AGENTS, listed
from logic.operators import NUMBER_SIGNS, SUBSCRIPTS, SUPERSCRIPTS
from logic.tokens import CANONICAL, MODALITIES, OF_GROUP, STYLE

FORMULA, OPERATOR, VARIABLE, CLOSER = "formula", "operator", "variable", "closer"
"""The kinds of tokens that may follow where reading stopped; `CLOSER` is a closing bracket or the end of the text."""
STEP, DEED, LINK = "step", "deed", "link"
"""The kinds of tokens in a program: an agent or test, an action or test, and a symbol such as ``;`` or ``*``."""
WIDTH = 40  # Longer tokens and brackets are cut before they are matched and shown
LONGEST = 500  # number of characters up to which premises are written as an implication in a hint

OPENING = {")": "(", "]": "[", ">": "<", "}": "{"}

BY_ENTAILS = by_face(
    ", or by entails in Python", ", or in whoknows prove as 'p |= q'", ", or in the prover as p |= q"
)  # another way to state premises


@dataclass(frozen=True, slots=True)
class Place:
    """The position where parsing stopped, with the tokens around it.

    `text`: the whole text. `start`: where the token `here` begins. `read`: parses parts of the text.
    """

    text: str
    start: int
    here: str  # the unexpected token; empty at the end of the text
    before: str  # the token before `here`; empty if there is none
    wanted: str  # what may follow: `FORMULA`, `OPERATOR`, ...
    bracket: tuple[str, int, str] | None  # the innermost open bracket: what closes it, its place, its token
    read: Callable[[str], Formula]

    @property
    def end(self) -> int:
        """The position in the text where the unexpected token ends."""
        return self.start + len(self.here)

    @property
    def within(self) -> str:
        """The token that opens the innermost open bracket; empty outside brackets."""
        return self.bracket[2] if self.bracket else ""

    @property
    def opened(self) -> str:
        """The innermost open bracket and its position, in words; empty outside brackets."""
        return f"{OPENING[self.bracket[0]]} at {self.opened_at}" if self.bracket else ""

    @property
    def opened_at(self) -> str:
        """The position of the innermost open bracket, in words."""
        return place_text(self.text, self.bracket[1] if self.bracket else 0)


@dataclass(frozen=True, slots=True)
class Advice:
    """A hint for an unexpected token, and the conditions under which it is given, as regular expressions.

    `wanted`: what the grammar expects in place of the token; empty for anything.
    """

    hint: str | Callable[[Place, re.Match[str]], str]  # with ``{here}``, ``{before}``, ``{sign}``, ``{0}`` for groups
    here: str  # what the token must match
    before: str = r".*"  # what the token before must match
    wanted: str = ""
    within: str = r".*"  # what the innermost open bracket must match; empty outside brackets
    text: str = ""  # what is searched in the whole text instead of the token before


def advice(table: tuple[Advice, ...], place: Place) -> str:
    """Return the first hint in the table whose conditions the position meets; empty if there is none."""
    before = re.sub(rf"{STYLE}\{{([^{{}}]*)\}}", r"\1", place.before[:WIDTH])
    here, within = place.here[:WIDTH], place.within[:1] + place.within[1:][-WIDTH:]
    for row in table:
        if row.wanted not in ("", place.wanted) or not re.fullmatch(row.here, here, re.DOTALL):
            continue
        if not re.fullmatch(row.within, within, re.DOTALL):
            continue
        match = re.search(row.text, place.text) if row.text else re.fullmatch(row.before, before, re.DOTALL)
        if match is None:
            continue
        if callable(row.hint):
            hint = row.hint(place, match)
        else:
            hint = row.hint.format(*match.groups(), here=here, before=before, sign=_WRITTEN.get(here, ""))
        if hint:
            return hint
    return ""


_READ = "|".join(MODALITIES)
_GROUPS = "|".join(OF_GROUP)
_WRITTEN = {
    "implies": "->", "then": "->", "therefore": "->", "iff": "<->", "equals": "<->", "but": "&", "And": "&", "AND": "&",
    "Or": "|", "OR": "|", "Xor": "^", "XOR": "^",
}  # fmt: skip


_PREFIX = "in prefix notation, as in LoTREC, all stand before theirs: imp nec 1 p p"
_NO_AGENT = f"(?i:{'|'.join(EVERYONE | NO_AGENTS)})"
_SQUARE = r"[\[<⟨〈].*|\\langle.*"
_ARROWS = "|".join(re.escape(spelling) for spelling, symbol in CANONICAL.items() if symbol in ("->", "<-"))
_START = r"[\w(\[<⟨~¬!\"\\].*"  # the tokens with which a formula begins
_FORMULAS = rf"[~¬!\[<⟨].*|not|\\neg|\\lnot|(?:{_READ})_.*"  # the beginnings of formulas that are not atoms
OF_BOOKS = (
    (r"(?i:kn|knows?|knowledge)(?:_.+)?", "knowledge is written K_a p"),
    (r"(?i:bel|believes?|belief)(?:_.+)?", "belief is written B_a p"),
    (r"(?i:everyone|everybody)\w*", "that everyone knows p is written E p, of a group E_{{a,b}} p"),
    (r"(?i:common|ck)(?:_.+)?", "common knowledge is written C p, of a group C_{{a,b}} p"),
    (r"(?i:ik?_.+|distributed|implicit)", "distributed (implicit) knowledge is written D p, of a group D_{{a,b}} p"),
    (r"P_.+|Poss(?:ible)?(?:_.+)?", "that a considers p possible is written M_a p"),
    (r"Sb_.+", "strong belief is written Bstrong_a p, safe belief Bsafe_a p"),
    (r"(?:[Δ△∆]|\\Delta)_.+", "that a knows whether p is written Kw_a p"),
    (
        r"(?i:always|globally|eventually|finally|next)",
        "on all runs p holds always: AG p, at last: AF p, next: AX p; on some run: EG p, EF p, EX p",
    ),
    (
        r"(?i:once|historically|previously|yesterday)",
        "that p held once is written O p, always so far H p, just before Y p",
    ),
    (r"S_.+", "that someone knows p is written K_a p | K_b p"),
)
"""Regular expressions for operators as other books write them, each with the notation of `parse`."""

NEGATED = r"[↚↛↮⇍⇎⇏⊄⊅⊼⊽]|nand|nor|!<?[-=]+>|\\(?:not|n(?=[A-Zlrs])\w+|l?n(?:and|or)|bar(?:wedge|vee))"
"""Matches a negated connective, such as ``↛`` or ``nand``; hints must not mistake it for the connective itself."""

_EATEN = {"\n": "n", "\t": "t", "\r": "r", "\x0b": "v", "\x0c": "f", "\x08": "b", "\x07": "a"}
"""Maps a control character to the letter that, after a backslash, denotes this character in Python."""
_COMMANDS = {spelling for spelling in CANONICAL if spelling[0] == "\\"} | {
    r"\text", r"\textit", r"\textrm", r"\right", r"\frac", r"\neq", r"\nu", r"\forall", r"\bigwedge", r"\bigvee",
    r"\beta", r"\alpha", r"\rho", r"\tau", r"\theta", r"\varphi", r"\vdash",
}  # fmt: skip
_JUDGEMENT = (
    r"(?P<truth>[⊨⊩⊭]|\|=(?!>)|\\(?:models|n?vDash|n?Vdash)(?![A-Za-z]))"
    r"|[⊢⊬∴]|\|-(?!>)|\\(?:n?vdash|therefore)(?![A-Za-z])"
)


def _eaten_backslash(place: Place, _: re.Match[str]) -> str:
    r"""Return the hint if Python has read the ``\n`` of ``\neg`` or the ``\t`` of ``\to`` as a control character."""
    for match in re.finditer(rf"([{''.join(_EATEN)}])([A-Za-z]+)", place.text):
        command = f"\\{_EATEN[match[1]]}{match[2]}"
        if command in _COMMANDS:
            return f'Python read {command[:2]} of {command} as one character; write a raw string: r"{command} ..."'
    return ""


_ALONE = "write the formula alone: " + by_face(
    "prove(formula) decides whether it is valid",
    "whoknows prove FORMULA decides whether it is valid",
    "the prover decides whether it is valid",
)


def _judgement(place: Place, sign: re.Match[str]) -> str:
    """Return the hint for a turnstile such as ``|=``, depending on the premises or the pointed model before it."""
    before, after = place.text[: sign.start()], re.sub(rf"\A{BELOW}", "", place.text[sign.end() :])
    if not before.strip() or (sign["truth"] is not None and re.match(r"\W*M\W*,", before)):
        return at_a_world(before) if sign["truth"] is not None else _ALONE
    written, are_atoms = "p & q -> r", False
    try:
        if len(place.text) > 2 * LONGEST or re.search(_JUDGEMENT, after):
            raise FormulaError("too long, or several signs")
        given = [place.read(each) for each in listed(before)]
        are_atoms = all(isinstance(each, Atom) for each in given)
        whole = Implies(conj(given), place.read(after)).to_ascii()
        written = whole if len(whole) <= LONGEST else written
    except EpistemicError:
        if sign["truth"] is not None and not are_atoms:
            return at_a_world(before)
    more = f"; with a model and a world {at_a_world()}" if sign["truth"] is not None and are_atoms else ""
    return f"premises are given as an implication, {written}{BY_ENTAILS}{more}"


def _of_foreign_letter(place: Place, _: re.Match[str]) -> str:
    """Return the hint for an operator written with a letter of another alphabet, such as a Greek Kappa."""
    for token in (place.before, place.here):
        foreign, latin = token[:1], plain(token[:1])
        if foreign != latin and re.fullmatch(rf"({_READ})(?:[_{{\d].*)?", latin + token[1:WIDTH], re.DOTALL):
            return f"{foreign} is a {called(foreign)}; write the letter {latin}, as in {latin}_a p"
    return ""


def _wide(place: Place, _: re.Match[str]) -> str:
    """Return the hint for a full-width character of East Asian text, such as ``（``."""
    sign = place.here[0]
    narrow = {"、": ",", "。": "."}.get(sign) or unicodedata.normalize("NFKC", sign)
    return "" if sign.isalnum() else f"{sign} is a {called(sign).lower()}; write the ASCII sign {narrow}"


_AT_MOST = r"<=|=<|≤|⩽|\\leq?(?:slant)?"
_DEGREE = re.compile(
    r"B(?:_?(?P<agent>\w+?)|_\{(?P<braced>\w+)\})\s*(?P<up>\^?)\s*\{?\s*"
    rf"(?P<sign>(?P<most>{_AT_MOST})|(?P<less><)|(?P<exactly>==?)|>=|(?P<more>>)|≥|⩾|\\geq?(?:slant)?)?\s*"
    r"(?P<number>0?\.[0-9]{1,9}|[01](?:\.0{1,9})?(?![0-9.])(?!\s*/)|[0-9]{1,9}/[0-9]{1,9})\s*\}?"
)
_DEGREES = {
    "most": "a degree of at most {r} in p is one of at least {rest} in ~p: B_{a}>={rest} ~p",
    "less": "a degree has >=; less than {r} is not at least {r}: ~B_{a}>={r} p",
    "exactly": "a degree of exactly {r} is one of at least {r} in p and of at least {rest} in ~p: "
    "(B_{a}>={r} p & B_{a}>={rest} ~p)",
    "more": "a degree has >=; more than {r} in p is less than {rest} in ~p: ~B_{a}>={rest} ~p",
}
"""Maps each comparison with a degree, other than "at least", to a hint on how to express it."""
_OF_GROUPS = (
    r"(?<!\w)[ECD]B(?:_?\{[^}]*\}|_\w+)?\s*"
    r"(?:\^?\s*\{?\s*(?:[<>≤≥⩽⩾]=?|=<|\\[lg]eq?(?:slant)?)\s*[\d.]|\^\s*\{?\s*\d*\.)"
)
_DECIMAL_COMMA = re.compile(
    r"B_?\{?\w+\}?\s*(?=[\^<>=≤≥⩽⩾\\])\^?\s*\{?\s*(?:[<>=≤≥⩽⩾]+|\\[lg]eq?(?:slant)?)?\s*"
    r"(?P<whole>[01]),(?P<decimals>[0-9]{1,9})"
)


def _degree(place: Place, _: re.Match[str]) -> str:
    """Return the hint if a degree of belief near this position is not written as ``B_a>=0.5 p``."""
    area = max(place.start - WIDTH, 0), place.start + WIDTH
    for decimal in _DECIMAL_COMMA.finditer(place.text, *area):
        if decimal.start() <= place.start <= decimal.end():
            return f"a decimal number has a point, not a comma: {decimal['whole']}.{decimal['decimals']}"
    for degree in _DEGREE.finditer(place.text, *area):
        number = degree["number"]
        if degree.start() <= place.start <= degree.end() and (degree["up"] or degree["sign"] or number not in "01"):
            slash, denominator = number.partition("/")[1:]
            if (slash and not int(denominator)) or Fraction(number) > 1:
                return ""
            rest = str(1 - Fraction(number)) if slash else str(1 - Decimal(number))
            written = [_DEGREES[kind] for kind in _DEGREES if degree[kind]]
            hint = written[0] if written else "a degree of belief is at least {r}: B_{a}>={r} p"
            return hint.format(a=degree["agent"] or degree["braced"], r=number, rest=rest)
    return ""


def _pointed_event_model(place: Place, _: re.Match[str]) -> str:
    """Return the hint if the innermost bracket contains an event model and one of its events: ``[M,s]``."""
    if place.bracket is None or place.bracket[0] not in ("]", ">"):
        return ""
    inside = place.text[place.bracket[1] + len(place.within) :][:WIDTH]
    if not re.match(r"(?!\s*_)\s*\(?[\w\s\\{}']*,[\w\s\\{}']*\)?\s*[\]>⟩]", inside):
        return ""
    given = by_face("; give it by actions={'peek': ...}", "; give it by --action peek=FILE")
    return f"an action is written by its name, [@peek] p{given}"


def _some_announcement(_: Place, match: re.Match[str]) -> str:
    """Return the hint if the agents of ``<+{a,b}>`` or ``<*{a,b}>`` lack braces or commas."""
    group, closing = ",".join(re.findall(r"\w+", match[3])), CLOSING[match[1]]
    return f"the agents stand in braces, with commas between them: {match[1]}{match[2]}{{{group}}}{closing} p"


def _numbered_group(_: Place, match: re.Match[str]) -> str:
    """Return the hint for a bracket with several numbers as agents: ``[1 | 2]``."""
    group = "E_{" + ",".join(re.findall(r"\d+", match[2])) + "}"
    if match[1] == "<":
        return f"that some agent of a group considers p possible is written ~{group} ~p"
    return f"that everyone in a group knows p is written {group} p"


ABOVE = (
    Advice(_eaten_backslash, r".*"),
    Advice(_judgement, r".*", text=_JUDGEMENT),
    Advice(_of_foreign_letter, r".*"),
    Advice(
        "everyone knows, n times over, is written E^2 p or E^2_{{a,b}} p, with a number", r".*", text=r"(?<!\w)E\^[a-z]"
    ),
    Advice(_wide, "[\uff01-\uff5e\u3000-\u3002].*"),
    Advice(_degree, r".*", before=r"B.*|<|\^"),
    Advice(_some_announcement, r"[<\[].*[+*].*", text=r"([<\[])\s*([+*])\s*\{?([\w\s,|]*\w)\s*\}?\s*[>\]]"),
    Advice(_numbered_group, r"\d.*", within=r"[<\[]", text=r"([<\[])\s*(\d+(?:\s*[|,∪]\s*\d+)+)\s*[>\]]"),
    Advice(_pointed_event_model, r".*"),
)
"""Hints that depend on the text; they take precedence over the hint specific to the token."""


TABLE = (
    # programs
    Advice("directly after B_a a [ opens a condition; belief about a program is B_a ([a ; b] p)",
           r"[;*]", within=r"B.*\["),
    Advice("an action is written @{here}; agents and actions are in different programs: [a ; b] p, [@a ; @b] p",
           r"\w+", wanted=DEED),
    Advice("a formula in a program is a test: [?~p ; @peek] q, [?(p & q) ; @peek] q", _FORMULAS, wanted=DEED),
    Advice("a formula in a program is a test: [?~p ; a] q, [?(p & q) ; a] q", _FORMULAS, wanted=STEP),
    Advice("a program is made of agents or of actions: [a ; b] p, [(a | b)*] p, [?p ; a] q, [@a ; @b] p",
           r".*", wanted=STEP),
    Advice("a program is made of actions or of agents: [@a ; @b] p, [(@a | @b)*] p, [?p ; @a] q, [a ; b] p",
           r".*", wanted=DEED),
    Advice("a test stands before its formula, ?{before}; learning whether {before} is written [{before}?] q, alone",
           r"\?", wanted=LINK),
    Advice("programs are joined by ; and |, and repeated by *; a formula among them is a test, ?(p {here} q)",
           r"[&^∧⊕→↔↚↛↮<=-].*|and|xor|\\.*", wanted=LINK),
    Advice("programs are joined by ; or |: {before} ; {here}", r"[\w@\"(?].*", wanted=LINK),
    # belief
    Advice("a degree of belief is written B_a>=0.5 p: a gives p at least the probability 0.5",
           r"[<>=≤≥⩽⩾].*|\\[lg]eq?.*", r"(?i:pr?|prob|mu|μ|\\mu)_?\w*\(.*\)", OPERATOR),
    Advice("a degree of belief of a group is at least a number: EB_{{a,b}}>=0.9 p, CB_{{a,b}}>=0.9 p; DB has none",
           r"[<>=≤≥⩽⩾^.\d].*|\\[lg]eq?.*", text=_OF_GROUPS),
    Advice("a degree is a number from 0 to 1: {before}>=0.7 p or {before}>=7/10 p", r"(>=?|≥).*", r"[EC]?B.*"),
    Advice("directly after B_a a [ opens a condition; belief about an upgrade is B_a ([^^p] q)",
           r"\^|[⇑↑].*", r"B.*\["),
    Advice("a condition is written B_a[q] p, in LaTeX B_{{a}}^{{q}} p", r"\^", r"B.*"),
    Advice("given q, a believes p is written B_a[q] p", r"\|", r"B_.*", FORMULA),
    Advice("directly after B_a a [ opens a condition; belief about a change is B_a ([@peek] p)", r"@.*", r"B.*\["),
    Advice("directly after B_a a [ opens a condition; belief about a change is B_a ([p?] q)", r"[?!].*", r"B.*\[.*"),
    # announcements
    Advice("[! announces the whole bracket: [!p] q, to a group [p!{{a,b}}] q; learning whether is [p?] q",
           r"[?!].*", wanted=OPERATOR, within=r".+!"),
    Advice("a group comes after the formula: [p!{{a,b}}] q", r"[_{].*", r"[\[<⟨〈\\].*!"),
    *(
        Advice("the group is written in braces inside the brackets: [p!{{a}}] q, [p!{{a,b}}] q, [p?{{a,b}}] q",
               here, before, text=text)
        for here, before, text in ((r"_.*", r"[!?\]>⟩]|\\rangle", ""), ("!", "", r"!\s*_"))
    ),
    Advice("learning whether p is written [p?] q", r"\?.*", r"[\[<⟨〈]|\\langle"),
    # knowledge of a value
    Advice("Kv asks for the variable alone: Kv_a die1", r"\w+.*=.*", r"Kv.*"),
    Advice("after Kv_a comes the name of a variable: Kv_a die1, Kv_a loc(bob)", r".*", wanted=VARIABLE),
    # superscripts
    Advice("everyone knows, n times over, is written E^2 p or E^2_{{a,b}} p, with a whole number n",
           r"\..*", r"E\^\d+"),
    Advice("common knowledge is written C p, or C_{{a,b}} p of a group", r".*", text=r"(?<!\w)C(_\w+)?\^"),
    Advice("a condition is written B_a[q] p, in LaTeX B_{{a}}^{{q}} p", r".*", text=r"(?<!\w)B\^\w"),
    Advice("repeat the operator: {0} {0} p; a number follows E alone: E^2 p", r".*",
           text=r"(?<!\w)([CDE]B_(?:\{[^}]*\}|\w+))\s*\^\s*\{?\s*\d"),
    Advice("{0} has no condition; what one agent believes on a condition is written B_a[q] p", r".*",
           text=r"(?<!\w)([CDE]B_(?:\{[^}]*\}|\w+))\s*\^"),
    Advice("repeat the operator: {0}_a {0}_a p; a number follows E alone: E^2 p", r".*",
           text=r"(?<!\w)([CDE]B|[DR])\^"),
    Advice("an agent is a subscript, {0}_{1} p", r".*", text=r"(?<!\w)([KM])\^\{?([a-z]\w*)"),
    Advice("repeat the operator, as in K_a K_a p", r".*", text=r"(?<!\w)[KM]\^"),
    Advice("an exclusive or stands between two formulas: {before} p ^ q", r"\^", r"E.*\^.*", FORMULA),
    Advice("repeat the operator, as in K_a K_a p", r"\^", rf"({_READ})(_|\d|\W).*", FORMULA),
    Advice('a name with a superscript needs quotes: "{before}{here}"; that of an operator is written with ^: E^2 p',
           rf"[{SUPERSCRIPTS}].*", r"\w+", OPERATOR),
    Advice("a superscript is written with ^: E^2 p, E^2_{{a,b}} p; given q, a believes p is written B_a[q] p",
           rf"[{SUPERSCRIPTS}].*"),
    Advice('a name with the sign of a number needs quotes: "{before}{here}"',
           rf"[{NUMBER_SIGNS}].*", r"\w.*", OPERATOR),
    Advice('an atom begins with a letter, as in p1; any other name needs quotes: "{here}"', rf"[{NUMBER_SIGNS}].*"),
    # time
    Advice("{0}{1} is one word, {0}{1} p", _START, wanted=OPERATOR, text=r"(?<!\w)([AE])\s+([FGX])(?!\w)"),
    Advice("on all runs is written A{before} p, on some run E{before} p", _START, "[FGX]", OPERATOR),
    Advice("until is written E[p U q] or A[p U q]; each has a bracket of its own, E[p U E[q U r]]",
           r"U|until|\\math\w+\{U\}|\(", wanted=OPERATOR, text=r"(?<!\w)(?:U|until)(?!\w)"),
    Advice("of time only U stands between two formulas, E[p U q] or A[p U q]", r"[RW]",
           wanted=OPERATOR, text=r"[AE]\s*\["),
    Advice("on all runs, until is written A[p U q]; an operator of agents is E, E_{{a,b}} p, of all E p",
           r"\[", "A", OPERATOR),
    # operators of other books
    Advice("write {0} p, or {0}_{{a,b}} p of a group; operators in a row have spaces between them: {0} {1}_a p",
           _START, r"([CED])(K|M)(?:_\w+)?", OPERATOR),
    Advice("operators in a row have spaces between them, and each names its agent: {0}_a {1} p",
           _START, rf"(K|M|B|Kw)((?:{_READ})_\w+)", OPERATOR),
    *(Advice(hint, _START, theirs, OPERATOR) for theirs, hint in OF_BOOKS),
    Advice("common knowledge is written C p, of a group C_{{a,b}} p: commas separate agents in braces", r".*",
           text=r"\bcom(?:mon(?:ly)?)? ?know(?:s|ledge)?\b"),
    Advice("that {before} does not know p is written ~K_{before} p", r"does(?:n.*)?", r"\w+", OPERATOR),
    *(
        Advice(f"{what} is written {letter}_{{before}} p", verb, rf"(?!{_NO_AGENT}$)\w+", OPERATOR)
        for what, letter, verb in (("knowledge", "K", r"(?i:knows?)"), ("belief", "B", r"(?i:believes?|thinks?)"))
    ),
    Advice("that everyone knows p is written E p, that it is common knowledge C p; nobody and someone are no agents: "
           "~K_a p & ~K_b p, K_a p | K_b p", r"\w+", _NO_AGENT, OPERATOR),
    *(
        Advice(f"an operator has a capital letter, {letters}_{{0}} p; two atoms are joined, {{before}} & {{here}}",
               _START, rf"{letters.lower()}_(\w+)", OPERATOR)
        for letters in MODALITIES
    ),
    # operators without a formula
    Advice('an operator stands before a formula, {before} p; an atom of this name needs quotes: "{before}"',
           r"|[)\]>⟩&|∧∨⊕→↔←-].*|<[=-].*|=>|and|or|xor|\\(rangle|wedge|vee|oplus|to|land|lor|.*arrow|iff|implies)",
           _GROUPS, FORMULA),
    Advice("an operator has no brackets of its own: {before} p; what is said n times: E^2_{{a,b}} p, K_a K_a p",
           r"\)", rf"(?:{_READ})\W*_?\W*\w.*", FORMULA, r"\("),
    # agents
    Advice("operators in a row have spaces between them: {0}_{1} {2}",
           r".*", rf"({_READ})_(\w+?)((?:{_READ})_\w+)", FORMULA),
    Advice("{before} names the agent {1}{2} and needs a formula, {before} p; for the agent {1} write {0}_{1} {2}",
           r"|[&|^)\]>∧∨⊕→↔-].*|and|or|xor", rf"({_READ})_(\w)(\w+)", FORMULA),
    Advice("the agents of an operator follow it directly: {0}_{{a,b}} p", r"\{", rf"({_READ})_?", OPERATOR),
    Advice("what a group knows is written {0} p, {0}_{{a,b}} p", r"\{", r"([CED])K", OPERATOR),
    Advice("{before} is an atom; everyone knows {0} times is E^{0} p, the agent {0} knows E_{0} p",
           r".+", r"E(\d+)", OPERATOR),
    Advice("{before} is an atom; an operator is written {0}_{1} p", r".+", rf"({_READ})(\w)", OPERATOR),
    Advice("{before} is an atom: join formulas by an operator, {before} & {here}, or write an agent after _: "
           "{0}_{1} {here}",
           _START, rf"({_READ})(\w+)", OPERATOR),
    Advice("a subscript names the agent of an operator, Kₐ p; an atom is written p1 or p_a",
           rf"[{''.join(SUBSCRIPTS)}]"),
    Advice("the subscript of an atom is a name: p_1, m_{{a}}", r"\{", r"\w+_", OPERATOR),
    Advice("the agents of a group are written in braces: {0}_{{a,b}} p", r",", r"([ECD]B|[ECDR])_?\w+", FORMULA),
    Advice("the agents of a group are written in braces: E_{{a,b}} p", r",", rf"({_READ})_?\w+", FORMULA),
    Advice("the agent of an operator stands in braces: {0}_{{a}} p", r"_", rf"({_READ})"),
    Advice("braces hold agents, K_{{a}} p, E_{{a,b}} p; brackets around a formula are round: (p & q)", r"\{"),
    Advice("-> and <- in a row need brackets: p -> (q <- r) or (p -> q) <- r", _ARROWS, wanted=OPERATOR),
    # signs of other languages
    Advice('a name is written in straight double quotes: "any text"', r"[“”„‟«»″]"),
    Advice('a name with spaces or signs is written in straight double quotes: "any text"', r"[‘’‚‛'`´]"),
    Advice('an atom of a reserved name needs quotes: "{before}=1"', r"=.*", rf"true|false|not|and|or|xor|{_GROUPS}"),
    Advice("a value has no spaces around it: p=q, die1=4; that two formulas agree is p <-> q", r"={1,3}|:="),
    Advice("that two formulas agree is written p <-> q, that they differ p ^ q", r"[!=]=.*|<>|[≠≢]"),
    Advice("an implication is written p -> q, an equivalence p <-> q", r"<=|≤"),
    Advice("an implication is written p -> q, a negation ~p", r"-+>?|=+>|[–—−]"),
    Advice("an implication is written p -> q; <p> q says that p can be announced, and then q", r">.*", wanted=OPERATOR),
    Advice("an equivalence is written p <-> q; an announcement follows an operator: p & <q> r; "
           'variables of a system are compared in quotes: "n < 2"', r"<", wanted=OPERATOR),
    Advice(f"a conjunction is written p & q; premises are given as an implication, p & q -> r{BY_ENTAILS}",
           r"[,;]", wanted=OPERATOR, within=r""),
    Advice("a conjunction is written p & q; commas separate agents, E_{{a,b}} p, and arguments, f(a,b)", r","),
    Advice("the effect of an action is written [@peek] p", r"@.*"),
    Advice("a disjunction is written p | q; the announcement that some papers write p + q is <p> q", r"\+"),
    Advice("one change after another is written [p] [q] r", r";", within=_SQUARE),
    Advice("that each of two changes leads to r is written [p] r & [q] r; a choice of two agents is [(a | b) ; ?true] p"
           ", that is K_a p & K_b p", r"[∪+]|\\cup", within=_SQUARE),
    Advice("an upgrade is written [^^p] q, [⇑p] q (radical) or [^p] q, [↑p] q (conservative)",
           r"[⇑↑⇧]|\\[Uu]parrow"),
    Advice("\\hat{{K}}_a p is read as M_a p; the dual of B_a p is ~B_a ~p", r"\\(?:wide)?(?:hat|tilde)"),
    Advice(r"a negation is written ~p, in LaTeX \neg p", r"\\(?:bar|overline)"),
    Advice("there are no quantifiers: join the instances by & or |", r":", text=r"[!?]\s*\[\s*[A-Z]\w*[^\]]*\]\s*:"),
    Advice("the operators are ~ & | ^ -> <->, or in words not, and, or, xor", r"[*+×/\\.;:%#∣‖∥˄˅∪∩∘⊓⊔-].?"),
    Advice("a negated connective is written ~(p -> q), ~(p <-> q), ~(p & q)", NEGATED),
    Advice("a negated connective is written ~(p & q), ~(p | q)", r"[~!]", text=r"[~!]\s*[&|]"),
    Advice("there are no quantifiers or big operators: join the instances by & or |, in Python by conj and disj",
           r"[∀∃⋀⋁]|\\(forall|exists|bigwedge|bigvee)"),
    Advice("write the formula alone, without the environment around it", r"\\(?:begin|end)"),
    Advice(r"a name in LaTeX is written \text{{any name}} or \mathit{{p1}}", r"\\(text|mathit|mathrm).*"),
    Advice("leave out the number of the formula", r"\d.*", r"|\(", text=r"^\s*\(?\d{1,3}[.)]"),
    Advice("the constants are written true and false", "[01]", wanted=FORMULA),
    Advice('an atom begins with a letter, as in p{here}; any other name needs quotes: "{here}"', r"[\d_].*"),
    # formulas side by side
    Advice("join formulas by an operator: {before} & {here} ..., or {before} -> {here} ...",
           rf"(?:{_READ})[_₀-ₜ].*|(?:{_READ})\d+", r"\w+", OPERATOR),
    Advice("a negation is written ~p or not p", r".*", r"NOT|Not", OPERATOR),
    *(
        Advice(f"an operator stands between its formulas, p {sign} q; {_PREFIX}", r"[\w(].*", before, OPERATOR)
        for sign, before in (("->", "imp|implies"), ("<->", "iff|equiv"))
    ),
    Advice(f"an operator stands between its formulas, p {{here}} q; {_PREFIX}", r"and|or|xor", r"|\(|not|~", FORMULA),
    Advice("an operator stands between its formulas: p -> q", r"\w+", r"if", OPERATOR),
    *(
        Advice(f"{words} is written {sign}", here, before, OPERATOR)
        for words, sign, here, before in (
            ("p only if q", "p -> q", "only", r".*"), ("p unless q", "p | q", "unless", r".*"),
            ("either p or q", "p | q, or p ^ q if not both", r".*", "either"),
            ("neither p nor q", "~p & ~q", r".*", "neither"),
        )
    ),
    Advice("the agent of a box is a subscript, □_{0} p, or K_{0} p", _START, wanted=OPERATOR,
           text=r"(?:[□◇]|\[\]|<>|\\Box|\\Diamond|(?<!\w)(?:box|nec|dia|pos)) ?([^\W_]+) +[\w(~¬]"),
    Advice("for {here} write {sign}", rf"({'|'.join(_WRITTEN)})", wanted=OPERATOR),
    Advice("arguments of an atom are names, f(a,b); a formula in brackets needs an operator before it",
           r"\(", r"\w+", OPERATOR),
    Advice("? and ! after a formula are for announcements: [p?] q, [p!{{a,b}}] q", r"[?!].*", wanted=OPERATOR),
    Advice("or is written |, as in {before} | q", r"v", r"\w+", OPERATOR),
    Advice("in some books L is K, in others its dual M: write K p or M p, of an agent K_a p or M_a p",
           _START, "L", OPERATOR),
    Advice("for the agent {1} write {0}_{1} p; for the atom {1} join two formulas, {0} {1} & p", _START,
           wanted=OPERATOR, text=r"(?<!\w)([KMB])(?: | ?\()(\w+)(?:\) *| +)[\w(~¬\[□]"),
    Advice('join them, {before} & {here}, or put a name that has spaces in quotes: "{before} {here}"',
           r"\w+", r"\w+", OPERATOR),
    Advice("join formulas by an operator: p & q, p | q, p -> q", r"\w.*|[\"(\[~¬□◇].*|\\.*", wanted=OPERATOR),
    # brackets and the end
    Advice("after ? and ! an announcement ends: [p?] q, [p!] q, [p!{{a,b}}] q", r".*", r"[?!].*", CLOSER),
    Advice("an operator has no brackets of its own: {0}_{1} p; a considers p possible: M_a p",
           r"[\]>⟩]|\\rangle", rf"({_READ})_?\W*(\w+)\W*", FORMULA, _SQUARE),
    Advice("each bracket encloses a formula and is closed by its own kind: (p), [p] q, <p> q", r"[)\]>}⟩]|\\rangle"),
    Advice("an operator is written between two formulas: p {here} q",
           r"[&|^∧∨⊕→↔].*|and|or|xor|[<=-]+>|\\([wv]|op|to|l|L|r|R|im|iff).*", wanted=FORMULA),
    Advice("write a formula such as p, K_a p or p & ~q", r"", r""),
)  # fmt: skip
"""Hints that depend on the unexpected token, what stands before or around it, and the kind of token that may follow."""
