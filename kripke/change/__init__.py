"""Change: announcements, event models, product update, belief and plausibility: structure x action -> structure."""
