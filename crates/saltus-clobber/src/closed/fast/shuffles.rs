//! Several places of a line at once: a lane in each byte of a vector register, on processors with AVX2 (32 lanes) or AVX-512BW (64).
//!
//! A byte shuffle looks up one of 16 entries, and there are 20 steps: 10 states with two letters.
//! But where one state goes with `A` is often where another goes with `S`. So each state has a
//! *code*, its place in the table, such that the entry there is its step with `S` and the entry
//! after it is its step with `A`, which may be the place of a state that goes there with `S`.
//! States that share entries in this way form chains, and all chains together need 15 entries. A
//! step is to add the letter to the code and look up the sum.
//!
//! Letters come eight in a byte, each with another weight. So that they need not be moved, the next
//! letter is 1, 2 or 4 places on, in a table for each. An entry holds the next code, and its cost
//! in a bit that the shuffle does not look at. Of three steps at most one costs something, so the
//! costs of three are put together before they are counted.

use std::sync::LazyLock;

use super::automaton::{AUTOMATON, STATES, Step};

/// Words that a lane reads at once, and their bytes: a register has so many bytes of a lane in each of its 128 bits.
const AT_ONCE: usize = 2;
const BYTES: usize = 8 * AT_ONCE;

/// Words of letters after which a lane's cost, at most one in three letters, might not fit in a
/// byte.
const WORDS_IN_A_BYTE: usize = 255 / 22 / AT_ONCE * AT_ONCE;

/// Where an entry has its cost.
const COST: u32 = 4;

/// Bytes of a word after which a lane's cost, counted in steps of `1 << COST`, might not fit in a
/// byte.
const BYTES_IN_A_COUNT: usize = 4;

/// The weights of four letters in their tables. What is left of the letters is moved by four, and
/// the fourth one to the first place.
const WEIGHTS: [u8; 4] = [1, 2, 4, 1];

/// What the shuffles look up.
struct ShuffleTables {
    /// The code of each state where the next letter is the first of four.
    codes: [u8; STATES],
    /// The state of each code, where it is one.
    states: [u8; 16],
    entries: [[u64; 2]; 4],
}

static TABLES: LazyLock<ShuffleTables> = LazyLock::new(|| {
    let codes = WEIGHTS.map(codes);
    let mut states = [0; 16];
    for (state, &code) in (0..).zip(&codes[0]) {
        states[usize::from(code)] = state;
    }
    let table = |place: usize| words_of(&entries(&codes[place], WEIGHTS[place], &codes[(place + 1) % 4]));
    ShuffleTables { codes: codes[0], states, entries: [table(0), table(1), table(2), table(3)] }
});

/// Chains of states, each of which does with S what the one before does with A; the longest first: [`entries`] tests that.
const CHAINS: [&[usize]; 5] = [&[6, 0, 8], &[9, 3, 4], &[5, 7], &[1], &[2]];

/// The code of each state, the next of its chain `weight` places on. The last of a chain needs an
/// entry more.
fn codes(weight: u8) -> [u8; STATES] {
    let mut codes = [0; STATES];
    // Tracks of places that lie so far apart.
    let track = 16 / usize::from(weight);
    let mut used = vec![0; weight.into()];
    for chain in CHAINS {
        let first = used.iter().position(|used| used + chain.len() < track).expect("a track has room for the chain");
        for &state in chain {
            codes[state] = (first + used[first] * usize::from(weight)) as u8;
            used[first] += 1;
        }
        used[first] += 1;
    }
    codes
}

/// What the states do, by their codes, with letters of this weight: to the codes that come next.
fn entries(codes: &[u8; STATES], weight: u8, next: &[u8; STATES]) -> [u8; 16] {
    let mut entries = [None; 16];
    for (state, &code) in codes.iter().enumerate() {
        for letter in 0..2 {
            let Step { next: behind, cost } = AUTOMATON.steps(state, letter.into(), 1);
            let entry = next[usize::from(behind)] | cost << COST;
            let old = entries[usize::from(code + letter * weight)].replace(entry);
            assert!(old.is_none_or(|old| old == entry), "states share an entry only where they go the same way");
        }
    }
    entries.map(Option::unwrap_or_default)
}

fn words_of<const N: usize>(bytes: &[u8]) -> [u64; N] {
    std::array::from_fn(|word| u64::from_le_bytes(std::array::from_fn(|byte| bytes[8 * word + byte])))
}

