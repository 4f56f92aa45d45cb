#!/usr/bin/env bash
# scipy 1.11.1 and 1.11.2, Python 3.9 to 3.12: for an array with indices of 64 bits `connected_components` and
# `breadth_first_order` print "Exception ignored: Buffer dtype mismatch", and return memory that they did not fill.
# Seen: labels [-9999, -9999, -9999], order []; 1.11.3 gives [0, 0, 1] and [0, 1], as for 32 bits (scipy/scipy#18716).
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
for version in 1.11.2 1.11.3; do
    "$folder/env/bin/pip" install --quiet --disable-pip-version-check numpy==1.26.0 "scipy==$version"
    "$folder/env/bin/python" - <<'PY'
import numpy as np
import scipy
from scipy.sparse import coo_array
from scipy.sparse.csgraph import breadth_first_order, connected_components


def seen(kind):
    """The components, and the nodes from node 0 on, of three nodes with arrows between the first two."""
    ends = np.array([0, 1], kind), np.array([1, 0], kind)
    graph = coo_array((np.ones(2), ends), shape=(3, 3)).tocsr()
    order = breadth_first_order(graph, 0, return_predecessors=False)
    return connected_components(graph, directed=False)[1].tolist(), order.tolist()


short, long = seen(np.int32), seen(np.int64)
print(scipy.__version__, short, long)
assert short == ([0, 0, 1], [0, 1]), short
assert long == (([-9999] * 3, []) if scipy.__version__ == "1.11.2" else short), long
PY
done
