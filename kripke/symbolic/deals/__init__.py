"""Deals of cards: the law, what it says of hands, and queries that are answered by counting cards."""
