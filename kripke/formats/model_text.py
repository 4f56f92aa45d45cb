"""Reading and writing of the text form of models; ``docs/reference/model-text.md`` describes it.

The lines of worlds come before the lines of agents::

    # Ann sees p, Bob believes that it is false.
    * w: p q
    v: q
    ann: w | v
    bob: w v -> v
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from warnings import catch_warnings

from kripke.checking import build
from kripke.data.errors import ModelError
from kripke.data.naming import distinct_names
from kripke.data.structure import Structure
from kripke.formats import lines
from kripke.formats.file_reading import of_file
from kripke.formats.lines import NAME, REST, Part, Token, relation_text, unquoted, written
from logic.clauses import Atom
from logic.errors import EpistemicError, ParseError, RunTogether, shorten
from logic.operators import temporal
from logic.parser import parse
from logic.tokens import places

EXAMPLE = "* w: p q"
_LINE = re.compile(r"^[^\S\n]*+\S[^\n]*+", re.MULTILINE)
_MARK = re.compile(r"\s*(\*|(?:world|agent)(?=\s+[\"\w'·.]))?")
_TOKEN = re.compile(rf"(?P<name>{NAME})|(?P<sign>->|→|[:|,])|{REST}")  # blanks in it would be read again and again
_SIGNS = ("|", "->", "→")

_HEADS = "a line is a world and its true atoms, w: p q, or an agent and classes, a: w v | u, or arrows, a: w -> v"
_ATOMS = "a world's line lists the atoms that are true there, separated by blanks; other names have quotes"
_CLASSES = "classes are written w v | u, and arrows w -> v | v -> v"
_HEADINGS = {
    "world": "a world has a line of its own, u: p q",
    "state": "a state has a line of its own, u: p q",
    "actual": "a star marks an actual world, * u: p q",
    "agent": "an agent has a line of its own, a: u v | w",
    "relation": "an agent has a line of its own, a: u -> v",
    "valuation": "a world has a line with its true atoms, u: p q",
}
"""Advice on the right notation for each word, in the singular, that users may write as a heading."""
_ABOVE = "worlds stand above the agents; else write world "


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the text.

    `mark`: its keyword or star, or empty. `names`: the names before the colon. `start`, `body` and `stop`: the
    positions of the first name, of the part after the colon, and of the end of the line.
    """

    mark: str
    names: list[Token]
    start: int
    body: int
    stop: int


# ------------------------------------------------------------------------------------------------------ reading


def loads(text: str, source: str = "") -> Structure:
    """Read a structure from its text form; `TextFormError`, with a caret, at the first mistake.

    O(n) for n characters if all relations are S5 or KD45; otherwise O(n + m) for m pairs of the other relations.
    """
    with of_file(source):
        return _Reader(text).structure()


