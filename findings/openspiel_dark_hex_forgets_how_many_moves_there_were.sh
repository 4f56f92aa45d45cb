#!/usr/bin/env bash
# open_spiel 2.0.2: the information state of `dark_hex` has the number of all moves so far, the hidden ones of the
# opponent too, though its `obstype` is "reveal-nothing"; and it has the latest number only. So two states have one
# string in which the player was in different information sets before, though a second game, `dark_hex_ir`, is the one
# "with Imperfect Recall". `phantom_ttt`, its sister, has neither. Seen: 2 and 3 at player 0's second move, then 5 and 5.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" install --quiet --disable-pip-version-check open_spiel==2.0.2
"$folder/env/bin/python" - <<'PY'
import pyspiel


def strings(name, moves):
    """What player 0 has at each of their moves, and at the end."""
    state, found = pyspiel.load_game(name).new_initial_state(), []
    for action in moves:
        if state.current_player() == 0:
            found.append(state.information_state_string(0))
        state.apply_action(action)
    return [*found, state.information_state_string(0)]


hex_game = "dark_hex(num_rows=3,num_cols=3)"
assert pyspiel.load_game(hex_game).get_parameters()["obstype"] == "reveal-nothing"
one, other = strings(hex_game, (2, 0, 1, 2, 4)), strings(hex_game, (2, 2, 3, 1, 4))  # 1 tries a taken cell: late, or early
for first, second in zip(one, other):
    print(repr(first), repr(second))
assert one[0] == other[0]
assert one[1] != other[1]
assert one[2] == other[2]
assert strings("phantom_ttt", (2, 0, 1, 2, 4)) == strings("phantom_ttt", (2, 2, 3, 1, 4))
PY
