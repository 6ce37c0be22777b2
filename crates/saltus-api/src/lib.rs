//! The questions that saltus answers, for programs that cannot call its Rust functions: a request
//! by name and JSON in, bytes and their kind out.
//!
//! [`call`] is the only entry point for requests from outside: for a server, for a module in a browser. [`local`] is that of
//! a program in the same process, such as one in another language.
//! This crate knows nothing of connections and starts no threads. [`Limits`] say what a call may
//! cost, who can stop it, and who hears of its progress.
//!
#![doc = include_str!("../requests.md")]

mod around;
mod bounds;
#[cfg(feature = "checker")]
mod check;
mod counting;
#[cfg(test)]
mod declared;
mod definition;
mod facts;
mod hint;
mod known;
pub mod local;
mod new;
mod pictures;
mod play;
mod puzzle;
mod qr;
mod ranking;
mod reply;
mod reports;
mod search;
mod sheet;
#[cfg(feature = "trace")]
mod trace;

use saltus::limits::Limits;
use saltus::registry::Registry;
use serde::de::DeserializeOwned;

pub use pictures::card;
pub use reply::{Kind, Reply};
pub use reports::Reports;
pub use saltus::{clock, gate, lesson, limits, registry};
pub use search::solve_in_part;
pub use sheet::print;

use facts::Nothing;
use puzzle::Line;
use reply::Fault;

/// How a request is answered.
type Answer = fn(&Registry, &[u8], &Limits<'_>) -> Result<Reply, Fault>;

/// What an answer may cost, for hosts that answer many people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Next to nothing.
    Light,
    /// What a picture costs.
    Picture,
    /// What a check or a proof of solvability costs.
    Check,
    /// A search that ends soon.
    Short,
    /// A search that may take all that is granted.
    Search,
}

/// How a server is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// By an address alone: the reply is a file, or there is nothing to say.
    Get,
    /// By a body.
    Post,
}

/// A question. What requests and replies are made of is declared with it; `docs/openapi.json`, `requests.md` and the types of the npm package are made from these
/// declarations.
#[derive(Debug)]
pub struct Operation {
    /// Its name.
    pub name: &'static str,
    /// What an answer may cost.
    pub effort: Effort,
    /// How a server is asked.
    pub method: Method,
    answer: Answer,
    #[cfg(test)]
    declared: declared::Declared,
}

