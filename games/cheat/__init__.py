"""Cheat: claims about cards that are played face down, and calls."""
