//! `saltus play`: a game on the terminal, with keys, or line by line.
//!
//! `game` is the game without a terminal, `compass` and `layout` know where cells are; `app` passes
//! keys and background answers to the game and the game to `screen`; `terminal` takes the terminal
//! over and restores it. None of them depends on a family.

mod app;
mod background;
mod canvas;
mod compass;
mod game;
mod keys;
mod layout;
mod order;
mod screen;
mod script;
pub mod terminal;
mod words;

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use saltus::answers::Answers;
use saltus::limits::Stop;
use saltus::notation::BadInput;

use crate::args::{Format, Play};
use crate::commands::stopped;
use crate::exit::Code;
use crate::{Session, batch, signals};
use app::App;
use background::TaskLimits;
use canvas::Canvas;
use game::Game;
use saltus::record::{self, Origin, Puzzle, Status};
use terminal::{Event, Terminal};

/// Boards with more cells are not for playing by hand.
const MOST_CELLS: usize = 100_000;

pub fn run(session: &mut Session, args: &Play) -> io::Result<Code> {
    batch::single(session, &args.words, |session, instance| play(session, instance, args))
}

fn play(session: &mut Session, instance: &dyn Answers, args: &Play) -> io::Result<Code> {
    let mut game = match Game::new(instance) {
        Ok(game) if game.outline.places.len() <= MOST_CELLS => game,
        Ok(_) => return stopped(session, instance, Stop::Cells { most: MOST_CELLS as u64 }),
        Err(why) => return Ok(session.failed(Code::MEMORY, why)),
    };
    for (number, text) in order::moves(args.moves.as_deref().unwrap_or_default()).enumerate() {
        if let Err(why) = game.make(text) {
            let why = BadInput::line(format!("--moves: move {}: {why}", number + 1));
            return batch::refuse(session, &game.start, &why);
        }
    }
    let time = session.common.timeout.map(|limit| Duration::from_secs_f64(limit.0));
    let effort = TaskLimits::all(&session.budget, time);
    let can_draw = io::stdin().is_terminal() && io::stdout().is_terminal() && draws();
    if args.plain || !can_draw {
        let code = script::run(session, &mut game, &effort)?;
        farewell(session, &game)?;
        return Ok(code);
    }
    let small = TaskLimits::small(&session.budget);
    let mut app = App::new(game, effort, small);
    let played = at_desk(session, &mut app).and_then(|code| farewell(session, &app.game).map(|()| code));
    // A terminal that is gone takes no farewell, and that is no fault.
    match signals::code() {
        Some(code) => Ok(code),
        None => played,
    }
}

/// Whether the terminal can be drawn on.
fn draws() -> bool {
    std::env::var_os("TERM").is_some_and(|kind| !kind.is_empty() && kind != "dumb")
}

/// The game on the terminal, to its end.
fn at_desk(session: &mut Session, app: &mut App) -> io::Result<Code> {
    session.out.flush()?;
    let mut terminal = Terminal::open()?;
    let mut shown: Option<Canvas> = None;
    let (mut size, mut is_new) = (Terminal::size(), true);
    while !(app.is_over() || signals::asked_to_stop()) {
        if terminal.told_to_quit() {
            return Ok(Code::QUIT);
        }
        is_new |= app.look_at_thoughts();
        is_new |= std::mem::replace(&mut size, Terminal::size()) != size;
        if is_new {
            let canvas = app.screen(size);
            terminal.show(&canvas.bytes(shown.as_ref(), session.colour))?;
            shown = Some(canvas);
        }
        let event = terminal.event()?;
        is_new = event != Event::Idle;
        match event {
            Event::Key(keys::Key::Redraw) | Event::Back => shown = None,
            Event::Key(key) => app.press(key),
            Event::Gone => break,
            Event::Idle => {}
        }
    }
    Ok(Code::OK)
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
