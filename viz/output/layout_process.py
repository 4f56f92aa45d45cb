"""The script of the child process that runs Graphviz: jobs as JSON on standard input, results on standard output.

The script imports only pygraphviz, so it starts fast. Its parent, `viz.output.render`, kills it after a time limit.
"""

import base64
import json
import sys

import pygraphviz


def main() -> None:
    """Read jobs ``[{"dot": ..., "engine": ..., "format": ..., "font": ...}, ...]``, write the results in base64."""
    jobs = json.load(sys.stdin)
    json.dump([base64.b64encode(run(job)).decode("ascii") for job in jobs], sys.stdout)


def run(job: dict[str, str]) -> bytes:
    """Lay out and draw the graph of a job."""
    graph = pygraphviz.AGraph(string=job["dot"])
    for attributes in (graph.graph_attr, graph.node_attr, graph.edge_attr):
        if not attributes.get("fontname"):
            attributes["fontname"] = job["font"]
    if job.get("dpi"):
        graph.graph_attr["dpi"] = job["dpi"]
    drawn: bytes = graph.draw(format=job["format"], prog=job["engine"])
    return drawn


if __name__ == "__main__":
    main()
