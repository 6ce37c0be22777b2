"""Arrays of all positions, pattern databases, random puzzles."""

import random

import numpy as np
import pytest

import saltus


def test_all_arrangements_have_their_distances() -> None:
    puzzle = saltus.Puzzle("tiles 3x3 8 6 7 2 5 4 3 0 1")
    space = puzzle.space()
    assert isinstance(space, saltus.Arrangements)
    assert space.to_goal.dtype == np.uint8
    assert (space.to_goal.shape, len(space)) == ((362880,), 362880)
    survey = saltus.Puzzle("tiles 3x3").survey()
    assert np.bincount(space.to_goal[space.to_goal < space.unreached]).tolist() == list(survey.counts)
    assert space.to_goal[space.rank(puzzle)] == 31
    assert space.from_start[space.rank(puzzle)] == 0
    # Moves can be taken back.
    assert space.from_start[space.rank("tiles 3x3")] == 31
    assert (space.from_start < 255).sum() == 181440


def test_perfect_play_is_labelled() -> None:
    space = saltus.Puzzle("tiles 2x3 to blank-first").space()
    assert isinstance(space, saltus.Arrangements)
    labels = space.best_directions
    for number in range(0, len(space), 7):
        board = space.board(number).reshape(2, 3)
        row, column = (int(place) for place in np.argwhere(board == 0)[0])
        to = {}
        for label, at in (
            (1, (row - 1, column)),
            (2, (row, column - 1)),
            (4, (row, column + 1)),
            (8, (row + 1, column)),
        ):
            if 0 <= at[0] < 2 and 0 <= at[1] < 3:
                after = board.copy()
                after[row, column], after[at] = after[at], 0
                to[label] = space.rank(after.ravel())
        best = {after for label, after in to.items() if labels[number] & label}
        assert best == (set(space.best(number).tolist()) if space.to_goal[number] < 255 else set())
    graph = saltus.Puzzle("shift 3 3 moves=all").space()
    assert isinstance(graph, saltus.Space)
    sources = np.repeat(np.arange(len(graph)), np.diff(graph.starts.astype(int)))
    falls = graph.to_goal[graph.targets].astype(int) == graph.to_goal[sources].astype(int) - 1
    assert (graph.is_best == (falls & (graph.to_goal[sources] < graph.unreached))).all()
    # Some moves cost nothing: what is best is not what the distance alone says.
    pushes = saltus.Puzzle("sokoban-microban-pushes").space()
    assert isinstance(pushes, saltus.Space)
    at_, moves = 0, 0
    while pushes.best(at_).size:
        at_, moves = int(pushes.best(at_)[0]), moves + 1
    answer = saltus.solve("sokoban-microban-pushes")
    assert (int(pushes.to_goal[0]), moves, pushes.to_goal[at_]) == (answer.cost, answer.length, 0)


@pytest.mark.parametrize("line", ["tiles 3x3", "tiles 2x4 to blank-first", "tiles 2x3 5 4 3 2 1 0 to 1 2 0 3 4 5"])
def test_ranks_lead_back(line: str) -> None:
    space = saltus.Puzzle(line).space()
    assert isinstance(space, saltus.Arrangements)
    boards = space.boards
    assert space.ranks(boards[::97]).tolist() == list(range(0, len(space), 97))
    for number in random.Random(1).sample(range(len(space)), 50):
        assert space.board(number).tolist() == boards[number].tolist()
        assert space.rank(space.board(number)) == number
        distance = space.to_goal[number]
        if distance < space.unreached:
            # The rank of a line with its goal, too.
            assert space.rank(space.unrank(number)) == number
            assert saltus.solve(space.unrank(number)).length == distance
            assert sorted(abs(int(space.to_goal[after]) - int(distance)) for after in space.next(number)) == [1] * len(
                space.next(number)
            )
            best = space.best(number)
            assert (distance == 0) == (best.size == 0)
            assert all(space.to_goal[after] == distance - 1 for after in best)
    with pytest.raises(saltus.NotationError):
        space.rank([1, 2])
    with pytest.raises(saltus.NotationError):
        space.rank("tiles 2x2 1 2 3 0")
    with pytest.raises(IndexError):
        space.unrank(len(space))


