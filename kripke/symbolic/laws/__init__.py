"""State laws (conditions that all states satisfy): constraints, variables with several values, and the bit order."""
