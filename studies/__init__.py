"""Experiments, fitting and training of the games' agents, which reproduce the tables of the sources and the reports."""
