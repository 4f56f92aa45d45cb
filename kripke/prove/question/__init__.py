"""The prover's input: formulas and a theory as numbered nodes, and a logic for each agent."""
