"""Experiments with the games' agents, which reproduce tables of papers and of ``docs/reports``; training of agents."""
