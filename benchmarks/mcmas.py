"""ISPL files checked by MCMAS and by whoknows: verdicts, numbers of states, processor time.

The environment variable `MCMAS` is the path of the program of MCMAS 1.3.0 in its source folder. Without it, nothing is
measured.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from benchmarks.ispl_files import random_file
from benchmarks.measure import table, timed
from kripke.time.ispl import load_ispl

EXAMPLES = [
    "TestSingleAssignment", "bit_transmission_protocol", "bit_transmission_protocol-2", "book_store",
    "dining_cryptographers", "muddy_children", "software_development",
]  # fmt: skip
"""The examples of MCMAS whose formulas have only CTL and knowledge."""
RANDOM = 500


def by_mcmas(program: Path, file: Path, limit: str = "0") -> tuple[list[bool], str, float]:
    """MCMAS's verdicts, number of states, and processor seconds; `RuntimeError` after `limit` seconds, if not 0."""
    seconds, told = timed(["timeout", limit, str(program), str(file)])
    states = re.search(r"number of reachable states = (\S+)", told)
    words = re.findall(r"^ *Formula number \d+: .*, is (TRUE|FALSE)", told, re.MULTILINE)
    return [word == "TRUE" for word in words], states[1] if states else "", seconds


def by_us(file: Path, symbolic: bool | None = None) -> tuple[list[bool], int, float]:
    """Our verdicts, number of states, and processor seconds, from the text to the last verdict."""
    start = process_time()
    system = load_ispl(file, symbolic=symbolic)
    verdicts = [system.holds(asked.formula) for asked in system.formulas]
    return verdicts, system.count(), process_time() - start


def compared(program: Path, title: str, file: Path) -> tuple[object, ...]:
    """A row on a file: verdicts, states and seconds, for arrays, diagrams, and MCMAS."""
    verdicts, states, seconds = by_mcmas(program, file)
    arrays, diagrams = by_us(file, False), by_us(file, True)
    same = "the same" if verdicts and verdicts == arrays[0] == diagrams[0] else "not the same"
    assert arrays[1] == diagrams[1]
    return title, len(verdicts), same, arrays[1], states, arrays[2], diagrams[2], seconds


def drawn(program: Path, folder: Path) -> Iterable[tuple[object, ...]]:
    """Two rows that compare the verdicts on random files, with and without fairness."""
    for fair in (False, True):
        count = same = 0
        for seed in range(RANDOM):
            file = folder / "random.ispl"
            file.write_text(random_file(seed, fair))
            theirs, arrays, diagrams = by_mcmas(program, file)[0], by_us(file, False)[0], by_us(file, True)[0]
            assert len(theirs) == len(arrays)
            count += len(theirs)
            same += sum(a == b == c for a, b, c in zip(theirs, arrays, diagrams, strict=True))
        yield f"random, {'with' if fair else 'without'} fairness", RANDOM, count, same


def main() -> None:
    """Run the benchmark and print its tables."""
    if (named := os.environ.get("MCMAS")) is None:
        print("MCMAS names no program: its files are left out\n")
        return
    program, ours = Path(named), Path(__file__).parents[1] / "examples" / "systems"
    source = program.parent
    with TemporaryDirectory() as folder:
        twelve = Path(folder) / "twelve.ispl"  # its formulas are of LTL, of the form G p with p without time
        text = (source / "test" / "expensive" / "dining-cryptographers-12-ltl.ispl").read_text()
        twelve.write_text(text.replace("LTL G", "AG"))
        files = [(name, source / "examples" / f"{name}.ispl") for name in EXAMPLES]
        files += [("dining_cryptographers, 12", twelve)]
        files += [(f"ours: {path.stem}", path) for path in sorted(ours.glob("*.ispl"))]
        head = ("file", "formulas", "verdicts", "states", "by MCMAS", "arrays, s", "diagrams, s", "MCMAS, s")
        by_us(files[0][1], True)  # loads what is needed
        table("Files in ISPL", head, [compared(program, title, file) for title, file in files])
        rows = [*drawn(program, Path(folder))]
        table("Random files in ISPL", ("files", "number", "formulas", "the same verdict"), rows)
