"""The mine of Saboteur: hand-made boards with known moves and routes, boards by chance against plain definitions."""

from random import Random

import networkx as nx
import pytest
from effort import seeds

from games.saboteur.rules import uncovered
from games.saboteur.tunnels.board import FIXED, HIDDEN, OFFICIAL, SOURCE, WALL, drawing
from games.saboteur.tunnels.cards import BOTTOM, DEAD, LEFT, OPEN, RIGHT, SHAPE_NAMES, TOP, deck, shape
from games.saboteur.tunnels.routes import FAR, on_routes, routes, routes_after

FACES = ("RB", "gold", "BL")
SIDES = {(0, -1): (TOP, BOTTOM), (1, 0): (RIGHT, LEFT), (0, 1): (BOTTOM, TOP), (-1, 0): (LEFT, RIGHT)}
SHAPES = sorted({bits for card in deck(("tool",)) for bits in card.shapes})
OPEN_SHAPES = [bits for bits in SHAPES if not bits & DEAD]


def mine(plan, *cards):
    """The board with cards such as ``TRB 3,1``, laid whether they fit or not, goals uncovered as they are reached."""
    board = plan.empty
    for card in cards:
        name, cell = card.split()
        x, y = map(int, cell.split(","))
        board = uncovered(board.with_card(plan.place(x, y), shape(name)), FACES)
    return board


def lays(board, *names):
    return [str(lay).removeprefix("lay ") for name in names for lay in board.fits((shape(name),))]


def cells(board, places):
    return {board.plan.cell(place) for place in places}


def path(plan, count):
    """As many straight cards from the start towards the middle goal."""
    (x, y), straight = plan.start, "RL" if plan is OFFICIAL else "TB"
    dx, dy = (1, 0) if plan is OFFICIAL else (0, 1)
    return [f"{straight} {x + dx * n},{y + dy * n}" for n in range(1, count + 1)]


def test_the_start_is_open_on_all_sides_and_seven_empty_cells_lie_before_the_middle_goal():
    for plan in (OFFICIAL, SOURCE):
        board = plan.empty
        assert board.at(*plan.start) == FIXED | OPEN
        assert [board.at(*goal) for goal in plan.goals] == [HIDDEN] * 3
        assert routes(board) == (9, 7, 9)
    assert (OFFICIAL.start, OFFICIAL.goals) == ((0, 0), ((8, -2), (8, 0), (8, 2)))
    assert (SOURCE.start, SOURCE.goals) == ((6, 2), ((4, 10), (6, 10), (8, 10)))


def test_cards_lie_upright_or_turned_around_the_start():
    board = OFFICIAL.empty
    assert lays(board, "TB") == ["TB 0,-1", "TB 0,1"]
    assert lays(board, "RL") == ["RL -1,0", "RL 1,0"]
    assert lays(board, "BL", "TR") == ["BL 0,-1", "BL 1,0", "TR -1,0", "TR 0,1"]
    assert lays(board, "xT", "xB") == ["xT 0,1", "xB 0,-1"]


def test_a_card_matches_on_every_side_that_it_touches():
    board = mine(OFFICIAL, "RL 1,0", "TRB 0,1")  # (1,1) has an open side on its left, a closed one above it
    fits = [lay for lay in lays(board, *[SHAPE_NAMES[bits] for bits in SHAPES]) if lay.endswith(" 1,1")]
    assert fits == [f"{name} 1,1" for name in ("RL", "BL", "RBL", "xL", "xRL", "xBL", "xRBL")]


def test_goals_face_down_need_not_be_matched():
    board = mine(OFFICIAL, *path(OFFICIAL, 6), "TL 7,0", "BL 7,-1")
    assert board.at(8, 0) == HIDDEN
    beside = mine(OFFICIAL, *path(OFFICIAL, 6))
    assert {"TL 7,0", "RL 7,0", "xRL 7,0"} <= set(lays(beside, "TL", "RL", "xRL"))


def test_a_dead_end_leads_nowhere_in_the_card_game():
    board = mine(OFFICIAL, "xTRBL 1,0")
    assert OFFICIAL.place(1, 0) in board.reach.places
    assert cells(board, board.reach.edge) == {(0, -1), (0, 1), (-1, 0)}
    assert not any(lay.endswith(("2,0", "1,1", "1,-1")) for lay in lays(board, "TRBL"))


