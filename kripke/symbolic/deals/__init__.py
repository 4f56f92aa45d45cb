"""Deals of cards: the law, its consequences for hands, and queries answered by counting cards."""
