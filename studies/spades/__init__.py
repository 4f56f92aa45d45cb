"""Spades: the experiment, and training of the success curves of nil."""
