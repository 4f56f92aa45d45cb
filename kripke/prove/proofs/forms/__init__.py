"""The forms of a proof to read: trees, steps in words, LaTeX, HTML, plain data."""
