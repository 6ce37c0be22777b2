"""Rules that are written in Python, solved by the generic searches.

A search calls Python for every move: it is slow, some sixty times as slow as one of rules in Rust. The same rules as a definition
(`Puzzle.from_text`) are compiled, and their answers have proofs.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, Protocol, TypeVar

from saltus import _core
from saltus._ask import MEMORY, NODES

S = TypeVar("S")
M = TypeVar("M")


class Rules(Protocol[S, M]):
    """What rules in Python have; no class needs to be derived from this one.

    Two more methods may be there. `bound(position)` gives a number of moves that are still needed at least, or None where no goal can be reached; it
    falls by at most 1 in a move. One that is too small is slow, one that is too large gives wrong answers. `key(position)` gives what
    tells positions apart, where these are not hashable or several are one to the search; without it a position is its own key.

    A method that is asked the same twice gives the same. What it raises comes out of `search` unchanged.
    """

    def start(self) -> S:
        """Tell where play begins."""

    def moves(self, position: S, /) -> Iterable[M]:
        """List the moves that may be made."""

    def play(self, position: S, move: M, /) -> S:
        """Give the position after a move; the one before is not changed."""

    def is_goal(self, position: S, /) -> bool:
        """Tell whether play ends here."""


@dataclass(frozen=True)
class Found(Generic[S, M]):
    """The answer of `search`.

    Attributes:
        status: "solved", "unsolvable" (every position was visited) or "gave-up" (a limit was reached).
        length: Moves of the play; None where there is none.
        optimal: Whether no play is shorter.
        lower: No play has fewer moves; None where there is none.
        moves: The moves; None where there is no play.
        positions: The positions of the play, from the start on.
        label: "searched" (a complete search; nobody checks the rules) or "claimed".
        expanded: Positions expanded.
        because: The limit that was reached.
    """

    status: Literal["solved", "unsolvable", "gave-up"]
    length: int | None
    optimal: bool
    lower: int | None
    moves: tuple[M, ...] | None = field(repr=False)
    positions: tuple[S, ...] | None = field(repr=False)
    label: Literal["searched", "claimed"]
    expanded: int
    because: str | None


def search(
    rules: Rules[S, M],
    by: str | None = None,
    *,
    timeout: float | None = None,
    memory_limit: int = MEMORY,
    node_limit: int | None = None,
    **settings: int,
) -> Found[S, M]:
    """Search for a shortest play by rules in Python.

    Args:
        rules: An object with `start`, `moves`, `play`, `is_goal`, and perhaps `bound` and `key` (see `Rules`).
        by: A search by name (docs/searches.md): "breadth-first", "a-star", "ida-star", "partial-expansion-a-star", "breadth-first-heuristic",
            "breadth-first-ida-star", "weighted-a-star", "focal". None is A* where there is a bound, else breadth-first search.
        timeout: Seconds after which to give up; None never.
        memory_limit: Bytes that the search may use, without those of the positions themselves.
        node_limit: The most positions to expand.
        **settings: Settings of the search, such as `weight=150`.

    Raises:
        ValueError: There is no such search or setting, or it needs what rules in Python do not have.
        Exception: Whatever the rules raise.

    >>> class Hundred:
    ...     '''From 1 to 100 by adding 1 and doubling.'''
    ...     def start(self): return 1
    ...     def moves(self, n): return ["+1", "*2"] if n < 100 else []
    ...     def play(self, n, move): return n + 1 if move == "+1" else n * 2
    ...     def is_goal(self, n): return n == 100
    >>> import saltus
    >>> found = saltus.search(Hundred())
    >>> found.length, found.positions
    (8, (1, 2, 3, 6, 12, 24, 25, 50, 100))
    """
    name = by or ("a-star" if hasattr(rules, "bound") else "breadth-first")
    given = [(setting, str(value)) for setting, value in settings.items()]
    most = NODES if node_limit is None else node_limit
    status, moves, lower, expanded, because = _core.search(
        rules, name, given, seconds=timeout, memory=memory_limit, nodes=most
    )
    if status != "solved" or moves is None:
        is_lost = status == "unsolvable"
        answer: Any = "unsolvable" if is_lost else "gave-up"
        label: Any = "searched" if is_lost else "claimed"
        return Found(answer, None, False, None if is_lost else lower, None, None, label, expanded, because)
    made: Any = tuple(moves)
    positions = [rules.start()]
    for move in made:
        positions.append(rules.play(positions[-1], move))
    if not rules.is_goal(positions[-1]):
        raise RuntimeError("the rules do not give the same moves and positions each time they are asked")
    optimal = lower >= len(made)
    return Found(
        "solved",
        len(made),
        optimal,
        lower,
        made,
        tuple(positions),
        "searched" if optimal else "claimed",
        expanded,
        None,
    )
