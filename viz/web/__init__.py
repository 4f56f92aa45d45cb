"""The page: a server on this machine that answers questions about models, and what the browser shows."""
