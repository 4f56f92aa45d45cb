"""The routes by subject; each maps a request to plain data, without state."""
