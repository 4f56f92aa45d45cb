"""Places of worlds, lines and names."""