class _Reader:
    """Builds a structure from lines: resolves names and rejects repetitions."""

    def __init__(self, text: str) -> None:
        self.text, self.bare = text, lines.without_comments(text)
        self.atom_of: dict[str, str] = {}
        self.worlds: dict[str, list[str]] = {}
        self.relations: dict[str, _Line] = {}
        """Maps each agent to the line with the agent's relation."""
        self.actuals: list[str] = []
        self.vocabulary: list[str] | None = None
        """The atoms of the line ``atoms: ...``."""

    def structure(self) -> Structure:
        for match in _LINE.finditer(self.bare):
            self._read(self._line(match.start(), match.end()))
        if not self.worlds:
            hint = f"write {EXAMPLE}, the actual world w, where p and q are true"
            raise ParseError("there is no world", self.text, len(self.text.rstrip()), ("a world",), hint)
        positions = {name: position for position, name in enumerate(self.worlds)}
        relations = {agent: self._relation(line, positions) for agent, line in self.relations.items()}
        return build.of_relations(self.worlds, relations, actual=self.actuals or None, atoms=self.vocabulary)

    def _line(self, start: int, stop: int) -> _Line:
        mark = _MARK.match(self.bare, start, stop)
        assert mark is not None
        names: list[Token] = []
        is_next = True
        for match in _TOKEN.finditer(self.bare, mark.end(), stop):
            if match["sign"] == ":" and not is_next:
                return _Line(mark[1] or "", names, names[0].start_pos, match.end(), stop)
            if not (match["name"] if is_next else match["sign"] == ","):
                raise self._wrong_head(names, match, is_next, stop)
            if is_next:
                names.append(self._name(match))
            is_next = not is_next
        raise self._wrong_head(names, None, is_next, stop)

    def _wrong_head(self, names: list[Token], match: re.Match[str] | None, is_next: bool, stop: int) -> ParseError:
        """The error for invalid text before the colon, or for a missing colon."""
        place = len(self.bare[:stop].rstrip()) if match is None else match.start(str(match.lastgroup))
        if match is not None and match["other"] and match["other"][0] == '"':
            hint = "a name in quotes ends with a quote in the same line"
            return ParseError("the quote is never closed", self.text, place, (), hint)
        if match is not None and match["sign"] == ":":
            return ParseError("a line without a name", self.text, place, ("a world", "an agent"), _HEADS)
        if match is None:
            expected: tuple[str, ...] = ("a name",) if is_next else ("':'",)
            return ParseError("a line without a colon", self.text, place, expected, _HEADS)
        rest = shorten(self.text[place:stop].rstrip())
        expected = ("a world", "an agent") if is_next else ("':'",)
        hint = _HEADS if not is_next or names else f'{_HEADS}; a name with other signs has quotes: "any text"'
        return ParseError(f"unexpected {rest}", self.text, place, expected, hint)

    def _name(self, match: re.Match[str]) -> Token:
        name, place = unquoted(self.text, match["name"], match.start("name")), match.start("name")
        return Token("NAME", name, place, end_pos=match.end("name"))

    def _read(self, line: _Line) -> None:
        """Read the line of the vocabulary or of a world, or store an agent's line until all worlds are known."""
        first = line.names[0]
        is_bare = self.bare[first.start_pos] != '"' and not line.mark
        if is_bare and first.value == "atoms" and len(line.names) == 1:
            self._once(first, "atoms", self.vocabulary is not None)
            self.vocabulary = self._atoms(line)
        elif is_bare and (heading := _heading(first.value)):
            named = f"a world or an agent with this name: world {first.value}: or agent {first.value}:"
            hint = f"{heading}; {named}"
            raise ParseError(f"{first.value} is no name but a heading here", self.text, first.start_pos, (), hint)
        elif self._is_agent(line):
            for agent in line.names:
                lines.require_agent(self.text, agent)
                self._once(agent, "agent", agent.value in self.relations)
                self.relations[str(agent.value)] = line
        else:
            if len(line.names) > 1:
                second = line.names[1]
                raise ParseError("two worlds in a line", self.text, second.start_pos, (), "write a line for each world")
            self._once(first, "world", first.value in self.worlds)
            self.worlds[str(first.value)] = self._atoms(line)
            if line.mark == "*":
                self.actuals.append(str(first.value))

    def _once(self, name: Token, what: str, is_known: bool) -> None:
        if is_known:
            shown = what if what == "atoms" else f"{what} {shorten(name.value)}"
            hint = f"write one line for each {what}" if what != "atoms" else "write one line with all of them"
            raise ParseError(f"{shown} is there a second time", self.text, name.start_pos, (), hint)

    def _is_agent(self, line: _Line) -> bool:
        """Whether a line is about an agent.

        A keyword or a star decides. Any other line is about an agent if it follows a line about an agent, has several
        names before the colon, or contains a symbol of relations. It is also about an agent if it lists only names
        after the colon and one of them is a known world.
        """
        if line.mark:
            return line.mark == "agent"
        body = self.bare[line.body : line.stop]
        if self.relations or len(line.names) > 1:
            return True
        if any(sign in body for sign in _SIGNS) and any(body[i:j] in _SIGNS for i, j in places(body)):
            return True
        tokens = [token for token in _TOKEN.finditer(body) if token["sign"] != ","]
        return all(token["name"] for token in tokens) and any(self._is_world(body, token["name"]) for token in tokens)

    def _is_world(self, body: str, spelt: str) -> bool:
        try:
            return unquoted(body, spelt, 0) in self.worlds
        except ParseError:  # an atom in quotes may have a backslash that is no escape of JSON
            return False

    def _atoms(self, line: _Line) -> list[str]:
        atoms: dict[str, None] = {}
        for start, stop in places(self.bare[line.body : line.stop]):
            spelt, place = self.bare[line.body + start : line.body + stop], line.body + start
            if spelt in ("", ","):
                continue
            if spelt not in self.atom_of:
                self.atom_of[spelt] = self._atom(spelt, place, line)
            atom = self.atom_of[spelt]
            if atom in atoms:
                raise ParseError(f"atom {shorten(atom)} is listed twice", self.text, place, (), "name it once")
            atoms[atom] = None
        return list(atoms)

    def _atom(self, spelt: str, place: int, line: _Line) -> str:
        if temporal(spelt):  # an atom such as AG(p), since this list has no operators
            return "".join(spelt.split())
        with catch_warnings(action="ignore", category=RunTogether), suppress(EpistemicError):
            formula = parse(spelt)
            is_pair = "=" in spelt and spelt.partition("=")[0] in self.worlds  # a: w=v may mean that w sees v
            if isinstance(formula, Atom) and (line.mark or not is_pair):
                return formula.name
        body = self.bare[line.body : line.stop]
        if not line.mark and any(
            token["name"] and self._is_world(body, token["name"]) for token in _TOKEN.finditer(body)
        ):
            hint = f"{_CLASSES}; a world with this name is written world {shorten(line.names[0].value)}: ..."
            raise ParseError(f"unexpected {shorten(spelt)}", self.text, place, ("a world",), hint)
        hint = _ATOMS
        if spelt[0] == '"':
            hint = "a name in quotes has printable characters, and ends with a quote in the same line"
        elif spelt.lower() in ("~", "¬", "!", "-", "not", "no"):
            hint = "atoms that are not listed are false: leave out the ones with a negation"
        elif spelt in _SIGNS:
            hint = f"{_CLASSES}; a line with a star or the word world is about a world"
        raise ParseError(f"{shorten(spelt)} is not an atom", self.text, place, ("an atom",), hint)

    def _relation(self, line: _Line, positions: Mapping[str, int]) -> Any:
        parts, hint = self._parts(line), ""
        points = [point for part in parts for side in part for point in side or ()]
        unknown = [point.value for point in points if point.value not in positions]
        if unknown and len(unknown) == len(points):
            hint = f"{_ABOVE}{self._shown(line)}"
        elif other := next((self.relations[name] for name in unknown if name in self.relations), None):
            hint = (
                f"{self._shown(other)} is about an agent, since it names a world; else write world {self._shown(other)}"
            )
        return lines.relation(self.text, parts, positions, (line.start, line.stop), "world", hint)

    def _shown(self, line: _Line) -> str:
        return shorten(" ".join(self.text[line.start : line.stop].split()))

    def _parts(self, line: _Line) -> list[Part]:
        """The classes and arrows after the colon of a line."""
        parts: list[Part] = []
        sides: list[list[Token]] = [[]]
        for match in [*_TOKEN.finditer(self.bare, line.body, line.stop), None]:
            place = line.stop if match is None else match.start(str(match.lastgroup))
            if match is None and not parts and sides == [[]]:
                break
            if match is None or match["sign"] == "|":
                if not all(sides):
                    raise ParseError("a world is missing", self.text, place, ("a world",), _CLASSES)
                parts.append((sides[0], sides[1] if sides[1:] else None))
                sides = [[]]
            elif match["name"]:
                sides[-1].append(self._name(match))
            elif match["sign"] in ("->", "→") and len(sides) == 1:
                sides.append([])
            elif match["sign"] != ",":
                shown, hint = shorten(self.text[place : match.end()]), f"{_CLASSES}; other names have quotes"
                raise ParseError(f"unexpected {shown}", self.text, place, ("a world",), hint)
        return parts


