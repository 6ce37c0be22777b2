//! The order is kept, no more is held than may be, and no thread waits for ever.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::thread;

use crate::random::Random;

use super::*;

static NEVER: AtomicBool = AtomicBool::new(false);
static ALREADY: AtomicBool = AtomicBool::new(true);
const LONG: Duration = Duration::from_mins(1);
const ROOMY: Most = Most { slots: 100, bytes: 100 };

/// All answers, waited for.
fn answers<J>(pending: &Pending<J, u64>) -> Vec<u64> {
    let mut answers = Vec::new();
    loop {
        match pending.next(LONG) {
            NextAnswer::Answer(answer) => answers.push(answer),
            NextAnswer::NotYet(_) => panic!("nothing takes so long"),
            NextAnswer::End => return answers,
        }
    }
}

#[test]
fn answers_come_in_the_order_of_the_jobs_and_never_too_many() {
    const JOBS: u64 = 2000;
    const MOST: Most = Most { slots: 8, bytes: 50 };
    for threads in [1, 2, 5] {
        let pending = Arc::new(Pending::new(MOST, &NEVER));
        let (pushed, handed_out) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let (to, counts) = (pending.clone(), (pushed.clone(), handed_out.clone()));
        let pusher = thread::spawn(move || {
            for job in 0..JOBS {
                to.push(job, job % 70);
                let pushed = counts.0.fetch_add(1, Ordering::SeqCst) + 1;
                // One may have been handed out that is not counted yet.
                assert!(pushed <= counts.1.load(Ordering::SeqCst) + MOST.slots + 1, "{pushed}");
            }
            to.end();
        });
        let work = |pending: &Pending<u64, u64>| {
            let mut done = 0;
            while let Some(TakenJob { number, job, left }) = pending.take() {
                assert_eq!(number, job);
                assert!(left.is_none_or(|left| left > 0 && left as u64 <= JOBS - number));
                if Random::new(job).below(3) == 0 {
                    thread::yield_now();
                }
                done += 1;
                pending.done(number, job * 10, job % 7);
            }
            done
        };
        let workers = (0..threads).map(|_| pending.clone()).map(|pending| thread::spawn(move || work(&pending)));
        let workers: Vec<_> = workers.collect();
        for expected in 0..JOBS {
            assert_eq!(pending.next(LONG), NextAnswer::Answer(expected * 10));
            handed_out.fetch_add(1, Ordering::SeqCst);
        }
        assert_eq!(pending.next(LONG), NextAnswer::End);
        pusher.join().expect("no panic");
        let done: u64 = workers.into_iter().map(|worker| worker.join().expect("no panic")).sum();
        assert_eq!(done, JOBS, "each once");
    }
}

#[test]
fn the_first_job_always_goes_on() {
    let pending = Pending::new(Most { slots: 4, bytes: 10 }, &NEVER);
    pending.push('a', 1000);
    assert_eq!(pending.take().map(|taken| taken.number), Some(0), "alone it may have any size");
    thread::scope(|scope| {
        let pusher = scope.spawn(|| {
            ('b'..='d').for_each(|job| pending.push(job, 1));
            pending.end();
        });
        assert_eq!(pending.next(Duration::ZERO), NextAnswer::NotYet(None));
        pending.done(0, 1, 0);
        assert_eq!(pending.next(LONG), NextAnswer::Answer(1));
        pusher.join().expect("no panic");
    });
    assert_eq!(pending.next(Duration::ZERO), NextAnswer::NotYet(Some(4)));
    // The second answer is heavy: nothing else is taken until it is gone.
    let second = pending.take().expect("a job");
    assert_eq!((second.number, second.job, second.left), (1, 'b', Some(3)));
    let third = pending.take().expect("a job");
    pending.done(third.number, 3, 1000);
    thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let last = pending.take().expect("a job");
            pending.done(last.number, 4, 0);
            last.left
        });
        thread::sleep(Duration::from_millis(20));
        assert!(!worker.is_finished());
        pending.done(second.number, 2, 0);
        assert_eq!(answers(&pending), [2, 3, 4]);
        assert_eq!(worker.join().expect("no panic"), Some(1));
    });
    assert!(pending.take().is_none());
}

#[test]
fn what_is_done_is_handed_out_though_somebody_asked_to_stop() {
    static STOP: AtomicBool = AtomicBool::new(false);
    let pending = Pending::new(ROOMY, &STOP);
    (0..4).for_each(|job| pending.push(job, 1));
    let taken: Vec<u64> = (0..3).map(|_| pending.take().expect("a job").number).collect();
    assert_eq!(taken, [0, 1, 2]);
    pending.done(2, 20, 0);
    STOP.store(true, Ordering::Relaxed);
    assert!(pending.take().is_none(), "the last is not begun");
    assert_eq!(pending.next(Duration::from_millis(1)), NextAnswer::NotYet(None), "the first two are under way");
    pending.done(1, 10, 0);
    pending.done(0, 0, 0);
    assert_eq!(answers(&pending), [0, 10, 20]);
}

#[test]
fn nobody_waits_for_nothing() {
    let pending: Pending<u64, u64> = Pending::new(ROOMY, &ALREADY);
    assert_eq!(pending.next(LONG), NextAnswer::End);
    let pending: Pending<u64, u64> = Pending::new(ROOMY, &NEVER);
    thread::scope(|scope| {
        let worker = scope.spawn(|| pending.take().is_none());
        let writer = scope.spawn(|| answers(&pending));
        thread::sleep(Duration::from_millis(10));
        pending.end();
        assert!(worker.join().expect("no panic") && writer.join().expect("no panic").is_empty());
    });
}

#[test]
fn whoever_waits_for_room_is_woken_when_all_is_stopped() {
    let stop = Arc::new(AtomicBool::new(false));
    let pending: Pending<char, u64, _> = Pending::new(Most { slots: 1, bytes: 10 }, stop.clone());
    pending.push('a', 0);
    thread::scope(|scope| {
        let pusher = scope.spawn(|| pending.push('b', 0));
        thread::sleep(Duration::from_millis(10));
        assert!(!pusher.is_finished());
        stop.store(true, Ordering::Relaxed);
        pending.wake();
        pusher.join().expect("no panic");
    });
    assert!(pending.take().is_none());
    assert_eq!(pending.next(LONG), NextAnswer::End);
}
