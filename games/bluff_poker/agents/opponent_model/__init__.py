"""An agent that learns the habits of its opponents, as weights of worlds, and plays the best response."""
