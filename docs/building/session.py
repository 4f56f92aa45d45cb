"""The examples of a page, run from the top in one namespace."""

import doctest
import re
from typing import Any

OTHER = re.compile(r"^```pycon\n.*?^```", re.MULTILINE | re.DOTALL)
"""Sessions that need files of the reader; tests of their own run them."""


class WrongExample(Exception):
    """An example of a page does not show what happens."""


class Session:
    """Runs the examples of a page as far as a line, and evaluates expressions there.

    Parameters
    ----------
    text, name : str
        The page, and its name for messages.
    """

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self.namespace: dict[str, Any] = {}
        ours = OTHER.sub(lambda block: "\n" * block[0].count("\n"), text)
        self.examples = doctest.DocTestParser().get_examples(ours, name)

    def run_to(self, line: int) -> None:
        """Run the examples above a line that have not run yet.

        Parameters
        ----------
        line : int
            Index of the line in the page.

        Raises
        ------
        WrongExample
            If one prints something else than the page shows.
        """
        due = [example for example in self.examples if example.lineno < line]
        del self.examples[: len(due)]
        test = doctest.DocTest(due, self.namespace, self.name, None, 0, None)
        report: list[str] = []
        doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS).run(
            test, out=report.append, clear_globs=False
        )
        self.namespace = test.globs
        if report:
            raise WrongExample("".join(report))

    def picture(self, expression: str, line: int) -> str:
        """The value of an expression at a line, as the text of an SVG picture.

        Parameters
        ----------
        expression : str
            Python, which may use what the examples above the line have named.
        line : int
            Index of the line in the page.
        """
        self.run_to(line)
        value = eval(expression, self.namespace)
        return value if isinstance(value, str) else value._repr_svg_()
