"""Models found: candidates from the search, and the smallest by a SAT solver."""
