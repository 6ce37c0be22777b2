//! The program on a terminal of its own: keys go in, and what a person would see can be read.

use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZero;
use std::os::fd::OwnedFd;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{self, LocalModes, Winsize};

use crate::support::{PATIENCE, Run, SALTUS, finish};

/// Rows or columns.
fn some(number: u16) -> NonZero<u16> {
    NonZero::new(number).expect("a terminal has rows and columns")
}

/// A program on a pseudo-terminal.
pub struct Terminal {
    child: Option<Child>,
    keyboard: File,
    line: OwnedFd,
    screen: Arc<Mutex<vt100::Parser>>,
    begun: termios::Termios,
}

impl Terminal {
    /// Starts the program with these words on a terminal of this size in rows and columns.
    pub fn start(words: &[&str], (rows, columns): (u16, u16)) -> Self {
        let keyboard = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&keyboard).expect("ours");
        unlockpt(&keyboard).expect("ours");
        let name = ptsname(&keyboard, Vec::new()).expect("a name");
        let line = rustix::fs::open(&name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).expect("the other end");
        let begun = termios::tcgetattr(&line).expect("a terminal");
        let ends = || Stdio::from(line.try_clone().expect("a copy"));
        // The terminal is the program's own, as in a shell, so that its keys send signals.
        let mut command = Command::new("setsid");
        command.arg("--ctty").arg(SALTUS).args(words).stdin(ends()).stdout(ends()).stderr(ends());
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "SALTUS_CACHE_DIR", "XDG_CACHE_HOME", "HOME"]
        {
            command.env_remove(name);
        }
        let screen = Arc::new(Mutex::new(vt100::Parser::new(some(rows), some(columns), 0)));
        let keyboard = File::from(keyboard);
        let mut terminal = Terminal { child: None, keyboard, line, screen, begun };
        terminal.resize((rows, columns));
        terminal.child = Some(command.env("TERM", "xterm").spawn().expect("setsid"));
        terminal.watch();
        terminal
    }

    /// Shows what the program writes, as it comes.
    fn watch(&self) {
        let mut from = self.keyboard.try_clone().expect("a copy");
        let screen = Arc::clone(&self.screen);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = from.read(&mut bytes) {
                screen.lock().expect("no panic").process(&bytes[..count]);
            }
        });
    }

    /// Presses keys.
    pub fn keys(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("the terminal takes keys");
    }

    /// Gives the terminal another size.
    pub fn resize(&mut self, (rows, columns): (u16, u16)) {
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        termios::tcsetwinsize(&self.line, size).expect("a terminal");
        self.screen.lock().expect("no panic").screen_mut().set_size(some(rows), some(columns));
    }

    /// What is to be seen.
    pub fn text(&self) -> String {
        self.screen.lock().expect("no panic").screen().contents()
    }

    /// Asks something of the screen.
    fn screen<T>(&self, ask: impl FnOnce(&vt100::Screen) -> T) -> T {
        ask(self.screen.lock().expect("no panic").screen())
    }

    /// Waits until something is so.
    #[track_caller]
    pub fn wait(&self, what: &str, is_so: impl Fn(&Self) -> bool) {
        let begun = Instant::now();
        while !is_so(self) {
            assert!(begun.elapsed() < PATIENCE, "{what} does not come:\n{}", self.text());
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits until this is to be seen.
    #[track_caller]
    pub fn see(&self, text: &str) {
        self.wait(text, |terminal| terminal.text().contains(text));
    }

    /// Whether a game has the terminal: another screen, no cursor, keys one by one.
    pub fn is_held(&self) -> bool {
        let keys = termios::tcgetattr(&self.line).expect("a terminal").local_modes;
        let raw = !keys.intersects(LocalModes::ICANON | LocalModes::ECHO);
        raw && self.screen(|screen| screen.alternate_screen() && screen.hide_cursor())
    }

    /// Whether everything is as it was.
    pub fn is_restored(&self) -> bool {
        let now = termios::tcgetattr(&self.line).expect("a terminal");
        let (before, after) = (format!("{:?}", self.begun), format!("{now:?}"));
        before == after && self.screen(|screen| !screen.alternate_screen() && !screen.hide_cursor())
    }

    /// Whether anything is coloured.
    pub fn has_colour(&self) -> bool {
        self.screen(|screen| {
            let (rows, columns) = screen.size();
            let (rows, columns) = (rows.get(), columns.get());
            let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
            let mut cells = places.filter_map(|(row, column)| screen.cell(row, column));
            cells.any(|cell| cell.fgcolor() != vt100::Color::Default || cell.inverse() || cell.bold())
        })
    }

    /// The program's number.
    pub fn pid(&self) -> u32 {
        self.child.as_ref().expect("started").id()
    }

    /// Whether the program is stopped, to go on later.
    pub fn is_stopped(&self) -> bool {
        let status = std::fs::read_to_string(format!("/proc/{}/stat", self.pid())).unwrap_or_default();
        status.rsplit(") ").next().is_some_and(|rest| rest.starts_with('T'))
    }

    /// Waits for the end; the terminal must be as it was. Its exit code.
    #[track_caller]
    pub fn end(&mut self) -> i32 {
        let Run { code, .. } = finish(self.child.take().expect("started"));
        self.wait("the terminal as it was", Self::is_restored);
        code
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
