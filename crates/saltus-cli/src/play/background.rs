//! Questions that take time are answered in the background, so that keys never wait.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use std::{io, panic};

use crate::families;
use saltus::answers::Answers;
use saltus::clock::Instant;
use saltus::limits::Limits;

use crate::budget::Budget;
use crate::observer::Observer;

/// A question that is answered in the background. Dropping it cancels the question.
pub struct Task<T> {
    cancel: Arc<AtomicBool>,
    thread: Option<JoinHandle<T>>,
    begun: Instant,
}

/// What each answer may cost where so much may be spent in all. Progress and remarks cannot be read while a game is on the screen.
pub fn effort(budget: &Budget) -> Budget {
    let silent = Arc::new(Observer::new(true, None));
    Budget { deadline: None, progress: None, observer: silent, ..budget.clone() }
}

/// So little that the player does not notice the time.
pub fn small(effort: &Budget) -> Budget {
    const TIME: Duration = Duration::from_secs(1);
    const MEMORY: u64 = 256 << 20;
    let (each, memory) = (Some(TIME), effort.memory.min(MEMORY));
    Budget { each, memory, threads: 1, cache: None, ..effort.clone() }
}

impl<T: Send + 'static> Task<T> {
    /// Begins to think about the position of a line.
    ///
    /// # Errors
    /// When no thread can be started, or the line is none.
    pub fn about(
        line: &str,
        effort: Budget,
        ask: impl FnOnce(&dyn Answers, &Limits<'_>) -> T + Send + 'static,
    ) -> io::Result<Self> {
        let instance = families::parse(line).map_err(|bad| io::Error::other(bad.to_string()))?;
        let cancel = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&cancel);
        let think = move || ask(&*instance, &Limits { cancel: Some(&*flag), ..effort.limits() });
        let thread = Some(thread::Builder::new().name("task".into()).spawn(think)?);
        Ok(Task { cancel, thread, begun: Instant::now() })
    }

    /// How long it has taken so far.
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// The answer, once it is there; then nothing more comes.
    ///
    /// # Panics
    /// When the task panicked: with the same message.
    pub fn answer(&mut self) -> Option<T> {
        let thread = self.thread.take_if(|thread| thread.is_finished())?;
        Some(thread.join().unwrap_or_else(|bug| panic::resume_unwind(bug)))
    }
}

impl<T> Drop for Task<T> {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_drops_a_thought_stops_it() {
        let (sender, receiver) = std::sync::mpsc::channel();
        let budget = super::super::tests::budget();
        let task = Task::about("shift 1 1", small(&effort(&budget)), move |_, limits| {
            while limits.spend(0, 0).is_ok() {
                thread::yield_now();
            }
            sender.send(limits.spend(0, 0)).expect("somebody listens");
        });
        drop(task);
        assert_eq!(receiver.recv().expect("it ends"), Err(saltus::limits::Stop::Cancelled));
    }

    #[test]
    fn answers_and_panics_come_back() {
        let budget = super::super::tests::budget();
        let about = |ask: fn(&dyn Answers, &Limits<'_>) -> String| {
            let mut task = Task::about("shift 1 1", small(&effort(&budget)), ask).expect("a thread");
            loop {
                if let Some(answer) = task.answer() {
                    assert!(task.answer().is_none());
                    return answer;
                }
                thread::yield_now();
            }
        };
        assert_eq!(about(|instance, _| instance.to_string()), "shift 1 1");
        let bug = panic::catch_unwind(panic::AssertUnwindSafe(|| about(|_, _| panic!("a bug"))));
        assert_eq!(bug.expect_err("a panic").downcast_ref(), Some(&"a bug"));
    }
}
