"""Replacement of equivalents: two formulas that differ only in that one of a pair stands for the other."""

from __future__ import annotations

from kripke.prove.hilbert.forms import Form, Forms
from logic import clauses as f

CHANGES = (f.Announce, f.AnnounceWhether)
"""Changes of which the first child is what is said, at a world before the change, and the second what holds after."""

OTHER_CHANGES = (f.Act, f.R)
"""Changes that need not keep the properties of relations."""


def replaced_after_change(forms: Forms, one: Form, other: Form, pair: tuple[Form, ...]) -> bool | None:
    """Whether a replacement that makes the second form of the first is after an announcement; None if there is none."""
    allowed = {pair, pair[::-1], (pair[0] ^ 1, pair[1] ^ 1), (pair[1] ^ 1, pair[0] ^ 1)}
    stack, seen, after = [(one, other, False)], set[tuple[Form, Form, bool]](), False
    while stack:
        left, right, changed = step = stack.pop()
        if left == right or step in seen:
            continue
        seen.add(step)
        if (left, right) in allowed:
            after |= changed
            continue
        (clause, content, kids), (other_clause, others, parts) = forms.rows[left >> 1], forms.rows[right >> 1]
        if clause is not other_clause or content != others or len(kids) != len(parts) or (left ^ right) & 1:
            return None
        if clause in OTHER_CHANGES:
            return None
        stack += [(kid, part, changed) for kid, part in zip(kids, parts, strict=True)]
        if clause in CHANGES:
            stack[-1] = (kids[-1], parts[-1], True)
    return after
