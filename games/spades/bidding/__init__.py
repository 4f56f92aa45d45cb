"""Bids as functions of a hand, the earlier bids and the score."""
