//! The notation of reversing numbered checkers.

use std::fmt::{self, Display};

use dashu_int::UBig;

use super::definition;
use super::rules::{GAP, MOST_CHECKERS, Reverse, ascending, checkers_of, descending, left_of_gap};
use saltus_core::notation::{self, BadInput, TooLarge, Word};

/// What one line of notation names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// Checkers.
    pub n: UBig,
    /// Vacancies, at least one.
    pub gaps: UBig,
    /// The arrangement at the start.
    pub start: Start,
    /// The arrangement at the end.
    pub goal: Goal,
}

/// The arrangement at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// 1..n, with this many of them left of the vacancies.
    Ascending(UBig),
    /// Any arrangement, 0 a vacancy.
    Cells(Vec<u16>),
}

/// The arrangement at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// n..1, with this many of them left of the vacancies.
    Descending(UBig),
    /// n..1, the vacancies anywhere, together.
    Any,
    /// Any arrangement, 0 a vacancy.
    Cells(Vec<u16>),
}

/// Reads a whole line, the family's name included.
///
/// ```
/// use saltus_shifting::reverse;
///
/// let instance = reverse::read("reverse 1 _ 2 3 to 3 2 _ 1").unwrap();
/// assert_eq!(instance.to_string(), "reverse 3 from=1 to=2");
/// assert_eq!(reverse::read("reverse 1 _ _ 2 to 2 1 _ _").unwrap().to_string(), "reverse 2 gaps=2 from=1 to=2");
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
        let goal = to.map_or(Goal::Any, Goal::Descending);
        Instance { n, gaps: UBig::ONE, start: Start::Ascending(from), goal }
    }

    /// An instance by its arrangements (`None`: descending, the vacancies anywhere, together), in its shortest
    /// form.
    ///
    /// # Panics
    /// When one is no arrangement of 1..n and as many vacancies as the other has, one at least.
    pub fn arrangements(start: Vec<u16>, goal: Option<Vec<u16>>) -> Self {
        let n = checkers_of(&start);
        let gaps = start.len() - n;
        let left = left_of_gap(&start);
        let goal = match goal {
            None => Goal::Any,
            Some(goal) => {
                let left = left_of_gap(&goal);
                let short = goal == descending(n as u16, left, gaps);
                if short { Goal::Descending(UBig::from(left)) } else { Goal::Cells(goal) }
            }
        };
        let short = start == ascending(n as u16, left, gaps) && !matches!(goal, Goal::Cells(_));
        let start = if short { Start::Ascending(UBig::from(left)) } else { Start::Cells(start) };
        Instance { n: UBig::from(n), gaps: UBig::from(gaps), start, goal }
    }
}

