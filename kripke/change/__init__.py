"""Announcements, event models, product update, belief and plausibility: functions from structures to structures."""
