r"""Tokenization by one regular expression for ASCII, Unicode and LaTeX.

White space and LaTeX spacing before a token are skipped, and a character that starts no token is a token by itself, so
tokenization never fails. Ambiguous repetitions are atomic, so tokenization takes linear time: ``X++`` for a
single character and ``(?>(?:X|Y)*)`` for a group, since Python 3.11.0 to 3.11.4 has a bug in ``(?:X|Y)*+``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from typing import Any

from logic.clauses import LANGUAGE, QUANTIFIERS, Atom, BGiven, Bottom, Box, Diamond, Not, Top
from logic.errors import FormulaError, Slip, shorten
from logic.formula import NAMELESS
from logic.operators import (
    AGENT,
    AT_LEAST,
    BLANK,
    CALL_PATTERN,
    CHOICE,
    DETAILS_PATTERN,
    GREEK,
    NAME_PATTERN,
    PUNCTUATION,
    SUBSCRIPTS,
    SYMBOLS,
    UPGRADES,
    WORD,
    Bracket,
    Modality,
    Temporal,
    is_plain_atom,
    longest_first,
    reserved,
    temporal,
)

SUBSCRIPT = f"[{''.join(SUBSCRIPTS)}]"
STYLE = r"\\(?:text(?:bf|it|rm|sf|tt)?|math(?:bb|bf|cal|it|rm|sf|tt)|operatorname|boldsymbol)"

_INSIDE = rf"(?>(?:{STYLE}\{{[^{{}}]*\}}|\\[^{{}}]|[^{{}}()\[\]&|\\])*)"  # names, commas and blanks
_BRACES = rf"(?:\{{{BLANK}\\\{{{_INSIDE}\\\}}{BLANK}\}}|\{{{_INSIDE}\}})"
_EDGE = rf"(?!{WORD}|')"


def operator(letters: str, digits: str = "") -> str:
    """Return the pattern of operators with agents: ``K_a``, ``K_{a}``, ``K{a}``, ``Kₐ``; with `digits` also ``K1``."""
    return rf"{_styled(letters)}(?:{_AGENTS}{digits})"


_AGENTS = rf"_{BLANK}{_BRACES}|{_BRACES}|_{WORD}++|{SUBSCRIPT}++"


def _styled(letters: str) -> str:
    return rf"(?:{STYLE}(?:\{{(?:{letters})\}}| (?:{letters}))|{letters})"


_FORMS: dict[Any, Modality] = {
    clause: clause.operator.form for clause in LANGUAGE if isinstance(clause.operator.form, Modality)
}
WITH_SUPERSCRIPT = {f"{form.letters}_{form.above.field}": clause for clause, form in _FORMS.items() if form.above}
"""Maps the kind of a token with a superscript (its name in `PATTERNS`) to the class of its formulas."""
_TEMPORAL = {clause: clause.operator.form.word for clause in LANGUAGE if isinstance(clause.operator.form, Temporal)}
TEMPORAL = {word: clause for clause, word in _TEMPORAL.items() if clause.parts == ("sub",)}
"""Maps temporal words to classes of formulas; such a word is an operator if a formula follows, otherwise an atom."""
UNTIL = {word: f"_{clause.__name__}" for clause, word in _TEMPORAL.items() if clause.parts != ("sub",)}
"""Maps the letter before the bracket of an until, as in ``E[p U q]``, to its terminal."""
_PLAIN = {form.letters: clause for clause, form in _FORMS.items() if form.above is None and clause.parts == ("sub",)}
OF_AGENT = {letters: clause for letters, clause in _PLAIN.items() if "agent" in clause.data}
OF_GROUP = {letters: clause for letters, clause in _PLAIN.items() if "group" in clause.data}
LETTERS = {other: form.letters for form in _FORMS.values() for other in form.others}
"""Maps an alternative letter, as some books write it, to the operator's letters."""
MODALITIES = sorted({form.letters for form in _FORMS.values()}, key=lambda letters: (-len(letters), letters))
"""The letters of the operators with agents, longer ones first."""
LONGEST = (*MODALITIES, *LETTERS)

