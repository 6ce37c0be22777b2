//! What several threads make and one writes, in order.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, TryLockError};

use saltus_core::threads;

/// Made of the item with a number, on a sheet; and the thread that the sheet goes back to.
type MadeItem<S> = (usize, S, usize);

/// The next item, with its number.
fn take<T>(items: &Mutex<impl Iterator<Item = T>>) -> Option<T> {
    // Waking the thread would take longer than this is ever locked.
    loop {
        match items.try_lock() {
            Ok(mut items) => return items.next(),
            Err(TryLockError::Poisoned(items)) => return items.into_inner().next(),
            Err(TryLockError::WouldBlock) => std::thread::yield_now(),
        }
    }
}

/// The sheet that came back last.
fn latest<S>(blank: &mut Vec<S>, returned: &Receiver<S>) -> Option<S> {
    blank.extend(returned.try_iter());
    blank.pop()
}

/// Makes something of each item, on several threads, of which this is one, and writes it in the order of the items. Each thread has so many
/// sheets, which it uses again, the latest first: what one core wrote it has at hand.
///
/// # Errors
/// When `write` fails.
pub(crate) fn write<T, S: Default + Send, E, M: FnMut(T, &mut S)>(
    items: impl Iterator<Item = T> + Send,
    threads: usize,
    sheets: usize,
    maker: impl Fn() -> M + Sync,
    mut write: impl FnMut(&S) -> Result<(), E>,
) -> Result<(), E> {
    // Elsewhere what follows serves one thread as well, and a second way is not worth compiling.
    if !threads::HAS_THREADS {
        let (mut items, mut make, mut sheet) = (items, maker(), S::default());
        return items.try_for_each(|item| {
            make(item, &mut sheet);
            write(&sheet)
        });
    }
    let items = Mutex::new(items.enumerate());
    let (sender, made) = channel();
    let (mut backs, mut helpers) = (Vec::new(), Vec::new());
    for _ in 0..threads.max(1) {
        let (back, returned) = channel();
        (0..sheets).for_each(|_| back.send(S::default()).expect("it is received below"));
        backs.push(back);
        helpers.push(Mutex::new(Some((returned, sender.clone()))));
    }
    drop(sender);
    let own = |thread: usize| helpers[thread].lock().ok().and_then(|mut own| own.take()).expect("once for each thread");
    // A helper ends when there are no items, or no sheets come back any more.
    let help = |thread: usize| {
        let ((returned, sender), mut make): ((Receiver<S>, Sender<MadeItem<S>>), M) = (own(thread), maker());
        let mut blank: Vec<S> = Vec::new();
        while let Some(mut sheet) = latest(&mut blank, &returned).or_else(|| returned.recv().ok())
            && let Some((number, item)) = take(&items)
        {
            make(item, &mut sheet);
            let _ = sender.send((number, sheet, thread));
        }
    };
    let (mut result, mut ends) = (Ok(()), Some((made, backs)));
    threads::with_helpers(helpers.len() - 1, &help, &mut || {
        let (made, backs) = ends.take().expect("the leader is called once");
        let ((returned, _), mut make, mut blank) = (own(0), maker(), Vec::new());
        let (mut next, mut waiting): (usize, Vec<MadeItem<S>>) = (0, Vec::new());
        loop {
            if let Some(place) = waiting.iter().position(|&(number, ..)| number == next) {
                let (_, sheet, thread) = waiting.swap_remove(place);
                result = write(&sheet);
                if result.is_err() {
                    return;
                }
                let _ = backs[thread].send(sheet);
                next += 1;
                continue;
            }
            // While the next one is not ready, this thread makes something rather than waits.
            let mut from_others = made.try_recv().ok();
            if from_others.is_none()
                && let Some(mut sheet) = latest(&mut blank, &returned)
                && let Some((number, item)) = take(&items)
            {
                make(item, &mut sheet);
                from_others = Some((number, sheet, 0));
            }
            match from_others.or_else(|| made.recv().ok()) {
                Some(one) => waiting.push(one),
                None => return,
            }
        }
    });
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(count: usize, threads: usize, fails_at: usize) -> Result<Vec<usize>, usize> {
        let mut all = Vec::new();
        let maker = || |item: usize, sheet: &mut Vec<usize>| *sheet = vec![item; item % 7];
        let put = |sheet: &Vec<usize>| {
            all.extend(sheet);
            if all.len() < fails_at { Ok(()) } else { Err(fails_at) }
        };
        write(0..count, threads, 3, maker, put).map(|()| all)
    }

    #[test]
    fn any_number_of_threads_writes_the_same() {
        for count in [0, 1, 2, 7, 300, 3000] {
            let expected: Vec<usize> = (0..count).flat_map(|item| vec![item; item % 7]).collect();
            assert!((0..5).all(|threads| written(count, threads, usize::MAX) == Ok(expected.clone())), "{count}");
        }
    }

    #[test]
    fn a_failure_ends_all() {
        (1..5).for_each(|threads| assert_eq!(written(3000, threads, 20), Err(20)));
    }
}
