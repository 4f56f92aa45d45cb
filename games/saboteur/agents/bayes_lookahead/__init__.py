"""The agent `stronger`: it infers roles and gold by Bayes' rule, and tries to win for its side."""
