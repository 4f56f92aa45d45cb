"""Proofs in the style of Fitch: search, parsing, and grading line by line."""
