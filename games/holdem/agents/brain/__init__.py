"""An agent that plays by a neural network: its inputs, forward pass and weights."""
