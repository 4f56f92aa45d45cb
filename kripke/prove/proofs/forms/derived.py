"""A proof as a derivation in the style of Hilbert, which `Derivation.parse` reads again."""

from __future__ import annotations

from kripke.prove.proofs.deriving.deriving import derive
from kripke.prove.proofs.forms.telling import Telling


def hilbert(telling: Telling) -> str:
    """The lines of the derivation.

    Parameters
    ----------
    telling : Telling
        The proof.
    """
    derivation = derive(telling.script, telling.formula, telling.premises, telling.theory)
    count, limit = len(derivation.lines), telling.limit
    if limit is None or count <= max(limit, 1):
        return str(derivation)
    shown = max(limit, 1)
    first = str(derivation.first(shown))
    return f"{first}\n# … the derivation has {count:,} lines, the first {shown:,} are shown; all: limit=None, --limit 0"
