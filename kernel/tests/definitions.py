#!/usr/bin/env python3
"""Random small definitions: what the kernel says of them with a set that it builds, and of plays, against brute force.

    definitions.py [SEED [NUMBER]]

This tries the reader of definitions, which is trusted: a rule that it reads in another way makes another value sooner or later."""
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from brute import Puzzle

program = Path(__file__).parent.parent / "_build" / "saltus-kernel"


def blocks(rng):
    rows, columns = rng.choice(((2, 3), (3, 3), (3, 4), (1, 5)))
    shape = [["."] * columns for _ in range(rows)]
    if rows > 1 and rng.random() < 0.4:
        shape[rng.randrange(rows)][rng.randrange(columns)] = "#"
    axis = rng.random() < 0.3
    letters = []
    for letter in "ABCDE"[: rng.randint(1, 4)]:
        form = rng.choice([[(0, 0), (0, 1)], [(0, 0), (1, 0)], [(0, 0), (0, 1), (0, 2)]] + ([] if axis else [[(0, 0)], [(0, 0)], [(0, 0), (0, 1), (1, 0)], [(0, 1), (1, 0), (1, 1)]]))
        spots = [(r, c) for r in range(rows) for c in range(columns)
                 if all(r + a < rows and c + b < columns and shape[r + a][c + b] == "." for a, b in form)]
        if spots:
            r, c = rng.choice(spots)
            letters.append((letter, form))
            for a, b in form:
                shape[r + a][c + b] = letter
    goals = []
    for _ in range(rng.choice((1, 1, 2))):
        goal = [[x if x == "#" else "?" for x in row] for row in shape]
        for letter, form in rng.sample(letters, min(len(letters), rng.choice((0, 1, 1, 2)))):
            spots = [(r, c) for r in range(rows) for c in range(columns)
                     if all(r + a < rows and c + b < columns and goal[r + a][c + b] == "?" for a, b in form)]
            if spots:
                r, c = rng.choice(spots)
                for a, b in form:
                    goal[r + a][c + b] = letter
        goals.append([["." if x == "?" and rng.random() < 0.1 else x for x in row] for row in goal])
    text = lambda picture: " / ".join(" ".join(row) for row in picture)
    out = ["board spaced: " + text(shape), f"blocks {rng.choice(('unit', 'straight', 'walk'))}{' axis' * axis}: " + " ".join(x for x, _ in letters)]
    out += ["goal: " + text(g) for g in goals]
    if rng.random() < 0.1:
        out.append("goal stuck:")
    return "rules " + " ; ".join(out), None


