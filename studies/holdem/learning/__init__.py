"""Networks that learn to play hold'em; JAX is used only in training."""
