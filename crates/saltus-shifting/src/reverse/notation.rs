//! The notation of reversing numbered checkers.

use std::fmt::{self, Debug, Display, Formatter};

use dashu_int::UBig;

use super::definition;
use super::rules::{GAP, MOST_CHECKERS, Reverse, ascending, descending, left_of_gap};
use saltus_core::notation::{self, BadInput, TooLarge, Word};

/// What one line of notation names.
#[derive(Clone, PartialEq, Eq)]
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
    /// 1..n, with this many of them left of the vacancy.
    Ascending(UBig),
    /// Any arrangement, 0 the vacancy.
    Cells(Vec<u16>),
}

/// The arrangement at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// n..1, with this many of them left of the vacancy.
    Descending(UBig),
    /// n..1, the vacancy anywhere.
    Any,
    /// Any arrangement, 0 the vacancy.
    Cells(Vec<u16>),
}

/// Reads a whole line, the family's name included.
///
/// ```
/// use saltus_shifting::reverse;
///
/// let instance = reverse::read("reverse 1 _ 2 3 to 3 2 _ 1").unwrap();
/// assert_eq!(instance.to_string(), "reverse 3 from=1 to=2");
/// assert!(reverse::read("reverse 1 _ 1").is_err());
/// ```
///
/// # Errors
/// The place and the rule broken.
pub fn read(line: &str) -> Result<Instance, BadInput> {
    notation::read_line(line)
}

impl Instance {
    /// Reversing 1..n with `from` checkers left of the vacancy at the start; `to` at the end, or
    /// anywhere.
    ///
    /// # Panics
    /// When `from` or `to` is above n.
    pub fn reversal(n: impl Into<UBig>, from: impl Into<UBig>, to: Option<UBig>) -> Self {
        let (n, from) = (n.into(), from.into());
        assert!(from <= n && to.as_ref().is_none_or(|to| *to <= n), "at most n checkers stand left");
        Instance { n, start: Start::Ascending(from), goal: to.map_or(Goal::Any, Goal::Descending) }
    }

    /// An instance by its arrangements (`None`: descending, the vacancy anywhere), in its shortest
    /// form.
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

impl Debug for Instance {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
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

    fn definition(&self) -> Result<String, BadInput> {
        definition::of(self)
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
