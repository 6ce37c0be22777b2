"""What the program answers, and what programs that learn see."""

import subprocess
import sys
from pathlib import Path

import gymnasium
import networkx
import pandas
import polars
import pytest
from gymnasium.utils.env_checker import check_env

import saltus


def test_a_comparison_is_a_frame() -> None:
    runs = saltus.compare(["tiles 2x2 2 3 1 0", saltus.Puzzle("shift 2 2")], ["a-star:zero", "ida-star:zero"], repeat=2)
    frame = pandas.DataFrame(runs)
    assert len(frame) == 8 and set(frame["status"]) == {"solved"}
    assert list(frame["length"]) == [4] * 4 + [8] * 4
    assert all(
        sum(step["nodes"] for step in run.rounds) == run.expanded for run in runs if run.search == "ida-star:zero"
    )
    assert all(run.seconds is None for run in runs)
    (timed,) = saltus.compare("shift 2 2", ["a-star:zero"], timing=True)
    assert timed.seconds is not None and timed.seconds >= 0
    (stopped,) = saltus.compare("reverse 7", ["breadth-first:zero"], node_limit=100)
    assert (stopped.status, stopped.expanded) == ("gave-up", 100)
    with pytest.raises(saltus.NotationError, match="did you mean breadth-first"):
        saltus.compare("shift 2 2", ["bfs"])
    with pytest.raises(saltus.NotationError, match="column 9"):
        saltus.compare("shift 2 x", ["a-star"])


def test_a_trace_counts_what_is_expanded() -> None:
    line = "tiles 3x3 8 6 7 2 5 4 3 0 1"
    informed, blind = (saltus.trace(line, search) for search in ("a-star:manhattan", "bidirectional"))
    (run,) = saltus.compare(line, ["a-star:manhattan"])
    assert (informed.puzzle, informed.length, informed.expanded) == (run.puzzle, run.length, run.expanded)
    counts = pandas.DataFrame(informed.counts)
    assert counts["nodes"].sum() == informed.expanded == len(informed.nodes) and counts["f"].max() == run.length
    assert any(node.get("from") == "goal" for node in blind.nodes)
    assert "Two searches" in str(informed.svg(blind, title="Two searches"))
    stopped = saltus.trace("reverse 7", "breadth-first:zero", node_limit=100)
    assert (stopped.length, stopped.expanded) == (None, 100)
    with pytest.raises(saltus.NotationError, match="column 9"):
        saltus.trace("shift 2 x", "a-star")


def test_a_sweep_is_a_survey_on_disk(tmp_path: Path) -> None:
    line = "shift 4 4"
    in_memory = saltus.Puzzle(line).survey()
    for number, (workers, processes) in enumerate([(1, 1), (2, 1), (1, 2)]):
        folder = tmp_path / str(number)
        swept = saltus.sweep(line, folder, workers=workers, processes=processes)
        assert (swept.puzzle, swept.by, swept.counts) == (line, "distance", in_memory.counts)
    # A sweep that is complete is read.
    positions = tmp_path / "positions"
    assert saltus.sweep(saltus.Puzzle(line), tmp_path / "0", positions=positions).counts == in_memory.counts
    rows = sum(len(polars.read_parquet(file)) for file in positions.rglob("*.parquet"))
    assert rows == sum(in_memory.counts)
    bucket = next((tmp_path / "0").rglob("bucket-*"))
    bucket.write_bytes(bucket.read_bytes()[:-1])
    with pytest.raises(saltus.SaltusError, match="bucket-"):
        saltus.sweep(line, tmp_path / "0", positions=tmp_path / "again")
    with pytest.raises(saltus.NotationError, match="has no keys"):
        saltus.sweep("shift 300 300", tmp_path / "4")
    with pytest.raises(saltus.NotationError, match="column 9"):
        saltus.sweep("shift 4 x", tmp_path / "4")
    with pytest.raises(ValueError, match="at least 1"):
        saltus.sweep(line, tmp_path / "4", processes=0)
    assert saltus.sweep("reverse 9", tmp_path / "5", timeout=0.0).status == "gave-up"


