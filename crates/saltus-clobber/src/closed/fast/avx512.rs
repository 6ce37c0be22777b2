//! Several places of a line at once: 64 lanes in a vector register, on processors with AVX-512 VBMI
//! and BITALG.
//!
//! A state fits in a byte, and so does the table of two letters: 10 states and 4 pairs of letters
//! are 40 of the 64 entries that one byte shuffle looks up. An entry holds the next state where the
//! index has it, and the cost in a bit that the shuffle does not look at; odd and even steps have
//! different bits, so that one count of bits adds up four steps.

use std::arch::x86_64::{
    __m512i, _mm_cvtsi128_si64, _mm_extract_epi64, _mm512_add_epi8, _mm512_and_si512, _mm512_extracti64x2_epi64,
    _mm512_or_si512, _mm512_permutexvar_epi8, _mm512_popcnt_epi8, _mm512_set_epi64, _mm512_set1_epi8,
    _mm512_setzero_si512, _mm512_shuffle_i64x2, _mm512_srli_epi16, _mm512_unpackhi_epi64, _mm512_unpacklo_epi64,
};

use super::automaton::{AUTOMATON, STATES};
use super::lanes::{Lanes, Places};
use super::letters::Letters;

/// Lanes in a register.
pub(super) const LANES: usize = SETS * SET;

/// Lanes of one register.
const SET: usize = 64;

/// Registers whose steps overlap.
const SETS: usize = 2;

/// Words of letters after which a lane's cost, at most one in three letters, might not fit in a
/// byte.
const WORDS_IN_A_BYTE: usize = 255 / 22;

/// Where an entry has its next state, and its costs in odd and even steps.
const STATE: u32 = 2;
const COSTS: [u32; 2] = [6, 7];

/// The tables, made once. There are some only where the processor has the instructions.
pub(super) struct Vectors {
    odd: [u64; 8],
    even: [u64; 8],
}

impl Vectors {
    /// The tables, if this processor can use them.
    pub(super) fn new() -> Option<Self> {
        let has_all = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512bitalg");
        has_all.then(|| Vectors { odd: table(COSTS[0]), even: table(COSTS[1]) })
    }

    /// Takes all lanes through their words.
    pub(super) fn run(&self, letters: Letters<'_>, places: Places, lanes: &mut Lanes<LANES>) {
        // SAFETY: `new` has found all the features that the function is compiled for.
        #[allow(unsafe_code)]
        unsafe {
            run(self, letters, places, lanes);
        }
    }
}

