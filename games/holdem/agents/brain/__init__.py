"""An agent that plays with a neural network: its inputs, forward pass and weights."""
