"""From a proof to a derivation in the style of Hilbert: a refuted world becomes a theorem, a passage lifts it."""
