#!/usr/bin/env python3
"""Writes a certificate of format 1 for a definition (docs/certificates.md) as one of format 2 (docs/calculus.md).

    from_format_1.py OLD > NEW

Read are the claims of definitions by `witness`, `closed-set zero`, and `potential pieces` where a move takes one piece."""
import sys


def read(data):
    at = 0

    def line():
        nonlocal at
        end = data.index(b"\n", at)
        text, at = data[at:end].decode(), end + 1
        return text

    if line() != "saltus certificate 1":
        sys.exit("not format 1")
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


def claimed_pieces(puzzle):
    """What stands on the board, or is declared."""
    statements = [s.split(": ", 1) for s in puzzle.removeprefix("rules ").split(" ; ")]
    rows = [row for head, body in statements if head.split(" ")[0] in ("board", "start", "pieces") and "graph" not in head for row in body.split(" / ")]
    return sorted({x for row in rows for x in (row.split() if " " in row else row)} - {".", "#"})


def main():
    puzzle, claim, by, blocks = read(open(sys.argv[1], "rb").read())
    if by not in ("witness", "closed-set zero", "potential pieces"):
        sys.exit(f"{sys.argv[1]}: by {by}")
    out = ["saltus certificate 2", "puzzle " + puzzle, "claim " + claim]
    if "moves" in blocks:
        out.append("moves")
        out += ["  =" + move for move in blocks["moves"].decode().split()]
    if "set" in blocks:
        out.append("set")
        paid = {}
        for key, g in entries(blocks["set"]):
            paid.setdefault(g, []).append(key)
        for g, keys in sorted(paid.items()):
            out.append(f"  paid {g}")
            for i in range(0, len(keys), 500):
                row = keys[i : i + 500]
                out.append("    keys " + " ".join(map(str, [row[0]] + [b - a for a, b in zip(row, row[1:])])))
    if by == "potential pieces":
        # every piece counts 1; of `goal most` the pieces that count are paid back
        pieces = claimed_pieces(puzzle)
        out += ["bound", "  weights", f"    {' '.join(pieces)}: 1"] + ["    count 1"] * ("goal most" in puzzle)
    print("\n".join(out + ["end"]))


main()
