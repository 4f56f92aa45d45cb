"""Two colluding players of hold'em: their play, their signals, and their detection."""
