"""Systems as decision diagrams: dining cryptographers from an ISPL text, compared with MCMAS.

The cryptographers see whether their two coins differ, say so, the statements are counted, and all learn the parity. The
environment variable `MCMAS` is the path of the program of MCMAS 1.3.0, which is stopped after `SECONDS`; without it,
its column is empty.
"""

import os
import sys
import tempfile
from functools import partial
from pathlib import Path

from benchmarks.mcmas import by_mcmas, by_us
from benchmarks.measure import first_time, table, timed

SECONDS = "120"
SIZES = 8, 12, 16, 20, 40
ANSWERS = [True, False, True, True]


def cryptographers(number: int) -> str:
    """The ISPL text of the system, in which at most one cryptographer has paid."""
    diners = range(number)
    said = "+".join(f"says{i}" for i in diners)
    others = " or ".join(f"paid{i}" for i in diners[1:])

    def parity(rest: int) -> str:
        return " or ".join(f"{said}={count}" for count in range(rest, number + 1, 2))

    coins = "".join(f"coin{i}: boolean; says{i}: 0..1;\n" for i in diners)
    heard = "".join(
        f"says{i}={value} if parity=none and C{i}.Action={action};\n"
        for i in diners
        for value, action in enumerate(("same", "different"))
    )
    agents = "".join(
        f"""Agent C{i}
        Lobsvars = {{coin{i}, coin{i - 1 if i else number - 1}}};
        Vars: paid: boolean; sees: {{empty, same, different}}; end Vars
        Actions = {{same, different, silent}};
        Protocol:
          (sees=same and paid=false) or (sees=different and paid=true): {{same}};
          (sees=different and paid=false) or (sees=same and paid=true): {{different}};
          Other: {{silent}};
        end Protocol
        Evolution:
          sees=same if sees=empty and Environment.coin{i}=Environment.coin{i - 1 if i else number - 1};
          sees=different if sees=empty and !(Environment.coin{i}=Environment.coin{i - 1 if i else number - 1});
        end Evolution end Agent
        """
        for i in diners
    )
    starts = " or ".join(
        "(" + " and ".join(f"C{i}.paid={str(i == payer).lower()}" for i in diners) + ")" for payer in range(number + 1)
    )
    return f"""Semantics=SingleAssignment;
        Agent Environment
        Obsvars: parity: {{none, even, odd}}; end Obsvars
        Vars: {coins} counted: boolean; end Vars
        Actions = {{nothing}}; Protocol: Other: {{nothing}}; end Protocol
        Evolution:
          {heard} counted=true if parity=none and !(C0.Action=silent);
          parity=even if parity=none and counted=true and ({parity(0)});
          parity=odd if parity=none and counted=true and ({parity(1)});
        end Evolution end Agent
        {agents}
        Evaluation
          odd if Environment.parity=odd; even if Environment.parity=even;
          {" ".join(f"paid{i} if C{i}.paid=true;" for i in diners)}
        end Evaluation
        InitStates ({starts}) and Environment.parity=none and Environment.counted=false
          and {" and ".join(f"C{i}.sees=empty and Environment.says{i}=0" for i in diners)};
        end InitStates
        Groups all = {{{", ".join(f"C{i}" for i in diners)}}}; end Groups
        Formulae
          AG ((odd and !paid0) -> (K(C0, {others}) and {" and ".join(f"!K(C0, paid{i})" for i in diners[1:])}));
          AG (odd -> paid0);
          AG (even -> GCK(all, !(paid0 or {others})));
          AF (odd or even);
        end Formulae
        """


def stopped(path: Path) -> object:
    """The processor seconds of MCMAS on the same file; empty if there is no program."""
    if "MCMAS" not in os.environ:
        return ""
    try:
        verdicts, _, seconds = by_mcmas(Path(os.environ["MCMAS"]), path, SECONDS)
    except RuntimeError:
        return f"over {SECONDS} s of the clock"
    assert verdicts == ANSWERS, verdicts
    return seconds


def main() -> None:
    """Run the benchmark and print its table."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for number in SIZES:
            path = Path(folder) / f"cryptographers{number}.ispl"
            path.write_text(cryptographers(number))
            process = min(timed([sys.executable, "-m", "whoknows", "check", str(path)])[0] for _ in range(3))
            verdicts, count, _ = by_us(path, True)
            assert verdicts == ANSWERS, verdicts
            again, grown = first_time(partial(by_us, path, True))
            rows.append((number, count, again, process, grown, stopped(path)))
    head = ("cryptographers", "states", "read and answered, s", "a whole process, s", "MB more", "MCMAS, s")
    table("Dining cryptographers in ISPL", head, rows)
