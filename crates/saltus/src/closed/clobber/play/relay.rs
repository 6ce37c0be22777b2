//! Pieces printed by several threads and written by one, in order.

use std::collections::BTreeMap;
use std::io;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::stretches::Piece;
use super::text::{Clip, Printer, Sheet};

/// The most sheets that wait for their turn, and the most that wait to be taken.
const WAITING: usize = 8;

/// What the threads share.
struct Shared<I> {
    /// The pieces to come, each with its number from 0.
    pieces: Mutex<I>,
    /// Sheets to be used again.
    blanks: Mutex<Vec<Sheet>>,
}

/// Whoever held it before; a panic there ends the others too, once they have come to their ends.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<I: Iterator<Item = (usize, (Piece, Clip))>> Shared<I> {
    /// Prints the next piece.
    fn print_next(&self, printer: &mut Printer) -> Option<(usize, Sheet)> {
        let (number, (piece, clip)) = lock(&self.pieces).next()?;
        let mut sheet = lock(&self.blanks).pop().unwrap_or_default();
        printer.print(&piece, clip, &mut sheet);
        Some((number, sheet))
    }

    /// Prints pieces for somebody else to write, until there are none or nobody wants them.
    fn help(&self, mut printer: Printer, sheets: &SyncSender<(usize, Sheet)>) {
        while let Some(sheet) = self.print_next(&mut printer) {
            if sheets.send(sheet).is_err() {
                return;
            }
        }
    }
}

/// Writes pieces in order, printed by so many threads, of which this is one. What is written does not depend on how many.
///
/// # Errors
/// When `out` fails.
pub(super) fn write(
    pieces: impl Iterator<Item = (Piece, Clip)> + Send,
    threads: usize,
    printer: impl Fn() -> Printer,
    mut write: impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<()> {
    let shared = Shared { pieces: Mutex::new(pieces.enumerate()), blanks: Mutex::default() };
    std::thread::scope(|scope| {
        let (sender, sheets) = sync_channel(WAITING);
        for _ in 1..threads {
            let (shared, sender, printer) = (&shared, sender.clone(), printer());
            scope.spawn(move || shared.help(printer, &sender));
        }
        drop(sender);
        let (mut printer, mut next, mut waiting, mut over) = (printer(), 0, BTreeMap::new(), false);
        loop {
            while let Some(sheet) = waiting.remove(&next) {
                write(Sheet::text(&sheet))?;
                lock(&shared.blanks).push(sheet);
                next += 1;
            }
            let mut sheet = sheets.try_recv().ok();
            if sheet.is_none() && !over && waiting.len() < WAITING {
                // Better print than wait, but not too far ahead.
                sheet = shared.print_next(&mut printer);
                over = sheet.is_none();
            }
            let Some((number, sheet)) = sheet.or_else(|| sheets.recv().ok()) else { return Ok(()) };
            waiting.insert(number, sheet);
        }
    })
}

#[cfg(test)]
mod tests {
    use super::super::stretches::Arm;
    use super::*;
    use crate::plan::Style;

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
            assert_eq!(alone.iter().filter(|&&byte| byte == b'\n').count(), (0..count).map(|cell| 1 + cell % 7).sum());
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
