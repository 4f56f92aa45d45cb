"""Bids from a hand, the bids before and the score: bidders as functions that need no rules and no table."""
