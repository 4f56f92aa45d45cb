"""Models of the players' knowledge, built by `games.knowing.table`, and queries to them with cached answers."""
