"""Classic puzzles of knowledge, one story a file."""
