//! State spaces of all boards of twelve cells, 239,500,800 arrangements each: `cargo bench -p saltus --bench space`.
//!
//! The counts must be those of the data file. The time is printed as a rate, and as a ratio to a plain sweep: copying half a
//! bit a state, which is one layer, as often as there are layers, with as many threads. The search by ranks, which takes one
//! state at a time, runs on a board of ten cells on one thread.
//!
//! With `--counts` nothing is timed, and counts of a board of ten cells are all that is printed (`.ci/counts`).
//!
//! With arguments, height, width, the goal cell of the vacancy from 1, and perhaps a folder, it counts the layers of that
//! board in as much memory as it takes, or in files: `cargo bench -p saltus --bench space -- 2 7 14 /var/tmp/tiles-2x7`.

#[path = "../tests/it/tile_graph.rs"]
mod tile_graph;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use saltus::answers::CannotSurvey;
use saltus::limits::{Limits, Progress, Report};
use saltus::search::ranked;
use saltus::tiles::search::space::{self, Space, disk};
use tile_graph::TileGraph;

fn main() -> ExitCode {
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let limits = Limits { threads, ..Limits::default() };
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    if args == ["--counts"] {
        let space = Space::explore(5, 2, 9, &limits).expect("no limit");
        println!("positions of 5x2\t{}", space.census().states());
        println!("local maxima of 5x2\t{}", space.local_maxima(&limits).expect("no limit"));
        return ExitCode::SUCCESS;
    }
    if !args.is_empty() {
        let teller = Teller(Mutex::new(Instant::now()));
        return one_board(&args, &Limits { memory: u64::MAX, progress: Some(&teller), ..limits });
    }
    let text = include_str!("../../saltus-tiles/tests/data/tile_distributions.txt");
    let mut good = true;
    let mut boards = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let numbers: Vec<u64> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
        if numbers[0] * numbers[1] == 12 {
            good &= run(&numbers, &limits);
            boards += 1;
        }
    }
    by_ranks();
    if good && boards == 7 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Tells every few seconds how far it is.
struct Teller(Mutex<Instant>);

impl Progress for Teller {
    fn report(&self, report: &Report<'_>) {
        if let Ok(mut told) = self.0.try_lock()
            && told.elapsed() > Duration::from_secs(5)
        {
            *told = Instant::now();
            eprintln!("{}: {} of {}", report.phase, report.done, report.total.unwrap_or(0));
        }
    }
}

/// Counts the layers of any board.
fn one_board(args: &[String], limits: &Limits<'_>) -> ExitCode {
    let number = |at: usize| args.get(at).and_then(|arg| arg.parse::<usize>().ok()).filter(|&number| number > 0);
    let (Some(height), Some(width), Some(vacancy)) = (number(0), number(1), number(2)) else {
        eprintln!("height, width and the goal cell of the vacancy are needed");
        return ExitCode::FAILURE;
    };
    let begun = Instant::now();
    let survey = match args.get(3) {
        Some(folder) => disk::explore(Path::new(folder), height, width, vacancy - 1, limits),
        None => space::census(height, width, vacancy - 1, limits).map_err(Into::into),
    };
    match survey {
        Ok(survey) => {
            println!("{:?}, farthest {:?}, mean {}", survey.layers, survey.farthest, survey.mean_decimal(6));
            println!("{} states, depth {}, {:.3} s", survey.states(), survey.depth(), begun.elapsed().as_secs_f64());
            ExitCode::SUCCESS
        }
        Err(CannotSurvey::Stop(stop)) => {
            eprintln!("{stop}");
            ExitCode::FAILURE
        }
        Err(CannotSurvey::Storage(why)) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// Height, width, vacancy, depth, states, layers.
fn run(row: &[u64], limits: &Limits<'_>) -> bool {
    let [height, width, vacancy] = [row[0], row[1], row[2]].map(|number| number as usize);
    let begun = Instant::now();
    let space = Space::explore(height, width, vacancy, limits).expect("no limit");
    let seconds = begun.elapsed().as_secs_f64();
    let begun = Instant::now();
    let census = space::census(height, width, vacancy, limits).expect("no limit");
    let counted = begun.elapsed().as_secs_f64();
    let begun = Instant::now();
    let maxima = space.local_maxima(limits).expect("no limit");
    let maximised = begun.elapsed().as_secs_f64();
    let layers = space.census().layers.len();
    let sweeps = sweep_seconds(space::space_bytes(height, width).expect("few") / 4, limits.threads) * layers as f64;
    let ratio = seconds / sweeps;
    println!(
        "{height}x{width}, vacancy {vacancy:>2}: {layers} layers in {seconds:.3} s, {:.0} M states/s, explore : sweep = {ratio:.1}; \
         layers alone {counted:.3} s; {maxima} local maxima in {maximised:.3} s",
        row[4] as f64 / seconds / 1e6,
    );
    space.census().layers == row[5..] && census == *space.census()
}

/// The time to copy this many bytes once, the best of several runs.
fn sweep_seconds(bytes: u64, threads: usize) -> f64 {
    let words = bytes as usize / 8;
    let (from, mut to) = (vec![1u64; words], vec![2u64; words]);
    let share = words.div_ceil(threads);
    let time = |to: &mut Vec<u64>| {
        let begun = Instant::now();
        std::thread::scope(|scope| {
            for (from, to) in from.chunks(share).zip(to.chunks_mut(share)) {
                scope.spawn(|| std::hint::black_box(to).copy_from_slice(std::hint::black_box(from)));
            }
        });
        begun.elapsed().as_secs_f64()
    };
    (0..10).map(|_| time(&mut to)).fold(f64::MAX, f64::min)
}

fn by_ranks() {
    let graph = TileGraph::new(5, 2, 9);
    let begun = Instant::now();
    let found = ranked::explore(&graph, graph.goal(), &[], &Limits::default());
    let by_ranks = begun.elapsed().as_secs_f64();
    let states: u64 = found.expect("no limit").layers().iter().sum();
    let begun = Instant::now();
    let space = Space::explore(5, 2, 9, &Limits::default()).expect("no limit");
    let seconds = begun.elapsed().as_secs_f64();
    assert_eq!(space.census().states(), states);
    println!(
        "5x2, one thread: by ranks {:.1} M states/s, by bit sets {:.1} M states/s",
        states as f64 / by_ranks / 1e6,
        states as f64 / seconds / 1e6
    );
}