impl Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("reverse ")?;
        match &self.start {
            Start::Ascending(from) => {
                write!(f, "{}", self.n)?;
                if !self.gaps.is_one() {
                    write!(f, " gaps={}", self.gaps)?;
                }
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
    let mut text = String::new();
    for &cell in cells {
        if !text.is_empty() {
            text.push(' ');
        }
        text += &if cell == GAP { "_".to_owned() } else { cell.to_string() };
    }
    text
}

fn read_cells(words: &[Word<'_>]) -> Result<Vec<u16>, BadInput> {
    let n = words.iter().filter(|word| word.text != "_").count();
    if n == words.len() {
        return Err(BadInput::line("an arrangement has a vacancy (_) among the checkers; or name their number alone"));
    }
    if words.len() as u64 > MOST_CHECKERS + 1 {
        return Err(BadInput::line(format!("an arrangement has at most {} cells", MOST_CHECKERS + 1)));
    }
    let mut seen = vec![false; n + 1];
    let mut cells = Vec::with_capacity(words.len());
    for word in words {
        if word.text == "_" {
            cells.push(GAP);
            continue;
        }
        let cell = usize::try_from(word.number()?).unwrap_or(usize::MAX);
        if cell == 0 || cell > n {
            return Err(word.fault(format!("is no checker: the checkers of these {} cells are 1 to {n}", words.len())));
        }
        if std::mem::replace(&mut seen[cell], true) {
            return Err(word.fault("stands twice"));
        }
        cells.push(cell as u16);
    }
    Ok(cells)
}

/// A number of checkers left of the vacancies.
fn read_left(value: &Word<'_>, n: &UBig) -> Result<UBig, BadInput> {
    let left = value.number()?;
    if left <= *n { Ok(left) } else { Err(value.fault(format!("is too many: there are {n} checkers"))) }
}

impl notation::Instance for Instance {
    type Puzzle = Reverse;

    const NAME: &'static str = "reverse";
    const NOTATION: &'static str = "\
reverse N [gaps=K] [from=P] [to=Q|any]            checkers 1..N; P, Q of them left of the vacancy at start and end (0)
reverse 1 2 3 _ 4 [to=Q|any | to 4 3 2 1 _]       any arrangement, to N..1 or to any other";
    const RULES: &'static str = "\
Checkers 1..N and one vacancy stand in a row, or K vacancies with gaps=K. A checker slides into a vacancy from the
next cell, or jumps into it over one checker, in either direction. The goal, unless another is named, is the order
N..1 with Q checkers left of the vacancies, which stand together (to=any: wherever they are). A move is FROM-TO,
cells counted from 1.";
    const EXAMPLES: &'static [&'static str] = &[
        "reverse 3",
        "reverse 4",
        "reverse 4 from=2 to=any",
        "reverse 5",
        "reverse 6",
        "reverse 8",
        "reverse 4 gaps=2 from=4",
    ];

    fn parse(mut words: Vec<Word<'_>>) -> Result<Self, BadInput> {
        let options = notation::options(&mut words, &["gaps", "from", "to"])?;
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
            let gaps = option("gaps").map_or(Ok(UBig::ONE), notation::vacancies)?;
            return Ok(Instance { gaps, ..Self::reversal(n.clone(), from, goal_of(&n)?) });
        }
        if let Some(value) = option("from").or(option("gaps")) {
            return Err(value.fault("does not fit: the arrangement shows the vacancies"));
        }
        let start = read_cells(first)?;
        let checkers = checkers_of(&start);
        let (n, gaps) = (UBig::from(checkers), start.len() - checkers);
        let goal = match (second, option("to")) {
            (Some(_), Some(value)) => return Err(value.fault("does not fit: the goal is named twice")),
            (Some(cells), None) if cells.len() != start.len() => {
                let why = format!("the goal has {} cells, the start {}", cells.len(), start.len());
                return Err(BadInput::line(why));
            }
            (Some(cells), None) => {
                let goal = read_cells(cells)?;
                let there = goal.len() - checkers_of(&goal);
                if there != gaps {
                    let why = format!("the goal has {there} _, the start {gaps}; they must be equal");
                    return Err(BadInput::line(why));
                }
                Some(goal)
            }
            (None, _) => {
                let left = goal_of(&n)?.map(|left| usize::try_from(left).expect("at most n"));
                left.map(|left| descending(checkers as u16, left, gaps))
            }
        };
        Ok(Self::arrangements(start, goal))
    }

    fn definition(&self) -> Result<String, BadInput> {
        definition::of(self)
    }

    fn arranged(&self, labels: &[&str], turn: Option<&str>) -> Result<Self, BadInput> {
        notation::without_turn(turn)?;
        notation::read_words(&format!("{}{}", notation::joined(labels, " "), self.goal))
    }

    fn size(&self) -> UBig {
        &self.n + &self.gaps
    }

    fn puzzle(&self) -> Result<Reverse, TooLarge> {
        let cells = self.size();
        if cells > UBig::from(MOST_CHECKERS + 1) {
            return Err(TooLarge { cells, most: MOST_CHECKERS + 1 });
        }
        let gaps = usize::try_from(&self.gaps).expect("few cells");
        let n = u16::try_from(&self.n).expect("one cell at least is vacant");
        let size = |left: &UBig| usize::try_from(left).expect("at most n");
        let start = match &self.start {
            Start::Ascending(from) => ascending(n, size(from), gaps),
            Start::Cells(cells) => cells.clone(),
        };
        let goal = match &self.goal {
            Goal::Any => None,
            Goal::Descending(to) => Some(descending(n, size(to), gaps)),
            Goal::Cells(cells) => Some(cells.clone()),
        };
        Ok(Reverse::new(&start, goal.as_deref()))
    }
}
