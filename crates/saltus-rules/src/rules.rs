//! # A puzzle from its definition
//!
//! The rules are those of the definition: a pattern is read along a line of the board and another one is written. A move is what
//! changes the position; ways that lead to the same position are one move. docs/definitions.md says what a definition means.
//!
//! ```
//! use saltus_core::puzzle::Puzzle;
//! use saltus_core::notation::Instance as _;
//!
//! let pegs = saltus_rules::read("rules board: o o . ; move: o o . -> . . o ; goal most 1: o")?;
//! let puzzle = pegs.puzzle()?;
//! let (mut state, mut moves) = (puzzle.start(), Vec::new());
//! puzzle.moves(&state, &mut moves);
//! assert_eq!(moves.len(), 1);
//! puzzle.play(&mut state, &moves[0]);
//! assert!(puzzle.is_goal(&state)); // . . o
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::{BTreeMap, HashSet};
use std::io;
use std::sync::{Arc, OnceLock};

use dashu_int::UBig;
use saltus_core::notation::{BadInput, Certified, MoveText};
use saltus_core::proof;
use saltus_core::puzzle::{Puzzle, Refusal, Undo};
use saltus_core::scene::Tint;
use smallvec::SmallVec;

use crate::definition::{Content, Contents, Definition, Goal, has};
use crate::geometry::Cell;
use crate::ground::{self, Changes, Operation};
use crate::interpreter;
use crate::packed::AnyPacked;

mod look;

/// What stands on each cell, and after it the side that has the turn, if there are turns.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position(pub(crate) SmallVec<[Content; 40]>);

/// A move: the cells that the piece comes to, and what changes.
#[derive(Clone, Debug)]
pub struct Move {
    path: SmallVec<[Cell; 4]>,
    /// How many moves along the same cells come before it.
    same: u16,
    free: bool,
    changes: Changes,
}

impl PartialEq for Move {
    /// Ways to the same position are one move.
    fn eq(&self, other: &Self) -> bool {
        self.changes == other.changes
    }
}

impl Eq for Move {}

/// A definition, compiled.
#[derive(Clone, Debug)]
pub struct Rules(Arc<Compiled>);

#[derive(Debug)]
struct Compiled {
    definition: Definition,
    /// Operations that are a move each.
    single: Vec<Operation>,
    /// Those that may follow one another, by the cell of the piece that moves.
    chained: Vec<Vec<Operation>>,
    /// The same with positions as words, where that can be.
    packed: OnceLock<Option<AnyPacked>>,
    /// How the pieces differ to the eye, in their order.
    tints: Vec<Tint>,
    /// Rows and columns of what is no cell though cells lie on both sides of it, in reading order.
    walls: Vec<(i32, i32)>,
}

impl Rules {
    /// Compiles a definition.
    ///
    /// # Errors
    /// When it has too many moves to be laid out.
    pub fn new(definition: Definition) -> Result<Self, BadInput> {
        let all = ground::operations(&definition).map_err(|ground::TooMany| {
            BadInput::line(
                "the rules can be read in more than a million ways on this board, which is more than is laid out",
            )
        })?;
        let (chains, single): (Vec<_>, Vec<_>) = all.into_iter().partition(|operation| operation.chain);
        let mut chained = vec![Vec::new(); definition.cells()];
        for operation in chains {
            chained[operation.path[0] as usize].push(operation);
        }
        let (tints, walls) = (look::tints(&definition), definition.board.walls());
        Ok(Rules(Arc::new(Compiled { definition, single, chained, packed: OnceLock::new(), tints, walls })))
    }

    /// The definition.
    #[must_use]
    pub fn definition(&self) -> &Definition {
        &self.0.definition
    }

    /// The same puzzle with positions as words; none where it has no such form.
    pub(crate) fn packed(&self) -> Option<&AnyPacked> {
        self.0.packed.get_or_init(|| AnyPacked::new(self)).as_ref()
    }

