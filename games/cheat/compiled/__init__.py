"""Compiled loops of Cheat: `moves` stores a game as an array and makes its moves, `deals` draws hidden cards."""
