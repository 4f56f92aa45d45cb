"""Formulas as users type them: operators and atoms without spaces, boxes of agents in brackets, lists of premises.

`parse` reads a name such as ``Kp`` as an atom. The command line and the web page read it as the operators that it
looks like, if the other names suggest this, and tell the user.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple
from warnings import catch_warnings

from logic.clauses import Atom
from logic.errors import FormulaError, ParseError, ReadingWarning, at_a_world, by_face, difference, listing, plain
from logic.formula import NAMELESS, Formula
from logic.lenient import A_SET, BELOW, boxes_of_agents, listed, remarks, uncopied
from logic.operators import APPLIED, looks_run_together
from logic.parser import idle_programs, parse
from logic.tokens import meaning, places, split, unstyled
from logic.unknown import of_one, run_together

OPERATORS = "KMBECDR"
_LAST = r"(.+?)\(?([^\W\d_][\d']*)\)?"
"""Matches a name without spaces between operators and atom: the part before the atom, and the atom."""
_BODY = r"([^\W\d_][\d']*)|\(([^()]*)\)"
_ATOM = r"[^\W\d_][\d']*"
_BEGINNING = {"NOT", "MODALITY", "(", "[", "BARE"}
_JUDGEMENT = r"[⊨⊩⊢∴]|\|=(?!>)|\|-(?!>)|\\(?:models|v[dD]ash|Vdash|therefore)(?![A-Za-z])"
_LOGIC = r"(?:S[1-5](?:\.\d)?|(?=[KTDB])K?[TDM]?B?4?5?|GL|Grz|Triv)(?:_?\{?[nm\d]\}?)?"
_A_LOGIC = rf"\s*(?:\\\w+\W)?({_LOGIC})\W*"
_BEHIND = re.compile(rf"{BELOW}|\s*((?!\w\s){_LOGIC})\s+(?!(?:and|x?or|v|iff|implies)\b)(?=[\w~¬(\[□◇])")
"""Matches the name of a logic after a turnstile: ``|-_{S5} p``, ``|-S5 p``."""
_POINTED = r"\W*(?:\\math\w+\W)?[MN]\W{1,3}\w+\W*"
"""Matches a pointed model, ``M, w`` or ``(M, w)``."""
BEFORE_COMMENT = re.compile(r'(?:"(?:[^"\\]|\\.)*"|\\.|[^#])*')
"""Matches the part of a line before a ``#`` that is outside quotes."""


class Typed(NamedTuple):
    """The formulas of several texts, and notes on how the texts were read."""

    formulas: list[Formula]
    notes: list[str]


def read_typed(
    texts: Sequence[str], atoms: Collection[str] = (), agents: Collection[str] | None = None, boxes: bool = False
) -> Typed:
    """Parse the texts of one question, and interpret all names such as ``Kp`` in the same way.

    `ParseError` if a text is not a formula.

    `atoms`, `agents`: the atoms and agents of the model that the question is about; `agents` is None without a model.
    `boxes`: whether ``[a] p`` may be the box of agent a even if no program contains this agent.

    >>> [str(read_typed([text]).formulas[0]) for text in ("Kp -> p", "Kp -> q", "K1p -> M1p")]
    ['K p → p', '"Kp" → q', 'K_1 p → M_1 p']
    """
    copied = [*map(uncopied, texts)]
    apart, notes = _apart([*copied], atoms, agents)
    with catch_warnings(category=ReadingWarning, action="ignore"):
        try:
            formulas = [parse(text) for text in apart]
        except ParseError:
            if apart == [*texts]:
                raise
            formulas = [parse(text) for text in texts]  # as typed, so an error message shows the user's own text
    read, held = boxes_of_agents(apart, formulas, atoms, boxes)
    if held:
        first = min(held, key=lambda each: (len(each.atoms), each.to_ascii()))
        name, group = first.to_ascii(), ",".join(sorted(first.atoms))
        is_group = not isinstance(first, Atom)
        ways = f"is read as E_{{{group}}}" if is_group else f"and <{name}> are read as K_{group} and M_{group}"
        written = f"to announce the {'formula' if is_group else 'atom'} {name} write [!{name}]"
        notes.append(f"[{name}] {ways}; {written}")
    notes += [note for text in copied for note in remarks(text, atoms)]
    notes += [note for formula in read for note in idle_programs(formula)]
    return Typed(read, notes if all(text.isascii() for text in copied) else [*notes, *_look_alikes(read)])


