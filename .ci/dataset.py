"""Sweeps puzzles into datasets, and compares what DuckDB and Polars read there with the distributions of the surveys in memory."""

import json
import pathlib
import subprocess
import sys
import tempfile

import duckdb
import polars

saltus = pathlib.Path(sys.argv[1]).resolve()
# One whose keys are numbers, one whose keys are bytes, and one whose keys stand for several positions.
PUZZLES = {
    "reverse 7 from=0": "UBIGINT",
    "shift 30 2": "BLOB",
    "rules board: o . o o / o o o o / o o o o / o o o o ; move: o o . -> . . o ; goal most 1: o": "UBIGINT",
}


def survey(*words):
    return json.loads(subprocess.run([saltus, "survey", *words, "--format", "json"], capture_output=True, check=True, text=True).stdout)


for puzzle, key in PUZZLES.items():
    with tempfile.TemporaryDirectory() as folder:
        layers, dataset = pathlib.Path(folder) / "layers", pathlib.Path(folder) / "dataset"
        swept = survey(puzzle, "--disk", layers, "--workers", "2", "--positions", dataset)
        distribution = [int(count) for count in survey(puzzle)["distribution"]]
        assert [int(count) for count in swept["distribution"]] == distribution, puzzle
        table = f"read_parquet('{dataset}/**/*.parquet', hive_partitioning=true)"
        columns = {row[0]: row[1] for row in duckdb.sql(f"DESCRIBE FROM {table}").fetchall()}
        assert columns == {"position": "VARCHAR", "key": key, "positions": "UBIGINT", "distance": "BIGINT"}, columns
        rows = duckdb.sql(f"SELECT distance, sum(positions) FROM {table} GROUP BY distance ORDER BY distance").fetchall()
        assert rows == list(enumerate(distribution)), (puzzle, rows)
        [(keys, count)] = duckdb.sql(f"SELECT count(DISTINCT key), count(*) FROM {table}").fetchall()
        assert keys == count, (puzzle, keys, count)
        [(position, distance)] = duckdb.sql(f"SELECT position, distance FROM {table} ORDER BY distance DESC, position LIMIT 1").fetchall()
        family = puzzle.split()[0]
        line = position if position.startswith(family) else f"{family} {position}"
        subprocess.run([saltus, "show", line], stdout=subprocess.DEVNULL, check=True)
        frame = polars.read_parquet(dataset, hive_partitioning=True)
        assert frame.group_by("distance").agg(polars.col("positions").sum()).sort("distance").rows() == rows, puzzle
        size = sum(file.stat().st_size for file in dataset.rglob("*.parquet"))
        print(f"{puzzle}: {count} rows, {size / count:.1f} bytes each, the farthest {distance} moves away")
