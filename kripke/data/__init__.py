"""Plain data: worlds, valuations, relations, weights, ranks, structures; validated, immutable, without behaviour."""
