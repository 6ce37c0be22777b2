//! `saltus word`: games of Solitaire Clobber as words (Blondel, Hendrickx, Jungers 2008, section 2).

pub mod graph;

use std::fmt::Display;
use std::io::{self, Write};

use saltus::clobber::sources::words::{Fault, Form, PATTERNS, Pattern, SIMPLIFIED};
use saltus::clobber::word::Judged;
use saltus::fact::Fact;
use saltus::record::{self, Status, Text};

use crate::args::Format;
use crate::exit::Code;
use crate::{Session, batch, commands};

#[derive(clap::Args, Debug)]
pub struct Word {
    /// A word, such as `>a >s |a` (in quotes), or a configuration, such as bwwb or clobber cycle bwwbww, for the word of a best game; a word and a board, such as `>a |s` clobber graph bww 1-2 2-3
    #[arg(value_name = "WORD | PAWNS", required_unless_present = "patterns")]
    pub words: Vec<String>,
    /// The word, or the pawns, are those of a cycle; the last symbol is the seam's
    #[arg(long)]
    pub cycle: bool,
    /// The word of a game on the same pawns that leaves exactly K of them (Theorem 4)
    #[arg(long, value_name = "K")]
    pub pawns: Option<usize>,
    /// The forbidden patterns by their classes, and why no game has them
    #[arg(long, conflicts_with_all = ["words", "cycle", "pawns"])]
    pub patterns: bool,
}

pub fn run(session: &mut Session, args: &Word) -> io::Result<Code> {
    if args.patterns {
        return patterns(session);
    }
    let text = match batch::line_of(&args.words, session.longest_input(), &mut |_, _| ()) {
        Ok(text) => text,
        Err((why, code)) => {
            session.complain(why);
            return Ok(code);
        }
    };
    let (word, line) = text.split_at(text.find("clobber ").unwrap_or(text.len()));
    let is_row = ["line ", "cycle "].iter().any(|shape| line["clobber ".len().min(line.len())..].starts_with(shape));
    if !line.is_empty() && (!is_row || !word.is_empty()) {
        let answered = match graph::Board::read(line) {
            Ok(board) => graph::run(session, word, &board, args.pawns)?,
            Err(bad) => Err(bad),
        };
        return answered.or_else(|bad| batch::refuse(session, line, &bad));
    }
    let judged = match Judged::read(&text, if args.cycle { Form::Cycle } else { Form::Line }) {
        Ok(judged) => judged,
        Err(bad) => return batch::refuse(session, &text, &bad),
    };
    let Some(k) = args.pawns else { return tell(session, &judged) };
    if let Some(judged) = judged.leaving(k) {
        return tell(session, &judged);
    }
    let why = match (judged.value(), &judged.pawns) {
        (Some(value), Some(pawns)) => {
            format!("no game leaves {k} of its {} pawns: the fewest are {value}", pawns.len())
        }
        _ => judged.fault.map_or_else(String::new, |fault| fault.to_string()),
    };
    let facts = [Fact::new("solvable", false).because(&why)];
    write(session, &judged, form(&judged), Status::Unsolvable, &facts)?;
    Ok(Code::UNSOLVABLE)
}

fn tell(session: &mut Session, judged: &Judged) -> io::Result<Code> {
    let (status, code) = match judged.fault {
        None => (Status::Answered, Code::OK),
        Some(_) => (Status::Unsolvable, Code::UNSOLVABLE),
    };
    let mut facts = Vec::new();
    if let Some([one, other]) = judged.configurations() {
        let both = vec![one.clone(), other.clone()];
        facts.push(Fact::new("configurations", both).because("one is the other with the colours exchanged"));
    }
    if let Some(fault) = &judged.fault {
        facts.push(Fact::new("admissible", false).because(fault));
        if let Fault::Pattern { pattern, first } = fault {
            facts.push(Fact::new("pattern", pattern.to_string()).because(format!("of class {}", pattern.class)));
            facts.push(Fact::new("separation", *first));
        }
    } else {
        let (what, bars) = match judged.form {
            Form::Line => ("it has no forbidden pattern between two bars (Theorem 3)", "1 more than its bars"),
            Form::Cycle => ("it has no forbidden pattern", "its bars"),
        };
        facts.push(Fact::new("admissible", true).because(what));
        facts.push(Fact::new("left", judged.left()).unit("pawns").because(bars));
        facts.push(Fact::new("moves", judged.moves()));
    }
    if let Some(value) = judged.value() {
        facts.push(Fact::new("value", value).unit("pawns").because("the fewest that any game leaves"));
    }
    write(session, judged, form(judged), status, &facts)?;
    Ok(code)
}

fn form(judged: &Judged) -> &'static str {
    if judged.form == Form::Line { "line" } else { "cycle" }
}

fn write(
    session: &mut Session,
    word: &dyn Display,
    form: &'static str,
    status: Status,
    facts: &[Fact],
) -> io::Result<()> {
    if session.format() == Format::Json {
        return session.record(status, &record::Word { word: Text(word), form, facts });
    }
    writeln!(session.out, "{word}")?;
    commands::write_facts(&mut session.out, facts)
}

/// The seven classes of section 2, and the two of Theorem 10 that take the place of the last ones.
fn patterns(session: &mut Session) -> io::Result<Code> {
    let all = PATTERNS.iter().chain(SIMPLIFIED.iter().filter(|pattern| !PATTERNS.contains(pattern)));
    for &Pattern { class, .. } in all.clone().collect::<Vec<_>>().chunk_by(|a, b| a.class == b.class).map(|of| of[0]) {
        let of: Vec<String> = all.clone().filter(|pattern| pattern.class == class).map(Pattern::to_string).collect();
        if session.format() == Format::Json {
            let told = record::Patterns { class: class.to_string(), patterns: &of, because: class.why() };
            session.record(Status::Answered, &told)?;
        } else {
            writeln!(session.out, "{:<3} {}: {}", class.to_string(), of.join(", "), class.why())?;
        }
    }
    Ok(Code::OK)
}
