//! A game on the screen of a terminal.

use std::io::{self, IsTerminal as _, Write as _};

use super::app::App;
use super::canvas::Canvas;
use super::farewell;
use super::game::Game;
use super::keys::Key;
use super::terminal::{Event, Terminal};
use crate::budget::Budget;
use crate::exit::{Code, Done};
use crate::{Session, signals, system};

/// Whether there is a terminal that can be drawn on.
pub fn can_draw() -> bool {
    let draws = std::env::var_os("TERM").is_some_and(|kind| !kind.is_empty() && kind != "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && draws
}

/// Plays a game, and says how to go on later.
pub fn play(session: &mut Session, game: Game, effort: Budget) -> Done {
    let mut app = App::new(game, effort);
    let played = to_its_end(session, &mut app).and_then(|code| {
        farewell(session, &app.game)?;
        Ok(code)
    });
    // A terminal that is gone takes no farewell, and that is no fault.
    signals::code().map_or(played, Ok)
}

/// The game on the terminal, to its end.
fn to_its_end(session: &mut Session, app: &mut App) -> Done {
    session.out.flush()?;
    let mut terminal = Terminal::open()?;
    let mut shown: Option<Canvas> = None;
    let (mut size, mut is_new) = (system::terminal_size(), true);
    while !(app.is_over || signals::asked_to_stop()) {
        if terminal.told_to_quit() {
            return Ok(Code::QUIT);
        }
        is_new |= app.look_at_thoughts();
        is_new |= std::mem::replace(&mut size, system::terminal_size()) != size;
        if is_new {
            let canvas = app.screen(size);
            terminal.show(&canvas.bytes(shown.as_ref(), session.colour))?;
            shown = Some(canvas);
        }
        let event = terminal.event()?;
        is_new = event != Event::Idle;
        match event {
            Event::Key(Key::Redraw) | Event::Back => shown = None,
            Event::Key(key) => app.press(key),
            Event::Gone => break,
            Event::Idle => {}
        }
    }
    Ok(Code::OK)
}
