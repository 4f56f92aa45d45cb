"""The agents of Spades: bidders that are combined with card players."""