def test_shards_are_merged(tmp_path: Path) -> None:
    (tmp_path / "in").write_text("shift 1 1\nshift 2 2\nshift 3 3\n")
    for shard in (1, 2):
        words = ["solve", "--in", "in", "--shard", f"{shard}/2", "--format", "json", "--output", f"part{shard}"]
        subprocess.run([sys.executable, "-m", "saltus", *words], cwd=tmp_path, check=True)
    parts = [tmp_path / "part1", tmp_path / "part2"]
    assert [record["length"] for record in saltus.merge(parts, lines=tmp_path / "in")] == [3, 8, 15]
    with pytest.raises(saltus.NotationError, match="have no record"):
        saltus.merge(parts[:1], lines=tmp_path / "in")


def test_new_puzzles_are_as_long_as_is_wanted() -> None:
    made = saltus.new("tiles 3x3", 3, length=range(10, 12), seed=2)
    assert len(set(made)) == 3 and {puzzle.solve().length for puzzle in made} <= {10, 11}
    assert made == saltus.new("tiles 3x3", 3, length=range(10, 12), seed=2)
    (rare,) = saltus.new("tiles 3x3", luck=range(100, 10**6), seed=1)
    assert rare == saltus.Puzzle("tiles 3x3 7 1 3 0 2 4 8 6 5")
    with pytest.raises(saltus.LimitReached):
        saltus.new("tiles 2x2", 1, length=99)
    with pytest.raises(ValueError, match="one after the other"):
        saltus.new("tiles 3x3", length=range(10, 20, 2))


def test_exports_are_those_of_the_program() -> None:
    (text,) = saltus.Puzzle("tiles 2x2 2 3 1 0").export("rules").values()
    assert saltus.Puzzle(text.strip()).solve().length == 4
    with pytest.raises(saltus.NotationError):
        saltus.Puzzle("clobber line bwwb").export("pddl")


def test_moves_are_pushed_and_popped() -> None:
    start = saltus.Puzzle("shift 2 2").play()
    position = start
    for move in saltus.solve("shift 2 2").moves or ():
        position = position.push(move)
    assert position.over
    for _ in range(8):
        position = position.pop()
    assert position == start
    with pytest.raises(IndexError):
        start.pop()
    with pytest.raises(saltus.NotationError):
        start.push("1-5")


@pytest.mark.parametrize("line", ["shift 2 2", "tiles 2x2 2 3 1 0", "guarini", "clobber line bwwb"])
def test_environments_keep_the_rules_of_gymnasium(line: str) -> None:
    check_env(saltus.Environment(line, random=line != "clobber line bwwb"), skip_render_check=True)


@pytest.mark.parametrize("line", ["shift 3 3", "tiles 2x3 5 2 1 0 4 3", "guarini"])
def test_who_follows_the_best_moves_gets_the_value(line: str) -> None:
    environment = saltus.Environment(line, render_mode="ansi")
    _, told = environment.reset()
    value = told["to_goal"]
    assert value == saltus.solve(line).length
    total, is_over = 0.0, False
    while not is_over:
        _, reward, is_over, _, told = environment.step(int(told["best"].argmax()))
        total += reward
    assert total == -value and told["to_goal"] == 0
    assert len((environment.render() or "").split()) == environment.puzzle.cells
    # What is no move changes nothing.
    _, before = environment.reset()
    if not before["action_mask"].all():
        _, reward, _, _, after = environment.step(int(before["action_mask"].argmin()))
        assert (reward, after["number"]) == (-1, before["number"])


def test_random_episodes_can_be_won_and_are_those_of_the_seed() -> None:
    environment = saltus.Environment("tiles 2x3", random=True)
    numbers = [environment.reset(seed=seed)[1]["number"] for seed in range(20)]
    assert numbers == [environment.reset(seed=seed)[1]["number"] for seed in range(20)] and len(set(numbers)) > 10
    assert all(environment.reset(seed=seed)[1]["to_goal"] is not None for seed in range(20))
    assert environment.reset(options={"at": "tiles 2x3 1 2 3 4 0 5"})[1]["to_goal"] == 1
    assert isinstance(environment, gymnasium.Env)


def test_graphs_are_those_of_spaces() -> None:
    for line in ["shift 2 2", "tiles 2x2 2 3 1 0"]:
        space = saltus.Puzzle(line).space()
        graph = space.to_networkx()
        ways = networkx.single_source_shortest_path_length(graph, space.rank(line))
        assert {number: int(space.from_start[number]) for number in graph} == ways