def _look_alikes(formulas: list[Formula]) -> Iterator[str]:
    """Yield notes on agents, and on atoms, whose names look the same."""
    for kind in ("agents", "atoms"):
        known = dict[str, str]()
        for name in sorted({name for formula in formulas for name in getattr(formula, kind)}):
            if (first := known.setdefault(plain(name), name)) != name:
                yield f"the {kind} {first} and {name} look the same; write {first} {difference(name, first)}"


class _Names(NamedTuple):
    """The names in several texts."""

    known: set[str]  # atoms
    named: set[str]  # agents of operators
    used: set[tuple[str, str]]  # letters and agents of operators that stand apart
    candidates: list[tuple[int, int, int, str]]  # what may be operators: number of the text, place in it, name


def _names(texts: list[str], atoms: Collection[str], agents: Collection[str] | None) -> _Names:
    known, named, used, candidates = names = _Names(set(atoms), set(agents or ()), set(), [])
    for number, text in enumerate(texts):
        tokens = [(start, end, *meaning(text[start:end])) for start, end in places(text)]
        for (start, end, terminal, value), following in zip(tokens, [*tokens[1:], None], strict=True):
            if terminal == "NAME" and value.name not in atoms:
                is_before = following is not None and _before_a_formula(value.name, *following[2:])
                begins = is_before or text.startswith("(", end) or (following and following[::2][:2] == (end, "NOT"))
                opens = "(" * (bool(begins) and value.name[0] in OPERATORS and len(value.name) < 4)
                if is_before and agents is None:  # otherwise the text is not a formula
                    named.add(value.name[1])
                    used.add((value.name[0], value.name[1]))
                if opens or looks_run_together(value.name):
                    candidates.append((number, start, end, value.name + opens))
                    continue
            if terminal in ("NAME", "QUOTED"):
                known.add(value.name)
            elif terminal == "BARE":
                letter = split(text[start:end])[0]
                known.add(letter)
                if letter in OPERATORS and following is not None and following[2] in ("NOT", "(", "[", "MODALITY"):
                    used.add((letter, ""))
            elif terminal == "APPLIED":
                known |= value.args[0].atoms
            elif first := [value] if terminal == "VALUE_KNOWN" else getattr(value, "args", ())[:1]:
                named |= {first[0]} if isinstance(first[0], str) else first[0] or set()
                if isinstance(first[0], str):
                    used.add((text[start], first[0]))
            elif terminal == "MODALITY":  # a box or a diamond
                used.add(("", NAMELESS))
    named.discard(NAMELESS)
    return names


def _apart(texts: list[str], atoms: Collection[str], agents: Collection[str] | None) -> tuple[list[str], list[str]]:
    """Return the texts with spaces inserted in names that are read as operators, and notes on these names."""
    known, named, used, candidates = _names(texts, atoms, agents)
    if not candidates:
        return texts, []
    parts = [match.groups() for match in (re.fullmatch(_LAST, name) for *_, name in candidates) if match]
    known.update(
        body
        for letters, body in parts
        for others, same in parts
        if body == same and letters != others and (others.endswith(letters) or {letters[0], others[0]} <= {*"KMB"})
    )
    ways = {name: list(dict.fromkeys(_readings(name, known, named, agents, used))) for *_, name in candidates}
    if any(len(each) != 1 for each in ways.values()):
        return texts, [*_kept(ways)] if agents is None or any(ways.values()) else []
    for number, start, end, name in reversed(candidates):
        texts[number] = texts[number][:start] + ways[name][0].rstrip("(") + texts[number][end:]
    read = [f"'{name.rstrip('(')}' is read as {each[0].rstrip('( ')}" for name, each in ways.items()]
    quoted = [f'; the atom is written "{name}"' for name in sorted(ways) if name[-1] != "("]
    return texts, [listing(read, "and") + "".join(quoted[:1])]


def _before_a_formula(name: str, terminal: str, value: Any) -> bool:
    """Return whether a name such as ``Ka`` stands directly before a formula, as in ``Ka~p`` and ``Ka p``.

    `terminal`, `value`: the meaning of the token after the name.
    """
    is_atom = terminal == "NAME" and re.fullmatch(_ATOM, value.name) and value.name not in "vV"
    begins = terminal in _BEGINNING or is_atom
    return len(name) == 2 and name[0] in "KMB" and name[1].islower() and bool(begins)


def _kept(ways: Mapping[str, list[str]]) -> Iterator[str]:
    """Yield notes on names that stay atoms, with the possible readings of each."""
    for name, each in ways.items():
        written = name.rstrip("(")
        could = f"it could be {listing(each).replace(' (', '')}, if written so" if each else run_together(written)
        yield f"'{written}' is read as an atom" + f"; {could}" * bool(could)


