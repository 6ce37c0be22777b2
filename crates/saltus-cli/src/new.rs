//! `saltus new`: puzzles of a material, random or hard, with how hard they are.

use std::io::{self, Write};

use saltus::answers::Answers;
use saltus::generate::{Failure, Made, Maker, Wanted, material};
use saltus::lesson;
use saltus::record::{self, Status};

use crate::args::{Format, New};
use crate::batch::{self, drawn_seed};
use crate::commands::{no_answer, stopped, write_facts};
use crate::exit::{Code, Done, Early};
use crate::solve::{Title, drawn, wrong};
use crate::{Session, families};

pub fn run(session: &mut Session, args: &New) -> Done {
    let line = batch::line_of(&args.words, session.longest_input(), &mut |_| ())?;
    let (line, own) = material(families::all(), &line);
    let given = session.common.seed.or(own);
    let seed = given.unwrap_or_else(drawn_seed);
    session.origin.seed = Some(seed);
    let instance = families::parse_any(&line).map_err(|bad| Early::bad(&line, bad))?;
    if given.is_none() {
        session.remark(format_args!("seed={seed}"));
    }
    let budget = session.budget.clone();
    if args.lesson && instance.pieces().is_some() {
        let why = "--lesson asks for a shortest play, and here the pieces left count";
        return Err(Early::unfit(&*instance, why));
    }
    let wanted = Wanted {
        length: args.length.clone(),
        luck: args.luck.clone(),
        unique_first: args.unique_first,
        no_losing: args.no_losing,
        hardest: args.hardest,
        minimal: args.minimal,
        hamiltonian: args.hamiltonian,
        count: args.count.get(),
        facts: !args.lesson,
    };
    let maker = Maker::new(families::all(), (&line, &*instance), &wanted, &budget.limits(), seed);
    let mut made = 0;
    let failed = maker.and_then(|maker| {
        maker.make(&mut |puzzle| {
            made += 1;
            session.clear_progress();
            if args.lesson {
                let title = lesson::title(&*instance, &line);
                chapter(session, args, (&title, seed), &puzzle.short(families::all(), &line), made)
            } else {
                write(session, &line, &puzzle, made)
            }
        })
    });
    let many = if made == 0 { "no puzzle".to_owned() } else { format!("only {made} of {}", args.count) };
    match failed {
        Ok(()) => Ok(Code::OK),
        Err(Failure::Output(error)) => Err(error.into()),
        Err(Failure::Refuted(refuted)) => Err(wrong(&*instance, &refuted)),
        Err(Failure::Unfit(why)) => Err(Early::unfit(&*instance, why)),
        Err(Failure::Stop(stop)) => stopped(session, &*instance, stop),
        Err(Failure::None(why)) => {
            fewer(session, args, &*instance, (Status::Unsolvable, Code::UNSOLVABLE), &format!("{many}: {why}"))
        }
        Err(Failure::NotFound(why)) => {
            fewer(session, args, &*instance, (Status::GaveUp, Code::OPEN), &format!("{many}: {why}"))
        }
    }
}

/// Reports that there are no puzzles, or fewer than were wanted.
fn fewer(session: &mut Session, args: &New, material: &dyn Answers, came_to: (Status, Code), why: &str) -> Done {
    session.clear_progress();
    if args.lesson {
        // It is no part of the lesson.
        session.remark(format_args!("{}: {why}", Title(material)));
    } else if session.format() == Format::Json {
        return no_answer(session, material, came_to, why);
    } else {
        writeln!(session.out, "{}: {why}", Title(material))?;
    }
    Ok(came_to.1)
}

/// A chapter of a lesson; before the first one, how the lesson begins.
fn chapter(session: &mut Session, args: &New, (title, seed): (&str, u64), line: &str, number: usize) -> io::Result<()> {
    if number == 1 {
        write!(session.out, "{}", lesson::begin(title, args.count.get(), seed))?;
    }
    write!(session.out, "{}", lesson::chapter(number, line))?;
    session.out.flush()
}

fn write(session: &mut Session, material: &str, made: &Made, number: usize) -> io::Result<()> {
    let instance = &*made.instance;
    if session.format() == Format::Json {
        session.answer(instance, Status::Answered, &record::Explain { facts: &made.facts })?;
    } else {
        let between = if number > 1 { "\n" } else { "" };
        let board = drawn(&instance.picture(), session.colour);
        writeln!(session.out, "{between}{}\n\n{board}\n", made.short(families::all(), material))?;
        write_facts(&mut session.out, &made.facts)?;
    }
    session.out.flush()
}
