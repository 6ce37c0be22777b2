//! The game line by line: moves or words in, boards out. For pipes, for terminals that cannot be
//! drawn on, and for players whose terminal is read aloud.

use std::io::{self, BufRead, IsTerminal, Write};

use crate::solve;
use saltus::draw::text;
use saltus::limits::Limits;
use saltus::verdict::Outcome;

use super::app;
use super::background::TaskLimits;
use super::game::Game;
use super::order::{self, Order};
use super::words;
use crate::Session;
use crate::args::Format;
use crate::commands::write_facts;
use crate::exit::{Code, Done, Early};
use crate::input::{self, Line};
use crate::signals;

/// The longest line of a script, in bytes.
const LONGEST: u64 = 1 << 20;

/// Plays what standard input says.
///
/// # Errors
/// When writing fails.
pub fn run(session: &mut Session, game: &mut Game, effort: &TaskLimits) -> Done {
    let is_person = io::stdin().is_terminal();
    let mut reader = io::stdin().lock();
    let mut bytes = Vec::new();
    let mut number = 0u64;
    board(session, game)?;
    while !signals::asked_to_stop() {
        session.out.flush()?;
        number += 1;
        let line = match input::line(&mut reader as &mut dyn BufRead, LONGEST, &mut bytes) {
            Ok(Line::End) => break,
            Ok(Line::Whole) => std::str::from_utf8(&bytes).map_err(|_| "not valid UTF-8".to_owned()),
            Ok(Line::TooLong) => Err(format!("longer than {LONGEST} bytes")),
            Err(error) => return Err(Early::Fault(format!("line {number}: reading failed: {error}"), Code::IO)),
        };
        match line.map(|line| act(session, game, effort, line)) {
            Ok(Ok(true)) => break,
            Ok(Ok(false)) => {}
            Ok(Err(Trouble::Output(error))) => return Err(error.into()),
            Ok(Err(Trouble::Bad(why))) if is_person => session.complain(why),
            Ok(Err(Trouble::Bad(why))) | Err(why) => {
                return Err(Early::Fault(format!("line {number}: {why}"), Code::BAD_INPUT));
            }
        }
    }
    Ok(end(game))
}

/// Whether the goal is reached.
fn end(game: &Game) -> Code {
    match (game.now.is_over, game.now.choices.is_empty()) {
        (true, _) => Code::OK,
        (false, true) => Code::UNSOLVABLE,
        (false, false) => Code::OPEN,
    }
}

enum Trouble {
    Output(io::Error),
    Bad(String),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Trouble::Output(error)
    }
}

impl From<String> for Trouble {
    fn from(why: String) -> Self {
        Trouble::Bad(why)
    }
}

/// Does what a line says; true when that is to end the game.
fn act(session: &mut Session, game: &mut Game, effort: &TaskLimits, line: &str) -> Result<bool, Trouble> {
    let line = if line.starts_with('#') { "" } else { line.trim() };
    if let Some(order) = order::of_word(line)? {
        return obey(session, game, effort, order);
    }
    for text in order::moves(line) {
        game.make(text)?;
        board(session, game)?;
    }
    Ok(false)
}

fn obey(session: &mut Session, game: &mut Game, effort: &TaskLimits, order: Order) -> Result<bool, Trouble> {
    let turned = match order {
        Order::Undo => game.undo()?,
        Order::Redo => game.redo()?,
        Order::Restart => game.restart()?,
        Order::Next => game.next().map(|()| true)?,
        Order::Previous => game.previous().map(|()| true)?,
        Order::Quit => return Ok(true),
        _ => {
            tell(session, game, effort, order)?;
            return Ok(false);
        }
    };
    if !turned {
        return Err(Trouble::Bad("there is no such move".into()));
    }
    board(session, game)?;
    Ok(false)
}

/// Prints what was asked for.
fn tell(session: &mut Session, game: &mut Game, effort: &TaskLimits, order: Order) -> io::Result<()> {
    let instance = &*game.now.instance;
    let answer = |limits: &Limits<'_>| match order {
        Order::Solvable => {
            (words::solvability(instance, game.moves() > 0, &instance.solvability(limits)), None, Vec::new())
        }
        Order::Explain => (game.now.line.clone(), None, instance.explain(limits)),
        Order::Help => (app::help(game), None, Vec::new()),
        Order::Solve => {
            let verdict = solve::passed(instance, limits);
            (words::found(instance, &verdict), Some(verdict), Vec::new())
        }
        _ => (words::hint(instance, &solve::passed(instance, limits)), None, Vec::new()),
    };
    if order == Order::Board {
        return board(session, game);
    }
    let (said, verdict, facts) = effort.answer(signals::cancel(), answer);
    if session.format() == Format::Text {
        writeln!(session.out, "{said}")?;
        write_facts(&mut session.out, &facts)?;
    }
    if let Some(Outcome::Solved { plan, .. }) = verdict.map(|verdict| verdict.outcome) {
        game.follow(plan);
    }
    Ok(())
}

/// The board and what led to it, for people.
fn board(session: &mut Session, game: &Game) -> io::Result<()> {
    if session.format() != Format::Text {
        return Ok(());
    }
    let said = words::standing(game);
    match game.texts().last() {
        None => writeln!(session.out, "{said}")?,
        Some(last) => writeln!(session.out, "{last}: {said}")?,
    }
    writeln!(session.out, "{}", text::draw(&game.now.scene, session.colour))
}
