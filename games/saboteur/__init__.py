"""Saboteur: miners dig for gold, and hidden saboteurs among them try to prevent it."""
