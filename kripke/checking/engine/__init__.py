"""The set algebras of the explicit engine, and their data structures."""
