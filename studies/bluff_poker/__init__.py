"""Bluff Poker: the experiment, and how far play in the duel is from an equilibrium."""
