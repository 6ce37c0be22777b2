//! Jobs that several threads take in order, and their results, handed out in the same order.
//!
//! The consumer of answers never waits for the producer of jobs: each has a thread of its own. What
//! is held at a time is bounded, in number and in bytes; the first job that is not answered can
//! always go on.

use std::collections::VecDeque;
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

/// Jobs of type `J` and answers of type `A` on their way, until a flag of somebody else stops them.
///
/// ```
/// use std::{sync::atomic::AtomicBool, thread, time::Duration};
/// use saltus_core::pending::{Most, NextAnswer, Pending, TakenJob};
///
/// static STOP: AtomicBool = AtomicBool::new(false);
/// let pending = Pending::new(Most { slots: 2, bytes: u64::MAX }, &STOP);
/// thread::scope(|scope| {
///     scope.spawn(|| {
///         (1..=3).for_each(|job| pending.push(job, 0));
///         pending.end();
///     });
///     scope.spawn(|| {
///         while let Some(TakenJob { number, job, .. }) = pending.take() {
///             pending.done(number, job * job, 0);
///         }
///     });
///     let mut answers = std::iter::from_fn(|| match pending.next(Duration::from_secs(60)) {
///         NextAnswer::Answer(answer) => Some(answer),
///         NextAnswer::NotYet(_) | NextAnswer::End => None,
///     });
///     assert!(answers.by_ref().eq([1, 4, 9]));
/// });
/// ```
pub struct Pending<J, A, S = &'static AtomicBool> {
    state: Mutex<State<J, A>>,
    /// Something was handed out.
    room: Condvar,
    /// There is a job that may be taken.
    work: Condvar,
    /// The first answer is there, or no more will come.
    ready: Condvar,
    most: Most,
    stop: S,
}

/// What may be held at a time.
#[derive(Clone, Copy, Debug)]
pub struct Most {
    /// Jobs and answers.
    pub slots: usize,
    /// Their bytes. One job alone may have more, and each thread may bring one more answer.
    pub bytes: u64,
}

struct State<J, A> {
    /// Each with its bytes.
    jobs: VecDeque<(Job<J, A>, u64)>,
    /// Answers handed out: the number of the first job.
    gone: u64,
    /// This many jobs, from the first on, have been taken.
    taken: usize,
    /// Jobs without an answer.
    open: usize,
    bytes: u64,
    ended: bool,
}

enum Job<J, A> {
    Waiting(J),
    Taken,
    Done(A),
}

/// A job to be done.
pub struct TakenJob<J> {
    /// Its place in the order, from 0.
    pub number: u64,
    /// What is to be done.
    pub job: J,
    /// Jobs without an answer, this one included, where no more will come.
    pub left: Option<usize>,
}

/// What the first in the order has come to.
#[derive(Debug, PartialEq, Eq)]
pub enum NextAnswer<A> {
    /// Its answer.
    Answer(A),
    /// There is none so far. How many jobs there are in all, where no more will come.
    NotYet(Option<u64>),
    /// There will be none.
    End,
}

impl<J, A, S: Deref<Target = AtomicBool>> Pending<J, A, S> {
    /// No jobs so far. Once `stop` is set no job is taken any more.
    pub fn new(most: Most, stop: S) -> Self {
        let state = State { jobs: VecDeque::new(), gone: 0, taken: 0, open: 0, bytes: 0, ended: false };
        let (room, work, ready) = Default::default();
        Pending { state: Mutex::new(state), room, work, ready, most, stop }
    }

    fn lock(&self) -> MutexGuard<'_, State<J, A>> {
        self.state.lock().expect("nothing panics under the lock")
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Wakes all that wait after `stop` was set.
    pub fn wake(&self) {
        let _state = self.lock();
        self.room.notify_all();
        self.work.notify_all();
        self.ready.notify_all();
    }

    /// Adds a job of `bytes` bytes when there is room for it, or nothing is to be done any more.
    pub fn push(&self, job: J, bytes: u64) {
        let is_full = |state: &mut State<J, A>| {
            let is_heavy = state.bytes.saturating_add(bytes) > self.most.bytes;
            let is_full = state.jobs.len() >= self.most.slots || is_heavy && !state.jobs.is_empty();
            is_full && !self.is_stopped()
        };
        let mut state = self.room.wait_while(self.lock(), is_full).expect("nothing panics under the lock");
        state.jobs.push_back((Job::Waiting(job), bytes));
        state.open += 1;
        state.bytes += bytes;
        self.work.notify_one();
    }

    /// Notes that no more jobs will come.
    pub fn end(&self) {
        self.lock().ended = true;
        self.work.notify_all();
        self.ready.notify_one();
    }

    /// The next job to be done; none when there will be none.
    pub fn take(&self) -> Option<TakenJob<J>> {
        let mut state = self.lock();
        loop {
            let is_empty = state.taken == state.jobs.len();
            if self.is_stopped() || is_empty && state.ended {
                return None;
            }
            let has_room = state.taken == 0 || state.bytes <= self.most.bytes;
            if !is_empty && has_room {
                return Some(state.take());
            }
            state = self.work.wait(state).expect("nothing panics under the lock");
        }
    }

    /// Records the result of a job, and how many bytes that has.
    pub fn done(&self, number: u64, answer: A, bytes: u64) {
        let mut state = self.lock();
        let at = (number - state.gone) as usize;
        let job = &mut state.jobs[at];
        *job = (Job::Done(answer), job.1 + bytes);
        state.bytes += bytes;
        state.open -= 1;
        if at == 0 {
            self.ready.notify_one();
        }
    }

    /// The first answer, for which it waits so long.
    pub fn next(&self, patience: Duration) -> NextAnswer<A> {
        let is_open = |state: &mut State<J, A>| !self.is_decided(state);
        let waited = self.ready.wait_timeout_while(self.lock(), patience, is_open);
        let mut state = waited.expect("nothing panics under the lock").0;
        if !self.is_decided(&state) {
            return NextAnswer::NotYet(state.ended.then(|| state.gone + state.jobs.len() as u64));
        }
        let was_heavy = state.bytes > self.most.bytes;
        let Some(answer) = state.hand_out() else { return NextAnswer::End };
        self.room.notify_one();
        if was_heavy {
            self.work.notify_all();
        }
        NextAnswer::Answer(answer)
    }

    /// Whether the first answer is there, or there will be none.
    fn is_decided(&self, state: &State<J, A>) -> bool {
        match state.jobs.front() {
            Some((Job::Done(_), _)) => true,
            Some((Job::Taken, _)) => false,
            Some((Job::Waiting(_), _)) => self.is_stopped(),
            None => state.ended || self.is_stopped(),
        }
    }
}

impl<J, A> State<J, A> {
    /// Takes the first job that waits; there must be one.
    fn take(&mut self) -> TakenJob<J> {
        let at = self.taken;
        self.taken += 1;
        let Job::Waiting(job) = std::mem::replace(&mut self.jobs[at].0, Job::Taken) else {
            unreachable!("jobs are taken in order")
        };
        TakenJob { number: self.gone + at as u64, job, left: self.ended.then_some(self.open) }
    }

    /// Hands out the first answer, if it is there.
    fn hand_out(&mut self) -> Option<A> {
        let (job, bytes) = self.jobs.pop_front_if(|(job, _)| matches!(job, Job::Done(_)))?;
        self.gone += 1;
        self.taken -= 1;
        self.bytes -= bytes;
        if let Job::Done(answer) = job { Some(answer) } else { None }
    }
}

#[cfg(test)]
mod tests;