DIGITS = rf"|\d++{_EDGE}"
_ENDS = "".join(sorted({form.letters[-1] for form in _FORMS.values() if form.numbered}))
_DIGITS_OF_ONE = rf"|(?:(?<=[{_ENDS}])|(?<=[{_ENDS}]\}})){DIGITS[1:]}"  # only after the letters of numbered operators
QUOTED = r'"(?>(?:[^"\\]|\\.)*)(?:"|\\?\Z)'  # a quote that is never closed runs to the end
STYLED = rf"{STYLE}{BLANK}\{{(?>(?:[^{{}}\\]|\\.|\{{\}})*)\}}"
GREEK_LETTER = rf"\\(?:{'|'.join(GREEK)})(?![A-Za-z])"
_IN_BRACES = rf"{BLANK}\{{{_INSIDE}\}}"
LATEX_NAME = rf"(?:{STYLED}|{GREEK_LETTER})(?:_(?:{_IN_BRACES}|{WORD}++))?'*+"
NAME = rf"{NAME_PATTERN}(?:(?<=_){_IN_BRACES}'*+)?{DETAILS_PATTERN}"  # m_{a}, has(N,SA), die1=4

_OTHERS = longest_first(LETTERS)
_GROUPS = longest_first(OF_GROUP)
_NAMELESS = {letters: clause for letters, clause in OF_AGENT.items() if clause.operator.form.nameless}
BARE = {letters: clause for letters, clause in (OF_GROUP | _NAMELESS).items() if len(letters) == 1}
"""Maps the letter of an operator without agents to its class; such a letter is an atom if no formula follows."""


def _alone(letters: str) -> str:
    """Return the pattern of operators with these letters and without agents."""
    return rf"{_styled(letters)}(?:(?<=\}})|{_EDGE})"


_ALONE = _alone(f"[{''.join(sorted(BARE))}]")
_OF_ALL = rf"(?!\\text\{{){_alone(longest_first(OF_GROUP.keys() - BARE.keys()))}"  # \text{EB} is how an atom is printed


def _operators(letters: str) -> str:
    """Return the pattern of an operator and its agents, without the superscript, such as ``B_a`` in ``B_a>=0.7``."""
    forms = [form for form in _FORMS.values() if form.letters == letters]
    named = operator(letters, DIGITS if any(form.numbered for form in forms) else "")
    is_bare = letters in OF_GROUP or any(form.nameless for form in forms)
    return rf"(?:{named}|{_styled(letters)})" if is_bare else named


def _above(form: Modality, optional: str = "") -> str:
    """Return the pattern of an operator with superscript: ``B_a>=0.7``, ``E^3_{a,b}``.

    If `optional` is ``?``, the superscript may be missing after the agents.
    """
    assert form.above is not None
    if form.above.first:  # the agents stand before the superscript or behind it
        above = f"{BLANK}{form.above.pattern}"
        return f"{_styled(form.letters)}(?:(?:{_AGENTS})(?:{above}){optional}|{above}(?:{_AGENTS})?)"
    return f"{_operators(form.letters)}{BLANK}{form.above.pattern}"


_BELIEF = _operators("B")
_AUDIENCE = rf"{BLANK}_?{BLANK}(?:{_BRACES}|\\\{{{_INSIDE}\\\}})"


CANONICAL = (
    {
        spelling: symbol.ascii
        for symbol in SYMBOLS
        for spelling in (symbol.ascii, symbol.unicode, symbol.latex, *symbol.also)
    }
    | {mark: mark for mark in (*PUNCTUATION, CHOICE.unicode)}
    | {CHOICE.latex: CHOICE.unicode}
)
"""Maps each spelling of a symbol to its spelling in the grammar."""


def _alternatives(spellings: Iterable[str]) -> str:
    """Return a pattern for the spellings, longer ones first; a spelling that ends in a letter must end a word."""
    words: dict[str, list[str]] = {"(?![A-Za-z])": [], _EDGE: [], "": []}
    for spelling in spellings:
        edge = "" if not spelling[-1].isalpha() else "(?![A-Za-z])" if spelling[0] == "\\" else _EDGE
        words[edge].append(spelling)
    return "|".join(f"(?:{longest_first(group)}){edge}" for edge, group in words.items() if group)


