//! What the fields of records hold.

use std::fmt::{self, Display};
use std::io::{self, Write};
use std::time::Duration;

use dashu_int::UBig;
use serde::de::{self, Deserialize, Deserializer};
use serde::ser::{Error, Serialize, SerializeSeq, Serializer};

use super::fields::{Field, Fields, Held, record};
use crate::notation;
use crate::plan::{Plan, Style};
use crate::verdict::Note;

/// Records hold plays up to this many moves; longer ones when some are asked for.
const MOST_RECORDED: u64 = 10_000_000;

/// A whole number of any size: a number in records below 2^53, and a text of its digits from there on, since many readers of JSON keep no
/// more bits.
///
/// ```
/// use saltus_core::record::Whole;
///
/// let json = |number: u64| serde_json::to_string(&Whole::from(number)).unwrap();
/// assert_eq!((json((1 << 53) - 1), json(1 << 53)), ("9007199254740991".into(), "\"9007199254740992\"".into()));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Whole(pub UBig);

impl Whole {
    /// The number, if 64 bits hold it.
    #[inline]
    pub fn as_u64(&self) -> Option<u64> {
        u64::try_from(&self.0).ok()
    }

    /// For means and charts, which need no more.
    #[inline]
    pub fn about(&self) -> f64 {
        self.0.to_f64().value()
    }
}

impl<T: Into<UBig>> From<T> for Whole {
    fn from(number: T) -> Self {
        Whole(number.into())
    }
}

impl Display for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Held for Whole {
    fn field(&self) -> Field<'_> {
        Field::Whole(&self.0)
    }
}

impl Serialize for Whole {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.field().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(untagged)]
        enum Form {
            Number(u64),
            Digits(String),
        }
        match Form::deserialize(deserializer)? {
            Form::Number(number) => Ok(number.into()),
            Form::Digits(digits) => {
                let number = notation::number(&digits).map(Whole);
                number.ok_or_else(|| de::Error::custom(format!("\"{digits}\" is no whole number")))
            }
        }
    }
}

/// A time in seconds, with six digits after the point.
pub struct Seconds(pub Duration);

impl Held for Seconds {
    fn field(&self) -> Field<'_> {
        Field::Decimal(format!("{:.6}", self.0.as_secs_f64()).into())
    }
}

/// A text that is written as it is shown, without being held.
pub struct Text<'a>(pub &'a dyn Display);

impl Held for Text<'_> {
    fn field(&self) -> Field<'_> {
        Field::Shown(self.0)
    }
}

/// Moves of a play, which are streamed and not held.
pub struct Moves<'a> {
    plan: &'a dyn Plan,
    after: UBig,
    last: UBig,
}

impl<'a> Moves<'a> {
    /// All moves.
    pub fn all(plan: &'a dyn Plan) -> Self {
        Moves { plan, after: UBig::ZERO, last: plan.moves() }
    }

    /// The moves after the first number, up to and with the second, or all; where these are too many to be held by readers, why there are none.
    ///
    /// ```
    /// use saltus_core::{limits::Limits, record::Moves, registry::Registry, verdict::Outcome};
    /// use saltus_shifting::shift;
    ///
    /// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 3 3").unwrap();
    /// let Outcome::Solved { plan, .. } = puzzle.solve(&Limits::default()).outcome else { panic!() };
    /// let (moves, left_out) = Moves::of(&*plan, Some(&(2u8.into(), 4u8.into())));
    /// assert_eq!((serde_json::to_string(&moves).unwrap(), left_out), (r#"["6-5","4-6"]"#.into(), None));
    /// ```
    pub fn of(plan: &'a dyn Plan, span: Option<&(UBig, UBig)>) -> (Option<Self>, Option<&'static str>) {
        if span.is_none() && plan.moves() > UBig::from(MOST_RECORDED) {
            return (None, Some("there are more than 10000000; `saltus solve --range` chooses some"));
        }
        let part = |(after, last): &(UBig, UBig)| Moves { plan, after: after.clone(), last: last.clone() };
        (Some(span.map_or_else(|| Moves::all(plan), part)), None)
    }
}

impl Serialize for Moves<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut words = Words { list: serializer.serialize_seq(None)?, begun: Vec::new(), failed: None };
        let written = self.plan.write(&self.after, &self.last, Style::WORDS, &mut words);
        let written = written.and_then(|()| words.end());
        match (words.failed, written) {
            (Some(error), _) => Err(error),
            (None, Err(error)) => Err(S::Error::custom(error)),
            (None, Ok(())) => words.list.end(),
        }
    }
}

/// Makes an element of a list of each word that is written to it.
struct Words<L: SerializeSeq> {
    list: L,
    /// The bytes of a word that is not at its end.
    begun: Vec<u8>,
    failed: Option<L::Error>,
}

impl<L: SerializeSeq> Words<L> {
    /// Takes whole words.
    fn take(&mut self, words: &[u8]) -> io::Result<()> {
        let words = str::from_utf8(words).map_err(io::Error::other)?;
        words.split(' ').try_for_each(|word| self.list.serialize_element(word)).map_err(|error| {
            self.failed = Some(error);
            io::ErrorKind::Other.into()
        })
    }

    /// Ends the word that has begun.
    fn end(&mut self) -> io::Result<()> {
        let begun = std::mem::take(&mut self.begun);
        if begun.is_empty() { Ok(()) } else { self.take(&begun) }
    }
}

impl<L: SerializeSeq> Write for Words<L> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut rest = bytes;
        if let (false, Some(end)) = (self.begun.is_empty(), rest.iter().position(|&byte| byte == b' ')) {
            self.begun.extend_from_slice(&rest[..end]);
            self.end()?;
            rest = &rest[end + 1..];
        }
        if let Some(end) = rest.iter().rposition(|&byte| byte == b' ') {
            self.take(&rest[..end])?;
            rest = &rest[end + 1..];
        }
        self.begun.extend_from_slice(rest);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Held for Moves<'_> {
    fn field(&self) -> Field<'_> {
        Field::Moves(self)
    }
}

record! {
    /// How an answer is known.
    pub struct Proof {
        /// How far it can be trusted.
        #[cfg_attr(feature = "schema", schemars(extend("enum" = ["proved", "searched", "claimed"])))]
        label: &'static str,
        /// The kind of its evidence.
        kind: String,
        /// The theorems that a checker evaluates and does not prove.
        assumes: Vec<String>,
        /// Whether the checker has accepted its certificate in this run.
        checked: bool,
    }
}

impl Serialize for Proof {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.field().serialize(serializer)
    }
}

impl Proof {
    /// How an answer is known that has passed the gate (the crate `saltus`), which alone calls this: a test of the layers holds it to that.
    pub fn new(label: &'static str, kind: &str, assumes: &[String], checked: bool) -> Self {
        Proof { label, kind: kind.to_owned(), assumes: assumes.to_vec(), checked }
    }
}

impl Held for Note {
    fn field(&self) -> Field<'_> {
        Field::Object(self)
    }
}

/// `what`, and the numbers by their names.
impl Fields for Note {
    fn each(&self, tell: &mut dyn FnMut(&str, Field<'_>)) {
        tell("what", self.what.field());
        for (name, number) in &self.numbers {
            tell(&name.replace('-', "_"), number.field());
        }
    }
}
