"""Explanations: the reason for each clause of the semantics, and the tree of reasons."""
