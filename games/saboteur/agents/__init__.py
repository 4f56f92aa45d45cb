"""Who plays Saboteur, a folder for each method."""
