"""The routes by subject: each reads a request and returns plain data, without any state."""
