"""The agent of the source: decisions from what players hold possible, with exact chances."""
