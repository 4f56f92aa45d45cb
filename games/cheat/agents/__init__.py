"""The agents of Cheat."""
