"""The agents of Saboteur, a folder for each method."""
