//! Replies: bytes, and what they are.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, Write};

use saltus::draw::CannotDraw;
use saltus::gate::Refuted;
use saltus::notation::BadInput;
use serde::Serialize;

/// Replies are held up to this length, in bytes.
const LONGEST: usize = 16 << 20;

/// What the bytes of a reply are.
///
/// ```
/// use saltus_api::Kind;
///
/// assert!(Kind::Svg.is_answer() && !Kind::Bad.is_answer());
/// assert_eq!(Kind::Svg.media_type(), "image/svg+xml");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An answer, as JSON.
    Json,
    /// A picture as text.
    Svg,
    /// A picture of pixels.
    Png,
    /// An animation of pixels.
    Gif,
    /// A certificate, for `saltus-check`.
    Certificate,
    /// No answer: nothing of that name can be asked for.
    Unknown,
    /// No answer: the request makes no sense.
    Bad,
    /// No answer: it asks for more than is granted.
    TooMuch,
    /// No answer: this is a fault of saltus.
    Bug,
}

impl Kind {
    /// Whether it is an answer. All other replies are JSON with one sentence as `error`. They have
    /// `column` where a character of the line is wrong, and `made`, the number of moves before it,
    /// where a move is wrong.
    pub fn is_answer(self) -> bool {
        !matches!(self, Kind::Unknown | Kind::Bad | Kind::TooMuch | Kind::Bug)
    }

    /// The media type of the bytes.
    pub fn media_type(self) -> &'static str {
        match self {
            Kind::Svg => "image/svg+xml",
            Kind::Png => "image/png",
            Kind::Gif => "image/gif",
            Kind::Certificate => "application/octet-stream",
            Kind::Json | Kind::Unknown | Kind::Bad | Kind::TooMuch | Kind::Bug => "application/json",
        }
    }
}

/// What comes back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// What it is.
    pub kind: Kind,
    /// The name of a file for it, where it is to be kept as one.
    pub file: Option<&'static str>,
    /// The reply.
    pub bytes: Vec<u8>,
}

impl Reply {
    pub(crate) fn new(kind: Kind, bytes: impl Into<Vec<u8>>) -> Self {
        Reply { kind, file: None, bytes: bytes.into() }
    }

    /// The same, to be kept as a file of this name.
    #[must_use]
    pub(crate) fn named(self, file: &'static str) -> Self {
        Reply { file: Some(file), ..self }
    }

    /// A value as JSON.
    pub(crate) fn json(value: &impl Serialize) -> Self {
        Reply::new(Kind::Json, serde_json::to_vec(value).expect("only texts, numbers and lists"))
    }
}

/// Why a request is not answered.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Fault {
    #[serde(skip)]
    kind: Kind,
    /// Why, in one sentence.
    error: Cow<'static, str>,
    /// The character of the line that is wrong, from 1 on.
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    /// How many moves could be made before the wrong one.
    #[serde(skip_serializing_if = "Option::is_none")]
    made: Option<usize>,
}

impl Fault {
    pub(crate) fn new(kind: Kind, error: impl Into<Cow<'static, str>>) -> Self {
        Fault { kind, error: error.into(), column: None, made: None }
    }

    /// The request makes no sense.
    pub(crate) fn bad(error: impl Into<Cow<'static, str>>) -> Self {
        Fault::new(Kind::Bad, error)
    }

    /// It asks for more than is granted.
    pub(crate) fn too_much(error: impl Into<Cow<'static, str>>) -> Self {
        Fault::new(Kind::TooMuch, error)
    }

    /// Its kind and its sentence.
    pub(crate) fn told(self) -> (Kind, String) {
        (self.kind, self.error.into_owned())
    }

    /// The same, of a part of what was asked.
    #[must_use]
    pub(crate) fn at(self, place: impl Display) -> Self {
        Fault { error: format!("{place}: {}", self.error).into(), ..self }
    }

    /// The moves before the one that cannot be made.
    #[must_use]
    pub(crate) fn after(self, made: usize) -> Self {
        Fault { made: Some(made), ..self }
    }
}

impl From<Fault> for Reply {
    fn from(fault: Fault) -> Self {
        Reply { kind: fault.kind, ..Reply::json(&fault) }
    }
}

impl From<BadInput> for Fault {
    fn from(bad: BadInput) -> Self {
        Fault { column: (bad.column > 0).then_some(bad.column), ..Fault::bad(bad.why) }
    }
}

impl From<CannotDraw> for Fault {
    fn from(why: CannotDraw) -> Self {
        Fault::too_much(why.to_string())
    }
}

/// What is written, if it is not too long.
pub(crate) fn held(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<Vec<u8>, Fault> {
    let mut held = Held(Vec::new());
    match write(&mut held) {
        Ok(()) => Ok(held.0),
        Err(error) if error.kind() == io::ErrorKind::OutOfMemory => {
            Err(Fault::too_much("the answer is too long to be sent; the command line writes it"))
        }
        Err(_) => Err(Fault::new(Kind::Bug, "the answer could not be written")),
    }
}

/// Bytes up to a limit.
struct Held(Vec<u8>);

impl Write for Held {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > LONGEST {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An answer that was refuted before it was returned.
impl From<Refuted> for Fault {
    fn from(refuted: Refuted) -> Self {
        Fault::new(Kind::Bug, refuted.to_string())
    }
}
