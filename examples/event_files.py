"""Event files: event models as text that is read, applied and drawn."""

from pathlib import Path
from tempfile import TemporaryDirectory

from whoknows import KripkeModel, draw_product, load_event_model, save_event_model

# "A coin is in a box. Ann looks at it; Bob sees that she looks, but not what she sees."
model = KripkeModel.s5(
    worlds={"up": {"h"}, "down": set()}, partitions={"ann": [["up", "down"]], "bob": [["up", "down"]]}, actual="up"
)
text = """
event heads: pre h
event tails: pre ~h
ann: heads | tails
others: heads tails
"""

# "Text written by hand can be read, and saved as JSON for programs."
with TemporaryDirectory() as folder:
    Path(folder, "look.event").write_text(text, encoding="utf-8")
    look = load_event_model(Path(folder, "look.event"))
    save_event_model(look, Path(folder, "look.json"))
    again = load_event_model(Path(folder, "look.json"))

# "The model, the event model and the product, side by side."
picture = str(draw_product(model, look))
print(f"{len(picture):,} characters of SVG")

assert again == look
assert model.update(again).holds("K_ann h & ~Kw_bob h & K_bob Kw_ann h")
assert all(name in picture for name in ("heads", "tails"))
