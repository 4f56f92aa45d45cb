"""Learning: exercises that are generated and marked, and lessons that contain them; independent of the web page."""
