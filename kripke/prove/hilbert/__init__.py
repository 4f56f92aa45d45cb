"""Derivations in the style of Hilbert: read, marked line by line, and written for proofs of the search."""
