//! # Reversing numbered checkers
//!
//! Checkers 1..n and one vacancy stand on n + 1 cells in a row. A checker slides into the vacancy from the next cell, or
//! jumps into it over one neighbour, in either direction. From `1 2 .. n`, p of them left of the vacancy, the order is to
//! be reversed, q of them left of the vacancy at the end.
//!
//! Dudeney solved p = q = 0 in 1917 ("The Six Frogs", Amusements in Mathematics 214); the general case is the open question
//! that ends Zhu, Wu, Wang and Wang (2015).
//!
//! ```
//! use saltus_core::notation::Instance;
//! use saltus_core::puzzle::Puzzle;
//! use saltus_core::row::Hop;
//! use saltus_shifting::reverse;
//!
//! let puzzle = reverse::read("reverse 2").unwrap().puzzle().unwrap(); // _ 1 2 to _ 2 1
//! let mut state = puzzle.start();
//! for (from, to) in [(2, 0), (1, 2), (0, 1)] {
//!     assert_eq!(puzzle.check(&state, &Hop { from, to }), Ok(()));
//!     puzzle.play(&mut state, &Hop { from, to });
//! }
//! assert!(puzzle.is_goal(&state));
//! ```

use std::fmt::{self, Display};
use std::io::{self, Write};

use dashu_int::UBig;

use saltus_core::board::Cell;
use saltus_core::notation::{self, BadInput, Certified, MoveText, TooLarge, Word};
use saltus_core::proof;
use saltus_core::puzzle::{Backward, Puzzle, Ranked, Refusal, Undo};
use saltus_core::row::{self, Hop, Hops, Row};
use saltus_core::scene::{Draw, Outline, PieceForm, Scene, Spot, Tint};

/// The vacancy.
pub const GAP: u16 = 0;

/// The most checkers that are laid out one by one.
pub const MOST_CHECKERS: u64 = u16::MAX as u64;

/// What one line of notation names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// Checkers.
    pub n: UBig,
    /// The arrangement at the start.
    pub start: Start,
    /// The arrangement at the end.
    pub goal: Goal,
}

/// The arrangement at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// 1..n, so many of them left of the vacancy.
    Ascending(UBig),
    /// Any arrangement, 0 the vacancy.
    Cells(Vec<u16>),
}

/// The arrangement at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// n..1, so many of them left of the vacancy.
    Descending(UBig),
    /// n..1, the vacancy anywhere.
    Any,
    /// Any arrangement, 0 the vacancy.
    Cells(Vec<u16>),
}

/// An instance laid out for play.
#[derive(Clone, Debug)]
pub struct Reverse {
    hops: Hops,
    start: Row<u16>,
    goal: Order,
    /// Cells left of the vacancy at the end, unless it may be anywhere.
    goal_gap: Option<Cell>,
}

/// An order of all checkers, and at which place in it each stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// The checkers from left to right.
    pub checkers: Vec<u16>,
    /// The place of each checker, indexed by its number; entry 0 is unused.
    pub place: Vec<u16>,
}

impl Order {
    fn new(checkers: Vec<u16>) -> Self {
        let mut place = vec![0; checkers.len() + 1];
        for (at, &checker) in checkers.iter().enumerate() {
            place[checker as usize] = at as u16;
        }
        Order { checkers, place }
    }
}

/// Reads a whole line, the family's name included.
///
/// # Errors
/// The place and the rule broken.
pub fn read(line: &str) -> Result<Instance, BadInput> {
    notation::read_line(line)
}

/// `order` with the vacancy behind its first `left` checkers.
fn with_gap(order: impl Iterator<Item = u16>, left: usize) -> Vec<u16> {
    let mut cells: Vec<u16> = order.collect();
    cells.insert(left, GAP);
    cells
}

fn ascending(n: u16, left: usize) -> Vec<u16> {
    with_gap(1..=n, left)
}

fn descending(n: u16, left: usize) -> Vec<u16> {
    with_gap((1..=n).rev(), left)
}

/// How many checkers stand left of the vacancy.
fn left_of_gap(cells: &[u16]) -> usize {
    cells.iter().position(|&cell| cell == GAP).expect("a vacancy")
}

impl Instance {
    /// Reversing 1..n with `from` checkers left of the vacancy at the start; `to` at the end, or anywhere.
    ///
    /// # Panics
    /// When `from` or `to` is above n.
    pub fn reversal(n: impl Into<UBig>, from: impl Into<UBig>, to: Option<UBig>) -> Self {
        let (n, from) = (n.into(), from.into());
        assert!(from <= n && to.as_ref().is_none_or(|to| *to <= n), "at most n checkers stand left");
        Instance { n, start: Start::Ascending(from), goal: to.map_or(Goal::Any, Goal::Descending) }
    }

