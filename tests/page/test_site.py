"""The page as a static site: its files, and the page in a browser from a plain server of files."""

import hashlib

import pytest

from kripke.data.errors import FileError
from viz.web import site
from viz.web.site import PARTS, parts, write


def test_missing_files_of_other_projects_are_named(tmp_path):
    with pytest.raises(FileError, match=r"12 of 12 files .* are missing:\n  pyodide-314"):
        parts(tmp_path)


def test_without_network_the_clients_say_why_nothing_was_fetched(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(site, "PARTS", PARTS[:1])
    with pytest.raises(FileError, match="npm is not installed"):
        parts()


def test_a_file_that_is_not_the_pinned_one_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(site, "PARTS", PARTS[:1])
    (tmp_path / PARTS[0].file).write_bytes(b"another")
    with pytest.raises(FileError, match=hashlib.sha256(b"another").hexdigest()):
        parts(tmp_path)


def test_a_folder_with_other_files_is_refused(tmp_path):
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(FileError, match="has other files"):
        write(tmp_path)


@pytest.mark.parametrize("listed", ['{"files": ["../mine.txt"]}', '{"files": [""]}', '{"files": 3}', "nonsense"])
def test_a_list_that_names_files_outside_the_folder_deletes_nothing(tmp_path, listed):
    (tmp_path / "mine.txt").write_text("mine")
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "site.json").write_text(listed)
    with pytest.raises(FileError, match="it does not list the files of a site"):
        write(tmp_path / "site")
    assert (tmp_path / "mine.txt").read_text() == "mine"
