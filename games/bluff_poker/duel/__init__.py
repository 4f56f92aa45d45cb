"""Two players alone, solved exactly: how far from optimal an agent is."""
