"""The programs `saltus` and `saltus-check`, which the package puts on the path."""

import sys

from saltus import _core


def saltus() -> None:
    """Run the program `saltus` with the words of the command line, and end the process with its code."""
    _core.program(["saltus", *sys.argv[1:]], [sys.executable, "-m", "saltus"])


def saltus_check() -> None:
    """Run the program `saltus-check` with the words of the command line, and end the process with its code."""
    _core.checker(["saltus-check", *sys.argv[1:]])
