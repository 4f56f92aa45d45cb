"""The set algebras of the explicit engine, and what they compute with."""
