"""Spades: four players in two partnerships bid how many tricks they take, then play them out."""
