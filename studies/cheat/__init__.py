"""Cheat: the experiment, fitting of simulated people, exploitability of agents, and training of predictors."""
