"""Output of pictures: sheets, DOT, TikZ, SVG, PNG and PDF."""
