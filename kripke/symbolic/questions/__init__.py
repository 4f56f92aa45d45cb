"""Formulas on knowledge structures: their extensions, validity, truth at a state, reasons and updates."""
