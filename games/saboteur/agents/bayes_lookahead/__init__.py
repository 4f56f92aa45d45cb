"""The agent `stronger`: it infers the roles and the place of the gold by Bayes' rule, and tries to win for its side."""
