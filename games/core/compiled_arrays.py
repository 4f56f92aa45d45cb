"""Arrays in compiled loops without counts of their references."""

from __future__ import annotations

from typing import Any

from numba.core import cgutils
from numba.extending import intrinsic


@intrinsic  # type: ignore[untyped-decorator]
def bare(_: Any, array: Any) -> Any:  # numba gives the first argument
    """The same array for loops that pass it on often: Numba counts no references to it, with locked instructions.

    The array itself must stay in use elsewhere for as long: give a parameter of the loop, which its caller keeps.

    Parameters
    ----------
    _ : typing context
    array : array
        With elements that are numbers.
    """

    def without_owner(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = context.make_array(signature.return_type)(context, builder, arguments[0])
        made.meminfo = cgutils.get_null_value(made.meminfo.type)
        made.parent = cgutils.get_null_value(made.parent.type)
        return made._getvalue()

    return array(array), without_owner
