//! What theory or a survey states about a position: a value with its unit, and the reason.

use std::fmt::{self, Display, Formatter};

use dashu_int::UBig;
use serde::{Serialize, Serializer};

#[cfg(feature = "schema")]
use crate::record::Whole;
use crate::record::{Field, Held, record};

record! {
    /// One thing that is so, as data: a program reads the value, a person the line that [`Display`] makes of it.
    ///
    /// The same notion has the same topic and the same type of value in every family; `docs/records.md` lists the topics.
    ///
    /// ```
    /// use saltus_core::fact::Fact;
    ///
    /// let length = Fact::new("length", 15u64).unit("moves").because("nm + n + m (Theorems 1 and 2)");
    /// assert_eq!(length.to_string(), "15 moves: nm + n + m (Theorems 1 and 2)");
    /// assert_eq!(Fact::new("winnable", true).because("in 3 moves").to_string(), "yes: in 3 moves");
    /// assert_eq!(Fact::new("steps", 1u64).unit("moves").to_string(), "1 move");
    /// ```
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Fact {
        /// What it is about: a word of the vocabulary of records.
        pub topic: &'static str,
        /// Which of several it is about, such as an army or a member of a set; none where it is the puzzle.
        pub of: Option<String>,
        /// What is so.
        pub value: Value,
        /// What a number counts, in the plural; empty where there is nothing to count.
        pub unit: &'static str,
        /// Why, or what else is to be known; may be empty.
        pub because: String,
    }
}

impl Serialize for Fact {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.field().serialize(serializer)
    }
}

impl Fact {
    /// A fact without a unit or a reason.
    pub fn new(topic: &'static str, value: impl Into<Value>) -> Self {
        Fact { topic, of: None, value: value.into(), unit: "", because: String::new() }
    }

    /// The same about one of several.
    #[must_use]
    pub fn of(self, of: impl Into<String>) -> Self {
        Fact { of: Some(of.into()), ..self }
    }

    /// The same with what its number counts, in the plural.
    #[must_use]
    pub fn unit(self, unit: &'static str) -> Self {
        Fact { unit, ..self }
    }

    /// The same with its reason.
    #[must_use]
    pub fn because(self, because: impl Display) -> Self {
        Fact { because: because.to_string(), ..self }
    }

    /// What it is about, in full.
    ///
    /// ```
    /// use saltus_core::fact::Fact;
    ///
    /// assert_eq!(Fact::new("men", 10u64).of("red").subject(), "men of red");
    /// ```
    pub fn subject(&self) -> String {
        self.of.as_ref().map_or_else(|| self.topic.to_owned(), |of| format!("{} of {of}", self.topic))
    }
}

/// The value, its unit and the reason, for people.
impl Display for Fact {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value)?;
        if !self.unit.is_empty() {
            let is_one = matches!(&self.value, Value::Whole(number) if number.is_one());
            write!(f, " {}", self.unit.strip_suffix('s').filter(|_| is_one).unwrap_or(self.unit))?;
        }
        if self.because.is_empty() { Ok(()) } else { write!(f, ": {}", self.because) }
    }
}

/// What a fact says.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(untagged))]
pub enum Value {
    /// A whole number of any size.
    #[cfg_attr(feature = "schema", schemars(with = "Whole"))]
    Whole(UBig),
    /// Several of them, in an order that the reason tells.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Whole>"))]
    Wholes(Vec<UBig>),
    /// A number with digits after the point, as they are written.
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    Decimal(String),
    /// Yes or no.
    Flag(bool),
    /// A text: a board, a word.
    Text(String),
    /// Several texts: moves, boards.
    Texts(Vec<String>),
}

impl Held for Value {
    fn field(&self) -> Field<'_> {
        match self {
            Value::Whole(number) => number.field(),
            Value::Wholes(numbers) => numbers.field(),
            Value::Decimal(digits) => Field::Decimal(digits.into()),
            Value::Flag(flag) => flag.field(),
            Value::Text(text) => text.field(),
            Value::Texts(texts) => texts.field(),
        }
    }
}

