"""Measures for docs/python.md, all in one run: `python measure.py PROGRAM`, where PROGRAM is a `saltus` that cargo has built.

Peers are compared where they are installed: pip install networkx astar simpleai slidingpuzzle
"""

import logging
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import saltus

GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)
NEIGHBOURS = [[to for to in range(9) if abs(to // 3 - at // 3) + abs(to % 3 - at % 3) == 1] for at in range(9)]
Board = tuple[int, ...]


def after(board: Board) -> list[Board]:
    """The boards after each move."""
    hole = board.index(0)
    found = []
    for to in NEIGHBOURS[hole]:
        cells = list(board)
        cells[hole], cells[to] = cells[to], 0
        found.append(tuple(cells))
    return found


def manhattan(board: Board) -> int:
    """The bound that all peers get."""
    return sum(abs((tile - 1) // 3 - at // 3) + abs((tile - 1) % 3 - at % 3) for at, tile in enumerate(board) if tile)


class Own:
    """Rules in Python; a move is the board after it."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def start(self) -> Board:
        return self.board

    def moves(self, board: Board) -> list[Board]:
        return after(board)

    def play(self, board: Board, move: Board) -> Board:
        return move

    def is_goal(self, board: Board) -> bool:
        return board == GOAL

    def bound(self, board: Board) -> int:
        return manhattan(board)


def by_astar(board: Board) -> int:
    from astar import find_path

    path = find_path(board, GOAL, after, heuristic_cost_estimate_fnct=lambda board, _: manhattan(board))
    return len(list(path)) - 1


def by_simpleai(board: Board) -> int:
    from simpleai.search import SearchProblem, astar

    class Problem(SearchProblem):
        actions = staticmethod(after)

        def result(self, state: Board, action: Board) -> Board:
            return action

        def is_goal(self, state: Board) -> bool:
            return state == GOAL

        heuristic = staticmethod(manhattan)

    return len(astar(Problem(board), graph_search=True).path()) - 1


def by_slidingpuzzle(board: Board) -> int:
    import slidingpuzzle

    logging.disable(logging.INFO)
    rows = slidingpuzzle.board_from(board[:3], board[3:6], board[6:])
    return len(slidingpuzzle.search(rows, "a*", heuristic=slidingpuzzle.manhattan_distance).solution)


def by_space(puzzles: list[saltus.Puzzle]) -> list[int | None]:
    space = saltus.Puzzle("tiles 3x3").space()
    return [int(space.to_goal[space.rank(puzzle)]) for puzzle in puzzles]


def by_networkx(boards: list[Board]) -> list[int]:
    import networkx

    graph = networkx.Graph()
    open_ = [GOAL]
    seen = {GOAL}
    while open_:
        board = open_.pop()
        for other in after(board):
            graph.add_edge(board, other)
            if other not in seen:
                seen.add(other)
                open_.append(other)
    distances = networkx.single_source_shortest_path_length(graph, GOAL)
    return [distances[board] for board in boards]


def taken(run: Callable[[], object], times: int = 1) -> float:
    """Seconds of a run, the least of several."""
    found = []
    for _ in range(times):
        begun = time.perf_counter()
        run()
        found.append(time.perf_counter() - begun)
    return min(found)


def processor(command: list[str], times: int = 3) -> tuple[float, float]:
    """Seconds and processor seconds of a command: the least of each."""
    found = []
    for _ in range(times):
        before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        now = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = now.ru_utime + now.ru_stime - before.ru_utime - before.ru_stime
        found.append((time.perf_counter() - begun, spent))
    return min(wall for wall, _ in found), min(spent for _, spent in found)


def rates(program: str) -> None:
    """The package beside the program: the same lines, one thread each, without the time of the import."""
    begin = processor([sys.executable, "-c", "import saltus"], 20)[1]
    batches = {
        "1000 8-puzzles": [puzzle.line for puzzle in saltus.random_instances("tiles 3x3", 1000, seed=1)],
        "500 15-puzzles": [puzzle.line for puzzle in saltus.random_instances("tiles 4x4", 500, seed=1)],
        "2000 shifts": [f"shift {n % 40 + 1} {n // 40 + 1}" for n in range(2000)],
    }
    for name, lines in batches.items():
        file = Path("lines.txt")
        file.write_text("\n".join(lines))
        theirs = processor([program, "solve", "--in", str(file), "--format", "json", "--threads", "1"])
        script = f"import saltus; assert all(a.optimal for a in saltus.solve_many(open({str(file)!r}), threads=1))"
        ours = processor([sys.executable, "-c", script])[1] - begin
        file.unlink()
        print(f"{name}: program {theirs[1]:.2f} s, package {ours:.2f} s of processor; rate {theirs[1] / ours:.2f}")


def starts(program: str) -> None:
    """How long it takes before anything happens."""
    bare = processor([sys.executable, "-c", "pass"], 20)[1]
    whole = processor([sys.executable, "-c", "import saltus"], 20)[1]
    print(f"import saltus: {1000 * (whole - bare):.0f} ms (Python alone: {1000 * bare:.0f} ms), of processor")
    words = ["solve", "shift", "3", "3", "--quiet"]
    own = str(Path(sys.executable).with_name("saltus"))
    pair = [1000 * processor([path, *words], 20)[1] for path in (program, own)]
    print(f"saltus solve shift 3 3: the program {pair[0]:.0f} ms, that in the package {pair[1]:.0f} ms of processor")
    times = sorted(taken(lambda: saltus.solve("shift 3 3")) for _ in range(1000))
    print(f'saltus.solve("shift 3 3"): {1e6 * statistics.median(times):.0f} microseconds')


def arrays() -> None:
    """Time and memory of what is held."""
    for what, make in [
        ("all 362,880 arrangements of 3x3", lambda: saltus.Puzzle("tiles 3x3").space().to_goal),
        ("all 3,628,800 arrangements of 2x5", lambda: saltus.Puzzle("tiles 2x5").space().to_goal),
        (
            "pattern database of 6 tiles of 4x4",
            lambda: saltus.pattern_database("tiles 4x4", range(1, 7), threads=1).array,
        ),
        (
            "pattern database of 5 tiles of 5x5",
            lambda: saltus.pattern_database("tiles 5x5", range(1, 6), threads=1).array,
        ),
    ]:
        begun = time.perf_counter()
        array = make()
        print(f"{what}: {time.perf_counter() - begun:.2f} s, {array.nbytes / 1e6:.1f} MB")
    begun = time.perf_counter()
    space = saltus.Puzzle("klotski").space()
    print(
        f"klotski, {len(space):,} positions: {time.perf_counter() - begun:.2f} s, {space.targets.nbytes / 1e6:.1f} MB of moves"
    )


def peers() -> None:
    """A* with the Manhattan distance on the same boards, and the distances of all positions."""
    puzzles = saltus.random_instances("tiles 3x3", 10, seed=2, length=range(20, 25))
    boards: list[Board] = [tuple(int(word) for word in puzzle.line.split()[2:]) for puzzle in puzzles]
    right = [saltus.solve(puzzle).length for puzzle in puzzles]
    ways: list[tuple[str, str, Callable[[], list[int | None]]]] = [
        ("saltus, `solve_many`", "saltus", lambda: [answer.length for answer in saltus.solve_many(puzzles, threads=1)]),
        (
            "saltus, A* by name",
            "saltus",
            lambda: [answer.length for answer in saltus.solve_many(puzzles, solver="a-star:manhattan", threads=1)],
        ),
        ("saltus, rules in Python", "saltus", lambda: [saltus.search(Own(board)).length for board in boards]),
        ("astar", "astar", lambda: [by_astar(board) for board in boards]),
        ("simpleai", "simpleai", lambda: [by_simpleai(board) for board in boards]),
        ("slidingpuzzle", "slidingpuzzle", lambda: [by_slidingpuzzle(board) for board in boards]),
        ("networkx, all positions", "networkx", lambda: [*by_networkx(boards)]),
        ("saltus, all positions", "saltus", lambda: by_space(puzzles)),
    ]
    for name, module, solve in ways:
        if find_spec(module) is None:
            print(f"{name}: not installed")
            continue
        begun = time.perf_counter()
        found = solve()
        spent = time.perf_counter() - begun
        print(
            f"{name}: {1000 * spent:,.0f} ms for {len(boards)} boards"
            + ("" if found == right else f", WRONG: {found} instead of {right}")
        )


if __name__ == "__main__":
    print(f"{os.cpu_count()} processors, Python {sys.version.split()[0]}")
    starts(sys.argv[1])
    rates(sys.argv[1])
    arrays()
    peers()