/// The same for registers of `8 * words` bytes, as many of which as `sets` take their steps by turns, by the instructions of the module
/// that this stands in.
macro_rules! lanes {
    ($features:tt, words: $words:literal, sets: $sets:literal) => {
        use super::super::WORDS;
        use super::super::lanes::LaneStates;
        use super::{AT_ONCE, BYTES, BYTES_IN_A_COUNT, COST, TABLES, WEIGHTS, WORDS_IN_A_BYTE, words_of};
        use std::ops::Range;

        /// Lanes of one register, and of all.
        const SET: usize = 8 * $words;
        const SETS: usize = $sets;
        pub(in super::super) const LANES: usize = SETS * SET;

        /// Takes all lanes through their words, after which there is another word.
        pub(in super::super) fn run(white: &[u64], words: Range<usize>, lanes: &mut LaneStates<LANES>) {
            assert!(is_here(), "only a machine that has found the features comes here");
            lanes.states = lanes.states.map(|state| TABLES.codes[usize::from(state)]);
            // SAFETY: the features that the function is compiled for are there, as the first line says.
            #[allow(unsafe_code)]
            unsafe {
                run_with_features(&TABLES.entries, white, words, lanes);
            }
            lanes.states = lanes.states.map(|code| TABLES.states[usize::from(code)]);
        }

        #[target_feature(enable = $features)]
        fn run_with_features(
            tables: &[[u64; 2]; 4],
            white: &[u64],
            words: Range<usize>,
            lanes: &mut LaneStates<LANES>,
        ) {
            debug_assert!(words.len().is_multiple_of(AT_ONCE), "whole reads");
            let tables = tables.map(|table| load(std::array::from_fn(|word| table[word % 2])));
            let mut codes: [Register; SETS] =
                std::array::from_fn(|set| load(words_of(&lanes.states[SET * set..][..SET])));
            let mut at = words.start;
            while at < words.end {
                let end = words.end.min(at + WORDS_IN_A_BYTE);
                let mut paid = [zero(); SETS];
                while at < end {
                    let bytes: [[Register; BYTES]; SETS] =
                        std::array::from_fn(|set| read(white, at + SET * set * WORDS));
                    for part in 0..BYTES / BYTES_IN_A_COUNT {
                        let mut costs = [zero(); SETS];
                        for byte in BYTES_IN_A_COUNT * part..BYTES_IN_A_COUNT * (part + 1) {
                            for set in 0..SETS {
                                (codes[set], costs[set]) = eight(codes[set], costs[set], bytes[set][byte], tables);
                            }
                        }
                        for (paid, costs) in paid.iter_mut().zip(costs) {
                            *paid = add(*paid, and(shift_right::<{ COST as _ }>(costs), all((1 << COST) - 1)));
                        }
                    }
                    at += AT_ONCE;
                }
                let paid = paid.map(|paid| bytes_of(paid));
                for (cost, paid) in lanes.costs.iter_mut().zip(paid.as_flattened()) {
                    *cost += u32::from(*paid);
                }
            }
            let codes = codes.map(|codes| bytes_of(codes));
            for (state, entry) in lanes.states.iter_mut().zip(codes.as_flattened()) {
                *state = entry & ((1 << COST) - 1);
            }
        }

        /// Eight letters of each lane: the code after them, and what was paid in steps of `1 << COST`.
        #[target_feature(enable = $features)]
        fn eight(code: Register, paid: Register, letters: Register, tables: [Register; 4]) -> (Register, Register) {
            // Each has the letter of a step and the one four steps on, in a bit that the shuffle does not
            // look at.
            let two = |letters, first: u8| and(letters, all((first | first << 4).cast_signed()));
            let letters = [
                two(letters, WEIGHTS[0]),
                two(letters, WEIGHTS[1]),
                two(letters, WEIGHTS[2]),
                two(shift_right::<3>(letters), WEIGHTS[3]),
            ];
            let step = |code, letter, place: usize| shuffle(tables[place], add(code, letter));
            let a = step(code, letters[0], 0);
            let b = step(a, letters[1], 1);
            let c = step(b, letters[2], 2);
            let d = step(c, letters[3], 3);
            let e = step(d, shift_right::<4>(letters[0]), 0);
            let f = step(e, shift_right::<4>(letters[1]), 1);
            let g = step(f, shift_right::<4>(letters[2]), 2);
            let h = step(g, shift_right::<4>(letters[3]), 3);
            let one_of = |a, b, c| and(or(or(a, b), c), all(1 << COST));
            let paid = add(add(paid, one_of(a, b, c)), one_of(d, e, f));
            (h, add(paid, one_of(g, h, h)))
        }

        #[target_feature(enable = $features)]
        fn bytes_of(register: Register) -> [u8; SET] {
            let words = store(register);
            std::array::from_fn(|lane| words[lane / 8].to_le_bytes()[lane % 8])
        }

        /// The letters that the lanes of a register read at once: register i of the result has byte i of every lane.
        /// The first one reads from word `first` on.
        #[target_feature(enable = $features)]
        fn read(white: &[u64], first: usize) -> [Register; BYTES] {
            let mut rows = [zero(); BYTES];
            for (lane, row) in rows.iter_mut().enumerate() {
                // The parts of 128 bits keep apart: each has other lanes.
                let (mut own, mut next) = ([0; $words], [0; $words]);
                for part in 0..$words / 2 {
                    let at = first + (BYTES * part + lane) * WORDS;
                    let [a, b, c] = white[at..at + 3].try_into().expect("a word after the two");
                    own[2 * part..][..2].copy_from_slice(&[a, b]);
                    next[2 * part..][..2].copy_from_slice(&[b, c]);
                }
                let (own, next) = (load(own), load(next));
                // As [`letters`](super::super::lanes::letters) has them.
                *row = xor(own, or(word_shift_right::<1>(own), word_shift_left::<63>(next)));
            }
            // Each round turns the digits of a byte's number, those of its row and of its place there, by
            // one: after four they have changed places.
            for _ in 0..BYTES.ilog2() {
                let mut next = rows;
                for (row, pair) in next.chunks_exact_mut(2).enumerate() {
                    pair[0] = low_halves(rows[row], rows[BYTES / 2 + row]);
                    pair[1] = high_halves(rows[row], rows[BYTES / 2 + row]);
                }
                rows = next;
            }
            rows
        }
    };
}

