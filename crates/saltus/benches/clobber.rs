//! Solitaire Clobber: values at the speed of memory, compared with a plain read of the same bytes in the same run.
//!
//!     cargo bench -p saltus --bench clobber
//!
//! With `--counts` nothing is timed, and the bytes of a play are all that is printed (`.ci/counts`).

use std::hint::black_box;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Instant;

use saltus::clobber::Pawns;
use saltus::clobber::closed::fast::Machine;
use saltus::clobber::closed::letters::Form;
use saltus::clobber::closed::plans::DivisionPlan;
use saltus::plan::{Plan as _, Style};
use saltus::random::Random;

/// The best of several runs, in nanoseconds.
fn time(mut run: impl FnMut()) -> f64 {
    let once = |run: &mut dyn FnMut()| {
        let begun = Instant::now();
        run();
        begun.elapsed().as_secs_f64() * 1e9
    };
    (0..7).map(|_| once(&mut run)).fold(f64::INFINITY, f64::min)
}

fn random(cells: usize) -> Pawns {
    let mut numbers = Random::new(1);
    Pawns::from_bits(cells, (0..cells.div_ceil(64)).map(|_| numbers.number()).collect())
}

/// Pawns in a nanosecond.
fn rate(pawns: &Pawns, run: impl FnMut()) -> f64 {
    pawns.cells() as f64 / time(run)
}

/// A writer that only looks at what it is given.
struct Sink(u64);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += black_box(bytes).len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The bytes of value and all moves as text.
fn written(pawns: &Arc<Pawns>, threads: usize) -> u64 {
    let value = Machine::best().value(pawns, Form::Line, threads);
    let plan = DivisionPlan::new(Arc::clone(pawns), Form::Line, value, threads);
    let mut sink = Sink(0);
    plan.write(&0u8.into(), &plan.moves(), Style::LINES, &mut sink).expect("a sink takes all");
    sink.0
}

/// Value and all moves as text.
fn play(cells: usize) {
    let pawns = Arc::new(random(cells));
    let mut best = 0f64;
    for threads in [1, 2] {
        let mut bytes = 0;
        let rate = rate(&pawns, || bytes = written(&pawns, threads));
        println!(
            "{cells} random pawns, value and moves as text ({bytes} bytes), threads {threads}: {rate:.2} pawns a nanosecond"
        );
        best = best.max(rate);
    }
    // Where the processor cannot write 64 bytes at once, the text of a nanosecond is about half as long.
    assert!(best >= 1.0 || Machine::with_avx512().is_none(), "{best:.2} pawns a nanosecond with all moves, 1 wanted");
}

fn main() {
    if std::env::args().any(|arg| arg == "--counts") {
        println!("bytes of the moves of 10000000 pawns\t{}", written(&Arc::new(random(10_000_000)), 1));
        return;
    }
    let mut machines = vec![("portable", Machine::portable())];
    machines.extend(Machine::with_avx2().map(|machine| ("avx2", machine)));
    machines.extend(Machine::with_avx512().map(|machine| ("avx512", machine)));
    for cells in [100_000_000, 1_000_000_000] {
        let pawns = random(cells);
        let read = rate(&pawns, || {
            black_box(pawns.white().iter().fold(0u64, |sum, word| sum.wrapping_add(*word)));
        });
        println!("{cells} random pawns, one core, pawns a nanosecond:");
        println!("  {:<24} {read:>8.1}", "reading the bytes");
        let mut best = 0f64;
        for (name, machine) in &machines {
            let value = machine.value(&pawns, Form::Line, 1);
            let line = rate(&pawns, || assert_eq!(black_box(machine.value(black_box(&pawns), Form::Line, 1)), value));
            let cycle = rate(&pawns, || {
                black_box(machine.value(black_box(&pawns), Form::Cycle, 1));
            });
            println!("  {:<24} {line:>8.1}   ({:.2} of a read)", format!("line, {name}"), line / read);
            println!("  {:<24} {cycle:>8.1}", format!("cycle, {name}"));
            best = best.max(line);
        }
        let threads = rate(&pawns, || {
            black_box(Machine::best().value(black_box(&pawns), Form::Line, 2));
        });
        println!("  {:<24} {threads:>8.1}", "line, two threads");
        assert!(best >= 20.0, "a random line of {cells} pawns: {best:.1} pawns a nanosecond, 20 wanted");
    }
    play(100_000_000);
    for (name, period) in [("checkerboard", "bw"), ("(bww)^k", "bww"), ("all black", "b")] {
        let pawns: Pawns = period.repeat(100_000_000 / period.len()).parse().expect("letters");
        let line = rate(&pawns, || {
            black_box(Machine::best().value(black_box(&pawns), Form::Line, 1));
        });
        println!("{name}, 10^8 pawns, one core: {line:.1} pawns a nanosecond");
    }
}
