"""Deals of cards: the state law, its consequences for hands, and queries answered by counting cards."""
