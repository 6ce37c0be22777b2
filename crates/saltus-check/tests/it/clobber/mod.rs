//! Solitaire Clobber, with rules and an exhaustive search of its own.

mod alternate;
mod dual;
mod mutants;
mod refusals;
mod sets;
mod trees;
mod words;

use crate::support::certificate;

/// What stands on the cells: 0 nothing, 1 a black pawn, 2 a white one.
type Pawns = Vec<u8>;

/// Whose pawns may move when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turns {
    Free,
    /// The colour that begins, or 0.
    Alternate(u8),
}

const ALL_TURNS: [Turns; 4] = [Turns::Free, Turns::Alternate(0), Turns::Alternate(1), Turns::Alternate(2)];

/// A graph, by its edges.
#[derive(Clone, Debug)]
struct Board {
    /// What the line says before the pawns.
    name: String,
    cells: usize,
    /// The lower cell first, from 0, ascending.
    edges: Vec<(usize, usize)>,
    /// Cells a row, if it is a grid.
    width: Option<usize>,
    /// Whether the edges are written.
    is_graph: bool,
}

impl Board {
    /// The edges are the pairs of cells that are adjacent.
    fn new(name: &str, cells: usize, adjacent: impl Fn(usize, usize) -> bool) -> Self {
        let pairs = (0..cells).flat_map(|a| (a + 1..cells).map(move |b| (a, b)));
        let edges = pairs.filter(|&(a, b)| adjacent(a, b)).collect();
        Self { name: name.into(), cells, edges, width: None, is_graph: false }
    }

    fn line(cells: usize) -> Self {
        Self::new("line", cells, |a, b| b == a + 1)
    }

    fn cycle(cells: usize) -> Self {
        Self::new("cycle", cells, |a, b| b == a + 1 || (a == 0 && b + 1 == cells))
    }

    fn grid(height: usize, width: usize) -> Self {
        let near = move |a: usize, b: usize| (a / width).abs_diff(b / width) + (a % width).abs_diff(b % width) == 1;
        Self { width: Some(width), ..Self::new("grid", height * width, near) }
    }

    fn cube(dimension: u32) -> Self {
        Self::new("cube", 1 << dimension, |a, b| (a ^ b).is_power_of_two())
    }

    fn hamming(bases: &[usize]) -> Self {
        let digits = |mut cell: usize| {
            let digit = |&base: &usize| (cell % base, cell /= base).0;
            bases.iter().rev().map(digit).collect::<Vec<_>>()
        };
        let differ = |a: usize, b: usize| digits(a).iter().zip(digits(b)).filter(|&(a, b)| *a != b).count();
        let name = bases.iter().map(ToString::to_string).collect::<Vec<_>>().join("x");
        Self::new(&format!("hamming {name}"), bases.iter().product(), |a, b| differ(a, b) == 1)
    }

    fn multipartite(parts: &[usize]) -> Self {
        let part: Vec<usize> = (0..parts.len()).flat_map(|part| vec![part; parts[part]]).collect();
        let name = parts.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        Self::new(&format!("multipartite {name}"), part.len(), |a, b| part[a] != part[b])
    }

    fn graph(cells: usize, edges: &[(usize, usize)]) -> Self {
        Self { is_graph: true, ..Self::new("graph", cells, |a, b| edges.contains(&(a, b)) || edges.contains(&(b, a))) }
    }

    /// The canonical line of an instance.
    fn text(&self, pawns: &[u8], turns: Turns) -> String {
        let letters = |row: &[u8]| row.iter().map(|&pawn| ['.', 'b', 'w'][usize::from(pawn)]).collect::<String>();
        let rows: Vec<String> = pawns.chunks(self.width.unwrap_or(pawns.len())).map(letters).collect();
        let mut text = format!("clobber {} {}", self.name, rows.join("/"));
        if self.is_graph {
            text.extend(self.edges.iter().map(|(a, b)| format!(" {}-{}", a + 1, b + 1)));
        }
        match turns {
            Turns::Free => {}
            Turns::Alternate(0) => text += " turns=alternate",
            Turns::Alternate(1) => text += " turns=alternate first=b",
            Turns::Alternate(_) => text += " turns=alternate first=w",
        }
        text
    }

