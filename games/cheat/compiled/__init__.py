"""Cheat as compiled loops: `moves` has the row of a game and the rules, `deals` draws hidden cards, then the search."""
