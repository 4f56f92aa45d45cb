"""An agent that learns the habits of its opponents and plays the best response."""
