//! The terminal while a game is on it: keys come one at a time, the game has a screen of its own,
//! and at the end, however the game ends, everything is restored.

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Once, OnceLock};
use std::thread;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::termios::{self, LocalModes, OptionalActions, SpecialCodeIndex, Termios};
use signal_hook::consts::{SIGCONT, SIGQUIT, SIGTSTP};

use super::keys::{self, Key};

/// What the terminal was set to before the game.
static ORIGINAL: OnceLock<Termios> = OnceLock::new();
/// Whether the game has the terminal.
static HELD: AtomicBool = AtomicBool::new(false);

/// The other screen, without a cursor.
const ENTER: &str = "\x1b[?1049h\x1b[?25l";
const LEAVE: &str = "\x1b[0m\x1b[?25h\x1b[?1049l";

/// Puts the terminal back if the game has it. Anybody may call it at any time, in any thread.
pub fn restore() {
    if !HELD.swap(false, Ordering::SeqCst) {
        return;
    }
    let stdin = io::stdin();
    // A program in the background would be stopped for it, and the shell has set the terminal as it
    // wants it.
    if let Some(original) = ORIGINAL.get().filter(|_| in_foreground()) {
        let _ = termios::tcsetattr(&stdin, OptionalActions::Now, original);
    }
    // A terminal that takes nothing any more must not keep the program from ending.
    let stdout = io::stdout();
    let mut ready = [PollFd::new(&stdout, PollFlags::OUT)];
    if poll(&mut ready, Some(&timespec(Duration::from_millis(200)))).is_ok_and(|count| count > 0) {
        let _ = rustix::io::write(&stdout, LEAVE.as_bytes());
    }
}

/// Whether this program is the one that the terminal listens to.
fn in_foreground() -> bool {
    termios::tcgetpgrp(io::stdin()).is_ok_and(|group| group == rustix::process::getpgrp())
}

fn timespec(duration: Duration) -> Timespec {
    Timespec { tv_sec: duration.as_secs() as i64, tv_nsec: duration.subsec_nanos().into() }
}

/// What a player or the system wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    Key(Key),
    /// The game has the terminal again, and nothing is on it.
    Back,
    /// No more keys will come.
    Gone,
    /// Nothing happened for a while.
    Idle,
}

/// The terminal, held by the game until this is dropped.
pub struct Terminal {
    out: File,
    bytes: Vec<u8>,
    /// Set when the program is asked to suspend itself.
    suspend: Arc<AtomicBool>,
    /// Set when it goes on.
    goes_on: Arc<AtomicBool>,
    /// Set when it is to end at once.
    quit: Arc<AtomicBool>,
}

impl Terminal {
    /// Between two looks at what the system wants.
    const TICK: Duration = Duration::from_millis(100);
    /// The bytes of a key come together, unless the line is slow.
    const WITHIN_A_KEY: Duration = Duration::from_millis(50);

    /// Takes the terminal.
    ///
    /// # Errors
    /// When standard input or output is none.
    pub fn open() -> io::Result<Self> {
        let flag = |signal| {
            let flag = Arc::new(AtomicBool::new(false));
            signal_hook::flag::register(signal, Arc::clone(&flag)).map(|_| flag)
        };
        let terminal = Terminal {
            // Not through a buffer: what stood there would be written after the game.
            out: File::from(io::stdout().as_fd().try_clone_to_owned()?),
            bytes: Vec::new(),
            suspend: flag(SIGTSTP)?,
            goes_on: flag(SIGCONT)?,
            quit: flag(SIGQUIT)?,
        };
        let original = termios::tcgetattr(io::stdin())?;
        restore_on_panic();
        let _ = ORIGINAL.set(original);
        terminal.take()?;
        Ok(terminal)
    }

    fn take(&self) -> io::Result<()> {
        let Some(original) = ORIGINAL.get() else { return Ok(()) };
        let mut raw = original.clone();
        raw.make_raw();
        // Ctrl-C and Ctrl-Z send signals as everywhere.
        raw.local_modes |= LocalModes::ISIG;
        raw.special_codes[SpecialCodeIndex::VMIN] = 1;
        raw.special_codes[SpecialCodeIndex::VTIME] = 0;
        // The flag is set first: if the program is ended in between, the change is undone.
        HELD.store(true, Ordering::SeqCst);
        termios::tcsetattr(io::stdin(), OptionalActions::Now, &raw)?;
        (&self.out).write_all(ENTER.as_bytes())
    }

    /// Shows something, while the game has the terminal.
    ///
    /// # Errors
    /// When writing fails.
    pub fn show(&mut self, bytes: &str) -> io::Result<()> {
        if bytes.is_empty() || !HELD.load(Ordering::SeqCst) { Ok(()) } else { self.out.write_all(bytes.as_bytes()) }
    }

    /// Whether the program was asked to end by a signal that no other part of it handles.
    pub fn told_to_quit(&self) -> bool {
        self.quit.load(Ordering::Relaxed)
    }

    /// What happens next, or that nothing did.
    ///
    /// # Errors
    /// When the terminal cannot be asked, or not be taken again.
    pub fn event(&mut self) -> io::Result<Event> {
        if self.suspend.swap(false, Ordering::Relaxed) {
            restore();
            signal_hook::low_level::emulate_default_handler(SIGTSTP)?;
            self.goes_on.store(true, Ordering::Relaxed);
        }
        if self.goes_on.load(Ordering::Relaxed) {
            if in_foreground() {
                self.goes_on.store(false, Ordering::Relaxed);
                self.take()?;
                return Ok(Event::Back);
            }
            thread::sleep(Self::TICK);
            return Ok(Event::Idle);
        }
        self.key()
    }

    fn key(&mut self) -> io::Result<Event> {
        let patience = if self.bytes.is_empty() { Self::TICK } else { Self::WITHIN_A_KEY };
        let mut is_all = false;
        if keys::decode(&self.bytes, false).is_none() {
            match read(&mut self.bytes, patience)? {
                Some(0) => return Ok(Event::Gone),
                Some(_) => {}
                None => is_all = !self.bytes.is_empty(),
            }
        }
        let Some((key, length)) = keys::decode(&self.bytes, is_all) else { return Ok(Event::Idle) };
        self.bytes.drain(..length);
        Ok(Event::Key(key))
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        restore();
    }
}

/// Reads what there is; none when nothing comes for so long.
fn read(bytes: &mut Vec<u8>, patience: Duration) -> io::Result<Option<usize>> {
    let stdin = io::stdin();
    let mut ready = [PollFd::new(&stdin, PollFlags::IN)];
    match poll(&mut ready, Some(&timespec(patience))) {
        Ok(0) | Err(rustix::io::Errno::INTR) => return Ok(None),
        other => other?,
    };
    let mut part = [0; 1024];
    match rustix::io::read(&stdin, &mut part) {
        Ok(count) => {
            bytes.extend_from_slice(&part[..count]);
            Ok(Some(count))
        }
        // The terminal is no more.
        Err(rustix::io::Errno::IO) => Ok(Some(0)),
        Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// The message of a panic, in whichever thread, is for the screen that stays.
fn restore_on_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            restore();
            before(info);
        }));
    });
}