    /// An instance by its arrangements (`None`: descending, the vacancy anywhere), in its shortest form.
    ///
    /// # Panics
    /// When one is no arrangement of 1..n and one vacancy.
    pub fn arrangements(start: Vec<u16>, goal: Option<Vec<u16>>) -> Self {
        let n = (start.len() - 1) as u16;
        let (left, goal) = (left_of_gap(&start), Self::named_goal(n, goal));
        let short = start == ascending(n, left) && !matches!(goal, Goal::Cells(_));
        let start = if short { Start::Ascending(UBig::from(left)) } else { Start::Cells(start) };
        Instance { n: UBig::from(n), start, goal }
    }

    fn named_goal(n: u16, goal: Option<Vec<u16>>) -> Goal {
        let Some(goal) = goal else { return Goal::Any };
        let left = left_of_gap(&goal);
        if goal == descending(n, left) { Goal::Descending(UBig::from(left)) } else { Goal::Cells(goal) }
    }
}

impl Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("reverse ")?;
        match &self.start {
            Start::Ascending(from) => {
                write!(f, "{}", self.n)?;
                if !from.is_zero() {
                    write!(f, " from={from}")?;
                }
            }
            Start::Cells(cells) => f.write_str(&text(cells))?,
        }
        write!(f, "{}", self.goal)
    }
}

/// As it follows the start.
impl Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goal::Descending(to) if to.is_zero() => Ok(()),
            Goal::Descending(to) => write!(f, " to={to}"),
            Goal::Any => f.write_str(" to=any"),
            Goal::Cells(cells) => write!(f, " to {}", text(cells)),
        }
    }
}

/// An arrangement as text.
pub fn text(cells: &[u16]) -> String {
    let words: Vec<String> =
        cells.iter().map(|&cell| if cell == GAP { "_".into() } else { cell.to_string() }).collect();
    words.join(" ")
}

