"""Cheat: claims about cards that lie face down, and calls."""
