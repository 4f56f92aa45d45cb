"""Plain data: worlds, valuations, relations, weights, ranks, structures; validated and immutable."""
