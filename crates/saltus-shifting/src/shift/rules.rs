//! # Shifting checkers (toads and frogs)
//!
//! A row of n + m + 1 cells holds n black checkers (`b`), m white ones (`w`) and one vacancy (`_`). A checker *slides*
//! into the vacancy from the next cell, or *jumps* into it over one neighbour. *Forward* means to the right for black and to
//! the left for white. From `b..b_w..w` the colours are to change sides, in as few moves as possible.
//!
//! Zhu, Wu, Wang and Wang (2015), Table 1, list twelve classes of moves; the instance says which are allowed:
//!
//! | `moves=` | classes | moves |
//! |---|---|---|
//! | `forward` | 1-4 | forward slides, forward jumps over the other colour |
//! | `back` | 1-8 | also backward slides and jumps over the other colour |
//! | `all` | 1-12 | also jumps over the own colour |
//!
//! (The paper prints the labels of classes 4 and 6 the wrong way round; class 4 is white jumping left over black.)
//!
//! ```
//! use saltus_core::notation::Instance;
//! use saltus_core::puzzle::Puzzle;
//! use saltus_core::row::Hop;
//! use saltus_shifting::shift;
//!
//! let puzzle = shift::read("shift 1 1").unwrap().puzzle().unwrap();
//! let mut state = puzzle.start();
//! for (from, to) in [(0, 1), (2, 0), (1, 2)] {
//!     let hop = Hop { from, to };
//!     assert_eq!(puzzle.check(&state, &hop), Ok(()));
//!     puzzle.play(&mut state, &hop);
//! }
//! assert!(puzzle.is_goal(&state)); // w_b
//! ```

use std::fmt::{self, Display};
use std::io::{self, Write};

use dashu_int::UBig;

use saltus_core::board::Cell;
use saltus_core::notation::{self, BadInput, Certified, MoveText, TooLarge, Word};
use saltus_core::proof;
use saltus_core::puzzle::{Backward, Puzzle, Refusal, Undo};
use saltus_core::row::{self, Hop, Hops, Row};
use saltus_core::scene::{Draw, Outline, PieceForm, Scene, Spot, Tint};

/// A black checker.
pub const BLACK: u8 = b'b';
/// A white checker.
pub const WHITE: u8 = b'w';
/// The vacancy.
pub const GAP: u8 = b'_';

/// The most cells that are laid out one by one.
pub const MOST_CELLS: u64 = 1 << 24;

/// Which classes of Table 1 are allowed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Classes {
    /// 1-4.
    #[default]
    Forward,
    /// 1-8.
    Back,
    /// 1-12.
    All,
}

impl Classes {
    const WORDS: [(&'static str, Classes); 3] =
        [("forward", Classes::Forward), ("back", Classes::Back), ("all", Classes::All)];

    /// As it stands at the end of a line.
    fn option(self) -> &'static str {
        match self {
            Classes::Forward => "",
            Classes::Back => " moves=back",
            Classes::All => " moves=all",
        }
    }

    /// The highest class number allowed.
    pub fn last(self) -> u8 {
        match self {
            Classes::Forward => 4,
            Classes::Back => 8,
            Classes::All => 12,
        }
    }
}

/// Table 1: class, the cells before the move, the cells after it. The checker that moves stands at the end without vacancy.
pub const TABLE_1: [(u8, &[u8], &[u8]); 12] = [
    (1, b"b_", b"_b"),
    (2, b"_w", b"w_"),
    (3, b"bw_", b"_wb"),
    (4, b"_bw", b"wb_"),
    (5, b"wb_", b"_bw"),
    (6, b"_wb", b"bw_"),
    (7, b"_b", b"b_"),
    (8, b"w_", b"_w"),
    (9, b"ww_", b"_ww"),
    (10, b"_bb", b"bb_"),
    (11, b"_ww", b"ww_"),
    (12, b"bb_", b"_bb"),
];

/// What one line of notation names: two boards and the moves allowed between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// Start and goal.
    pub setup: Setup,
    /// The moves allowed.
    pub classes: Classes,
}

