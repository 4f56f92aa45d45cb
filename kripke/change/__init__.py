"""Announcements, event models, product update, belief and plausibility; changes return new structures."""
