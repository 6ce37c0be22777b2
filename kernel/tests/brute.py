"""Puzzles from definitions (docs/definitions.md), played as they are written, and all positions searched.

It shares nothing with the kernel and its reader: rules are matched again at every position, token by token, and nothing is compiled."""

SQUARE = {
    "right": [(0, 1)], "left": [(0, -1)], "up": [(-1, 0)], "down": [(1, 0)],
    "ne": [(-1, 1)], "nw": [(-1, -1)], "se": [(1, 1)], "sw": [(1, -1)],
    "knight": [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)],
}
SQUARE["orthogonal"] = [d for name in ("right", "left", "up", "down") for d in SQUARE[name]]
SQUARE["diagonal"] = [d for name in ("ne", "nw", "se", "sw") for d in SQUARE[name]]
SQUARE["eight"] = SQUARE["orthogonal"] + SQUARE["diagonal"]
HEX = {"right": [(0, 2)], "left": [(0, -2)], "ne": [(-1, 1)], "nw": [(-1, -1)], "se": [(1, 1)], "sw": [(1, -1)]}
HEX["six"] = [d for name in list(HEX) for d in HEX[name]]


def words(rows):
    for word in " ".join(rows).split():
        low, dots, high = word.partition("..")
        if not dots:
            yield word
        elif low.isdigit():
            yield from map(str, range(int(low), int(high) + 1))
        else:
            yield from map(chr, range(ord(low), ord(high) + 1))


