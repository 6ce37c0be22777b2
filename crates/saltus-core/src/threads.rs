//! The one place where threads are made for a computation.
//!
//! What several threads do together is compiled once for all callers: the work comes as a reference to a function, and results go
//! where the caller says. With one thread nothing is made, and the work is done where it is asked for. The threads end before the call
//! does. A panic in any of them is a panic of the call.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::clock;

/// Whether there are threads: in a browser a module has none but its own, and what makes them is not compiled.
pub const HAS_THREADS: bool = cfg!(not(target_family = "wasm"));

/// Locks what no panic leaves half done: a panic elsewhere is no reason to stop here.
pub fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs `lead` on this thread and `help` on one other thread per helper, all at the same time. Helpers are given their numbers,
/// from 1.
///
/// ```
/// use std::sync::mpsc::channel;
/// use saltus_core::threads;
///
/// let (sender, receiver) = channel();
/// let mut sum = 0;
/// threads::with_helpers(3, &|number| sender.send(number).unwrap(), &mut || sum = receiver.iter().take(3).sum());
/// assert_eq!(sum, 1 + 2 + 3);
/// ```
pub fn with_helpers(helpers: usize, help: &(dyn Fn(usize) + Sync), lead: &mut dyn FnMut()) {
    if helpers == 0 || !HAS_THREADS {
        return lead();
    }
    // The time spent by this thread includes that of the helpers.
    let spent = Mutex::new(Duration::ZERO);
    thread::scope(|scope| {
        for number in 1..=helpers {
            let spent = &spent;
            scope.spawn(move || {
                help(number);
                *locked(spent) += clock::processor().unwrap_or_default();
            });
        }
        lead();
    });
    clock::helped(spent.into_inner().unwrap_or_else(PoisonError::into_inner));
}

/// Does the work on `threads` threads, at least one, including this one. Each is given its number; this thread has number 0.
///
/// ```
/// use std::sync::atomic::{AtomicUsize, Ordering};
/// use saltus_core::threads;
///
/// // The threads share what there is to do by a counter.
/// let (next, sum) = (AtomicUsize::new(0), AtomicUsize::new(0));
/// threads::run(4, &|_| {
///     while let item @ 0..100 = next.fetch_add(1, Ordering::Relaxed) {
///         sum.fetch_add(item, Ordering::Relaxed);
///     }
/// });
/// assert_eq!(sum.into_inner(), 4950);
/// ```
pub fn run(threads: usize, work: &(dyn Fn(usize) + Sync)) {
    with_helpers(threads.saturating_sub(1), work, &mut || work(0));
}

/// The same, with what the work gives on each thread, in the order of their numbers.
///
/// ```
/// use saltus_core::threads;
///
/// assert_eq!(threads::gather(3, |number| number * number), [0, 1, 4]);
/// assert_eq!(threads::gather(0, |number| number), [0]);
/// ```
pub fn gather<T: Send>(threads: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    if !HAS_THREADS {
        return vec![work(0)];
    }
    let slots: Vec<Mutex<Option<T>>> = (0..threads.max(1)).map(|_| Mutex::new(None)).collect();
    run(threads, &|number| {
        let result = work(number);
        *locked(&slots[number]) = Some(result);
    });
    let result = |slot: Mutex<Option<T>>| slot.into_inner().unwrap_or_else(PoisonError::into_inner);
    slots.into_iter().map(|slot| result(slot).expect("every thread has done its work")).collect()
}

/// Does work that may fail on `threads` threads: the error of the thread with the lowest number, if there is one.
///
/// # Errors
/// When the work fails on a thread.
///
/// ```
/// use saltus_core::threads;
///
/// assert_eq!(threads::try_run(4, &|number| if number < 2 { Ok(()) } else { Err(number) }), Err(2));
/// assert_eq!(threads::try_run::<()>(4, &|_| Ok(())), Ok(()));
/// ```
pub fn try_run<E: Send>(threads: usize, work: &(dyn Fn(usize) -> Result<(), E> + Sync)) -> Result<(), E> {
    gather(threads, work).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread::ThreadId;

    #[test]
    fn the_calling_thread_works_too_and_is_alone_with_one_thread() {
        for threads in 0..5 {
            let ids: Vec<ThreadId> = gather(threads, |_| thread::current().id());
            assert_eq!(ids.len(), threads.max(1));
            assert_eq!(ids[0], thread::current().id());
            assert!((1..ids.len()).all(|number| !ids[..number].contains(&ids[number])));
        }
    }

    #[test]
    fn a_panic_of_a_thread_is_one_of_the_call() {
        for at in 0..3 {
            let call = || run(3, &|number| assert_ne!(number, at, "as the test wants it"));
            assert!(std::panic::catch_unwind(call).is_err(), "{at}");
        }
    }

    /// Which error comes first does not depend on which thread is faster.
    #[test]
    fn the_error_of_the_first_thread_counts() {
        for _ in 0..50 {
            let result = try_run(4, &|number| {
                if number == 1 {
                    thread::yield_now();
                }
                if number > 0 { Err(number) } else { Ok(()) }
            });
            assert_eq!(result, Err(1));
        }
    }
}
