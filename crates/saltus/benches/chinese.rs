//! Chinese Checkers: moves and proofs on the star, compared with a plain loop over memory in the same run.
//!
//!     cargo bench -p saltus --bench chinese
//!
//! With `--counts` nothing is timed, and counts of positions are all that is printed (`.ci/counts`).

use std::hint::black_box;
use std::time::Instant;

use saltus::chinese::bounds::{GameBounds, Rules};
use saltus::chinese::read;
use saltus::chinese::search::field::{bit, pop};
use saltus::chinese::search::game::{Armies, Game};
use saltus::chinese::search::layer_search::{LayerSearch, Sample};
use saltus::chinese::search::{self as engine, LengthRange};
use saltus::limits::Limits;
use saltus::notation::Instance as _;

/// Positions a second that one core must make.
const WANTED: f64 = 15e6;

/// Turns without a game on the star for two players, and the positions that show it.
const NO_GAME: (u32, u64) = (27, 4_694_824);

/// Turns of a game of three players on the triangle that a sample finds, and the positions that it
/// makes.
const GAME: (u32, Sample, u64) = (40, Sample { moves: 10_000_000, seed: 3 }, 34_284_039);

/// The best of several runs, in seconds.
fn time(runs: usize, mut run: impl FnMut()) -> f64 {
    let mut once = || {
        let begun = Instant::now();
        run();
        begun.elapsed().as_secs_f64()
    };
    (0..runs).map(|_| once()).fold(f64::INFINITY, f64::min)
}

/// Makes every position after a number of turns, once for each game that leads there: how
/// many, and a sum of what stands where.
fn positions(game: &Game<2>, armies: &Armies<2>, done: u32, turns: u32, sum: &mut u128) -> u64 {
    let player = game.order.player(done);
    let occupied = armies[0] | armies[1];
    let mut count = 0;
    let mut men = armies[player];
    while men != 0 {
        let from = pop(&mut men);
        let mut to = game.field.destinations(from, occupied);
        while to != 0 {
            let mut moved = *armies;
            moved[player] ^= bit(from) | bit(pop(&mut to));
            if done + 1 == turns {
                *sum ^= moved[0] ^ moved[1].rotate_left(1);
                count += 1;
            } else {
                count += positions(game, &moved, done + 1, turns, sum);
            }
        }
    }
    count
}

/// The positions after `turns` turns from the start.
fn after(game: &Game<2>, turns: u32) -> u64 {
    let mut sum = 0;
    let count = positions(black_box(game), &game.start, 0, turns, &mut sum);
    black_box(sum);
    count
}

/// The positions that show that there is no game of [`NO_GAME`]'s turns.
fn no_game(game: &Game<2>, bounds: &GameBounds, threads: usize) -> u64 {
    let limits = Limits { threads, ..Limits::DEFAULT };
    let found = LayerSearch::new(game, bounds, NO_GAME.0, &limits).run().expect("no limit is reached");
    assert_eq!(found.steps, None);
    found.generated
}

/// The positions that a sample makes, and that find a game of [`GAME`]'s turns.
fn sampled(threads: usize) -> u64 {
    let (length, sample, _) = GAME;
    let puzzle = read("chinese triangle:13 players=3").expect("a line").puzzle().expect("it is small");
    let range = LengthRange { excluded: length - 3, upper: Some(length + 1) };
    let limits = Limits { threads, ..Limits::DEFAULT };
    let found = engine::sample(&puzzle, range, sample, &limits).expect("three players");
    assert_eq!(found.game.map(|steps| steps.len() as u32), Some(length));
    found.generated
}

fn main() {
    let puzzle = read("chinese star players=2").expect("a line").puzzle().expect("it is small");
    let game = Game::<2>::new(&puzzle).expect("two players");
    let bounds = GameBounds::new(&game, Rules::ALL);
    if std::env::args().any(|arg| arg == "--counts") {
        println!("positions after 4 turns\t{}", after(&game, 4));
        println!("positions of no game of {} turns\t{}", NO_GAME.0, no_game(&game, &bounds, 1));
        println!("positions of samples with a game of {} turns\t{}", GAME.0, sampled(1));
        return;
    }
    let memory: Vec<u64> = (0..1 << 23).collect();
    let read_words = time(7, || {
        black_box(black_box(&memory).iter().fold(0u64, |sum, word| sum.wrapping_add(*word)));
    });
    println!(
        "reading memory, one core: {:.0} million words of 8 bytes a second",
        memory.len() as f64 / read_words / 1e6
    );

    for turns in [4, 5] {
        let mut count = 0;
        let seconds = time(7, || count = after(&game, turns));
        let rate = count as f64 / seconds;
        println!(
            "positions after {turns} turns, one core: {count}, {:.1} million a second ({:.0} words read in the time of one)",
            rate / 1e6,
            memory.len() as f64 / read_words / rate
        );
        assert!(rate >= WANTED, "{rate:.0} positions a second, {WANTED:.0} wanted");
    }

    let (length, generated) = NO_GAME;
    for threads in [1, 2] {
        let seconds = time(3, || assert_eq!(no_game(&game, &bounds, threads), generated));
        println!(
            "no game of {length} turns, threads {threads}: {generated} positions, {:.1} million a second",
            generated as f64 / seconds / 1e6
        );
    }

    let (length, _, generated) = GAME;
    for threads in [1, 2] {
        let seconds = time(1, || assert_eq!(sampled(threads), generated));
        println!(
            "a game of {length} turns among samples, threads {threads}: {generated} positions, {:.1} million a second",
            generated as f64 / seconds / 1e6
        );
    }
}
