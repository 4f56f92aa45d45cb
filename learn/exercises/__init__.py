"""Exercises: one module a kind, with the same interface (`exercise.py`), and their registry."""
