"""State laws, the conditions that all states satisfy: constraints, variables of many values, and the order of bits."""
