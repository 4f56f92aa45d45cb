"""A simulated population: players with habits."""
