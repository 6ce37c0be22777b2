"""Random puzzles, by seed and by wanted length."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

from saltus import _core
from saltus._ask import MEMORY, NODES, fault, renamed, request, threads_of
from saltus._batch import solve_many
from saltus._errors import LimitReached, NotationError
from saltus._puzzle import Puzzle

TRIES = 1000
"""So many boards are tried for each that is wanted."""


@renamed(timeout_each="time_each")
def random_instances(
    line: str | Puzzle,
    count: int,
    *,
    seed: int = 0,
    length: range | int | None = None,
    time_each: float | None = None,
    memory_limit: int = MEMORY,
    threads: int | None = None,
) -> list[Puzzle]:
    """Make random puzzles: the same for the same arguments, on every machine and with any threads.

    Families that have random boards (`LINE random seed=S`: tiles, Clobber, Chinese Checkers) give those; of any other puzzle, positions that
    can be reached from its start and can be solved, each as likely as another.

    Args:
        line: The board, such as "tiles 4x4" or "clobber grid 4x5".
        count: How many, all different.
        seed: A whole number from 0.
        length: The wanted number of moves of a best play (or what else it is judged by): a number or a range. With it each board is solved.
        time_each: Seconds for one search; a board whose search has not ended is left out, so that the result then depends on time.
        memory_limit: Bytes for all searches together.
        threads: Threads; None is one for each core.

    Raises:
        LimitReached: So many different ones were not found among 1000 tries for each.
        NotationError: The line makes no sense.

    >>> import saltus
    >>> hard = saltus.random_instances("tiles 3x3", 5, seed=1, length=range(25, 32))
    >>> all(puzzle.solve().length >= 25 for puzzle in hard)
    True
    """
    if count < 0 or seed < 0:
        raise ValueError("count and seed are numbers from 0")
    wanted = range(length, length + 1) if isinstance(length, int) else length
    found: dict[str, Puzzle] = {}
    source = _boards(str(line), Random(seed), count, wanted, memory_limit, threads)
    for puzzles in source:
        lengths: Iterator[int | None] = (None for _ in puzzles)
        if wanted is not None:
            solved = solve_many(puzzles, threads=threads, time_each=time_each, memory_limit=memory_limit)
            lengths = (answer.upper if answer.optimal else -1 for answer in solved)
        for puzzle, moves in zip(puzzles, lengths, strict=True):
            if len(found) < count and (wanted is None or moves in wanted):
                found.setdefault(puzzle.line, puzzle)
        if len(found) >= count:
            return list(found.values())
    raise LimitReached(f"only {len(found)} of {count} puzzles were found")


def _boards(
    line: str, random: Random, count: int, wanted: range | None, memory_limit: int, threads: int | None
) -> Iterator[list[Puzzle]]:
    """Random boards, in lists."""
    try:
        Puzzle(f"{line} random seed=0")
    except NotationError:
        yield from _positions(line, random, count, wanted, memory_limit)
        return
    at_once = min(max(2 * count, 64), 4096)
    for _ in range(max(TRIES * count // at_once, 1)):
        requests = [request(f"{line} random seed={random.getrandbits(48)}") for _ in range(at_once)]
        yield [
            _known(*reply)
            for reply in _core.Batch("puzzle", requests, memory=memory_limit, nodes=NODES, threads=threads_of(threads))
        ]


def _known(word: str, reply: bytes) -> Puzzle:
    if word != "json":
        raise fault(word, reply)
    puzzle = Puzzle.__new__(Puzzle)
    puzzle._know(json.loads(reply))
    return puzzle


def _positions(
    line: str, random: Random, count: int, wanted: range | None, memory_limit: int
) -> Iterator[list[Puzzle]]:
    """Positions that can be reached, in a random order."""
    puzzle = Puzzle(line)
    space = puzzle.space(memory_limit=memory_limit)
    to_goal = space.to_goal
    fit = [
        at
        for at in range(len(space))
        if to_goal[at] not in (0, space.unreached) and (wanted is None or int(to_goal[at]) in wanted)
    ]
    random.shuffle(fit)
    for first in range(0, len(fit), max(count, 1)):
        yield [Puzzle(space.unrank(at)) for at in fit[first : first + count]]
