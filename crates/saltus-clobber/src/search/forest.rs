//! Plays as forests: local search for a play that leaves as few pawns as the bound says.
//!
//! **The statement.** Let s(u) be +1 for a black pawn on u and -1 for a white one. In a play every cell is left at most once. The cells form a
//! forest: the parent of a cell is where its pawn goes, and the roots are the cells where pawns stay. What arrives at u alternates in
//! colour, the first unlike s(u). So what leaves u, or stays there, has the sign
//!
//! ```text
//! d(u) = s(u) + 2 * (the sum of d over the children of u),    where every d is +1 or -1.
//! ```
//!
//! Conversely, every spanning forest of the pawns' graph with signs that obey this is a play: the children arrive in alternating order. So the
//! value is the fewest trees of such a forest. (docs/theorems.md has the proof: `forest`.)
//!
//! **The search.** A spanning tree and its signs, both free; the *error* of a vertex is half of what its equation lacks. A step gives a vertex
//! another parent or another sign. It is taken if the errors do not rise, or else with a chance that falls with the rise. Errors are soon few;
//! then they walk about and annihilate. Five things help. The path between a vertex and its descendant, or its root, is turned round: a root may
//! be needed where something hangs on the board by few edges. Two neighbours are put into an edge, which is how a pawn comes to walk through many
//! of the other colour; late, errors are drawn to some of them. Now and then a root too many costs less, so that what has no place becomes a pawn
//! that is left. A narrow place may hold an error for long: where few errors are left, the search is hot for a short time.
//!
//! The signs with the least errors of a given tree are found at once, and each round begins with them. The first tree is deep, which suits boards
//! where a colour is rare, if few errors come of it, and else breadth first.
//!
//! Random numbers are the same every time, and no decision looks at the clock: limits in nodes alone decide which play is found.

mod regrow;

use crate::bounds::is_sparse;
use crate::closed::trees;
use crate::rules::{Colour, Move};
use saltus_core::board::{Board, Cell};
use saltus_core::limits::{Meter, Stop};
use saltus_core::random::Random;

/// No vertex.
const NONE: u32 = u32::MAX;

/// The price of an error, and of a root too many but for some rounds.
const PRICE: i64 = 16;

/// The price of an error that goes a step away from where errors are drawn.
const DRAW: i64 = 4;

/// By temperature T, the chance in 2^32 that a price of 1 is paid: e^(-1/16T) for T = 0.15, 0.14, 0.13, 0.12, 0.08, 0.5.
const CHANCES: [u64; 6] = [2_831_416_947, 2_748_390_230, 2_655_610_868, 2_551_319_325, 2_000_000_000, 3_790_295_335];

/// The temperature at which a few errors leave the narrow place that holds them.
const HOT: usize = 5;

/// How many deep trees are tried, and the rounds that such a start stays cold.
const DEEP: usize = 16;
const COLD: usize = 64;

/// After sixteen rounds on a sparse board the best forest grows anew, for so many steps for each vertex.
const REGROWN: usize = 48;

/// Up to this many errors are few.
const FEW: usize = 3;

/// The most rounds.
const MOST_ROUNDS: usize = 4096;

/// The steps that count as a node.
const CHUNK: u64 = 64;

/// The longest path that is turned round.
const LONGEST: usize = 4000;

/// Connected pawns as a graph of their own.
pub(super) struct GraphPiece {
    /// The cell of each vertex.
    pub(super) cells: Vec<Cell>,
    pub(super) contents: Vec<Option<Colour>>,
    /// The neighbours of vertex u are `next[starts[u]..starts[u + 1]]`.
    starts: Vec<u32>,
    next: Vec<u32>,
    /// No play leaves fewer of them.
    pub(super) least: usize,
}