/// Questions, a row each: name, effort, method, function, request, reply, and what is answered. A function that does not need the limits is a closure.
macro_rules! declare {
    ($($(#[$cfg:meta])? $name:literal $effort:ident $method:ident $answer:expr, $asked:ty => $reply:ty, $about:literal;)*) => {
        &[$($(#[$cfg])? $crate::Operation {
            name: $name,
            effort: $crate::Effort::$effort,
            method: $crate::Method::$method,
            answer: |families, request, limits| ($answer)(families, &$crate::read::<$asked>(request)?, limits),
            #[cfg(test)]
            declared: $crate::declared::Declared::new::<$asked, $reply>($about),
        }),*]
    };
}

pub(crate) use declare;

/// Everything that can be asked for.
#[rustfmt::skip]
static OPERATIONS: &[Operation] = declare! {
    "families" Light Get |families, asked, _| facts::families(families, asked), Nothing => Vec<facts::Family>,
        "The families: name, notation, rules, examples.";
    "classics" Light Get |families, asked, _| definition::classics(families, asked), Nothing => Vec<definition::Classic<'_>>,
        "The definitions that come with the program.";
    "known" Light Get |_, asked, _| known::known(asked), Nothing => Vec<known::Known>,
        "Recorded results that hold a play.";
    "definition" Light Post |_, asked, _| definition::definition(asked), definition::Text => definition::Understood,
        "What a definition says, or its mistake.";
    "play" Light Post |families, asked, _| play::play(families, asked), play::Asked => play::PlayShown<'_>,
        "The start of a play and its family's description, what each move changes, and the moves that may follow.";
    "show" Light Post |families, asked, _| play::show(families, asked), play::Asked => declared::ShowRecord,
        "The board as text: the record of `saltus show --format json`.";
    "arrange" Light Post |families, asked, _| play::arrange(families, asked), play::Arrangement => play::Arranged,
        "The line of the puzzle with these pieces on its cells.";
    "solvable" Check Post facts::solvable, Line => facts::Solvable,
        "Whether it can be solved, and why.";
    "explain" Short Post facts::explain, Line => Vec<facts::Stated<'_>>,
        "What theory states about it.";
    "hint" Short Post hint::hint, Line => hint::Hint,
        "How far it is to the end, at least and at most; the best moves; the cells that show that it is lost; what is recorded of it.";
    "rank" Short Post ranking::rank, Line => ranking::RankingShown<'_>,
        "All moves, the best first: what each leads to, exactly or at least and at most.";
    "around" Check Post around::around, play::Asked => around::Around<'_>,
        "At most 24 positions around the one after the moves: two moves back, three ahead; and all positions counted, if they are few.";
    "solve" Search Post search::solve, search::Asked => declared::SolveRecord,
        "A shortest play: the record of `saltus solve --format json`.";
    "certificate" Search Get search::certificate, search::Asked => declared::Certificate,
        "The proof of the answer, for `saltus-check`.";
    "count" Short Post counting::count, search::Asked => declared::CountRecord,
        "How many shortest plays there are: the record of `saltus count --format json`.";
    "list" Short Post counting::list, counting::AskedList => counting::Listed,
        "Shortest plays, one after the other, and how many there are.";
    "survey" Short Post counting::survey, search::Asked => declared::SurveyRecord,
        "All positions, counted: the record of `saltus survey --format json`. The line may name a set of positions.";
    "export" Short Post definition::export, definition::AskedAs => Vec<saltus::answers::Exported>,
        "The puzzle in another format, as files. The module for a browser has none.";
    #[cfg(feature = "checker")]
    "check" Check Post |_, asked, limits| check::checked(asked, limits), check::Asked => check::Checked,
        "The outcome of `saltus-check` for a certificate (feature `checker`).";
    "draw" Picture Get pictures::draw, pictures::Asked => declared::Drawn,
        "A picture of a position, or of a play.";
    "graph" Short Get pictures::graph, Line => declared::Svg,
        "The state graph.";
    #[cfg(feature = "trace")]
    "trace" Short Post trace::trace, trace::Asked => trace::Traces,
        "What searches with names expand, at most 200,000 nodes each (feature `trace`).";
    "qr" Picture Get |_, asked, _| qr::qr(asked), definition::Text => declared::Svg,
        "A text as a QR code.";
    "new" Short Post new::new, new::Asked => new::Made,
        "New puzzles of a material, as `saltus new` makes them, also as a lesson.";
    "sheet" Short Post sheet::sheet, sheet::Asked => sheet::Pages,
        "A lesson (docs/lessons.md) as pages to be printed.";
};

/// All that [`call`] answers.
///
/// ```
/// assert!(saltus_api::operations().iter().any(|operation| operation.name == "solve"));
/// ```
pub fn operations() -> &'static [Operation] {
    OPERATIONS
}

/// Answers a request.
///
/// Where there is no answer, [`Kind`] says why, and the bytes are JSON with one sentence as
/// `error`.
///
/// ```
/// use saltus_api::{Kind, call, limits::Limits};
///
/// let families = saltus_api::registry();
/// let reply = call(&families, "solve", br#"{"line": "shift 1 1"}"#, &Limits::default());
/// assert_eq!(reply.kind, Kind::Json);
/// assert!(reply.bytes.starts_with(br#"{"command":"solve","puzzle":"shift 1 1","status":"solved","length":3,"#));
///
/// let refused = call(&families, "solve", br#"{"line": "frogs"}"#, &Limits::default());
/// assert_eq!(refused.kind, Kind::Bad);
/// ```
pub fn call(families: &Registry, name: &str, request: &[u8], limits: &Limits<'_>) -> Reply {
    match OPERATIONS.iter().find(|known| known.name == name) {
        Some(operation) => operation.reply(families, request, limits),
        None => Fault::new(Kind::Unknown, "nothing of that name can be asked for").into(),
    }
}

impl Operation {
    /// The answer to a request, or why there is none.
    fn reply(&self, families: &Registry, request: &[u8], limits: &Limits<'_>) -> Reply {
        (self.answer)(families, request, limits).unwrap_or_else(Reply::from)
    }
}

/// What a request asks for.
fn read<T: DeserializeOwned>(request: &[u8]) -> Result<T, Fault> {
    serde_json::from_slice(request).map_err(|error| {
        let told = error.to_string();
        // Where a field is matters as little as how the request was written.
        let told = if error.is_data() { told.rsplit_once(" at line ").map_or(&*told, |(told, _)| told) } else { &told };
        Fault::bad(format!("the request is not what is expected: {told}"))
    })
}

/// The example of README.md runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
