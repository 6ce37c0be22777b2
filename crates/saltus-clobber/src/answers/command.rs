//! The command `saltus word`: games as words (Blondel, Hendrickx, Jungers 2008, section 2).

use std::fmt::Display;

use dashu_int::UBig;

use super::word::Judged;
use crate::sources::words::graph::{Board, Crossing, moves};
use crate::sources::words::{Fault, Form, PATTERNS, Pattern, SIMPLIFIED, Symbol, Text as Signs};
use saltus_core::fact::Fact;
use saltus_core::own::{Command, Flag, Request, Said, Tell, Unanswered};
use saltus_core::plan::Style;
use saltus_core::record::{Patterns, Status, Text, Word};
use saltus_core::verdict::Outcome;

pub(super) const WORD: Command = Command {
    name: "word",
    says: [
        "Games of Solitaire Clobber as words of the paper's alphabet: what a word is, or the word of pawns",
        "A symbol for each separation between neighbours: > crossed to the right, < to the left, | not crossed; then s (pawns of the same colour) \
         or a (they alternate). Exit code 10: no game has this word.",
    ],
    words: [
        "WORD | PAWNS",
        "A word, such as `>a >s |a` (in quotes), or a configuration, such as bwwb or clobber cycle bwwbww, for the word of a best game; a word and \
         a board, such as `>a |s` clobber graph bww 1-2 2-3",
    ],
    flags: &[
        Flag {
            name: "cycle",
            number: None,
            says: "The word, or the pawns, are those of a cycle; the last symbol is the seam's",
            is_alone: false,
        },
        Flag {
            name: "pawns",
            number: Some("K"),
            says: "The word of a game on the same pawns that leaves exactly K of them (Theorem 4)",
            is_alone: false,
        },
        Flag {
            name: "patterns",
            number: None,
            says: "The forbidden patterns by their classes, and why no game has them",
            is_alone: true,
        },
    ],
    examples: ["word bwwb", "word \">a >s |a\""],
    answer,
};

fn answer(asked: &Request<'_>, tell: &mut Tell<'_>) -> Result<(), Unanswered> {
    if asked.flag("patterns").is_some() {
        return patterns(tell);
    }
    let (text, left) = (asked.words, asked.flag("pawns"));
    let (word, line) = text.split_at(text.find("clobber ").unwrap_or(text.len()));
    let is_row = ["line ", "cycle "].iter().any(|shape| line["clobber ".len().min(line.len())..].starts_with(shape));
    if !line.is_empty() && (!is_row || !word.is_empty()) {
        let bad = |bad| Unanswered::Bad(line.into(), bad);
        let board = Board::read(line).map_err(bad)?;
        let word = if word.is_empty() { None } else { Some(board.read_word(word).map_err(bad)?) };
        return of_board(asked, tell, &board, word, left);
    }
    let form = if asked.flag("cycle").is_some() { Form::Cycle } else { Form::Line };
    let judged = Judged::read(text, form).map_err(|bad| Unanswered::Bad(text.into(), bad))?;
    let Some(k) = left else { return tell_judged(tell, &judged) };
    if let Some(judged) = judged.leaving(k) {
        return tell_judged(tell, &judged);
    }
    let why = match (judged.value(), &judged.pawns) {
        (Some(value), Some(pawns)) => too_few(k, pawns.len(), value),
        _ => judged.fault.map_or_else(String::new, |fault| fault.to_string()),
    };
    let facts = [Fact::new("solvable", false).because(&why)];
    told(tell, &judged, judged.form.name(), Status::Unsolvable, &facts)
}

fn too_few(left: usize, pawns: usize, value: usize) -> String {
    format!("no game leaves {left} of its {pawns} pawns: the fewest are {value}")
}

fn tell_judged(tell: &mut Tell<'_>, judged: &Judged) -> Result<(), Unanswered> {
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
    facts.extend(judged.value().map(fewest));
    let status = if judged.fault.is_none() { Status::Answered } else { Status::Unsolvable };
    told(tell, judged, judged.form.name(), status, &facts)
}

