"""What tokens mean: the terminal of each, by its name in the grammar, and its value.

A token's meaning depends on its spelling alone, so it is worked out once for each spelling.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from logic.clauses import Atom, BGiven, Not
from logic.errors import FormulaError, Slip, shorten
from logic.lalr import Parser
from logic.operators import AGENT, BLANK, GREEK, NAME_PATTERN, SUBSCRIPTS, is_plain_atom, reserved
from logic.tokens import (
    CANONICAL,
    GREEK_LETTER,
    LONGEST,
    OF_AGENT,
    OF_GROUP,
    STYLE,
    STYLED,
    WITH_SUPERSCRIPT,
    kind,
    split,
)

REMEMBERED = 20_000
"""Spellings whose meanings are cached from one text to the next; the cache is cleared when it has more."""

Meaning = tuple[str, Any]


class Words(dict[str, tuple[int, Any]]):
    """The number of the terminal and the value of each spelling, worked out when the spelling first occurs."""

    def __init__(self, language: Parser) -> None:
        super().__init__()
        self._language = language

    def trim(self) -> None:
        """Clear the cache if it has grown too large; other threads may be reading a text meanwhile."""
        if len(self) > REMEMBERED:
            self.clear()

    def __missing__(self, token: str) -> tuple[int, Any]:
        try:
            name, value = classify(token) if token else ("$END", None)
        except FormulaError:
            name, value = "", None
        self[token] = found = (self._language.kinds.get(name, self._language.unknown), value)
        return found


def classify(token: str) -> Meaning:
    """Return the terminal of a token, by its name in the grammar, and the token's value.

    Raises
    ------
    FormulaError
        If it is no token of the language; a `Slip` where the message can say what to do.
    """
    token_kind = kind(token)
    if token_kind is None:
        raise FormulaError(f"unknown symbol {shorten(token)}")
    return _READERS[token_kind](token)


def agents(subscript: str) -> list[str]:
    r"""The agents of a subscript: ``_a``, ``{a}``, ``_{\{a, b\}}``, ``ₐ``, ``1``."""
    inside = _plain(subscript.removeprefix("_"))
    if inside[:1] in SUBSCRIPTS:
        inside = "".join([SUBSCRIPTS[c] for c in inside])
    inside = _trim(_trim(_trim(_trim(inside), "{", "}")), r"\{", r"\}")
    if not _trim(inside):
        raise Slip("an empty group", "an agent", "for all agents there are no braces: E p, C p, D p")
    return [_agent(name, inside) for name in map(_trim, inside.split(","))]


def _plain(subscript: str) -> str:
    """The content of a subscript without LaTeX's styles and escapes."""
    bare = re.sub(rf"{STYLE}\{{([^{{}}]*)\}}", r"\1", subscript).replace(r"\_", "_")
    return re.sub(GREEK_LETTER, lambda command: GREEK[command[0][1:]], bare)


def _trim(text: str, opening: str = "", closing: str = "") -> str:
    """The text without blanks around it, and without this pair of brackets."""
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
    names = agents(subscript)
    if len(names) > 1:
        group = shorten("{" + ",".join(names) + "}")
        raise Slip(
            f"{letters} takes one agent, not the group {group}",
            "one agent",
            f"E_{group} p: everyone knows p; C_{group} p: it is common knowledge; D_{group} p: they know it together",
        )
    return names[0]


def _of_agent(token: str) -> Meaning:
    letters, subscript = split(token)
    return "MODALITY", partial(OF_AGENT[letters].make, _one(token.removesuffix(subscript), subscript))


def _of_group(token: str) -> Meaning:
    letters, subscript = split(token)
    return "MODALITY", partial(OF_GROUP[letters].make, frozenset(agents(subscript)) if subscript else None)


def _with_superscript(clause: Any) -> Callable[[str], Meaning]:
    """Return the reader of an operator that has something beside its letters and agents."""
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


def _value_known(token: str) -> Meaning:
    return "VALUE_KNOWN", _one(*split(token))


def _given(token: str) -> Meaning:
    if token[-1] == "!":
        hint = "a negated condition is written B_a[~p] q; belief about an announcement is B_a ([!p] q)"
        raise Slip("[! opens an announcement, but directly after B_a a [ opens a condition", "a condition", hint, "!")
    belief = re.sub(rf"{BLANK}(?:\[|\^{BLANK}\{{)$", "", token)
    return "GIVEN" if token[-1] == "[" else "GIVEN_IN_LATEX", partial(BGiven.make, _one(*split(belief)))


def _action(token: str) -> Meaning:
    name = re.sub(rf"^{BLANK}", "", token[token.index("@") + 1 :])
    return "ACTION" if token[0] == "[" else "ACTION_DUAL", _text(name) if name[0] in '"\\' else name


def _name(token: str) -> Meaning:
    if token.isalnum() and token[0].islower():  # the words that are reserved have been symbols before
        return "NAME", Atom.make(token)
    token = _flat(token)
    head = re.split(r"[(=]", token, maxsplit=1)[0]
    if reserved().fullmatch(head):
        raise _reserved(head)
    name = "".join(token.split())
    return "VALUED" if "=" in name else "NAME", Atom.make(name)


def _flat(token: str) -> str:
    """The name without the braces of a subscript: ``m_a`` for ``m_{a}``."""
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
    """The text with the content of its braces in their place."""
    inside, _, rest = text[text.index("{") + 1 :].rpartition("}")
    bare = _trim(_plain(inside))
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
    if is_plain_atom(name) and not token.startswith(r"\text{"):
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
    r"""The name that stands in double quotes, where ``\"`` and ``\\`` are a quote and a backslash."""
    if not re.fullmatch(r'"(?>(?:[^"\\]|\\.)*)"', token, re.DOTALL):
        raise Slip("a quote that is never closed", 'a closing "', 'a name in quotes is written "any text"')
    return re.sub(r'\\(["\\])', r"\1", token[1:-1])


_LATEX_CHARACTERS = {r"\textbackslash{}": "\\", r"\textasciitilde{}": "~", r"\textasciicircum{}": "^"}


def unlatex(token: str) -> str:
    r"""The name that stands in ``\mathit{...}`` or ``\text{...}``, without LaTeX's escapes."""
    inside = token[token.index("{") + 1 : -1]
    escape = r"\\text(?:backslash|asciitilde|asciicircum)\{\}|\\([_{}$%&#])"
    return re.sub(escape, lambda found: found[1] or _LATEX_CHARACTERS[found[0]], inside)


_READERS: dict[str, Callable[[str], Meaning]] = {
    **{kind: _with_superscript(clause) for kind, clause in WITH_SUPERSCRIPT.items()},
    "GIVEN": _given,
    "GIVEN_IN_LATEX": _given,
    "VALUE_KNOWN": _value_known,
    "OF_AGENT": _of_agent,
    "OF_GROUP": _of_group,
    "ACTION": _action,
    "ACTION_DUAL": _action,
    "ANNOUNCED": lambda _: ("[!", None),
    "ANNOUNCED_DUAL": lambda _: ("<!", None),
    "TO": lambda token: ("TO", frozenset(agents(_trim(token[1:])))),
    "ABOUT": lambda token: ("ABOUT", frozenset(agents(_trim(token[1:])))),
    "SYMBOL": lambda token: ("NOT", Not.make) if CANONICAL[token] == "~" else (CANONICAL[token], None),
    "LATEX_NAME": _latex_name,
    "QUOTED": _quoted,
    "NAME": _name,
}