def definition(rng):
    if rng.random() < 0.2:
        return blocks(rng)
    pieces = rng.sample(["a", "b", "c", "xy", "7"], rng.choice((1, 2, 2, 3)))
    out, classes = [], []
    form = rng.choice(("square", "square", "square", "row", "torus", "cylinder", "hex", "graph"))
    content = lambda: rng.choice(pieces + [".", "."])
    if form == "graph":
        n = rng.randint(3, 5)
        names = [chr(ord("p") + i) for i in range(n)]
        edges = ["-".join(rng.sample(names, rng.choice((2, 2, 3)))) for _ in range(n)]
        out.append("board graph: " + " ".join(edges))
        out.append("cells: " + " ".join(names))
        if rng.random() < 0.4:
            out.append("lines: " + " ".join("-".join(rng.sample(names, rng.randint(2, n))) for _ in range(2)))
        out.append("start: " + " ".join(content() for _ in names))
        draw = lambda f: " ".join(f() for _ in names)
        directions = ["path"] + (["line"] if len(out) == 4 else [])
        cells = names
    elif form == "hex":
        dense = [p for p in pieces if len(p) == 1] or ["a"]
        pieces = dense
        shape = rng.choice(([".#.", "#.#", ".#."], ["#.#.", ".#.#"], [".#.#."]))
        draw = lambda f: " / ".join("".join(x if x == "#" else f() for x in row) for row in shape)
        out.append("board hex: " + draw(content))
        directions = ["right", "left", "ne", "nw", "se", "sw", "six"]
        cells = None
    else:
        rows, columns = {"row": (1, rng.randint(3, 6))}.get(form, rng.choice(((2, 2), (2, 3), (3, 2))))
        shape = [[x for x in "." * columns] for _ in range(rows)]
        if rows > 1 and rng.random() < 0.4:
            shape[rng.randrange(rows)][rng.randrange(columns)] = "#"
        draw = lambda f: " / ".join(" ".join(x if x == "#" else f() for x in row) for row in shape)
        head = {"torus": "board torus spaced: ", "cylinder": "board cylinder spaced: "}.get(form, "board spaced: ")
        out.append(head + draw(content))
        directions = ["right", "left", "up", "down", "ne", "nw", "se", "sw", "orthogonal", "diagonal", "eight", "knight"]
        name = lambda r, c: str(c + 1) if rows == 1 else f"{r + 1}.{c + 1}"
        cells = [name(r, c) for r in range(rows) for c in range(columns) if shape[r][c] != "#"]
    out.append("pieces: " + " ".join(pieces))
    for name in rng.sample(["k", "m"], rng.choice((0, 1, 1, 2))):
        out.append(f"class {name}: " + " ".join(rng.sample(pieces, rng.randint(1, len(pieces)))))
        classes.append(name)
    turns = rng.random() < 0.2
    fewest = not turns and rng.random() < 0.15
    chains = rng.random() < 0.25
    if turns:
        out.append("turns: " + " ".join(rng.choice(pieces + classes) for _ in range(rng.choice((2, 2, 3)))))

    def rule(chain):
        length = rng.choice((1, 2, 2, 2, 3, 3))
        left = [rng.choice(pieces + classes + [".", "."] + ["*", "?"] * (rng.random() < 0.4)) for _ in range(length)]
        if chain or turns:
            left[0] = rng.choice(pieces + classes)
        right = [rng.choice(pieces + ["."] + [x for x in left if x in classes]) for _ in left]
        if chain and turns and length > 1:
            left[-1], right = ".", [".", *left[1:-1], left[0]]
            return " ".join(left) + " -> " + " ".join(right)
        if rng.random() < 0.6:
            right = left[::-1]
        if rng.random() < 0.3:
            i = rng.randrange(length)
            if left[i] not in ("*", "?"):
                left[i] += "+"
                j = rng.choice([j for j in range(length)])
                if right[j] not in ("*", "?"):
                    right[j] += "+"
        stars = left.count("*")
        right = [x if x != "*" else "." for x in right]
        for j in rng.sample(range(length), stars):
            right[j] = "*"
        right = ["?" if left[i] == "?" and rng.random() < 0.7 else ("." if x == "?" else x) for i, x in enumerate(right)]
        ends = [" |"] * 1 if rng.random() < 0.15 else [""]
        text = " ".join(left) + ends[0] + " -> " + " ".join(right) + ends[0]
        used = [x for x in classes if x in [t.rstrip("+") for t in left]]
        if len(used) == 2 and rng.random() < 0.5:
            text += " where k != m"
        return text

    for _ in range(rng.choice((1, 1, 2, 3))):
        chain = chains and rng.random() < 0.7
        free = not chain and not fewest and rng.random() < 0.15
        heads = rng.sample(directions, rng.choice((0, 1, 1, 2))) if len(directions) > 2 else rng.sample(directions, rng.choice((0, 1)))
        heads += ["chain"] if chain else ["cost 0"] if free else []
        out.append(" ".join(["move"] + heads) + ": " + " / ".join(rule(chain) for _ in range(rng.choice((1, 1, 2)))))
    if not turns and cells and len(cells) > 2 and rng.random() < 0.15:
        some = rng.sample(cells, 4 if len(cells) > 3 and rng.random() < 0.3 else 3)
        out.append(rng.choice(("cycle", "cycle both")) + ": " + (" ".join(some) if len(some) == 3 else f"({' '.join(some[:2])}) ({' '.join(some[2:])})"))
    if fewest:
        out.append("goal fewest: " + " ".join(rng.sample(pieces, rng.randint(1, len(pieces)))))
    else:
        for _ in range(rng.choice((1, 1, 2))):
            kind = rng.random()
            if kind < 0.7:
                unseen = ["?"] * rng.choice((0, 3, 3))
                out.append("goal: " + draw(lambda: rng.choice(pieces + [".", "."] + unseen)))
            elif kind < 0.85:
                out.append(f"goal most {rng.randint(0, 3)}: " + " ".join(rng.sample(pieces, rng.randint(1, len(pieces)))))
            elif "goal stuck:" not in out:
                out.append("goal stuck:")
        if not any(s.startswith("goal") for s in out):
            out.append("goal stuck:")
    return "rules " + " ; ".join(out), draw


