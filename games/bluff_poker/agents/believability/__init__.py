"""The agent of the source: it decides by what players consider possible, with exact probabilities."""
