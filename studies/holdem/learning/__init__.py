"""Networks that learn to play hold'em; JAX is used in training alone."""
