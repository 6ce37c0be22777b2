//! The value of a line or a cycle at the speed of memory.
//!
//! The recurrence takes some instructions a pawn, each waiting for the one before. Here whole words
//! of letters are steps of a machine with ten states (`automaton.rs`), taken at many places of the
//! line at once. A place in the middle of the line does not know the state that it begins in; but
//! the state soon does not depend on earlier random letters, so it begins 128 letters earlier in
//! any state, and the result is verified when all is put together. Where it was wrong (a periodic
//! line never becomes independent of its beginning) that part is done again.
//!
//! Blondel, Hendrickx and Jungers have the linear time; the machine, the lanes and the seams are
//! new here.

mod automaton;
mod lanes;
#[cfg(target_arch = "x86_64")]
mod shuffles;

use std::ops::Range;
use std::sync::LazyLock;

use super::letters::{Form, Runs, cut, of_one_colour};
use super::registers::{Number as _, Register, Registers};
use crate::rules::Pawns;
use automaton::AUTOMATON;
use lanes::LaneStates;
use saltus_core::threads;
#[cfg(target_arch = "x86_64")]
use shuffles::{avx2, avx512};

pub(super) use lanes::letters;

/// Words before a part of the line from which its first state is guessed.
const WARM_UP: usize = 2;

/// Words that a lane has in a block: many compared with the warm-up, and a block of 64 lanes still fits in
/// the nearest cache.
const WORDS: usize = 64;

/// Below this many words a thread costs more than it gains.
const WORDS_FOR_A_THREAD: usize = 1 << 15;

/// What takes the steps. All give the same values.
///
/// ```
/// use saltus_clobber::closed::{fast::Machine, letters::Form};
///
/// let pawns = "bwwbwwbwwbww".parse().unwrap();
/// let (best, portable) = (Machine::best(), Machine::portable());
/// assert_eq!(best.value(&pawns, Form::Line, 1), portable.value(&pawns, Form::Line, 1));
/// for machine in [Machine::with_avx2(), Machine::with_avx512()].into_iter().flatten() {
///     assert_eq!(machine.value(&pawns, Form::Cycle, 1), 4);
/// }
/// ```
pub struct Machine {
    take: TakeWords,
}

/// What takes the letters of some words: the state after them, from a state, and what that cost.
type TakeWords = fn(&[u64], Range<usize>, usize) -> (usize, u64);

/// The best that this processor can do.
static MACHINE: LazyLock<Machine> =
    LazyLock::new(|| Machine::with_avx512().or_else(Machine::with_avx2).unwrap_or_else(Machine::portable));

impl Machine {
    /// The best that this processor can do.
    pub fn best() -> &'static Self {
        &MACHINE
    }

    /// Tables of bytes, eight lanes: for any processor.
    pub fn portable() -> Self {
        Machine { take: |white, range, state| blocks(white, range, state, lanes::run) }
    }

    /// Shuffles of bytes, 32 lanes in a register; none where the processor has no AVX2.
    pub fn with_avx2() -> Option<Self> {
        #[cfg(target_arch = "x86_64")]
        return avx2::is_here()
            .then_some(Machine { take: |white, range, state| blocks(white, range, state, avx2::run) });
        #[cfg(not(target_arch = "x86_64"))]
        None
    }

    /// The same, 64 lanes in a register; none where the processor has no AVX-512BW.
    pub fn with_avx512() -> Option<Self> {
        #[cfg(target_arch = "x86_64")]
        return avx512::is_here()
            .then_some(Machine { take: |white, range, state| blocks(white, range, state, avx512::run) });
        #[cfg(not(target_arch = "x86_64"))]
        None
    }

    /// The fewest pawns that any play of version 2 leaves on a line or a cycle: [`value`].
    pub fn value(&self, pawns: &Pawns, form: Form, threads: usize) -> u64 {
        match cut(pawns, form) {
            Some(_) if pawns.count() == 0 => 0,
            Some(runs) => through(self, pawns, runs, Registers::START, threads).value(),
            None if of_one_colour(pawns) => pawns.cells() as u64,
            None => seam(self, pawns, threads).1,
        }
    }
}

/// Block after block, each by `N` lanes at once; what is left over by one.
fn blocks<const N: usize>(
    white: &[u64],
    range: Range<usize>,
    state: usize,
    run: fn(&[u64], Range<usize>, &mut LaneStates<N>),
) -> (usize, u64) {
    let (mut at, mut state, mut total) = (range.start, state, 0);
    if at < WARM_UP && range.len() > WARM_UP {
        (state, total) = one_lane(white, at..WARM_UP, state);
        at = WARM_UP;
    }
    while range.end - at >= N * WORDS {
        let mut lanes = LaneStates::new();
        run(white, at - WARM_UP..at, &mut lanes);
        lanes.costs = [0; N];
        let guessed = lanes.states;
        run(white, at..at + WORDS, &mut lanes);
        for (lane, guess) in guessed.into_iter().enumerate() {
            let cost;
            (state, cost) = if usize::from(guess) == state {
                (usize::from(lanes.states[lane]), u64::from(lanes.costs[lane]))
            } else {
                one_lane(white, at..at + WORDS, state)
            };
            total += cost;
            at += WORDS;
        }
    }
    let (state, cost) = one_lane(white, at..range.end, state);
    (state, total + cost)
}

