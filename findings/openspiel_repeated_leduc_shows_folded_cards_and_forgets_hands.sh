#!/usr/bin/env bash
# open_spiel 2.0.2: after a fold in `repeated_leduc_poker` the information state of each player has both private cards,
# which nobody shows in `leduc_poker`; in the next hand it has nothing of the hands before.
# Seen: "Cards (public player_0 player_1): -10000 1 5" for the player who folded 1 to 5; then the same string after
# hands in which other cards were seen.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" install --quiet --disable-pip-version-check open_spiel==2.0.2
"$folder/env/bin/python" - <<'PY'
import pyspiel


def after(name, *actions):
    state = pyspiel.load_game(name).new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state


folded = after("repeated_leduc_poker", 1, 5, 1, 2, 0)
shown = folded.information_state_string(0)
single = after("leduc_poker", 1, 5, 1, 2, 0).information_state_string(0)
print(shown.splitlines()[5])
print(single)
assert "-10000 1 5" in shown
assert "5" not in single.partition("[Private: ")[2].partition("]")[0]
one, other = (after("repeated_leduc_poker", *cards, 1, 2, 0, 3, 3) for cards in ((1, 5), (2, 0)))
assert one.information_state_string(0) == other.information_state_string(0)
print(one.information_state_string(0))
PY
