"""Positions of worlds, lines and names."""