impl GraphPiece {
    /// Of a board, the vertices of these cells; `place` has room for a number by cell.
    pub(super) fn new(
        board: &Board,
        contents: &[Option<Colour>],
        cells: &[usize],
        least: usize,
        place: &mut [u32],
    ) -> Self {
        let mut piece = GraphPiece {
            cells: cells.iter().map(|&cell| cell as Cell).collect(),
            contents: cells.iter().map(|&cell| contents[cell]).collect(),
            starts: vec![0],
            next: Vec::new(),
            least,
        };
        for (vertex, &cell) in (0..).zip(cells) {
            place[cell] = vertex;
        }
        for &cell in &piece.cells {
            for next in board.neighbours(cell) {
                if next != cell && contents[next as usize].is_some() {
                    piece.next.push(place[next as usize]);
                }
            }
            piece.starts.push(piece.next.len() as u32);
        }
        piece
    }

    /// The same for the exact search.
    pub(super) fn board(&self) -> Board {
        let mut edges = Vec::new();
        for vertex in 0..self.cells.len() as u32 {
            edges.extend(self.around(vertex).iter().filter(|&&next| vertex < next).map(|&next| (vertex, next)));
        }
        Board::graph(self.cells.len(), &edges)
    }

    fn around(&self, vertex: u32) -> &[u32] {
        &self.next[self.starts[vertex as usize] as usize..self.starts[vertex as usize + 1] as usize]
    }

    /// Bytes that a search takes.
    pub(super) fn bytes(&self) -> u64 {
        (100 * self.cells.len() + 4 * self.next.len()) as u64
    }
}

#[derive(Clone, Copy)]
struct Vertex {
    parent: u32,
    /// Its place in the list of what is wrong.
    place: u32,
    error: i32,
    colour: i8,
    /// What leaves it.
    sign: i8,
}

/// A search on a piece.
pub(super) struct ForestSearch<'a> {
    piece: &'a GraphPiece,
    vertices: Vec<Vertex>,
    /// The vertices with errors, and the roots.
    wrong: Vec<u32>,
    roots: usize,
    errors: i64,
    random: Random,
    /// The chance in 2^32 that so high a price is paid.
    chances: [u32; 256],
    /// The price of a root too many.
    root: i64,
    /// By vertex, how far it is to where errors are drawn; empty where they are not.
    distance: Vec<u32>,
    /// The fewest errors, and roots above the bound, so far, and the best play.
    fewest: usize,
    best: Vec<Move>,
    /// Rounds until it is heated.
    cold: usize,
}

impl<'a> ForestSearch<'a> {
    /// A tree of pawns of both colours, breadth first.
    pub(super) fn new(piece: &'a GraphPiece) -> Self {
        let sign = |content| if content == Some(Colour::Black) { 1 } else { -1 };
        let vertex = |&content| Vertex { parent: NONE, place: NONE, error: 0, colour: sign(content), sign: 0 };
        let mut forest = ForestSearch {
            piece,
            vertices: piece.contents.iter().map(vertex).collect(),
            wrong: Vec::new(),
            roots: 0,
            errors: 0,
            random: Random::new(0),
            chances: [0; 256],
            root: PRICE,
            distance: Vec::new(),
            fewest: usize::MAX,
            best: Vec::new(),
            cold: 0,
        };
        forest.grow_wide(0);
        forest
    }

    fn grow_wide(&mut self, first: u32) {
        let (order, distance) = self.flood(vec![first]);
        for vertex in order {
            let nearer = |&next: &u32| distance[next as usize] < distance[vertex as usize];
            let parent = self.piece.around(vertex).iter().copied().find(nearer);
            self.vertices[vertex as usize].parent = parent.unwrap_or(NONE);
        }
    }

    fn parents(&self) -> Vec<u32> {
        self.vertices.iter().map(|vertex| vertex.parent).collect()
    }

    /// Keeps the forest if none had fewer errors and roots, and its play leaves the fewest pawns.
    fn keep(&mut self) {
        let misfits = self.errors as usize + self.roots.saturating_sub(self.piece.least);
        if misfits <= self.fewest {
            self.fewest = misfits;
            let moves = self.along(&self.parents());
            if moves.len() > self.best.len() || misfits == 0 {
                self.best = moves;
            }
        }
    }

