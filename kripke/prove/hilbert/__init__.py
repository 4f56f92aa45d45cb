"""Derivations in the style of Hilbert: parsing, and marking line by line."""
