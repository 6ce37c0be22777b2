"""All positions of a puzzle, as arrays."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from saltus import _core
from saltus._ask import NODES, limited
from saltus._errors import NotationError
from saltus._puzzle import Puzzle
from saltus._tiles import Tiles, tiles

if TYPE_CHECKING:
    import networkx

MOST_CELLS = 10
"""Boards of tiles up to this size are numbered by the rank of their arrangement."""


class _Numbered(ABC):
    """What both kinds of spaces have."""

    puzzle: str
    positions: int
    unreached: int

    @property
    @abstractmethod
    def from_start(self) -> NDArray[Any]:
        """Moves from the start by number."""

    @property
    @abstractmethod
    def to_goal(self) -> NDArray[Any]:
        """Moves to the goal by number."""

    @abstractmethod
    def next(self, number: int) -> NDArray[Any]:
        """Tell the positions that the moves of one lead to."""

    @abstractmethod
    def best(self, number: int) -> NDArray[Any]:
        """Tell the positions that its best moves lead to."""

    def __len__(self) -> int:
        return self.positions

    def to_networkx(self) -> networkx.DiGraph:
        """The state graph of the positions that can be reached, for networkx, which must be installed: numbers of positions, with `to_goal` where there is a way.

        >>> import saltus
        >>> graph = saltus.Puzzle("shift 1 1").space().to_networkx()
        >>> graph.number_of_nodes(), graph.number_of_edges(), graph.nodes[0]
        (6, 6, {'to_goal': 3})
        """
        import networkx

        graph = networkx.DiGraph()
        reached = np.flatnonzero(self.from_start < self.unreached)
        for number in reached.tolist():
            distance = int(self.to_goal[number])
            graph.add_node(number, **({} if distance == self.unreached else {"to_goal": distance}))
            graph.add_edges_from((number, other) for other in self.next(number).tolist())
        return graph

    def _at(self, number: int) -> int:
        if not 0 <= number < self.positions:
            raise IndexError(f"positions are numbered from 0 to {self.positions - 1}")
        return int(number)


class Space(_Numbered):
    """All positions that can be reached from a start, numbered from 0: the start, then others by their distance from it.

    Memory: 12 bytes a position and 4 a move for the arrays, and some 100 bytes a position for what is behind `unrank`.

    Attributes:
        puzzle: The line of the start.
        positions: How many there are.
        unreached: The number that stands for "there is no way" in the arrays of distances.

    >>> import saltus
    >>> space = saltus.Puzzle("shift 2 2").space()
    >>> space.positions, int(space.to_goal[0]), space.unrank(1)
    (23, 8, 'shift b_bww')
    >>> space.rank("shift b_bww"), [space.unrank(at) for at in space.best(0)]
    (1, ['shift b_bww', 'shift bbw_w'])
    """

    unreached = 65535

    def __init__(self, puzzle: str, core: _core.Space) -> None:
        self.puzzle, self.positions, self._core = puzzle, core.positions, core

    @cached_property
    def _distances(self) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
        from_start, to_goal = (np.frombuffer(numbers, np.uint16) for numbers in self._core.distances())
        return from_start, to_goal

    @property
    def from_start(self) -> NDArray[Any]:
        """Moves from the start (or their cost, where some cost nothing) by position: uint16."""
        return self._distances[0]

    @property
    def to_goal(self) -> NDArray[Any]:
        """Moves to the nearest goal (or their cost) by position, `unreached` where it is lost: uint16."""
        return self._distances[1]

    @cached_property
    def _moves(self) -> tuple[NDArray[np.uint64], NDArray[np.uint32], NDArray[np.bool_]]:
        starts, targets, best = self._core.moves()
        return np.frombuffer(starts, np.uint64), np.frombuffer(targets, np.uint32), np.frombuffer(best, np.bool_)

    @property
    def starts(self) -> NDArray[np.uint64]:
        """Where the moves of each position begin in `targets`: uint64, one more than there are positions."""
        return self._moves[0]

    @property
    def targets(self) -> NDArray[np.uint32]:
        """The positions that moves lead to, those of one position after those of another: uint32."""
        return self._moves[1]

    @property
    def is_best(self) -> NDArray[np.bool_]:
        """Whether each move of `targets` is one of a shortest play: perfect play of every position, as labels."""
        return self._moves[2]

    def rank(self, board: str | Puzzle) -> int:
        """Tell the number of a position, given as a line. The first call makes a table of all lines, some 200 bytes each.

        Raises:
            NotationError: It is not one of these positions.
        """
        at = self._core.position(str(board))
        if at is None:
            raise NotationError("this position cannot be reached from the start, or has another goal")
        return at

    def unrank(self, number: int) -> str:
        """Write a position as a line of its own, with the goal of the start.

        Raises:
            IndexError: There are fewer positions.
            NotationError: The notation has no line for it.
        """
        line = self._core.line(self._at(number))
        if line is None:
            raise NotationError("the notation of this puzzle has no line for this position")
        return line

    def next(self, number: int) -> NDArray[Any]:
        """Tell the positions that the moves of one lead to."""
        return self.targets[self._span(number)]

    def best(self, number: int) -> NDArray[Any]:
        """Tell the positions that its best moves lead to; none at a goal and where it is lost."""
        span = self._span(number)
        found: NDArray[Any] = self.targets[span][self.is_best[span]]
        return found

    def _span(self, number: int) -> slice:
        return slice(int(self.starts[self._at(number)]), int(self.starts[number + 1]))

    @cached_property
    def _boards(self) -> tuple[tuple[str, ...], NDArray[np.uint8]]:
        labels, cells, codes = limited(self._core.boards)
        return tuple(labels), np.frombuffer(codes, np.uint8).reshape(-1, cells)

    @property
    def labels(self) -> tuple[str, ...]:
        """What the numbers of `boards` stand for."""
        return self._boards[0]

    @property
    def boards(self) -> NDArray[Any]:
        """What is on each cell of every position, a place in `labels`: uint8 of shape (positions, cells)."""
        return self._boards[1]


class Arrangements(_Numbered):
    """All arrangements of the tiles of a small board, numbered lexicographically; half of them cannot be reached.

    An arrangement is counted by the goal cell of whatever is on each cell, row by row, so that the goal itself has number 0. Memory: a byte an
    arrangement for each array of distances (3.6 MB for ten cells), and `boards` a byte a cell.

    >>> import saltus
    >>> space = saltus.Puzzle("tiles 3x3").space()
    >>> int((space.to_goal == 31).sum()), space.rank("tiles 3x3 8 6 7 2 5 4 3 0 1")
    (2, 311247)
    >>> space.unrank(1)
    'tiles 3x3 1 2 3 4 5 6 7 0 8'
    """

    unreached = 255

    def __init__(self, puzzle: str, board: Tiles, memory: int) -> None:
        self.puzzle, self._tiles, self._memory = puzzle, board, memory
        self._to_goal = self._table(board.vacancy)
        self.positions = self._to_goal.size

    def _table(self, vacancy: int) -> NDArray[np.uint8]:
        numbers = [self._tiles.height, self._tiles.width, vacancy]
        found = limited(lambda: _core.array("tiles", "arrangements", numbers, memory=self._memory, threads=1))
        return np.frombuffer(found, np.uint8)

    @property
    def to_goal(self) -> NDArray[Any]:
        """Moves to the goal by rank, 255 where it cannot be reached: uint8."""
        return self._to_goal

    @cached_property
    def _from_start(self) -> NDArray[np.uint8]:
        # Moves can be taken back: the start is the goal of another numbering.
        seen = np.argsort(self._tiles.homes()[list(self._tiles.start)]).astype(np.uint8)
        return self._table(int(seen[self._tiles.vacancy]))[_ranks(seen[self._homes])]

    @property
    def from_start(self) -> NDArray[Any]:
        """Moves from the start by rank, 255 where it cannot be reached: uint8. Takes a second for nine cells."""
        return self._from_start

    @cached_property
    def _homes(self) -> NDArray[np.uint8]:
        return _arrangements(self._tiles.cells)

    @property
    def boards(self) -> NDArray[Any]:
        """The tiles on the cells of every arrangement, 0 the vacancy: uint8 of shape (positions, cells)."""
        return np.array(self._tiles.goal, np.uint8)[self._homes]

    @property
    def labels(self) -> tuple[str, ...]:
        """The tiles, the vacancy first."""
        return ("_", *(str(tile) for tile in range(1, self._tiles.cells)))

    def ranks(self, boards: ArrayLike) -> NDArray[np.int64]:
        """Tell the ranks of many boards at once: tiles row by row, 0 the vacancy; an array of shape (n, cells) gives n numbers.

        Raises:
            NotationError: One of them is no board.
        """
        return _ranks(self._tiles.homes()[np.atleast_2d(self._tiles.board(boards))])

    def rank(self, board: str | Puzzle | ArrayLike) -> int:
        """Tell the rank of a board, given as a line or as its tiles.

        Raises:
            NotationError: It is no board, or of another size, or with another goal.
        """
        found = _ranks(self._tiles.homes()[np.atleast_2d(self._tiles.board(board))])
        if found.size != 1:
            raise NotationError("one board has one rank; `ranks` takes several")
        return int(found[0])

    def board(self, number: int) -> NDArray[np.uint8]:
        """Tell the tiles on the cells, 0 the vacancy.

        Raises:
            IndexError: There are fewer arrangements.
        """
        number, cells = self._at(number), self._tiles.cells
        free, homes = list(range(cells)), []
        for left in range(cells, 0, -1):
            others = _factorial(left - 1)
            homes.append(free.pop(number // others))
            number %= others
        return np.array(self._tiles.goal, np.uint8)[homes]

    def unrank(self, number: int) -> str:
        """Write an arrangement as a line, with the goal of the puzzle.

        Raises:
            IndexError: There are fewer arrangements.
        """
        return self._tiles.line(self.board(number))

    def next(self, number: int) -> NDArray[np.int64]:
        """Tell the ranks that the moves of one lead to."""
        board = self.board(number).reshape(self._tiles.height, self._tiles.width)
        row, column = (int(place[0]) for place in np.nonzero(board == 0))
        found = []
        for down, right in _STEPS:
            if 0 <= row + down < self._tiles.height and 0 <= column + right < self._tiles.width:
                after = board.copy()
                after[row, column], after[row + down, column + right] = board[row + down, column + right], 0
                found.append(after.ravel())
        return self.ranks(np.array(found).reshape(-1, self._tiles.cells))

    def best(self, number: int) -> NDArray[Any]:
        """Tell the ranks that its best moves lead to; none at the goal and where it is lost."""
        after = self.next(number)
        found: NDArray[Any] = after[self.to_goal[after].astype(int) == int(self.to_goal[number]) - 1]
        return found

    @cached_property
    def best_directions(self) -> NDArray[np.uint8]:
        """Perfect play of every arrangement, as labels by rank: uint8, the sum of 1, 2, 4 and 8 where the vacancy does best to go up, left, right and down.

        It is 0 at the goal and where the goal cannot be reached. Takes some seconds for nine cells.
        """
        height, width = self._tiles.height, self._tiles.width
        found = np.zeros(self.positions, np.uint8)
        holes = (self._homes == self._tiles.vacancy).argmax(axis=1)
        for label, (down, right) in zip((1, 2, 4, 8), _STEPS, strict=True):
            rows, columns = holes // width + down, holes % width + right
            inside = (rows >= 0) & (rows < height) & (columns >= 0) & (columns < width)
            at = np.nonzero(inside & (self.to_goal < self.unreached))[0]
            homes, to = self._homes[at], (rows * width + columns)[at]
            each = np.arange(len(at))
            homes[each, holes[at]], homes[each, to] = homes[each, to], self._tiles.vacancy
            found[at[self.to_goal[_ranks(homes)] < self.to_goal[at]]] |= label
        return found


_STEPS = ((-1, 0), (0, -1), (0, 1), (1, 0))
"""Where the vacancy may go: rows down, columns to the right."""


def _factorial(number: int) -> int:
    return int(np.prod(np.arange(1, number + 1), dtype=np.int64))


def _ranks(homes: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Lexicographic numbers of arrangements, one a row."""
    cells = homes.shape[1]
    ranks = np.zeros(len(homes), np.int64)
    for place in range(cells):
        smaller = (homes[:, place + 1 :] < homes[:, place, None]).sum(axis=1)
        ranks = ranks * (cells - place) + smaller
    return ranks


def _arrangements(cells: int) -> NDArray[np.uint8]:
    """All arrangements in lexicographic order, one a row."""
    found = np.zeros((1, 0), np.uint8)
    for count in range(1, cells + 1):
        # Before an arrangement of the others stands one thing; what is not less moves up.
        first = np.repeat(np.arange(count, dtype=np.uint8), len(found))[:, None]
        others = np.tile(found, (count, 1))
        found = np.hstack([first, others + (others >= first)])
    return found


def space(line: str, *, timeout: float | None, memory_limit: int, node_limit: int | None) -> Space | Arrangements:
    """All positions of a line: arrangements of tiles where these are few enough."""
    puzzle = Puzzle(line)
    if puzzle.family == "tiles" and puzzle.cells <= MOST_CELLS:
        try:
            return Arrangements(puzzle.line, tiles(puzzle.line), memory_limit)
        except NotationError:
            # Equal tiles and runs are numbered like all other puzzles.
            pass
    core = limited(
        lambda: _core.Space(
            puzzle.line, seconds=timeout, memory=memory_limit, nodes=NODES if node_limit is None else node_limit
        )
    )
    return Space(puzzle.line, core)
