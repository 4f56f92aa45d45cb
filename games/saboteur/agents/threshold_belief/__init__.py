"""What agents believe of roles, by an update chart, and how it is told."""
