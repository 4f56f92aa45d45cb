"""Cheat: the experiment, fitted habits, and training of the predictors."""
