"""Systems with time: descriptions, their reachable states, and questions about their runs."""
