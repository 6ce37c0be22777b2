//! Words of games on any board: a symbol for each edge, `>` where a pawn crosses it to the vertex with the greater number
//! (docs/theorems.md#words-on-graphs).

use super::{Letter, Mark, Symbol, read};
use crate::rules::{Colour, Instance, Turns};
use saltus_core::notation::{BadInput, Instance as _, read_line};

/// A crossing: from a vertex to another. They count from 0.
pub type Crossing = (usize, usize);

/// A board with a pawn on every vertex.
pub struct Board {
    /// Its line.
    pub instance: Instance,
    /// The pawns by vertex.
    pub pawns: Vec<Colour>,
    /// The lower vertex of each comes first; ascending.
    pub edges: Vec<Crossing>,
}

impl Board {
    /// Reads a line of notation.
    ///
    /// # Errors
    /// The place and what is wrong there.
    pub fn read(line: &str) -> Result<Self, BadInput> {
        let instance: Instance = read_line(line)?;
        let pawns = instance.configuration().filter(|_| instance.turns == Turns::Free);
        let pawns: Option<Vec<Colour>> = pawns.and_then(|pawns| pawns.iter().collect());
        let pawns =
            pawns.ok_or_else(|| BadInput::line("a word is that of a board with a pawn on every cell, turns=free"))?;
        let puzzle = instance.puzzle().map_err(|too_large| BadInput::line(too_large.to_string()))?;
        let edges = |from: u32| puzzle.board().neighbours(from).filter(move |&to| from < to).map(move |to| (from, to));
        let mut edges: Vec<Crossing> =
            (0..pawns.len() as u32).flat_map(edges).map(|(from, to)| (from as usize, to as usize)).collect();
        edges.sort_unstable();
        edges.dedup();
        Ok(Board { instance, pawns, edges })
    }

    /// The word of a game.
    ///
    /// # Panics
    /// When a move is along no edge.
    pub fn word(&self, moves: &[Crossing]) -> Vec<Symbol> {
        let mut word: Vec<Symbol> =
            self.edges.iter().map(|&(a, b)| Symbol { mark: Mark::Bar, letter: self.letter(a, b) }).collect();
        for &(from, to) in moves {
            let edge = self.edges.binary_search(&(from.min(to), from.max(to))).expect("moves go along edges");
            word[edge].mark = if from < to { Mark::Right } else { Mark::Left };
        }
        word
    }

    fn letter(&self, a: usize, b: usize) -> Letter {
        Letter::between(self.pawns[a], self.pawns[b])
    }

    /// Reads a word with the letters of its edges.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn read_word(&self, text: &str) -> Result<Vec<Symbol>, BadInput> {
        let word: Vec<Symbol> = read(text)?;
        if word.len() != self.edges.len() {
            let why = format!("the word has {} symbols, and the board {} edges", word.len(), self.edges.len());
            return Err(BadInput::line(why));
        }
        let is_other = |((a, b), symbol): &(&Crossing, &Symbol)| self.letter(*a, *b) != symbol.letter;
        match self.edges.iter().zip(&word).find(is_other) {
            None => Ok(word),
            Some(((a, b), symbol)) => Err(BadInput::line(format!(
                "{symbol} is the symbol of the edge {}-{}, whose letter is {}",
                a + 1,
                b + 1,
                if symbol.letter == Letter::Same { "a" } else { "s" }
            ))),
        }
    }
}

/// The moves of a game with this word, in linear time.
///
/// ```
/// use saltus_clobber::sources::words::{self, graph::moves};
///
/// let word = words::read(">a <s |a").unwrap();
/// assert_eq!(moves(4, &[(0, 1), (1, 2), (1, 3)], &word), Ok(vec![(0, 1), (2, 1)]));
/// ```
///
/// # Errors
/// What no game has: a sentence.
pub fn moves(vertices: usize, edges: &[Crossing], word: &[Symbol]) -> Result<Vec<Crossing>, String> {
    let (mut after, mut arrivals) = (vec![None; vertices], vec![Vec::new(); vertices]);
    for (&(a, b), symbol) in edges.iter().zip(word).filter(|(_, symbol)| symbol.mark != Mark::Bar) {
        let (from, to) = if symbol.mark == Mark::Right { (a, b) } else { (b, a) };
        if after[from].replace(to).is_some() {
            return Err(format!("vertex {} is left twice", from + 1));
        }
        arrivals[to].push((from, symbol.letter));
    }
    // A pawn of the other colour leaves a vertex where an odd number have arrived, else one of its own colour.
    let is_other = |&(from, letter): &(usize, Letter)| (letter == Letter::Alternate) != (arrivals[from].len() % 2 == 1);
    let mut in_turn = Vec::new();
    for (vertex, arrived) in arrivals.iter().enumerate() {
        let [other, own] =
            [true, false].map(|of| arrived.iter().filter(|from| is_other(from) == of).collect::<Vec<_>>());
        if !(own.len()..=own.len() + 1).contains(&other.len()) {
            return Err(format!(
                "at vertex {} arrive {} of the other colour and {} of its own, which cannot alternate, the other colour first",
                vertex + 1,
                other.len(),
                own.len()
            ));
        }
        let next = |turn: usize| if turn.is_multiple_of(2) { other[turn / 2].0 } else { own[turn / 2].0 };
        in_turn.push((0..arrived.len()).map(next).collect::<Vec<_>>());
    }
    let (mut moves, mut open) = (Vec::new(), Vec::new());
    for root in (0..vertices).filter(|&vertex| after[vertex].is_none()) {
        open.push((root, 0));
        while let Some((vertex, turn)) = open.last_mut() {
            if let Some(&from) = in_turn[*vertex].get(*turn) {
                *turn += 1;
                open.push((from, 0));
            } else {
                moves.extend(after[*vertex].map(|to| (*vertex, to)));
                open.pop();
            }
        }
    }
    let crossed = word.iter().filter(|symbol| symbol.mark != Mark::Bar).count();
    if moves.len() < crossed { Err("arrows go round a cycle".into()) } else { Ok(moves) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(vertices: usize, edges: &[Crossing], word: &str) -> Result<Vec<Crossing>, String> {
        moves(vertices, edges, &read(word).expect("a word"))
    }

    #[test]
    fn what_no_game_has_is_named() {
        let triangle = [(0, 1), (0, 2), (1, 2)];
        assert_eq!(judged(3, &triangle, ">a >a |s"), Err("vertex 1 is left twice".into()));
        assert_eq!(judged(3, &triangle, ">s <s >s"), Err("arrows go round a cycle".into()));
        let why =
            "at vertex 1 arrive 0 of the other colour and 1 of its own, which cannot alternate, the other colour first";
        assert_eq!(judged(3, &triangle, "<s |a |a"), Err(why.into()));
        assert_eq!(judged(3, &triangle, "<a <s |a"), Ok(vec![(1, 0), (2, 0)]));
    }

    /// A path is walked from its end without going deeper into the stack of calls.
    #[test]
    fn long_paths_have_room() {
        let edges: Vec<Crossing> = (1..100_000).map(|vertex| (vertex - 1, vertex)).collect();
        let word = [
            &[Symbol { mark: Mark::Right, letter: Letter::Alternate }][..],
            &vec![Symbol { mark: Mark::Right, letter: Letter::Same }; 99_998],
        ]
        .concat();
        assert_eq!(moves(100_000, &edges, &word), Ok(edges));
    }
}
