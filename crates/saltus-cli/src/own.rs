//! Commands that a family has: described to the parser as the family describes them, and answered by it.

use std::io::Write;

use clap::{Arg, ArgAction, ArgMatches, Error, FromArgMatches, Subcommand, value_parser};
use saltus::answers::Answers;
use saltus::own::{Command, Flag, Request, Unanswered};
use saltus::record::Status;

use crate::args::Format;
use crate::exit::{Code, Done, Early};
use crate::solve::passed;
use crate::{Session, batch, commands, families};

/// A command of a family, with its words and flags.
pub struct Own {
    pub command: &'static Command,
    words: Vec<String>,
    flags: Vec<(&'static str, usize)>,
}

/// The commands of all families.
pub fn all() -> impl Iterator<Item = &'static Command> {
    families::all().families().iter().flat_map(|family| family.commands)
}

impl Subcommand for Own {
    fn augment_subcommands(program: clap::Command) -> clap::Command {
        all().fold(program, |program, command| program.subcommand(described(command)))
    }

    fn augment_subcommands_for_update(program: clap::Command) -> clap::Command {
        Self::augment_subcommands(program)
    }

    fn has_subcommand(name: &str) -> bool {
        all().any(|command| command.name == name)
    }
}

impl FromArgMatches for Own {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let asked = matches.subcommand().and_then(|(name, of)| Some((all().find(|one| one.name == name)?, of)));
        let (command, of) = asked.ok_or_else(|| Error::new(clap::error::ErrorKind::InvalidSubcommand))?;
        let number = |flag: &Flag| match flag.number {
            None => of.get_flag(flag.name).then_some(0),
            Some(_) => of.get_one(flag.name).copied(),
        };
        let flags = command.flags.iter().filter_map(|flag| Some((flag.name, number(flag)?))).collect();
        Ok(Own { command, words: of.get_many("words").unwrap_or_default().cloned().collect(), flags })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

fn described(command: &'static Command) -> clap::Command {
    let ([says, more], [called, what]) = (command.says, command.words);
    let alone = command.flags.iter().filter(|flag| flag.is_alone).map(|flag| flag.name);
    let words = Arg::new("words").value_name(called).help(what).num_args(1..).action(ArgAction::Append);
    let flags = command.flags.iter().map(|flag| {
        let arg = Arg::new(flag.name).long(flag.name).help(flag.says);
        let arg = match flag.number {
            None => arg.action(ArgAction::SetTrue),
            Some(called) => arg.value_name(called).value_parser(value_parser!(usize)),
        };
        let others = command.flags.iter().map(|other| other.name).filter(|other| *other != flag.name);
        if flag.is_alone { arg.conflicts_with_all(others.chain(["words"])) } else { arg }
    });
    clap::Command::new(command.name)
        .about(says)
        .long_about(format!("{says}\n\n{more}"))
        .arg(words.required_unless_present_any(alone))
        .args(flags)
}

pub fn run(session: &mut Session, own: &Own) -> Done {
    let words = batch::line_of(&own.words, session.longest_input(), &mut |_| ())?;
    let (mut worst, budget) = (Code::OK, session.budget.clone());
    let solve = |instance: &dyn Answers| passed(instance, &budget.limits());
    let asked = Request { words: &words, flags: &own.flags, solve: &solve };
    let done = (own.command.answer)(&asked, &mut |status, told| {
        worst = worst.max(if status == Status::Unsolvable { Code::UNSOLVABLE } else { Code::OK });
        if session.format() == Format::Json {
            return session.record(status, told.record);
        }
        writeln!(session.out, "{}", told.line)?;
        commands::write_facts(&mut session.out, told.facts)
    });
    match done {
        Ok(()) => Ok(worst),
        Err(Unanswered::Bad(line, bad)) => Err(Early::bad(&line, bad)),
        Err(Unanswered::Stop(puzzle, stop)) => commands::stopped(session, &*puzzle, stop),
        Err(Unanswered::Output(error)) => Err(error.into()),
    }
}
