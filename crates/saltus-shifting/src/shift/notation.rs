//! The notation of shifting checkers.

use std::fmt::{self, Display};

use dashu_int::UBig;

use super::definition;
use super::rules::{BLACK, Classes, GAP, MOST_CELLS, Shift, WHITE, census, packed};
use saltus_core::notation::{self, BadInput, TooLarge, Word};

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
    /// `b^n _^k w^m` to `w^m _^k b^n`, of any size.
    Classical {
        /// Black checkers.
        n: UBig,
        /// White checkers.
        m: UBig,
        /// Vacancies, at least one.
        gaps: UBig,
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

/// Reads a whole line, the family's name included.
///
/// ```
/// use saltus_shifting::shift;
///
/// let instance = shift::read("shift b_w to w_b moves=back").unwrap();
/// assert_eq!(instance.to_string(), "shift 1 1 moves=back");
/// assert_eq!(shift::read("shift b__w").unwrap().to_string(), "shift 1 1 gaps=2");
/// assert!(shift::read("shift bw").is_err());
/// ```
///
/// # Errors
/// The place and the rule broken.
pub fn read(line: &str) -> Result<Instance, BadInput> {
    notation::read_line(line)
}

/// Whites on the left and blacks on the right, as many as on this board.
pub(crate) fn usual_goal(board: &[u8]) -> Vec<u8> {
    let (n, m) = census(board);
    packed(WHITE, m, board.len() - n - m, BLACK, n)
}

/// Blacks on the left and whites on the right, as many as on this board.
pub(crate) fn usual_start(board: &[u8]) -> Vec<u8> {
    let (n, m) = census(board);
    packed(BLACK, n, board.len() - n - m, WHITE, m)
}

impl Instance {
    /// The classical instance, of one vacancy.
    pub fn classical(n: impl Into<UBig>, m: impl Into<UBig>, classes: Classes) -> Self {
        Instance { setup: Setup::Classical { n: n.into(), m: m.into(), gaps: UBig::ONE, white_first: false }, classes }
    }

    /// An instance by its boards; in its classical form when the boards are the classical ones.
    ///
    /// # Panics
    /// When the boards are none, or hold different checkers.
    pub fn boards(start: Vec<u8>, goal: Vec<u8>, classes: Classes) -> Self {
        let (n, m) = census(&start);
        assert_eq!((n, m, start.len()), (census(&goal).0, census(&goal).1, goal.len()), "both boards hold the same");
        assert!(start.len() > n + m, "a board has a vacancy");
        let setup = if start == usual_start(&start) && goal == usual_goal(&start) {
            let gaps = UBig::from(start.len() - n - m);
            Setup::Classical { n: n.into(), m: m.into(), gaps, white_first: false }
        } else {
            Setup::Boards { start, goal }
        };
        Instance { setup, classes }
    }

    /// How many cells the board has.
    pub fn cells(&self) -> UBig {
        match &self.setup {
            Setup::Classical { n, m, gaps, .. } => n + m + gaps,
            Setup::Boards { start, .. } => UBig::from(start.len()),
        }
    }

    /// Start and goal cell by cell, if there is room.
    ///
    /// # Errors
    /// When there are more than [`MOST_CELLS`].
    pub fn rows(&self) -> Result<(Vec<u8>, Vec<u8>), TooLarge> {
        let cells = self.cells();
        if cells > UBig::from(MOST_CELLS) {
            return Err(TooLarge { cells, most: MOST_CELLS });
        }
        Ok(match &self.setup {
            Setup::Boards { start, goal } => (start.clone(), goal.clone()),
            Setup::Classical { n, m, gaps, .. } => {
                let [n, m, gaps] = [n, m, gaps].map(|number| usize::try_from(number).expect("below the cells"));
                (packed(BLACK, n, gaps, WHITE, m), packed(WHITE, m, gaps, BLACK, n))
            }
        })
    }
}

impl Classes {
    /// In the order of the classes.
    const WORDS: [(&'static str, Classes); 3] =
        [("forward", Classes::Forward), ("back", Classes::Back), ("all", Classes::All)];

    /// As it stands at the end of a line.
    fn option(self) -> String {
        let word = Self::WORDS[self as usize].0;
        if self == Classes::Forward { String::new() } else { format!(" moves={word}") }
    }
}

impl Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("shift")?;
        match &self.setup {
            Setup::Classical { n, m, gaps, white_first } => {
                write!(f, " {n} {m}")?;
                if !gaps.is_one() {
                    write!(f, " gaps={gaps}")?;
                }
                f.write_str(if *white_first { " first=w" } else { "" })?;
            }
            Setup::Boards { start, goal } => {
                write!(f, " {}", text(start))?;
                if *goal != usual_goal(start) {
                    write!(f, " to {}", text(goal))?;
                }
            }
        }
        f.write_str(&self.classes.option())
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
        return Err(word.fault_at(offset, format!("'{odd}' is no cell of a board; cells are b, w and _")));
    }
    if cells.contains(&GAP) { Ok(cells) } else { Err(word.fault("has no vacancy (_); a board has at least one")) }
}

/// Reads the boards, or the numbers, of which there are two. Moves are forward.
fn read_setup(words: &[Word<'_>]) -> Result<Instance, BadInput> {
    let is_number = |word: &Word<'_>| word.text.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '+');
    match words {
        [n, m] if is_number(n) || is_number(m) => Ok(Instance::classical(n.number()?, m.number()?, Classes::Forward)),
        [start] if !is_number(start) => {
            let start = read_board(start)?;
            let goal = usual_goal(&start);
            Ok(Instance::boards(start, goal, Classes::Forward))
        }
        [start, to, goal] if to.text == "to" => {
            let (from, into) = (read_board(start)?, read_board(goal)?);
            let ((n, m), (x, y)) = (census(&from), census(&into));
            if (n, m) != (x, y) {
                return Err(goal.fault(format!("has {x} b and {y} w, the start {n} b and {m} w; they must be equal")));
            }
            if from.len() != into.len() {
                let (gaps, there) = (from.len() - n - m, into.len() - n - m);
                return Err(goal.fault(format!("has {there} _, the start {gaps}; they must be equal")));
            }
            Ok(Instance::boards(from, into, Classes::Forward))
        }
        [] => Err(BadInput::line("shift needs two numbers N M, or a board such as bb_ww")),
        [.., last] => Err(last.fault("does not fit; the forms are: shift N M, shift BOARD, shift BOARD to BOARD")),
    }
}

impl notation::Instance for Instance {
    type Puzzle = Shift;

    const NAME: &'static str = "shift";
    const NOTATION: &'static str = "\
shift N M [gaps=K] [first=b|w] [moves=forward|back|all]    n black left, m white right, to change sides
shift bbb_www [to www_bbb] [moves=...]                     any board to any board over b, w and _";
    const RULES: &'static str = "\
A row holds n black checkers, m white ones and one vacancy, or K with gaps=K. A checker slides into a vacancy from
the next cell, or jumps into it over one neighbour, a checker. moves=forward (the default): black moves to the right
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
        "shift 3 2 gaps=2",
    ];

    fn parse(mut words: Vec<Word<'_>>) -> Result<Self, BadInput> {
        let options = notation::options(&mut words, &["moves", "gaps", "first"])?;
        let mut instance = read_setup(&words)?;
        let by_numbers = words.len() == 2;
        for (key, value) in options {
            match (key, &mut instance.setup) {
                ("moves", _) => {
                    let known = Classes::WORDS.iter().find(|(word, _)| *word == value.text);
                    instance.classes = known.ok_or_else(|| value.fault("is none of forward, back, all"))?.1;
                }
                ("gaps", Setup::Classical { gaps, .. }) if by_numbers => *gaps = notation::vacancies(&value)?,
                ("gaps", _) => return Err(value.fault("goes only with shift N M; a board shows its vacancies")),
                (_, Setup::Boards { .. }) => {
                    return Err(value.fault("goes only with the classical game, shift N M"));
                }
                (_, Setup::Classical { n, m, white_first, .. }) => match value.text {
                    // With one colour there is nothing to choose.
                    "b" | "w" => *white_first = value.text == "w" && !n.is_zero() && !m.is_zero(),
                    _ => return Err(value.fault("is neither b nor w")),
                },
            }
        }
        Ok(instance)
    }

    fn definition(&self) -> Result<String, BadInput> {
        definition::of(self)
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