/// Start and goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setup {
    /// `b^n _ w^m` to `w^m _ b^n`, of any size.
    Classical {
        /// Black checkers.
        n: UBig,
        /// White checkers.
        m: UBig,
        /// Of the two classical plays, that in which white moves first.
        white_first: bool,
    },
    /// Any two boards with the same checkers.
    Boards {
        /// The cells at the start.
        start: Vec<u8>,
        /// The cells at the goal.
        goal: Vec<u8>,
    },
}

/// An instance laid out for play.
#[derive(Clone, Debug)]
pub struct Shift {
    hops: Hops,
    start: Row<u8>,
    goal: Row<u8>,
    classes: Classes,
}

/// Reads a whole line, the family's name included.
///
/// # Errors
/// The place and the rule broken.
pub fn read(line: &str) -> Result<Instance, BadInput> {
    notation::read_line(line)
}

/// Blacks and whites on a board.
pub fn census(cells: &[u8]) -> (usize, usize) {
    let count = |colour| cells.iter().filter(|&&cell| cell == colour).count();
    (count(BLACK), count(WHITE))
}

/// `left^a _ right^b`.
pub fn sides(left: u8, a: usize, right: u8, b: usize) -> Vec<u8> {
    let mut cells = vec![left; a];
    cells.push(GAP);
    cells.resize(a + 1 + b, right);
    cells
}

/// Whites on the left and blacks on the right, as many as on this board.
fn usual_goal(start: &[u8]) -> Vec<u8> {
    let (n, m) = census(start);
    sides(WHITE, m, BLACK, n)
}

impl Instance {
    /// The classical instance.
    pub fn classical(n: impl Into<UBig>, m: impl Into<UBig>, classes: Classes) -> Self {
        Instance { setup: Setup::Classical { n: n.into(), m: m.into(), white_first: false }, classes }
    }

    /// An instance by its boards; in its classical form when the boards are the classical ones.
    ///
    /// # Panics
    /// When the boards are none, or hold different checkers.
    pub fn boards(start: Vec<u8>, goal: Vec<u8>, classes: Classes) -> Self {
        let (n, m) = census(&start);
        assert_eq!((n, m), census(&goal), "both boards hold the same checkers");
        assert_eq!((start.len(), goal.len()), (n + m + 1, n + m + 1), "a board has one vacancy");
        if start == sides(BLACK, n, WHITE, m) && goal == sides(WHITE, m, BLACK, n) {
            Self::classical(n, m, classes)
        } else {
            Instance { setup: Setup::Boards { start, goal }, classes }
        }
    }

    /// How many cells the board has.
    pub fn cells(&self) -> UBig {
        match &self.setup {
            Setup::Classical { n, m, .. } => n + m + UBig::ONE,
            Setup::Boards { start, .. } => UBig::from(start.len()),
        }
    }

    /// Start and goal cell by cell, if there is room.
    ///
    /// # Errors
    /// When there are more than [`MOST_CELLS`].
    pub fn rows(&self) -> Result<(Vec<u8>, Vec<u8>), TooLarge> {
        match &self.setup {
            Setup::Boards { start, .. } if start.len() as u64 > MOST_CELLS => {
                Err(TooLarge { cells: self.cells(), most: MOST_CELLS })
            }
            Setup::Boards { start, goal } => Ok((start.clone(), goal.clone())),
            Setup::Classical { n, m, .. } => {
                let cells = self.cells();
                if cells > UBig::from(MOST_CELLS) {
                    return Err(TooLarge { cells, most: MOST_CELLS });
                }
                let size = |number: &UBig| usize::try_from(number).expect("below the cells");
                let (n, m) = (size(n), size(m));
                Ok((sides(BLACK, n, WHITE, m), sides(WHITE, m, BLACK, n)))
            }
        }
    }
}

