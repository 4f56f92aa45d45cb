"""The names of rules and axioms in justifications, and other names that textbooks have for them."""

from __future__ import annotations

AXIOMS = ("K", "T", "D", "4", "5", "B")
"""The axioms of the modal cube, which the systems of the agents allow."""

OTHERS = ("D_G", "Fix", "Ind", "Ann")
"""The axioms of groups and announcements; `Ind` with a line is a rule."""

RULES = ("PL", "MP", "Nec", "RK", "RM", "RE", "AnnC", "premise", "theory")

KNOWN = (*AXIOMS, *OTHERS, *RULES)

_ALIASES = {
    "PL": "taut tautology prop propositional pc cpl def definition df dual",
    "MP": "modus",
    "Nec": "necessitation rn n gen",
    "K": "distribution",
    "T": "truth",
    "RK": "rr",
    "premise": "prem assumption hypothesis hyp given",
    "Fix": "fixpoint mix c1",
    "Ind": "induction rc1",
    "Ann": "pal announcement reduction",
}

_CANONICAL = {name.casefold(): name for name in KNOWN}
_CANONICAL |= {alias: name for name, aliases in _ALIASES.items() for alias in aliases.split()}


def canonical(name: str) -> str | None:
    """The name of the rule or axiom that the text names; None if there is none.

    Examples
    --------
    >>> canonical("necessitation"), canonical("t"), canonical("magic")
    ('Nec', 'T', None)
    """
    return _CANONICAL.get(name.casefold())
