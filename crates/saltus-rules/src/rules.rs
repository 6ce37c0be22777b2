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

use std::collections::BTreeMap;
use std::fmt::{self, Debug, Formatter};
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use dashu_int::UBig;
use rustc_hash::FxHashSet;
use saltus_core::evidence::POSITIONS;
use saltus_core::limits::{Limits, Meter, Stop};
use saltus_core::notation::{BadInput, Certified, MoveText};
use saltus_core::proof;
use saltus_core::puzzle::{Puzzle, Refusal, Undo};
use saltus_core::scene::Tint;
use smallvec::SmallVec;

use crate::definition::{Content, ContentSet, Definition, Goal};
use crate::geometry::Cell;
use crate::ground::{self, Changes, Operation};
use crate::interpreter;
use crate::packed::{AnyPacked, Packed, WIDE};
use crate::potential::{FIRST, Potential, Shown};
use crate::views::Views;

mod look;

/// What stands on each cell, and after it the side that has the turn, if there are turns.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position(pub(crate) SmallVec<[Content; 40]>);

/// A move: the cells that the piece comes to, and what changes.
#[derive(Clone, Debug)]
pub struct Move {
    pub(crate) path: SmallVec<[Cell; 4]>,
    /// How many moves along the same cells come before it.
    same: u16,
    free: bool,
    pub(crate) changes: Changes,
}

impl PartialEq for Move {
    /// Ways to the same position are one move.
    fn eq(&self, other: &Self) -> bool {
        self.changes == other.changes
    }
}

impl Eq for Move {}

/// A definition that can be played.
///
/// Its operations are laid out when a question with limits is asked (`Rules::lay_out`), or when they are few. Before that, each of them is
/// made again at every position.
#[derive(Clone)]
pub struct Rules(Arc<Compiled>);

impl Debug for Rules {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Debug::fmt(self.definition(), f)
    }
}

struct Compiled {
    definition: Definition,
    laid: OnceLock<Laid>,
    /// How the pieces differ to the eye, in their order.
    tints: Vec<Tint>,
    /// Rows and columns of what is no cell though cells lie on both sides of it, in reading order.
    walls: Vec<(i32, i32)>,
    /// How many operations there are.
    operations: usize,
    ways: Ways,
    potential: OnceLock<Option<Shown>>,
    views: OnceLock<Option<Views>>,
}

/// How far chains are looked through. Where they go on in more ways from a position, its moves are not complete, and a note stays: no
/// answer that came after is given out ([`Rules::was_whole`]).
#[derive(Clone, Debug, Default)]
pub(crate) struct Ways(Arc<AtomicUsize>);

impl Ways {
    /// The most positions within chains, from one position.
    pub(crate) const MOST: usize = 1 << 12;

    /// The same backward, where what a chain does not look at may have been anything.
    pub(crate) const MOST_BACKWARD: usize = 1 << 16;

    /// Whether there is room for one more after `met`.
    #[inline]
    pub(crate) fn have_room(&self, met: usize, most: usize) -> bool {
        if met >= most {
            self.0.store(most, Ordering::Relaxed);
        }
        met < most
    }

    /// # Errors
    /// When there were more somewhere.
    pub(crate) fn were_enough(&self) -> Result<(), Stop> {
        match self.0.load(Ordering::Relaxed) {
            0 => Ok(()),
            most => Err(Stop::Ways { most: most as u64 }),
        }
    }
}

/// All operations.
#[derive(Debug)]
struct Laid {
    /// Operations that are a move each.
    single: Vec<Operation>,
    /// Those that may follow one another, by the cell of the piece that moves.
    chained: Vec<Vec<Operation>>,
    /// The same with positions as words, where that can be.
    packed: OnceLock<Option<AnyPacked>>,
    bytes: u64,
}

