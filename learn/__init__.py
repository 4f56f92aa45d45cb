"""Learning: generated and marked exercises, and lessons with them; independent of the web page."""
