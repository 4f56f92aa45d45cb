"""What a line of a proof in the style of Fitch says, as a formula."""

from collections.abc import Iterator

from kripke.prove.fitch.proof import FitchProof, box
from kripke.prove.fitch.reading import CLOSED, Bar
from logic.clauses import Implies
from logic.formula import Formula


def meanings(proof: FitchProof) -> Iterator[Formula]:
    """For each line the formula that is valid if it follows: below its assumptions, in the boxes of its subproofs."""
    stack: list[tuple[Bar, Formula | None]] = []
    for line in proof.lines:
        old = len(line.bars) - (line.rule == "assume")
        kept = [held for held, bar in zip(stack[:old], line.bars, strict=False) if held[0] == bar]
        while kept != stack[: len(kept)]:
            kept.pop()
        stack = [*kept, *[(bar, None) for bar in line.bars[len(kept) :]]]
        if line.rule == "assume" and stack:
            stack[-1] = (stack[-1][0], line.formula)
        said = line.formula
        for bar, supposed in reversed(stack):
            said = said if supposed is None else Implies(supposed, said)
            if bar == CLOSED:
                break
            said = box(bar, said) if bar else said
        yield said
