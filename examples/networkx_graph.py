"""A NetworkX graph as a model: formulas at its nodes, contraction, and the textbook definition of truth."""

import networkx as nx

from whoknows import contract, holds, reference

# "Worlds are nodes with their true atoms; an edge names the agent who considers its end possible at its start."
graph = nx.MultiDiGraph(actual="both")
graph.add_nodes_from([("both", {"atoms": {"p", "q"}}), ("first", {"atoms": {"p"}}), ("none", {"atoms": set()})])

# "Bob knows nothing, Ann knows whether p."
graph.add_edges_from((x, y, {"agent": "bob"}) for x in graph for y in graph)
graph.add_edges_from((x, y, {"agent": "ann"}) for x in graph for y in graph if (x == "none") == (y == "none"))

# "Ann knows p, and Bob does not know that she does."
print(holds(graph, "K_ann p & ~K_bob K_ann p"), holds(graph, "K_ann p", at="none"))

# "Clause by clause: where a formula holds, and the graph after an announcement."
print(reference.truth(graph, "Kw_ann q"))
after = reference.restricted(graph, reference.truth(graph, "p"))
print(sorted(after))

assert holds(graph, "K_ann p & ~K_bob K_ann p")
assert reference.truth(after, "C p") == {"both", "first"}
assert len(contract(graph)) == 3
