"""Bluff Poker: the experiment, and the exploitability of agents in the duel."""