fn read_cells(words: &[Word<'_>]) -> Result<Vec<u16>, BadInput> {
    if !words.iter().any(|word| word.text == "_") {
        return Err(BadInput::line(
            "an arrangement has one vacancy (_) among the checkers; or name their number alone",
        ));
    }
    let n = words.len().saturating_sub(1);
    if n as u64 > MOST_CHECKERS {
        return Err(BadInput::line(format!("an arrangement has at most {MOST_CHECKERS} checkers")));
    }
    let mut seen = vec![false; n + 1];
    let mut cells = Vec::with_capacity(words.len());
    for word in words {
        let cell = if word.text == "_" { 0 } else { usize::try_from(word.number()?).unwrap_or(usize::MAX) };
        if word.text == "0" || cell > n {
            return Err(word.fault(format!("is no checker: the checkers of these {} cells are 1 to {n}", n + 1)));
        }
        if std::mem::replace(&mut seen[cell], true) {
            return Err(word.fault("stands twice"));
        }
        cells.push(cell as u16);
    }
    Ok(cells)
}

/// A number of checkers left of the vacancy.
fn read_left(value: &Word<'_>, n: &UBig) -> Result<UBig, BadInput> {
    let left = value.number()?;
    if left <= *n { Ok(left) } else { Err(value.fault(format!("is too many: there are {n} checkers"))) }
}

impl notation::Instance for Instance {
    type Puzzle = Reverse;

    const NAME: &'static str = "reverse";
    const NOTATION: &'static str = "\
reverse N [from=P] [to=Q|any]                     checkers 1..N; P, Q of them left of the vacancy at start and end (0)
reverse 1 2 3 _ 4 [to=Q|any | to 4 3 2 1 _]       any arrangement, to N..1 or to any other";
    const RULES: &'static str = "\
Checkers 1..N and one vacancy stand in a row. A checker slides into the vacancy from the next cell, or jumps
into it over one neighbour, in either direction. The goal, unless another is named, is the order N..1 with Q
checkers left of the vacancy (to=any: wherever it is). A move is FROM-TO, cells counted from 1.";
    const EXAMPLES: &'static [&'static str] =
        &["reverse 3", "reverse 4", "reverse 4 from=2 to=any", "reverse 5", "reverse 6", "reverse 8"];

    fn parse(mut words: Vec<Word<'_>>) -> Result<Self, BadInput> {
        let options = notation::options(&mut words, &["from", "to"])?;
        let option = |key| options.iter().find(|(known, _)| *known == key).map(|(_, value)| value);
        let (first, second) = match words.iter().position(|word| word.text == "to") {
            Some(at) => (&words[..at], Some(&words[at + 1..])),
            None => (&words[..], None),
        };
        let goal_of = |n: &UBig| match option("to") {
            None => Ok(Some(UBig::ZERO)),
            Some(value) if value.text == "any" => Ok(None),
            Some(value) => read_left(value, n).map(Some),
        };
        if let [number] = first
            && number.text != "_"
        {
            if let Some([word, ..]) = second {
                return Err(word.fault("does not fit: a goal by cells needs a start by cells"));
            }
            let n = number.number()?;
            let from = option("from").map_or(Ok(UBig::ZERO), |value| read_left(value, &n))?;
            return Ok(Self::reversal(n.clone(), from, goal_of(&n)?));
        }
        if let Some(value) = option("from") {
            return Err(value.fault("does not fit: the arrangement shows where the vacancy is"));
        }
        let start = read_cells(first)?;
        let n = UBig::from(start.len() - 1);
        let goal = match (second, option("to")) {
            (Some(_), Some(value)) => return Err(value.fault("does not fit: the goal is named twice")),
            (Some(cells), None) if cells.len() == start.len() => Some(read_cells(cells)?),
            (Some(cells), None) => {
                let why = format!("the goal has {} cells, the start {}", cells.len(), start.len());
                return Err(BadInput::line(why));
            }
            (None, _) => goal_of(&n)?.map(|left| {
                let left = usize::try_from(left).expect("at most n");
                descending((start.len() - 1) as u16, left)
            }),
        };
        Ok(Self::arrangements(start, goal))
    }

    fn arranged(&self, labels: &[&str], turn: Option<&str>) -> Result<Self, BadInput> {
        notation::without_turn(turn)?;
        notation::read_words(&format!("{}{}", labels.join(" "), self.goal))
    }

    fn size(&self) -> UBig {
        &self.n + UBig::ONE
    }

    fn puzzle(&self) -> Result<Reverse, TooLarge> {
        let too_large = || TooLarge { cells: &self.n + UBig::ONE, most: MOST_CHECKERS + 1 };
        let n = u16::try_from(&self.n).map_err(|_| too_large())?;
        let size = |left: &UBig| usize::try_from(left).expect("at most n");
        let start = match &self.start {
            Start::Ascending(from) => ascending(n, size(from)),
            Start::Cells(cells) => cells.clone(),
        };
        let goal = match &self.goal {
            Goal::Any => None,
            Goal::Descending(to) => Some(descending(n, size(to))),
            Goal::Cells(cells) => Some(cells.clone()),
        };
        Ok(Reverse::new(&start, goal.as_deref()))
    }
}

impl Reverse {
    /// The puzzle of getting from `start` to `goal` (`None`: descending, the vacancy anywhere).
    ///
    /// # Panics
    /// When one is no arrangement of 1..n and one vacancy.
    pub fn new(start: &[u16], goal: Option<&[u16]>) -> Self {
        let n = (start.len() - 1) as u16;
        let order = match goal {
            None => (1..=n).rev().collect(),
            Some(cells) => cells.iter().copied().filter(|&cell| cell != GAP).collect(),
        };
        Reverse {
            hops: Hops::new(start.len()),
            start: Row::new(start.iter().copied(), GAP),
            goal: Order::new(order),
            goal_gap: goal.map(|cells| left_of_gap(cells) as Cell),
        }
    }

    /// How many checkers there are.
    pub fn checkers(&self) -> usize {
        self.goal.checkers.len()
    }

    /// The order of the checkers at the end.
    pub fn goal_order(&self) -> &Order {
        &self.goal
    }

    /// The vacant cell at the end, unless it may be anywhere.
    pub fn goal_gap(&self) -> Option<Cell> {
        self.goal_gap
    }

    fn goal_with_gap(&self, gap: Cell) -> Row<u16> {
        Row::new(with_gap(self.goal.checkers.iter().copied(), gap as usize), GAP)
    }
}

impl Puzzle for Reverse {
    type State = Row<u16>;
    type Move = Hop;

    fn start(&self) -> Row<u16> {
        self.start.clone()
    }

    fn is_goal(&self, state: &Row<u16>) -> bool {
        let (left, right) = state.cells().split_at(state.gap() as usize);
        let order = &self.goal.checkers;
        self.goal_gap.is_none_or(|gap| gap == state.gap())
            && *left == order[..left.len()]
            && right[1..] == order[left.len()..]
    }

    #[inline]
    fn moves(&self, state: &Row<u16>, buffer: &mut Vec<Hop>) {
        buffer.extend_from_slice(self.hops.to(state.gap()));
    }