/// The entries for `state << 2 | letters`, with the cost in bit `cost`.
fn table(cost: u32) -> [u64; 8] {
    let mut entries = [0; 64];
    for (index, entry) in entries.iter_mut().enumerate().take(STATES << STATE) {
        let step = AUTOMATON.steps(index >> STATE, index & 3, 2);
        *entry = step.next << STATE | step.cost << cost;
    }
    std::array::from_fn(|word| u64::from_le_bytes(std::array::from_fn(|byte| entries[8 * word + byte])))
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512bitalg")]
fn run(tables: &Vectors, letters: Letters<'_>, places: Places, lanes: &mut Lanes<LANES>) {
    let Places { first, stride, words } = places;
    let (odd, even) = (load(&tables.odd), load(&tables.even));
    let mut states: [__m512i; SETS] = std::array::from_fn(|set| load(&words_of(&lanes.states[SET * set..][..SET])));
    let mut at = 0;
    while at < words {
        let end = words.min(at + WORDS_IN_A_BYTE);
        let mut paid = [_mm512_setzero_si512(); SETS];
        while at < end {
            let pairs: [_; SETS] = std::array::from_fn(|set| {
                transposed(&std::array::from_fn(|lane| letters.word(first + (SET * set + lane) * stride + at)))
            });
            #[expect(clippy::needless_range_loop, reason = "the lanes take turns, byte by byte")]
            for byte in 0..8 {
                for set in 0..SETS {
                    (states[set], paid[set]) = eight(states[set], paid[set], pairs[set][byte], odd, even);
                }
            }
            at += 1;
        }
        let paid = paid.map(|paid| bytes_of(store(paid)));
        for (cost, paid) in lanes.costs.iter_mut().zip(paid.as_flattened()) {
            *cost += u32::from(*paid);
        }
    }
    let states = states.map(|states| bytes_of(store(states)));
    for (state, entry) in lanes.states.iter_mut().zip(states.as_flattened()) {
        *state = entry >> STATE & 15;
    }
}

/// Eight letters of each lane.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512bitalg")]
fn eight(states: __m512i, paid: __m512i, pairs: __m512i, odd: __m512i, even: __m512i) -> (__m512i, __m512i) {
    let low = _mm512_set1_epi8(3);
    let costs = _mm512_set1_epi8(0b1100_0000u8.cast_signed());
    let step =
        |states, table, pair| _mm512_permutexvar_epi8(_mm512_or_si512(states, _mm512_and_si512(pair, low)), table);
    let one = step(states, odd, pairs);
    let two = step(one, even, _mm512_srli_epi16::<2>(pairs));
    let three = step(two, odd, _mm512_srli_epi16::<4>(pairs));
    let four = step(three, even, _mm512_srli_epi16::<6>(pairs));
    let early = _mm512_and_si512(_mm512_or_si512(one, two), costs);
    let late = _mm512_and_si512(_mm512_or_si512(three, four), costs);
    let marks = _mm512_or_si512(early, _mm512_srli_epi16::<2>(late));
    (four, _mm512_add_epi8(paid, _mm512_popcnt_epi8(marks)))
}

#[target_feature(enable = "avx512f")]
fn load(words: &[u64; 8]) -> __m512i {
    let [a, b, c, d, e, f, g, h] = words.map(u64::cast_signed);
    _mm512_set_epi64(h, g, f, e, d, c, b, a)
}

#[target_feature(enable = "avx512f,avx512dq")]
fn store(register: __m512i) -> [u64; 8] {
    let parts = [
        _mm512_extracti64x2_epi64::<0>(register),
        _mm512_extracti64x2_epi64::<1>(register),
        _mm512_extracti64x2_epi64::<2>(register),
        _mm512_extracti64x2_epi64::<3>(register),
    ];
    let mut words = [0; 8];
    for (pair, part) in words.as_chunks_mut().0.iter_mut().zip(parts) {
        *pair = [_mm_cvtsi128_si64(part).cast_unsigned(), _mm_extract_epi64::<1>(part).cast_unsigned()];
    }
    words
}

fn words_of(states: &[u8]) -> [u64; 8] {
    std::array::from_fn(|word| u64::from_le_bytes(std::array::from_fn(|byte| states[8 * word + byte] << STATE)))
}

fn bytes_of(words: [u64; 8]) -> [u8; SET] {
    std::array::from_fn(|lane| words[lane / 8].to_le_bytes()[lane % 8])
}

/// Register i of the result has byte i of every word.
#[target_feature(enable = "avx512f,avx512vbmi")]
fn transposed(words: &[u64; SET]) -> [__m512i; 8] {
    /// Collects byte 0 of all eight words of a register, then byte 1, and so on.
    const COLLECT: [u64; 8] = {
        let mut index = [0; 8];
        let mut at = 0;
        while at < 64 {
            index[at / 8] |= (at as u64 % 8 * 8 + at as u64 / 8) << (at % 8 * 8);
            at += 1;
        }
        index
    };
    let collect = load(&COLLECT);
    let rows = words.as_chunks().0;
    let row = |i: usize| _mm512_permutexvar_epi8(collect, load(&rows[i]));
    let q = [row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7)];
    let low = [
        _mm512_unpacklo_epi64(q[0], q[1]),
        _mm512_unpacklo_epi64(q[2], q[3]),
        _mm512_unpacklo_epi64(q[4], q[5]),
        _mm512_unpacklo_epi64(q[6], q[7]),
    ];
    let high = [
        _mm512_unpackhi_epi64(q[0], q[1]),
        _mm512_unpackhi_epi64(q[2], q[3]),
        _mm512_unpackhi_epi64(q[4], q[5]),
        _mm512_unpackhi_epi64(q[6], q[7]),
    ];
    let [t0, t2, t4, t6] = quarters(low);
    let [t1, t3, t5, t7] = quarters(high);
    [t0, t1, t2, t3, t4, t5, t6, t7]
}

/// The first quarters of four registers in one, then the second ones, the third and the fourth.
#[target_feature(enable = "avx512f")]
fn quarters([a, b, c, d]: [__m512i; 4]) -> [__m512i; 4] {
    const EVEN: i32 = 0b10_00_10_00;
    const ODD: i32 = 0b11_01_11_01;
    let (ab, cd) = (_mm512_shuffle_i64x2::<EVEN>(a, b), _mm512_shuffle_i64x2::<EVEN>(c, d));
    let (ab_odd, cd_odd) = (_mm512_shuffle_i64x2::<ODD>(a, b), _mm512_shuffle_i64x2::<ODD>(c, d));
    [
        _mm512_shuffle_i64x2::<EVEN>(ab, cd),
        _mm512_shuffle_i64x2::<EVEN>(ab_odd, cd_odd),
        _mm512_shuffle_i64x2::<ODD>(ab, cd),
        _mm512_shuffle_i64x2::<ODD>(ab_odd, cd_odd),
    ]
}
