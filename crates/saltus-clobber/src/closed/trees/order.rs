//! From the gains to a play: which edges are crossed and how, from the roots down; then the moves
//! in an order in which they are legal.

use std::ops::Range;

use crate::rules::{Colour, Move};

use super::forest::{Forest, NONE};
use super::star::{Link, Offer, Star};

/// The moves of a play that crosses as many edges as can be.
pub(super) fn moves(forest: &Forest, contents: &[Option<Colour>], offers: &[Offer]) -> Vec<Move> {
    let mut order = MoveOrder {
        links: vec![Link::Apart; forest.cells.len()],
        targets: vec![NONE; forest.cells.len()],
        followers: vec![NONE; forest.cells.len()],
        waits: vec![0; forest.cells.len()],
    };
    for vertex in 0..forest.cells.len() {
        let children = forest.children(vertex);
        let own = forest.colour(vertex, contents);
        let star = Star::new(own, &offers[children.clone()]);
        let choice = star.choose(order.links[vertex]);
        star.deal(&choice, &mut order.links[children.clone()]);
        order.targets[vertex] = match (order.links[vertex], choice.leaves) {
            (Link::Gives(_), _) => forest.parent(vertex).map_or(NONE, |parent| parent as u32),
            (_, Some((child, _))) => (children.start + child) as u32,
            _ => NONE,
        };
        order.chain(vertex, forest.parent(vertex), children, own.other());
    }
    order.emit(forest)
}

/// Moves by the vertex that they leave.
struct MoveOrder {
    /// What happens between each vertex and its parent.
    links: Vec<Link>,
    /// Where the pawn of each vertex goes; [`NONE`]: nowhere, or it has gone.
    targets: Vec<u32>,
    /// The vertex whose move comes after the move of each at the latter's target: the next arrival
    /// there, or the departure.
    followers: Vec<u32>,
    /// How many moves each one still waits for: the arrival before it at its target, and the last
    /// arrival at its own vertex.
    waits: Vec<u8>,
}

impl MoveOrder {
    /// Orders the arrivals at a vertex, which alternate in colour, `turn` first, and its departure
    /// after them.
    fn chain(&mut self, vertex: usize, parent: Option<usize>, children: Range<usize>, mut turn: Colour) {
        let mut from_parent = match self.links[vertex] {
            Link::Takes(colour) => parent.map(|parent| (parent, colour)),
            _ => None,
        };
        let mut seen = [children.start; 2];
        let mut last = None;
        loop {
            let arrival = from_parent.take_if(|(_, colour)| *colour == turn).map(|(parent, _)| parent);
            let Some(next) = arrival.or_else(|| self.next_giver(turn, &mut seen[turn as usize], children.end)) else {
                break;
            };
            self.follow(last.replace(next), next);
            turn = turn.other();
        }
        if self.targets[vertex] != NONE {
            self.follow(last, vertex);
        }
    }

    /// The next child, from `seen` on, that gives a pawn of this colour.
    fn next_giver(&self, colour: Colour, seen: &mut usize, end: usize) -> Option<usize> {
        let child = (*seen..end).find(|&child| self.links[child] == Link::Gives(colour));
        *seen = child.map_or(end, |child| child + 1);
        child
    }

    fn follow(&mut self, before: Option<usize>, next: usize) {
        if let Some(before) = before {
            self.followers[before] = next as u32;
            self.waits[next] += 1;
        }
    }

    /// All moves, each after those that it waits for. Every move has one follower at most, so no
    /// queue is needed.
    fn emit(mut self, forest: &Forest) -> Vec<Move> {
        let mut moves = Vec::with_capacity(self.targets.iter().filter(|&&target| target != NONE).count());
        for first in 0..forest.cells.len() {
            let mut vertex = first;
            while self.waits[vertex] == 0 && self.targets[vertex] != NONE {
                let target = std::mem::replace(&mut self.targets[vertex], NONE);
                moves.push(Move { from: forest.cells[vertex], to: forest.cells[target as usize] });
                let follower = self.followers[vertex];
                if follower == NONE {
                    break;
                }
                vertex = follower as usize;
                self.waits[vertex] -= 1;
            }
        }
        moves
    }
}
