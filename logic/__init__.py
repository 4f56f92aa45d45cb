"""The formula language: reading, printing and transforming formulas."""
