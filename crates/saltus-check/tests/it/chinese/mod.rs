//! Chinese Checkers, with rules, bounds and an exhaustive search of their own.

mod bounds;
mod mutants;
mod refusals;
mod sets;
mod truth;

use crate::support::{certificate, leb128};
use std::collections::{BTreeMap, BTreeSet};

/// By cell, who stands there: 0 nobody, 1 the winner, 2 the first helper and so on.
type Men = Vec<u8>;

/// Layers with the states in any order.
type Layers = Vec<BTreeSet<Men>>;

const LETTERS: [char; 7] = ['.', 'R', 'B', 'Y', 'G', 'P', 'O'];

const MIRROR: u64 = 1;
const MEET: u64 = 2;

/// An instance.
#[derive(Clone, Debug)]
struct Game {
    /// What the line says before `order=`.
    name: String,
    /// Where the cells are, in their order.
    cells: Vec<(i32, i32)>,
    /// By cell, those next to it.
    near: Vec<Vec<usize>>,
    /// By cell, those next to it and the cells just beyond.
    beyond: Vec<Vec<(usize, usize)>>,
    start: Men,
    /// The players in the order of their turns, as in [`Men`].
    order: Vec<u8>,
    goal: Vec<usize>,
    /// Whether the line tells where the men are in any case.
    is_list: bool,
    /// Whether they stand where the line says that they stand anyway.
    is_plain: bool,
}

fn distance(a: (i32, i32), b: (i32, i32)) -> i32 {
    let (dx, dy) = (a.0 - b.0, a.1 - b.1);
    dx.abs().max(dy.abs()).max((dx + dy).abs())
}

impl Game {
    /// A board with corners: the first ones are those of the players, the last one that of the
    /// goal.
    fn with_corners(name: &str, on_board: impl Fn(i32, i32) -> bool, side: i32, corners: &[(i32, i32)]) -> Self {
        let all = (-30..=30).flat_map(|row: i32| (-60..=60).map(move |y| (row - y, y)));
        let cells: Vec<_> = all.filter(|&(x, y)| on_board(x, y)).collect();
        let (&corner, seats) = corners.split_last().unwrap();
        let base = |corner| (0..cells.len()).filter(|&cell| distance(cells[cell], corner) < side).collect::<Vec<_>>();
        let mut start = vec![0; cells.len()];
        for (player, &seat) in (1..).zip(seats) {
            base(seat).into_iter().for_each(|cell| start[cell] = player);
        }
        let name = format!("{name} men={} players={}", side * (side + 1) / 2, seats.len());
        let game = Self::list(&cells, &start, &base(corner));
        Self { name, is_list: false, ..game }
    }

    fn triangle(n: i32, side: i32, players: usize) -> Self {
        let seats = [(1, 1), (n, 1), (1, n)];
        let corners = [&seats[..players], &[(n, 1)]].concat();
        Self::with_corners(&format!("triangle:{n}"), |x, y| x > 0 && y > 0 && x + y <= n + 1, side, &corners)
    }

    fn star(a: i32, side: i32, players: usize) -> Self {
        let corners = [(-a, -a), (a, -2 * a), (2 * a, -a), (a, a), (-a, 2 * a), (-2 * a, a)];
        let seats: &[usize] = if players == 3 { &[0, 2, 4] } else { &[0, 3, 1, 4, 2, 5] };
        let seats: Vec<_> = seats[..players].iter().chain(&[3]).map(|&seat| corners[seat]).collect();
        let on_board = |x: i32, y: i32| {
            let mut sorted = [x, y, -x - y];
            sorted.sort_unstable();
            sorted[0] >= -a || sorted[2] <= a
        };
        Self::with_corners(&if a == 4 { "star".into() } else { format!("star:{a}") }, on_board, side, &seats)
    }

    fn rhombus(a: i32, side: i32, players: usize) -> Self {
        let corners = [&[(-a, -a), (a, a)][..players], &[(a, a)]].concat();
        Self::with_corners(&format!("rhombus:{a}"), |x, y| x.abs().max(y.abs()) <= a, side, &corners)
    }

