"""A formula compiled to a program and run over a set algebra; ways to build a structure."""
