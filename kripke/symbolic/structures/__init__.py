"""Knowledge structures: building, counting, listing, updates by events, and moves between managers."""
