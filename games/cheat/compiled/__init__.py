"""Cheat as compiled loops: `row` has the words, `moves` the rules, `table` whole games, and the rest the search."""
