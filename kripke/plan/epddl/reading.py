"""Parser of EPDDL files: syntax trees, limits, and error messages with positions."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from kripke.formats.source import Node, Source, Syntax
from logic.errors import TooLarge, did_you_mean, listing, near_miss, place_text
from logic.grammar import Token

DEEPEST = 100
"""Maximal nesting of brackets. Grounding needs about three nested calls per level, and Python allows 1,000."""

SECTIONS = {
    "domain": [":requirements", ":action-type-libraries", ":types", ":predicates", ":constants", ":event", ":action"],
    "problem": [":requirements", ":domain", ":objects", ":agents", ":agent-groups", ":init", ":facts-init", ":goal"],
    "action-type-library": [":requirements", ":action-type"],
}
"""The sections of each kind of file."""
MODALITIES = ("box", "diamond")
OPERATORS = ("not", "and", "or", "imply", "forall", "exists", "when", "iff", "true", "false")
_WORDS = {
    "NAME": "a name",
    "VARIABLE": "a variable such as ?x",
    "KEY": "a keyword such as :typing",
    "MODE": "'C.' or 'Kw.'",
    "$END": "the end of the file",
}
"""The name of each terminal in messages."""


class File(NamedTuple):
    """A parsed file, which is a domain, a problem or a library of action types."""

    name: Token
    sections: tuple[Node, ...]
    source: Source

    def of(self, kind: str) -> list[Node]:
        """The sections of the file that begin with this keyword."""
        return [section for section in self.sections if section.kind == kind]

    def only(self, kind: str, form: str) -> Node:
        """The only section of this kind; an error, with the example `form`, if there are several or none."""
        sections = self.of(kind)
        if len(sections) != 1:
            token = sections[1].parts[0] if sections else self.name
            hint = f"join them in one, such as {form}" if sections else f"write {form}"
            raise self.source.error(f"there are {len(sections)} sections {kind}, expected one", token, hint)
        return sections[0]


def parse(text: str, name: str, kind: str) -> File:
    """Parse a file of this kind in O(n) for n characters; `TextFormError` or `TooLarge` with the mistake's position."""
    source = _SYNTAX.source(text, name)
    depth = 0
    for match in re.finditer(r";[^\n]*|[()]", text):
        depth += {"(": 1, ")": -1}.get(match[0], 0)
        if depth > DEEPEST:
            where = place_text(text, match.start())
            raise TooLarge(f"{name}: {where}: over {DEEPEST} brackets around each other, the maximum")
    what, title, *sections = _SYNTAX.parsed(source)
    if what != kind:
        hint = "give the domain first, then the problem, then libraries"
        raise source.error(f"this is a file of the kind {what}, expected {kind}", what, hint)
    for section in sections:
        if section.kind not in SECTIONS[what]:
            hint = f"move it to the {listing([other for other, kinds in SECTIONS.items() if section.kind in kinds])}"
            raise source.error(f"{section.kind} is no section of the kind {what}", section.parts[0], hint)
    return File(title, tuple(sections), source)


def _hint(word: str, before: str, accepted: list[str]) -> str:
    if word and (other := word[1:] if word[0] == ":" else f":{word}") in accepted:
        return f"write {other}: lists have :and and :forall, formulas have them without the colon"
    if word[:1] == ":":
        return did_you_mean(word, [each for each in accepted if each[0] == ":"])
    if short := re.search(r"[\[<]\s*(Kw|C)\s+\Z", before):
        return f"write {short[1]}. with a point"
    hint = ""
    if operator := re.search(r"\(\s*([\w-]+)\s*\Z", before):  # an unknown operator is read as a predicate
        hint = near_miss(operator[1], [each for each in OPERATORS if each != operator[1]])
    if not hint and "NAME" in accepted and word[:1].isalpha():
        hint = f"{word} is a word of the language: choose another name"
    return hint


_GRAMMAR = __file__.removesuffix("reading.py") + "epddl.lark"
_CLAUSES = {"file": lambda *parts: parts, "section": lambda *parts: Node(str(parts[0]), parts)}
_SYNTAX = Syntax(
    "EPDDL", "(define (domain d) ...)", 1_000_000, _GRAMMAR, r";[^\n]*", r"[:?]?[\w'-]+|/=|.", _WORDS, _hint, _CLAUSES
)


