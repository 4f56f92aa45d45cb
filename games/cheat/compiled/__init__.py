"""Cheat as compiled loops: `moves` has the row of a game and its moves, `deals` draws hidden cards."""
