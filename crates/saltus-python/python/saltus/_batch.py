"""Many puzzles at once."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol, cast

from saltus import _core
from saltus._ask import MEMORY, NODES, fault, renamed, request, threads_of
from saltus._errors import LimitReached, NotationError
from saltus._puzzle import Puzzle
from saltus._results import Solution, solution


class Bar(Protocol):
    """What hears of progress: tqdm's protocol."""

    def update(self, n: int = 1, /) -> object:
        """Tell that so many more are done."""

    def close(self) -> object:
        """Tell that nothing more comes."""


class _Line:
    """One line on standard error, rewritten a few times a second."""

    def __init__(self, total: int) -> None:
        self._total, self._done, self._shown = total, 0, 0.0

    def update(self, n: int = 1, /) -> None:
        self._done += n
        if time.monotonic() - self._shown > 0.2 or self._done == self._total:
            self._shown = time.monotonic()
            print(f"\r{self._done}/{self._total}", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        print(file=sys.stderr)


class _Called:
    """A function of what is done and of all."""

    def __init__(self, call: Callable[[int, int], object], total: int) -> None:
        self._call, self._total, self._done = call, total, 0

    def update(self, n: int = 1, /) -> None:
        self._done += n
        self._call(self._done, self._total)

    def close(self) -> None:
        pass


def _bar(progress: bool | Bar | type[Any] | Callable[[int, int], object] | None, total: int) -> Bar | None:
    if not progress:
        return None
    if progress is True:
        try:
            from tqdm.auto import tqdm
        except ImportError:
            return _Line(total)
        made: Bar = tqdm(total=total)
        return made
    if isinstance(progress, type):
        made = progress(total=total)
        return made
    if hasattr(progress, "update"):
        made = cast(Bar, progress)
        return made
    return _Called(progress, total)


class Solved(Iterator[Solution]):
    """The answers of `solve_many`, in the order of the lines; `len` is how many there are in all."""

    def __init__(self, lines: list[str], batch: _core.Batch, bar: Bar | None) -> None:
        self._lines, self._batch, self._bar = iter(lines), batch, bar

    def __len__(self) -> int:
        return len(self._batch)

    def __next__(self) -> Solution:
        try:
            word, reply = next(self._batch)
        except BaseException:
            self._end()
            raise
        line = next(self._lines)
        if self._bar is not None:
            self._bar.update(1)
        if word == "json":
            return solution(reply)
        wrong = fault(word, reply)
        if isinstance(wrong, NotationError | LimitReached):
            return Solution(line, "refused", because=str(wrong))
        self._end()
        raise wrong

    def _end(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None


@renamed(timeout_each="time_each")
def solve_many(
    lines: Iterable[str | Puzzle],
    *,
    threads: int | None = None,
    time_each: float | None = None,
    node_limit: int | None = None,
    solver: str | None = None,
    memory_limit: int = MEMORY,
    progress: bool | Bar | type[Any] | Callable[[int, int], object] | None = None,
) -> Solved:
    """Solve many puzzles on several threads, outside of Python's lock.

    The answers come as an iterator, in the order of the lines; threads work ahead of it. A line that is wrong has an answer, too, with
    the status "refused", and the batch goes on.

    Args:
        lines: Lines or puzzles, such as an open file; all are read before the first answer.
        threads: Threads, each with one puzzle at a time; None is one for each core.
        time_each: Seconds for one puzzle, from its beginning.
        node_limit: The most positions to expand for one puzzle.
        solver: As with `solve`.
        memory_limit: Bytes for all threads together.
        progress: True for tqdm where it is installed, else a line on standard error; or a class like tqdm, called with `total`; or
            an object with `update` and `close`; or a function of what is done and of all.

    >>> import saltus
    >>> [answer.length for answer in saltus.solve_many(["shift 1 1", "shift 2 2", "shift 3 x"])]
    [3, 8, None]
    """
    names = [str(line).strip() for line in lines]
    requests = [request(name, solver, time_each, node_limit) for name in names]
    batch = _core.Batch("solve", requests, memory=memory_limit, nodes=NODES, threads=threads_of(threads))
    return Solved(names, batch, _bar(progress, len(names)))
