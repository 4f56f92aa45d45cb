"""Likely meanings of an unknown name in a formula: a misspelt operator, a constant, an agent or a similar name."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from logic.errors import SEARCHED, SHOWN, did_you_mean, listing, shorten
from logic.formula import Formula, OfGroup
from logic.operators import APPLIED
from logic.tokens import MODALITIES

CONSTANTS = {"true": ("T", "True", "TRUE", "Top", "top"), "false": ("F", "False", "FALSE", "Bot", "bot")}
"""Atoms that other notations use for the constants."""

_APPLIED = r"(?i:(k|m|b|kw)|(knows?|considers_possible|believes?|knows_?whether))\((\w+),(.*)\)"
_BOXED = r"(?:(box|nec)|dia|diamond|pos)\((.*)\)"
_ENCLOSED = r"(?i:(k|m|b)|(pr?)|(ck))_?(\w*)\((.*)\)"
_LIKE_OPERATOR = r"([KMBECDR])(\d+|[^\W\d_])?([^\W\d_][\d']*)"
_JOINED = rf"(\w+?)({'|'.join(MODALITIES)})_?(\w+)"

_SIGNS = r"[~!¬&|∧∨]|->"
_NAMES = r"[^\W\d]\w*'*(?:\([^()]*\))?"


def constant_meant(atom: str) -> str:
    """Return the constant that an atom such as ``T`` often stands for in books; empty for other atoms."""
    return next((constant for constant, names in CONSTANTS.items() if atom in names), "")


def run_together(atom: str, agents: Collection[str] = ("a",)) -> str:
    """Return a hint if a name such as ``Kap`` looks like an operator and an atom without a space; otherwise empty."""
    if applied := re.fullmatch(APPLIED, atom):
        head, name, body = applied.groups()
        if letter := of_one(head):
            return f"the agent is a subscript: {letter}_{name} {body}"
        letter = "".join([each for each in head if each in "CD"]) or "E"
        if head == "K":
            return f"the agent is a subscript: K_{name} {body}"
        return f"an operator of a group names its agents: {letter}_{{a,b}} {body}"
    if of_time := re.fullmatch(r"((?:[AE][FGX])+)([^\W\d_][\d']*|[KMB][a-z][a-z])", atom):
        return f"an operator stands apart: {' '.join(re.findall('..', of_time[1]))} {of_time[2]}"
    if not (match := re.fullmatch(_LIKE_OPERATOR, atom)):
        return ""
    letter, agent, body = match.groups()
    if agent == "K" and letter in "ECD":  # as in books that write CK
        return f"what a group knows is written {letter} {body}, of a group {letter}_{{a,b}} {body}"
    if agent == "B" and letter in "ECD":
        letter, agent = letter + agent, None
    if letter in "KMB":
        operator, agent = ("Kw", None) if letter + (agent or "") == "Kw" else (letter, agent)
        named = f"{operator}_{agent or next(iter(agents), 'a')} {body}"
        if agent is None and operator == letter and len(agents) < 2:
            return f"an operator stands apart: {letter} {body}, of an agent {named}"
        return f"an agent is a subscript: {named}"
    if letter == "E" and (agent or "").isdecimal():
        group = f", of a group E_{{{','.join(agent)}}} {body}" if len({*agent}) > 1 else ""
        return f"an operator stands apart: E^{agent} {body}{group}"
    group = "{" + (agent or "a,b") + "}"
    return f"an operator stands apart: {letter} {body}, of a group {letter}_{group} {body}"


def applied(atom: str, agents: Collection[str] | None = None) -> str:
    """Return a hint if an operator is written as a function of its agent or formula; otherwise empty.

    `agents`: the agents of the model; None: only names with a word such as ``knows`` or ``box`` give a hint.
    """
    if match := re.fullmatch(_BOXED, atom):
        return f"an operator has no brackets of its own: {'[]' if match[1] else '<>'}{shorten(match[2])}"
    match = re.fullmatch(_APPLIED, atom)
    if match and (match[2] if agents is None else match[3] in agents):
        said = (match[1] or match[2]).lower()
        letters = "Kw" if said.endswith(("kw", "whether")) else "M" if said[0] == "c" else said[0].upper()
        return f"the agent is a subscript: {letters}_{match[3]} {shorten(match[4])}"
    match = re.fullmatch(_ENCLOSED, atom)
    if agents is None or not match or not (match[4] in agents or (match[3] and not match[4])):
        return ""
    agent, body = match[4], shorten(match[5])
    if match[3]:
        return f"common knowledge is written C {body}"
    if match[2]:
        return f"that {agent} considers it possible is M_{agent} {body}, a degree of belief B_{agent}>=0.5 {body}"
    return f"an operator has no brackets of its own: {match[1].upper()}_{agent} {body}"


def of_one(head: str) -> str:
    """Return the operator that a word such as ``knows`` in ``knows(a, p)`` means; empty for words in capitals."""
    if head.isupper():
        return ""
    return "B" if head[0] in "Bb" else "Kw" if "_" in head else "K"


def atom_hint(atom: str, atoms: Iterable[str], agents: Collection[str] = ()) -> str:
    """Return a hint for an atom that is not in the model's vocabulary."""
    if atom in agents:
        return (
            f"; '{atom}' is an agent: K_{atom} p says that {atom} knows p, M_{atom} p that {atom} considers p possible"
        )
    names = list(atoms)
    if constant := constant_meant(atom):
        return f"; for the constant write {constant}" + did_you_mean(atom, names)
    by_name = re.fullmatch(APPLIED, atom)
    apart = "" if by_name and of_one(by_name[1]) else run_together(atom, agents)
    if apart and apart.endswith(tuple([f" {name}" for name in names[:SEARCHED]])):
        return f"; {apart}"
    values = [name for name in names if name.startswith(f"{atom}=")]
    if values:
        shown = listing([repr(name) for name in values[:3]], "and") + (" and so on" if len(values) > 3 else "")
        return f"; '{atom}' is a variable: Kv_a {atom} says that a knows its value, and its atoms are {shown}"
    with_signs = (name for name in names[:SEARCHED] if re.search(_SIGNS, name) and atom in re.findall(_NAMES, name))
    if signed := next(with_signs, ""):
        return (
            f"; '{shorten(signed)}' is one atom here, a name with signs: worlds list their true atoms, such as {atom}, "
            "and no formulas"
        )
    hint = applied(atom, agents)
    return f"; {hint}" if hint else did_you_mean(atom, names)


