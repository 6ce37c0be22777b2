//! Statements on Solitaire Clobber on any graph, by all games on small ones. The games are played by the few lines of rules in this file.
//!
//! A size is a number of vertices.

use std::collections::{BTreeSet, HashMap, HashSet};

use saltus::board::Board;
use saltus::clobber::Colour::{self, Black, White};
use saltus::clobber::bounds::{Components, LowerBound};
use saltus::clobber::sources::words::{Letter, Mark, Symbol, Text};

use super::{Checking, Contradiction, Verified};
use saltus::clobber::sources::words::graph::moves;

pub(super) type Edge = (usize, usize);
pub(super) type Cells = Vec<Option<Colour>>;

/// A move, the number of the edge that it crosses, and the mark of a word for the crossing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) edge: usize,
    pub(super) mark: Mark,
}

/// With so many pawns or fewer, the game with turns is played, too.
const MOST_WITH_TURNS: usize = 5;

/// The rules: a pawn takes a neighbour of the other colour. With turns, the colour that may move.
pub(super) fn legal(edges: &[Edge], cells: &Cells, turn: Option<Colour>) -> Vec<Step> {
    let both = edges.iter().enumerate().flat_map(|(edge, &(a, b))| {
        [Step { from: a, to: b, edge, mark: Mark::Right }, Step { from: b, to: a, edge, mark: Mark::Left }]
    });
    let takes = |&Step { from, to, .. }: &Step| {
        cells[from].is_some_and(|mover| cells[to] == Some(mover.other()) && turn.is_none_or(|turn| turn == mover))
    };
    both.filter(takes).collect()
}

pub(super) fn after(cells: &Cells, step: Step) -> Cells {
    let mut next = cells.clone();
    next[step.to] = next[step.from].take();
    next
}

fn show(cells: &Cells, edges: &[Edge]) -> String {
    let pawns: String = cells.iter().map(|cell| cell.map_or('.', Colour::letter)).collect();
    edges.iter().fold(format!("clobber graph {pawns}"), |line, (a, b)| format!("{line} {}-{}", a + 1, b + 1))
}

/// A first move of a best game, and the fewest pawns that any leaves, by search.
pub(super) struct Best<'a> {
    edges: &'a [Edge],
    has_turns: bool,
    known: HashMap<(Cells, Option<Colour>), (usize, Option<Step>)>,
}

impl<'a> Best<'a> {
    pub(super) fn new(edges: &'a [Edge], has_turns: bool) -> Self {
        Best { edges, has_turns, known: HashMap::new() }
    }

    fn of(
        &mut self,
        cells: &Cells,
        turn: Option<Colour>,
        count: &mut Checking<'_>,
    ) -> Result<(usize, Option<Step>), Contradiction> {
        let here = (cells.clone(), turn);
        if let Some(&known) = self.known.get(&here) {
            return Ok(known);
        }
        count.node()?;
        let mut best = (cells.iter().flatten().count(), None);
        for step in legal(self.edges, cells, turn) {
            let turn = cells[step.from].map(Colour::other).filter(|_| self.has_turns);
            let (left, _) = self.of(&after(cells, step), turn, count)?;
            if left < best.0 {
                best = (left, Some(step));
            }
        }
        self.known.insert(here, best);
        Ok(best)
    }

    /// The fewest pawns that any game leaves.
    pub(super) fn value(&mut self, cells: &Cells, count: &mut Checking<'_>) -> Result<usize, Contradiction> {
        self.of(cells, None, count).map(|(left, _)| left)
    }

    fn game(&mut self, start: &Cells, count: &mut Checking<'_>) -> Result<Vec<Step>, Contradiction> {
        let (mut cells, mut game) = (start.clone(), Vec::new());
        while let (_, Some(step)) = self.of(&cells, None, count)? {
            cells = after(&cells, step);
            game.push(step);
        }
        Ok(game)
    }
}

/// The word of a game: a letter for each edge, and how the edge is crossed.
pub(super) fn word_of(edges: &[Edge], start: &Cells, game: &[Step]) -> Vec<Symbol> {
    let letter = |&(a, b): &Edge| if start[a] == start[b] { Letter::Same } else { Letter::Alternate };
    let mut word: Vec<Symbol> = edges.iter().map(|edge| Symbol { mark: Mark::Bar, letter: letter(edge) }).collect();
    game.iter().for_each(|step| word[step.edge].mark = step.mark);
    word
}