    /// The board of a list, with the goal somewhere.
    fn list(cells: &[(i32, i32)], start: &[u8], goal: &[usize]) -> Self {
        let players = *start.iter().max().unwrap();
        let near = |&cell: &(i32, i32)| (0..cells.len()).filter(move |&other| distance(cell, cells[other]) == 1);
        let beyond = |&(x, y): &(i32, i32)| {
            let beyond = |over: usize| (2 * cells[over].0 - x, 2 * cells[over].1 - y);
            let find = |over| Some((over, cells.iter().position(|&cell| cell == beyond(over))?));
            near(&(x, y)).filter_map(find).collect()
        };
        Self {
            name: String::new(),
            cells: cells.into(),
            near: cells.iter().map(|cell| near(cell).collect()).collect(),
            beyond: cells.iter().map(beyond).collect(),
            start: start.into(),
            order: (1..=players).collect(),
            goal: goal.into(),
            is_list: true,
            is_plain: true,
        }
    }

    fn with_order(mut self, order: &[u8]) -> Self {
        self.order = order.into();
        self
    }

    /// The same with the men somewhere else.
    fn with_men(&self, men: &[u8]) -> Self {
        Self { start: men.into(), is_plain: self.is_plain && *men == self.start, ..self.clone() }
    }

    fn players(&self) -> usize {
        self.order.len()
    }

    /// The canonical line.
    fn line(&self) -> String {
        let mut name = format!("chinese {}", self.name);
        if self.is_list {
            let item = |cell: usize| {
                let (x, y) = self.cells[cell];
                let letter = LETTERS[usize::from(self.start[cell])].to_string().replace('.', "");
                format!("{x},{y}{letter}{}", if self.goal.contains(&cell) { "*" } else { "" })
            };
            let items: Vec<_> = (0..self.cells.len()).map(item).collect();
            name.extend(["cells:", &items.join(";"), " players=", &self.players().to_string()]);
        }
        name += " order=";
        name.extend(self.order.iter().map(|&player| LETTERS[usize::from(player)]));
        if !self.is_plain && !self.is_list {
            name.extend([" rows=", &self.rows(&self.start)]);
        }
        name
    }

    fn rows(&self, men: &[u8]) -> String {
        let mut text = String::new();
        for (cell, &(x, y)) in self.cells.iter().enumerate() {
            if cell > 0 && x + y > self.cells[cell - 1].0 + self.cells[cell - 1].1 {
                text.push('/');
            }
            text.push(LETTERS[usize::from(men[cell])]);
        }
        text
    }

    fn cell_name(&self, cell: usize) -> String {
        let row = |cell: usize| self.cells[cell].0 + self.cells[cell].1;
        let mut rows: Vec<_> = (0..self.cells.len()).map(row).collect();
        let place = rows.iter().take(cell + 1).filter(|&&other| other == row(cell)).count();
        rows.dedup();
        let index = rows.iter().position(|&other| other == row(cell)).unwrap();
        assert!(index < 26);
        format!("{}{place}", (b'a' + index as u8) as char)
    }

    fn find(&self, place: (i32, i32)) -> Option<usize> {
        self.cells.iter().position(|&cell| cell == place)
    }

    fn is_over(&self, men: &[u8]) -> bool {
        self.goal.iter().all(|&cell| men[cell] == 1)
    }

    /// The landing places of every move of a player, by start and end.
    fn moves(&self, men: &[u8], player: u8) -> Vec<Vec<usize>> {
        let mut all = Vec::new();
        for from in (0..men.len()).filter(|&from| men[from] == player) {
            let mut others = men.to_vec();
            others[from] = 0;
            let mut paths = BTreeMap::from([(from, vec![from])]);
            let mut to_visit = vec![from];
            while let Some(cell) = to_visit.pop() {
                for &(over, to) in &self.beyond[cell] {
                    if others[over] > 0 && others[to] == 0 && !paths.contains_key(&to) {
                        paths.insert(to, [paths[&cell].as_slice(), &[to]].concat());
                        to_visit.push(to);
                    }
                }
            }
            for &to in self.near[from].iter().filter(|&&to| others[to] == 0) {
                paths.insert(to, vec![from, to]);
            }
            paths.remove(&from);
            all.extend(paths.into_values());
        }
        all
    }