impl Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("shift")?;
        match &self.setup {
            Setup::Classical { n, m, white_first } => {
                write!(f, " {n} {m}{}", if *white_first { " first=w" } else { "" })?;
            }
            Setup::Boards { start, goal } => {
                write!(f, " {}", text(start))?;
                if *goal != usual_goal(start) {
                    write!(f, " to {}", text(goal))?;
                }
            }
        }
        f.write_str(self.classes.option())
    }
}

/// A board's cells as text.
pub fn text(cells: &[u8]) -> &str {
    std::str::from_utf8(cells).expect("cells are letters")
}

fn read_board(word: &Word<'_>) -> Result<Vec<u8>, BadInput> {
    let cells = word.text.as_bytes().to_vec();
    if let Some(offset) = cells.iter().position(|cell| !matches!(*cell, BLACK | WHITE | GAP)) {
        let odd = char::from(cells[offset]);
        return Err(word.fault_at(offset, format!("'{odd}' is no cell of a board; cells are b, w and one _")));
    }
    match cells.iter().filter(|&&cell| cell == GAP).count() {
        1 => Ok(cells),
        0 => Err(word.fault("has no vacancy (_); a board has exactly one")),
        many => Err(word.fault(format!("has {many} vacancies; a board has exactly one"))),
    }
}

fn read_setup(words: &[Word<'_>]) -> Result<Setup, BadInput> {
    let is_number = |word: &Word<'_>| word.text.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '+');
    match words {
        [n, m] if is_number(n) || is_number(m) => {
            Ok(Setup::Classical { n: n.number()?, m: m.number()?, white_first: false })
        }
        [start] if !is_number(start) => {
            let start = read_board(start)?;
            let (n, m) = census(&start);
            let goal = sides(WHITE, m, BLACK, n);
            Ok(Setup::Boards { start, goal })
        }
        [start, to, goal] if to.text == "to" => {
            let (from, into) = (read_board(start)?, read_board(goal)?);
            if census(&from) == census(&into) {
                return Ok(Setup::Boards { start: from, goal: into });
            }
            let ((n, m), (x, y)) = (census(&from), census(&into));
            Err(goal.fault(format!("has {x} b and {y} w, the start {n} b and {m} w; they must be equal")))
        }
        [] => Err(BadInput::line("shift needs two numbers N M, or a board such as bb_ww")),
        [.., last] => Err(last.fault("does not fit; the forms are: shift N M, shift BOARD, shift BOARD to BOARD")),
    }
}

impl notation::Instance for Instance {
    type Puzzle = Shift;

    const NAME: &'static str = "shift";
    const NOTATION: &'static str = "\
shift N M [first=b|w] [moves=forward|back|all]    n black left, m white right, to change sides
shift bbb_www [to www_bbb] [moves=...]            any board to any board over b, w and one _";
    const RULES: &'static str = "\
A row holds n black checkers, m white ones and one vacancy. A checker slides into the vacancy from
the next cell, or jumps into it over one neighbour. moves=forward (the default): black moves to the right
and white to the left only, and jumps only over the other colour (classes 1-4 of Table 1 of Zhu et al.
2015). moves=back adds the same moves backwards (classes 5-8), moves=all also jumps over the own
colour (classes 9-12). The goal, unless another is named, is all white left, all black right.
Of the two classical shortest plays, solve gives that in which black moves first; first=w asks for the other.
A move is FROM-TO, cells counted from 1.";
    const EXAMPLES: &'static [&'static str] = &[
        "shift 1 1",
        "shift 2 2",
        "shift bw_wb to wb_bw moves=all",
        "shift 3 3",
        "shift 4 2",
        "shift 5 5",
        "shift 4 4 moves=all",
    ];

    fn parse(mut words: Vec<Word<'_>>) -> Result<Self, BadInput> {
        let options = notation::options(&mut words, &["moves", "first"])?;
        let setup = read_setup(&words)?;
        let mut instance = match setup {
            Setup::Boards { start, goal } => Self::boards(start, goal, Classes::Forward),
            classical @ Setup::Classical { .. } => Instance { setup: classical, classes: Classes::Forward },
        };
        for (key, value) in options {
            if key == "moves" {
                let known = Classes::WORDS.iter().find(|(word, _)| *word == value.text);
                instance.classes = known.ok_or_else(|| value.fault("is none of forward, back, all"))?.1;
            } else {
                instance.set_first(&value)?;
            }
        }
        Ok(instance)
    }

    /// A goal that is the usual one stays the usual one, also of other checkers.
    fn arranged(&self, labels: &[&str], turn: Option<&str>) -> Result<Self, BadInput> {
        notation::without_turn(turn)?;
        let (start, goal) = self.rows().map_err(|too_large| BadInput::line(too_large.to_string()))?;
        let board = labels.concat();
        if board.as_bytes() == start {
            return Ok(self.clone());
        }
        let named = if goal == usual_goal(&start) { String::new() } else { format!(" to {}", text(&goal)) };
        notation::read_words(&format!("{board}{named}{}", self.classes.option()))
    }

    fn size(&self) -> UBig {
        self.cells()
    }

    fn puzzle(&self) -> Result<Shift, TooLarge> {
        let (start, goal) = self.rows()?;
        Ok(Shift::new(&start, &goal, self.classes))
    }
}

