"""The agents of hold'em."""
