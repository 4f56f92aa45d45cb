"""Pictures as sheets, in Graphviz's language, TikZ, SVG, PNG and PDF."""