impl Instance {
    fn set_first(&mut self, value: &Word<'_>) -> Result<(), BadInput> {
        let Setup::Classical { n, m, white_first } = &mut self.setup else {
            return Err(value.fault("goes only with the classical game, shift N M"));
        };
        match value.text {
            "b" | "w" if n.is_zero() || m.is_zero() => Ok(()), // one colour: there is nothing to choose
            "b" => Ok(()),
            "w" => {
                *white_first = true;
                Ok(())
            }
            _ => Err(value.fault("is neither b nor w")),
        }
    }
}

impl Shift {
    /// The puzzle of getting from `start` to `goal`.
    ///
    /// # Panics
    /// When the boards are none, or hold different checkers.
    pub fn new(start: &[u8], goal: &[u8], classes: Classes) -> Self {
        assert_eq!(census(start), census(goal), "both boards hold the same checkers");
        let row = |cells: &[u8]| Row::new(cells.iter().copied(), GAP);
        Shift { hops: Hops::new(start.len()), start: row(start), goal: row(goal), classes }
    }

    /// The moves allowed.
    pub fn classes(&self) -> Classes {
        self.classes
    }

    /// The goal.
    pub fn goal(&self) -> &Row<u8> {
        &self.goal
    }

    /// The class of Table 1 that a move belongs to, allowed or not; none when it is no move of the game.
    pub fn class_of(&self, state: &Row<u8>, hop: Hop) -> Option<u8> {
        let (low, high) = (hop.from.min(hop.to) as usize, hop.from.max(hop.to) as usize);
        let window = state.cells().get(low..=high)?;
        // The vacancy must be where the move ends, not where it begins.
        let into_gap = state.cells()[hop.to as usize] == GAP;
        TABLE_1.iter().find(|(_, before, _)| into_gap && *before == window).map(|&(class, _, _)| class)
    }

    /// Whether the checker that stands at `at` may make or may have made a hop.
    #[inline]
    fn allows(&self, state: &Row<u8>, at: Cell, hop: Hop) -> bool {
        let cells = state.cells();
        let checker = cells[at as usize];
        let over_own = hop.over().is_some_and(|over| cells[over as usize] == checker);
        if over_own {
            self.classes == Classes::All
        } else {
            self.classes >= Classes::Back || (checker == BLACK) == (hop.from < hop.to)
        }
    }
}

impl Puzzle for Shift {
    type State = Row<u8>;
    type Move = Hop;

