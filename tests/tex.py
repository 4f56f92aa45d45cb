"""What tests that call LaTeX share."""

import re
import shutil
import subprocess

import pytest

TEX = pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no TeX on this machine")


def compiled(folder, name, text):
    """The number of pages of a document."""
    (folder / f"{name}.tex").write_text(text, encoding="utf-8")
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", f"{name}.tex"],
        cwd=folder, capture_output=True, check=False,
    )  # fmt: skip
    log = done.stdout.decode("latin-1")
    assert done.returncode == 0, log[-2000:]
    assert "Missing character" not in (folder / f"{name}.log").read_text("latin-1")
    return int(re.search(r"\((\d+) pages?", log)[1])
