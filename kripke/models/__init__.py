"""`KripkeModel` and `SymbolicModel`: thin layers over the packages below."""