    /// The first tree is deep, if few errors come of it.
    fn begin(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let mut least = self.vertices.len() as i64 / 50 + 1;
        let mut first = self.parents();
        for number in 0..DEEP {
            self.grow_deep(number, meter)?;
            if self.errors < least {
                (least, first) = (self.errors, self.parents());
                self.cold = COLD;
            }
            if least == 0 || self.cold == 0 {
                break;
            }
        }
        for (vertex, parent) in self.vertices.iter_mut().zip(first) {
            vertex.parent = parent;
        }
        self.sign(meter)
    }

    /// The vertices from some on, breadth first, with their distances.
    fn flood(&self, mut order: Vec<u32>) -> (Vec<u32>, Vec<u32>) {
        let mut distance = vec![NONE; self.vertices.len()];
        for &vertex in &order {
            distance[vertex as usize] = 0;
        }
        let mut at = 0;
        while at < order.len() {
            let vertex = order[at];
            for &next in self.piece.around(vertex) {
                if distance[next as usize] == NONE {
                    distance[next as usize] = distance[vertex as usize] + 1;
                    order.push(next);
                }
            }
            at += 1;
        }
        (order, distance)
    }

    /// A tree depth first from a pawn of the rarer colour, always to where the fewest ways go on; its root is at the end of its longest path.
    fn grow_deep(&mut self, number: usize, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let n = self.vertices.len();
        let mut ways = Vec::with_capacity(n);
        let mut sum = 0;
        for vertex in 0..n as u32 {
            ways.push(self.piece.around(vertex).len());
            sum += i64::from(self.vertices[vertex as usize].colour);
        }
        let rarer = if sum > 0 { -1 } else { 1 };
        let mut first = self.random.below(n);
        while self.vertices[first].colour != rarer {
            first = (first + 1) % n;
        }
        let (mut path, mut end, mut longest) = (vec![first as u32], NONE, 0);
        let mut seen = vec![false; n];
        seen[first] = true;
        self.vertices[first].parent = NONE;
        while let Some(&vertex) = path.last() {
            if path.len() > longest {
                (end, longest) = (vertex, path.len());
            }
            let around = self.piece.around(vertex);
            let mut next = NONE;
            for at in 0..around.len() {
                // Another order of the ways each time.
                let at = if (number / 4).is_multiple_of(2) { at } else { around.len() - 1 - at };
                let other = around[(at + number) % around.len()];
                if !seen[other as usize] && (next == NONE || ways[other as usize] < ways[next as usize]) {
                    next = other;
                }
            }
            if next == NONE {
                path.pop();
                continue;
            }
            seen[next as usize] = true;
            self.vertices[next as usize].parent = vertex;
            for &other in self.piece.around(next) {
                ways[other as usize] -= 1;
            }
            path.push(next);
            if u64::from(next).is_multiple_of(CHUNK) {
                meter.node(|| self.piece.bytes())?;
            }
        }
        let mut parent = NONE;
        while end != NONE {
            (parent, end) = (end, std::mem::replace(&mut self.vertices[end as usize].parent, parent));
        }
        self.sign(meter)
    }

    /// The children of each vertex as a list, and the vertices, each before its children.
    fn lists(&self) -> (Vec<u32>, Vec<u32>, Vec<u32>) {
        let n = self.vertices.len();
        let (mut first, mut beside, mut order) = (vec![NONE; n], vec![NONE; n], Vec::with_capacity(n));
        for vertex in 0..n as u32 {
            let parent = self.vertices[vertex as usize].parent;
            if parent == NONE {
                order.push(vertex);
            } else {
                beside[vertex as usize] = first[parent as usize];
                first[parent as usize] = vertex;
            }
        }
        let mut at = 0;
        while at < order.len() {
            let mut child = first[order[at] as usize];
            while child != NONE {
                order.push(child);
                child = beside[child as usize];
            }
            at += 1;
        }
        (first, beside, order)
    }