def _heading(name: str) -> str:
    """Advice on the right notation if a name looks like a heading; otherwise empty."""
    return _HEADINGS.get(name.removesuffix("s"), "")


# ------------------------------------------------------------------------------------------------------ writing


def dumps(structure: Structure) -> str:
    """Write the structure in the text form; `loads` reads it back, with strings as names of worlds.

    `ModelError` for weights or ranks, which the form does not have; `FileError` if the names of two worlds are equal
    as strings; `TooLarge` if a relation that is neither S5 nor KD45 has too many edges. O(n + m) for n worlds with
    their true atoms and m written names.
    """
    if structure.weights or structure.ranks:
        raise ModelError("the text form of models has no weights and no ranks: write JSON, which keeps them")
    texts = distinct_names(structure)
    names, taken = list(map(written, texts)), {*texts}
    rows, true = list[str](), structure.all_true_atoms()
    if list(structure.atoms) != sorted({atom for atoms in true for atom in atoms}):
        rows.append(f"atoms: {' '.join(Atom(atom).to_ascii() for atom in structure.atoms)}")
    for position, (name, atoms) in enumerate(zip(names, true, strict=True)):
        mark = "* " if position in structure.actuals else ""
        if not mark and (name == "atoms" or _heading(name) or any(atom.partition("=")[0] in taken for atom in atoms)):
            mark = "world "
        rows.append(f"{mark}{name}: {' '.join([Atom(atom).to_ascii() for atom in atoms])}".rstrip())
    for agent, each in structure.relations.items():
        shown = relation_text(each, names)
        head = agent if shown and agent != "atoms" and not _heading(agent) else f"agent {agent}"
        rows.append(f"{head}: {shown}".rstrip())
    return "\n".join([*rows, ""])
