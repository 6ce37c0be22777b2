//! Tables stay in memory for later boards, but no longer than there is room for them.

use saltus::limits::{Limits, Stop, ledger};
use saltus::tiles::search::ida::schedule;

/// The position after a number of moves of the vacancy from its goal cell, round a square of four
/// cells.
fn turned(height: usize, width: usize, vacancy: usize) -> Vec<u8> {
    let (row, column) = (vacancy / width, vacancy % width);
    let (down, right) = (row + 1 < height, column + 1 < width);
    let beside = if right { vacancy + 1 } else { vacancy - 1 };
    let below = |cell: usize| if down { cell + width } else { cell - width };
    let mut position: Vec<u8> = (0..(height * width) as u8).collect();
    let mut now = vacancy;
    for next in [beside, below(beside), below(vacancy), vacancy, beside] {
        position.swap(now, next);
        now = next;
    }
    position
}

/// Every goal has tables of its own, of some kilobytes.
#[test]
fn many_goals_share_one_memory() {
    const MEMORY: u64 = 3 << 20;
    let limits = Limits { memory: MEMORY, ..Limits::default() };
    let (mut boards, mut most) = (0, 0);
    let mut lengths = Vec::new();
    for (height, width) in [(2, 7), (7, 2), (3, 5), (5, 3)] {
        for vacancy in 0..height * width {
            let solved =
                schedule::solve((height, width, vacancy), &turned(height, width, vacancy), &limits, &mut |_| ());
            lengths.push(solved.expect("no limit").walk.len());
            assert!(ledger::held() <= MEMORY, "{} after {height}x{width}, {vacancy}", ledger::held());
            most = most.max(ledger::held());
            boards += 1;
        }
    }
    assert!(boards == 58 && most > MEMORY / 2, "{boards} {most}");
    assert!(lengths.iter().all(|length| *length == 5), "{lengths:?}");
    // What there is no room for is refused, whatever is there.
    let little = Limits { memory: 1 << 16, ..limits };
    let refused = schedule::solve((3, 5, 14), &turned(3, 5, 14), &little, &mut |_| ()).expect_err("too little");
    assert!(matches!(refused.stop, Stop::Memory { .. }));
    // A search that needs all the room gets it.
    limits.afford(MEMORY).expect("within the limit");
    assert_eq!(ledger::held(), 0);
}
