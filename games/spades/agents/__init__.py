"""The agents of Spades."""
