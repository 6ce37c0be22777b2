"""Pattern databases of sliding tiles: arrays, and heuristics that can be called."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from saltus import _core
from saltus._ask import MEMORY, limited, threads_of
from saltus._puzzle import Puzzle
from saltus._tiles import Tiles, tiles


class PatternDatabase:
    """The moves that some tiles need to get home, whatever the others do: a lower bound on the moves of a board.

    Only moves of these tiles are counted, so that the values of databases without a tile in common may be added up (Korf and Felner, 2002).

    Attributes:
        tiles: The tiles, ascending by their goal cells.
        array: The value by the cells of these tiles, counted from 0: uint8 of shape (cells,) * len(tiles), 255 where no such arrangement can get home.
            A byte each: 16.8 MB for six tiles of the 15-puzzle, 244 MB for six of the 24-puzzle.

    >>> import saltus
    >>> corner = saltus.pattern_database("tiles 3x3", tiles=[1, 2, 4])
    >>> corner("tiles 3x3 8 6 7 2 5 4 3 0 1"), corner.array.shape
    (10, (9, 9, 9))
    """

    tiles: tuple[int, ...]
    array: NDArray[np.uint8]

    def __init__(self, board: Tiles, chosen: tuple[int, ...], array: NDArray[np.uint8]) -> None:
        self._board, self.tiles, self.array = board, chosen, array

    def __call__(self, board: str | Puzzle | ArrayLike) -> int:
        """Bound the moves of one board, given as a line, a puzzle, or its tiles row by row, 0 the vacancy.

        Raises:
            NotationError: It is no board, or of another size, or with another goal.
        """
        return int(self.values(self._board.board(board))[0])

    def values(self, boards: ArrayLike) -> NDArray[np.uint8]:
        """Bound the moves of many boards at once: an array of shape (n, cells) gives n numbers.

        Raises:
            NotationError: One of them is no board.
        """
        places = np.argsort(np.atleast_2d(self._board.board(boards)), axis=1)
        values: NDArray[np.uint8] = self.array[tuple(places[:, tile] for tile in self.tiles)]
        return values


def pattern_database(
    line: str | Puzzle, tiles: Iterable[int], *, memory_limit: int = MEMORY, threads: int | None = None
) -> PatternDatabase:
    """Compute a pattern database of a board of sliding tiles.

    Args:
        line: The board with its goal, such as "tiles 4x4" or "tiles 4x4 to blank-first"; a start does not matter.
        tiles: At most 8 tiles of the pattern.
        memory_limit: Bytes for the array; what else the search needs is less.
        threads: Threads; None is one for each core.

    Raises:
        NotationError: It is no such board or pattern.
        LimitReached: The array needs more than the memory.
    """
    board, chosen = _board(str(line)), set(tiles)
    if not chosen <= set(board.goal) - {0}:
        raise ValueError(f"tiles are numbers from 1 to {board.cells - 1}")
    cells = sorted(board.goal.index(tile) for tile in chosen)
    named = threads_of(threads)
    numbers = [board.height, board.width, board.vacancy, *cells]
    values = limited(lambda: _core.array("tiles", "pattern", numbers, memory=memory_limit, threads=named))
    array = np.frombuffer(values, np.uint8).reshape((board.cells,) * len(cells))
    return PatternDatabase(board, tuple(board.goal[cell] for cell in cells), array)


_board = tiles