    /// Gives all vertices the signs with which this forest has the least errors.
    ///
    /// If m children are to have the sign +1, it is best that these are the ones for which it costs least.
    fn sign(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        const ZERO: i32 = 1 << 30;
        let n = self.vertices.len();
        meter.nodes_more(n as u64 / CHUNK, || self.piece.bytes())?;
        let (mut first, mut beside, order) = self.lists();
        // By its sign, how many children of a vertex have the sign +1; and how many errors fewer are below it with the sign -1.
        let mut pluses = vec![[0u32; 2]; n];
        let mut costs = vec![0i32; n];
        let mut children: Vec<(u32, u32)> = Vec::new();
        for &vertex in order.iter().rev() {
            children.clear();
            let mut child = first[vertex as usize];
            while child != NONE {
                children.push(((ZERO + costs[child as usize]) as u32, child));
                child = beside[child as usize];
            }
            children.sort_unstable();
            let colour = i32::from(self.vertices[vertex as usize].colour);
            let (mut least, mut sum) = ([i32::MAX; 2], 0);
            for m in 0..=children.len() {
                let arrived = 2 * m as i32 - children.len() as i32;
                for (which, sign) in [-1, 1].into_iter().enumerate() {
                    let errors = sum + ((colour - sign) / 2 + arrived).abs();
                    if errors < least[which] {
                        (least[which], pluses[vertex as usize][which]) = (errors, m as u32);
                    }
                }
                sum += children.get(m).map_or(0, |child| child.0 as i32 - ZERO);
            }
            costs[vertex as usize] = least[1] - least[0];
            first[vertex as usize] = NONE;
            for &(_, child) in children.iter().rev() {
                beside[child as usize] = std::mem::replace(&mut first[vertex as usize], child);
            }
        }
        (self.errors, self.roots) = (0, 0);
        for vertex in order {
            let Vertex { parent, mut sign, colour, .. } = self.vertices[vertex as usize];
            if parent == NONE {
                sign = if costs[vertex as usize] < 0 { 1 } else { -1 };
                self.roots += 1;
            }
            let mut error = i32::from(colour - sign) / 2;
            let mut pluses = pluses[vertex as usize][usize::from(sign > 0)];
            let mut child = first[vertex as usize];
            while child != NONE {
                let of_child = if pluses > 0 { 1 } else { -1 };
                pluses = pluses.saturating_sub(1);
                self.vertices[child as usize].sign = of_child;
                error += i32::from(of_child);
                child = beside[child as usize];
            }
            (self.vertices[vertex as usize].sign, self.vertices[vertex as usize].error) = (sign, error);
            self.errors += i64::from(error.abs());
            self.mark(vertex);
        }
        Ok(())
    }

    fn mark(&mut self, vertex: u32) {
        let Vertex { parent, place, error, .. } = self.vertices[vertex as usize];
        let is_wrong = error != 0 || parent == NONE;
        if is_wrong && place == NONE {
            self.vertices[vertex as usize].place = self.wrong.len() as u32;
            self.wrong.push(vertex);
        } else if !is_wrong && place != NONE {
            self.wrong.swap_remove(place as usize);
            if let Some(&moved) = self.wrong.get(place as usize) {
                self.vertices[moved as usize].place = place;
            }
            self.vertices[vertex as usize].place = NONE;
        }
    }

    fn is_done(&self) -> bool {
        self.errors == 0 && self.roots <= self.piece.least
    }

    fn accepts(&mut self, rise: i64) -> bool {
        rise <= 0 || (rise < 256 && (self.random.number() >> 32) < u64::from(self.chances[rise as usize]))
    }

