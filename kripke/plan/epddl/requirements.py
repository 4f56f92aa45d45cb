"""The requirements of EPDDL: which keyword a part of a file needs, and which others a keyword includes."""

from collections.abc import Iterator, Mapping

from kripke.plan.epddl.reading import File, Node
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
    "each": ":lists", ":action-type-libraries": ":partial-observability", ":facts-init": ":facts",
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
    place = {":goal": "goals", ":action": "obs-conditions", ":init": ""}.get(section.kind, "postconditions")
    if section.kind in (":types", ":action-type-libraries", ":facts-init"):
        yield _OF_NODES.get(section.kind, ":typing"), section
    if section.kind == ":event" and section.parts[4] is not None and section.parts[4].parts:
        yield ":ontic-actions", section
    if section.kind == ":action" and (section.parts[3] != "basic" or section.parts[5] is not None):
        yield ":partial-observability", section
    if section.kind == ":agent-groups":
        yield ":agent-groups", section
    if section.kind == ":action-type":
        if section.parts[6] is not None:
            yield ":events-conditions", section
        if len(section.parts[5].parts) > 1:
            yield ":multi-pointed-models", section
    if section.kind == ":init":
        if len(section.parts) == 2:
            yield ":finitary-S5-theories", section
        elif len(section.parts[-1].parts) > 1:
            yield ":multi-pointed-models", section
    precondition = section.parts[3] if section.kind == ":event" else None
    waiting = [(section, place)]
    while waiting:
        node, place = waiting.pop()
        yield from _of_node(node, place)
        for part in node.parts:
            if isinstance(part, Node):
                inside = "preconditions" if part is precondition else place
                is_condition = node.kind == "parts" and len(node.parts) == 2 and node.parts[1] is part
                if is_condition and isinstance(node.parts[0], Node):  # of the parameters of a list
                    yield ":list-comprehensions", part
                    inside = "list-formulas"
                waiting.append((part, inside))


def _of_node(node: Node, place: str) -> Iterator[tuple[str, Node]]:
    if place and (form := _OF_FORMULAS.get(node.kind)):
        yield f":{form}-{place}", node
    if node.kind in _OF_NODES and node.kind[0] != ":":
        yield _OF_NODES[node.kind], node
    if node.kind == "several" and node.parts:
        yield ":lists", node
    if node.kind == "type" and (len(node.parts) > 1 or node.parts[0] not in BUILT_IN):
        yield ":typing", node
    if node.kind == "parts" and node.parts and getattr(node.parts[0], "type", "") == "FACT":
        yield ":facts", node
    if node.kind in ("box", "diamond"):
        mode, index, _ = node.parts
        if mode == "Kw.":
            yield ":knowing-whether", node
        elif mode == "C.":
            yield ":common-knowledge", node
        if isinstance(index, Node) or index.type == "ALL":
            yield ":group-modalities", node
