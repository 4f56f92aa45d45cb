"""Common code for the text forms of models and event models: comments, names and relations.

A relation is written as classes, ``heads | tails``, or as arrows, ``heads -> tails | tails -> tails``. Points are
worlds or events; `noun` is the word for them in messages.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

import lark

from kripke.data.relation import Relation
from kripke.formats.entries import LIMIT, Class, relation_of
from logic.errors import ParseError, TooLarge, did_you_mean, shorten
from logic.json_values import one_line
from logic.operators import AGENT
from logic.tokens import places

BARE = re.compile(r"[\w'·.]+")
"""The pattern of a name that needs no quotes."""
NAME = rf'(?:"(?:[^"\\\n]|\\.)*"|{BARE.pattern})'
SIGNS = {"->": "ARROW", "→": "ARROW", ":": "COLON", "|": "VBAR", ",": "COMMA", ";": "SEMICOLON", ":=": "BECOMES"}
"""The terminal of each symbol in Lark's grammars."""
REST = r'(?P<other>"[\s\S]*|\S)'
"""The pattern of text that is neither a name nor a symbol.

An unclosed quote takes the rest of the text, so that the search stays linear.
"""


class Token(lark.Token):
    """A token of a text form, with its start and end.

    Its value is its text (for a name, without the quotes). A token of the type `LINE` stands for a line with its
    continuation lines, and its value is empty.
    """

    __slots__ = ()
    start_pos: int
    end_pos: int


Part = tuple[Sequence[Token], Sequence[Token] | None]
"""A part of a relation: a class of points and None, or the points before and after an arrow."""


# ------------------------------------------------------------------------------------------------------ reading


def without_comments(text: str) -> str:
    """Replace each comment, from a # outside quotes to the end of the line, by blanks. O(n) for n characters."""
    rows = text.split("\n")
    for i, row in enumerate(rows):
        if "#" in row:
            place = next((start for start, _ in places(row) if row[start : start + 1] == "#"), len(row))
            rows[i] = row[:place] + " " * (len(row) - place)
    return "\n".join(rows)


def unquoted(text: str, written: str, place: int) -> str:
    """The name that is written with or without quotes; `ParseError` if it is not a name."""
    if not written.startswith('"'):
        return written
    try:
        return str(json.loads(written, strict=False))
    except json.JSONDecodeError:
        hint = r"in quotes \" and \\ are a quote and a backslash"
        raise ParseError(f"{shorten(written)} is not a name", text, place, (), hint) from None


def require_agent(text: str, agent: Token) -> None:
    """Raise `ParseError` if the name is not allowed for an agent."""
    if not AGENT.fullmatch(agent.value):
        problem, hint = f"{shorten(agent.value)} is not an agent's name", "a name has letters, digits and _"
        raise ParseError(problem, text, agent.start_pos, ("an agent",), hint)


def known(text: str, point: Token, points: Mapping[str, Any], noun: str, hint: str = "") -> str:
    """The name of a point; `ParseError`, with a similar name, if there is no such point."""
    if point.value not in points:
        near = did_you_mean(point.value, points)
        raise ParseError(f"no {noun} {shorten(repr(point.value))}{near}", text, point.start_pos, (), hint)
    return str(point.value)


def relation(
    text: str, parts: Iterable[Part], points: Mapping[str, int], span: tuple[int, int], noun: str, hint: str = ""
) -> Relation:
    """Build the relation that a line describes with classes or arrows.

    `ParseError` with the position of the mistake. Cost as in `kripke.formats.entries.relation_of`.

    `points`: the position of each point, by name. `span`: start and end of the line in the text. `hint`: advice for an
    unknown point.
    """
    parts = list(parts)
    classes: list[Class] = []
    for looking, seen in parts:
        here, there = (
            tuple([points[known(text, each, points, noun, hint)] for each in side])
            for side in (looking, looking if seen is None else seen)
        )
        classes.append((here, there))
    if classes and all(seen is None for _, seen in parts):  # a point that is in no class would see no point
        _require_partition(text, [each for each, _ in parts], points, span[1], noun)
    try:
        return relation_of(len(points), classes)
    except TooLarge as error:
        raise ParseError(error.message, text, span[0]) from None


def _require_partition(
    text: str, cells: Iterable[Sequence[Token]], points: Iterable[str], stop: int, noun: str
) -> None:
    one, two = ("yes", "no") if noun == "event" else ("w", "v")
    hint = f"each {noun} is in one class; with arrows, such as {one} -> {two}, exactly these pairs count"
    members: set[str] = set()
    for point in chain.from_iterable(cells):
        if point.value in members:
            problem = f"{noun} {shorten(point.value)} is in a class already"
            raise ParseError(problem, text, point.start_pos, (), hint)
        members.add(point.value)
    if missing := next((name for name in points if name not in members), None):
        problem, expected = f"{noun} {shorten(missing)} is in no class", (f"| {written(missing)}",)
        raise ParseError(problem, text, stop, expected, hint)


# ------------------------------------------------------------------------------------------------------ writing


def written(name: str) -> str:
    """The name as written in a text form, with quotes and escapes if it needs them."""
    return name if BARE.fullmatch(name) else one_line(name)


def relation_text(relation: Relation, names: Sequence[str]) -> str:
    """The relation as text: classes if it is S5, otherwise arrows. The names come from `written`.

    O(n) for n points if the relation is transitive and Euclidean. Any other relation of m edges takes O(n + m), and
    `TooLarge` is raised for more than `LIMIT` edges.
    """
    if relation.is_s5:
        return " | ".join(_listed(cell, names) for cell, _ in relation.groups())
    if not relation.is_k45 and relation.count_edges() > LIMIT:
        raise TooLarge(f"a relation of {relation.count_edges():,} edges is too large to be written")
    return " | ".join(f"{_listed(looking, names)} -> {_listed(seen, names)}" for looking, seen in relation.groups())


def _listed(positions: Iterable[int], names: Sequence[str]) -> str:
    return " ".join([names[i] for i in positions])