    /// Whether a vertex is on the way from another one to its root, and the vertices looked at.
    fn is_above(&self, vertex: u32, mut below: u32) -> (bool, u64) {
        let mut steps = 0;
        while below != NONE && below != vertex {
            below = self.vertices[below as usize].parent;
            steps += 1;
        }
        (below != NONE, steps)
    }

    /// Steps at one temperature, until nothing is wrong.
    fn run(&mut self, temperature: usize, steps: u64, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        let mut chance = u64::from(u32::MAX);
        for slot in &mut self.chances {
            *slot = chance as u32;
            chance = (chance * CHANCES[temperature]) >> 32;
        }
        for _ in 0..steps / CHUNK {
            let mut walked = 0;
            for _ in 0..CHUNK {
                if self.is_done() {
                    return Ok(true);
                }
                walked += self.step();
            }
            meter.nodes_more(1 + walked / (8 * CHUNK), || self.piece.bytes())?;
        }
        Ok(self.is_done())
    }

    /// A random step near something that is wrong; how far was walked for it.
    fn step(&mut self) -> u64 {
        let wrong = self.wrong[self.random.below(self.wrong.len())];
        let around = self.piece.around(wrong);
        let vertex = around.get(self.random.below(around.len() + 1)).copied().unwrap_or(wrong);
        if self.random.below(16) == 0 {
            return self.insert(vertex);
        }
        let around = self.piece.around(vertex);
        let Vertex { parent: old, sign, error, .. } = self.vertices[vertex as usize];
        let number = self.random.below(8 * around.len() + 1);
        let mut parent = around.get(number / 8).copied().unwrap_or(NONE);
        if parent != NONE && number & 6 == 0 {
            parent = old;
        }
        if parent == NONE && old != NONE && self.random.below(2) == 0 {
            return self.turn(NONE, vertex);
        }
        let wanted = if number & 1 == 1 { 1 } else { -1 };
        if parent == old && wanted == sign {
            return 0;
        }
        let (before, after) = (i32::from(sign), i32::from(wanted));
        let roots = self.roots + usize::from(parent == NONE) - usize::from(old == NONE);
        if roots == 0 {
            return 0;
        }
        let own = error + (before - after) / 2;
        let changes = if parent == old {
            [(vertex, own - error), (old, after - before), (NONE, 0)]
        } else {
            [(vertex, own - error), (old, -before), (parent, after)]
        };
        let (rise, drawn) = self.rise(wrong, changes);
        let too_many = |roots: usize| roots.saturating_sub(self.piece.least) as i64;
        let price = PRICE * rise + DRAW * drawn + self.root * (too_many(roots) - too_many(self.roots));
        if !self.accepts(price) {
            return 0;
        }
        let mut walked = 0;
        if parent != NONE && parent != old {
            let (is_ring, steps) = self.is_above(vertex, parent);
            walked = steps;
            if is_ring {
                return if self.random.below(4) == 0 { walked + self.turn(vertex, parent) } else { walked };
            }
        }
        self.errors += rise;
        self.roots = roots;
        let moved = &mut self.vertices[vertex as usize];
        (moved.parent, moved.sign) = (parent, wanted);
        for (at, change) in changes {
            if at != NONE {
                self.vertices[at as usize].error += change;
                self.mark(at);
            }
        }
        walked
    }

    /// By how much errors rise with these changes, and how far they come from where they are drawn.
    fn rise(&self, wrong: u32, changes: [(u32, i32); 3]) -> (i64, i64) {
        let (mut rise, mut drawn) = (0, 0);
        for (at, change) in changes {
            if at != NONE {
                let error = self.vertices[at as usize].error;
                let more = i64::from((error + change).abs() - error.abs());
                rise += more;
                if !self.distance.is_empty() {
                    drawn += more * (i64::from(self.distance[at as usize]) - i64::from(self.distance[wrong as usize]));
                }
            }
        }
        (rise, drawn)
    }

