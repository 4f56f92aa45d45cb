"""Animations of several pictures: an animated SVG, or a GIF."""

from collections.abc import Sequence
from io import BytesIO

SECONDS = 2.5  # time of each picture


def animated_svg(pictures: Sequence[bytes]) -> bytes:
    """Combine SVG pictures of the same area into an animated SVG. O(c) for c bytes.

    A viewer that does not support animation shows the first picture.
    """
    texts = [picture.decode() for picture in pictures]
    starts = [text.index(">", text.index("<svg")) + 1 for text in texts]
    parts = [texts[0][: starts[0]]]
    for place, (text, start) in enumerate(zip(texts, starts, strict=True)):
        shown = ";".join("visible" if k == place else "hidden" for k in range(len(texts)))
        body = text[start : text.rindex("</svg>")]
        parts += [
            f'<g visibility="{"hidden" if place else "visible"}">',
            f'<animate attributeName="visibility" values="{shown}" calcMode="discrete" '
            f'dur="{SECONDS * len(texts):g}s" repeatCount="indefinite"/>',
            f"{body}</g>",
        ]
    return "\n".join([*parts, "</svg>\n"]).encode()


def animated_gif(pictures: Sequence[bytes]) -> bytes:
    """Combine PNG pictures of equal size into a GIF that repeats forever."""
    from PIL import Image  # only for GIF

    first, *others = [Image.open(BytesIO(picture)).convert("RGB").quantize(64) for picture in pictures]
    written = BytesIO()
    first.save(written, "GIF", save_all=True, append_images=others, duration=int(1_000 * SECONDS), loop=0)
    return written.getvalue()
