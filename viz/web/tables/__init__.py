"""Games on the page: a process holds each game, so what is hidden from a person never leaves the server."""