_UPGRADE = _alternatives(spelling.strip() for sign in UPGRADES for spelling in sign.spellings)
_DIAMOND = f"(?:{_alternatives(spelling for spelling, symbol in CANONICAL.items() if symbol == '<')})"
_CLOSED = rf"!{BLANK}(?:\]|{_alternatives(spelling for spelling, sign in CANONICAL.items() if sign == '>')})"
_GIVEN = rf"\^{BLANK}\{{(?!{BLANK}{AT_LEAST})"

_CLOSE = rf"(?:\]|{_alternatives(spelling for spelling, sign in CANONICAL.items() if sign == '>')})"
_SOME = rf"(?:\[|{_DIAMOND}){BLANK}(?:[*+]|\\ast(?![A-Za-z]))(?:{_AUDIENCE})?(?:{BLANK}{_CLOSE})?"  # <*{a,b}>

_ENDINGS = {"B": [rf"\[(?!{BLANK}\])(?:{BLANK}!)?", _GIVEN]}
"""Maps the letters of an operator to patterns of brackets and superscripts that may follow its agents in a token."""
for _form in _FORMS.values():
    if _form.above is not None and not _form.above.first:
        _ENDINGS.setdefault(_form.letters, []).insert(0, _form.above.pattern)

_ADJOINED = rf"[{''.join(word for word in TEMPORAL if len(word) == 1)}](?!{CALL_PATTERN})\("  # H(p & q)

PATTERNS = {
    **{kind: _above(_FORMS[clause]) for kind, clause in WITH_SUPERSCRIPT.items()},
    "GIVEN": rf"{_BELIEF}{BLANK}\[(?!{BLANK}\])(?:{BLANK}!)?",
    "GIVEN_IN_LATEX": rf"{_BELIEF}{BLANK}{_GIVEN}",
    "VALUE_KNOWN": operator("Kv", DIGITS),
    "OF_AGENT": operator(f"{longest_first(OF_AGENT)}|{_OTHERS}", _DIGITS_OF_ONE),
    "OF_GROUP": rf"{operator(_GROUPS)}|{_OF_ALL}",
    "BARE": _ALONE,
    "ACTION": rf"@{BLANK}(?:{WORD}++|{QUOTED}|{STYLED})",
    "NUMBER": rf"\d{WORD}*+",  # an agent in a program, elsewhere unknown
    "SOME": _SOME,
    "ANNOUNCED": rf"\[{BLANK}!",
    "ANNOUNCED_DUAL": rf"{_DIAMOND}{BLANK}!",
    "UPGRADED": rf"\[{BLANK}(?:{_UPGRADE})",
    "UPGRADED_DUAL": rf"{_DIAMOND}{BLANK}(?:{_UPGRADE})",
    "TO": rf"!{_AUDIENCE}",
    "ABOUT": rf"\?{_AUDIENCE}",
    "CLOSED": _CLOSED,  # in [p!] q one token, so that a ! behind a formula is never a negation
    "SYMBOL": _alternatives(CANONICAL),
    "LATEX_NAME": LATEX_NAME,
    "QUOTED": QUOTED,
    "ADJOINED": _ADJOINED,
    "NAME": NAME,
}
"""The patterns of tokens; the first match wins."""


_OPERATORS = (
    *(_above(form, "?") for form in _FORMS.values() if form.above is not None and form.above.first),
    *(f"{_operators(letters)}{BLANK}(?:{'|'.join(ends)})" for letters, ends in _ENDINGS.items()),
    operator("|".join([*MODALITIES, _OTHERS]), _DIGITS_OF_ONE),
    _ALONE,
    _OF_ALL,
)
_FIRST = "".join(sorted({re.escape(letters[0]) for letters in LONGEST} | {r"\\"}))
_TOKENS = (
    r"[()]|[a-z][a-z0-9]*+(?![\w'(=])",  # most tokens are one of these, and looking for the others takes longer
    rf"(?=[{_FIRST}])(?:{'|'.join(_OPERATORS)})",
    rf"(?:\[|{_DIAMOND}){BLANK}(?:!|{_UPGRADE})",
    PATTERNS["ACTION"],
    PATTERNS["NUMBER"],
    _SOME,
    rf"[!?]{_AUDIENCE}",
    _CLOSED,
    *(PATTERNS[kind] for kind in ("SYMBOL", "LATEX_NAME", "QUOTED", "ADJOINED", "NAME")),
)
"""The token patterns, with common prefixes merged so that Python compiles them three times as fast."""

