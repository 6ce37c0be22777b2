"""Many puzzles at once."""

from pathlib import Path

import pytest

import saltus

LINES = [f"tiles 3x3 random seed={seed}" for seed in range(40)]


@pytest.mark.parametrize("threads", [1, 2, 8])
def test_answers_come_in_order_and_do_not_depend_on_threads(threads: int) -> None:
    answers = list(saltus.solve_many(LINES, threads=threads))
    assert answers == [saltus.solve(line) for line in LINES]


def test_a_bad_line_does_not_stop_a_batch() -> None:
    lines: list[str | saltus.Puzzle] = ["shift 2 2", "shift 2 x", saltus.Puzzle("shift 3 3"), "tiles 2x2 2 1 3 0", ""]
    answers = list(saltus.solve_many(lines))
    assert [answer.status for answer in answers] == ["solved", "refused", "solved", "unsolvable", "refused"]
    assert answers[1].puzzle == "shift 2 x"
    assert "column 9" in (answers[1].because or "")


def test_a_file_of_lines_is_a_batch(tmp_path: Path) -> None:
    file = tmp_path / "lines.txt"
    file.write_text("shift 1 1\nshift 2 2\n")
    with file.open() as lines:
        assert [answer.length for answer in saltus.solve_many(lines)] == [3, 8]


def test_each_has_its_time_and_nodes() -> None:
    hard = ["tiles 5x5 random seed=3", "shift 2 2"]
    open_, easy = saltus.solve_many(hard, time_each=0.2)
    assert not open_.optimal and easy.length == 8
    open_, easy = saltus.solve_many(hard, node_limit=10)
    assert not open_.optimal and easy.length == 8


def test_an_empty_batch_is_over() -> None:
    answers = saltus.solve_many([])
    assert len(answers) == 0 and list(answers) == []


def test_small_shares_of_memory_change_no_answer() -> None:
    lines = ["tiles 3x3 8 6 7 2 5 4 3 0 1", "reverse 8"] * 3
    assert list(saltus.solve_many(lines, threads=8, memory_limit=3 << 20)) == [
        saltus.solve(line, memory_limit=3 << 20) for line in lines
    ]


class Bar:
    """tqdm's protocol."""

    made: "list[Bar]" = []  # noqa: RUF012

    def __init__(self, total: int) -> None:
        self.total, self.done, self.closed = total, 0, False
        self.made.append(self)

    def update(self, n: int = 1) -> None:
        self.done += n

    def close(self) -> None:
        self.closed = True


def test_progress_is_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    list(saltus.solve_many(LINES, progress=Bar))
    bar = Bar(40)
    list(saltus.solve_many(LINES, progress=bar))
    assert [(bar.total, bar.done, bar.closed) for bar in Bar.made] == [(40, 40, True)] * 2
    told: list[tuple[int, int]] = []
    list(saltus.solve_many(LINES, progress=lambda done, total: told.append((done, total))))
    assert told == [(done, 40) for done in range(1, 41)]
    monkeypatch.setitem(__import__("sys").modules, "tqdm.auto", None)
    list(saltus.solve_many(LINES, progress=True))
    assert capsys.readouterr().err.endswith("\r40/40\n")


def test_a_batch_that_is_left_ends_its_threads() -> None:
    import os
    import time

    def threads() -> int:
        return len(os.listdir("/proc/self/task"))

    before = threads()
    answers = saltus.solve_many(["tiles 5x5 random seed=3"] * 100, threads=4)
    assert threads() > before
    del answers
    until = time.monotonic() + 5
    while threads() > before and time.monotonic() < until:
        time.sleep(0.02)
    assert threads() <= before


def test_old_names_are_answered_with_the_new_ones() -> None:
    with pytest.raises(TypeError, match="it is now 'time_each'"):
        saltus.solve_many([], timeout_each=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="it is now 'time_each'"):
        saltus.random_instances("shift 2 2", 1, timeout_each=1)  # type: ignore[call-arg]
    with pytest.raises(AttributeError, match=r"now Puzzle\.solvable"):
        saltus.Puzzle("shift 1 1").check()  # type: ignore[attr-defined]
    assert not hasattr(saltus.Puzzle("shift 1 1"), "checks")
