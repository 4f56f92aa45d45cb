"""The agents of Saboteur, one folder per method."""