def test_in_the_simplified_game_a_card_joins_any_open_side_also_of_a_dead_end():
    board = mine(SOURCE, "xTB 6,3")
    assert "TB 6,4" in lays(board, "TB")
    assert "TB 6,4" not in lays(mine(SOURCE, "xT 6,3"), "TB")


def test_what_a_rockfall_cuts_off_is_no_place_to_lay_in_the_card_game_but_in_the_simplified_one():
    for plan, name, allowed in ((OFFICIAL, "RL", False), (SOURCE, "TB", True)):
        _, gap, _, beyond = path(plan, 4)
        cut = mine(plan, *path(plan, 3)).without(plan.place(*map(int, gap.split()[1].split(","))))
        assert gap in lays(cut, name)
        assert (beyond in lays(cut, name)) is allowed


def test_nothing_is_laid_beyond_the_border_but_a_path_may_end_at_it():
    board = mine(SOURCE, "TB 6,1", "TB 6,0")
    assert board.grid[SOURCE.place(6, -1)] == WALL
    assert not any(lay.endswith(",-1") for lay in lays(board, "TB", "TRBL"))
    assert "TRB 6,0" in lays(mine(SOURCE, "TB 6,1"), "TRB")


def test_only_path_cards_fall_to_a_rockfall():
    board = mine(OFFICIAL, *path(OFFICIAL, 7))
    assert board.at(8, 0) == FIXED | OPEN
    assert [str(each) for each in board.rockfalls] == [f"rockfall {x},0" for x in range(1, 8)]


def test_the_gold_is_open_on_all_sides_and_stones_are_turned_towards_the_path():
    reached = mine(OFFICIAL, *path(OFFICIAL, 6), "TRL 7,0", "TB 7,-1", "RB 7,-2")
    assert reached.at(8, 0) == FIXED | OPEN
    assert reached.at(8, -2) == FIXED | shape("TL")  # RB is turned, BL would lie as it is
    below = mine(OFFICIAL, *path(OFFICIAL, 6), "RBL 7,0", "TB 7,1", "TR 7,2")
    assert below.at(8, 2) == FIXED | shape("BL")
    from_above = mine(SOURCE, *path(SOURCE, 6), "TRBL 6,9", "RL 7,9", "BL 8,9", "RL 5,9", "RB 4,9")
    assert from_above.at(4, 10) == FIXED | shape("TL")
    assert from_above.at(8, 10) == FIXED | shape("TR")


def test_a_stone_may_misfit_the_cards_beside_it():
    board = mine(OFFICIAL, "RL 8,-3", *path(OFFICIAL, 6), "TL 7,0", "TB 7,-1", "RB 7,-2")
    assert board.at(8, -2) == FIXED | shape("TL")  # the path goes on to the top, against the closed side of a card
    assert board.around(OFFICIAL.place(8, -2)) == (LEFT, TOP)
    assert OFFICIAL.place(8, -3) not in board.reach.places


def test_one_card_may_reach_two_goals():
    board = OFFICIAL.empty
    for x in range(1, 8):
        board = board.with_card(OFFICIAL.place(x, 0), shape("RL" if x < 7 else "BL"))
    board = uncovered(board.with_card(OFFICIAL.place(7, 1), shape("TR")), FACES)
    board = uncovered(board.with_card(OFFICIAL.place(8, 1), shape("TBL")), FACES)
    assert board.at(8, 0) == FIXED | OPEN
    assert board.at(8, 2) == FIXED | shape("TR")


def test_a_stone_may_lead_on_to_the_next_goal():
    faces = ("BL", "RB", "gold")
    board = SOURCE.empty.with_card(SOURCE.place(7, 10), shape("TRBL"))  # joins nothing yet, lies between goals 2 and 3
    for card in path(SOURCE, 6):
        board = uncovered(board.with_card(SOURCE.place(6, int(card.split(",")[1])), shape("TB")), faces)
    assert board.at(6, 10) == HIDDEN
    ahead = board.with_card(SOURCE.place(6, 9), shape("TB"))
    by_curve = uncovered(ahead, ("gold", "BL", "RB"))
    assert by_curve.at(6, 10) == FIXED | shape("TR")  # BL, turned: from the top to the right
    assert by_curve.at(8, 10) == FIXED | shape("TL")
    assert uncovered(ahead, faces).at(6, 10) == FIXED | shape("TL")
    assert uncovered(ahead, faces).at(8, 10) == HIDDEN


