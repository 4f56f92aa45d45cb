"""The agents of Bluff Poker, a folder for each method; `by_name` has them all."""
