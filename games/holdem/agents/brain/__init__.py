"""An agent that plays by a neural network: its inputs, its forward pass and its weights."""
