"""Players of cards: by rules, by double-dummy play of sampled deals, by a tree search."""
