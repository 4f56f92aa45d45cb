"""Experiments, fitting and training of the games' agents, which reproduce the tables of papers and of the reports."""
