"""Experiments, fitting and training of the games' agents: what repeats the tables of the sources and of the reports."""
