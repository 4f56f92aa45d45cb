"""An agent that decides by what players consider possible, with exact probabilities."""
