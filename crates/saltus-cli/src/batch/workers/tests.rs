//! Parts of the memory and all of it; what goes wrong in a thread.

use std::io::Cursor;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

const READING: Reading = Reading { parse: crate::families::parse, seed: None, kept: None };

use super::*;
use crate::batch::held::Held;
use saltus::limits::Limits;
use saltus::pending::NextAnswer;

const MEMORY: u64 = 1 << 20;

fn started<T: Held>(
    threads: usize,
    lines: &str,
    find: impl Fn(&dyn Answers, &Limits<'_>) -> T + Send + Sync + 'static,
) -> Vec<Answered> {
    let find: Find = Box::new(move |instance, limits| Found::new(find(instance, limits)));
    let source = Source {
        reader: Box::new(Cursor::new(lines.to_owned().into_bytes())),
        boards: None,
        longest: 1000,
        shard: None,
    };
    let observer = std::sync::Arc::new(crate::observer::Observer::new(true, None));
    let budget = Budget {
        deadline: None,
        each: None,
        memory: MEMORY,
        nodes: u64::MAX,
        threads,
        progress: None,
        observer,
        cache: None,
    };
    let workers = Workers::start(source, find, budget, READING).expect("threads");
    let mut answers = Vec::new();
    loop {
        match workers.pending.next(Duration::from_mins(1)) {
            NextAnswer::Answer(answer) => answers.push(answer),
            NextAnswer::NotYet(_) => panic!("nothing takes so long"),
            NextAnswer::End => return answers,
        }
    }
}

/// What an answer may use.
#[derive(Debug, PartialEq, Eq)]
struct Given {
    memory: u64,
    threads: usize,
    /// How many others were under way.
    others: usize,
    was_refused: bool,
}

impl Held for Given {
    fn bytes(&self) -> u64 {
        0
    }
}

#[test]
fn whoever_needs_more_than_a_part_has_all_of_it_alone() {
    const LINES: usize = 200;
    // `shift N 1` asks for N KiB.
    let lines = "shift 1 1\nshift 256 1\nshift 257 1\nshift 1024 1\nshift 1025 1\n".repeat(LINES / 5);
    let under_way = AtomicUsize::new(0);
    let answers = started(4, &lines, move |instance, limits| {
        let others = under_way.fetch_add(1, Ordering::SeqCst);
        let line = instance.to_string();
        let asked: u64 = line.split(' ').nth(1).and_then(|n| n.parse().ok()).expect("a number");
        thread::yield_now();
        let was_refused = limits.afford(asked << 10).is_err();
        let others = others.max(under_way.fetch_sub(1, Ordering::SeqCst) - 1);
        Given { memory: limits.memory, threads: limits.threads, others, was_refused }
    });
    assert_eq!(answers.len(), LINES);
    for (i, Answered { origin, answer }) in answers.into_iter().enumerate() {
        let line = origin.line.expect("a line");
        assert_eq!(line, i as u64 + 1);
        let Ok(Reply { found, .. }) = answer else { panic!("line {line} has no answer") };
        let given: Given = found.value();
        match i % 5 {
            0 | 1 => assert!(given.memory == MEMORY / 4 && !given.was_refused, "{given:?}"),
            2 | 3 => {
                let alone = Given { memory: MEMORY, threads: 4, others: 0, was_refused: false };
                assert_eq!(given, alone, "line {line}");
            }
            // The whole would not do either.
            _ => assert!(given.memory == MEMORY / 4 && given.was_refused, "{given:?}"),
        }
        assert!((1..=4).contains(&given.threads) && given.others < 4, "{given:?}");
    }
}

#[test]
fn one_thread_has_all_the_memory() {
    let memory = |_: &dyn Answers, limits: &Limits<'_>| {
        Some(Given { memory: limits.memory, threads: limits.threads, others: 0, was_refused: false })
    };
    for Answered { answer, .. } in started(1, "shift 1 1\nshift 2 2\n", memory) {
        let given: Given = answer.ok().and_then(|reply| reply.found.value::<Option<Given>>()).expect("an answer");
        assert_eq!((given.memory, given.threads), (MEMORY, 1));
    }
}

#[test]
fn a_panic_is_told_in_its_place() {
    // What is said of it goes to standard error, where the tests' own harness keeps it.
    for threads in [1, 3] {
        let answers = started(threads, "shift 1 1\nx\nshift 2 2\nshift 3 3\n", |instance, _| {
            assert!(instance.to_string() != "shift 2 2", "on purpose");
        });
        let kinds: Vec<&str> = answers
            .iter()
            .map(|answered| match &answered.answer {
                Ok(_) => "answer",
                Err(Failure::Bad { .. }) => "bad",
                Err(Failure::Unread(_)) => "unread",
                Err(Failure::Known | Failure::Bug { .. }) => "bug",
            })
            .collect();
        assert_eq!(kinds, ["answer", "bad", "bug", "answer"], "{threads} threads");
    }
}

#[test]
fn a_failing_reader_comes_last() {
    /// Breaks, or panics, after its text.
    struct Broken(Cursor<&'static [u8]>, bool);

    impl io::Read for Broken {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            match self.0.read(bytes)? {
                0 if self.1 => panic!("on purpose"),
                0 => Err(io::Error::other("broken")),
                read => Ok(read),
            }
        }
    }

    for (panics, last) in [(false, "unread"), (true, "bug")] {
        let reader = Box::new(io::BufReader::new(Broken(Cursor::new(b"shift 1 1\nshift 2 2"), panics)));
        let source = Source { reader, boards: None, longest: 1000, shard: None };
        let observer = std::sync::Arc::new(crate::observer::Observer::new(true, None));
        let budget = Budget {
            deadline: None,
            each: None,
            memory: MEMORY,
            nodes: u64::MAX,
            threads: 2,
            progress: None,
            observer,
            cache: None,
        };
        let workers = Workers::start(source, Box::new(|_, _| Found::new(())), budget, READING).expect("threads");
        let mut kinds = Vec::new();
        while let NextAnswer::Answer(Answered { origin, answer }) = workers.pending.next(Duration::from_mins(1)) {
            kinds.push(match answer {
                Ok(_) => format!("answer {}", origin.line.expect("a line")),
                Err(Failure::Unread(_)) => "unread".into(),
                Err(Failure::Known | Failure::Bug { .. }) => "bug".into(),
                Err(Failure::Bad { .. }) => "bad".into(),
            });
        }
        assert_eq!(kinds, ["answer 1", last]);
    }
}
