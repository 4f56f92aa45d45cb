"""The requirements of EPDDL: which keyword a part of a file needs, and which others a keyword includes."""

from collections.abc import Iterator, Mapping
from typing import Any

from kripke.plan.epddl.reading import MODALITIES, File, Node
from logic.errors import place_text
from logic.grammar import Token

PLACES = ("preconditions", "postconditions", "obs-conditions", "goals", "list-formulas")
"""Where formulas stand, as keywords name it."""
FORMS = ("negative", "disjunctive", "quantified", "universal", "existential", "modal", "general")
_OF_FORMULAS = {
    "not": "negative", "or": "disjunctive", "imply": "disjunctive", "forall": "universal", "exists": "existential",
    "box": "modal", "diamond": "modal",
}  # fmt: skip
"""Kind of a node -> the form of formulas that has it."""
_OF_NODES = {
    "equal": ":equality", "unequal": ":equality", "when": ":conditional-effects", "iff": ":conditional-effects",
    "each": ":lists", "several": ":lists",
}  # fmt: skip
_OF_SECTIONS = {
    ":types": ":typing", ":action-type-libraries": ":partial-observability", ":facts-init": ":facts",
    ":agent-groups": ":agent-groups",
}  # fmt: skip
_INCLUDED: Mapping[str, tuple[str, ...]] = {
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
"""Keyword -> the keywords that it includes, beside `_more`."""
BUILT_IN = ("entity", "object", "agent", "agent-group", "world", "event", "obs-type")
KEYWORDS = {
    *_INCLUDED, *(each for included in _INCLUDED.values() for each in included), ":events-conditions",
    ":list-comprehensions", ":conditional-effects", ":pal", ":KD45-frames", ":general-frames",
}  # fmt: skip


def missing(file: File) -> Iterator[str]:
    """A note for each keyword that a file needs, but does not require; and for each that there is not."""
    required: set[str] = set()
    waiting = [part for section in file.of(":requirements") for part in section.parts[1:]]
    for part in waiting:
        if part not in KEYWORDS:
            yield f"{_place(file, part)}: there is no requirement {part}"
    while waiting:
        keyword = waiting.pop()
        if keyword not in required:
            required.add(str(keyword))
            waiting += _INCLUDED.get(keyword, ())
            if keyword.endswith("-postconditions"):
                waiting.append(":conditional-effects")
    for section in file.sections:
        if section.kind != ":requirements":
            for keyword, node in _needed(section):
                if keyword not in required:
                    required.add(keyword)
                    token = next(node.tokens(), section.parts[0])
                    yield f"{_place(file, token)}: this needs {keyword}, which :requirements does not list"


def _place(file: File, token: Token) -> str:
    return f"{file.source.name}, {place_text(file.source.text, token.start_pos or 0)}"


def _needed(section: Node) -> Iterator[tuple[str, Node]]:
    """The keywords that the parts of a section need."""
    kind, parts = section.kind, section.parts
    designated = parts[5] if kind == ":action-type" else parts[-1] if kind == ":init" and len(parts) > 2 else None
    needs = [
        (_OF_SECTIONS.get(kind, ""), True),
        (":ontic-actions", kind == ":event" and parts[4] and parts[4].parts),
        (":partial-observability", kind == ":action" and (parts[3] != "basic" or parts[5])),
        (":events-conditions", kind == ":action-type" and parts[6]),
        (":finitary-S5-theories", kind == ":init" and len(parts) == 2),
        (":multi-pointed-models", designated and len(designated.parts) > 1),
    ]
    yield from ((keyword, section) for keyword, needed in needs if keyword and needed)
    precondition = parts[3] if kind == ":event" else None
    waiting = [(section, {":goal": "goals", ":action": "obs-conditions", ":init": ""}.get(kind, "postconditions"))]
    while waiting:
        node, place = waiting.pop()
        yield from _of_node(node, place)
        for part in (part for part in node.parts if isinstance(part, Node)):
            inside = "preconditions" if part is precondition else place
            if node.kind == "parts" != part.kind and node.parts[1:] == (part,) and isinstance(node.parts[0], Node):
                yield ":list-comprehensions", part  # the condition of the parameters of a list
                inside = "list-formulas"
            waiting.append((part, inside))


def _of_node(node: Node, place: str) -> Iterator[tuple[str, Node]]:
    kind, parts = node.kind, node.parts
    first: Any = parts[0] if parts else None
    needs = [
        (f":{_OF_FORMULAS.get(kind)}-{place}", place and kind in _OF_FORMULAS),
        (_OF_NODES.get(kind, ""), kind != "several" or parts),
        (":typing", kind == "type" and (len(parts) > 1 or first not in BUILT_IN)),
        (":facts", kind == "parts" and getattr(first, "type", "") == "FACT"),
        (":knowing-whether", kind in MODALITIES and first == "Kw."),
        (":common-knowledge", kind in MODALITIES and first == "C."),
        (":group-modalities", kind in MODALITIES and (isinstance(parts[1], Node) or parts[1].type == "ALL")),
    ]
    yield from ((keyword, node) for keyword, needed in needs if keyword and needed)
