"""Validity: decide formulas in a logic for each agent, with a countermodel or a verdict that no model exists."""
