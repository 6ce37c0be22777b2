//! `saltus new`: puzzles of a material, random or hard, with how hard they are.

mod difficulty;
mod hamiltonian;
mod maker;

use std::io::{self, Write};

use saltus::answers::Answers;
use saltus::notation::BadInput;
use saltus::random::Random;
use saltus::record::{self, Status};
use saltus::scene::Spot;

use crate::args::{Format, New};
use crate::batch::{self, drawn_seed};
use crate::commands::{no_answer, stopped, write_facts};
use crate::exit::Code;
use crate::solve::{Title, drawn, wrong};
use crate::{Session, families};
#[cfg(feature = "serve")]
pub use difficulty::solve;
use maker::{Failure, Made, Maker};

pub fn run(session: &mut Session, args: &New) -> io::Result<Code> {
    let line = match batch::line_of(&args.words, session.longest_input(), &mut |_| ()) {
        Ok(line) => line,
        Err((why, code)) => return Ok(session.failed(code, why)),
    };
    let (line, own) = material(&line);
    let given = session.common.seed.or(own);
    let seed = given.unwrap_or_else(drawn_seed);
    session.origin.seed = Some(seed);
    let instance = match families::parse_any(&line) {
        Ok(instance) => instance,
        Err(bad) => return batch::refuse(session, &line, &bad),
    };
    if given.is_none() {
        session.remark(format_args!("seed={seed}"));
    }
    let budget = session.budget.clone();
    let (limits, random) = (budget.limits(), Random::new(seed));
    let grids = match args.hamiltonian.then(|| hamiltonian::Grids::of(&instance.to_string())).transpose() {
        Ok(grids) => grids,
        Err(why) => return batch::unfit(session, &*instance, &BadInput::line(why)),
    };
    if args.lesson && instance.pieces().is_some() {
        let why = "--lesson asks for a shortest play, and here the pieces left count";
        return batch::unfit(session, &*instance, &BadInput::line(why));
    }
    let maker = Maker { args, material: &*instance, line: &line, grids, limits, random };
    let mut made = 0;
    let failed = maker.make(&mut |puzzle| {
        made += 1;
        session.clear_progress();
        if args.lesson {
            chapter(session, args, seed, &short(&*puzzle.instance, &line), made)
        } else {
            write(session, &line, &puzzle, made)
        }
    });
    let many = if made == 0 { "no puzzle".to_owned() } else { format!("only {made} of {}", args.count) };
    match failed {
        Ok(()) => Ok(Code::OK),
        Err(Failure::Output(error)) => Err(error),
        Err(Failure::Refuted(refuted)) => Ok(wrong(session, &*instance, &refuted)),
        Err(Failure::Unfit(why)) => batch::unfit(session, &*instance, &BadInput::line(why)),
        Err(Failure::Stop(stop)) => stopped(session, &*instance, stop),
        Err(Failure::None(why)) => {
            fewer(session, args, &*instance, Status::Unsolvable, &format!("{many}: {why}"))?;
            Ok(Code::UNSOLVABLE)
        }
        Err(Failure::NotFound(why)) => {
            fewer(session, args, &*instance, Status::GaveUp, &format!("{many}: {why}"))?;
            Ok(Code::OPEN)
        }
    }
}

/// Reports that there are no puzzles, or fewer than were wanted.
fn fewer(session: &mut Session, args: &New, material: &dyn Answers, status: Status, why: &str) -> io::Result<()> {
    session.clear_progress();
    if args.lesson {
        // It is no part of the lesson.
        session.remark(format_args!("{}: {why}", Title(material)));
        return Ok(());
    }
    if session.format() == Format::Json {
        return no_answer(session, material, status, why);
    }
    writeln!(session.out, "{}: {why}", Title(material))
}

/// A line without the words that ask for a random board, and the seed that it names.
fn material(line: &str) -> (String, Option<u64>) {
    if !families::all().draws(line) {
        return (line.to_owned(), None);
    }
    let is_random = |word: &&str| *word == "random" || word.starts_with("seed=");
    let seed = line.split_ascii_whitespace().find_map(|word| word.strip_prefix("seed=")?.parse().ok());
    let words: Vec<&str> = line.split_ascii_whitespace().filter(|word| !is_random(word)).collect();
    (words.join(" "), seed)
}

/// A chapter of a lesson; before the first one, how the lesson begins.
fn chapter(session: &mut Session, args: &New, seed: u64, line: &str, number: usize) -> io::Result<()> {
    if number == 1 {
        let words = args.words.join(" ");
        writeln!(session.out, "saltus lesson 1\ntitle: {words}\n// {} puzzles, seed {seed}", args.count)?;
    }
    writeln!(session.out, "\nchapter: {number}\npuzzle: {line}\ntext: {{left}} moves are enough.\nask: shortest")?;
    session.out.flush()
}

fn write(session: &mut Session, material: &str, made: &Made, number: usize) -> io::Result<()> {
    let instance = &*made.instance;
    if session.format() == Format::Json {
        session.answer(instance, Status::Answered, &record::Explain { facts: &made.facts })?;
    } else {
        let between = if number > 1 { "\n" } else { "" };
        let board = drawn(&instance.picture(), session.colour);
        writeln!(session.out, "{between}{}\n\n{board}\n", short(instance, material))?;
        write_facts(&mut session.out, &made.facts)?;
    }
    session.out.flush()
}

/// The line of a puzzle: with the name of its definition where that says the same in fewer letters.
pub fn short(instance: &dyn Answers, material: &str) -> String {
    let (line, play) = (instance.to_string(), instance.play(&mut std::iter::empty()));
    let Ok(play) = play else { return line };
    let labels: Vec<&str> = play.film.start.spots().map(|spot: &Spot| &*spot.label).collect();
    let between = if labels.iter().all(|label| label.len() == 1) { "" } else { "," };
    let name = material.split(" with ").next().unwrap_or_default();
    let named = format!("{name} with start={}", labels.join(between));
    let is_same = families::parse(&named).is_ok_and(|other| other.to_string() == line);
    if is_same && named.len() < line.len() { named } else { line }
}
