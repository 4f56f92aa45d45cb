import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kripke.checking import build
from kripke.models.kripke_model import KripkeModel
from viz.pictures.model_picture import picture_of
from viz.pictures.picture import Options
from viz.theme import GHOST
from viz.update_pictures import draw_update

SEVEN = [f"w{i}" for i in range(7)]


def read(picture, agent, ghosts):
    """The pairs of different worlds that a reader takes from the picture, by the worlds' names."""
    n = len(picture.spots)
    pairs, into, out = set(), {}, {}
    for link in picture.links:
        if agent not in link.agents or link.kind == "loop" or (link.ghost and not ghosts):
            continue
        ends = (link.source, link.target)
        for source, target in [ends] if link.kind == "arrow" else [ends, ends[::-1]]:
            if target >= n:
                into.setdefault(target, set()).add(source)
            elif source >= n:
                out.setdefault(source, set()).add(target)
            else:
                pairs.add((source, target))
    pairs |= {(source, target) for hub in into for source in into[hub] for target in out.get(hub, ())}
    names = [spot.world for spot in picture.spots]
    return {(names[i], names[j]) for i, j in pairs if i != j}


def pairs_of(structure, agent):
    edges = zip(*structure.relations[agent].edges, strict=True)
    return {(structure.worlds[int(i)], structure.worlds[int(j)]) for i, j in edges if i != j}


@st.composite
def updates(draw):
    """A model of knowledge and belief, and what is left of it."""
    n = draw(st.integers(2, 7))
    worlds = {w: set() for w in SEVEN[:n]}
    relations = {}
    for agent in "ab":
        low = draw(st.sampled_from([0, -1]))
        label = draw(st.lists(st.integers(low, 1), min_size=n, max_size=n))
        member = [low == 0 or draw(st.booleans()) for _ in range(n)]
        relations[agent] = [
            (SEVEN[i], SEVEN[j]) for i in range(n) for j in range(n) if label[i] == label[j] != -1 and member[j]
        ]
    before = build.from_relations(worlds, relations)
    kept = sorted(draw(st.sets(st.integers(0, n - 1), min_size=1)))
    return before, before.restrict(np.array(kept, dtype=np.intp))


@given(updates(), st.integers(1, 7))
def test_what_is_not_pale_is_the_model_after_and_all_together_shows_the_model_before(change, hubs):
    before, after = change
    picture = picture_of(after, Options(before=before, hubs=hubs))
    assert {spot.world for spot in picture.spots if not spot.ghost} == set(after.worlds)
    assert {spot.world for spot in picture.spots} == set(before.worlds)
    for agent in "ab":
        assert read(picture, agent, ghosts=False) == pairs_of(after, agent)
        assert read(picture, agent, ghosts=True) >= pairs_of(before, agent)


def test_a_class_that_shrinks_keeps_its_hub_and_its_pale_spokes():
    before = KripkeModel.s5({w: {"p"} if w != "w6" else set() for w in SEVEN}, {"a": [SEVEN]})
    picture = picture_of(before.announce("p").structure, Options(before=before.structure))
    assert len(picture.hubs) == 1
    assert picture.ghost_hubs == (False,)
    assert [(link.source, link.target) for link in picture.links if link.ghost] == [(7, 6)]


def test_a_class_that_becomes_small_leaves_a_pale_hub():
    before = KripkeModel.s5({w: {"p"} if w < "w2" else set() for w in SEVEN}, {"a": [SEVEN]})
    after = before.announce("p")
    picture = picture_of(after.structure, Options(before=before.structure))
    assert picture.ghost_hubs == (True,)
    assert draw_update(before, after).count(GHOST) >= 5 + 7 + 1, "worlds, spokes and the hub"


def test_models_with_different_agents_are_drawn_together_and_the_legend_names_all():
    one = KripkeModel.s5({"r": {"p"}, "d": set()}, {"ann": [["r", "d"]], "bob": [["r"], ["d"]]})
    other = KripkeModel.s5({"r": {"p"}, "d": set(), "e": set()}, {"bob": [["r", "d", "e"]], "cal": [["d", "e"], ["r"]]})
    for before, after in ((one, other), (other, one)):
        drawn = draw_update(before, after)
        assert all(f">{agent}<" in drawn for agent in ("ann", "bob", "cal"))
