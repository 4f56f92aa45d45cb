from itertools import combinations

import pytest

from viz.theme import COLOURS, FILL, GHOST, INK, PALE, PALETTES, PAPER, contrast, strokes

# Machado, Oliveira, Fernandes, "A physiologically-based model for simulation of color vision deficiency", IEEE TVCG 15,
# 2009, doi:10.1109/TVCG.2009.113: severity 1.0.
BLINDNESS = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}


def linear(colour):
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]


def lab(rgb):
    xyz = [
        sum(m * c for m, c in zip(row, rgb, strict=True)) / white
        for row, white in zip(
            ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505)),
            (0.9505, 1.0, 1.089),
            strict=True,
        )
    ]
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (max(v, 0.0) for v in xyz))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def seen(colour, matrix):
    rgb = linear(colour)
    return lab([min(1.0, max(0.0, sum(m * c for m, c in zip(row, rgb, strict=True)))) for row in matrix])


def test_every_agents_colour_is_readable_as_small_text_on_white():
    assert min(contrast(colour, PAPER) for colour in COLOURS[:5]) >= 4.5
    assert min(contrast(colour, PAPER) for colours in PALETTES.values() for colour in colours) >= 4


def test_text_is_readable_on_a_filled_world_and_ghosts_are_paler_than_remarks():
    assert contrast(INK, FILL) >= 7
    assert contrast(PALE, PAPER) >= 4.5
    assert contrast(PALE, PAPER) > contrast(GHOST, PAPER) > 2.5


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("blindness", BLINDNESS)
def test_two_agents_differ_in_style_or_in_a_colour_that_the_colour_blind_tell_apart(blindness, palette):
    known = strokes([str(i) for i in range(len(PALETTES[palette]))], palette)
    for one, other in combinations(known.values(), 2):
        if one.style == other.style:
            apart = [a - b for a, b in zip(*(seen(s.colour, BLINDNESS[blindness]) for s in (one, other)), strict=True)]
            assert sum(d * d for d in apart) ** 0.5 > 12, (one, other)


@pytest.mark.parametrize("palette", PALETTES)
def test_in_grey_two_agents_differ_in_style_or_lightness(palette):
    known = strokes([str(i) for i in range(len(PALETTES[palette]))], palette)
    for one, other in combinations(known.values(), 2):
        assert one.style != other.style or abs(lab(linear(one.colour))[0] - lab(linear(other.colour))[0]) > 5, (
            one,
            other,
        )


def test_the_first_24_agents_all_have_strokes_of_their_own():
    known = strokes([str(i) for i in range(24)])
    assert len({(s.colour, s.style) for s in known.values()}) == 24


def test_strokes_go_by_the_place_in_the_order_not_by_the_name():
    assert list(strokes(["x", "y"]).values()) == list(strokes(["anne", "bill"]).values())
