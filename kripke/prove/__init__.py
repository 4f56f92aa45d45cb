"""Validity: decide formulas in a logic for each agent, with a countermodel or a proof that none exists."""
