"""Our own stronger agent: roles and gold by Bayes, acts by the chance that her side wins."""