    /// Adds to an error, and returns by how much the errors rise.
    fn add(&mut self, vertex: u32, change: i32) -> i64 {
        if vertex == NONE {
            return 0;
        }
        let error = &mut self.vertices[vertex as usize].error;
        let before = error.abs();
        *error += change;
        i64::from(error.abs() - before)
    }

    /// Puts a vertex x and a neighbour y into a nearby edge from a to b: a, x, y, b. What comes from a continues unchanged.
    fn insert(&mut self, x: u32) -> u64 {
        let pick = |forest: &mut Self, of: u32| {
            let around = forest.piece.around(of);
            around[forest.random.below(around.len())]
        };
        let a = pick(self, x);
        let y = pick(self, x);
        let b = self.vertices[a as usize].parent;
        if b == NONE || y == a || x == b || y == b || !self.piece.around(b).contains(&y) {
            return 0;
        }
        let sign = self.vertices[a as usize].sign;
        let (of_x, of_y) = (self.vertices[x as usize], self.vertices[y as usize]);
        let [old_x, old_y, new] = [of_x.sign, of_y.sign, sign].map(i32::from);
        let changes =
            [(of_x.parent, -old_x), (of_y.parent, -old_y), (x, (old_x - new) / 2 + new), (y, (old_y - new) / 2 + new)];
        let mut rise = 0;
        for (at, change) in changes {
            rise += self.add(at, change);
        }
        let fewer = usize::from(of_x.parent == NONE) + usize::from(of_y.parent == NONE);
        let mut walked = 0;
        let mut is_good = self.roots > fewer && self.accepts(PRICE * rise);
        if is_good {
            let (above_x, steps) = self.is_above(x, b);
            let (above_y, more) = self.is_above(y, b);
            walked = steps + more;
            is_good = !above_x && !above_y;
        }
        if !is_good {
            for (at, change) in changes {
                self.add(at, -change);
            }
            return walked;
        }
        self.errors += rise;
        self.roots -= fewer;
        self.vertices[a as usize].parent = x;
        (self.vertices[x as usize].parent, self.vertices[x as usize].sign) = (y, sign);
        (self.vertices[y as usize].parent, self.vertices[y as usize].sign) = (b, sign);
        for (at, _) in changes {
            if at != NONE {
                self.mark(at);
            }
        }
        walked
    }

    /// Hangs `below`, which is in the subtree of `top`, on `top`, and turns the path between them round, with the best signs. If `top` is
    /// [`NONE`], `below` becomes the root of its tree.
    fn turn(&mut self, top: u32, below: u32) -> u64 {
        let mut path = Vec::new();
        let mut at = below;
        while at != top {
            path.push(at);
            at = self.vertices[at as usize].parent;
            if path.len() > LONGEST {
                return 0;
            }
        }
        let last = path.len() - 1;
        if last == 0 {
            return 0;
        }
        let (rests, on_path) = self.rests(&path);
        let lost = i32::from(self.vertices[path[last] as usize].sign);
        // The error of the top without the path. Where there is no top, either sign adds the same.
        let rest = if top == NONE { 0 } else { self.vertices[top as usize].error - lost };
        let before = on_path + i64::from((rest + lost).abs());
        // The least errors from each vertex to the end of the path by its sign, with the sign of the next one.
        let mut least = vec![[(0i64, 0i8); 2]; path.len()];
        for number in (0..=last).rev() {
            for (which, sign) in [-1i8, 1].into_iter().enumerate() {
                let own = rests[number] + i32::from(self.vertices[path[number] as usize].colour - sign) / 2;
                least[number][which] =
                    if number == last { (i64::from(own.abs()), 0) } else { self.better(own, least[number + 1]) };
            }
        }
        let (after, mut sign) = self.better(rest, least[0]);
        let rise = after - before;
        if !self.accepts(PRICE * rise) {
            return 0;
        }
        self.errors += rise;
        if top != NONE {
            self.vertices[top as usize].error = rest + i32::from(sign);
            self.mark(top);
        }
        let mut parent = top;
        for (number, &at) in path.iter().enumerate() {
            let next = least[number][usize::from(sign > 0)].1;
            let vertex = &mut self.vertices[at as usize];
            vertex.error = rests[number] + i32::from(vertex.colour - sign) / 2 + i32::from(next);
            (vertex.sign, vertex.parent) = (sign, parent);
            self.mark(at);
            (sign, parent) = (next, at);
        }
        path.len() as u64
    }

