"""Each notebook runs from the top to the end in a kernel of its own, and is kept without outputs."""

import json
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[1] / "examples" / "notebooks").glob("*.ipynb"))
QUICK = "muddy_children"
CASES = [pytest.param(path, id=path.stem, marks=() if path.stem == QUICK else pytest.mark.slow) for path in NOTEBOOKS]


@pytest.mark.parametrize("path", CASES)
def test_the_notebook_runs_and_shows_pictures(path: Path, tmp_path: Path) -> None:
    if path.stem.startswith("openspiel"):
        pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this Python")
    import nbclient  # takes seconds to load, and each worker loads this file
    import nbformat

    notebook = nbformat.read(path, as_version=4)
    (tmp_path / "plans").symlink_to(path.parents[1] / "plans")  # beside the folder where it runs
    (here := tmp_path / "notebooks").mkdir()
    nbclient.NotebookClient(notebook, timeout=60, resources={"metadata": {"path": str(here)}}).execute()
    shown = [data for cell in notebook.cells for output in cell.get("outputs", ()) for data in output.get("data", ())]
    assert "image/svg+xml" in shown


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_notebook_is_kept_without_outputs(path: Path) -> None:
    code = [cell for cell in json.loads(path.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]
    assert code
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)
