"""Questions that the program answers: it runs in a process of its own, and its records are read."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from saltus._ask import MEMORY, threads_of, whole
from saltus._errors import LimitReached, NotationError, SaltusError
from saltus._puzzle import Puzzle
from saltus._results import Picture, Survey, surveyed

_WRONG = (2, 65)
"""Exit codes of words that make no sense, and of bad input."""
_STOPPED = (20, 21, 22)
"""Exit codes of limits."""


def _run(words: list[str], text: str = "") -> str:
    """What the program prints."""
    # The line of a puzzle may be longer than an argument of a command.
    ended = subprocess.run(
        [sys.executable, "-m", "saltus", *words, "--quiet"], input=text, capture_output=True, encoding="utf-8"
    )
    told = ended.stderr.strip().removeprefix("saltus: ")
    if ended.returncode in _WRONG:
        raise NotationError(told or _because(ended.stdout))
    if ended.returncode in _STOPPED and not ended.stdout:
        raise LimitReached(told)
    if ended.returncode < 0 or ended.returncode > max(_WRONG):
        raise SaltusError(told or f"the program ended with code {ended.returncode}")
    return ended.stdout


def _because(records: str) -> str:
    """What the first record says that has a reason."""
    reasons = (json.loads(line).get("because") for line in records.splitlines())
    return next((str(why) for why in reasons if why), "the program refuses this")


def _limits(time_each: float | None, node_limit: int | None, memory_limit: int) -> list[str]:
    """The flags of limits for each answer."""
    asked: list[tuple[str, Any]] = [
        ("--time-each", time_each),
        ("--node-limit", node_limit),
        ("--memory-limit", memory_limit),
    ]
    return [word for flag, value in asked if value is not None for word in (flag, str(value))]


@dataclass(frozen=True)
class Run:
    """A run of a search in a comparison: a list of them makes a frame, `pandas.DataFrame(runs)`.

    Attributes:
        puzzle: The canonical line.
        search: As it was asked for.
        repetition: From 1.
        status: "solved", "unsolvable", "gave-up" or, where the search does not fit the puzzle, "refused".
        length: Moves of the play; None where there is none.
        optimal: Whether no play is shorter; None where there is no play.
        solver: The family's own solver that answered in place of the search; None where the search did.
        expanded: Nodes expanded.
        generated: Nodes generated; None where a solver counts none.
        rounds: The rounds of a search that deepens, each with its `threshold`, its `nodes` and whether it `found` a play.
        seconds: What the search took, without the time for tables; only with `timing`.
        because: Why there is no play.
    """

    puzzle: str
    search: str
    repetition: int
    status: Literal["solved", "unsolvable", "gave-up", "refused"]
    length: int | None
    optimal: bool | None
    solver: str | None
    expanded: int | None
    generated: int | None
    rounds: tuple[dict[str, Any], ...]
    seconds: float | None
    because: str | None


def compare(
    puzzles: str | Puzzle | Iterable[str | Puzzle],
    searches: Iterable[str],
    *,
    repeat: int = 1,
    timing: bool = False,
    time_each: float | None = None,
    node_limit: int | None = None,
    memory_limit: int = MEMORY,
) -> list[Run]:
    """Run searches side by side: each answers each puzzle, one at a time (docs/searches.md).

    Args:
        puzzles: One puzzle or several.
        searches: Names of searches, such as "a-star:manhattan".
        repeat: How often each run is made.
        timing: Whether to tell `seconds`. All other numbers are the same on every machine.
        time_each: Seconds that each run may take; without it and `node_limit` a minute and 10^8 nodes.
        node_limit: The most positions that each run expands.
        memory_limit: Bytes for the tables of each run.

    Raises:
        NotationError: A line makes no sense, or there is no such search.

    >>> import saltus
    >>> runs = saltus.compare("tiles 3x3 8 6 7 2 5 4 3 0 1", ["a-star:manhattan", "ida-star:manhattan"])
    >>> [(run.search, run.length, run.expanded) for run in runs]
    [('a-star:manhattan', 31, 6728), ('ida-star:manhattan', 31, 17819)]
    """
    lines = [str(line) for line in ([puzzles] if isinstance(puzzles, str | Puzzle) else puzzles)]
    words = [
        "compare",
        "--in",
        "-",
        "--format",
        "json",
        "--repeat",
        str(repeat),
        *_limits(time_each, node_limit, memory_limit),
    ]
    words += [word for search in searches for word in ("--search", search)] + ["--timing"] * timing
    return [_told(json.loads(line)) for line in _run(words, "".join(f"{line}\n" for line in lines)).splitlines()]


def _told(record: dict[str, Any]) -> Run:
    def number(name: str) -> int | None:
        return whole(record[name]) if name in record else None

    return Run(
        record["puzzle"],
        record["search"],
        record["repetition"],
        record["status"],
        number("length"),
        record.get("optimal"),
        record.get("solver"),
        number("expanded"),
        number("generated"),
        tuple(record.get("iterations", ())),
        record.get("seconds"),
        record.get("because"),
    )


@dataclass(frozen=True)
class Trace:
    """Which nodes a search expanded: `pandas.DataFrame(trace.counts)` has a row for each depth and each `f`.

    Attributes:
        puzzle: The canonical line.
        solver: The search, as it was asked for.
        length: Moves of the play found; None where none was.
        expanded: Nodes expanded.
        every: One node of so many is in `nodes`, of which there are at most 100,000.
        nodes: In the order of the search, each with its number (`node`), the nodes `generated` before it, its `depth`, the least length `f` of a play
            through it, by the bound, and `from` "goal" where the search came from there.
        counts: How many `nodes` were expanded at each `depth` with each `f`, all of them.
        text: The trace as a file of JSON Lines, as `saltus solve --trace` writes it.
    """

    puzzle: str
    solver: str
    length: int | None
    expanded: int
    every: int
    nodes: tuple[dict[str, Any], ...]
    counts: tuple[dict[str, Any], ...]
    text: str

    def svg(self, *others: Trace, title: str | None = None) -> Picture:
        """Draw nodes by the moves made, and by the length that they promise, side by side with other traces."""
        with tempfile.TemporaryDirectory() as folder:
            files = [Path(folder) / f"{number}.jsonl" for number in range(1 + len(others))]
            for file, trace in zip(files, (self, *others), strict=True):
                file.write_text(trace.text, encoding="utf-8")
            words = ["draw", "--trace", *map(str, files)]
            return Picture(_run(words if title is None else [*words, "--title", title]))


def trace(
    line: str | Puzzle,
    solver: str,
    *,
    timeout: float | None = None,
    node_limit: int | None = None,
    memory_limit: int = MEMORY,
) -> Trace:
    """Solve a puzzle by a search that has a name, and keep which nodes it expands (docs/searches.md#traces).

    Args:
        line: The puzzle.
        solver: The name of a search, such as "a-star:manhattan".
        timeout: Seconds after which the search stops; what it has expanded is kept.
        node_limit: The most positions that it expands.
        memory_limit: Bytes for its tables.

    Raises:
        NotationError: The line makes no sense, or there is no such search.

    >>> import saltus
    >>> informed, blind = (saltus.trace("tiles 3x3 8 6 7 2 5 4 3 0 1", name) for name in ("a-star:manhattan", "breadth-first"))
    >>> informed.length, informed.expanded, informed.nodes[0]["f"], blind.expanded
    (31, 6728, 21, 181410)
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "trace.jsonl"
        words = ["solve", "@-", "--solver", solver, "--trace", str(file)]
        words += [] if timeout is None else ["--timeout", str(timeout)]
        _run(words + _limits(None, node_limit, memory_limit), str(line))
        text = file.read_text(encoding="utf-8")
    head, *rows = map(json.loads, text.splitlines())
    del head["trace"]
    nodes = tuple(row for row in rows if "node" in row)
    return Trace(**head, nodes=nodes, counts=tuple(rows[len(nodes) :]), text=text)


def new(
    line: str | Puzzle,
    count: int = 1,
    *,
    length: range | int | None = None,
    luck: range | int | None = None,
    unique_first: bool = False,
    no_losing: bool = False,
    hardest: bool = False,
    minimal: bool = False,
    seed: int = 0,
    memory_limit: int = MEMORY,
) -> list[Puzzle]:
    """Make new puzzles with the board and the pieces of another one, each solved with proof.

    Args:
        line: A puzzle, or a set of them such as "clobber grid 4x4".
        count: How many.
        length: The moves of a shortest play: a number, or a range of numbers one after the other.
        luck: Moves at random are a shortest play once in so many times.
        unique_first: Only one first move begins a shortest play.
        no_losing: No move along the shortest play loses.
        hardest: The longest that there are, or of those that are tried.
        minimal: Leave out pieces as long as the length stays.
        seed: The same gives the same puzzles everywhere.
        memory_limit: Bytes for the search.

    Raises:
        NotationError: The line makes no sense.
        LimitReached: There are not so many.

    >>> import saltus
    >>> [puzzle.solve().length for puzzle in saltus.new("tiles 3x3", 2, length=range(20, 23), seed=1)]
    [22, 22]
    """
    words = ["new", "@-", "--count", str(count), "--seed", str(seed), "--format", "json"]
    words += ["--memory-limit", str(memory_limit)]
    for flag, span in (("length", length), ("luck", luck)):
        if span is not None:
            numbers = range(span, span + 1) if isinstance(span, int) else span
            if not numbers or numbers.step != 1:
                raise ValueError(f"{flag} is a number, or a range of numbers one after the other")
            words += [f"--{flag}", f"{numbers.start}..{numbers.stop - 1}"]
    wanted = {"--unique-first": unique_first, "--no-losing": no_losing, "--hardest": hardest, "--minimal": minimal}
    words += [flag for flag, is_wanted in wanted.items() if is_wanted]
    records = [json.loads(record) for record in _run(words, str(line)).splitlines()]
    made = [Puzzle(record["puzzle"]) for record in records if record["status"] == "answered"]
    if len(made) < count:
        raise LimitReached(f"only {len(made)} of {count} puzzles were found")
    return made


def sweep(
    line: str | Puzzle,
    disk: str | Path,
    *,
    workers: int | None = None,
    processes: int = 1,
    within: int | None = None,
    positions: str | Path | None = None,
    timeout: float | None = None,
    memory_limit: int = MEMORY,
) -> Survey:
    """Count all positions that can be reached, with the layers in files: for spaces that no memory holds (docs/sweep.md).

    A sweep that was stopped, or whose process was ended, goes on where it was when it is called again with the same `disk`. Machines that share a folder
    are started by `python -m saltus survey .. --hosts` (deploy/sweep.md).

    Args:
        line: The puzzle.
        disk: The folder for the layers. It is made if it is not there.
        workers: Threads of each process; None is one for each core, shared by the processes.
        processes: Processes of this machine.
        within: Only the positions that can be part of a play of at most so many moves, as far as bounds show.
        positions: A folder for the layers as Parquet files, such as `polars.scan_parquet` reads.
        timeout: Seconds after which the sweep stops; complete layers stay there.
        memory_limit: Bytes for all workers together.

    Raises:
        NotationError: The line makes no sense, or the puzzle cannot be swept.
        SaltusError: A file cannot be read or written, or is damaged; the sentence names it.

    >>> import saltus, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     saltus.sweep("shift 3 3", folder, workers=2).counts[:4]
    (1, 2, 4, 5)
    """
    if processes < 1 or (workers is not None and workers < 1):
        raise ValueError("workers and processes are at least 1")
    if workers is None:
        workers = max(1, threads_of(None) // processes)
    words = ["survey", "@-", "--disk", str(disk), "--workers", str(workers), "--processes", str(processes)]
    words += ["--format", "json", "--memory-limit", str(memory_limit)]
    for flag, value in (("--within", within), ("--positions", positions), ("--timeout", timeout)):
        words += [] if value is None else [flag, str(value)]
    return surveyed(_run(words, str(line)))


def merge(files: Iterable[str | Path], *, lines: str | Path | None = None) -> list[dict[str, Any]]:
    """Join records that several machines wrote: those of shards to those of one batch, the parts of a search to its answer (docs/batches.md).

    Args:
        files: Files of records, as `saltus solve --format json` writes them with `--shard` or `--part`.
        lines: The file of the puzzles: a line without a record is then an error.

    Raises:
        NotationError: A file is none of records, or they contradict each other.
    """
    words = ["merge", *map(str, files), "--format", "json", *([] if lines is None else ["--in", str(lines)])]
    return [json.loads(record) for record in _run(words).splitlines()]


def export(line: str, form: Literal["pddl", "rules"]) -> dict[str, str]:
    """Write a puzzle in the format of other programs: texts by the names of their files."""
    with tempfile.TemporaryDirectory() as folder:
        _run(["export", "@-", "--as", form, "--prefix", str(Path(folder) / "it")], line)
        files = sorted(Path(folder).iterdir())
        return {file.name.removeprefix("it-"): file.read_text(encoding="utf-8") for file in files}
