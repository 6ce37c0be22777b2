//! Solitaire Clobber: values by exhaustive search, every small configuration, and tables of values.

use std::collections::{BTreeMap, HashMap};

use saltus::board::Cell;
use saltus::clobber::{Clobber, Colour, Pawns, Shape, State, Turns};
use saltus::puzzle::Puzzle;

/// Lines and cycles of 3 to 16 cells.
pub(crate) const LINES_AND_CYCLES: &str = include_str!("../../../saltus-clobber/tests/data/clobber_line_cycle_16.txt");
/// Grids, cubes and others.
pub(crate) const GRAPHS: &str = include_str!("../../../saltus-clobber/tests/data/clobber_graphs_small.txt");

/// Every kind of turns.
pub(crate) const TURNS: [Turns; 4] = [
    Turns::Free,
    Turns::Alternate { first: None },
    Turns::Alternate { first: Some(Colour::Black) },
    Turns::Alternate { first: Some(Colour::White) },
];

/// The values of the states of one board and one kind of turns (free, or alternate whoever begins), found by trying all moves.
#[derive(Default)]
pub(crate) struct Values(HashMap<State, usize>);

impl Values {
    /// The fewest pawns that any play leaves.
    pub(crate) fn of(&mut self, puzzle: &Clobber, state: &State) -> usize {
        if let Some(&known) = self.0.get(state) {
            return known;
        }
        let mut moves = Vec::new();
        puzzle.moves(state, &mut moves);
        let behind = |mv| {
            let mut next = state.clone();
            puzzle.play(&mut next, mv);
            self.of(puzzle, &next)
        };
        let value = moves.iter().map(behind).min().unwrap_or_else(|| state.count());
        self.0.insert(state.clone(), value);
        value
    }
}

/// The fewest pawns that any play leaves.
pub(crate) fn value(puzzle: &Clobber) -> usize {
    Values::default().of(puzzle, &puzzle.start())
}

/// Every configuration of `cells` cells, each with a pawn.
pub(crate) fn full(cells: usize) -> impl Iterator<Item = Pawns> {
    (0..1u64 << cells).map(move |white| Pawns::from_bits(cells, vec![white]))
}

/// Every configuration of `cells` cells, including empty ones.
pub(crate) fn with_gaps(cells: usize) -> impl Iterator<Item = Pawns> {
    let content = |number: usize| [None, Some(Colour::Black), Some(Colour::White)][number % 3];
    let all = 3usize.pow(cells as u32);
    (0..all).map(move |number| (0..cells as u32).map(|cell| content(number / 3usize.pow(cell))).collect())
}

/// One line of a table: all configurations of a board without empty cells.
pub(crate) struct Row {
    /// The board.
    pub(crate) name: String,
    pub(crate) cells: usize,
    pub(crate) turns: Turns,
    /// The greatest value among configurations of both colours.
    pub(crate) most: usize,
    /// How many of those have it.
    pub(crate) count: usize,
    /// One of them.
    pub(crate) example: Pawns,
    /// How many configurations have which value.
    pub(crate) distribution: BTreeMap<usize, usize>,
}

/// Reads a table.
pub(crate) fn table(text: &str) -> Vec<Row> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| row(line).expect(line)).collect()
}

fn row(line: &str) -> Option<Row> {
    let (head, distribution) = line.split_once(" dist ")?;
    let words: Vec<&str> = head.split(' ').collect();
    let [name, cells, version, most, count, example] = words[..] else { return None };
    let turns = match version {
        "v2" => Turns::Free,
        "v1-first-free" => Turns::Alternate { first: None },
        "v1-white-first" => Turns::Alternate { first: Some(Colour::White) },
        _ => return None,
    };
    let pair = |pair: &str| {
        let (value, count) = pair.split_once(':')?;
        Some((value.parse().ok()?, count.parse().ok()?))
    };
    Some(Row {
        name: name.to_owned(),
        cells: cells.strip_prefix("n=")?.parse().ok()?,
        turns,
        most: most.strip_prefix("max_nonmono=")?.parse().ok()?,
        count: count.strip_prefix("count=")?.parse().ok()?,
        example: example.strip_prefix("ex=")?.parse().ok()?,
        distribution: distribution.split(' ').map(pair).collect::<Option<_>>()?,
    })
}

/// The board of a row.
pub(crate) fn shape(name: &str) -> Shape {
    let (kind, sizes) = name.split_once(':').expect("a kind and its sizes");
    let sizes: Vec<usize> = sizes.split(['x', ':', ',']).map(|size| size.parse().expect("a size")).collect();
    match (kind, &sizes[..]) {
        ("line", _) => Shape::Line,
        ("cycle", _) => Shape::Cycle,
        ("grid", &[height, width]) => Shape::Grid { height, width },
        ("cube", &[dimension]) => Shape::Cube { dimension: dimension as u32 },
        ("ham" | "clique", _) => Shape::Hamming(sizes),
        ("pow", &[cells, apart]) => graph(cells, |a, b| b - a <= apart),
        ("cpow", &[cells, apart]) => graph(cells, |a, b| (b - a).min(cells - (b - a)) <= apart),
        ("kpart", parts) => {
            let part: Vec<usize> = (0..parts.len()).flat_map(|part| vec![part; parts[part]]).collect();
            graph(part.len(), |a, b| part[a] != part[b])
        }
        _ => panic!("{name} is no board"),
    }
}

/// The graph in which cells a < b are joined where `joined` says so.
fn graph(cells: usize, joined: impl Fn(usize, usize) -> bool) -> Shape {
    let pairs = (0..cells).flat_map(|b| (0..b).map(move |a| (a, b)));
    Shape::graph(pairs.filter(|&(a, b)| joined(a, b)).map(|(a, b)| (a as Cell, b as Cell)))
}