def agent_hint(agent: str, agents: Iterable[str]) -> str:
    """Return a hint for an agent that is not in the model."""
    names = list(agents)
    if members := _members(agent, names):
        group = "{" + ",".join(members) + "}"
        each = f"; K and M have one agent each: {' '.join([f'M_{name}' for name in members])} p" * (len(members) < 3)
        return f"; the agents of a group are separated by commas: {group}, as in C_{group} p{each}"
    joined = re.fullmatch(_JOINED, agent)
    if joined and joined[1] in names:
        return f"; operators in a row have spaces between them: K_{joined[1]} {joined[2]}_{joined[3]} p"
    return did_you_mean(agent, names)


def _members(text: str, agents: Collection[str]) -> list[str]:
    """Split a text into the names of two or more different agents; empty if that is impossible."""
    if len(agents) > SEARCHED:
        return []
    ways: dict[int, list[str]] = {0: []}
    for end in range(1, min(len(text), SHOWN) + 1):
        for name in agents:
            way = ways.get(end - len(name))
            if way is not None and text.startswith(name, end - len(name)) and end - len(name) >= 0:
                ways.setdefault(end, [*way, name])
    parts = ways.get(len(text), [])
    return parts if 1 < len(parts) == len(set(parts)) else []


def group_notes(said: Iterable[Formula]) -> Iterable[str]:
    """Yield notes on groups with one agent whose name may stand for several agents."""
    groups = [node.group for node in said if isinstance(node, OfGroup) and node.group]
    for agent in sorted({next(iter(group)) for group in groups if len(group) == 1}):
        if (len(agent) > 1 and agent.isalpha()) or agent.isupper():
            yield f"{{{agent}}} is a group of one agent; the agents of a group are separated by commas: {{a,b}}"
