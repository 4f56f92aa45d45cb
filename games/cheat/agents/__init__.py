"""Agents that play Cheat."""
