//! `saltus word`: games of Solitaire Clobber as words (Blondel, Hendrickx, Jungers 2008, section 2).

use std::io::{self, Write};

use saltus::answers::Fact;
use saltus::clobber::sources::words::{Fault, Form, PATTERNS, Pattern, SIMPLIFIED};
use saltus::clobber::word::Judged;
use saltus::record::{Record, quoted};

use crate::args::Format;
use crate::exit::Code;
use crate::{Session, batch, commands};

#[derive(clap::Args, Debug)]
pub struct Word {
    /// A word, such as `>a >s |a` (in quotes), or a configuration, such as bwwb or clobber cycle bwwbww, for the word of a best game
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
    let text = match batch::line_of(&args.words, session.longest_input()) {
        Ok(text) => text,
        Err((why, code)) => {
            session.complain(why);
            return Ok(code);
        }
    };
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
    if session.format() == Format::Json {
        let mut record = begun(session, &judged)?;
        record.flag("admissible", false)?;
        record.text("because", &why)?;
        record.finish()?;
    } else {
        writeln!(session.out, "{judged}: {why}")?;
    }
    Ok(Code::UNSOLVABLE)
}

fn begun<'a>(session: &'a mut Session, judged: &Judged) -> io::Result<Record<'a>> {
    let mut record = Record::new(&mut session.out)?;
    record.text("word", &judged.to_string())?;
    record.text("form", if judged.form == Form::Line { "line" } else { "cycle" })?;
    if let Some([one, other]) = judged.configurations() {
        record.number("configurations", format_args!("[\"{one}\",\"{other}\"]"))?;
    }
    Ok(record)
}

fn tell(session: &mut Session, judged: &Judged) -> io::Result<Code> {
    let code = if judged.fault.is_none() { Code::OK } else { Code::UNSOLVABLE };
    if session.format() == Format::Json {
        write_record(session, judged)?;
        return Ok(code);
    }
    let mut facts = Vec::new();
    if let Some([one, other]) = judged.configurations() {
        facts.push(Fact::new("configuration", format!("{one}, or with the colours exchanged {other}")));
    }
    if let Some(fault) = &judged.fault {
        facts.push(Fact::new("admissible", format!("no: {fault}")));
    } else {
        let (what, bars) = match judged.form {
            Form::Line => ("it has no forbidden pattern between two bars (Theorem 3)", "1 more than its bars"),
            Form::Cycle => ("it has no forbidden pattern", "its bars"),
        };
        facts.push(Fact::new("admissible", format!("yes: {what}")));
        facts.push(Fact::new("pawns-left", format!("{}: {bars}", judged.left())));
        facts.push(Fact::new("moves", judged.moves().join(" ")));
    }
    if let Some(value) = judged.value() {
        facts.push(Fact::new("value", format!("{value}: the fewest pawns that any game leaves")));
    }
    writeln!(session.out, "{judged}")?;
    commands::write_facts(&mut session.out, &facts)?;
    Ok(code)
}

fn write_record(session: &mut Session, judged: &Judged) -> io::Result<()> {
    let mut record = begun(session, judged)?;
    record.flag("admissible", judged.fault.is_none())?;
    if let Some(fault) = &judged.fault {
        record.text("because", &fault.to_string())?;
        if let Fault::Pattern { pattern, first } = fault {
            record.text("class", &pattern.class.to_string())?;
            record.text("pattern", &pattern.to_string())?;
            record.number("separation", first)?;
        }
    } else {
        record.number("pawns_left", judged.left())?;
        let moves: Vec<String> = judged.moves().iter().map(|mv| quoted(mv)).collect();
        record.number("moves", format_args!("[{}]", moves.join(",")))?;
    }
    if let Some(value) = judged.value() {
        record.number("value", value)?;
    }
    record.finish()
}

/// The seven classes of section 2, and the two of Theorem 10 that take the place of the last ones.
fn patterns(session: &mut Session) -> io::Result<Code> {
    let all = PATTERNS.iter().chain(SIMPLIFIED.iter().filter(|pattern| !PATTERNS.contains(pattern)));
    for &Pattern { class, .. } in all.clone().collect::<Vec<_>>().chunk_by(|a, b| a.class == b.class).map(|of| of[0]) {
        let of: Vec<String> = all.clone().filter(|pattern| pattern.class == class).map(Pattern::to_string).collect();
        if session.format() == Format::Json {
            let mut record = Record::new(&mut session.out)?;
            record.text("class", &class.to_string())?;
            let of: Vec<String> = of.iter().map(|pattern| quoted(pattern)).collect();
            record.number("patterns", format_args!("[{}]", of.join(",")))?;
            record.text("why", class.why())?;
            record.finish()?;
        } else {
            writeln!(session.out, "{:<3} {}: {}", class.to_string(), of.join(", "), class.why())?;
        }
    }
    Ok(Code::OK)
}
