"""Saboteur: the experiment, and fitting of the constants of the `bayes_lookahead` agent."""
