//! Pieces printed by several threads and written by one, in order.

use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, TryLockError};

use super::stretches::Piece;
use super::text::{Clip, Printer, Sheet};
use saltus_core::threads;

/// Pieces that a thread takes at a time.
const BATCH: usize = 2;

/// No thread takes a piece that is this far, or further, from the next to be written. A sheet takes
/// half a megabyte.
const AHEAD: usize = 8 * BATCH;

/// A piece with its number, and which of its moves are written.
type Numbered = (usize, (Piece, Clip));

/// A piece on a sheet.
struct Printed {
    number: usize,
    sheet: Sheet,
    /// The thread that printed it.
    thread: usize,
}

/// What the threads share.
struct Shared<I> {
    /// The pieces to come.
    pieces: Mutex<I>,
    /// How many were taken.
    taken: AtomicUsize,
    /// How many were written; none when no more will be.
    written: Mutex<Option<usize>>,
    /// Notified when more were written.
    room: Condvar,
    /// For each thread its sheets, to be used again: what one core wrote it has at hand.
    blanks: Vec<Mutex<Vec<Sheet>>>,
}

/// Also after a panic of the thread that held it: that ends the others too, once they have come to
/// their ends.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<I: Iterator<Item = Numbered>> Shared<I> {
    /// Whether the next piece to be taken is not too far ahead.
    fn has_room(&self, written: usize) -> bool {
        self.taken.load(Ordering::Relaxed) < written + AHEAD
    }

    /// Takes the next pieces.
    fn take(&self) -> VecDeque<Numbered> {
        // Waking the thread would take longer than this is ever locked.
        let mut pieces = loop {
            match self.pieces.try_lock() {
                Ok(pieces) => break pieces,
                Err(TryLockError::Poisoned(pieces)) => break pieces.into_inner(),
                Err(TryLockError::WouldBlock) => std::thread::yield_now(),
            }
        };
        let batch: VecDeque<Numbered> = pieces.by_ref().take(BATCH).collect();
        self.taken.fetch_add(batch.len(), Ordering::Relaxed);
        batch
    }

    fn print(&self, thread: usize, printer: &mut Printer, (number, (piece, clip)): Numbered) -> Printed {
        let mut sheet = lock(&self.blanks[thread]).pop().unwrap_or_default();
        printer.print(&piece, clip, &mut sheet);
        Printed { number, sheet, thread }
    }

    /// Prints pieces for another thread to write, until there are none or no more are written.
    fn help(&self, thread: usize, mut printer: Printer, sheets: &Sender<Printed>) {
        loop {
            let far = |written: &mut Option<usize>| written.is_some_and(|written| !self.has_room(written));
            let written = self.room.wait_while(lock(&self.written), far).unwrap_or_else(PoisonError::into_inner);
            let goes_on = written.is_some();
            drop(written);
            let batch = if goes_on { self.take() } else { VecDeque::new() };
            if batch.is_empty() {
                return;
            }
            for piece in batch {
                // If no thread takes it any more, the next check of what was written ends this.
                let _ = sheets.send(self.print(thread, &mut printer, piece));
            }
        }
    }

    /// Reports how many were written, or that no more will be.
    fn tell(&self, written: Option<usize>) {
        *lock(&self.written) = written;
        self.room.notify_all();
    }
}

/// Writes pieces in order, printed by several threads, of which this is one. What is written does
/// not depend on their number.
///
/// # Errors
/// When `write` fails.
pub(super) fn write(
    pieces: impl Iterator<Item = (Piece, Clip)> + Send,
    threads: usize,
    printer: impl Fn() -> Printer + Sync,
    mut write: impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<()> {
    let shared = Shared {
        pieces: Mutex::new(pieces.enumerate()),
        taken: AtomicUsize::new(0),
        written: Mutex::new(Some(0)),
        room: Condvar::new(),
        blanks: (0..threads.max(1)).map(|_| Mutex::default()).collect(),
    };
    let (sender, sheets) = channel();
    let senders: Vec<_> = (1..threads).map(|_| Mutex::new(Some(sender.clone()))).collect();
    drop(sender);
    let help = |thread: usize| {
        let sender = lock(&senders[thread - 1]).take().expect("a sender for each thread");
        shared.help(thread, printer(), &sender);
    };
    let mut result = Ok(());
    threads::with_helpers(senders.len(), &help, &mut || {
        result = write_in_order(&shared, &sheets, printer(), &mut write);
        shared.tell(None);
    });
    result
}

/// Writes the sheets in order, those of other threads and its own.
fn write_in_order<I: Iterator<Item = Numbered>>(
    shared: &Shared<I>,
    sheets: &Receiver<Printed>,
    mut printer: Printer,
    write: &mut dyn FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<()> {
    // Few wait, since no thread is far ahead.
    let (mut next, mut waiting): (usize, Vec<Printed>) = (0, Vec::new());
    let mut batch = shared.take();
    loop {
        if let Some(place) = waiting.iter().position(|printed| printed.number == next) {
            let Printed { sheet, thread, .. } = waiting.swap_remove(place);
            write(sheet.text())?;
            lock(&shared.blanks[thread]).push(sheet);
            next += 1;
            shared.tell(Some(next));
            continue;
        }
        if batch.is_empty() && shared.has_room(next) {
            batch = shared.take();
        }
        // The next sheet comes from another thread or from this one; while it is not ready there,
        // this thread prints rather than waits.
        let comes_from_here = batch.front().is_some_and(|&(number, _)| number == next);
        let mut printed = if comes_from_here { None } else { sheets.try_recv().ok() };
        if printed.is_none() {
            printed = batch.pop_front().map(|piece| shared.print(0, &mut printer, piece));
        }
        match printed.or_else(|| sheets.recv().ok()) {
            Some(printed) => waiting.push(printed),
            None => return Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::stretches::Arm;
    use super::*;
    use saltus_core::plan::Style;

    fn arms(count: usize) -> impl Iterator<Item = (Piece, Clip)> + Send {
        let arm = |cell| Piece::Arm(Arm { cell, moves: 1 + cell % 7, leftwards: false });
        (0..count).map(move |cell| (arm(cell), Clip { skip: 0, take: usize::MAX }))
    }

    #[test]
    fn any_number_of_threads_writes_the_same() {
        for count in [0, 1, 2, 7, 300, 3000] {
            let written = |threads| {
                let mut text = Vec::new();
                let put = |part: &[u8]| {
                    text.extend_from_slice(part);
                    Ok(())
                };
                write(arms(count), threads, || Printer::new(9999, Style::LINES), put).map(|()| text).expect("memory")
            };
            let alone = written(1);
            assert!((2..5).all(|threads| written(threads) == alone), "{count}");
            assert_eq!(
                alone.iter().filter(|&&byte| byte == b'\n').count(),
                (0..count).map(|cell| 1 + cell % 7).sum::<usize>()
            );
        }
    }

    #[test]
    fn a_failure_ends_all() {
        for threads in 1..4 {
            let mut parts = 0;
            let fail = |_: &[u8]| {
                parts += 1;
                if parts == 5 { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
            };
            let error = write(arms(3000), threads, || Printer::new(9999, Style::LINES), fail).expect_err("it fails");
            assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        }
    }
}
