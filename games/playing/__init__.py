"""Playing games: line-ups, matches on all cores, records, statistics, experiments."""
