"""The agent `source`: beliefs about roles with weights and a threshold, moved by an update chart."""
