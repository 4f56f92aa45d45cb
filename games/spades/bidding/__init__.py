"""Bids as functions of a hand, the earlier bids and the score, without the rules and the table."""
