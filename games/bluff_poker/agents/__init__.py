"""The agents of Bluff Poker, one file or folder per method; `games.bluff_poker.game.AGENTS` lists them all."""