@pytest.mark.parametrize(
    "line",
    ["shift 3 3 moves=all", "toads-3-3", "tiles 2x3 1 1 2 2 0 1 to 1 2 1 2 1 0", "tiles 2x3 5 4 3 2 1 0 metric=runs"],
)
def test_spaces_of_other_puzzles_are_numbered_by_distance(line: str) -> None:
    puzzle = saltus.Puzzle(line)
    space = puzzle.space()
    survey = puzzle.survey()
    assert isinstance(space, saltus.Space)
    assert np.bincount(space.from_start).tolist() == list(survey.counts)
    assert (np.diff(space.from_start.astype(int)) >= 0).all()
    answer = puzzle.solve()
    assert space.to_goal[0] == (space.unreached if answer.length is None else answer.length)
    assert space.starts.shape == (len(space) + 1,) and space.starts[-1] == space.targets.size
    for number in random.Random(1).sample(range(len(space)), min(30, len(space))):
        position = space.unrank(number)
        assert space.rank(position) == number
        after = {saltus.Puzzle(position).play([move]).line for move in saltus.Puzzle(position).moves()}
        assert after == {space.unrank(int(at)) for at in space.next(number)}
        assert [space.labels[code] for code in space.boards[number]] == list(saltus.Puzzle(position).play().labels)
        assert all(space.to_goal[at] == space.to_goal[number] - 1 for at in space.best(number))
    with pytest.raises(saltus.NotationError):
        space.rank("shift 1 1")


def test_a_space_that_is_too_large_is_refused() -> None:
    with pytest.raises(saltus.LimitReached):
        saltus.Puzzle("tiles 4x4").space(node_limit=1000)
    with pytest.raises(saltus.LimitReached):
        saltus.Puzzle("tiles 3x3").space(memory_limit=1000)


def test_pattern_databases_bound_from_below() -> None:
    space = saltus.Puzzle("tiles 3x3").space()
    assert isinstance(space, saltus.Arrangements)
    left, right = (saltus.pattern_database("tiles 3x3", tiles) for tiles in ([1, 2, 4, 5], [3, 6, 7, 8]))
    assert left.array.dtype == np.uint8
    assert (left.array.shape, left.tiles) == ((9,) * 4, (1, 2, 4, 5))
    boards = space.boards
    bound = left.values(boards).astype(int) + right.values(boards)
    reached = space.to_goal < space.unreached
    assert (bound[reached] <= space.to_goal[reached]).all()
    # Consistent: parity is that of the distance less that of the vacancy's moves, and the bound of the goal is 0.
    assert bound[0] == 0 and bound[reached].max() > 20
    # Better than the way of each tile for itself.
    rows, columns = np.divmod(np.argsort(boards, axis=1), 3)
    home_rows, home_columns = np.divmod(np.argsort(boards[0]), 3)
    manhattan = (abs(rows - home_rows) + abs(columns - home_columns))[:, 1:].sum(axis=1)
    assert (bound[reached] >= manhattan[reached]).all() and bound[reached].sum() > manhattan[reached].sum()


def test_the_goal_is_that_of_the_line() -> None:
    first = saltus.pattern_database("tiles 4x4 to blank-first", [1, 2, 3])
    assert first("tiles 4x4 to blank-first") == 0
    assert first.array[1, 2, 3] == 0
    with pytest.raises(saltus.NotationError):
        first("tiles 4x4")
    for wrong in ([0], [16], [1.5]):
        with pytest.raises(ValueError, match="tiles are"):
            saltus.pattern_database("tiles 4x4", wrong)  # type: ignore[arg-type]
    with pytest.raises(saltus.LimitReached):
        saltus.pattern_database("tiles 4x4", range(1, 9), memory_limit=1 << 30)
    with pytest.raises(ValueError, match="shift"):
        saltus.pattern_database("shift 3 3", [1])


@pytest.mark.parametrize("line", ["tiles 3x3", "clobber grid 3x3", "reverse 6", "shift 4 4 moves=all"])
def test_random_puzzles_are_those_of_their_seed(line: str) -> None:
    puzzles = saltus.random_instances(line, 20, seed=7)
    assert len({puzzle.line for puzzle in puzzles}) == 20
    assert puzzles == saltus.random_instances(line, 20, seed=7, threads=1)
    assert puzzles != saltus.random_instances(line, 20, seed=8)


def test_random_puzzles_are_as_hard_as_wanted() -> None:
    lengths = [puzzle.solve().length for puzzle in saltus.random_instances("tiles 3x3", 10, length=range(10, 15))]
    assert all(length in range(10, 15) for length in lengths)
    assert saltus.random_instances("reverse 6", 3, length=4)[0].solve().length == 4
    with pytest.raises(saltus.LimitReached, match="only 2 of 3"):
        saltus.random_instances("shift 2 2", 3, length=7)
