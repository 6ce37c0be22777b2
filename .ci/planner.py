"""Exports definitions, has Fast Downward solve them, has saltus check the plans, and compares their costs with tables of another interpreter."""

import importlib.util
import pathlib
import re
import subprocess
import sys
import tempfile

saltus = pathlib.Path(sys.argv[1]).resolve()
planner = pathlib.Path(importlib.util.find_spec("up_fast_downward").origin).parent / "downward/fast-downward.py"
data = pathlib.Path("crates/saltus-rules/tests/data").resolve()

# More positions than these take a planner seconds, and so do cycles of four cells that may hold anything.
MOST = 25_000
LEFT_OUT = {"rings-8"}


def cost(puzzle, folder):
    """The cost of an optimal plan, or `unsolvable`."""
    subprocess.run([saltus, "export", "--as", "pddl", "--prefix", "it", puzzle], cwd=folder, check=True)
    command = [sys.executable, planner, "it-domain.pddl", "it-problem.pddl", "--search", "astar(blind())"]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    # Its exit codes: 0 solved; 10 and 11 proved unsolvable.
    if run.returncode in (10, 11):
        return "unsolvable"
    if run.returncode != 0:
        sys.exit(f"{puzzle}: the planner ended with code {run.returncode}\n{run.stdout}{run.stderr}")
    checked = subprocess.run([saltus, "check", "--plan", "sas_plan", "--puzzle", puzzle], cwd=folder, capture_output=True, text=True)
    cost = re.search(r"Plan cost: (\d+)", run.stdout)[1]
    if not checked.stdout.startswith(f"verified: plan {cost} "):
        sys.exit(f"{puzzle}: the plan of cost {cost} is not verified: {checked.stdout}{checked.stderr}")
    return cost


compared, wrong = 0, []
for table in ("features.tsv", "classics.tsv"):
    for row in (data / table).read_text().splitlines():
        if not row or row.startswith("#"):
            continue
        puzzle, length, _, positions = row.split("\t")[:4]
        if positions == "-" or int(positions) > MOST or puzzle in LEFT_OUT:
            continue
        with tempfile.TemporaryDirectory() as folder:
            found = cost(puzzle, folder)
        compared += 1
        # "18 at cost 4", where some moves cost nothing.
        expected = length.split(" at cost ")[-1]
        if found != expected:
            wrong.append(f"{puzzle}: {found} instead of {expected}")
print("\n".join(wrong + [f"{compared} definitions: the planner's plans cost as much as the plays, but for {len(wrong)}"]))
sys.exit(1 if wrong or compared < 100 else 0)
