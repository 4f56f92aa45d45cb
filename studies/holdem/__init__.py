"""Hold'em: training of networks, and the experiment on collusion."""
