"""Conversion of tableau proofs to Hilbert-style derivations."""
