//! Threads that find answers, side by side.
//!
//! Each answer has one thread and its part of the memory. An answer that needs more memory than its
//! part is discarded and found again, with all the memory and while no other search runs. So
//! answers are the same for any number of threads. If fewer puzzles are left than there are
//! threads, each puzzle gets several threads.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use saltus::answers::Answers;
use saltus::clock::{self, Spent};
use saltus::limits::{MemoryPool, Report};
use saltus::notation::BadInput;
use saltus::pending::{Most, Pending, TakenJob};
use saltus::record::Origin;

use super::held::{Find, Found};
use super::reading::{Failure, Job, Source, Task};
use crate::budget::Budget;
use crate::exit::Code;
use crate::progress::Display;
use crate::resume::Kept;
use crate::{Parse, STACK, families, records, signals};

/// The most jobs and answers that wait.
const MOST_WAITING: usize = 256;
/// This part of the memory limit is for what waits.
const WAITING_PART: u64 = 16;

/// A puzzle and what was found.
pub struct Reply {
    pub instance: Box<dyn Answers>,
    pub found: Found,
    /// How long that took.
    pub spent: Spent,
}

/// The result of a line.
pub struct Answered {
    pub origin: Origin,
    /// What was found, or why nothing was.
    pub answer: Result<Reply, Failure>,
}

/// How lines become puzzles.
pub struct Reading {
    pub parse: Parse,
    pub seed: Option<u64>,
    /// Answers that there are already.
    pub kept: Option<Arc<Kept>>,
}

/// What all the threads share.
pub struct Workers {
    pub pending: Pending<Job, Answered>,
    find: Find,
    budget: Budget,
    reading: Reading,
    /// Where the progress of the batch is reported.
    display: Option<Arc<Display>>,
    memory: MemoryPool,
    /// Whether a line asks for a random board.
    random: AtomicBool,
}

impl Workers {
    /// Starts to read and to find answers. The program does not wait for these threads at the end:
    /// they may be waiting for input.
    ///
    /// # Errors
    /// When the system refuses threads.
    pub fn start(source: Source, find: Find, mut budget: Budget, reading: Reading) -> io::Result<Arc<Self>> {
        let count = budget.threads.min(MOST_WAITING);
        let display = budget.progress.clone();
        // Several searches at once would all tell of their own progress.
        if count > 1 {
            budget.progress = None;
        }
        let pending =
            Pending::new(Most { slots: MOST_WAITING, bytes: budget.memory / WAITING_PART }, signals::cancel());
        let (memory, random) = (MemoryPool::new(count), AtomicBool::new(false));
        let workers = Arc::new(Workers { pending, find, budget, reading, display, memory, random });
        let shared = workers.clone();
        thread::Builder::new().name("reader".into()).spawn(move || shared.read(source))?;
        for number in 0..count {
            let shared = workers.clone();
            let started = thread::Builder::new().name(format!("worker {number}")).stack_size(STACK);
            match started.spawn(move || shared.work()) {
                Err(error) if number == 0 => return Err(error),
                // The others will do.
                Err(_) => break,
                Ok(_) => {}
            }
        }
        Ok(workers)
    }

    /// Reports the progress of the batch, of which `known` answers are not of this run.
    pub fn report(&self, written: u64, known: u64, total: Option<u64>) {
        if let Some(display) = &self.display {
            display.batch(&Report { phase: "puzzles answered", done: written, total }, known);
        }
    }

    /// Whether a line asked for a random board, which has a seed.
    pub fn met_random(&self) -> bool {
        self.random.load(Ordering::Relaxed)
    }

    fn read(&self, mut source: Source) {
        let mut push = |job, bytes| self.pending.push(job, bytes);
        if let Err(failure) = Failure::caught(String::new, || source.read(&mut push)) {
            push(Job { origin: Origin::default(), task: Task::Failed(failure) }, 0);
        }
        self.pending.end();
    }

    fn work(&self) {
        while let Some(TakenJob { number, job: Job { mut origin, task }, left }) = self.pending.take() {
            let threads = left.map_or(1, |left| (self.budget.threads / left).max(1));
            let (answer, bytes) = match self.answer(task, &mut origin, threads) {
                Ok((reply, bytes)) => (Ok(reply), bytes),
                Err(failure) => (Err(failure), 0),
            };
            self.pending.done(number, Answered { origin, answer }, bytes);
        }
    }

    /// The answer, and the bytes that it has in addition to those of its line.
    fn answer(&self, task: Task, origin: &mut Origin, threads: usize) -> Result<(Reply, u64), Failure> {
        let (instance, more) = match task {
            Task::Failed(failure) => return Err(failure),
            Task::Board(instance) => (instance, 0),
            Task::Line(text) => {
                if is_random(&text) {
                    self.random.store(true, Ordering::Relaxed);
                }
                let parse =
                    || named_line(&text, self.reading.seed, origin).and_then(|line| (self.reading.parse)(&line));
                match Failure::caught(|| text.clone(), parse)? {
                    Err(bad) => return Err(Failure::Bad { text, bad, code: Code::BAD_INPUT }),
                    // A short line may name a large board.
                    Ok(instance) => {
                        let more = instance.to_string().len().saturating_sub(text.len());
                        (instance, more as u64)
                    }
                }
            }
        };
        if self.reading.kept.as_ref().is_some_and(|kept| kept.has_answer(&instance.to_string(), origin.name.as_deref()))
        {
            return Err(Failure::Known);
        }
        let (found, spent) = Failure::caught(|| instance.to_string(), || self.find(&*instance, threads))?;
        let bytes = found.bytes + instance.held() + more;
        Ok((Reply { instance, found, spent }, bytes))
    }

    /// What is found, and how long that took: waiting for memory is no part of it.
    fn find(&self, instance: &dyn Answers, threads: usize) -> (Found, Spent) {
        let mut spent = Spent::ZERO;
        let found = self.memory.share(threads, &|| self.budget.limits(), &mut |limits| {
            let (found, more) = clock::measured(|| (self.find)(instance, limits));
            spent += more;
            found
        });
        (found, spent)
    }
}

/// The line of a puzzle that a record or a line names, and what is said there of its origin. A random board has the seed of its line, else that
/// of the flag, else one of its own.
///
/// # Errors
/// What is wrong with a record.
pub fn named_line(text: &str, seed: Option<u64>, origin: &mut Origin) -> Result<String, BadInput> {
    if records::is_record(text) {
        let (puzzle, name) = records::puzzle(text)?;
        origin.name = name.or(origin.name.take());
        return Ok(puzzle);
    }
    if !is_random(text) {
        return Ok(text.to_owned());
    }
    if let Some(given) = seed_of(text) {
        origin.seed = given.parse().ok();
        return Ok(text.to_owned());
    }
    let seed = seed.unwrap_or_else(drawn_seed);
    origin.seed = Some(seed);
    Ok(format!("{text} seed={seed}"))
}

/// The seed that a line with a random board names.
pub fn seed_of(line: &str) -> Option<&str> {
    line.split_ascii_whitespace().find_map(|word| word.strip_prefix("seed="))
}

/// A seed where none is given.
pub fn drawn_seed() -> u64 {
    // Hashers have keys that the system draws.
    RandomState::new().build_hasher().finish() >> 32
}

/// Whether the line asks for a random board.
pub fn is_random(line: &str) -> bool {
    families::all().draws(line) && line.split_ascii_whitespace().any(|word| word == "random")
}

#[cfg(test)]
mod tests;