_TOKEN = rf"{BLANK}({'|'.join(_TOKENS)}|.|\Z)"


def _kinds(first: str) -> tuple[str, ...]:
    kinds = ["OF_AGENT"] if any(letters[0] == first for letters in (*OF_AGENT, *LETTERS)) else []
    kinds += ["OF_GROUP"] if any(letters[0] == first for letters in OF_GROUP) else []
    kinds += ["BARE"] if first in BARE else []
    kinds += [kind for kind, clause in WITH_SUPERSCRIPT.items() if _FORMS[clause].letters[0] == first]
    kinds += [kind for kind, letters in _SPECIAL.items() if letters[0] == first]
    return (*kinds, "NAME") if first.isascii() else tuple(kinds)


_SPECIAL = {"GIVEN": "B", "GIVEN_IN_LATEX": "B", "VALUE_KNOWN": "Kv"}
_BY_FIRST = {
    **{letters[0]: _kinds(letters[0]) for letters in LONGEST},
    **dict.fromkeys((word for word in TEMPORAL if len(word) == 1), ("ADJOINED", "NAME")),
    "@": ("ACTION",),
    "[": ("SOME", "ANNOUNCED", "UPGRADED"),
    "!": ("TO", "CLOSED"),
    "?": ("ABOUT",),
    '"': ("QUOTED",),
    **{
        spelling[0]: ("SOME", "ANNOUNCED_DUAL", "UPGRADED_DUAL")
        for spelling, symbol in CANONICAL.items()
        if symbol == "<"
    },
    "\\": tuple(PATTERNS),
}
_LETTERS = re.compile(rf"(?:{STYLE}[{{ ])?({longest_first(TEMPORAL)}|{_OTHERS}|{'|'.join(MODALITIES)})\}}?")


@cache
def _compiled(pattern: str, latex: bool) -> re.Pattern[str]:
    """Compile a pattern; without `latex`, the LaTeX parts are left out, which halves the compile time."""
    if not latex:
        pattern = pattern.replace(BLANK, r"(?>(?:[^\S\x0b\x0c]|\$)*)").replace(STYLE, r"\\")
    return re.compile(pattern, re.DOTALL)


def cut(text: str) -> list[str]:
    """Split a text into tokens, with an empty string at the end. O(n) for n characters."""
    return _compiled(_TOKEN, "\\" in text).findall(text)


