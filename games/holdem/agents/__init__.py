"""The agents of hold'em: rule-based players and players with a neural network."""
