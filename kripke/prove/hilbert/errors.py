"""The error of texts that are no derivations."""

from __future__ import annotations

from logic.errors import EpistemicError


class DerivationError(EpistemicError, ValueError):
    """A text is not a derivation: a line has no number, no justification, or no formula; the message has the line.

    Examples
    --------
    >>> from whoknows import Derivation, DerivationError
    >>> try:
    ...     Derivation.parse("1. K_a p -> p")
    ... except DerivationError as error:
    ...     print(error)
    line 1: '1. K_a p -> p' has no justification; write it after two spaces: 1. K_a p -> p  T
    """