    fn start(&self) -> Row<u8> {
        self.start.clone()
    }

    fn is_goal(&self, state: &Row<u8>) -> bool {
        *state == self.goal
    }

    #[inline]
    fn moves(&self, state: &Row<u8>, buffer: &mut Vec<Hop>) {
        let hops = self.hops.to(state.gap()).iter();
        buffer.extend(hops.filter(|hop| self.allows(state, hop.from, **hop)));
    }

    fn check(&self, state: &Row<u8>, hop: &Hop) -> Result<(), Refusal> {
        let cells = state.cells();
        let (from, to) = (u64::from(hop.from) + 1, u64::from(hop.to) + 1);
        let refuse = |why: String| Err(Refusal(format!("{from}-{to} on {}: {why}", text(cells))));
        if from.max(to) > cells.len() as u64 {
            return refuse(format!("the cells are 1 to {}", cells.len()));
        }
        if cells[hop.to as usize] != GAP {
            return refuse(format!("cell {to} is not the vacancy"));
        }
        match self.class_of(state, *hop) {
            None => refuse("a checker moves one cell, or two over a neighbour".into()),
            Some(class) if class > self.classes.last() => refuse(format!(
                "a move of class {class} of Table 1, but only the classes 1-{} are allowed",
                self.classes.last()
            )),
            Some(_) => Ok(()),
        }
    }

    #[inline]
    fn play(&self, state: &mut Row<u8>, hop: &Hop) {
        state.swap(*hop);
    }

    fn heap_bytes(&self) -> usize {
        Row::<u8>::heap_bytes(self.start.cells().len())
    }
}

impl Undo for Shift {
    #[inline]
    fn undo(&self, state: &mut Row<u8>, hop: &Hop) {
        state.unswap(*hop);
    }

    #[inline]
    fn reverses(&self, last: &Hop, next: &Hop) -> bool {
        next.from == last.to
    }
}

impl Backward for Shift {
    fn goals(&self) -> Vec<Row<u8>> {
        vec![self.goal.clone()]
    }

    fn moves_into(&self, state: &Row<u8>, buffer: &mut Vec<Hop>) {
        // The checker that came last stands where its hop ended.
        buffer.extend(self.hops.from(state.gap()).filter(|hop| self.allows(state, hop.to, *hop)));
    }
}

/// The picture of a board.
pub fn scene(cells: &[u8]) -> Scene {
    let spot = |&cell: &u8| Spot {
        label: char::from(cell).to_string(),
        tint: match cell {
            BLACK => Tint::Dark,
            WHITE => Tint::Light,
            _ => Tint::Vacant,
        },
    };
    Scene { rows: vec![cells.iter().map(spot).collect()], spaced: false }
}

impl Draw for Shift {
    fn scene(&self, state: &Row<u8>) -> Scene {
        scene(state.cells())
    }

    fn outline(&self) -> Outline {
        let cells = self.start.cells().len();
        Outline::rows(cells, cells, PieceForm::Disc)
    }

    fn path(&self, hop: &Hop) -> Vec<Cell> {
        vec![hop.from, hop.to]
    }

    fn goal(&self) -> Option<Scene> {
        Some(scene(self.goal.cells()))
    }
}

impl MoveText for Shift {
    fn write_move(&self, hop: &Hop, text: &mut String) {
        row::write_hop(*hop, text);
    }

    fn read_move(&self, _: &Row<u8>, text: &str) -> Result<Hop, BadInput> {
        row::read_hop(text, self.start.cells().len())
    }
}

impl Certified for Shift {
    fn key(&self, state: &Self::State) -> UBig {
        proof::key(
            3,
            state.cells().iter().map(|&cell| match cell {
                BLACK => 1,
                WHITE => 2,
                _ => 0,
            }),
        )
    }

    fn write_evidence(&self, moves: &[Hop], out: &mut dyn Write) -> io::Result<()> {
        row::write_evidence(moves, out)
    }
}