def play(puzzle, cost):
    """Positions of a cheapest play to a goal, or to the fewest pieces."""
    ends = [p for p in cost if (puzzle.left(p) == min(map(puzzle.left, cost)) if puzzle.fewest is not None else puzzle.is_goal(p))]
    if not ends:
        return None
    parents = {puzzle.start: None}
    now = [puzzle.start]
    at = {puzzle.start: 0}
    while now:  # only along cheapest ways
        p = now.pop()
        for after, price in puzzle.moves(p).items():
            if cost[after] == cost[p] + price and after not in parents and not (puzzle.fewest is None and puzzle.is_goal(p)):
                parents[after] = p
                now.append(after)
    ends = [p for p in ends if p in parents]
    end = min(ends, key=lambda p: cost[p])
    path = []
    while parents[end]:
        path.append(end)
        end = parents[end]
    return [" ".join(p[0]) for p in reversed(path)]


def main():
    rng = random.Random(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    number = int(sys.argv[2]) if len(sys.argv) > 2 else 500
    tried = 0
    values = {}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "case.cert")

        def ask(line, claim, evidence):
            file.write_text("\n".join(["saltus certificate 2", "puzzle " + line, "claim " + claim, *evidence, "end"]) + "\n")
            run = subprocess.run([program, file], capture_output=True, text=True, timeout=600)
            assert not run.stderr, line + "\n" + run.stderr
            return run.stdout

        while tried < number:
            line, draw = definition(rng)
            first = ask(line, "value-at-least 0" if "goal fewest" in line else "at-least 0", [])
            if not first.startswith("VERIFIED"):
                # not every rule that is made here is one of the language; the reason says why
                reason = first.split(": ", 1)[-1].strip()
                values[reason] = values.get(reason, 0) + 1
                continue
            puzzle = Puzzle(line)
            cost = puzzle.search(3000)
            if cost is None:
                continue
            if puzzle.fewest is None and draw and rng.random() < 0.4:
                # a goal that can be reached, and shows all cells
                board = iter(rng.choice(sorted(cost))[0])
                line = " ; ".join(s for s in line.split(" ; ") if not s.startswith("goal")) + " ; goal: " + draw(lambda: next(board))
                puzzle = Puzzle(line)
            tried += 1
            value = puzzle.truth(3000)
            expect = lambda claim, evidence, word: ask(line, claim, evidence).startswith(word) or sys.exit(
                f"{line}\n{claim} with {evidence}: {ask(line, claim, evidence)}the value is {value}")
            built = ["set built"]
            moves = play(puzzle, cost) if draw else None
            steps = ["moves"] + ["  " + p for p in moves] if moves is not None else None
            if puzzle.fewest is not None:
                expect(f"value-at-least {value}", built if value else [], "VERIFIED")
                expect(f"value-at-least {value + 1}", built, "REFUTED")
                expect(f"leaves {value}", steps, "VERIFIED")
                expect(f"leaves {value + 1}", steps, "REFUTED")
            elif value == float("inf"):
                expect("unsolvable", built, "VERIFIED")
                expect("at-least 1000", built, "VERIFIED")
            else:
                expect(f"at-least {value}", built, "VERIFIED")
                expect(f"at-least {value + 1}", built, "REFUTED")
                expect("unsolvable", built, "REFUTED")
                if draw:
                    expect(f"optimal {value}", steps + built, "VERIFIED")
                    expect(f"plan {value + 1}", steps, "REFUTED")
                # a view that sees everything knows the value, too; of `stuck` and `most` it sees nothing
                if all(kind[0] in ("picture", "blocks") for kind in puzzle.goals) and "chain" not in line:
                    expect(f"at-least {value}", ["bound", "  view", "    built"], "VERIFIED")
                expect(f"at-least {value + 1}", ["bound", "  view", "    built"], "REFUTED")
                if all(kind[0] == "picture" and "?" not in kind[1] for kind in puzzle.goals) and "chain" not in line and not puzzle.sides:
                    ball = ["bound", "  view", f"    beyond {rng.randint(1, value + 2)}", "    built", *built]
                    expect(f"at-least {value}", ball, "VERIFIED")
                    expect(f"at-least {value + 1}", ball, "REFUTED")
                    values["balls"] = values.get("balls", 0) + 1
            values["blocks"] = values.get("blocks", 0) + (not draw)
            values["infinite" if value == float("inf") else "finite"] = values.get("infinite" if value == float("inf") else "finite", 0) + 1
    print(f"{tried} random definitions agree with brute force: {values}")


main()
