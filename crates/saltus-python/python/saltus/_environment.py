"""Puzzles as environments of gymnasium, for programs that learn."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from saltus._puzzle import Puzzle


class Environment(gymnasium.Env[NDArray[np.uint8], np.int64]):
    """A puzzle whose positions can all be held, as an environment of gymnasium; that must be installed.

    An observation is what is on each cell, a place in `labels`. An action is the number of a move among those that may be made, in the order of
    `Space.next`. A move costs 1; one that cannot be made changes nothing, and costs 1, too. An episode ends at the goal, and where no move is left.

    What `reset` and `step` tell beside: `action_mask` (which actions are moves), `best` (which of them are best), `to_goal` (moves of a shortest play from
    here, so that -`to_goal` is the exact value of the position; None where it is lost), and `number` (the position in `space`).

    Attributes:
        space: All positions (`Puzzle.space`).
        labels: What the numbers of observations stand for.

    Args:
        puzzle: The puzzle, from whose start episodes begin.
        random: Begin at positions drawn from all those from which the goal can be reached, and not at the start.

    Raises:
        LimitReached: There are too many positions.

    >>> import saltus
    >>> environment = saltus.Environment("shift 1 1")
    >>> observation, told = environment.reset(seed=1)
    >>> observation.tolist(), told["action_mask"].tolist(), told["to_goal"]
    ([1, 0, 2], [1, 1], 3)
    >>> environment.step(0)[1:4]
    (-1.0, False, False)
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(self, puzzle: str | Puzzle, *, random: bool = False, render_mode: str | None = None) -> None:
        self.render_mode = render_mode
        self.puzzle = Puzzle(str(puzzle))
        self.space = self.puzzle.space()
        self.labels = self.space.labels
        self._start = self.space.rank(self.puzzle.line)
        self._starts = np.flatnonzero(self.space.to_goal < self.space.unreached) if random else None
        self._most = max(1, self._most_moves())
        self._boards = self.space.boards
        self._at = self._start
        self.action_space = gymnasium.spaces.Discrete(self._most)
        self.observation_space = gymnasium.spaces.Box(0, len(self.labels) - 1, (self._boards.shape[1],), np.uint8)

    def _most_moves(self) -> int:
        starts = getattr(self.space, "starts", None)
        # On a board of tiles the vacancy has four sides.
        return 4 if starts is None else int(np.diff(starts.astype(np.int64)).max(initial=0))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begin an episode: at the start, at a random position, or at the line or number that `options["at"]` is."""
        super().reset(seed=seed)
        at = (options or {}).get("at")
        if at is not None:
            self._at = at if isinstance(at, int) else self.space.rank(at)
        elif self._starts is not None:
            self._at = int(self.np_random.choice(self._starts))
        else:
            self._at = self._start
        return self._seen(), self._told()

    def step(self, action: np.int64 | int) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Make a move."""
        after = self.space.next(self._at)
        if 0 <= action < len(after):
            self._at = int(after[action])
        told = self._told()
        is_over = told["to_goal"] == 0 or not told["action_mask"].any()
        return self._seen(), -1.0, is_over, False, told

    def render(self) -> str | None:
        """Write what is on the cells."""
        return " ".join(self.labels[code] for code in self._seen()) if self.render_mode == "ansi" else None

    def _seen(self) -> NDArray[np.uint8]:
        board: NDArray[np.uint8] = self._boards[self._at].copy()
        return board

    def _told(self) -> dict[str, Any]:
        after, best = self.space.next(self._at), self.space.best(self._at)
        distance = int(self.space.to_goal[self._at])
        mask = np.zeros(self._most, np.int8)
        mask[: len(after)] = 1
        is_best = np.zeros(self._most, np.int8)
        is_best[: len(after)] = np.isin(after, best)
        to_goal = None if distance == self.space.unreached else distance
        return {"action_mask": mask, "best": is_best, "to_goal": to_goal, "number": self._at}
