"""Exceptions of the prover: time limits, unknown logics, unsupported operators, and wrong or missing proofs."""

from logic.errors import EpistemicError, FormulaError, by_face


class OutOfTime(EpistemicError, TimeoutError):
    """The prover reached the time or memory limit before a decision; the message reports the progress.

    Examples
    --------
    >>> from kripke.prove import errors
    >>> try:
    ...     raise errors.OutOfTime("undecided after 2 s; give more time by time=")
    ... except TimeoutError as error:
    ...     print(error)
    undecided after 2 s; give more time by time=
    """


class UnknownLogic(EpistemicError, ValueError):
    """There is no modal system with this name, or an agent has no suitable system.

    Examples
    --------
    >>> from kripke.prove import errors
    >>> from kripke.prove.question.problem import system
    >>> try:
    ...     system("KD454")
    ... except errors.UnknownLogic as error:
    ...     print(error)
    no logic 'KD454'; did you mean 'KD45'?
    """


class UnsupportedOperator(FormulaError):
    """The prover does not decide formulas with this operator; they can be evaluated in a model.

    Examples
    --------
    >>> from kripke.prove import errors
    >>> from kripke.prove.face import prove
    >>> try:
    ...     prove("B_a>=1/2 p")
    ... except errors.UnsupportedOperator as error:
    ...     print(error)
    B_a>=1/2 p: the prover does not decide degrees of belief; a model evaluates them: model.holds(f)
    """


class WrongProof(EpistemicError, ValueError):
    """A step of a proof does not follow from the steps that it cites, or the proof is about another statement."""


class NoProof(EpistemicError, ValueError):
    """There is no proof, since the answer is about validity on one frame, not about validity in a logic."""


class NoDerivation(EpistemicError, ValueError):
    """No proof can be written or found in the style of Hilbert or Fitch with the rules and axioms of that style.

    Examples
    --------
    >>> from kripke.prove import errors
    >>> from kripke.prove.face import prove
    >>> try:
    ...     prove("R_{a,b} K_a p -> D_{a,b} p").derivation()
    ... except errors.NoDerivation as error:
    ...     print(error)
    R_{a,b} K_a p: derivations have no axioms for resolution; so the proof has no style 'hilbert', but the styles \
'steps', 'tree', 'latex' and 'bussproofs'
    """


class DerivationError(EpistemicError, ValueError):
    """A string is not a derivation or a Fitch-style proof: a line has no number, no justification, or no formula.

    The message gives the line. This exception is also raised for an unknown axiom.

    Examples
    --------
    >>> from whoknows import Derivation, DerivationError
    >>> try:
    ...     Derivation.parse("1. K_a p -> p")
    ... except DerivationError as error:
    ...     print(error)
    line 1: '1. K_a p -> p' has no justification; write it after two spaces: 1. K_a p -> p  T
    """


def vocabulary_of(variable: str) -> str:
    """Return the advice to list more values of a `Kv` variable in the vocabulary."""
    ways = f"atoms=['{variable}=1', '{variable}=2']", f"--atom '{variable}=1' --atom '{variable}=2'"
    return by_face(*[f"; give the vocabulary by {way}" for way in ways])