    /// All positions after one move, ascending, and whether a move that costs nothing leads there: by the plain interpreter, which shares no code
    /// with the moves that searches go by. For whoever judges them.
    pub fn plainly_after(&self, position: &Position) -> BTreeMap<Position, bool> {
        interpreter::successors(self.definition(), position)
    }

    /// How many operations on cells the rules are on this board.
    pub fn operations(&self) -> usize {
        self.0.single.len() + self.0.chained.iter().map(Vec::len).sum::<usize>()
    }

    /// All operations, in the order of the rules, those of chains last.
    pub(crate) fn all_operations(&self) -> impl Iterator<Item = &Operation> {
        self.0.single.iter().chain(self.0.chained.iter().flatten())
    }

    fn side(&self, state: &Position) -> Option<Contents> {
        let side = *state.0.get(self.definition().cells())?;
        Some(self.definition().turns[side as usize].pieces)
    }

    /// Hands the operations that can be made to `visit`: the cells that the piece comes to, what changes, which may be nothing, and
    /// whether it costs nothing.
    fn each(&self, state: &Position, visit: &mut dyn FnMut(&[Cell], Changes, bool)) {
        let contents = &state.0[..self.definition().cells()];
        let side = self.side(state);
        let may = |operation: &Operation, contents: &[Content]| {
            operation.applies(contents) && side.is_none_or(|side| has(&side, contents[operation.path[0] as usize]))
        };
        for operation in self.0.single.iter().filter(|operation| may(operation, contents)) {
            visit(&operation.path, operation.changes(contents), operation.free);
        }
        for (from, operations) in self.0.chained.iter().enumerate() {
            if !operations.iter().any(|operation| may(operation, contents)) {
                continue;
            }
            let mut met: HashSet<(SmallVec<[Content; 40]>, Cell)> = HashSet::new();
            let mut open = vec![(SmallVec::<[Content; 40]>::from_slice(contents), vec![from as Cell])];
            while let Some((now, path)) = open.pop() {
                let last = path[path.len() - 1];
                for operation in self.0.chained[last as usize].iter().rev().filter(|operation| may(operation, &now)) {
                    let mut next = now.clone();
                    operation.changes(&now).iter().for_each(|&(cell, _, after)| next[cell as usize] = after);
                    if met.insert((next.clone(), operation.path[1])) {
                        let longer = [&path[..], &operation.path[1..]].concat();
                        let changed = (0..).zip(contents.iter().zip(&next));
                        let changes = changed.filter(|(_, (before, after))| before != after);
                        visit(&longer, changes.map(|(cell, (&before, &after))| (cell, before, after)).collect(), false);
                        open.push((next, longer));
                    }
                }
            }
        }
    }

    pub(crate) fn after(&self, state: &Position, mv: &Move) -> Position {
        let mut next = state.clone();
        self.play(&mut next, mv);
        next
    }
}

impl Puzzle for Rules {
    type State = Position;
    type Move = Move;

    fn start(&self) -> Position {
        let mut start = Position(self.definition().start.iter().copied().collect());
        start.0.extend((!self.definition().turns.is_empty()).then_some(0));
        start
    }

    fn is_goal(&self, state: &Position) -> bool {
        let contents = &state.0[..self.definition().cells()];
        self.definition().goals.iter().any(|goal| match goal {
            Goal::Picture(wanted) => {
                wanted.iter().zip(contents).all(|(wanted, content)| wanted.is_none_or(|it| it == *content))
            }
            Goal::Most(most, pieces) => contents.iter().filter(|content| pieces.contains(content)).count() <= *most,
            Goal::Fewest(_) => false,
            Goal::Stuck => {
                let mut stuck = true;
                self.each(state, &mut |_, changes, _| stuck &= changes.is_empty());
                stuck
            }
        })
    }

