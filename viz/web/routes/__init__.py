"""The routes by subject: each maps a request to plain data, without any state."""
