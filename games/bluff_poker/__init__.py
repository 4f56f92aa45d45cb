"""Bluff Poker: three dice under a cup, and bids that may be lies; `game.GAME` is its entry in the registry."""
