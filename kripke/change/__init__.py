"""Announcements, event models, product update, belief and plausibility.

Each function takes a structure and returns a changed one.
"""
