"""Playing games: line-ups, matches on all cores, records, replays and statistics."""
