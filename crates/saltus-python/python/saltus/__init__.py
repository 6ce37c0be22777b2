"""Exact answers, with proofs, for puzzles in which pieces move on a board.

A line of notation names a puzzle (`families` lists the forms, `classics` the puzzles with a name), an answer says how it is known, and a
checker that shares no code with the solver confirms its proof.

>>> import saltus
>>> answer = saltus.solve("tiles 3x3 8 6 7 2 5 4 3 0 1")
>>> answer.length, answer.optimal, answer.label
(31, True, 'proved')
>>> saltus.check(saltus.Puzzle("shift 3 3").certificate()).verified
True

Long calls release Python's lock and hear Ctrl-C. A search that reaches a limit is an answer with `status == "gave-up"`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from saltus import _core
from saltus._ask import MEMORY, ask
from saltus._batch import Solved, solve_many
from saltus._core import __version__
from saltus._errors import LimitReached, NotationError, SaltusError
from saltus._puzzle import Puzzle, Solutions, solve
from saltus._results import (
    Checked,
    Choice,
    Classic,
    Count,
    Fact,
    Family,
    Picture,
    Position,
    Proof,
    Solution,
    Solvable,
    Survey,
)

if TYPE_CHECKING:
    from saltus._commands import Run, Trace, compare, merge, new, sweep, trace
    from saltus._environment import Environment
    from saltus._explore import Board, explore
    from saltus._own import Found, Rules, search
    from saltus._patterns import PatternDatabase, pattern_database
    from saltus._random import random_instances
    from saltus._space import Arrangements, Space

__all__ = [
    "MEMORY",
    "Arrangements",
    "Board",
    "Checked",
    "Choice",
    "Classic",
    "Count",
    "Environment",
    "Fact",
    "Family",
    "Found",
    "LimitReached",
    "NotationError",
    "PatternDatabase",
    "Picture",
    "Position",
    "Proof",
    "Puzzle",
    "Rules",
    "Run",
    "SaltusError",
    "Solution",
    "Solutions",
    "Solvable",
    "Solved",
    "Space",
    "Survey",
    "Trace",
    "__version__",
    "check",
    "classics",
    "compare",
    "explore",
    "families",
    "merge",
    "new",
    "pattern_database",
    "random_instances",
    "search",
    "solve",
    "solve_many",
    "sweep",
    "trace",
]

# What needs numpy or is needed seldom is loaded when it is asked for: importing saltus shall take no time.
_LATER = {
    "Arrangements": "_space",
    "Board": "_explore",
    "Environment": "_environment",
    "Found": "_own",
    "PatternDatabase": "_patterns",
    "Rules": "_own",
    "Run": "_commands",
    "Space": "_space",
    "Trace": "_commands",
    "compare": "_commands",
    "explore": "_explore",
    "merge": "_commands",
    "new": "_commands",
    "pattern_database": "_patterns",
    "random_instances": "_random",
    "search": "_own",
    "sweep": "_commands",
    "trace": "_commands",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'saltus' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"saltus.{_LATER[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__


def check(certificate: bytes, *, memory_limit: int = MEMORY, steps: int = 2_000_000_000) -> Checked:
    r"""Ask the independent checker, which shares no code with the solvers, about a certificate.

    After Ctrl-C it goes on behind the scenes until it ends; `steps` bounds what it takes.

    Args:
        certificate: The bytes of `Puzzle.certificate`, or of a file that `saltus solve --cert` wrote.
        memory_limit: Bytes that it may use.
        steps: Moves and positions that it looks at, at most.

    >>> import saltus
    >>> saltus.check(b"saltus certificate 1\npuzzle reverse 6\nclaim at-least 21\nby theorem reversal\nend\n").told
    'VERIFIED at-least 21'
    """
    told = json.loads(_core.check(certificate, memory=memory_limit, steps=steps))
    theorems, what = tuple(told["theorems"]), tuple(told["what"])
    return Checked(told["verified"], told["told"], told["claim"], theorems, what, told["because"])


def families() -> tuple[Family, ...]:
    """List the families of puzzles.

    >>> import saltus
    >>> [family.name for family in saltus.families()]
    ['shift', 'reverse', 'tiles', 'clobber', 'chinese', 'rules']
    """
    shown = (Family(told["name"], told["notation"], told["rules"], tuple(told["examples"])) for told in ask("families"))
    return tuple(shown)


def classics() -> tuple[Classic, ...]:
    """List the puzzles that come with the program: peg solitaire, Klotski, Sokoban, Rush Hour and others.

    >>> import saltus
    >>> "klotski" in [classic.name for classic in saltus.classics()]
    True
    """
    return tuple(Classic(told["name"], told["title"], told["text"]) for told in ask("classics"))
