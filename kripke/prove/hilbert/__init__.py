"""Derivations in the style of Hilbert: read, and marked line by line."""
