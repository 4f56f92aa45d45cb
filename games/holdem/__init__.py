"""Three-player limit hold'em."""