def test_a_dead_end_does_not_reach_a_goal():
    assert mine(OFFICIAL, *path(OFFICIAL, 6), "xRL 7,0").at(8, 0) == HIDDEN


def test_each_card_on_the_way_shortens_it_by_one():
    for plan in (OFFICIAL, SOURCE):
        assert [routes(mine(plan, *path(plan, n)))[1] for n in range(8)] == [7, 6, 5, 4, 3, 2, 1, 0]


def test_a_card_off_the_way_leaves_it_as_it_is_and_a_dead_end_on_it_makes_it_longer():
    assert routes(mine(OFFICIAL, "RL -1,0")) == (9, 7, 9)
    assert routes(mine(OFFICIAL, *path(OFFICIAL, 2), "xRL 3,0")) == (9, 9, 9)  # from the start over the row above
    assert routes(mine(OFFICIAL, "TRBL 1,0", "TRBL 2,0", "xRL 3,0")) == (7, 7, 7)  # over the dead end or under it


def test_there_is_no_way_where_all_sides_of_the_start_are_closed_by_dead_ends():
    board = mine(OFFICIAL, "xRL 1,0", "xRL -1,0", "xTB 0,1", "xTB 0,-1")
    assert routes(board) == (FAR, FAR, FAR)
    assert on_routes(board, 1) == frozenset()
    assert board.openings == ()


def test_a_way_does_not_enter_over_a_closed_side():
    board = mine(SOURCE, "TB 6,3", "TL 6,4")  # the path turns to the left
    assert routes(board) == (7, 7, 9)
    assert (6, 5) not in cells(board, on_routes(board, 0))


def test_a_part_that_is_cut_off_is_used_where_it_is_reached():
    board = mine(OFFICIAL, *path(OFFICIAL, 6))
    assert routes(board.without(OFFICIAL.place(3, 0)))[1] == 2


def test_a_way_leads_through_no_other_goal_that_is_face_down():
    above = mine(OFFICIAL, *path(OFFICIAL, 6), "TL 7,0", "TB 7,-1", "TB 7,-2", "RB 7,-3", "BL 8,-3", "TL 8,-2")
    assert routes(mine(OFFICIAL, *path(OFFICIAL, 6)))[0] == 3
    assert above.at(8, 0) == HIDDEN
    board = mine(SOURCE, "RL 5,2", "RL 7,2")
    assert all(SOURCE.place(*goal) not in on_routes(board, 0) for goal in SOURCE.goals)


def test_the_border_bounds_ways_in_the_simplified_game_only():
    fence = [f"xTB {x},3" for x in range(13)]  # a row of dead ends from border to border
    board = SOURCE.empty
    for card in fence:
        x = int(card.split()[1].split(",")[0])
        board = board.with_card(SOURCE.place(x, 3), shape("xTB"))
    assert routes(board) == (FAR, FAR, FAR)
    wide = OFFICIAL.empty
    for y in range(-6, 7):
        wide = wide.with_card(OFFICIAL.place(1, y), shape("xRL"))
    assert routes(wide)[1] == 7 + 2 * 7  # up or down to row 7, past the wall, and back


def test_the_cells_of_the_shortest_ways_are_those_of_the_rectangle_between():
    assert cells(SOURCE.empty, on_routes(SOURCE.empty, 1)) == {(6, y) for y in range(3, 10)}
    between = {(x, y) for x in (6, 7, 8) for y in range(2, 11)} - {(6, 2), (8, 10), (6, 10)}
    assert cells(SOURCE.empty, on_routes(SOURCE.empty, 2)) == between


@pytest.mark.parametrize("plan", [OFFICIAL, SOURCE], ids=["official", "source"])
@pytest.mark.parametrize("seed", seeds(2, 12))
def test_places_on_boards_by_chance_are_those_of_the_definition(plan, seed):
    board = by_chance(plan, seed)
    expected = {
        (bits, x, y) for x, y in nearby(board) if board.at(x, y) == 0 for bits in SHAPES if may_lie(board, bits, x, y)
    }
    found = [(lay.shape, lay.x, lay.y) for lay in board.fits(tuple(SHAPES))]
    assert len(found) == len(set(found))
    assert set(found) == expected