    /// A certificate about an instance.
    fn file(&self, (pawns, turns): (&[u8], Turns), claim: &str, by: &str, blocks: &[(&str, &[u8])]) -> Vec<u8> {
        certificate(&self.text(pawns, turns), claim, by, blocks)
    }

    /// All moves, when only the colour `turn` may move, or either if it is 0.
    fn moves(&self, pawns: &[u8], turn: u8) -> Vec<(usize, usize)> {
        let both_ways = self.edges.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
        let allowed = |&(from, to): &(usize, usize)| match (pawns[from], pawns[to]) {
            (1, 2) => turn != 2,
            (2, 1) => turn != 1,
            _ => false,
        };
        both_ways.filter(allowed).collect()
    }

    /// Every configuration, empty cells included.
    fn all_pawns(&self) -> impl Iterator<Item = Pawns> + use<> {
        let cells = self.cells as u32;
        (0..3usize.pow(cells)).map(move |index| (0..cells).map(|cell| (index / 3usize.pow(cell) % 3) as u8).collect())
    }
}

fn after(pawns: &[u8], (from, to): (usize, usize)) -> Pawns {
    let mut pawns = pawns.to_vec();
    pawns[to] = std::mem::take(&mut pawns[from]);
    pawns
}

fn count(pawns: &[u8]) -> usize {
    pawns.iter().filter(|&&pawn| pawn > 0).count()
}

/// The truth about all configurations on a board, found by trying every play.
struct Truth<'a> {
    board: &'a Board,
    alternate: bool,
    /// By turn and configuration in base 3, the fewest pawns that a play leaves; 255: not known
    /// yet.
    fewest: Vec<u8>,
}

impl<'a> Truth<'a> {
    fn new(board: &'a Board, alternate: bool) -> Self {
        Self { board, alternate, fewest: vec![255; 3 * 3usize.pow(board.cells as u32)] }
    }

    fn turn_after(&self, mover: u8) -> u8 {
        if self.alternate { 3 - mover } else { 0 }
    }

    /// The fewest pawns that a play leaves.
    fn fewest(&mut self, pawns: &[u8], turn: u8) -> usize {
        let index = pawns.iter().fold(usize::from(turn), |index, &pawn| 3 * index + usize::from(pawn));
        if self.fewest[index] == 255 {
            let mut fewest = count(pawns);
            for step in self.board.moves(pawns, turn) {
                let turn = self.turn_after(pawns[step.0]);
                fewest = fewest.min(self.fewest(&after(pawns, step), turn));
            }
            self.fewest[index] = fewest as u8;
        }
        usize::from(self.fewest[index])
    }

    /// The moves of a play that leaves the fewest.
    fn best_play(&mut self, pawns: &[u8], mut turn: u8) -> Vec<(usize, usize)> {
        let (mut pawns, mut play) = (pawns.to_vec(), Vec::new());
        while self.fewest(&pawns, turn) < count(&pawns) {
            let fewest = self.fewest(&pawns, turn);
            let moves = self.board.moves(&pawns, turn);
            let next = |step: &(usize, usize)| (after(&pawns, *step), self.turn_after(pawns[step.0]));
            let options: Vec<_> = moves.iter().map(next).collect();
            let best = options.iter().position(|(pawns, turn)| self.fewest(pawns, *turn) == fewest).unwrap();
            play.push(moves[best]);
            (pawns, turn) = options[best].clone();
        }
        play
    }
}

/// The colour that alone may begin, or 0, and whether turns alternate.
fn begin(turns: Turns) -> (u8, bool) {
    match turns {
        Turns::Free => (0, false),
        Turns::Alternate(first) => (first, true),
    }
}

/// The payload of a block `moves`.
fn moves_text(play: &[(usize, usize)]) -> String {
    let lines = play.iter().map(|(from, to)| format!("{}-{}\n", from + 1, to + 1));
    lines.collect::<Vec<_>>().concat()
}