/// The words of all games, played to the end or not, or, where they obey, of those in which no pawn that has moved is taken by one that has
/// not.
pub(super) fn words_of_games(
    edges: &[Edge],
    start: &Cells,
    obey: bool,
    count: &mut Checking<'_>,
) -> Result<BTreeSet<Vec<Symbol>>, Contradiction> {
    let start = (start.clone(), word_of(edges, start, &[]));
    let (mut known, mut open) = (HashSet::from([start.clone()]), vec![start]);
    while let Some((cells, word)) = open.pop() {
        count.node()?;
        let has_moved = |cell: usize| {
            let arrives = |(&(a, b), symbol): (&Edge, &Symbol)| match symbol.mark {
                Mark::Right => b == cell,
                Mark::Left => a == cell,
                Mark::Bar => false,
            };
            edges.iter().zip(&word).any(arrives)
        };
        for step in legal(edges, &cells, None) {
            if obey && has_moved(step.to) && !has_moved(step.from) {
                continue;
            }
            let mut word = word.clone();
            word[step.edge].mark = step.mark;
            let next = (after(&cells, step), word);
            if known.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    Ok(known.into_iter().map(|(_, word)| word).collect())
}

/// A longest path over pawns, by trying all.
fn longest(
    edges: &[Edge],
    cells: &Cells,
    path: &mut Vec<usize>,
    count: &mut Checking<'_>,
) -> Result<Vec<usize>, Contradiction> {
    count.node()?;
    let mut best = path.clone();
    let end = path[path.len() - 1];
    for next in edges.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).filter(|(from, _)| *from == end).map(|(_, to)| to) {
        if cells[next].is_some() && !path.contains(&next) {
            path.push(next);
            let found = longest(edges, cells, path, count)?;
            path.pop();
            if found.len() > best.len() {
                best = found;
            }
        }
    }
    Ok(best)
}

/// The steps of a game, if all of these moves are legal.
pub(super) fn played(
    edges: &[Edge],
    start: &Cells,
    moves: impl IntoIterator<Item = (usize, usize)>,
) -> Option<Vec<Step>> {
    let (mut cells, mut game) = (start.clone(), Vec::new());
    for mv in moves {
        let step = legal(edges, &cells, None).into_iter().find(|step| (step.from, step.to) == mv)?;
        cells = after(&cells, step);
        game.push(step);
    }
    Some(game)
}

/// With one white pawn the moves of a game are the edges of a path from it, and the other way round, whichever colour makes the last move;
/// so one pawn can be left if and only if a path visits all.
fn is_a_path(edges: &[Edge], cells: &Cells, start: usize, count: &mut Checking<'_>) -> Verified {
    let path = longest(edges, cells, &mut vec![start], count)?;
    let pawns = cells.iter().flatten().count();
    let (mut by_white, left) =
        (path.windows(2).map(|pair| (pair[0], pair[1])).collect::<Vec<_>>(), pawns + 1 - path.len());
    let mut best = Best::new(edges, false);
    let value = best.value(cells, count)?;
    let mut read_back = vec![start];
    for Step { from, to, .. } in best.game(cells, count)? {
        read_back.push(if from == read_back[read_back.len() - 1] { to } else { from });
    }
    let joined = |pair: &[usize]| edges.contains(&(pair[0].min(pair[1]), pair[0].max(pair[1])));
    let is_path =
        read_back.windows(2).all(joined) && read_back.iter().collect::<BTreeSet<_>>().len() == read_back.len();
    let mut are_games = played(edges, cells, by_white.iter().copied()).is_some();
    if let Some((from, to)) = by_white.pop() {
        by_white.push((to, from));
        are_games &= played(edges, cells, by_white).is_some();
    }
    count.ensure(value == left && are_games && is_path && read_back.len() == path.len(), || {
        format!(
            "{}: the value is {value}, and the longest path has {} of {pawns} vertices",
            show(cells, edges),
            path.len()
        )
    })?;
    if !(2..=MOST_WITH_TURNS).contains(&pawns) {
        return Ok(());
    }
    // With turns: a pair apart for each move of black but the last.
    let (mut cells, mut edges, pairs) = (cells.clone(), edges.to_vec(), pawns - 2);
    for _ in 0..pairs {
        edges.push((cells.len(), cells.len() + 1));
        cells.extend([Some(Black), Some(White)]);
    }
    let value = Best::new(&edges, true).value(&cells, count)?;
    count.ensure((value == pairs + 1) == (path.len() == pawns), || {
        format!("{} turns=alternate: the value is {value}", show(&cells, &edges))
    })
}

/// One white pawn among the cells of a set.
fn with_one_white(cells: usize, set: usize, white: usize) -> Cells {
    (0..cells).map(|cell| (set >> cell & 1 == 1).then_some(if cell == white { White } else { Black })).collect()
}

/// A pawn on each cell, white on those of a set.
pub(super) fn on_all(cells: usize, set: usize) -> Cells {
    (0..cells).map(|cell| Some(if set >> cell & 1 == 1 { White } else { Black })).collect()
}

/// Section 1: on grids, with pawns on any cells.
pub(super) fn np_complete(upto: usize, count: &mut Checking<'_>) -> Verified {
    for (height, width) in (1..=upto).flat_map(|height| (height..=upto / height).map(move |width| (height, width))) {
        let cells = height * width;
        let beside = (0..cells).filter(|cell| cell % width + 1 < width).map(|cell| (cell, cell + 1));
        let edges: Vec<Edge> = beside.chain((0..cells - width).map(|cell| (cell, cell + width))).collect();
        for set in 0..1usize << cells {
            for white in (0..cells).filter(|white| set >> white & 1 == 1) {
                is_a_path(&edges, &with_one_white(cells, set, white), white, count)?;
            }
        }
    }
    Ok(())
}

/// All graphs with so many vertices.
fn graphs(vertices: usize) -> impl Iterator<Item = Vec<Edge>> {
    let all: Vec<Edge> = (0..vertices).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    (0..1usize << all.len())
        .map(move |set| (0..all.len()).filter(|edge| set >> edge & 1 == 1).map(|edge| all[edge]).collect())
}

/// All connected graphs with so many vertices, alike ones once: each as the least of its forms under all names of its vertices.
fn connected_graphs(vertices: usize) -> BTreeSet<Vec<Edge>> {
    if vertices == 1 {
        return BTreeSet::from([Vec::new()]);
    }
    let mut orders = vec![Vec::new()];
    for vertex in 0..vertices {
        let with = |order: &Vec<usize>| {
            (0..=order.len()).map(|at| [&order[..at], &[vertex], &order[at..]].concat()).collect::<Vec<_>>()
        };
        orders = orders.iter().flat_map(with).collect();
    }
    let named = |edges: &[Edge], order: &[usize]| {
        let mut edges: Vec<Edge> =
            edges.iter().map(|&(a, b)| (order[a].min(order[b]), order[a].max(order[b]))).collect();
        edges.sort_unstable();
        edges
    };
    // Each has a vertex without which the others are connected.
    let last = vertices - 1;
    let mut found = BTreeSet::new();
    for edges in connected_graphs(last) {
        for set in 1..1usize << last {
            let beside = (0..last).filter(|vertex| set >> vertex & 1 == 1).map(|vertex| (vertex, last));
            let edges: Vec<Edge> = edges.iter().copied().chain(beside).collect();
            found.extend(orders.iter().map(|order| named(&edges, order)).min());
        }
    }
    found
}

/// In how many configurations of pawns on all vertices of a connected graph of 1, 2, .. vertices more pawns are left than the bound says:
/// all if they have one colour, else 2 where the remainders modulo 3 ask for it, else 1.
/// And in how many of them more than prices, regions and sets of cells say.
const ABOVE_THE_BOUND: [[usize; 2]; 7] = [[0, 0], [0, 0], [0, 0], [8, 2], [86, 30], [762, 322], [8_196, 4_486]];

/// How often the bound is not met. On all connected graphs, alike ones once.
pub(super) fn small_graphs(upto: usize, count: &mut Checking<'_>) -> Verified {
    for vertices in 1..=upto.min(ABOVE_THE_BOUND.len()) {
        let mut above = [0; 2];
        for edges in connected_graphs(vertices) {
            let board = Board::graph(vertices, &edges.iter().map(|&(a, b)| (a as u32, b as u32)).collect::<Vec<_>>());
            let mut best = Best::new(&edges, false);
            for set in 0..1usize << vertices {
                let cells = on_all(vertices, set);
                let value = best.value(&cells, count)?;
                let bounds = [Components::of(&board, &cells), LowerBound::of(&board, &cells, count.limits).least];
                for (above, bound) in above.iter_mut().zip(bounds) {
                    count.ensure(value >= bound, || {
                        format!("{}: {value}, the bound is {bound}", show(&cells, &edges))
                    })?;
                    *above += usize::from(value > bound);
                }
            }
        }
        count.ensure(above == ABOVE_THE_BOUND[vertices - 1], || format!("{vertices} vertices: {above:?} above"))?;
    }
    Ok(())
}

/// Section 5: on all graphs, the first vertex white.
pub(super) fn np_complete_graphs(upto: usize, count: &mut Checking<'_>) -> Verified {
    for vertices in 1..=upto {
        for edges in graphs(vertices) {
            is_a_path(&edges, &with_one_white(vertices, (1 << vertices) - 1, 0), 0, count)?;
        }
    }
    Ok(())
}

/// Section 5: which words are those of games on a graph. On all graphs with fewer edges than a given number, and on all forests.
pub(super) fn words_on_graphs(upto: usize, count: &mut Checking<'_>) -> Verified {
    for vertices in 1..=upto {
        for edges in graphs(vertices).filter(|edges| edges.len() <= upto) {
            for set in 0..1usize << vertices {
                let cells = on_all(vertices, set);
                words_on(&edges, &cells, count)?;
            }
        }
    }
    Ok(())
}

fn words_on(edges: &[Edge], cells: &Cells, count: &mut Checking<'_>) -> Verified {
    let of_games = words_of_games(edges, cells, false, count)?;
    for number in 0..3usize.pow(edges.len() as u32) {
        let mut word = word_of(edges, cells, &[]);
        for (place, symbol) in word.iter_mut().enumerate() {
            symbol.mark = Mark::ALL[number / 3usize.pow(place as u32) % 3];
        }
        let found = moves(cells.len(), edges, &word);
        let holds = match &found {
            Ok(game) => of_games.contains(&word) && played(edges, cells, game.iter().copied()).is_some(),
            Err(_) => !of_games.contains(&word),
        };
        count.ensure(holds, || format!("{} on {}: {found:?}", Text(&word), show(cells, edges)))?;
    }
    Ok(())
}