class Puzzle:
    def __init__(self, line):
        self.statements = []
        for text in line.removeprefix("rules ").split(" ; "):
            head, _, body = text.partition(":")
            self.statements.append((head.split(" "), [row.strip() for row in body.split(" / ")]))
        heads, rows = self.one("board")
        self.form = next((h for h in heads if h in ("hex", "graph")), "square")
        if self.form == "graph":
            chains = [chain.split("-") for chain in " ".join(rows).split()]
            named = self.one("cells")
            self.names = list(words(named[1])) if named else list(dict.fromkeys(sum(chains, [])))
            shown = ["."] * len(self.names)
            self.near = {name: set() for name in self.names}
            for chain in chains:
                for a, b in zip(chain, chain[1:]):
                    self.near[a].add(b)
                    self.near[b].add(a)
            self.lines = [c.split("-") for c in " ".join(self.one("lines")[1]).split()] if self.one("lines") else []
            self.lines += [line[::-1] for line in self.lines]
        else:
            self.spaced = self.form == "square" and ("spaced" in heads or any(" " in row for row in rows))
            self.names, shown, self.height, self.width = self.picture(rows)
            self.wraps = ("torus" in heads, "torus" in heads or "cylinder" in heads)
        if self.one("start"):
            shown = self.contents(self.one("start")[1])
        self.blocks = self.one("blocks")
        if self.blocks:
            self.index = {name: i for i, name in enumerate(self.names)}
            self.start = self.read_blocks(shown)
            return
        self.classes = {h[0]: set(words(rows)) for h, rows in self.all("class")}
        sides = self.one("turns")
        self.sides = [self.classes.get(w, {w}) for w in words(sides[1])] if sides else []
        self.start = (tuple(shown), 0)
        self.rules = []
        for heads, rows in self.all("move"):
            chain = "chain" in heads
            free = "cost" in heads
            directions = [h for h in heads if h not in ("chain", "cost", "0")]
            for row in rows:
                rule, _, where = row.partition(" where ")
                left, right = (side.split() for side in rule.split(" -> "))
                ends = left[-1] == "|"
                if ends:
                    left, right = left[:-1], right[:-1]
                different = [[x.strip() for x in part.split("!=")] for part in where.split(",")] if where else []
                self.rules.append((left, right, ends, different, self.steps(directions), chain, free))
        self.cycles = []
        for heads, rows in self.all("cycle"):
            parts = [part.strip("() ").split() for part in rows[0].split(") (")]
            pairs = [(a, b) for part in parts for a, b in zip(part, part[1:] + part[:1])]
            self.cycles.append(pairs)
            if "both" in heads:
                self.cycles.append([(b, a) for a, b in pairs])
        self.index = {name: i for i, name in enumerate(self.names)}
        self.goals, self.fewest = [], None
        for heads, rows in self.all("goal"):
            if not heads:
                self.goals.append(("picture", self.contents(rows)))
            elif heads[0] == "most":
                self.goals.append(("most", int(heads[1]), set(words(rows))))
            elif heads[0] == "fewest":
                self.fewest = set(words(rows))
            else:
                self.goals.append(("stuck",))

    def read_blocks(self, shown):
        """Blocks that no goal names and that have one shape are the same. A position is the places of each kind."""
        heads, rows = self.blocks
        pictures = [self.contents(rows) for heads, rows in self.all("goal") if not heads]
        named = set(sum(pictures, []))
        steps = [d for h in ["six" if self.form == "hex" else "orthogonal"] for d in (HEX if self.form == "hex" else SQUARE)[h]]
        place = dict(zip(self.names, shown))
        self.steps_of, position = {}, []
        for letter in words(rows):
            cells = [p for p in self.names if place[p] == letter]
            (r, c), kind = cells[0], (letter if letter in named else "", tuple((a - cells[0][0], b - cells[0][1]) for a, b in cells))
            self.steps_of[kind] = [
                (a, b) for a, b in steps
                if "axis" not in heads or all((i * s * a, i * s * b) in kind[1] for s in (1, -1) for i in range(len(cells)) if (s * a, s * b) in kind[1])
                and any((s * a, s * b) in kind[1] for s in (1, -1))
            ]
            position.append((kind, (r, c)))
        self.metric, self.fewest, self.sides = heads[0], None, []
        self.goals = [("blocks", [(x, tuple(p for p, y in zip(self.names, picture) if y == x)) for x in set(picture) - {"?"}]) for picture in pictures]
        self.goals += [("stuck",) for heads, _ in self.all("goal") if heads]
        return (frozenset(position), 0)

    def lying(self, block):
        (_, shape), (r, c) = block
        return [(r + a, c + b) for a, b in shape]

    def block_moves(self, position):
        for block in position[0]:
            others = {p for b in position[0] if b != block for p in self.lying(b)}
            seen, todo = {block[1]}, [(block[1], step) for step in self.steps_of[block[0]]]
            while todo:
                (r, c), (a, b) = todo.pop()
                at = (r + a, c + b)
                if at in seen or any(p in others or p not in self.index for p in self.lying((block[0], at))):
                    continue
                seen.add(at)
                yield (position[0] - {block} | {(block[0], at)}, 0)
                if self.metric == "straight":
                    todo.append((at, (a, b)))
                elif self.metric == "walk":
                    todo += [(at, step) for step in self.steps_of[block[0]]]

    def shows_blocks(self, position, asked):
        empty = set(self.names) - {p for b in position[0] for p in self.lying(b)}
        return all(set(cells) <= empty if x == "." else any(b[0][0] == x and tuple(self.lying(b)) == cells for b in position[0]) for x, cells in asked)

    def all(self, keyword):
        return [(heads[1:], rows) for heads, rows in self.statements if heads[0] == keyword]

    def one(self, keyword):
        found = self.all(keyword)
        return found[0] if found else None

    def picture(self, rows):
        rows = [row.split() if self.spaced else list(row) for row in rows]
        places = [((r, c), x) for r, row in enumerate(rows) for c, x in enumerate(row) if x not in "# "]
        return [p for p, _ in places], [x for _, x in places], len(rows), max(map(len, rows))

    def contents(self, rows):
        listed = list(words(rows)) if self.form == "graph" or len(rows) == 1 else []
        if len(listed) == len(self.names):
            return listed
        spaced, self.spaced = self.spaced, self.form == "square" and (self.spaced or any(" " in row for row in rows))
        names, shown, _, _ = self.picture(rows)
        self.spaced = spaced
        assert names == self.names
        return shown

    def steps(self, directions):
        if self.form == "graph":
            return directions or ["path"]
        table = SQUARE if self.form == "square" else HEX
        return [d for h in directions or ["orthogonal" if self.form == "square" else "six"] for d in table[h]]

    def following(self, walk, step):
        """The places to which a walk may go on."""
        if step == "path":
            return [c for c in self.near[walk[-1][0]] if all(c != w[0] for w in walk)]
        if step == "line":
            raise AssertionError
        (r, c), (dr, dc) = walk[-1][0], step
        r, c = r + dr, c + dc
        if self.wraps[0]:
            r %= self.height
        if self.wraps[1]:
            c %= self.width
        return [(r, c)] if (r, c) in self.index and all((r, c) != w[0] for w in walk) else []

    def readings(self, rule, board, at):
        """All ways to read the left side from a place: places with their tokens, and what classes stand for."""
        left, _, ends, different, steps = rule[:5]

        def reads(place, token, bound):
            name = token.removesuffix("+") if len(token) > 1 else token
            there = board[self.index[place]]
            if name in "*?":
                return bound
            if name in self.classes:
                if bound.get(name, there) == there and there in self.classes[name]:
                    return {**bound, name: there}
                return None
            return bound if there == name else None

        def go(place, k, walk, bound, follow):
            bound = reads(place, left[k], bound)
            if bound is None:
                return
            walk = walk + [(place, k)]
            after = follow(walk)
            if k + 1 < len(left):
                for p in after:
                    yield from go(p, k + 1, walk, bound, follow)
            elif not ends or not after:
                yield walk, bound
            if len(left[k]) > 1 and left[k].endswith("+"):
                for p in after:
                    yield from go(p, k, walk, bound, follow)

        found = []
        for step in steps:
            if step == "line":
                for line in self.lines:
                    for i, p in enumerate(line):
                        if p == at:
                            def follow(walk, line=line, i=i):
                                rest = line[i + len(walk):]
                                return rest[:1] if rest and all(rest[0] != w[0] for w in walk) else []
                            found += go(at, 0, [], {}, follow)
            else:
                found += go(at, 0, [], {}, lambda walk, step=step: self.following(walk, step))
        return [(w, b) for w, b in found if all(b[x] != b[y] for x, y in different)]

    def write(self, rule, board, walk, bound):
        left, right = rule[0], rule[1]
        is_run = lambda token: len(token) > 1 and token.endswith("+")
        lengths = [sum(1 for _, k in walk if k == i) for i, token in enumerate(left) if is_run(token)]
        read = [board[self.index[p]] for p, k in walk if left[k] == "*"]
        board = list(board)
        at = 0
        for token in right:
            n = lengths.pop(0) if is_run(token) else 1
            name = token[:-1] if is_run(token) else token
            for place, _ in walk[at : at + n]:
                if name == "*":
                    board[self.index[place]] = read.pop(0)
                elif name != "?":
                    board[self.index[place]] = bound.get(name, name)
            at += n
        return tuple(board)

    def mover(self, rule, board, walk):
        for place, k in walk:
            if rule[0][k] not in (".", "*", "?", ".+"):
                return board[self.index[place]]

    def moves(self, position):
        """Positions to which a move leads, with what it costs."""
        if self.blocks:
            return {after: 1 for after in self.block_moves(position)}
        board, turn = position
        after = {}

        def add(new, cost):
            if new != board:
                after[new] = min(cost, after.get(new, 1))

        on_its_way = []
        for rule in self.rules:
            for at in self.names:
                for walk, bound in self.readings(rule, board, at):
                    if self.sides and self.mover(rule, board, walk) not in self.sides[turn]:
                        continue
                    new = self.write(rule, board, walk, bound)
                    if rule[5]:
                        on_its_way.append((new, walk[-1][0]))
                    else:
                        add(new, 0 if rule[6] else 1)
        seen = set()
        while on_its_way:
            new, at = state = on_its_way.pop()
            if state not in seen:
                seen.add(state)
                add(new, 1)
                for rule in self.rules:
                    if rule[5]:
                        for walk, bound in self.readings(rule, new, at):
                            on_its_way.append((self.write(rule, new, walk, bound), walk[-1][0]))
        for cycle in self.cycles:
            new = list(board)
            for a, b in cycle:
                a, b = (self.names.index(self.cell(x)) for x in (a, b))
                new[b] = board[a]
            add(tuple(new), 1)
        next_turn = (turn + 1) % len(self.sides) if self.sides else 0
        return {(new, next_turn): cost for new, cost in after.items()}

    def cell(self, name):
        if self.form == "graph":
            return name
        parts = [int(x) - 1 for x in name.split(".")]
        return tuple(parts) if len(parts) == 2 else (0, parts[0])

    def is_goal(self, position):
        board = position[0]
        for kind, *goal in self.goals:
            if kind == "blocks" and self.shows_blocks(position, goal[0]):
                return True
            if kind == "picture" and all(x in ("?", y) for x, y in zip(goal[0], board)):
                return True
            if kind == "most" and sum(x in goal[1] for x in board) <= goal[0]:
                return True
            if kind == "stuck" and not self.moves(position):
                return True
        return False

    def left(self, position):
        return sum(x in self.fewest for x in position[0])

    def search(self, limit):
        """Of all positions what it costs to reach them, or None when there are more than the limit."""
        cost = {self.start: 0}
        now, later = [self.start], []
        while now:
            position = now.pop()
            paid = cost[position]
            for after, price in self.moves(position).items():
                if paid + price < cost.get(after, float("inf")):
                    cost[after] = paid + price
                    if len(cost) > limit:
                        return None
                    (later if price else now).append(after)
            if not now:
                now, later = [p for p in later if cost[p] == paid + 1] or later, []
        return cost

    def truth(self, limit=20000):
        """The least cost of a play to a goal, infinite where there is none; with `goal fewest` the least number left. None: not known."""
        cost = self.search(limit)
        if cost is None:
            return None
        if self.fewest is not None:
            return min(map(self.left, cost))
        return min((c for p, c in cost.items() if self.is_goal(p)), default=float("inf"))
