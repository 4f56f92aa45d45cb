"""Games on the page: each game has its own process, so what is hidden from a person never leaves the server."""