    fn after(men: &[u8], path: &[usize]) -> Men {
        let mut men = men.to_vec();
        men[path[path.len() - 1]] = std::mem::take(&mut men[path[0]]);
        men
    }

    fn player(&self, time: usize) -> u8 {
        self.order[time % self.players()]
    }

    /// What can be reached by a move.
    fn next(&self, men: &[u8], time: usize) -> Vec<Men> {
        self.moves(men, self.player(time)).iter().map(|path| Self::after(men, path)).collect()
    }

    /// A shortest play, as the text of a block `moves`, and its length. None if there is none
    /// within `most` turns.
    fn best_play(&self, most: usize) -> Option<(String, usize)> {
        let mut times = vec![BTreeMap::from([(self.start.clone(), vec![])])];
        let mut seen = BTreeSet::new();
        while !times.last()?.keys().any(|men| self.is_over(men)) {
            let time = times.len() - 1;
            let mut next = BTreeMap::new();
            for men in times[time].keys() {
                for path in self.moves(men, self.player(time)) {
                    let after = Self::after(men, &path);
                    if seen.insert((after.clone(), time % self.players())) {
                        next.insert(after, path);
                    }
                }
            }
            times.push(next);
            if times.len() > most + 1 {
                return None;
            }
        }
        let mut men = times.last()?.keys().find(|men| self.is_over(men))?.clone();
        let mut lines = Vec::new();
        for time in times.iter().skip(1).rev() {
            let path = &time[&men];
            let names: Vec<_> = path.iter().map(|&cell| self.cell_name(cell)).collect();
            lines.push(names.join("-") + "\n");
            let back: Vec<_> = path.iter().rev().copied().collect();
            men = Self::after(&men, &back);
        }
        let length = lines.len();
        Some((lines.into_iter().rev().collect(), length))
    }

    /// When the winner's turn is, from 1.
    fn place(&self) -> usize {
        self.order.iter().position(|&player| player == 1).unwrap() + 1
    }

    /// The winner's turn before `length`, the greatest one or 0.
    fn before(&self, length: usize) -> usize {
        length.saturating_sub(self.players())
    }

    /// For games of up to `last` turns what the winner's moves lead to, but those in `excluded`.
    fn layers(&self, last: usize, excluded: &dyn Fn(&Men, usize) -> bool) -> Layers {
        let mut layers = Vec::new();
        let mut states = BTreeSet::from([self.start.clone()]);
        for time in 0..last {
            let next = states.iter().flat_map(|men| self.next(men, time));
            states = next.filter(|men| !self.is_over(men) && !excluded(men, time + 1)).collect();
            if self.player(time) == 1 {
                layers.push(states.clone());
            }
        }
        while layers.last().is_some_and(BTreeSet::is_empty) {
            layers.pop();
        }
        layers
    }

    /// What is first reached in 1, 2, .. moves, up to half of `last`.
    fn half_layers(&self, last: usize, excluded: &dyn Fn(&Men, usize) -> bool) -> Layers {
        let mut seen = BTreeSet::from([self.start.clone()]);
        let mut layers = vec![seen.clone()];
        for time in 0..last.div_ceil(2) {
            let next = layers[time].iter().flat_map(|men| self.next(men, time));
            let next: BTreeSet<_> = next.filter(|men| !excluded(men, time + 1) && !seen.contains(men)).collect();
            seen.extend(next.clone());
            layers.push(next);
        }
        layers.remove(0);
        layers
    }

    fn mirrored(&self, men: &[u8]) -> Men {
        let image = |&(x, y): &(i32, i32)| men[self.find((y, x)).unwrap()];
        self.cells.iter().map(image).collect()
    }

    /// By player, the rank of its army.
    fn ranks(&self, men: &[u8]) -> Vec<u64> {
        let rank = |player: u8| {
            let cells = (0..men.len()).filter(|&cell| men[cell] == player);
            (1..).zip(cells).map(|(k, cell)| binomial(cell as u64, k)).sum()
        };
        (1..=self.players() as u8).map(rank).collect()
    }

