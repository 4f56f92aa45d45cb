"""Proofs in the style of Fitch: search, parsing, and marking line by line."""
