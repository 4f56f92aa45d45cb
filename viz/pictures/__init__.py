"""Pictures without positions: worlds, lines, texts."""
