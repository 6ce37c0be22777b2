//! Statements on Solitaire Clobber on any graph, by all games on small ones. The games are played by the few lines of rules in this file.
//!
//! A size is a number of vertices.

use std::collections::{BTreeSet, HashMap};

use saltus::board::Board;
use saltus::clobber::Colour::{self, Black, White};
use saltus::clobber::bounds::{Components, LowerBound};
use saltus::clobber::sources::words::{Letter, Mark, Symbol, Text};
use saltus::limits::Limits;

use super::{Checking, Contradiction, Verified};
use saltus::clobber::sources::words::graph::moves;

type Edge = (usize, usize);
type Cells = Vec<Option<Colour>>;

/// With so many pawns or fewer, the game with turns is played, too.
const MOST_WITH_TURNS: usize = 5;

/// The rules: a pawn takes a neighbour of the other colour. With turns, the colour that may move.
fn legal(edges: &[Edge], cells: &Cells, turn: Option<Colour>) -> Vec<Edge> {
    let both = edges.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
    let takes = |&(from, to): &Edge| {
        cells[from].is_some_and(|mover| cells[to] == Some(mover.other()) && turn.is_none_or(|turn| turn == mover))
    };
    both.filter(takes).collect()
}

fn after(cells: &Cells, (from, to): Edge) -> Cells {
    let mut next = cells.clone();
    next[to] = next[from].take();
    next
}

fn show(cells: &Cells, edges: &[Edge]) -> String {
    let pawns: String = cells.iter().map(|cell| cell.map_or('.', Colour::letter)).collect();
    edges.iter().fold(format!("clobber graph {pawns}"), |line, (a, b)| format!("{line} {}-{}", a + 1, b + 1))
}

/// A best game and the fewest pawns that any leaves, by search.
struct Best<'a> {
    edges: &'a [Edge],
    has_turns: bool,
    known: HashMap<(Cells, Option<Colour>), (usize, Option<Edge>)>,
}

impl Best<'_> {
    fn of(
        &mut self,
        cells: &Cells,
        turn: Option<Colour>,
        count: &mut Checking<'_>,
    ) -> Result<(usize, Option<Edge>), Contradiction> {
        let here = (cells.clone(), turn);
        if let Some(&known) = self.known.get(&here) {
            return Ok(known);
        }
        count.node()?;
        let mut best = (cells.iter().flatten().count(), None);
        for step in legal(self.edges, cells, turn) {
            let turn = cells[step.0].map(Colour::other).filter(|_| self.has_turns);
            let (left, _) = self.of(&after(cells, step), turn, count)?;
            if left < best.0 {
                best = (left, Some(step));
            }
        }
        self.known.insert(here, best);
        Ok(best)
    }

    fn game(&mut self, start: &Cells, count: &mut Checking<'_>) -> Result<Vec<Edge>, Contradiction> {
        let (mut cells, mut game) = (start.clone(), Vec::new());
        while let (_, Some(step)) = self.of(&cells, None, count)? {
            cells = after(&cells, step);
            game.push(step);
        }
        Ok(game)
    }
}

