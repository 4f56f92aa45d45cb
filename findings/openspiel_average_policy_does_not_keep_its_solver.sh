#!/usr/bin/env bash
# open_spiel 2.0.2: the policy of `CFRSolver.average_policy()` refers to memory of its solver, which it does not keep
# alive. Asked after the solver is gone, it says "No policy found", or the process dies (SIGFPE, SIGSEGV).
# Seen: right while the solver lives; afterwards an error or a crash. Copy its probabilities first, as we do.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" install --quiet --disable-pip-version-check open_spiel==2.0.2
"$folder/env/bin/python" - <<'PY'
import subprocess
import sys

program = """
import pyspiel

game = pyspiel.load_game("kuhn_poker")


def solver_of():
    solver = pyspiel.CFRSolver(game)
    for _ in range(10):
        solver.evaluate_and_update_policy()
    return solver


def policy_of():
    return solver_of().average_policy()  # its solver is gone with the call


state = game.new_initial_state()
state.apply_action(0)
state.apply_action(1)
solver = solver_of()
print(solver.average_policy().action_probabilities(state), flush=True)
policy = policy_of()
another = policy_of()  # the freed memory is used again
print(policy.action_probabilities(state), flush=True)
"""
done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
lines = done.stdout.splitlines()
print("with its solver:", lines[0])
print("without it:", lines[1:], "exit status", done.returncode, done.stderr.strip().splitlines()[-1:])
assert lines[0].startswith("{")
assert done.returncode != 0 or lines[0] != lines[1]
PY
