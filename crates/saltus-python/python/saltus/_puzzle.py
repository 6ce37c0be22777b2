"""Puzzles, and what can be asked of one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from saltus import _core
from saltus._ask import MEMORY, NODES, ask, call, request, threads_of, whole
from saltus._errors import LimitReached, NotationError
from saltus._results import (
    Choice,
    Count,
    Fact,
    Picture,
    Position,
    Solution,
    Solvable,
    Survey,
    codes_of,
    counted,
    fact,
    solution,
    surveyed,
)

if TYPE_CHECKING:
    import os

    from saltus._explore import Board
    from saltus._space import Arrangements, Space


class Puzzle:
    """A puzzle, by a line of notation: a family's, or the name of one that comes with the program.

    It is a value: it cannot be changed, and two of the same line are equal. Questions read the line anew, so that a puzzle takes no more
    than its line and threads may share it.

    Attributes:
        line: The canonical line.
        family: The first word of the notation, such as "tiles"; "rules" for definitions.
        title: What the puzzle is called, where its definition says so.
        cells: The cells of the board.
        is_set: Whether the line names a set of positions, which only `survey` takes.

    Raises:
        NotationError: The line makes no sense.

    >>> import saltus
    >>> puzzle = saltus.Puzzle("tiles 3x3 8 6 7 2 5 4 3 0 1")
    >>> puzzle.solve().length
    31
    >>> saltus.Puzzle("shift  b_w").line
    'shift 1 1'
    """

    __slots__ = ("_pieces", "cells", "family", "is_set", "line", "title")

    line: str
    family: str
    title: str | None
    cells: int
    is_set: bool
    _pieces: tuple[str, str] | None

    def __init__(self, line: str) -> None:
        self._know(ask("puzzle", line=line))

    def _know(self, told: dict[str, Any]) -> None:
        known = {name: told[name] for name in ("line", "family", "title", "is_set")}
        known["cells"] = whole(told["cells"])
        known["_pieces"] = told["pieces"] and tuple(told["pieces"])
        for name, value in known.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a puzzle cannot be changed")

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name == "check":
                raise AttributeError("Puzzle.check is now Puzzle.solvable; saltus.check is about certificates")
            raise AttributeError(f"a puzzle has no attribute {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a puzzle cannot be changed")

    @classmethod
    def from_text(cls, text: str) -> Puzzle:
        r"""Read a definition (docs/definitions.md).

        Raises:
            NotationError: With the line and the column of the mistake.

        >>> import saltus
        >>> saltus.Puzzle.from_text("board: t . f\nmoves:\n  t . -> . t")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        ...
        saltus._errors.NotationError: line 2, column 1: "moves" is no keyword; there are: title, source, known, text, board, cells, ...
        """
        told = ask("definition", text=text)
        mistake = told.get("mistake")
        if mistake is None:
            return cls(told["line"])
        raise NotationError(mistake["why"], mistake["line"], mistake["column"] or None)

    @classmethod
    def from_file(cls, path: str | os.PathLike[str]) -> Puzzle:
        """Read a file: a definition, or one line of notation.

        Raises:
            OSError: The file cannot be read.
            NotationError: With the line and the column of the mistake.
        """
        text = Path(path).read_text(encoding="utf-8-sig")
        lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
        return cls(lines[0]) if len(lines) == 1 else cls.from_text(text)

    def solve(
        self,
        *,
        solver: str | None = None,
        timeout: float | None = None,
        memory_limit: int = MEMORY,
        node_limit: int | None = None,
        threads: int | None = 1,
    ) -> Solution:
        """Find a best play and what shows that it is one.

        Args:
            solver: A solver or search by name, as `saltus solve --solver` takes it: "a-star:manhattan" (docs/searches.md).
            timeout: Seconds after which to give up; None never.
            memory_limit: Bytes for the tables of the search.
            node_limit: The most positions to expand.
            threads: Threads; None is one for each core. Answers do not depend on them.

        Raises:
            NotationError: There is no such solver here.
        """
        return solution(call("solve", request(self.line, solver, timeout, node_limit), memory_limit, threads))

    def certificate(
        self,
        *,
        solver: str | None = None,
        timeout: float | None = None,
        memory_limit: int = MEMORY,
        node_limit: int | None = None,
        threads: int | None = 1,
    ) -> bytes:
        """Solve, and write the proof of the answer: the bytes of a file for `saltus-check` and `saltus.check`.

        Args: As with `solve`.

        Raises:
            LimitReached: There is no answer, or none with a proof that can be written.

        >>> import saltus
        >>> saltus.check(saltus.Puzzle("shift 3 3").certificate()).told
        'VERIFIED optimal 15'
        """
        return call("certificate", request(self.line, solver, timeout, node_limit), memory_limit, threads)

    def count(
        self,
        *,
        timeout: float | None = None,
        memory_limit: int = MEMORY,
        node_limit: int | None = None,
        threads: int | None = 1,
    ) -> Count:
        """Count the shortest plays.

        Args: As with `solve`.

        >>> import saltus
        >>> saltus.Puzzle("shift 30 30").count().length
        960
        """
        return counted(call("count", request(self.line, None, timeout, node_limit), memory_limit, threads))

    def solutions(
        self,
        start: int = 0,
        *,
        timeout: float | None = None,
        memory_limit: int = MEMORY,
        node_limit: int | None = None,
        threads: int | None = 1,
    ) -> Solutions:
        """List all shortest plays, in a fixed order, from number `start` on (counted from 0).

        It is an iterator, which holds only a few plays however many there are.

        Args: As with `solve`; the time is for the search, not for the list.

        Raises:
            LimitReached: A limit was reached before the first play was known.

        >>> import saltus
        >>> list(saltus.Puzzle("shift 1 1").solutions())
        [('1-2', '3-1', '2-3'), ('3-2', '1-3', '2-1')]
        """
        if not 0 <= start < 2**64:
            raise ValueError("start is a number from 0 to 2^64")
        return Solutions(self.line, start, timeout, memory_limit, node_limit, threads)

    def solvable(self, *, memory_limit: int = MEMORY, threads: int | None = 1) -> Solvable:
        """Tell whether the goal can be reached at all, and why (not).

        >>> import saltus
        >>> saltus.Puzzle("tiles 2x2 2 1 3 0").solvable().solvable
        False
        """
        told = json.loads(call("solvable", request(self.line), memory_limit, threads))
        return Solvable(told["solvable"], told["because"])

    def explain(self, *, memory_limit: int = MEMORY) -> tuple[Fact, ...]:
        """Tell what theory says of the puzzle.

        >>> import saltus
        >>> saltus.Puzzle("shift 3 3").explain()[0].value
        15
        """
        return tuple(fact(shown["fact"]) for shown in json.loads(call("explain", request(self.line), memory_limit)))

    def survey(
        self,
        *,
        timeout: float | None = None,
        memory_limit: int = MEMORY,
        node_limit: int | None = None,
        threads: int | None = None,
    ) -> Survey:
        """Count all positions that can be reached, by their distance; of a set of positions, all of them, by their value.

        Args: As with `solve`.

        >>> import saltus
        >>> saltus.Puzzle("shift 1 1").survey().counts
        (1, 2, 2, 1)
        """
        return surveyed(call("survey", request(self.line, None, timeout, node_limit), memory_limit, threads))

    def play(self, moves: Iterable[str] = ()) -> Position:
        """Make moves by the rules.

        Raises:
            NotationError: A move is against the rules; `made` is the number of moves before it.
            LimitReached: The board or the play is too large to be laid out.

        >>> import saltus
        >>> saltus.Puzzle("shift 1 1").play(["1-2"]).line
        'shift _bw'
        """
        moves = list(moves)
        told = ask("play", line=self.line, moves=moves)
        labels = [spot["label"] for spot in told["scene"]]
        for frame in told["frames"]:
            for cell, label, _ in frame["changes"]:
                labels[cell] = label
        choices = tuple(Choice(choice["text"], tuple(choice["path"])) for choice in told["choices"])
        return Position(told["line"], tuple(labels), choices, told["over"], told["turn"], told["left"])

    def show(self, moves: Iterable[str] = ()) -> str:
        """Draw the board as text, after these moves.

        Raises: As with `play`.

        >>> import saltus
        >>> print(saltus.Puzzle("tiles 3x3 8 6 7 2 5 4 3 0 1").show())
        8 6 7
        2 5 4
        3 _ 1
        """
        board: str = ask("show", line=self.line, moves=list(moves))["board"]
        return board

    def graph(self) -> Picture:
        """Draw the state graph.

        Raises:
            LimitReached: There are too many positions to be drawn.

        >>> import saltus
        >>> str(saltus.Puzzle("shift 1 1").graph()).startswith("<svg")
        True
        """
        return Picture(call("graph", request(self.line)).decode())

    def export(self, form: Literal["pddl", "rules"]) -> dict[str, str]:
        """Write the puzzle for planners ("pddl"), or as the definition that its line means ("rules"): texts by the names of files.

        Raises:
            NotationError: The puzzle has no such form.

        >>> import saltus
        >>> sorted(saltus.Puzzle("guarini").export("pddl"))
        ['domain.pddl', 'problem.pddl']
        """
        from saltus._commands import export

        return export(self.line, form)

    def moves(self) -> tuple[str, ...]:
        """List the moves that may be made from the start, as text."""
        return self.play().moves

    @property
    def labels(self) -> tuple[str, ...]:
        """What may be on a cell, the vacancy first: the numbers of `Solution.boards` and `Space.boards` are places in it."""
        return tuple(codes_of(ask("play", line=self.line)))

    def space(
        self, *, timeout: float | None = None, memory_limit: int = MEMORY, node_limit: int | None = None
    ) -> Space | Arrangements:
        """All positions that can be reached, as arrays: distances, moves, best moves.

        Sliding tiles that all differ, on at most 10 cells, are numbered by the rank of their arrangement (`Arrangements`), all other puzzles in the
        order of a breadth-first search from the start.

        Args:
            timeout: Seconds after which to give up; None never.
            memory_limit: Bytes that the search may use. A position takes some 100 bytes, an arrangement of tiles one.
            node_limit: The most positions.

        Raises:
            LimitReached: There are too many positions.
        """
        from saltus._space import space

        return space(self.line, timeout=timeout, memory_limit=memory_limit, node_limit=node_limit)

    def svg(self, moves: Iterable[str] = ()) -> Picture:
        """Draw the position after these moves.

        Raises:
            NotationError: A move is against the rules.
            LimitReached: The board is too large to be drawn.
        """
        asked = json.dumps({"line": self.line, "moves": list(moves), "as": "svg"})
        return Picture(call("draw", asked.encode()).decode())

    def explore(
        self, moves: Iterable[str] = (), *, answers: bool = True, height: int = 420, site: str | None = None
    ) -> Board:
        """Show a board that is played inside a notebook; see `saltus.explore`."""
        from saltus._explore import explore

        return explore(self, moves, answers=answers, height=height, site=site)

    def _repr_svg_(self) -> str:
        return self.svg().svg

    def __repr__(self) -> str:
        return f"Puzzle({self.line!r})"

    def __str__(self) -> str:
        return self.line

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Puzzle) and self.line == other.line

    def __hash__(self) -> int:
        return hash(self.line)

    def __reduce__(self) -> tuple[type[Puzzle], tuple[str]]:
        return Puzzle, (self.line,)


class Solutions(Iterator[tuple[str, ...]]):
    """An iterator over the shortest plays of a puzzle, each a tuple of moves.

    Attributes:
        total: How many there are in all.
        because: Why there are none; None where there are some.
    """

    total: int
    because: str | None

    def __init__(
        self,
        line: str,
        start: int,
        timeout: float | None,
        memory_limit: int,
        node_limit: int | None,
        threads: int | None,
    ) -> None:
        limits: dict[str, Any] = {"seconds": timeout, "memory": memory_limit, "threads": threads_of(threads)}
        self._pieces = _core.Plays(line, start, nodes=NODES if node_limit is None else node_limit, **limits)
        told = json.loads(next(self._pieces))
        if told["status"] == "gave-up":
            raise LimitReached(told["because"])
        if told["status"] == "bad":
            raise NotationError(told["because"], 1, told["column"] or None)
        self.total, self.because = whole(told.get("count", 0)), told.get("because")
        self._ready: Iterator[list[str]] = iter(())

    def __next__(self) -> tuple[str, ...]:
        for moves in self._ready:
            return tuple(moves)
        self._ready = iter(json.loads(next(self._pieces)))
        return tuple(next(self._ready))


def solve(
    line: str | Puzzle,
    *,
    solver: str | None = None,
    timeout: float | None = None,
    memory_limit: int = MEMORY,
    node_limit: int | None = None,
    threads: int | None = 1,
) -> Solution:
    """Find a best play of a line of notation: `Puzzle(line).solve(...)`, reading the line once.

    >>> import saltus
    >>> answer = saltus.solve("shift 3 3")
    >>> answer.length, answer.label, answer.moves[:3]
    (15, 'proved', ('3-4', '5-3', '6-5'))
    """
    return solution(call("solve", request(str(line), solver, timeout, node_limit), memory_limit, threads))
