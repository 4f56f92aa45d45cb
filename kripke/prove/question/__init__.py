"""The prover's input: a formula, logics and a theory as numbered nodes."""
