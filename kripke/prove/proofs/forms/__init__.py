"""The output forms of a proof: trees, steps in words, LaTeX, HTML, plain data."""
