"""Derivations in the style of Hilbert: parsing, and grading line by line."""
