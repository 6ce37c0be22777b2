//! A forest is cut down around a vertex and grows anew: where a board is sparse, errors have no room to walk, and most of it hangs together by
//! few edges.
//!
//! The best play within a tree is found in linear time ([`trees`]). So the trees of the best play that come near a vertex are taken, without some edges there;
//! other edges between their vertices, drawn by lot, make one tree of them. If no edge was left out, the best play in that tree leaves no more pawns
//! than the one before.

use super::{CHUNK, ForestSearch, GraphPiece, NONE};
use crate::closed::trees;
use crate::rules::Move;
use saltus_core::board::Board;
use saltus_core::limits::{Meter, Stop};

/// The most vertices of the place where edges are left out, and of how many one is.
const PLACE: usize = 32;
const ONE_OF: usize = 8;

/// The best play as a forest.
struct Grown {
    /// The parent of each vertex, or [`NONE`].
    parents: Vec<u32>,
    /// A vertex of its tree, the same for all of them; and by that one, all of them.
    labels: Vec<u32>,
    trees: Vec<Vec<u32>>,
    roots: usize,
}

impl Grown {
    fn new(moves: &[Move], vertices: usize) -> Self {
        let labels: Vec<u32> = (0..vertices as u32).collect();
        let all = labels.clone();
        let mut grown =
            Grown { parents: vec![NONE; vertices], labels, trees: vec![Vec::new(); vertices], roots: vertices };
        grown.replant(&all, moves);
        grown
    }

    /// Other moves for these vertices, which are numbered in this order in the moves.
    fn replant(&mut self, vertices: &[u32], moves: &[Move]) {
        for &vertex in vertices {
            self.roots -= usize::from(self.parents[vertex as usize] == NONE);
            self.parents[vertex as usize] = NONE;
            self.trees[vertex as usize].clear();
        }
        self.roots += vertices.len() - moves.len();
        let mut sets: Vec<u32> = (0..vertices.len() as u32).collect();
        for mv in moves {
            self.parents[vertices[mv.from as usize] as usize] = vertices[mv.to as usize];
            let (from, to) = (set_of(&mut sets, mv.from), set_of(&mut sets, mv.to));
            sets[from as usize] = to;
        }
        for (number, &vertex) in (0..).zip(vertices) {
            let label = vertices[set_of(&mut sets, number) as usize];
            self.labels[vertex as usize] = label;
            self.trees[label as usize].push(vertex);
        }
    }
}

impl ForestSearch<'_> {
    /// For so many steps for each vertex. Whether the best play then leaves as few pawns as the bound says.
    pub(super) fn regrow(&mut self, steps: usize, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        let n = self.vertices.len();
        let mut grown = Grown::new(&self.best, n);
        let (mut numbers, mut is_near, mut spent, mut counted) = (vec![NONE; n], vec![false; n], 0, 0);
        while spent < steps * n && grown.roots > self.piece.least {
            let near = place(self.piece, self.random.below(n) as u32, 1 + self.random.below(PLACE), &mut is_near);
            let mut vertices: Vec<u32> = Vec::new();
            for &vertex in &near {
                let label = grown.labels[vertex as usize];
                if numbers[label as usize] == NONE {
                    for &vertex in &grown.trees[label as usize] {
                        numbers[vertex as usize] = vertices.len() as u32;
                        vertices.push(vertex);
                    }
                }
            }
            let mut sets: Vec<u32> = (0..vertices.len() as u32).collect();
            let (mut tree, mut others, mut crossed) = (Vec::new(), Vec::new(), 0);
            for (number, &vertex) in (0..).zip(&vertices) {
                let parent = grown.parents[vertex as usize];
                if parent != NONE {
                    crossed += 1;
                    if !is_near[vertex as usize] || self.random.below(ONE_OF) > 0 {
                        join(&mut sets, (number, numbers[parent as usize]), &mut tree);
                    }
                }
                for &next in self.piece.around(vertex) {
                    let next = numbers[next as usize];
                    if next != NONE && number < next {
                        others.push((number, next));
                    }
                }
            }
            for last in (0..others.len()).rev() {
                others.swap(last, self.random.below(last + 1));
                join(&mut sets, others[last], &mut tree);
            }
            let contents: Vec<_> = vertices.iter().map(|&vertex| self.piece.contents[vertex as usize]).collect();
            let (_, moves) = trees::solve(&Board::graph(vertices.len(), &tree), &contents).expect("a forest");
            if moves.len() >= crossed {
                grown.replant(&vertices, &moves);
            }
            vertices.iter().for_each(|&vertex| numbers[vertex as usize] = NONE);
            near.iter().for_each(|&vertex| is_near[vertex as usize] = false);
            spent += vertices.len();
            let nodes = spent as u64 / CHUNK;
            if meter.nodes_more(nodes - std::mem::replace(&mut counted, nodes), || self.piece.bytes()).is_err() {
                break;
            }
        }
        self.best = self.along(&grown.parents);
        meter.nodes_more(0, || self.piece.bytes())?;
        Ok(grown.roots <= self.piece.least)
    }
}

/// So many vertices near one, and at least one, which it marks.
fn place(piece: &GraphPiece, first: u32, size: usize, is_near: &mut [bool]) -> Vec<u32> {
    let mut near = vec![first];
    is_near[first as usize] = true;
    let mut at = 0;
    while at < near.len() && near.len() < size {
        for &next in piece.around(near[at]) {
            if !std::mem::replace(&mut is_near[next as usize], true) {
                near.push(next);
            }
        }
        at += 1;
    }
    near
}

/// Adds an edge to a forest, unless it would make a ring.
fn join(sets: &mut [u32], (a, b): (u32, u32), forest: &mut Vec<(u32, u32)>) {
    let (a_set, b_set) = (set_of(sets, a), set_of(sets, b));
    if a_set != b_set {
        sets[a_set as usize] = b_set;
        forest.push((a, b));
    }
}

fn set_of(sets: &mut [u32], mut member: u32) -> u32 {
    while sets[member as usize] != member {
        let above = sets[sets[member as usize] as usize];
        sets[member as usize] = above;
        member = above;
    }
    member
}
