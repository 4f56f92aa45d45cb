"""The routes by subject; each function maps a request to plain data and keeps no state."""