impl Laid {
    fn new(definition: &Definition, limits: &Limits<'_>) -> Result<Self, Stop> {
        // The limit on nodes is one of searches.
        let limits = Limits { nodes: u64::MAX, ..*limits };
        let mut meter = Meter::new(&limits, "laying out the rules");
        let (mut single, mut chained, mut heap) = (Vec::new(), vec![Vec::new(); definition.cells()], 0);
        ground::each(definition, &mut |made| {
            let operation: Operation = made();
            heap += operation.heap_bytes();
            // A long one takes the time of several.
            let cells = 1 + operation.tests.len() as u64 / 8;
            if operation.chain {
                // As a list of them grows.
                heap += 2 * size_of::<Operation>();
                chained[operation.path[0] as usize].push(operation);
            } else {
                single.push(operation);
            }
            meter.nodes_more(cells, || (heap + single.capacity() * size_of::<Operation>()) as u64)
        })?;
        let bytes = (heap + single.capacity() * size_of::<Operation>()) as u64;
        Ok(Laid { single, chained, packed: OnceLock::new(), bytes })
    }

    /// All operations, in the order of the rules, those of chains last.
    fn all(&self) -> impl Iterator<Item = &Operation> {
        self.single.iter().chain(self.chained.iter().flatten())
    }
}

/// What a cell holds; made now, if nothing has been made before. Who comes second finds the same.
fn made<T>(cell: &OnceLock<T>, make: impl FnOnce() -> Result<T, Stop>) -> Result<&T, Stop> {
    if cell.get().is_none() {
        let _ = cell.set(make()?);
    }
    Ok(cell.get().expect("it was set"))
}

/// Up to this many operations are laid out before a memory limit is known.
const FEW: usize = 1 << 11;

impl Rules {
    /// The rules of a definition.
    ///
    /// # Errors
    /// When they can be read in too many ways.
    pub fn new(definition: Definition) -> Result<Self, BadInput> {
        let operations = ground::count(&definition).ok_or_else(|| {
            BadInput::line(
                "the rules can be read in more than a million ways on this board, which is more than is laid out",
            )
        })?;
        Ok(Rules::with_ways(definition, operations, Ways::default()))
    }

    /// The same rules with another goal.
    pub(crate) fn with_goal(&self, definition: Definition) -> Self {
        Rules::with_ways(definition, self.0.operations, self.0.ways.clone())
    }

    /// The rules on some cells alone, where each has all of its cells inside or outside, with another goal. None: they are not laid out.
    pub(crate) fn part(&self, definition: Definition, is_inside: &dyn Fn(Cell) -> bool) -> Option<Self> {
        let all = self.laid()?;
        let of = |list: &Vec<Operation>| -> Vec<Operation> {
            list.iter().filter(|operation| is_inside(operation.path[0])).cloned().collect()
        };
        let (single, chained): (_, Vec<_>) = (of(&all.single), all.chained.iter().map(of).collect());
        let laid = Laid { single, chained, packed: OnceLock::new(), bytes: all.bytes };
        let part = Rules::with_ways(definition, laid.all().count(), self.0.ways.clone());
        let _ = part.0.laid.set(laid);
        Some(part)
    }

    pub(crate) fn with_ways(definition: Definition, operations: usize, ways: Ways) -> Self {
        let (tints, walls) = (look::tints(&definition), definition.board.walls());
        Rules(Arc::new(Compiled {
            definition,
            laid: OnceLock::new(),
            tints,
            walls,
            operations,
            ways,
            potential: OnceLock::new(),
            views: OnceLock::new(),
        }))
    }

