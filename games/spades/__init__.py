"""Spades: bids, tricks and knowledge of the deal."""
