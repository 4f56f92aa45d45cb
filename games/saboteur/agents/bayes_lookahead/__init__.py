"""The agent `stronger`: roles and gold by Bayes, actions by the chance that its side wins."""
