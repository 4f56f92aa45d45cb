"""How games are played: line-ups, matches, many of them on all cores, records, statistics, experiments."""
