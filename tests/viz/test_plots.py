"""Plots of counts: files of each kind, numbers of any size, and what cannot be plotted."""

import re

import pytest

from kripke.data.errors import FileError
from viz.pictures.picture import DrawError
from viz.plots import _short, plot_counts

COUNTS = {"all": [10**28, 10**20, 7, 1], "anne": [10**5, 3]}


def texts(svg):
    """What the plot says: matplotlib draws letters as paths, and leaves their text in comments."""
    return [text.strip() for text in re.findall(r"<!-- (.*?) -->", svg)]


@pytest.mark.parametrize(("ending", "magic"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_the_ending_says_the_format(tmp_path, ending, magic):
    path = tmp_path / f"counts.{ending}"
    assert plot_counts(COUNTS, path) == path
    assert path.read_bytes().startswith(magic)


def test_the_same_counts_give_the_same_picture(tmp_path):
    assert plot_counts(COUNTS) == plot_counts(COUNTS)
    one, other = (plot_counts(COUNTS, tmp_path / name).read_bytes() for name in ("a.pdf", "b.pdf"))
    assert one == other


def test_the_plot_names_observers_steps_notes_and_powers_of_ten():
    svg = plot_counts(COUNTS, steps=["deal", "p", "q", "r"], notes={2: "a $pass$"}, title="The fall", label="deals")
    said = texts(svg)
    for text in ("all: 1.0 × 10²⁸", "anne: 100,000", "deal", "q", "a $pass$", "The fall", "deals", "10²⁸", "1"):
        assert text in said


def test_of_many_steps_some_are_named():
    said = texts(plot_counts({"all": [2**i for i in range(200, 0, -1)]}, steps=[f"step{i}" for i in range(200)]))
    named = [text for text in said if text.startswith("step")]
    assert 5 <= len(named) <= 14
    assert named[0] == "step0"


def test_numbers_beyond_floating_point_are_plotted():
    said = texts(plot_counts({"all": [2**5_000, 1]}))
    assert "all: 1.4 × 10¹⁵⁰⁵" in said


@pytest.mark.parametrize(
    ("number", "text"), [(1, "1"), (999_999, "999,999"), (10**6, "1.0 × 10⁶"), (99_999_999, "1.0 × 10⁸")]
)
def test_large_numbers_are_told_by_two_digits(number, text):
    assert _short(number) == text


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"counts": {}}, "expected numbers for each observer"),
        ({"counts": {"all": []}}, "expected numbers for each observer"),
        ({"counts": [3, 2]}, "expected numbers for each observer"),
        ({"counts": {"all": [3, 0]}}, "counts of all: expected numbers from 1, got 0"),
        ({"counts": {"all": [2.5]}}, "got 2.5"),
        ({"counts": {"all": 5}}, "expected numbers for each observer"),
        ({"counts": {"all": [3, 2]}, "steps": ["start"]}, "steps .*: expected 2 names"),
        ({"counts": {"all": [3, 2]}, "steps": "ab"}, "steps 'ab': expected 2 names"),
        ({"counts": {"all": [3, 2]}, "notes": {2: "x"}}, "notes 2: expected steps from 0 to 1"),
        ({"counts": {"all": [3, 2]}, "dpi": 0}, "dpi=0: expected"),
        ({"counts": {"all": [3, 2]}, "path": "plot.gif"}, r"plot.gif: the ending gives the format, .svg, .png or .pdf"),
    ],
)
def test_what_cannot_be_plotted_is_refused(given, message):
    with pytest.raises(DrawError, match=message):
        plot_counts(**given)


def test_a_file_that_cannot_be_written_is_told():
    with pytest.raises(FileError, match="no such directory"):
        plot_counts({"all": [3, 2]}, "no/such/folder/plot.svg")
