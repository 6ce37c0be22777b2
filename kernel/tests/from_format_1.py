#!/usr/bin/env python3
"""Writes a certificate of format 1 (docs/certificates.md) as one of format 2 (docs/calculus.md).

    from_format_1.py OLD > NEW

Read are
- definitions by `witness`, `closed-set zero`, and `potential pieces` where a move takes one piece;
- tiles, shift and reverse by `witness`, `parity`, `re-executed`, and `potential` or `closed-set` with `zero`, `manhattan`, `vacancy`, `forward`, `inversions`.
A file of format 2 is written as it is."""
import sys


def read(data):
    at = 0

    def line():
        nonlocal at
        end = data.index(b"\n", at)
        text, at = data[at:end].decode(), end + 1
        return text

    if line() != "saltus certificate 1":
        sys.stdout.buffer.write(data)
        sys.exit()
    puzzle, claim, by = (line().split(" ", 1)[1] for _ in range(3))
    blocks = {}
    while (words := line().split(" "))[0] == "block":
        blocks[words[1]] = data[at : at + int(words[2])]
        at += int(words[2]) + 1
    assert words == ["end"]
    return puzzle, claim, by, blocks


def entries(payload):
    at = key = 0

    def number():
        nonlocal at
        value = shift = 0
        while True:
            byte = payload[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(payload):
        key += number()
        yield key, number()


class Definition:
    """Positions are told by their numbers."""

    def __init__(self, puzzle):
        self.puzzle = puzzle

    def moves(self, payload):
        return ["=" + move for move in payload.decode().split()]

    def positions(self, keys):
        for i in range(0, len(keys), 500):
            row = keys[i : i + 500]
            yield "keys " + " ".join(map(str, [row[0]] + [b - a for a, b in zip(row, row[1:])]))

    def bound(self, name):
        if name != "pieces":
            raise ValueError(name)
        # every piece counts 1; of `goal most` the pieces that count are paid back
        return ["bound", "  weights", f"    {' '.join(self.pieces())}: 1"] + ["    count 1"] * ("goal most" in self.puzzle)

    def pieces(self):
        """What stands on the board, or is declared."""
        statements = [s.split(": ", 1) for s in self.puzzle.removeprefix("rules ").split(" ; ")]
        kept = [(h, b) for h, b in statements if h.split(" ")[0] in ("board", "start", "pieces") and "graph" not in h]
        rows = [row for _, body in kept for row in body.split(" / ")]
        return sorted({x for row in rows for x in (row.split() if " " in row else row)} - {".", "#"})


class Row:
    """A family with one vacancy. A position is its labels; the digit of a key is the place of a label in `digits`."""

    def __init__(self, puzzle):
        family, *words = puzzle.split(" ")
        self.family, self.options = family, [w for w in words if "=" in w]
        words = [w for w in words if "=" not in w]
        self.height = 1
        if family == "tiles":
            self.height, self.width = map(int, words[0].split("x"))
            n = self.height * self.width
            start, goal = words[1 : n + 1], words[n + 2 :]
            labels = [str(i) for i in range(1, n)]
            goal = ["0", *labels] if goal == ["blank-first"] else goal or [*labels, "0"]
            self.start, self.goal = ([x if x != "0" else "." for x in l] for l in (start, goal))
            self.digits = ["."] + [str(i) for i in range(1, max(int(x) for x in start) + 1)]
        elif family == "shift":
            to = "to" in words
            if words[0].isdigit():
                n, m = map(int, words[:2])
                start = "b" * n + "_" + "w" * m
            else:
                start = words[0]
            goal = words[words.index("to") + 1] if to else "w" * start.count("w") + "_" + "b" * start.count("b")
            self.start, self.goal = list(start.replace("_", ".")), list(goal.replace("_", "."))
            self.digits = [".", "b", "w"]
        else:
            if len(words) != 1:
                raise ValueError("written arrangements")
            n = int(words[0])
            option = dict(o.split("=") for o in self.options)
            labels = [str(i) for i in range(1, n + 1)]
            p, q = option.get("from", "0"), option.get("to", "0")
            self.start = labels[: int(p)] + ["."] + labels[int(p) :]
            self.goal = None if q == "any" else labels[::-1][: int(q)] + ["."] + labels[::-1][int(q) :]
            self.digits = ["."] + labels
        self.width = len(self.start) // self.height

    def moves(self, payload):
        board, out = list(self.start), []
        for line in payload.decode().splitlines():
            if line.startswith("construction"):
                raise ValueError(line)
            first, stride, count = [*map(int, line.split()), 0, 1][:3] if " " not in line else map(int, line.split())
            for i in range(count):
                source, hole = first - 1 + i * stride, board.index(".")
                if "metric=runs" in self.options:
                    step = (self.width if source % self.width == hole % self.width else 1) * (1 if source > hole else -1)
                else:
                    step = source - hole
                while hole != source:
                    board[hole], board[hole + step] = board[hole + step], "."
                    hole += step
                out.append(" ".join(board))
        return out

    def positions(self, keys):
        for key in keys:
            cells = []
            for _ in self.start:
                key, digit = divmod(key, len(self.digits))
                cells.append(self.digits[digit])
            yield " ".join(reversed(cells))

    def steps(self, a, b):
        return abs(a // self.width - b // self.width) + abs(a % self.width - b % self.width)

    def bound(self, name):
        n = len(self.start)
        if name == "zero":
            return []
        if name == "manhattan":
            kinds = [x for x in dict.fromkeys(self.goal) if x != "."]
            near = lambda x, c: min(self.steps(c, d) for d in range(n) if self.goal[d] == x)
            return ["bound", "  weights"] + [f"    {x}: {' '.join(str(near(x, c)) for c in range(n))}" for x in kinds]
        if name == "vacancy":
            far = [self.steps(c, self.goal.index(".")) for c in range(n)]
            if self.family == "shift" and not {"b", "w"} <= set(self.start):
                raise ValueError("a board of one colour, whose rules have jumps")
            return [f"bound scale {2 if self.family == 'shift' else 1}", "  weights", "    .: " + " ".join(map(str, far))]
        if name == "forward":
            return ["bound", "  pairs", "    b w 1", "    b . 1", "    . w 1"]
        if name == "inversions":
            labels = [x for x in self.goal if x != "."]
            return ["bound", "  pairs"] + [f"    {y} {x} 1" for i, x in enumerate(labels) for y in labels[i + 1 :]]
        raise ValueError(name)


def translate(puzzle, claim, by, blocks):
    reader = Definition(puzzle) if puzzle.startswith("rules ") else Row(puzzle)
    out = ["saltus certificate 2", "puzzle " + puzzle, "claim " + claim]
    if "moves" in blocks:
        out += ["moves"] + ["  " + p for p in reader.moves(blocks["moves"])]
    kind, _, name = by.partition(" ")
    if by == "parity":
        colours = " ".join(str((c // reader.width + c % reader.width) % 2) for c in range(len(reader.start)))
        out += ["sign", "  .: " + colours]
    elif kind in ("potential", "closed-set"):
        if (kind, name) != ("closed-set", "zero"):
            out += reader.bound(name)
    elif kind == "re-executed":
        # the program makes both balls, without the bound
        out += ["bound", "  view", f"    beyond {(int(claim.split()[1]) + 1) // 2}", "    built", "set built"]
    elif by != "witness":
        raise ValueError(by)
    if "set" in blocks:
        out.append("set")
        paid = {}
        for key, g in entries(blocks["set"]):
            paid.setdefault(g, []).append(key)
        for g, keys in sorted(paid.items()):
            out += [f"  paid {g}"] + ["    " + row for row in reader.positions(keys)]
    return "\n".join([*out, "end"])


def main():
    certificate = read(open(sys.argv[1], "rb").read())
    try:
        print(translate(*certificate))
    except (ValueError, IndexError) as error:
        sys.exit(f"{sys.argv[1]}: by {certificate[2]}: {error}")


main()
