"""Answers are those of the program, as values."""

import json
import math
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from pathlib import Path

import numpy as np
import pytest

import saltus


def program(*words: str) -> list[str]:
    """What the program writes."""
    done = subprocess.run([sys.executable, "-m", "saltus", *words], capture_output=True, text=True, check=False)
    return done.stdout.splitlines()


@pytest.mark.parametrize(
    "line",
    [
        "shift 3 3",
        "reverse 6",
        "tiles 3x3 8 6 7 2 5 4 3 0 1",
        "tiles 2x2 2 1 3 0",
        "tiles 3x3 1 1 1 2 0 2 3 3 3 to 3 3 3 2 0 2 1 1 1",
        "clobber line bwwb",
        "klotski",
    ],
)
def test_an_answer_is_that_of_the_program(line: str) -> None:
    record = json.loads(program("solve", line, "--format", "json")[0])
    answer = saltus.solve(line)
    assert (answer.puzzle, answer.status) == (record["puzzle"], record["status"])
    assert (answer.length, answer.value) == (record.get("length"), record.get("value"))
    assert answer.moves == (None if "moves" not in record else tuple(record["moves"]))
    assert answer.optimal == record.get("optimal", False)
    assert answer.proof is not None
    assert answer.proof.label == record["proof"]["label"]
    assert answer == saltus.Puzzle(line).solve()


def test_numbers_are_numbers_of_any_size() -> None:
    answer = saltus.solve(f"shift {10**30} {10**30}")
    assert answer.length == 10**60 + 2 * 10**30
    assert answer.moves is None
    assert "ten million" in (saltus.Solution.__doc__ or "") and answer.because is not None
    assert saltus.solve(f"shift 1{'0' * 6000} 1").length == 2 * 10**6000 + 1


def test_answers_cannot_be_changed() -> None:
    answer, puzzle = saltus.solve("shift 1 1"), saltus.Puzzle("shift 1 1")
    with pytest.raises(FrozenInstanceError):
        answer.length = 4  # type: ignore[misc]
    with pytest.raises(AttributeError):
        puzzle.line = "shift 2 2"
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    assert pickle.loads(pickle.dumps(answer)) == answer


@pytest.mark.parametrize(("line", "column"), [("shift 3 x", 9), ("frogz", 1), ("", None), ("clobber line wbxw", 16)])
def test_what_is_wrong_has_a_place(line: str, column: int | None) -> None:
    with pytest.raises(saltus.NotationError) as caught:
        saltus.Puzzle(line)
    assert (caught.value.line, caught.value.column) == (1, column)
    assert isinstance(caught.value, ValueError)
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)


def test_a_definition_has_lines_and_columns(tmp_path: Path) -> None:
    text = next(classic.text for classic in saltus.classics() if classic.name == "toads-3-3")
    puzzle = saltus.Puzzle.from_text(text)
    assert puzzle == saltus.Puzzle("toads-3-3")
    file = tmp_path / "cross.txt"
    file.write_text(text)
    assert saltus.Puzzle.from_file(file) == puzzle
    file.write_text("# a line\n shift 2 2\n")
    assert saltus.Puzzle.from_file(file).line == "shift 2 2"
    with pytest.raises(saltus.NotationError) as caught:
        saltus.Puzzle.from_text(text.replace("t . -> . t", "t . -> . x"))
    assert caught.value.line > 1 and caught.value.column is not None


def test_moves_are_made_by_the_rules() -> None:
    puzzle = saltus.Puzzle("shift 2 2")
    answer = puzzle.solve()
    assert answer.moves is not None
    end = puzzle.play(answer.moves)
    assert end.over and end.labels == ("w", "w", "_", "b", "b")
    assert puzzle.moves() == puzzle.play([]).moves
    with pytest.raises(saltus.NotationError) as caught:
        puzzle.play([*answer.moves[:3], "1-5"])
    assert caught.value.made == 3


def test_plays_are_arrays() -> None:
    answer = saltus.solve("tiles 3x3 1 2 3 4 5 6 0 7 8")
    boards = answer.boards()
    assert boards.tolist() == [[1, 2, 3, 4, 5, 6, 0, 7, 8], [1, 2, 3, 4, 5, 6, 7, 0, 8], [1, 2, 3, 4, 5, 6, 7, 8, 0]]
    assert boards.dtype == np.uint8
    assert answer.steps().tolist() == [[7, 6], [8, 7]]
    assert answer.paths() == ((7, 6), (8, 7))
    lost = saltus.solve("tiles 2x2 2 1 3 0")
    assert lost.status == "unsolvable" and lost.lower is None
    with pytest.raises(ValueError, match="no moves are known"):
        lost.boards()


def test_counting_and_listing_agree() -> None:
    puzzle = saltus.Puzzle("tiles 3x3 8 6 7 2 5 4 3 0 1")
    plays = puzzle.solutions()
    assert plays.total == puzzle.count().solutions
    listed = list(plays)
    assert len(set(listed)) == plays.total
    assert all(puzzle.play(moves).over for moves in listed[::10])
    assert list(puzzle.solutions(start=5)) == listed[5:]
    none = saltus.Puzzle("tiles 2x2 2 1 3 0")
    assert (none.solutions().total, list(none.solutions()), none.count().solutions) == (0, [], 0)


