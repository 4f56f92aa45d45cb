"""Pictures without places: worlds, lines, texts."""
