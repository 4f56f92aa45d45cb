"""Construction of a proof's script from the finished search."""
