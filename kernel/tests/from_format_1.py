#!/usr/bin/env python3
"""Writes a certificate of format 1 for a definition (docs/certificates.md) as one of format 2 (docs/calculus.md).

    from_format_1.py OLD > NEW

Read are the claims of definitions by `witness` and `closed-set zero`."""
import sys


def read(data):
    at = 0

    def line():
        nonlocal at
        end = data.index(b"\n", at)
        text, at = data[at:end].decode(), end + 1
        return text

    assert line() == "saltus certificate 1"
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


def main():
    puzzle, claim, by, blocks = read(open(sys.argv[1], "rb").read())
    assert by in ("witness", "closed-set zero"), by
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
    print("\n".join(out + ["end"]))


main()
