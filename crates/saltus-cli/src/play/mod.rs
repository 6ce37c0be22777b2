//! `saltus play`: a game on the terminal, with keys, or line by line.
//!
//! `game` is the game without a terminal, `compass` and `layout` know where cells are; on the screen of a terminal (`desk`), `app` passes
//! keys and background answers to the game and the game to `screen`; `terminal` takes the terminal
//! over and restores it, on Unix; elsewhere games are played line by line. None of them depends on a family.
#![cfg_attr(not(unix), allow(dead_code))]

mod app;
mod background;
mod canvas;
mod compass;
#[cfg(unix)]
mod desk;
mod game;
mod keys;
mod layout;
mod order;
mod screen;
mod script;
#[cfg(unix)]
mod terminal;
mod words;

use std::io::{self, Write};

use saltus::limits::Stop;
use saltus::notation::BadInput;

use crate::args::{Format, Play};
use crate::budget::Budget;
use crate::commands::stopped;
use crate::exit::{Code, Done, Early};
use crate::{Session, batch};
use game::Game;
use saltus::record::{self, Origin, Puzzle, Status};

/// Boards with more cells are not for playing by hand.
const MOST_CELLS: usize = 100_000;

pub fn run(session: &mut Session, args: &Play) -> Done {
    let instance = &*batch::instance_of(session, &args.words)?;
    let mut game = match Game::new(instance) {
        Ok(game) if game.outline.places.len() <= MOST_CELLS => game,
        Ok(_) => return stopped(session, instance, Stop::Cells { most: MOST_CELLS as u64 }),
        Err(why) => return Err(Early::Fault(why, Code::MEMORY)),
    };
    for (number, text) in order::moves(args.moves.as_deref().unwrap_or_default()).enumerate() {
        if let Err(why) = game.make(text) {
            let why = BadInput::line(format!("--moves: move {}: {why}", number + 1));
            return Err(Early::bad(&game.start, why));
        }
    }
    let effort = Budget { each: session.common.timeout, ..background::effort(&session.budget) };
    #[cfg(unix)]
    if !args.plain && desk::can_draw() {
        return desk::play(session, game, effort);
    }
    let code = script::run(session, &mut game, &effort);
    let code = session.settle(code)?;
    farewell(session, &game)?;
    Ok(code)
}

/// Puts the terminal back if a game has it. Anybody may call it at any time, in any thread.
pub fn restore_terminal() {
    #[cfg(unix)]
    terminal::restore();
}

/// How to go on later.
fn farewell(session: &mut Session, game: &Game) -> io::Result<()> {
    let format = session.format();
    let out = &mut session.out;
    match format {
        Format::Text => writeln!(out, "{}\n{}", game.now.line, words::resume(game))?,
        Format::Moves => game.texts().try_for_each(|text| writeln!(out, "{text}"))?,
        Format::Json | Format::Csv => {
            let played = record::Play {
                over: game.now.is_over,
                value: game.now.left.map(Into::into),
                position: &game.now.line,
                moves: game.texts().collect(),
            };
            let origin = Origin::default();
            record::write(out, "play", &Puzzle::new(&game.start, &origin), Status::Answered, &played)?;
        }
    }
    session.out.flush()
}

#[cfg(test)]
mod tests;
