"""Agents that play Spades."""