/// Word after word.
fn one_lane(white: &[u64], range: Range<usize>, state: usize) -> (usize, u64) {
    range.fold((state, 0), |(state, total), at| {
        let (state, cost) = AUTOMATON.word(state, letters(white, at));
        (state, total + cost)
    })
}

/// Whole words by several threads, each with a part of them and a guess of its first state.
fn words(machine: &Machine, white: &[u64], range: Range<usize>, state: usize, threads: usize) -> (usize, u64) {
    let parts = threads.min(range.len() / WORDS_FOR_A_THREAD).max(1);
    let bound = |part: usize| range.start + range.len() / parts * part + range.len() % parts * part / parts;
    let work = |part: usize| {
        let (from, to) = (bound(part), bound(part + 1));
        let guess = if part == 0 { state } else { one_lane(white, from - WARM_UP..from, 0).0 };
        (guess, (machine.take)(white, from..to, guess))
    };
    let (mut state, mut total) = (state, 0);
    for (part, (guess, (next, cost))) in threads::gather(parts, work).into_iter().enumerate() {
        let (next, cost) =
            if guess == state { (next, cost) } else { (machine.take)(white, bound(part)..bound(part + 1), state) };
        (state, total) = (next, total + cost);
    }
    (state, total)
}

/// After some letters, by the machine as soon as the registers are among its states.
fn through(
    machine: &Machine,
    pawns: &Pawns,
    mut runs: Runs<'_>,
    mut registers: Registers,
    threads: usize,
) -> Registers {
    loop {
        if runs.is_aligned() {
            let (base, vector) = registers.tight().lowered();
            if let Some(state) = AUTOMATON.state(vector)
                && let Some(range) = runs.words()
            {
                let (state, cost) = words(machine, pawns.white(), range, state, threads);
                registers = AUTOMATON.vectors[state].raised(base + cost);
                continue;
            }
        }
        // Up to the next word, where the machine may take over; where it cannot, a run of any length is one step.
        let Some((letter, times)) = runs.next() else { return registers };
        registers = registers.run(letter, times);
    }
}

/// The first register in which a cheapest closed walk once around a cycle passes the first cell, where a pawn stands, and what the walk costs.
/// There are three cells or more; without empty ones, there are both colours.
fn seam(machine: &Machine, pawns: &Pawns, threads: usize) -> (Register, u64) {
    /// By then walks from all registers have come together, unless the cycle is periodic.
    const TOGETHER: usize = 512;
    let cells = pawns.cells();
    // Letters are read from pawn to pawn.
    let head = (TOGETHER.min(cells - 1)..cells).find(|&cell| pawns.get(cell).is_some()).unwrap_or(cells);
    let mut ends: Vec<(Registers, Registers)> = Vec::new();
    let walks = Register::ALL.map(|register| {
        let first = Runs::new(pawns, 0, head);
        let (base, start) = through(machine, pawns, first, Registers::only(register), 1).tight().lowered();
        let known = ends.iter().find(|(known, _)| *known == start).map(|(_, end)| *end);
        let end = known.unwrap_or_else(|| {
            // The seam's letter, which no machine reads, makes L and B exact again, which count on their own here.
            let end = through(machine, pawns, Runs::new(pawns, head % cells, cells - head), start, threads);
            ends.push((start, end));
            end
        });
        (register, end.get(register).more(base))
    });
    walks.into_iter().min_by_key(|walk| walk.1).expect("four registers")
}

/// The register of the first cell in a cheapest closed walk over a cycle of three cells or more; without empty ones, there are both colours.
pub(super) fn first_register(pawns: &Pawns, threads: usize) -> Register {
    // Before the first pawn no segment is open.
    if pawns.get(0).is_none() { Register::N } else { seam(&MACHINE, pawns, threads).0 }
}

/// The fewest pawns that any play of version 2 leaves on a line or a cycle.
///
/// Linear time, nothing but the pawns in memory. The threads do not change the answer.
///
/// ```
/// use saltus_clobber::closed::{fast::value, letters::Form};
///
/// assert_eq!(value(&"bbbwbbb".parse().unwrap(), Form::Line, 1), 4);
/// assert_eq!(value(&"bbbwbbb.bw".parse().unwrap(), Form::Line, 1), 5);
/// assert_eq!(value(&"bbbwbbb".parse().unwrap(), Form::Cycle, 1), 1);
/// assert_eq!(value(&"bbb".parse().unwrap(), Form::Cycle, 1), 3); // nobody can move
/// ```
pub fn value(pawns: &Pawns, form: Form, threads: usize) -> u64 {
    MACHINE.value(pawns, form, threads)
}

#[cfg(test)]
mod tests;
