"""Learning: exercises that are made and marked, and lessons around them. Without the page's code."""
