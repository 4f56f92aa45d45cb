"""How games are played, behind `games.arena`: line-ups, matches, records, files that survive a kill, statistics."""
