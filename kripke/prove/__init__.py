"""Decide validity, with a logic for each agent; the result is a proof or a countermodel."""