pub(super) mod avx2 {
    use std::arch::x86_64::{
        __m256i as Register, _mm256_add_epi8 as add, _mm256_and_si256 as and, _mm256_extract_epi64 as word,
        _mm256_or_si256 as or, _mm256_set_epi64x as of_words, _mm256_set1_epi8 as all, _mm256_setzero_si256 as zero,
        _mm256_shuffle_epi8 as shuffle, _mm256_slli_epi64 as word_shift_left, _mm256_srli_epi16 as shift_right,
        _mm256_srli_epi64 as word_shift_right, _mm256_unpackhi_epi8 as high_halves, _mm256_unpacklo_epi8 as low_halves,
        _mm256_xor_si256 as xor,
    };

    lanes!("avx2", words: 4, sets: 3);

    pub(in super::super) fn is_here() -> bool {
        is_x86_feature_detected!("avx2")
    }

    #[target_feature(enable = "avx2")]
    fn load(words: [u64; 4]) -> Register {
        let [a, b, c, d] = words.map(u64::cast_signed);
        of_words(d, c, b, a)
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn store(register: Register) -> [u64; 4] {
        [word::<0>(register), word::<1>(register), word::<2>(register), word::<3>(register)].map(i64::cast_unsigned)
    }
}

pub(super) mod avx512 {
    use std::arch::x86_64::{
        __m512i as Register, _mm512_add_epi8 as add, _mm512_and_si512 as and, _mm512_extracti64x4_epi64 as half,
        _mm512_or_si512 as or, _mm512_set_epi64 as of_words, _mm512_set1_epi8 as all, _mm512_setzero_si512 as zero,
        _mm512_shuffle_epi8 as shuffle, _mm512_slli_epi64 as word_shift_left, _mm512_srli_epi16 as shift_right,
        _mm512_srli_epi64 as word_shift_right, _mm512_unpackhi_epi8 as high_halves, _mm512_unpacklo_epi8 as low_halves,
        _mm512_xor_si512 as xor,
    };

    lanes!("avx512f,avx512bw", words: 8, sets: 2);

    pub(in super::super) fn is_here() -> bool {
        is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw")
    }

    #[target_feature(enable = "avx512f")]
    fn load(words: [u64; 8]) -> Register {
        let [a, b, c, d, e, f, g, h] = words.map(u64::cast_signed);
        of_words(h, g, f, e, d, c, b, a)
    }

    #[target_feature(enable = "avx512f")]
    fn store(register: Register) -> [u64; 8] {
        let halves = [super::avx2::store(half::<0>(register)), super::avx2::store(half::<1>(register))];
        std::array::from_fn(|word| halves[word / 4][word % 4])
    }
}