/// The fewest pawns that any game leaves, by search.
pub(super) fn fewest(edges: &[Edge], black: &[bool], count: &mut Checking<'_>) -> Result<usize, Contradiction> {
    let cells = black.iter().map(|&is_black| Some(if is_black { Black } else { White })).collect();
    let mut best = Best { edges, has_turns: false, known: HashMap::new() };
    best.of(&cells, None, count).map(|(left, _)| left)
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

/// Whether moves are a game.
fn is_played(edges: &[Edge], start: &Cells, game: &[Edge]) -> bool {
    let mut cells = start.clone();
    game.iter().all(|step| {
        let is_legal = legal(edges, &cells, None).contains(step);
        cells = after(&cells, *step);
        is_legal
    })
}

/// With one white pawn the moves of a game are the edges of a path from it, and the other way round, whichever colour makes the last move;
/// so one pawn can be left if and only if a path visits all.
fn is_a_path(edges: &[Edge], cells: &Cells, start: usize, count: &mut Checking<'_>) -> Result<(), Contradiction> {
    let path = longest(edges, cells, &mut vec![start], count)?;
    let pawns = cells.iter().flatten().count();
    let (mut by_white, left) =
        (path.windows(2).map(|pair| (pair[0], pair[1])).collect::<Vec<_>>(), pawns + 1 - path.len());
    let mut best = Best { edges, has_turns: false, known: HashMap::new() };
    let (value, _) = best.of(cells, None, count)?;
    let game = best.game(cells, count)?;
    let mut read_back = vec![start];
    for (from, to) in game {
        read_back.push(if from == read_back[read_back.len() - 1] { to } else { from });
    }
    let joined = |pair: &[usize]| edges.contains(&(pair[0].min(pair[1]), pair[0].max(pair[1])));
    let is_path =
        read_back.windows(2).all(joined) && read_back.iter().collect::<BTreeSet<_>>().len() == read_back.len();
    let mut are_games = is_played(edges, cells, &by_white);
    if let Some((from, to)) = by_white.pop() {
        by_white.push((to, from));
        are_games &= is_played(edges, cells, &by_white);
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
    let (value, _) = Best { edges: &edges, has_turns: true, known: HashMap::new() }.of(&cells, None, count)?;
    count.ensure((value == pairs + 1) == (path.len() == pawns), || {
        format!("{} turns=alternate: the value is {value}", show(&cells, &edges))
    })
}

/// One white pawn among the cells of a set.
fn with_one_white(cells: usize, set: usize, white: usize) -> Cells {
    (0..cells).map(|cell| (set >> cell & 1 == 1).then_some(if cell == white { White } else { Black })).collect()
}

/// A pawn on each cell, white on those of a set.
fn on_all(cells: usize, set: usize) -> Cells {
    (0..cells).map(|cell| Some(if set >> cell & 1 == 1 { White } else { Black })).collect()
}

/// Section 1: on grids, with pawns on any cells.
pub(super) fn np_complete(upto: usize, limits: &Limits<'_>) -> Verified {
    let mut count = Checking::new(limits);
    for (height, width) in (1..=upto).flat_map(|height| (height..=upto / height).map(move |width| (height, width))) {
        let cells = height * width;
        let beside = (0..cells).filter(|cell| cell % width + 1 < width).map(|cell| (cell, cell + 1));
        let edges: Vec<Edge> = beside.chain((0..cells - width).map(|cell| (cell, cell + width))).collect();
        for set in 0..1usize << cells {
            for white in (0..cells).filter(|white| set >> white & 1 == 1) {
                is_a_path(&edges, &with_one_white(cells, set, white), white, &mut count)?;
            }
        }
    }
    Ok(count.cases)
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
pub(super) fn small_graphs(upto: usize, limits: &Limits<'_>) -> Verified {
    let mut count = Checking::new(limits);
    for vertices in 1..=upto.min(ABOVE_THE_BOUND.len()) {
        let mut above = [0; 2];
        for edges in connected_graphs(vertices) {
            let board = Board::graph(vertices, &edges.iter().map(|&(a, b)| (a as u32, b as u32)).collect::<Vec<_>>());
            let mut best = Best { edges: &edges, has_turns: false, known: HashMap::new() };
            for set in 0..1usize << vertices {
                let cells = on_all(vertices, set);
                let (value, _) = best.of(&cells, None, &mut count)?;
                let bounds = [Components::of(&board, &cells), LowerBound::of(&board, &cells, limits).least];
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
    Ok(count.cases)
}

/// Section 5: on all graphs, the first vertex white.
pub(super) fn np_complete_graphs(upto: usize, limits: &Limits<'_>) -> Verified {
    let mut count = Checking::new(limits);
    for vertices in 1..=upto {
        for edges in graphs(vertices) {
            is_a_path(&edges, &with_one_white(vertices, (1 << vertices) - 1, 0), 0, &mut count)?;
        }
    }
    Ok(count.cases)
}

/// Section 5: which words are those of games on a graph. On all graphs with fewer edges than a given number, and on all forests.
pub(super) fn words_on_graphs(upto: usize, limits: &Limits<'_>) -> Verified {
    let mut count = Checking::new(limits);
    for vertices in 1..=upto {
        for edges in graphs(vertices).filter(|edges| edges.len() <= upto) {
            for set in 0..1usize << vertices {
                let cells = on_all(vertices, set);
                words_on(&edges, &cells, &mut count)?;
            }
        }
    }
    Ok(count.cases)
}

fn words_on(edges: &[Edge], cells: &Cells, count: &mut Checking<'_>) -> Result<(), Contradiction> {
    let letter = |&(a, b): &Edge| if cells[a] == cells[b] { Letter::Same } else { Letter::Alternate };
    let uncrossed: Vec<Symbol> = edges.iter().map(|edge| Symbol { mark: Mark::Bar, letter: letter(edge) }).collect();
    let (mut of_games, mut open) = (BTreeSet::from([uncrossed.clone()]), vec![(cells.clone(), uncrossed)]);
    let mut known = BTreeSet::from([open[0].clone()]);
    while let Some((cells, word)) = open.pop() {
        count.node()?;
        for (from, to) in legal(edges, &cells, None) {
            let mut word = word.clone();
            let edge =
                edges.iter().position(|edge| *edge == (from.min(to), from.max(to))).expect("moves go along edges");
            word[edge].mark = if from < to { Mark::Right } else { Mark::Left };
            of_games.insert(word.clone());
            let next = (after(&cells, (from, to)), word);
            if known.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    for number in 0..3usize.pow(edges.len() as u32) {
        let mark = |place: usize| Mark::ALL[number / 3usize.pow(place as u32) % 3];
        let word: Vec<Symbol> =
            edges.iter().enumerate().map(|(place, edge)| Symbol { mark: mark(place), letter: letter(edge) }).collect();
        let found = moves(cells.len(), edges, &word);
        let holds = match &found {
            Ok(game) => of_games.contains(&word) && is_played(edges, cells, game),
            Err(_) => !of_games.contains(&word),
        };
        count.ensure(holds, || format!("{} on {}: {found:?}", Text(&word), show(cells, edges)))?;
    }
    Ok(())
}