def places(text: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each token that `cut` returns."""
    return (match.span(1) for match in _compiled(_TOKEN, "\\" in text).finditer(text))


def kind(token: str) -> str | None:
    """Return the name of the first entry of `PATTERNS` that matches the token, otherwise None."""
    if token in CANONICAL:
        return "SYMBOL"
    if token.isascii() and token.isalnum() and token[0].islower():
        return "NAME"
    names, latex = _BY_FIRST.get(token[:1], ("NUMBER", "NAME")), "\\" in token
    return next((name for name in names if _compiled(PATTERNS[name], latex).fullmatch(token)), None)


def split(token: str) -> tuple[str, str]:
    """Split an operator token into its letters, as the printer writes them, and its agents, as written in the token."""
    letters = _LETTERS.match(token)
    assert letters is not None, token
    return LETTERS.get(letters[1], letters[1]), token[letters.end() :]


# what tokens mean: the terminal of each, and its value

Meaning = tuple[str, Any]


def classify(token: str) -> Meaning:
    """Return a token's terminal (its name in the grammar) and value; `FormulaError` for invalid tokens."""
    token_kind = kind(token)
    if token_kind in (None, "NUMBER"):
        raise FormulaError(f"unknown symbol {shorten(token)}")
    return _READERS[token_kind](token)


def meaning(token: str) -> Meaning:
    """Return the terminal and the value of a token; an empty string and None if it is not a token of the language."""
    try:
        return classify(token) if token else ("", None)
    except FormulaError:
        return "", None


def agents(subscript: str) -> list[str]:
    r"""Return the agents of a subscript: ``_a``, ``{a}``, ``_{\{a, b\}}``, ``ₐ``, ``1``.

    `Slip` if a name is missing or invalid.
    """
    inside = unstyled(subscript.removeprefix("_"))
    if inside[:1] in SUBSCRIPTS:
        inside = "".join([SUBSCRIPTS[c] for c in inside])
    inside = _trim(_trim(_trim(_trim(inside), "{", "}")), r"\{", r"\}")
    if not _trim(inside):
        raise Slip("an empty group", "an agent", "for all agents there are no braces: E p, C p, D p")
    return [_agent(name, inside) for name in map(_trim, inside.split(","))]


def unstyled(subscript: str) -> str:
    """Return the text without LaTeX font commands; Greek letters and underscores replace their commands."""
    bare = re.sub(rf"{STYLE}\{{([^{{}}]*)\}}", r"\1", subscript).replace(r"\_", "_")
    return re.sub(GREEK_LETTER, lambda command: GREEK[command[0][1:]], bare)


def _trim(text: str, opening: str = "", closing: str = "") -> str:
    """Return the text without surrounding blanks, and without this pair of brackets if they enclose it."""
    bare = re.sub(rf"^{BLANK}", "", text)
    while bare and re.fullmatch(BLANK, bare[-1]):
        bare = bare[:-1]
    if opening and bare.startswith(opening) and bare.endswith(closing):
        return bare[len(opening) : -len(closing)]
    return bare


def _agent(name: str, group: str) -> str:
    if not name:
        raise Slip(f"a comma without an agent in {{{shorten(group)}}}", "an agent", _NAMES)
    if not AGENT.fullmatch(name):
        raise Slip(f"{shorten(name)} is not an agent's name", "a name of letters, digits and _", _NAMES)
    return name


_NAMES = "names of agents are separated by commas: E_{a,b} p"


def _one(letters: str, subscript: str) -> str:
    names = agents(subscript) if subscript else [NAMELESS]
    if len(names) > 1:
        group, b = shorten("{" + ",".join(names) + "}"), "B" * (letters[0] == "B")
        verb, noun = ("believe", "belief") if b else ("know", "knowledge")
        raise Slip(
            f"{letters} takes one agent, not the group {group}",
            "one agent",
            f"E{b}_{group} p: everyone {verb}s p; C{b}_{group} p: it is common {noun}; D{b}_{group} p: they {verb} it "
            "together",
        )
    return names[0]


def _of_agent(token: str) -> Meaning:
    letters, subscript = split(token)
    return "MODALITY", partial(OF_AGENT[letters].make, _one(token.removesuffix(subscript), subscript))


def _of_group(token: str) -> Meaning:
    letters, subscript = split(token)
    return "MODALITY", partial(OF_GROUP[letters].make, frozenset(agents(subscript)) if subscript else None)


def _bare(token: str) -> Meaning:
    letter, _ = split(token)
    return "BARE", partial(BARE[letter].make, NAMELESS if letter in OF_AGENT else None)


def _with_superscript(clause: Any) -> Callable[[str], Meaning]:
    above = clause.operator.form.above

    def read(token: str) -> Meaning:
        superscript = re.search(rf"{BLANK}{above.pattern}", token)
        assert superscript is not None, token
        letters, subscript = split(token[: superscript.start()] + token[superscript.end() :])
        value = above.read(superscript[0])
        if "agent" in clause.data:
            return "MODALITY", partial(clause.make, _one(letters, subscript), value)
        return "MODALITY", partial(clause.make, frozenset(agents(subscript)) if subscript else None, value)

    return read


def _given(token: str) -> Meaning:
    if token[-1] == "!":
        hint = "a negated condition is written B_a[~p] q; belief about an announcement is B_a ([!p] q)"
        raise Slip("[! opens an announcement, but directly after B_a a [ opens a condition", "a condition", hint, "!")
    belief = re.sub(rf"{BLANK}(?:\[|\^{BLANK}\{{)$", "", token)
    return "GIVEN" if token[-1] == "[" else "GIVEN_IN_LATEX", partial(BGiven.make, _one(*split(belief)))


def _action(token: str) -> Meaning:
    name = re.sub(rf"^{BLANK}", "", token[1:])
    return "ACTION", _text(name) if name[0] in '"\\' else name


def _sign(token: str) -> str:
    """Return the symbol of an upgrade in ASCII, from a token that ends in a spelling of the symbol."""
    return next(sign.ascii for sign in UPGRADES for spelling in sign.spellings if token.endswith(spelling.strip()))


def _some(token: str) -> Meaning:
    """Interpret ``[*]``, ``<*{a,b}>`` or ``<+{a,b}>``, each a single token."""
    sign = re.search(r"[*+]|\\ast", token)
    assert sign is not None, token
    end = re.search(rf"{BLANK}{_CLOSE}$", token)
    opening, mark = ("[", "]") if token[0] == "[" else ("<", ">"), "+" if sign[0] == "+" else "*"
    if end is None or (token[0] == "[") is not (token[-1] == "]"):
        some = "announcement of a coalition" if mark == "+" else "announcement"
        raise Slip(f"{opening[0]}{mark} without {opening[1]}", opening[1], f"some {some}: <{mark}{{a,b}}> p")
    group = _trim(token[sign.end() : end.start()])
    if re.fullmatch(r"\\?\{[\s\\]*\}", group):
        raise Slip(
            "an empty group", "an agent", f"for all agents there are no braces: {opening[0]}{mark}{opening[1]} p"
        )
    clause: Any = next(each for each in QUANTIFIERS if each.operator.form == Bracket(opening[0] == "<", mark))
    return "MODALITY", partial(clause.make, frozenset(agents(group)) if group else None)


def _adjoined(token: str) -> Meaning:
    hint = f"with a space it is the operator, {token[0]} (p & q); the arguments of an atom are names, {token[0]}(a,b)"
    raise Slip(f"{token} without arguments", "names", hint)


def _name(token: str) -> Meaning:
    if token in TEMPORAL:
        return "BARE", TEMPORAL[token].make
    if token.isalnum() and (token[0].islower() or len(token) == 1):  # reserved words were classified as symbols earlier
        return "NAME", Atom.make(token)
    token = _flat(token)
    if (match := temporal(token)) and len(match[1]) > 1:
        constants = {"true": Top, "false": Bottom}
        inside = constants[match[2]]() if match[2] in constants else Atom.make(match[2])
        return "APPLIED", partial(TEMPORAL[match[1]].make, inside)
    head = re.split(r"[(=]", token, maxsplit=1)[0]
    if reserved().fullmatch(head):
        raise _reserved(head)
    name = "".join(token.split())
    return "VALUED" if "=" in name else "NAME", Atom.make(name)


def _flat(token: str) -> str:
    """Return the name without the braces around its subscript: ``m_a`` for ``m_{a}``."""
    if "{" not in token:
        return token
    head = re.match(NAME_PATTERN, token)
    assert head is not None, token
    name = head[0] + _subscript(token[head.end() :])
    if not is_plain_atom(name):
        group = "agents in braces follow an operator, C_{a,b} p; " if "," in name else ""
        hint = f'{group}any other name needs quotes: "{shorten(name)}"'
        raise Slip(f"the subscript of {shorten(token)} is not a name", "letters, digits and _", hint)
    return name


def _subscript(text: str) -> str:
    """Return the name in the braces of a subscript, joined with the text after the braces: ``a'`` for ``_{a}'``."""
    inside, _, rest = text[text.index("{") + 1 :].rpartition("}")
    bare = _trim(unstyled(inside))
    if not bare:
        raise Slip("an empty subscript", "a name such as m_{a}", "an atom without a subscript has no _")
    return bare + rest


def _reserved(head: str) -> Slip:
    letters = next((name for name in LONGEST if head.startswith(name)), head)
    if letters in OF_GROUP:
        hint = f"{letters}_{{a,b}} p is about a group, {letters} p about all agents"
        return Slip(f"{letters}_ without agents", "a group of agents in braces", hint)
    use = f"{letters}_a die1" if letters == "Kv" else f"{letters}_a p"
    return Slip(f"{letters} without an agent", "an agent", f'write {use}; an atom of this name needs quotes: "{head}"')


def _quoted(token: str) -> Meaning:
    return "QUOTED", Atom(_text(token))


def _latex_name(token: str) -> Meaning:
    base = re.match(rf"{STYLED}|{GREEK_LETTER}", token, re.DOTALL)
    assert base is not None, token
    head = unlatex(base[0]) if base[0][-1] == "}" else GREEK[base[0][1:]]
    rest = token[base.end() :]
    if "{" in rest:
        rest = "_" + _subscript(rest)
    name = re.sub(r"\s", "", head) + rest
    if (is_plain_atom(name) or name in TEMPORAL) and not token.startswith(r"\text{"):
        return _name(name)
    return "QUOTED", Atom(_printable(head + rest))


def _text(token: str) -> str:
    return _printable(unlatex(token) if token[0] == "\\" else unquote(token))


def _printable(name: str) -> str:
    if not name or not name.isprintable():
        problem = f"the name {shorten(name)} has what cannot be printed" if name else "a name without a character"
        raise Slip(problem, "one or more printable characters", 'a name in quotes is written "any text"')
    return name


def unquote(token: str) -> str:
    r"""Return the name inside double quotes; ``\"`` and ``\\`` are a quote and a backslash.

    `Slip` if the closing quote is missing.
    """
    if not re.fullmatch(r'"(?>(?:[^"\\]|\\.)*)"', token, re.DOTALL):
        raise Slip("a quote that is never closed", 'a closing "', 'a name in quotes is written "any text"')
    return re.sub(r'\\(["\\])', r"\1", token[1:-1])


_LATEX_CHARACTERS = {r"\textbackslash{}": "\\", r"\textasciitilde{}": "~", r"\textasciicircum{}": "^"}


def unlatex(token: str) -> str:
    r"""Return the name inside ``\mathit{...}`` or ``\text{...}``, without LaTeX's escapes."""
    inside = token[token.index("{") + 1 : -1]
    escape = r"\\text(?:backslash|asciitilde|asciicircum)\{\}|\\([_{}$%&#])"
    return re.sub(escape, lambda match: match[1] or _LATEX_CHARACTERS[match[0]], inside)


_PREFIXES: dict[str, Meaning] = {
    "~": ("NOT", Not.make),
    "[]": ("MODALITY", Box.make),
    "<>": ("MODALITY", Diamond.make),
}
_READERS: dict[str, Callable[[str], Meaning]] = {
    **{kind: _with_superscript(clause) for kind, clause in WITH_SUPERSCRIPT.items()},
    "GIVEN": _given,
    "GIVEN_IN_LATEX": _given,
    "VALUE_KNOWN": lambda token: ("VALUE_KNOWN", _one(*split(token))),
    "OF_AGENT": _of_agent,
    "OF_GROUP": _of_group,
    "BARE": _bare,
    "ACTION": _action,
    "SOME": _some,
    "ANNOUNCED": lambda _: ("[!", None),
    "ANNOUNCED_DUAL": lambda _: ("<!", None),
    "UPGRADED": lambda token: ("[" + _sign(token), None),
    "UPGRADED_DUAL": lambda token: ("<" + _sign(token), None),
    "TO": lambda token: ("TO", frozenset(agents(_trim(token[1:])))),
    "ABOUT": lambda token: ("ABOUT", frozenset(agents(_trim(token[1:])))),
    "CLOSED": lambda token: ("!]" if token[-1] == "]" else "!>", None),
    "SYMBOL": lambda token: _PREFIXES.get(CANONICAL[token], (CANONICAL[token], None)),
    "LATEX_NAME": _latex_name,
    "QUOTED": _quoted,
    "ADJOINED": _adjoined,
    "NAME": _name,
}
