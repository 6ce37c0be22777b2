"""Runs every command that writes records on examples of every family, and validates each line against docs/records.schema.json."""

import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

saltus = pathlib.Path(sys.argv[1]).resolve()
schema = json.loads(pathlib.Path("docs/records.schema.json").read_text())
Draft202012Validator.check_schema(schema)
kinds = [kind["$ref"].rpartition("/")[2] for kind in schema["anyOf"]]
validators = {
    name: Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]}) for name in kinds
}

PUZZLES = {
    "shift": ["shift 3 3", "shift wbwb_", "shift 99999999999999999999 3 moves=all", "shift 0 4", "shift _b to b_", "shift 3 2 moves=back"],
    "reverse": ["reverse 5", "reverse 6 from=2 to=any", "reverse 3 1 _ 2", "reverse 300"],
    "tiles": ["tiles 3x3 8 6 7 2 5 4 3 0 1", "tiles 2x2 2 1 3 0", "tiles 2x3 random", "tiles 2x3 1 1 2 2 0 2", "tiles 1x4 1 2 0 3",
              "tiles 2x3 5 4 3 2 1 0 metric=runs"],
    "clobber": ["clobber line bwbwwb", "clobber cycle bwbwwb", "clobber grid bw/wb/bb", "clobber line 6", "clobber cycle 7", "clobber grid 2x2"],
    "chinese": ["chinese triangle:5 men=1 players=2", "chinese rhombus:2 men=all players=1", "chinese triangle:7 men=3"],
    "rules": ["peg-cross-latin", "toads-3-3", "sokoban-impossible", "sokoban-detour", "clobber-line", "lunar-lockout-5"],
}
LIMITS = ["--node-limit", "20000", "--format", "json"]
COMMANDS = [
    ["solve"], ["solve", "--timing"], ["count", "--timing"], ["list", "--take", "2"], ["solvable"], ["solvable", "--at-most", "3"],
    ["solvable", "--at-most", "40"], ["show"], ["show", "--at", "1"], ["explain"], ["survey", "--timing"], ["graph"],
]
OTHERS = [
    ["puzzles"], ["puzzles", "tiles", "2x3", "random"], ["tables", "list"], ["check", "docs/games/chinese.jsonl"], ["bench", "move"], ["reproduce"], ["reproduce", "article"],
    ["solve", "nope"], ["word", "bwwb"], ["word", ">a >s |a"], ["word", ">a <a >a"], ["word", "--patterns"],
    ["explain", "--search"], ["compare", "tiles", "2x3", "random", "--search", "a-star:manhattan", "--search", "ida-star:manhattan", "--search", "nbs", "--timing"],
    ["compare", "clobber", "line", "bwbwbw", "--search", "a-star", "--search", "bidirectional"], ["solve", "chinese", "triangle:13", "players=3", "--solver", "thesis", "--node-limit", "3000"],
    ["new", "tiles", "2x3", "--hardest", "--count", "2"], ["new", "clobber", "grid", "2x3", "--seed", "1", "--minimal"], ["new", "shift", "3", "3", "--length", "99"],
    ["play", "shift", "1", "1", "--plain", "--moves", "1-2"], ["solve", "shift", "9", "7", "--range", "3..4"],
    ["solve", "tiles", "3x3", "8", "6", "7", "2", "5", "4", "3", "0", "1", "--part", "2/3"], ["solve", "tiles", "2x3", "1", "2", "3", "4", "0", "5", "--part", "1/2", "--at-most", "0"],
]


def named(names):
    """Those of these puzzles that there are."""
    known = {named["name"] for line in run(["puzzles"]).splitlines() for named in json.loads(line)["named"]}
    return [name for name in names if " " in name or name in known]


def run(words):
    return subprocess.run(
        [saltus, *words, "--format", "json"], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=120
    ).stdout


seen, wrong = {}, []


def validate(line, where):
    record = json.loads(line)
    fitting = [kind for kind in kinds if validators[kind].is_valid(record)]
    for kind in fitting:
        seen[kind] = seen.get(kind, 0) + 1
    if not fitting:
        errors = [error for kind in kinds for error in validators[kind].iter_errors(record)
                  if kind == record.get("command")]
        why = best_match(errors)
        wrong.append(f"{where}: {why.message[:200] if why else 'no kind of records'}: {line[:200]}")


for family, puzzles in PUZZLES.items():
    for puzzle in named(puzzles):
        for command in COMMANDS:
            words = [*command, *puzzle.split(), *LIMITS[:2]]
            out = run(words)
            if command[0] == "graph" and not out.startswith("{"):
                continue
            for line in out.splitlines():
                validate(line, shlex.join(words))
for words in OTHERS:
    for line in run(words).splitlines():
        validate(line, shlex.join(words))
with tempfile.TemporaryDirectory() as folder:
    batch = pathlib.Path(folder) / "batch"
    batch.write_text("shift 1 1\nshift x\ntiles 2x2 random # a comment\nclobber line bw\n")
    records = run(["solve", "--in", batch])
    (pathlib.Path(folder) / "records").write_text(records)
    again = run(["count", "--in", pathlib.Path(folder) / "records"])
    shards = []
    for number in "12":
        shards.append(pathlib.Path(folder) / number)
        shards[-1].write_text(run(["solve", "--in", batch, "--shard", f"{number}/2", "--seed", "1"]))
    merged = run(["merge", *shards, "--in", batch])
    for number, shard in zip("12", shards):
        shard.write_text(run(["solve", "tiles 3x3 8 6 7 2 5 4 3 0 1", "--part", f"{number}/2"]))
    for line in [*records.splitlines(), *again.splitlines(), *merged.splitlines(), *run(["merge", *shards]).splitlines()]:
        validate(line, "a batch")
for snapshot in pathlib.Path("crates/saltus-cli/tests/snapshots").glob("*.txt"):
    for line in snapshot.read_text().splitlines():
        if re.match(r'\{"command":', line):
            validate(line, snapshot.name)

missing = [kind for kind in kinds if kind not in seen and kind not in ("table", "removed", "table-check")]
wrong += [f"no record of {kind}" for kind in missing]
print("\n".join([*wrong[:50], f"{sum(seen.values())} records of {len(seen)} kinds, {len(wrong)} faults"]))
sys.exit(1 if wrong else 0)
