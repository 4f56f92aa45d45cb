"""Saboteur: miners dig for gold, and some among them see to it that it is not found."""