PLACES = ("preconditions", "postconditions", "obs-conditions", "goals", "list-formulas")  # where formulas stand
FORMS = ("negative", "disjunctive", "quantified", "universal", "existential", "modal", "general")
_NEEDED = {
    "not": ":negative-{}", "or": ":disjunctive-{}", "imply": ":disjunctive-{}", "forall": ":universal-{}",
    "exists": ":existential-{}", "box": ":modal-{}", "diamond": ":modal-{}", "equal": ":equality",
    "unequal": ":equality", "when": ":conditional-effects", "iff": ":conditional-effects", "each": ":lists",
    "several": ":lists", ":agent-groups": ":agent-groups",
}  # fmt: skip
"""The requirement that each kind of node or section needs; ``{}`` is replaced by one of `PLACES`, such as ``goals``."""
_INCLUDED = {
    ":del": (":typing", ":equality", ":partial-observability", ":ontic-actions", ":multi-pointed-models",
             ":general-formulas"),
    **{f":{form}-formulas": tuple(f":{form}-{place}" for place in PLACES) for form in FORMS},
    **{f":general-{place}": tuple(f":{form}-{place}" for form in FORMS[:-1]) for place in PLACES},
    **{f":negative-{place}": (f":disjunctive-{place}",) for place in PLACES},
    **{f":quantified-{place}": (f":universal-{place}", f":existential-{place}") for place in PLACES},
    ":finitary-S5-theories": (":common-knowledge", ":knowing-whether"),
    ":common-knowledge": (":group-modalities", ":static-common-knowledge"),
    ":static-common-knowledge": (":group-modalities", ":facts"),
    ":agent-groups": (":lists",),
    ":group-modalities": (":lists",),
}  # fmt: skip
"""For each requirement, the requirements that it includes."""
BUILT_IN = ("entity", "object", "agent", "agent-group", "world", "event", "obs-type")
KEYWORDS = {
    *_INCLUDED, *(each for included in _INCLUDED.values() for each in included), ":events-conditions",
    ":list-comprehensions", ":conditional-effects", ":pal", ":KD45-frames", ":general-frames",
}  # fmt: skip


def missing(file: File) -> Iterator[str]:
    """Yield a note for each requirement that a file needs but does not list, and for each unknown requirement."""

    def note(token: Token, text: str) -> str:
        return f"{file.source.name}, {place_text(file.source.text, token.start_pos or 0)}: {text}"

    required: set[str] = set()
    waiting = [part for section in file.of(":requirements") for part in section.parts[1:]]
    yield from (note(part, f"there is no requirement {part}") for part in waiting if part not in KEYWORDS)
    while waiting:
        keyword = waiting.pop()
        if keyword not in required:
            required.add(str(keyword))
            waiting += [*_INCLUDED.get(keyword, ()), *[":conditional-effects"] * keyword.endswith("-postconditions")]
    for section in file.sections:
        for keyword, node in _needed(section):
            if keyword not in required:
                required.add(keyword)
                text = f"this needs {keyword}, which :requirements does not list"
                yield note(next(node.tokens(), section.parts[0]), text)


def _needed(section: Node) -> Iterator[tuple[str, Node]]:
    """The requirements of the parts of a section, each with a node that needs it."""
    precondition = section.parts[3] if section.kind == ":event" else None
    places = {":goal": "goals", ":action": "obs-conditions", ":init": ""}
    waiting = [(section, places.get(section.kind, "postconditions"))]
    while waiting:
        node, place = waiting.pop()
        kind, parts = node.kind, node.parts
        first: Any = parts[0] if parts else None
        is_modal = kind in MODALITIES
        designated = parts[5] if kind == ":action-type" else parts[-1] if kind == ":init" and len(parts) > 2 else None
        needs = {
            (form := _NEEDED.get(kind, "")).format(place): (place or "{" not in form) and (parts or kind != "several"),
            ":typing": kind == ":types" or (kind == "type" and (len(parts) > 1 or first not in BUILT_IN)),
            ":facts": kind == ":facts-init" or (kind == "parts" and getattr(first, "type", "") == "FACT"),
            ":knowing-whether": is_modal and first == "Kw.",
            ":common-knowledge": is_modal and first == "C.",
            ":group-modalities": is_modal and (isinstance(parts[1], Node) or parts[1].type == "ALL"),
            ":ontic-actions": kind == ":event" and parts[4] and parts[4].parts,
            ":partial-observability": kind == ":action-type-libraries"
            or (kind == ":action" and (parts[4] != "basic" or parts[6])),
            ":events-conditions": kind == ":action-type" and parts[6],
            ":finitary-S5-theories": kind == ":init" and len(parts) == 2,
            ":multi-pointed-models": designated and len(designated.parts) > 1,
        }
        yield from ((keyword, node) for keyword, needed in needs.items() if keyword and needed)
        for part in (part for part in parts if isinstance(part, Node)):
            inside = "preconditions" if part is precondition else place
            if kind == "parts" != part.kind and parts[1:] == (part,) and isinstance(first, Node):
                yield ":list-comprehensions", part  # the condition of the parameters of a list
                inside = "list-formulas"
            waiting.append((part, inside))
