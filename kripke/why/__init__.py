"""Explanations: a reason for the truth value of each formula at a world, and the tree of reasons."""
