"""What a drawn picture shows: its panel's places, and the texts and nodes of its SVG."""

from itertools import combinations
from xml.etree import ElementTree

import numpy as np

from viz.layout.tips import tip_boxes
from viz.output.files import sheets_of
from viz.pictures.legend import Beside
from viz.pictures.model_picture import picture_of
from viz.pictures.picture import Options

SVG = "{http://www.w3.org/2000/svg}"
FINE, COARSE = np.linspace(0.0, 1.0, 801), np.linspace(0.0, 1.0, 25)


def panel_of(structure, **options):
    return sheets_of([picture_of(structure, Options(**options))], Beside([""]))[0].panels[0]


def points_of(curve, where=COARSE):
    """The points of a curve at these parameters, as rows."""
    return np.stack(curve.at(where), axis=1)


def covers(box, points):
    """Whether the box covers each of the points, which are rows."""
    core = np.array([box.width / 2 - box.radius, box.height / 2 - box.radius])
    outside = np.maximum(np.abs(points - (box.x, box.y)) - core, 0.0)
    return np.hypot(outside[:, 0], outside[:, 1]) <= box.radius


def lines_behind_worlds(panel):
    """The lines that run behind a world or a hub that they do not join."""
    return [
        (track.link, k)
        for track in panel.tracks
        for k, box in enumerate(panel.ringed)
        if k not in (track.link.source, track.link.target) and covers(box, points_of(track.curve, FINE)).any()
    ]


def covered_names(panel):
    """The names that cover, or are covered by, a world, a hub, another name or the tip of an arrow."""
    named = [(track.link, track.label) for track in panel.tracks if track.label is not None]
    tips = [tip for track in panel.tracks for tip in tip_boxes(track.link, track.curve)]
    over = [link for link, label in named for other in [*panel.ringed, *tips] if label.meets(other)]
    return over + [one[0] for one, other in combinations(named, 2) if one[1].meets(other[1])]


def texts(svg):
    """The texts of a picture."""
    return ["".join(each.itertext()) for each in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def nodes(svg):
    """The worlds, hubs and texts by their names in DOT."""
    groups = [each for each in ElementTree.fromstring(svg).iter(f"{SVG}g") if each.get("class") == "node"]
    return {group.find(f"{SVG}title").text: group for group in groups}
