"""Formulas on knowledge structures: where they hold, at one state, everywhere, why, and what they change."""
