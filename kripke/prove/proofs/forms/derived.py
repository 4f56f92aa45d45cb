"""A proof as a derivation in the style of Hilbert, which `Derivation.parse` reads again."""

from __future__ import annotations

from kripke.prove.proofs.deriving.deriving import derive
from kripke.prove.proofs.forms.choices import cut
from kripke.prove.proofs.forms.telling import Telling


def hilbert(telling: Telling) -> str:
    """The lines of the derivation."""
    derivation = derive(telling.script, telling.formula, telling.premises, telling.theory)
    count, limit = len(derivation.lines), telling.limit
    if limit is None or count <= limit:
        return str(derivation)
    return f"{derivation.first(limit)}\n# {cut('derivation', 'line', count, limit)}"
