"""The learning agent: it models the habits of others as weights on worlds, and plays the best response."""
