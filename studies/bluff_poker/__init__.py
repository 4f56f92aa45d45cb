"""Bluff Poker: the experiment, and the exploitability of agents in duels, which are simplified games."""
