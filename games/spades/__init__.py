"""Spades: bids, tricks and what is known of the deal."""
