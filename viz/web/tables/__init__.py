"""Games on the page; each runs in its own process, so hidden information stays on the server."""
