"""Lines of sliding tiles as boards of numbers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from saltus._ask import ask
from saltus._errors import NotationError
from saltus._puzzle import Puzzle


@dataclass(frozen=True)
class Tiles:
    """A board of tiles that all differ, with its goal: the tile that belongs on each cell, 0 the vacancy."""

    height: int
    width: int
    start: tuple[int, ...]
    goal: tuple[int, ...]
    tail: str

    @property
    def cells(self) -> int:
        """How many there are."""
        return self.height * self.width

    @property
    def vacancy(self) -> int:
        """The cell where the vacancy belongs."""
        return self.goal.index(0)

    def line(self, board: ArrayLike) -> str:
        """Write a board as a line, with the same goal."""
        tiles = " ".join(str(int(tile)) for tile in np.asarray(board).ravel())
        return f"tiles {self.height}x{self.width} {tiles}{self.tail}"

    def homes(self) -> NDArray[np.uint8]:
        """Tell the cell where each tile belongs, by the tile."""
        homes = np.zeros(self.cells, np.uint8)
        homes[list(self.goal)] = np.arange(self.cells, dtype=np.uint8)
        return homes

    def board(self, board: str | Puzzle | ArrayLike) -> NDArray[np.int64]:
        """Read a board: a line, a puzzle, or the tiles row by row; or several boards, one a row."""
        if isinstance(board, str | Puzzle):
            other = tiles(str(board))
            if (other.height, other.width, other.goal) != (self.height, self.width, self.goal):
                raise NotationError("this is a board of another size or with another goal")
            return np.array(other.start)
        read = np.asarray(board)
        if read.dtype.kind not in "iu" or read.ndim > 3 or read.size % self.cells:
            raise NotationError(f"a board has {self.cells} tiles, as whole numbers")
        read = read.astype(np.int64)
        read = (
            read.reshape(-1)
            if read.size == self.cells and read.shape != (1, self.cells)
            else read.reshape(-1, self.cells)
        )
        if not (np.sort(read, axis=-1) == np.arange(self.cells)).all():
            raise NotationError(f"a board has each number from 0 to {self.cells - 1} once")
        return read


def tiles(line: str) -> Tiles:
    """Read a line of tiles that all differ.

    Raises:
        NotationError: It is another puzzle, or some tiles are equal.
    """
    puzzle = Puzzle(line)
    if puzzle.family != "tiles":
        raise NotationError(f"{puzzle.family} has no such table; tiles has")
    if "metric=" in puzzle.line:
        raise NotationError("metric=runs has no such table")
    told = ask("play", line=puzzle.line)
    number = {"_": 0}
    start, goal = (
        [number.get(spot["label"]) or int(spot["label"].replace("_", "0")) for spot in told[which]]
        for which in ("scene", "goal")
    )
    if sorted(goal) != list(range(len(goal))):
        raise NotationError("some tiles are equal, or not numbered from 1")
    words = puzzle.line.split(" ")
    height, width = (int(side) for side in words[1].split("x"))
    tail = "".join(f" {word}" for word in words[2 + height * width :])
    return Tiles(height, width, tuple(start), tuple(goal), tail)
