#!/usr/bin/env python3
"""Changes the small examples at random, and asks the kernel: what it accepts must be true by brute force.

    mutants.py [SEED [NUMBER]]

Every number of mutants above some is accepted, too: otherwise nothing would be tried."""
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from brute import Puzzle

here = Path(__file__).parent
program = here.parent / "_build" / "saltus-kernel"
LARGE = ("eight-", "french-", "english-", "fifteen-")


def mutate(lines, rng):
    """One to three changes below the puzzle's line."""
    lines = list(lines)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        i = rng.randrange(2, len(lines) - 1)
        spots = list(re.finditer(r"-?\d+", lines[i]))
        what = rng.random()
        if what < 0.7 and spots:
            spot = rng.choice(spots)
            new = int(spot.group()) + rng.choice((-3, -2, -1, 1, 2, 3))
            if rng.random() < 0.05:
                new = rng.choice((-(10**30), 2**62, 2**63 - 1, 2**64, 10**30))
            lines[i] = lines[i][: spot.start()] + str(new) + lines[i][spot.end() :]
        elif what < 0.8:
            tokens = lines[i].split(" ")
            a, b = rng.randrange(len(tokens)), rng.randrange(len(tokens))
            tokens[a], tokens[b] = tokens[b], tokens[a]
            lines[i] = " ".join(tokens)
        elif what < 0.9 and i > 2:
            del lines[i]
        else:
            j = rng.randrange(3, len(lines) - 1) if len(lines) > 4 else i
            lines.insert(j, lines[rng.randrange(3, len(lines) - 1)] if len(lines) > 4 else "")
    return lines


def mutate_puzzle(line, rng):
    """Another puzzle, or none: words and characters of its line are exchanged, left out or doubled."""
    head, _, body = line.partition(" ")
    parts = list(body) if rng.random() < 0.5 else body.split(" ")
    glue = "" if len(parts) == len(body) else " "
    for _ in range(rng.choice((1, 1, 2))):
        i, j = rng.randrange(len(parts)), rng.randrange(len(parts))
        what = rng.random()
        if what < 0.4:
            parts[i], parts[j] = parts[j], parts[i]
        elif what < 0.6 and len(parts) > 2:
            del parts[i]
        elif what < 0.8:
            parts.insert(j, parts[i])
        else:
            parts[i] = rng.choice((".", "?", "*", "#", "/", ";", ":", "|", "+", "->", "a", "x", "0", "17", "chain", "both", "torus", "1..3"))
    return head + " " + glue.join(parts)


def is_true(claim, puzzle, value):
    """What plays cost exactly is not looked into: a play is replayed, and `plan K` needs K >= the least cost."""
    word, *numbers = claim.split()
    low, high = int(numbers[0]) if numbers else None, int(numbers[-1]) if numbers else None
    return {
        "at-least": lambda: low <= value,
        "plan": lambda: value <= low,
        "optimal": lambda: value == low,
        "between": lambda: low <= value <= high,
        "unsolvable": lambda: value == float("inf"),
        "leaves": lambda: value <= low,
        "value-at-least": lambda: low <= value,
        "value": lambda: value == low,
        "value-between": lambda: low <= value <= high,
    }[word]()


def main():
    rng = random.Random(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    number = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    examples = [p for p in sorted((here.parent / "examples").glob("*.cert")) if not p.name.startswith(LARGE)]
    truth = {}
    counts = {"VERIFIED": 0, "REFUTED": 0, "UNREADABLE": 0, "RESOURCE": 0}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "mutant.cert")
        for turn in range(number):
            example = examples[turn % len(examples)]
            lines = mutate(example.read_text().splitlines(), rng)
            if rng.random() < 0.25:
                lines[1] = mutate_puzzle(lines[1], rng)
            file.write_text("\n".join(lines) + "\n")
            run = subprocess.run([program, file], capture_output=True, text=True, timeout=600)
            word = run.stdout.split(" ")[0]
            assert word in counts and not run.stderr, f"{run.stdout}{run.stderr}\n" + "\n".join(lines)
            counts[word] += 1
            if word != "VERIFIED":
                continue
            puzzle = lines[1].removeprefix("puzzle ")
            if puzzle not in truth:
                # what the line of a family means is tried elsewhere (tests/run)
                meaning = subprocess.run([program, "--definition", puzzle], capture_output=True, text=True, check=True).stdout.strip()
                truth[puzzle] = Puzzle(meaning).truth()
            if truth[puzzle] is None:
                continue
            claim = lines[2].removeprefix("claim ")
            assert is_true(claim, puzzle, truth[puzzle]), f"false, and accepted (the truth is {truth[puzzle]}):\n" + "\n".join(lines)
    print(f"mutants of {len(examples)} examples: {counts}; what was accepted is true")
    assert counts["VERIFIED"] * 20 > number


main()
