"""The agents of Bluff Poker, one folder per method; `by_name` lists them all."""
