"""How cards are played: by rules, by double-dummy play of sampled deals, by a tree search."""
