"""The agent `source`: beliefs about roles with weights and a threshold, changed by an update chart."""
