"""An agent whose decisions depend on what players consider possible, with exact probabilities."""
