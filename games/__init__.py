"""Games of hidden information, with agents that decide by queries to the engine about what players know."""