    fn check(&self, state: &Row<u16>, hop: &Hop) -> Result<(), Refusal> {
        let cells = state.cells();
        let (from, to) = (u64::from(hop.from) + 1, u64::from(hop.to) + 1);
        let refuse = |why: String| Err(Refusal(format!("{from}-{to} on {}: {why}", text(cells))));
        if from.max(to) > cells.len() as u64 {
            return refuse(format!("the cells are 1 to {}", cells.len()));
        }
        if cells[hop.to as usize] != GAP {
            return refuse(format!("cell {to} is not the vacancy"));
        }
        match from.abs_diff(to) {
            1 | 2 => Ok(()),
            _ => refuse("a checker moves one cell, or two over a neighbour".into()),
        }
    }

    #[inline]
    fn play(&self, state: &mut Row<u16>, hop: &Hop) {
        state.swap(*hop);
    }

    fn heap_bytes(&self) -> usize {
        Row::<u16>::heap_bytes(self.start.cells().len())
    }
}

impl Undo for Reverse {
    #[inline]
    fn undo(&self, state: &mut Row<u16>, hop: &Hop) {
        state.unswap(*hop);
    }

    #[inline]
    fn reverses(&self, last: &Hop, next: &Hop) -> bool {
        next.from == last.to
    }
}

impl Backward for Reverse {
    fn goals(&self) -> Vec<Row<u16>> {
        match self.goal_gap {
            Some(gap) => vec![self.goal_with_gap(gap)],
            None => (0..=self.checkers() as Cell).map(|gap| self.goal_with_gap(gap)).collect(),
        }
    }

    fn moves_into(&self, state: &Row<u16>, buffer: &mut Vec<Hop>) {
        buffer.extend(self.hops.from(state.gap()));
    }
}

impl Ranked for Reverse {
    /// (n + 1)!
    ///
    /// # Panics
    /// From n = 20 on, where the number of states leaves 64 bits.
    fn count(&self) -> u64 {
        (1..=self.checkers() as u64 + 1).try_fold(1u64, u64::checked_mul).expect("at most 19 checkers")
    }

    /// The lexicographic number of the order of the checkers, times n + 1, plus the checkers left of the vacancy.
    fn rank(&self, state: &Row<u16>) -> u64 {
        let order: Vec<u16> = state.cells().iter().copied().filter(|&cell| cell != GAP).collect();
        let n = order.len();
        let lexicographic = order.iter().enumerate().fold(0, |rank, (at, checker)| {
            let smaller_behind = order[at + 1..].iter().filter(|&other| other < checker).count();
            rank * (n - at) as u64 + smaller_behind as u64
        });
        lexicographic * (n as u64 + 1) + u64::from(state.gap())
    }

    fn unrank(&self, rank: u64) -> Row<u16> {
        let n = self.checkers();
        let (mut rest, gap) = (rank / (n as u64 + 1), rank % (n as u64 + 1));
        let mut digits = vec![0; n];
        for at in (0..n).rev() {
            digits[at] = (rest % (n - at) as u64) as usize;
            rest /= (n - at) as u64;
        }
        let mut left: Vec<u16> = (1..=n as u16).collect();
        let order: Vec<u16> = digits.into_iter().map(|digit| left.remove(digit)).collect();
        Row::new(with_gap(order.into_iter(), gap as usize), GAP)
    }
}

/// The picture of an arrangement.
pub fn scene(cells: &[u16]) -> Scene {
    let spot = |&cell: &u16| match cell {
        GAP => Spot { label: "_".into(), tint: Tint::Vacant },
        checker => Spot { label: checker.to_string(), tint: Tint::Plain },
    };
    Scene { rows: vec![cells.iter().map(spot).collect()], spaced: true }
}

impl Draw for Reverse {
    fn scene(&self, state: &Row<u16>) -> Scene {
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
        self.goal_gap.map(|gap| scene(self.goal_with_gap(gap).cells()))
    }
}

impl MoveText for Reverse {
    fn write_move(&self, hop: &Hop, text: &mut String) {
        row::write_hop(*hop, text);
    }

    fn read_move(&self, _: &Row<u16>, text: &str) -> Result<Hop, BadInput> {
        row::read_hop(text, self.start.cells().len())
    }
}

impl Certified for Reverse {
    fn key(&self, state: &Self::State) -> UBig {
        proof::key(self.checkers() as u64 + 1, state.cells().iter().map(|&cell| u64::from(cell)))
    }

    fn write_evidence(&self, moves: &[Hop], out: &mut dyn Write) -> io::Result<()> {
        row::write_evidence(moves, out)
    }
}
