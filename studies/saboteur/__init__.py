"""Saboteur: the experiment, and fitting of the numbers of the `bayes_lookahead` agent."""
