"""The faces: `KripkeModel` and `SymbolicModel`, thin over the rooms below."""