    /// The sign that should arrive at a vertex, whose error is `rest` without it, if each costs so much more before; and the errors of both.
    fn better(&mut self, rest: i32, [minus, plus]: [(i64, i8); 2]) -> (i64, i8) {
        let [minus, plus] = [minus.0 + i64::from((rest - 1).abs()), plus.0 + i64::from((rest + 1).abs())];
        if plus < minus || (plus == minus && self.random.below(2) == 0) { (plus, 1) } else { (minus, -1) }
    }

    /// Of each vertex of a path, what its error is without its own sign and what arrives along the path; and the sum of errors.
    fn rests(&self, path: &[u32]) -> (Vec<i32>, i64) {
        let (mut rests, mut errors, mut arrived) = (Vec::with_capacity(path.len()), 0, 0);
        for &at in path {
            let Vertex { error, sign, colour, .. } = self.vertices[at as usize];
            errors += i64::from(error.abs());
            rests.push(error - i32::from(colour - sign) / 2 - arrived);
            arrived = i32::from(sign);
        }
        (rests, errors)
    }

    /// Continues until the play leaves as few as the bound says, or has been restarted `times` times, less often on large boards.
    pub(super) fn search(&mut self, times: usize, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        let n = self.vertices.len();
        let period = 128 + n;
        self.begin(meter)?;
        for round in 0..(times * period).min(4 * times * n).min(MOST_ROUNDS) {
            let phase = round % 16;
            let misfits = self.errors as usize + self.roots.saturating_sub(self.piece.least);
            self.root = [PRICE, 9, 6][phase.saturating_sub(13)];
            if misfits <= FEW + n / 2000 && phase.is_multiple_of(8) {
                self.run(HOT, n as u64, meter)?;
            }
            self.distance.clear();
            if round > 0 && misfits <= (n / 20).max(12) && phase < 12 && phase % 4 != 3 {
                let goals =
                    (0..=self.wrong.len() / 3).map(|_| self.wrong[self.random.below(self.wrong.len())]).collect();
                self.distance = self.flood(goals).1;
            }
            let temperature = if round < self.cold { 4 } else { (phase / 4).max(3 * (phase / 14)) };
            let steps = if round == self.cold { 200 * n } else { 10 * n + 2000 };
            let is_done = self.run(temperature, steps as u64, meter);
            self.keep();
            if is_done? {
                return Ok(true);
            }
            if phase == 15 && is_sparse(n, self.piece.next.len() / 2) && self.regrow(REGROWN, meter)? {
                return Ok(true);
            }
            // A few errors that have not met by now seldom do.
            if misfits <= FEW && (round + 1).is_multiple_of(period) {
                let first = self.random.below(n) as u32;
                self.grow_wide(first);
            }
            self.sign(meter)?;
        }
        Ok(false)
    }

    /// The best play.
    pub(super) fn moves(self) -> Vec<Move> {
        if self.best.is_empty() { self.along(&self.parents()) } else { self.best }
    }

    /// A best play along the edges of a forest.
    fn along(&self, parents: &[u32]) -> Vec<Move> {
        let mut edges = Vec::new();
        for (vertex, &parent) in (0..).zip(parents) {
            if parent != NONE {
                edges.push((vertex, parent));
            }
        }
        trees::solve(&Board::graph(parents.len(), &edges), &self.piece.contents).expect("a forest").1
    }
}

#[cfg(test)]
mod tests;
