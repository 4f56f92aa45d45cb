"""The agent `stronger`: it infers roles and gold by Bayes' rule and acts by its side's chance to win."""
