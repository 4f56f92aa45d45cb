"""Saboteur: miners dig for gold, and hidden saboteurs try to stop them."""