def _readings(
    name: str,
    known: set[str],
    named: set[str],
    agents: Collection[str] | None,
    used: set[tuple[str, str]],
    inside: bool = False,
) -> Iterator[str]:
    """Yield the ways to read a name as operators before a known atom, given the operators `used` elsewhere.

    `known`: the names of atoms. `named`: the agents of operators. `inside`: whether an operator stands before the name.
    """
    if applied := re.fullmatch(APPLIED, name):
        operator, agent, body = of_one(applied[1]), applied[2], applied[3]
        if operator and (body in known or agent in named) and (agents is None or agent in agents):
            yield f"{operator}_{agent} {body}"
        return
    letter, digits = name[0], re.match(r"\d*", name[1:])[0]  # type: ignore[index]  # it matches every text
    is_nameless = any(agent == NAMELESS for _, agent in used)
    for agent in dict.fromkeys(("", digits or name[1:2])):
        if agent and agent not in named:
            is_letter = agent in known or agent in OPERATORS or (letter == "K" and agent in "wv")  # Kw, Kv
            if agents is not None or is_letter or is_nameless:
                continue
        if not agent and letter in "KMB" and (named if agents is None else len(agents) != 1):
            continue
        operator = name[:2] if not agent and name[:2] in ("EB", "CB", "DB") else letter
        rest = name[len(operator) + len(agent) :]
        body = re.fullmatch(_BODY, rest)
        is_meant = (letter, agent) in used or (inside and letter in "KMB")
        if rest == "(" or rest in known or (body and (is_meant or (body[1] or body[2]) in known)):
            inner = [rest]
        elif rest[:1] and rest[0] in OPERATORS:
            inner = [*_readings(rest, known, named, agents, used, inside=True)]
        else:
            inner = []
        spelt = [f"{letter}_{agent}", f"E^{agent}"][: 1 + (letter == "E" and bool(digits))] if agent else [operator]
        yield from (f"{each} {body}" for each in spelt for body in inner)


def sequent(text: str) -> tuple[list[str], str]:
    """Split a text at a turnstile such as ``|=`` into premises and conclusion; without a turnstile, no premises.

    `ParseError` for several turnstiles, several conclusions or none, or a logic or model beside the turnstile.
    """
    bare = re.sub(r'"(?:[^"\\]|\\.)*"', lambda match: " " * len(match[0]), text)
    signs = [*re.finditer(_JUDGEMENT, bare)]
    if not signs:
        return [], text
    end = signs[0].end()
    if len(signs) > 1:
        raise ParseError("a second sign of consequence", text, signs[1].start(), ("one, behind all premises",))
    before = text[: signs[0].start()]
    behind = _BEHIND.match(text, end)
    logic = behind or re.fullmatch(_A_LOGIC, before)
    if logic and (behind or logic[1] not in _atoms(text[end:])):
        name = unstyled(logic[logic.lastindex or 0])
        given = by_face(f"by logic='{name}'", f"by --logic {name}", "beside the formula")
        hint = f"the logic is given {given}" + f'; an atom of this name is written "{name}"' * (not behind)
        problem = f"a logic {'below' if behind else 'before'} {signs[0][0]}"
        raise ParseError(problem, text, end if behind else 0, ("a formula",) if behind else ("premises",), hint)
    if re.fullmatch(_POINTED, before) and signs[0][0] not in ("|-", "⊢", "∴"):
        raise ParseError(f"a model and a world before {signs[0][0]}", text, 0, ("premises",), at_a_world(before))
    conclusions = listed(text[end:])
    if len(conclusions) > 1:
        way_out = "join them: p & q if each is a conclusion, p | q if one of them must hold, as in a sequent"
        raise ParseError(f"several conclusions after {signs[0][0]}", text, end, ("one formula",), way_out)
    if not conclusions:
        raise ParseError(
            f"no conclusion after {signs[0][0]}", text, end, ("a formula",), "the conclusion stands last: p, q |= p"
        )
    return listed(before), conclusions[0] if re.fullmatch(A_SET, text[end:]) else text[end:]


def _atoms(text: str) -> frozenset[str]:
    """Return the names of the atoms in the formula that the text denotes; empty if it is not a formula."""
    with catch_warnings(category=ReadingWarning, action="ignore"), suppress(FormulaError, ParseError):
        return parse(text).atoms
    return frozenset()
