"""Routes `derivation` (checks an unfinished proof), `lines` (splits its text), `rules` (lists the proof rules)."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import partial
from typing import Annotated, Any, Literal

from kripke.formats.jsonfile import Limits
from kripke.prove.errors import DerivationError
from kripke.prove.fitch import reading as fitch
from kripke.prove.fitch.hints import hint as fitch_hint
from kripke.prove.fitch.proof import RULES, FitchProof
from kripke.prove.hilbert import reading as hilbert
from kripke.prove.hilbert.derivation import Derivation
from kripke.prove.hilbert.hints import hint as hilbert_hint
from kripke.prove.hilbert.marking import HOLE, hints_for
from learn.exercises.formulas import limited_formulas
from logic.errors import ParseError
from logic.formula import Formula
from viz.web.protocol import PROOF_SECONDS
from viz.web.request import Name, Request, Text

Style = Literal["fitch", "hilbert"]
LINES = 200  # maximal number of lines
TEXT = 20_000  # maximal number of characters of a proof


class Line(Request):
    """A line of an unfinished proof: the bars of its subproofs in the style of Fitch, a formula and a reason."""

    bars: Annotated[list[Name], Limits(most=50)] = field(default_factory=list)
    formula: Text = ""
    why: Name = ""


class Query(Request):
    """A request to check an unfinished proof; without a goal, any formula may be a premise."""

    style: Style = "fitch"
    logic: Name = "S5"
    premises: Annotated[list[Text], Limits(most=20)] = field(default_factory=list)
    goal: Text = ""
    lines: Annotated[list[Line], Limits(most=LINES)]
    hints: bool = True


def _read(texts: Sequence[str]) -> tuple[dict[int, Formula], dict[int, str]]:
    """Parse texts; return the formulas of valid nonempty texts and the messages about invalid texts, both by index."""
    mistakes: dict[int, str] = {}
    for place, text in enumerate(texts):
        try:
            limited_formulas([text] if text.strip() else [], boxes=True)
        except ParseError as error:
            mistakes[place] = error.said("page").splitlines()[0]
    good = [place for place, text in enumerate(texts) if text.strip() and place not in mistakes]
    read = limited_formulas([texts[place] for place in good], boxes=True).formulas
    return dict(zip(good, read, strict=True)), mistakes


def answer(query: Query) -> dict[str, Any]:
    """Check each line, and whether the lines prove the goal; also return the proof as text."""
    read, mistakes = _read([*[line.formula for line in query.lines], *query.premises, query.goal])
    given = range(len(query.lines), len(query.lines) + len(query.premises))
    for place in (*given, given.stop):
        if place in mistakes:
            raise DerivationError(f"{[*query.premises, query.goal][place - given.start]}: {mistakes[place]}")
    goal = read.get(given.stop)
    sequent = goal, [read[place] for place in given if place in read] if goal is not None else None
    lines = [_line(query, place, read, mistakes) for place in range(len(query.lines))]
    style, hint = (FitchProof, fitch_hint) if query.style == "fitch" else (Derivation, hilbert_hint)
    proof = style(tuple(lines), query.logic)
    page, marking = proof.page(*sequent, time=PROOF_SECONDS)
    hints = hints_for(marking, partial(hint, page)) if query.hints else {}
    rows = [
        {
            "formula": str(mark.line.formula) if place in read else "",
            "problem": mistakes.get(place, mark.problem),
            "rests_on": [*mark.rests_on],
            "hint": hints[place + 1]._asdict() if place + 1 in hints else None,
        }
        for place, mark in enumerate(marking.marks)
    ]
    proved = goal is not None and bool(marking) and bool(lines) and not mistakes
    return {"lines": rows, "proved": proved, "problem": marking.problem, "text": str(proof)}


def _line(query: Query, place: int, read: Mapping[int, Formula], mistakes: dict[int, str]) -> hilbert.Line:
    """Return the line with this index; its rule is empty if its reason is invalid. Mistakes are added to `mistakes`."""
    line, rule, of = query.lines[place], "", ()
    try:
        if line.why.strip():
            rule, of = (fitch if query.style == "fitch" else hilbert).reason(line.why)
    except DerivationError as error:
        mistakes.setdefault(place, error.said("page"))
    if place not in read:
        mistakes.setdefault(place, "it has no formula yet")
    said = read.get(place, HOLE)
    bars = line.bars if query.style == "fitch" else ()
    return hilbert.Line(place + 1, said, rule, of, tuple(map(fitch.bar_of, bars)))


class Source(Request):
    """A request that contains the text of a proof."""

    text: Annotated[str, Limits(most=TEXT)]


def lines(query: Source) -> dict[str, Any]:
    """Return the lines of a proof text, its style, and the logic if the text gives one for all agents."""
    style: type[FitchProof | Derivation] = FitchProof if fitch.looks_like_fitch(query.text) else Derivation
    proof = style.parse(query.text, lambda texts, _: limited_formulas(texts, boxes=True).formulas)
    logic = proof.logic if isinstance(proof.logic, str) else None
    return {
        "style": "fitch" if style is FitchProof else "hilbert",
        "logic": logic,
        "lines": [line.to_dict() for line in proof.lines],
    }


class Palette(Request):
    """A request for the rules of a proof style."""

    style: Style = "fitch"


def rules(query: Palette) -> dict[str, Any]:
    """Return the rules of a proof style, each with its premises and conclusion in words.

    For rules of Fitch proofs, the entry ``takes`` lists the allowed pairs (number of lines, number of subproofs).
    """
    says = fitch.SAYS if query.style == "fitch" else hilbert.SAYS
    takes = {name: [*rule.takes] for name, rule in RULES.items()} if query.style == "fitch" else {}
    return {"rules": [{"name": name, "takes": takes.get(name, []), "says": text} for name, text in says.items()]}
