//! What the tests of several parts share.

use crate::args::Common;
use crate::budget::Budget;

/// Boards of all families and forms.
pub const LINES: [&str; 24] = [
    "shift 3 2",
    "shift 2 2 first=w",
    "shift bw_wb to wb_bw moves=all",
    "shift 0 0",
    "rules board: A A . D / . B C D ; blocks walk: A B C D ; goal: ? ? ? ? / A A ? ?",
    "reverse 5",
    "reverse 12",
    "tiles 2x3 1 0 3 4 2 5",
    "tiles 4x4 random seed=3",
    "tiles 2x2 1 1 0 2 to 0 1 2 1",
    "clobber line bwwbb.w",
    "clobber cycle bwbwbwbwbwbwbwbwbwbw",
    "clobber cycle bwb turns=alternate",
    "clobber grid bwb/wbw turns=alternate first=w",
    "clobber cube bwwbwbbw",
    "clobber cube bwwbwbbwbwwbwbbw",
    "clobber hamming 2x3 bwbwbw",
    "clobber graph bwbw 1-2 2-3 3-4 1-4",
    "chinese triangle:5 men=3 players=3 order=RYB",
    "chinese star:2 men=3 players=2",
    "chinese star:1 men=1 players=6",
    "chinese rhombus:3 men=3 goal=2",
    "chinese triangle:4 men=1 players=2 rows=./RB/.../....",
    "chinese cells:0,0R;1,0B;2,0;3,0* players=2 order=BR",
];

/// What answers may cost by default, on one thread.
pub fn budget() -> Budget {
    let words = ["saltus", "play", "shift", "1", "1", "--threads", "1", "--progress", "none"];
    let common = Common::of(&crate::help::command().try_get_matches_from(words).expect("flags"));
    Budget { cache: None, ..Budget::new(&common, saltus::clock::Instant::now()) }
}
