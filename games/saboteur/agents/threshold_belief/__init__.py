"""The agent `source`: weighted beliefs about roles with a threshold, revised by an update chart."""
