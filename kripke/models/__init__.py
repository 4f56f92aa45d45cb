"""The model classes `KripkeModel` and `SymbolicModel`, and functions on models."""
