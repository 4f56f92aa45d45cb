"""Exercises: one module per kind, with a common interface (`exercise.py`), and their registry."""