impl Display for Value {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let listed = |f: &mut Formatter<'_>, items: &mut dyn Iterator<Item = &dyn Display>| {
            items.enumerate().try_for_each(|(index, item)| write!(f, "{}{item}", if index == 0 { "" } else { ", " }))
        };
        match self {
            Value::Wholes(numbers) if numbers.is_empty() => f.write_str("none"),
            Value::Texts(texts) if texts.is_empty() => f.write_str("none"),
            Value::Whole(number) => write!(f, "{number}"),
            Value::Wholes(numbers) => listed(f, &mut numbers.iter().map(|number| number as &dyn Display)),
            Value::Decimal(text) | Value::Text(text) => f.write_str(text),
            Value::Flag(flag) => f.write_str(if *flag { "yes" } else { "no" }),
            Value::Texts(texts) => listed(f, &mut texts.iter().map(|text| text as &dyn Display)),
        }
    }
}

macro_rules! from_whole {
    ($($number:ty),*) => {
        $(impl From<$number> for Value {
            fn from(number: $number) -> Self {
                Value::Whole(number.into())
            }
        })*
    };
}

from_whole!(UBig, u8, u32, u64, u128, usize);

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Value::Flag(flag)
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Value::Text(text)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::Text(text.to_owned())
    }
}

impl<T: Into<UBig>> FromIterator<T> for Value {
    fn from_iter<I: IntoIterator<Item = T>>(numbers: I) -> Self {
        Value::Wholes(numbers.into_iter().map(Into::into).collect())
    }
}

impl From<Vec<String>> for Value {
    fn from(texts: Vec<String>) -> Self {
        Value::Texts(texts)
    }
}

/// What every survey of positions tells: how many there are, perhaps how many without a move, how far the farthest are from the start, how many are
/// that far, and one of them.
///
/// ```
/// let told = saltus_core::fact::extent(72u64, Some(13), 15, 1, Some("www_bbb".into()));
/// let lines: Vec<String> = told.iter().map(|fact| format!("{} {fact}", fact.topic)).collect();
/// assert_eq!(lines, ["positions 72", "dead-ends 13", "eccentricity 15 moves", "farthest 1", "example www_bbb"]);
/// ```
pub fn extent(
    positions: impl Into<Value>,
    dead_ends: Option<u64>,
    eccentricity: u32,
    farthest: u64,
    example: Option<String>,
) -> Vec<Fact> {
    let mut facts = vec![Fact::new("positions", positions)];
    facts.extend(dead_ends.map(|dead_ends| Fact::new("dead-ends", dead_ends)));
    facts.push(Fact::new("eccentricity", eccentricity).unit("moves"));
    facts.push(Fact::new("farthest", farthest));
    facts.extend(example.map(|example| Fact::new("example", example)));
    facts
}

/// How far the goal is: what a shortest play costs, how many moves it has, and how many such plays there are; or that it is out of reach.
///
/// ```
/// use saltus_core::fact;
///
/// let topics: Vec<&str> = fact::goal(Some((3, 8, 2u8.into()))).iter().map(|fact| fact.topic).collect();
/// assert_eq!(topics, ["length", "cost", "solutions"]); // no cost where each move costs 1
/// assert_eq!(fact::goal(None)[0].to_string(), "no: no position that can be reached is a goal");
/// ```
pub fn goal(nearest: Option<(u32, u32, UBig)>) -> Vec<Fact> {
    let Some((cost, moves, plays)) = nearest else {
        return vec![Fact::new("solvable", false).because("no position that can be reached is a goal")];
    };
    let mut facts = vec![Fact::new("length", moves).unit("moves")];
    if cost != moves {
        facts.push(Fact::new("cost", cost));
    }
    facts.push(Fact::new("solutions", plays).unit("plays"));
    facts
}
