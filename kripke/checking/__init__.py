"""Compilation of formulas to programs over a set algebra, their evaluation, and constructors of structures."""
