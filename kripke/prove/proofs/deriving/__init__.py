"""Conversion of tableau proofs to derivations in the style of Hilbert."""
