"""Output of pictures: sheets, Graphviz's language, TikZ, SVG, PNG and PDF."""
