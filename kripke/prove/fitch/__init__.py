"""Proofs in the style of Fitch: made, read, and marked line by line."""