fn fewest(value: usize) -> Fact {
    Fact::new("value", value).unit("pawns").because("the fewest that any game leaves")
}

fn told(
    tell: &mut Tell<'_>,
    word: &dyn Display,
    form: &'static str,
    status: Status,
    facts: &[Fact],
) -> Result<(), Unanswered> {
    Ok(tell(status, Said { record: &Word { word: Text(word), form, facts }, line: word, facts })?)
}

/// Answers for a word of a game on a board or, without a word, for that of a best game, optionally one that stops at a number of pawns.
fn of_board(
    asked: &Request<'_>,
    tell: &mut Tell<'_>,
    board: &Board,
    word: Option<Vec<Symbol>>,
    left: Option<usize>,
) -> Result<(), Unanswered> {
    let all = board.pawns.len();
    let (word, value) = if let Some(word) = word {
        (word, None)
    } else {
        let mut moves = best_game(asked, board)?;
        let value = all - moves.len();
        if let Some(left) = left {
            if !(value..=all).contains(&left) {
                let facts = [Fact::new("solvable", false).because(too_few(left, all, value))];
                return told(tell, &Signs(&board.word(&moves)), "graph", Status::Unsolvable, &facts);
            }
            moves.truncate(all - left);
        }
        (board.word(&moves), Some(value))
    };
    let edges = board.edges.iter().map(numbered).collect::<Vec<_>>();
    let mut facts = vec![Fact::new("edges", edges).because("a symbol for each")];
    let status = match moves(all, &board.edges, &word) {
        Err(why) => {
            facts.push(Fact::new("admissible", false).because(why));
            Status::Unsolvable
        }
        Ok(moves) => {
            let forest = "the arrows are a forest, and arrivals can alternate at each vertex";
            facts.push(Fact::new("admissible", true).because(forest));
            facts.push(Fact::new("left", all - moves.len()).unit("pawns").because("its pawns less its arrows"));
            facts.push(Fact::new("moves", moves.iter().map(numbered).collect::<Vec<_>>()));
            Status::Answered
        }
    };
    facts.extend(value.map(fewest));
    told(tell, &Signs(&word), "graph", status, &facts)
}

/// Two vertices as people count them.
fn numbered((from, to): &Crossing) -> String {
    format!("{}-{}", from + 1, to + 1)
}

/// The moves of a game that leaves as few pawns as any.
fn best_game(asked: &Request<'_>, board: &Board) -> Result<Vec<Crossing>, Unanswered> {
    let verdict = (asked.solve)(&board.instance);
    let is_best = verdict.optimal();
    let stop = verdict.limit.filter(|_| !is_best);
    let Outcome::Solved { plan, .. } = verdict.outcome else { unreachable!("every game ends") };
    if let Some(stop) = stop {
        return Err(Unanswered::Stop(Box::new(board.instance.clone()), stop));
    }
    let mut text = Vec::new();
    plan.write(&UBig::ZERO, &plan.moves(), Style::WORDS, &mut text)?;
    let hop = |word: &str| {
        let (from, to) = word.split_once('-').expect("FROM-TO");
        [from, to].map(|cell| cell.parse::<usize>().expect("a cell") - 1).into()
    };
    Ok(String::from_utf8_lossy(&text).split_ascii_whitespace().map(hop).collect())
}

/// The seven classes of section 2, and the two of Theorem 10 that take the place of the last ones.
fn patterns(tell: &mut Tell<'_>) -> Result<(), Unanswered> {
    let all = PATTERNS.iter().chain(SIMPLIFIED.iter().filter(|pattern| !PATTERNS.contains(pattern)));
    for &Pattern { class, .. } in all.clone().collect::<Vec<_>>().chunk_by(|a, b| a.class == b.class).map(|of| of[0]) {
        let of: Vec<String> = all.clone().filter(|pattern| pattern.class == class).map(Pattern::to_string).collect();
        let record = &Patterns { class: class.to_string(), patterns: &of, because: class.why() };
        let line = &format_args!("{:<3} {}: {}", record.class, of.join(", "), class.why());
        tell(Status::Answered, Said { record, line, facts: &[] })?;
    }
    Ok(())
}
