"""Drawing: a model as a picture for a slide, a page, or a paper."""

from pathlib import Path
from tempfile import TemporaryDirectory

from whoknows import KripkeModel, draw

# "A coin is under a cup. Anne has peeked, Bill has not, and both know that she has."
m = KripkeModel.s5(
    worlds={"up": {"heads"}, "down": set()},
    partitions={"anne": [["up"], ["down"]], "bill": [["up", "down"]]},
    actual="up",
)

# "The picture as text, for a web page."
svg = str(draw(m))

# "The picture as a file; the ending gives the format."
with TemporaryDirectory() as folder:
    path = Path(folder, "coin.png")
    draw(m, path)
    first_bytes = path.read_bytes()[:4]
print(f"{len(svg):,} characters of SVG, and a PNG")

assert "<svg" in svg
assert "heads" in svg
assert "bill" in svg
assert first_bytes == b"\x89PNG"
