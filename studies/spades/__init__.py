"""Spades: the experiment, and training of the curves that predict the success of nil bids."""
