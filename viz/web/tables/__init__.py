"""Games on the page; each runs in a process of its own, and hidden information stays on the server."""