    /// Lays the operations out within some limits, also for positions as words, and gives what is left of these.
    pub(crate) fn lay_out<'a>(&self, limits: &Limits<'a>) -> Result<Limits<'a>, Stop> {
        let laid_out = || {
            let definition = self.definition();
            let laid = made(&self.0.laid, || Laid::new(definition, limits))?;
            made(&laid.packed, || AnyPacked::new(definition, laid.all(), &self.0.ways, &limits.beside(laid.bytes)?))?;
            limits.beside(self.held())
        };
        laid_out()
            .inspect_err(|stop| limits.remark(format_args!("the rules are not laid out on the whole board: {stop}")))
    }

    /// # Errors
    /// When chains from some position were not looked through to their end.
    pub(crate) fn was_whole(&self) -> Result<(), Stop> {
        self.0.ways.were_enough()
    }

    /// Bytes of what is laid out.
    pub(crate) fn held(&self) -> u64 {
        let packed = |laid: &Laid| laid.packed.get().and_then(Option::as_ref).map_or(0, AnyPacked::bytes);
        self.0.laid.get().map_or(0, |laid| laid.bytes + packed(laid))
    }

    fn laid(&self) -> Option<&Laid> {
        if self.0.operations > FEW {
            return self.0.laid.get();
        }
        made(&self.0.laid, || Laid::new(self.definition(), &Limits::DEFAULT)).ok()
    }

    /// The definition.
    #[must_use]
    pub fn definition(&self) -> &Definition {
        &self.0.definition
    }

    /// Does something with positions as four words, if they take no more, and what is left of the limits.
    pub(crate) fn with_wide<T>(
        &self,
        limits: &Limits<'_>,
        work: impl FnOnce(&Packed<WIDE>, &Limits<'_>) -> T,
    ) -> Result<T, Stop> {
        if let Some(AnyPacked::Four(packed)) = self.packed() {
            return Ok(work(packed, limits));
        }
        let laid = self.laid().expect("what has a narrower form is laid out");
        let packed = Packed::new(self.definition(), laid.all(), &self.0.ways, limits)?.expect("so has this one");
        Ok(work(&packed, &limits.beside(packed.bytes())?))
    }

    /// The same puzzle with positions as words; none where it has no such form, or is not laid out.
    pub(crate) fn packed(&self) -> Option<&AnyPacked> {
        let laid = self.laid()?;
        let packed = || AnyPacked::new(self.definition(), laid.all(), &self.0.ways, &Limits::DEFAULT).ok().flatten();
        laid.packed.get_or_init(packed).as_ref()
    }

    /// All positions after one move, ascending, and whether a move that costs nothing leads there: by the plain interpreter, which shares no code
    /// with the moves that searches go by. For whoever judges them.
    pub fn plainly_after(&self, position: &Position) -> BTreeMap<Position, bool> {
        interpreter::successors(self.definition(), position)
    }

    /// What weights of cells and contents show of the start, if that is soon found; none where limits end it.
    pub(crate) fn potential(&self, limits: &Limits<'_>) -> Option<&Shown> {
        made(&self.0.potential, || Potential::best(self, FIRST, limits)).ok()?.as_ref()
    }

    /// What views show of the start; none where limits end it.
    pub(crate) fn views(&self, limits: &Limits<'_>) -> Option<&Views> {
        // The search keeps the rest.
        made(&self.0.views, || Views::of(self, &Limits { memory: limits.memory / 16, ..*limits })).ok()?.as_ref()
    }

    /// The same where they were asked for before.
    pub(crate) fn known_views(&self) -> Option<&Views> {
        self.0.views.get()?.as_ref()
    }

    /// What a play from what cells hold costs at least, by the bounds that were asked for before.
    pub(crate) fn known_bound(&self, contents: &mut dyn Iterator<Item = Content>) -> u32 {
        let contents: SmallVec<[Content; 64]> = contents.collect();
        let mut least = 0;
        if let Some(Some(Shown::Bound(potential))) = self.0.potential.get() {
            least = potential.bound(&contents);
        }
        // What a symmetry makes of a position need not be in a table.
        let views = self.known_views().and_then(|views| views.at(self.definition(), &contents));
        least.max(views.unwrap_or(0))
    }

    /// How many operations on cells the rules are on this board.
    pub fn operations(&self) -> usize {
        self.0.operations
    }

    /// All operations that are laid out, in the order of the rules, those of chains last.
    pub(crate) fn all_operations(&self) -> impl Iterator<Item = &Operation> {
        self.laid().into_iter().flat_map(Laid::all)
    }

    /// Hands all operations to `visit`, or those of chains from a cell.
    fn each_of(&self, from: Option<Cell>, visit: &mut dyn FnMut(&Operation)) {
        let Some(laid) = self.laid() else {
            let mut visit = |made: &dyn Fn() -> Operation| {
                let operation = made();
                if from.is_none_or(|from| operation.chain && operation.path[0] == from) {
                    visit(&operation);
                }
                Ok(())
            };
            return ground::each(self.definition(), &mut visit).expect("they were counted, and nothing stops it");
        };
        match from {
            None => laid.all().for_each(visit),
            Some(from) => laid.chained[from as usize].iter().for_each(visit),
        }
    }

    fn side(&self, state: &Position) -> Option<ContentSet> {
        let side = *state.0.get(self.definition().cells())?;
        Some(self.definition().turns[side as usize].pieces)
    }

    /// Hands the operations that can be made to `visit`: the cells that the piece comes to, what changes, which may be nothing, and
    /// whether it costs nothing.
    fn each(&self, state: &Position, visit: &mut dyn FnMut(&[Cell], Changes, bool)) {
        let contents = self.contents(state);
        let side = self.side(state);
        let may = |operation: &Operation, contents: &[Content]| {
            operation.applies(contents) && side.is_none_or(|side| side.has(contents[operation.path[0] as usize]))
        };
        let mut begins: Vec<Cell> = Vec::new();
        self.each_of(None, &mut |operation| {
            if may(operation, contents) {
                if operation.chain {
                    begins.push(operation.path[0]);
                } else {
                    visit(&operation.path, operation.changes(contents), operation.free);
                }
            }
        });
        begins.sort_unstable();
        begins.dedup();
        // What chains of two pieces come to is one move, and counts once, as in the packed form.
        let mut met: FxHashSet<(SmallVec<[Content; 40]>, Cell)> = FxHashSet::default();
        for from in begins {
            let mut open = vec![(SmallVec::<[Content; 40]>::from_slice(contents), vec![from])];
            while let Some((now, path)) = open.pop() {
                let mut steps: Vec<(Changes, Cell)> = Vec::new();
                self.each_of(Some(path[path.len() - 1]), &mut |operation| {
                    if may(operation, &now) {
                        steps.push((operation.changes(&now), operation.path[1]));
                    }
                });
                for (changes, to) in steps.into_iter().rev() {
                    let mut next = now.clone();
                    changes.iter().for_each(|&(cell, _, after)| next[cell as usize] = after);
                    if met.insert((next.clone(), to)) {
                        if !self.0.ways.have_room(met.len() - 1, Ways::MOST) {
                            return;
                        }
                        let longer = [&path[..], &[to]].concat();
                        let changed = (0..).zip(contents.iter().zip(&next));
                        let changes = changed.filter(|(_, (before, after))| before != after);
                        visit(&longer, changes.map(|(cell, (&before, &after))| (cell, before, after)).collect(), false);
                        open.push((next, longer));
                    }
                }
            }
        }
    }

    /// What stands on each cell.
    pub(crate) fn contents<'a>(&self, state: &'a Position) -> &'a [Content] {
        &state.0[..self.definition().cells()]
    }

    /// Gives the turn, if there are turns, to the one who has it so many turns later.
    fn pass_turn(&self, state: &mut Position, turns: usize) {
        let definition = self.definition();
        if let Some(side) = state.0.get_mut(definition.cells()) {
            *side = ((usize::from(*side) + turns) % definition.turns.len()) as u8;
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
        let contents = self.contents(state);
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
        self.pass_turn(state, 1);
    }

    /// Where as few pieces as possible are to be left, a play may end anywhere.
    fn may_end(&self, state: &Position) -> bool {
        self.definition().fewest().is_some() || self.is_goal(state)
    }

    fn left(&self, state: &Position) -> Option<u64> {
        let pieces = self.definition().fewest()?;
        Some(self.contents(state).iter().filter(|content| pieces.contains(content)).count() as u64)
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
        self.pass_turn(state, self.definition().turns.len().saturating_sub(1));
    }
}

impl MoveText for Rules {
    fn write_move(&self, mv: &Move, text: &mut String) {
        text.push_str(&self.definition().cell_names(&mv.path).join("-"));
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

    const BLOCK: &'static str = POSITIONS;

    /// The number of the position after each move.
    fn write_evidence(&self, moves: &[Move], out: &mut dyn io::Write) -> io::Result<()> {
        let mut state = self.start();
        moves.iter().try_for_each(|mv| {
            self.play(&mut state, mv);
            writeln!(out, "  ={}", self.key(&state))
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
