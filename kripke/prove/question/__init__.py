"""From a formula, logics and a theory to numbered nodes: what the prover is asked."""
