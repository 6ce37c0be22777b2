//! The questions that saltus answers, for programs that cannot call its Rust functions: a request
//! by name and JSON in, bytes and their kind out.
//!
//! [`call`] is the only entry point for requests from outside: for a server, for a module in a browser. [`local`] is that of
//! a program in the same process, such as one in another language.
//! This crate knows nothing of connections and starts no threads. [`Limits`] say what a call may
//! cost, who can stop it, and who hears of its progress.
//!
//! | name | request | reply |
//! |---|---|---|
//! | `families` | | all families: name, notation, rules, examples |
//! | `classics` | | the definitions that come with the program: name, title, text |
//! | `known` | | recorded results that hold a play: line, length, lower bound, whether that is proved, source |
//! | `definition` | `text` | what a definition says: line, title, its rules as text; or its mistake |
//! | `play` | `line`, `moves` | the start of a play and its family's description, what each move changes, and the moves that may follow |
//! | `show` | `line`, `moves` | the record of `saltus show --format json`: the board as text |
//! | `arrange` | `line`, `labels`, `turn` | the line of the puzzle with these pieces on its cells |
//! | `solvable` | `line` | whether it can be solved, and why |
//! | `explain` | `line` | what theory states about it |
//! | `hint` | `line` | how far it is to the end, at least and at most; the best moves; the cells that show that it is lost; what is recorded of it |
//! | `rank` | `line` | all moves, the best first: what each leads to, exactly or at least and at most |
//! | `around` | `line`, `moves` | at most 24 positions around the one after the moves: two moves back, three ahead; and all positions counted, if they are few |
//! | `solve` | `line`, `limits` | the record of `saltus solve --format json` |
//! | `certificate` | `line`, `limits` | the proof of the answer, for `saltus-check` |
//! | `count` | `line`, `limits` | the record of `saltus count --format json` |
//! | `list` | `line`, `limits`, `from`, `take` | shortest plays, from number `from` (1) on, `take` (10; at most 1000) of them, and how many there are |
//! | `survey` | `line`, `limits` | the record of `saltus survey --format json`; the line may name a set of positions |
//! | `trace` | `line`, `searches`, `limits` | what searches with names expand, at most 200,000 nodes each: name, length of the play, nodes and, if there is no play, why; and charts as SVG; without `searches` those that the family has bounds for (feature `trace`; the module for a browser has none) |
//! | `export` | `line`, `as`, `limits` | the puzzle in another format, `rules` (the default) or `pddl`: files with `name` and `text`; the module for a browser has none |
//! | `check` | `certificate` | the outcome of `saltus-check` for a certificate, given in base64 (feature `checker`) |
//! | `draw` | `line`, `moves`, `as` | a picture; `as` is one of those below |
//! | `graph` | `line` | the state graph as SVG |
//! | `qr` | `text` | the text as a QR code, SVG |
//! | `new` | `line`, `length`, `luck`, `unique_first`, `no_losing`, `hardest`, `minimal`, `count`, `seed`, `limits` | new puzzles of a material, as `saltus new` makes them, also as a lesson; `status` is that of its record; `length` and `luck` are texts, `8` or `3..9` |
//! | `sheet` | `lesson`, `link` | a lesson (docs/lessons.md) as pages to be printed, SVG; `link` is on them as a QR code |
//!
//! `line` is a line of notation, `text` a puzzle as docs/definitions.md has it; `moves` and `labels` are lists of texts. `as` is `svg` or `png` for
//! the position after the moves, and `film`, `animation` or `gif` for the play. `limits` may have
//! `timeout` (seconds), `memory` (bytes) and `nodes`. Where they are listed, `line`, `labels`, `text`, `lesson` and
//! `certificate` are required; a field that is not listed is refused. The empty request is `{}`.
//!
//! `lower` and `upper` bound the number by which plays are judged: moves; what they cost, where some
//! moves cost nothing; the pieces left, where these count. `lower` is never above `upper`, and both are
//! null where no play reaches the goal; `upper` alone is null where no play is known.

mod around;
mod bounds;
#[cfg(feature = "checker")]
mod check;
mod counting;
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

use reply::Fault;

/// How a request is answered.
type Answer = fn(&Registry, &[u8], &Limits<'_>) -> Result<Reply, Fault>;

/// Everything that can be asked for.
static OPERATIONS: &[(&str, Answer)] = &[
    ("families", |families, request, _| facts::families(families, &read(request)?)),
    ("classics", |families, request, _| definition::classics(families, &read(request)?)),
    ("known", |_, request, _| Ok(known::known(&read(request)?))),
    ("definition", |_, request, _| Ok(definition::definition(&read(request)?))),
    ("play", |families, request, _| play::play(families, &read(request)?)),
    ("arrange", |families, request, _| play::arrange(families, &read(request)?)),
    ("show", |families, request, _| play::show(families, &read(request)?)),
    ("solvable", |families, request, limits| facts::solvable(families, &read(request)?, limits)),
    ("explain", |families, request, limits| facts::explain(families, &read(request)?, limits)),
    ("hint", |families, request, limits| hint::hint(families, &read(request)?, limits)),
    ("rank", |families, request, limits| ranking::rank(families, &read(request)?, limits)),
    ("around", |families, request, limits| around::around(families, &read(request)?, limits)),
    ("solve", |families, request, limits| search::solve(families, &read(request)?, limits)),
    ("certificate", |families, request, limits| search::certificate(families, &read(request)?, limits)),
    ("count", |families, request, limits| counting::count(families, &read(request)?, limits)),
    ("list", |families, request, limits| counting::list(families, &read(request)?, limits)),
    ("survey", |families, request, limits| counting::survey(families, &read(request)?, limits)),
    ("export", |families, request, limits| definition::export(families, &read(request)?, limits)),
    #[cfg(feature = "checker")]
    ("check", |_, request, limits| check::checked(&read(request)?, limits)),
    ("draw", |families, request, limits| pictures::draw(families, &read(request)?, limits)),
    ("graph", |families, request, limits| pictures::graph(families, &read(request)?, limits)),
    #[cfg(feature = "trace")]
    ("trace", |families, request, limits| trace::trace(families, &read(request)?, limits)),
    ("qr", |_, request, _| qr::qr(&read(request)?)),
    ("new", |families, request, limits| new::new(families, &read(request)?, limits)),
    ("sheet", |families, request, limits| sheet::sheet(families, &read(request)?, limits)),
];

/// The names that [`call`] knows.
///
/// ```
/// assert!(saltus_api::names().any(|name| name == "solve"));
/// ```
pub fn names() -> impl Iterator<Item = &'static str> {
    OPERATIONS.iter().map(|(name, _)| *name)
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
    let answer = OPERATIONS.iter().find(|(known, _)| *known == name).map(|(_, answer)| answer);
    let unknown = || Fault::new(Kind::Unknown, "nothing of that name can be asked for");
    answer.ok_or_else(unknown).and_then(|answer| answer(families, request, limits)).unwrap_or_else(Reply::from)
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