def test_a_long_list_is_a_stream() -> None:
    puzzle = saltus.Puzzle("shift 14 14 moves=all")
    begun = time.monotonic()
    first = next(puzzle.solutions())
    assert puzzle.play(first).over
    assert time.monotonic() - begun < 20


def test_limits_are_answers() -> None:
    hard, by = "tiles 5x5 random seed=3", "a-star:manhattan"
    answer = saltus.solve(hard, solver=by, node_limit=10)
    assert (answer.status, answer.optimal, answer.proof) == ("gave-up", False, None)
    assert answer.lower is not None and answer.lower > 50 and "node" in (answer.because or "")
    assert saltus.solve(hard, solver=by, timeout=0.05).status == "gave-up"
    assert saltus.Puzzle(hard).survey(memory_limit=1000).status == "gave-up"
    with pytest.raises(saltus.LimitReached):
        saltus.Puzzle(hard).certificate(solver=by, node_limit=10)
    with pytest.raises(ValueError, match="timeout"):
        saltus.solve(hard, timeout=-1)


def test_solvers_have_names() -> None:
    line = "tiles 3x3 8 6 7 2 5 4 3 0 1"
    by_name = saltus.solve(line, solver="a-star:manhattan")
    assert (by_name.solver, by_name.length) == ("a-star", 31)
    assert by_name.expanded > 0
    with pytest.raises(saltus.NotationError, match="no such solver"):
        saltus.solve(line, solver="guess")


def test_proofs_are_checked() -> None:
    proof = saltus.Puzzle("shift 3 3").certificate()
    assert saltus.check(proof).verified
    assert "REFUTED" in saltus.check(proof.replace(b"15", b"14")).told
    assert not saltus.check(b"").verified


def test_surveys_have_distributions() -> None:
    survey = saltus.Puzzle("tiles 2x3").survey()
    assert survey.distribution.sum() == 360 and survey.counts[-1] == 1
    assert [fact.value for fact in survey.facts if fact.topic == "eccentricity"] == [21]
    values = saltus.Puzzle("clobber line 4").survey()
    assert (values.by, sum(values.counts)) == ("value", 16)
    huge = saltus.Survey("x", "answered", "distance", "positions", (1, 2**70))
    assert huge.distribution.dtype == object and huge.distribution[1] == 2**70


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_surveys_are_frames(library: str) -> None:
    pytest.importorskip(library)
    frame = saltus.Puzzle("shift 1 1").survey().frame(library)  # type: ignore[arg-type]
    assert list(frame.columns) == ["distance", "positions"]
    assert list(frame["positions"]) == [1, 2, 2, 1]


def test_pictures_are_shown() -> None:
    answer = saltus.solve("shift 2 2")
    for shown in [
        saltus.Puzzle("shift 2 2")._repr_svg_(),
        answer._repr_svg_(),
        answer.film().svg,
        str(answer.animation()),
    ]:
        assert shown is not None and shown.startswith("<svg")
    assert "data:image/svg+xml;base64," in answer.animation()._repr_html_()
    assert answer.gif().startswith(b"GIF8")
    # What is too long for a film shows its board, what is too large nothing.
    assert (saltus.solve("shift 30 30")._repr_svg_() or "").startswith("<svg")
    assert saltus.solve(f"shift {10**9} {10**9}")._repr_svg_() is None


def test_interrupts_are_heard_at_once() -> None:
    """Whatever is being done, an exception of a signal comes out within a tenth of a second, and the next question is answered."""
    line = "tiles 5x5 random seed=3"
    longs: list[Callable[[], object]] = [
        lambda: saltus.solve(line),
        lambda: list(saltus.solve_many([line] * 4)),
        lambda: saltus.Puzzle("tiles 3x4").space(),
        lambda: saltus.pattern_database("tiles 5x5", range(1, 7)),
        lambda: next(saltus.Puzzle(line).solutions()),
        lambda: saltus.search(Endless()),
    ]
    for number, long in enumerate(longs):
        came: list[float] = []

        def hear(*_: object, came: list[float] = came) -> None:
            came.append(time.monotonic())
            raise KeyboardInterrupt

        before = signal.signal(signal.SIGALRM, hear)
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.3)
            with pytest.raises(KeyboardInterrupt):
                long()
            taken = time.monotonic() - came[0]
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        assert taken < 0.2, number
        assert saltus.solve("shift 1 1").length == 3


class Endless:
    """From 0 upwards."""

    def start(self) -> int:
        return 0

    def moves(self, at: int) -> list[int]:
        return [1, 2]

    def play(self, at: int, move: int) -> int:
        return at + move

    def is_goal(self, at: int) -> bool:
        return False


def test_other_threads_go_on_meanwhile() -> None:
    import threading

    ticks, ended = 0, threading.Event()

    def solve() -> None:
        saltus.solve("tiles 5x5 random seed=3", timeout=0.5)
        ended.set()

    thread = threading.Thread(target=solve)
    thread.start()
    while not ended.wait(0.01):
        ticks += 1
    thread.join()
    assert ticks > 10


def test_importing_brings_little() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", "import saltus, sys; print(*sys.modules)"], capture_output=True, text=True, check=True
    )
    assert not {"numpy", "pandas", "polars", "tqdm", "IPython"} & set(loaded.stdout.split())


def test_every_name_is_there() -> None:
    for name in saltus.__all__:
        assert getattr(saltus, name) is not None
    assert math.isfinite(len(dir(saltus)))
    with pytest.raises(AttributeError):
        saltus.guess  # noqa: B018
