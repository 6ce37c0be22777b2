//! The game line by line: moves or words in, boards out. For pipes, for terminals that cannot be
//! drawn on, and for players whose terminal is read aloud.

use std::io::{self, BufRead, IsTerminal, Write};

use saltus::draw::text;
use saltus::verdict::Outcome;

use super::app;
use super::game::Game;
use super::order::{self, Answer, Order};
use super::words;
use crate::Session;
use crate::args::Format;
use crate::budget::Budget;
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
pub fn run(session: &mut Session, game: &mut Game, effort: &Budget) -> Done {
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
            Ok(Err(Early::Fault(why, _))) if is_person => session.complain(why),
            Ok(Err(Early::Fault(why, code))) => return Err(Early::Fault(format!("line {number}: {why}"), code)),
            Ok(Err(early)) => return Err(early),
            Err(why) => return Err(Early::Fault(format!("line {number}: {why}"), Code::BAD_INPUT)),
        }
    }
    Ok(match (game.now.is_over, game.now.choices.is_empty()) {
        (true, _) => Code::OK,
        (false, true) => Code::UNSOLVABLE,
        (false, false) => Code::OPEN,
    })
}

/// Does what a line says; true when that is to end the game.
fn act(session: &mut Session, game: &mut Game, effort: &Budget, line: &str) -> Done<bool> {
    let bad = |why: String| Early::Fault(why, Code::BAD_INPUT);
    let line = if line.starts_with('#') { "" } else { line.trim() };
    if let Some(order) = order::of_word(line).map_err(bad)? {
        return obey(session, game, effort, order);
    }
    for text in order::moves(line) {
        game.make(text).map_err(bad)?;
        board(session, game)?;
    }
    Ok(false)
}

fn obey(session: &mut Session, game: &mut Game, effort: &Budget, order: Order) -> Done<bool> {
    let turned = match order {
        Order::Undo => game.undo(),
        Order::Redo => game.redo(),
        Order::Restart => game.restart(),
        Order::Next => game.next().map(|()| true),
        Order::Previous => game.previous().map(|()| true),
        Order::Quit => return Ok(true),
        _ => return Ok(tell(session, game, effort, order).map(|()| false)?),
    };
    let turned = turned.and_then(|turned| turned.then_some(()).ok_or_else(|| "there is no such move".into()));
    turned.map_err(|why| Early::Fault(why, Code::BAD_INPUT))?;
    board(session, game)?;
    Ok(false)
}

/// Prints what was asked for.
fn tell(session: &mut Session, game: &mut Game, effort: &Budget, order: Order) -> io::Result<()> {
    let instance = &*game.now.instance;
    let (said, facts) = match order {
        Order::Board => return board(session, game),
        Order::Help => (app::help(game), Vec::new()),
        order => match order.answer(instance, &effort.limits()) {
            Answer::Hint(verdict) => (words::hint(instance, &verdict), Vec::new()),
            Answer::Solvable(known) => (words::solvability(instance, game.moves() > 0, &known), Vec::new()),
            Answer::Facts(facts) => (game.now.line.clone(), facts),
            Answer::Solution(verdict) => {
                let said = words::found(instance, &verdict);
                if let Outcome::Solved { plan, .. } = verdict.outcome {
                    game.follow(plan);
                }
                (said, Vec::new())
            }
        },
    };
    if session.format() == Format::Text {
        writeln!(session.out, "{said}")?;
        write_facts(&mut session.out, &facts)?;
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
