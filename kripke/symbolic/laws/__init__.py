"""Laws: constraints and formulas that build their diagrams, variables of many values, and the order of bits."""