@pytest.mark.parametrize("plan", [OFFICIAL, SOURCE], ids=["official", "source"])
@pytest.mark.parametrize("seed", seeds(2, 12))
def test_ways_on_boards_by_chance_are_the_shortest_paths_of_a_graph(plan, seed):
    board = by_chance(plan, seed)
    expected = shortest(board)
    assert routes(board) == expected
    lay = Random(seed).choice(board.fits(tuple(SHAPES)))
    place = plan.place(lay.x, lay.y)
    after = board.with_card(place, lay.shape)
    gone = board.without(board.cards[seed])
    assert routes_after(board, [place, board.cards[seed]], [lay.shape, 0]) == [shortest(after), shortest(gone)]
    assert routes(board) == expected


def test_a_board_is_drawn_with_its_numbers():
    text = drawing(mine(OFFICIAL, *path(OFFICIAL, 1), "xRBL 2,0"))
    assert text.splitlines()[0].split() == [str(x) for x in range(-1, 10)]
    assert text.splitlines()[4] == "  0   ·──S───══╦  ·  ·  ·  ·  · 2?  ·"
    assert [line[-6:-3].strip() for line in text.splitlines()[2:7:2]] == ["1?", "2?", "3?"]


def by_chance(plan, seed):
    """A board with thirty cards, dead ends among them, and some taken away again."""
    rng, board = Random(seed), plan.empty
    while len(board.cards) < 30:
        options = board.fits(tuple(rng.sample(SHAPES if rng.random() < 0.2 else OPEN_SHAPES, 5)))
        if rng.random() < 0.1 and board.cards:
            board = board.without(rng.choice(board.cards))
        elif options:
            lay = rng.choice(options)
            board = uncovered(board.with_card(plan.place(lay.x, lay.y), lay.shape), FACES)
    return board


def nearby(board):
    plan = board.plan
    known = [plan.start, *plan.goals, *map(plan.cell, board.cards)]
    return {(x + dx, y + dy) for x, y in known for dx, dy in ((0, 0), *SIDES) if is_inside(plan, x + dx, y + dy)}


def neighbours(board, x, y):
    """(the side here, the side there, what lies there) for each neighbour within the border."""
    return [
        (here, there, (x + dx, y + dy))
        for (dx, dy), (here, there) in SIDES.items()
        if is_inside(board.plan, x + dx, y + dy)
    ]


def may_lie(board, bits, x, y):
    """The rule, as it is written: it matches every card that it touches, and joins an open path."""
    joins = False
    for here, there, cell in neighbours(board, x, y):
        card = board.at(*cell)
        if card & OPEN:
            if bool(bits & here) != bool(card & there):
                return False
            leads = not card & DEAD and cell in connected(board) if board.plan.connected else True
            joins |= bool(bits & here) and leads
    return joins


def connected(board):
    graph = nx.Graph([(board.plan.start, board.plan.start)])
    for x, y in nearby(board):
        for here, there, cell in neighbours(board, x, y):
            if board.at(x, y) & here and board.at(*cell) & there and not (board.at(x, y) | board.at(*cell)) & DEAD:
                graph.add_edge((x, y), cell)
    return nx.node_connected_component(graph, board.plan.start)


def shortest(board):
    """Shortest paths over cells, each arrow as heavy as the card that has to be laid where it leads."""
    plan, graph = board.plan, nx.DiGraph()
    xs, ys = zip(*nearby(board), strict=True)
    for x in range(min(xs) - 2, max(xs) + 3):
        for y in range(min(ys) - 2, max(ys) + 3):
            if is_inside(plan, x, y) and not board.at(x, y) & DEAD and board.at(x, y) != HIDDEN:
                for here, there, cell in neighbours(board, x, y):
                    card = board.at(*cell)
                    leaves = board.at(x, y) & here or not board.at(x, y)
                    if leaves and not card & DEAD and (card & there or card in (0, HIDDEN)):
                        graph.add_edge((x, y), cell, weight=int(card == 0))
    graph.add_node(plan.start)
    lengths = nx.single_source_dijkstra_path_length(graph, plan.start)
    return tuple(lengths.get(goal, FAR) for goal in plan.goals)


def is_inside(plan, x, y):
    return plan.left <= x <= plan.right and plan.top <= y <= plan.bottom


@pytest.mark.parametrize("name", ["", "x", "LLLL", "LT", "q"])
def test_a_text_that_names_no_shape_is_an_error(name: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - any message
        shape(name)