    /// The block of some layers, or of one state for it and its mirror image.
    fn payload(&self, last: usize, flags: u64, layers: &[BTreeSet<Men>]) -> Vec<u8> {
        let ranks = |men: &Men| {
            let ranks = self.ranks(men);
            if flags & MIRROR > 0 { ranks.min(self.ranks(&self.mirrored(men))) } else { ranks }
        };
        let layers: Vec<BTreeSet<_>> = layers.iter().map(|layer| layer.iter().map(ranks).collect()).collect();
        payload(last as u64, flags, self.players(), &layers)
    }

    /// A certificate about this instance.
    fn file(&self, claim: &str, by: &str, blocks: &[(&str, &[u8])]) -> Vec<u8> {
        certificate(&self.line(), claim, by, blocks)
    }

    /// A certificate that claims as much as the layers for games of up to `last` turns can prove.
    fn bound_file(&self, last: usize, payload: &[u8]) -> Vec<u8> {
        self.file(&format!("at-least {}", self.bound(last)), "layers", &[("layers", payload)])
    }

    /// The winner's turn after `last`.
    fn bound(&self, last: usize) -> usize {
        if last == 0 { self.place() } else { last + self.players() }
    }
}

fn binomial(n: u64, k: u64) -> u64 {
    if k == 0 {
        1
    } else if n == 0 {
        0
    } else {
        binomial(n - 1, k - 1) * n / k
    }
}

/// The payload of a block `layers`, the states given by ranks.
fn payload(last: u64, flags: u64, players: usize, layers: &[BTreeSet<Vec<u64>>]) -> Vec<u8> {
    let mut numbers = vec![last, flags, layers.len() as u64];
    for layer in layers {
        numbers.push(layer.len() as u64);
        let mut before = vec![0; players];
        for ranks in layer {
            let same = before.iter().zip(ranks).take_while(|(before, rank)| before == rank).count();
            let delta = |i: usize| if i <= same { ranks[i] - before[i] } else { ranks[i] };
            numbers.extend((0..players).map(delta));
            before.clone_from(ranks);
        }
    }
    numbers.into_iter().flat_map(|number| leb128(number.into())).collect()
}

/// Small instances of all kinds, each of which can be won.
fn games() -> Vec<Game> {
    let ring = [(0, 0), (1, 0), (0, 1), (2, 0), (0, 2), (2, 1), (1, 2), (2, 2)];
    let strip: Vec<_> = (0..5).flat_map(|row| (0..2).map(move |y| (row - y, y))).collect();
    vec![
        Game::triangle(4, 1, 1),
        Game::triangle(4, 1, 2),
        Game::triangle(4, 1, 3),
        Game::triangle(4, 1, 3).with_order(&[3, 1, 2]),
        Game::triangle(5, 1, 3).with_order(&[2, 3, 1]),
        Game::triangle(5, 2, 1),
        Game::triangle(5, 2, 2),
        Game::triangle(6, 2, 1),
        Game::rhombus(1, 1, 1),
        Game::rhombus(1, 1, 2).with_order(&[2, 1]),
        Game::rhombus(2, 2, 1),
        Game::star(1, 1, 1),
        Game::star(1, 1, 2),
        Game::star(1, 1, 3).with_order(&[2, 1, 3]),
        Game::star(1, 1, 4),
        Game::star(2, 2, 1),
        Game::list(&ring, &[1, 0, 2, 0, 0, 0, 0, 0], &[7]),
        Game::list(&ring, &[1, 2, 1, 0, 0, 2, 0, 0], &[5, 7]).with_order(&[2, 1]),
        Game::list(&strip, &[1, 1, 2, 2, 0, 0, 0, 0, 0, 0], &[8, 9]),
        Game::list(&strip, &[1, 1, 1, 0, 0, 0, 0, 2, 3, 3], &[7, 8, 9]).with_order(&[3, 2, 1]),
    ]
}

const ANYTHING: &dyn Fn(&Men, usize) -> bool = &|_, _| false;
