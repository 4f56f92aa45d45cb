"""Experiments on the games' agents, their fitting and training; they reproduce tables of papers and of the reports."""
