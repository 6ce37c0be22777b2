//! The threads of a search.

use saltus_core::limits::Stop;

/// Does the same work on so many threads, this one included: it shares out its parts itself. Alone
/// it runs right here.
///
/// # Errors
/// What one of the threads fails with.
///
/// # Panics
/// When a thread does.
pub(super) fn on_threads(threads: usize, work: &(dyn Fn() -> Result<(), Stop> + Sync)) -> Result<(), Stop> {
    if threads <= 1 {
        return work();
    }
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut done = work();
        for other in others {
            done = done.and(other.join().expect("no thread panics"));
        }
        done
    })
}
