"""One module a route: each reads a request and returns plain data, without any state."""
