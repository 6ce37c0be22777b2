//! `saltus word`: games of Solitaire Clobber as words (Blondel, Hendrickx, Jungers 2008, section 2).

use std::fmt::Display;
use std::io::{self, Write};

use dashu_int::UBig;
use saltus::clobber::sources::words::graph::{Board, Crossing, moves};
use saltus::clobber::sources::words::{Fault, Form, PATTERNS, Pattern, SIMPLIFIED, Text as Signs};
use saltus::clobber::word::Judged;
use saltus::fact::Fact;
use saltus::notation::BadInput;
use saltus::plan::Style;
use saltus::record::{self, Status, Text};
use saltus::verdict::Outcome;

use crate::args::Format;
use crate::exit::Code;
use crate::solve::passed;
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
        let answered = match Board::read(line) {
            Ok(board) => of_board(session, word, &board, args.pawns)?,
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

/// Answers for a word of a game on a board, or, where there is none, for that of a best game, perhaps one that stops at so many pawns.
fn of_board(
    session: &mut Session,
    word: &str,
    board: &Board,
    left: Option<usize>,
) -> io::Result<Result<Code, BadInput>> {
    let Board { instance, pawns, edges } = board;
    let (word, value) = if word.is_empty() {
        let verdict = passed(instance, &session.limits());
        let is_best = verdict.optimal();
        let Outcome::Solved { plan, .. } = verdict.outcome else { unreachable!("every game ends") };
        let mut text = Vec::new();
        plan.write(&UBig::ZERO, &plan.moves(), Style::WORDS, &mut text)?;
        let hop = |word: &str| {
            let (from, to) = word.split_once('-').expect("FROM-TO");
            [from, to].map(|cell| cell.parse::<usize>().expect("a cell") - 1).into()
        };
        let mut moves: Vec<Crossing> = String::from_utf8_lossy(&text).split_ascii_whitespace().map(hop).collect();
        let value = pawns.len() - moves.len();
        match (verdict.limit, left) {
            (Some(stop), _) if !is_best => return commands::stopped(session, instance, stop).map(Ok),
            (_, Some(left)) if !(value..=pawns.len()).contains(&left) => {
                let why = format!("no game leaves {left} of its {} pawns: the fewest are {value}", pawns.len());
                let facts = [Fact::new("solvable", false).because(why)];
                write(session, &Signs(&board.word(&moves)), "graph", Status::Unsolvable, &facts)?;
                return Ok(Ok(Code::UNSOLVABLE));
            }
            (_, Some(left)) => moves.truncate(pawns.len() - left),
            (_, None) => {}
        }
        (board.word(&moves), Some(value))
    } else {
        match board.read_word(word) {
            Ok(word) => (word, None),
            Err(bad) => return Ok(Err(bad)),
        }
    };
    let (status, code, mut facts) = match moves(pawns.len(), edges, &word) {
        Err(why) => (Status::Unsolvable, Code::UNSOLVABLE, vec![Fact::new("admissible", false).because(why)]),
        Ok(moves) => {
            let text = moves.iter().map(|(from, to)| format!("{}-{}", from + 1, to + 1)).collect::<Vec<_>>();
            let facts = vec![
                Fact::new("admissible", true)
                    .because("the arrows are a forest, and arrivals can alternate at each vertex"),
                Fact::new("left", pawns.len() - moves.len()).unit("pawns").because("its pawns less its arrows"),
                Fact::new("moves", text),
            ];
            (Status::Answered, Code::OK, facts)
        }
    };
    let edges: Vec<String> = edges.iter().map(|(a, b)| format!("{}-{}", a + 1, b + 1)).collect();
    facts.insert(0, Fact::new("edges", edges).because("a symbol for each"));
    facts.extend(value.map(|value| Fact::new("value", value).unit("pawns").because("the fewest that any game leaves")));
    write(session, &Signs(&word), "graph", status, &facts)?;
    Ok(Ok(code))
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