    fn moves(&self, state: &Position, buffer: &mut Vec<Move>) {
        let begin = buffer.len();
        self.each(state, &mut |path, changes, free| {
            if let Some(other) = buffer[begin..].iter_mut().find(|other| other.changes == changes) {
                other.free |= free;
            } else if !changes.is_empty() {
                let same = buffer[begin..].iter().filter(|other| other.path[..] == *path).count() as u16;
                buffer.push(Move { path: SmallVec::from_slice(path), same, free, changes });
            }
        });
    }

    fn check(&self, state: &Position, mv: &Move) -> Result<(), Refusal> {
        let refuse = |why: &str| Err(Refusal(why.into()));
        let cells = self.definition().cells();
        let follows =
            |&(cell, before, _): &(Cell, Content, Content)| (cell as usize) < cells && state.0[cell as usize] == before;
        if !mv.changes.iter().all(follows) {
            return refuse("it does not begin at this position");
        }
        match self.plainly_after(state).get(&self.after(state, mv)) {
            Some(&free) if free == mv.free => Ok(()),
            Some(_) => refuse("it does not cost what the rule says"),
            None => refuse("no rule leads from this position to that one"),
        }
    }

    fn play(&self, state: &mut Position, mv: &Move) {
        mv.changes.iter().for_each(|&(cell, _, after)| state.0[cell as usize] = after);
        let sides = self.definition().turns.len() as u8;
        if let Some(side) = state.0.get_mut(self.definition().cells()) {
            *side = (*side + 1) % sides;
        }
    }

    /// Where as few pieces as possible are to be left, a play may end anywhere.
    fn may_end(&self, state: &Position) -> bool {
        self.definition().fewest().is_some() || self.is_goal(state)
    }

    fn left(&self, state: &Position) -> Option<u64> {
        let pieces = self.definition().fewest()?;
        Some(state.0[..self.definition().cells()].iter().filter(|content| pieces.contains(content)).count() as u64)
    }

    fn has_free_moves(&self) -> bool {
        self.definition().has_free()
    }

    fn is_free(&self, mv: &Move) -> bool {
        mv.free
    }

    fn heap_bytes(&self) -> usize {
        let bytes = self.definition().cells() + 1;
        if bytes > 40 { bytes } else { 0 }
    }
}

impl Undo for Rules {
    fn undo(&self, state: &mut Position, mv: &Move) {
        mv.changes.iter().for_each(|&(cell, before, _)| state.0[cell as usize] = before);
        let sides = self.definition().turns.len() as u8;
        if let Some(side) = state.0.get_mut(self.definition().cells()) {
            *side = (*side + sides - 1) % sides;
        }
    }
}

impl MoveText for Rules {
    fn write_move(&self, mv: &Move, text: &mut String) {
        let cells: Vec<&str> =
            mv.path.iter().map(|&cell| self.definition().board.names[cell as usize].as_str()).collect();
        text.push_str(&cells.join("-"));
        if mv.same > 0 {
            text.push(':');
            text.push_str(&(mv.same + 1).to_string());
        }
    }

    fn read_move(&self, state: &Position, text: &str) -> Result<Move, BadInput> {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        let is_named = |mv: &Move| {
            let mut name = String::new();
            self.write_move(mv, &mut name);
            name == text
        };
        moves.into_iter().find(is_named).ok_or_else(|| {
            BadInput::line(format!("\"{text}\" is no move here; a move is CELL-CELL, the way of its piece"))
        })
    }

    /// The number of the position after each move.
    fn write_evidence(&self, moves: &[Move], out: &mut dyn io::Write) -> io::Result<()> {
        let mut state = self.start();
        moves.iter().try_for_each(|mv| {
            self.play(&mut state, mv);
            writeln!(out, "{}", self.key(&state))
        })
    }
}

impl Certified for Rules {
    fn key(&self, state: &Position) -> UBig {
        let definition = self.definition();
        let (contents, side) = state.0.split_at(definition.cells());
        let key = proof::key(u64::from(definition.last_content()) + 1, contents.iter().map(|&content| content.into()));
        match side {
            [side] => key * UBig::from(definition.turns.len()) + UBig::from(*side),
            _ => key,
        }
    }
}
