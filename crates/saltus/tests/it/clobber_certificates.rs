//! The blocks `dual` and `prices` in whole certificates, and the theorem `trees`: the checker accepts them for what they are to show, and for nothing
//! above.

use crate::clobber::with_gaps;
use saltus::board::Cell;
use saltus::clobber::bounds::LowerBound;
use saltus::clobber::closed::letters::Form;
use saltus::clobber::closed::trees;
use saltus::clobber::closed::{dual, fast};
use saltus::clobber::evidence;
use saltus::clobber::{Colour, Instance, Pawns, Shape};
use saltus::evidence::Block;
use saltus::laws::Random;
use saltus::limits::Limits as SearchLimits;
use saltus::notation::Instance as _;
use saltus::verify;
use saltus_check::{Limits, Outcome, check};

/// A row, as both boards it can be.
fn boards(pawns: &Pawns) -> [(Instance, Form); 2] {
    [(Shape::Line, Form::Line), (Shape::Cycle, Form::Cycle)]
        .map(|(shape, form)| (Instance::new(shape, pawns.clone()), form))
}

/// A row with runs of random lengths around `run`, and a gap at one place in `gaps` (none for 0).
fn drawn(cells: usize, run: usize, gaps: usize, random: &mut Random) -> Pawns {
    let mut colour = Colour::Black;
    let mut next = |_| {
        if random.below(run) == 0 {
            colour = colour.other();
        }
        Some(colour).filter(|_| gaps == 0 || random.below(gaps) > 0)
    };
    (0..cells).map(&mut next).collect()
}

/// The checker's outcome for the claim that every play leaves `claimed` pawns.
fn outcome(instance: &Instance, claimed: u64, by: &str, blocks: &[Block]) -> Outcome {
    let head = format!("saltus certificate 1\npuzzle {instance}\nclaim value-at-least {claimed}\nby {by}\n");
    let mut certificate = head.into_bytes();
    for (name, block) in blocks {
        certificate.extend(format!("block {name} {} {:08x}\n", block.len(), crc32fast::hash(block)).bytes());
        certificate.extend([&block[..], b"\n"].concat());
    }
    check(&[&certificate[..], b"end\n"].concat(), &Limits::default())
}

/// The same by a block `dual`.
fn checked(instance: &Instance, claimed: u64, block: &[u8]) -> Outcome {
    outcome(instance, claimed, "dual", &[("dual", block.to_vec())])
}

fn value(pawns: &Pawns, form: Form) -> u64 {
    fast::value(pawns, form, 1)
}

/// The block proves the value and what is below, but not one more.
fn proves_the_value(instance: &Instance, pawns: &Pawns, form: Form) {
    let (value, block) = (value(pawns, form), dual::block(pawns, form).expect("few entries"));
    for claimed in [value.saturating_sub(1), value] {
        let outcome = checked(instance, claimed, &block);
        let verified = format!(
            "VERIFIED value-at-least {claimed} {instance} by dual, assuming theorem dual (docs/theorems.md#dual)"
        );
        assert_eq!(outcome.to_string(), verified, "{}", String::from_utf8_lossy(&block));
    }
    let outcome = checked(instance, value + 1, &block);
    assert!(matches!(outcome, Outcome::Refuted(_)), "{}: {outcome}", value + 1);
}

#[test]
fn all_small_rows() {
    for pawns in (1..=7).flat_map(with_gaps) {
        for (instance, form) in boards(&pawns) {
            proves_the_value(&instance, &pawns, form);
        }
    }
}

/// Rows whose registers are far apart, and random ones with runs and gaps of many lengths.
#[test]
fn long_rows() {
    let [run, one] = ["b".repeat(700), "w".to_owned()];
    let rows = [
        run.clone(),
        [&*run, &one, &run].concat(),
        [&*run, &one, &one, &run].concat(),
        [&*run, &one, &run, ".", &run, &one].concat(),
        "bw".repeat(500),
        "bw".repeat(500) + "b",
        "bww".repeat(300),
        "bbww".repeat(300),
    ];
    let mut random = Random::new(8);
    let drawn = (0..60).map(|round| drawn(300, 1 + round % 9, round % 4 * 10, &mut random)).collect::<Vec<_>>();
    let rows = rows.iter().map(|letters| letters.parse().expect("letters of pawns"));
    for pawns in rows.chain(drawn) {
        for (instance, form) in boards(&pawns) {
            proves_the_value(&instance, &pawns, form);
        }
    }
}

/// The block of one row is not accepted for more than the value of another.
#[test]
fn blocks_of_other_rows() {
    let rows: Vec<Pawns> = with_gaps(5).collect();
    let mut random = Random::new(9);
    let mut accepted = 0;
    for pawns in &rows {
        for (instance, form) in boards(pawns) {
            for _ in 0..20 {
                let other = &rows[random.below(rows.len())];
                let (claimed, block) = (value(other, form), dual::block(other, form).expect("few entries"));
                match checked(&instance, claimed, &block) {
                    Outcome::Verified(_) => {
                        assert!(claimed <= value(pawns, form), "{instance} by the block of {other}");
                        accepted += 1;
                    }
                    Outcome::Refuted(_) => {}
                    outcome @ Outcome::Resource(_) => panic!("{instance}: {outcome}"),
                }
            }
        }
    }
    assert!(accepted > 0);
}

/// Whatever a block contains, it proves nothing that is false.
#[test]
fn damaged_blocks() {
    let mut random = Random::new(3);
    let mut accepted = 0;
    for round in 0..160 {
        let (cells, run, gaps) = (3 + round / 2, 1 + round % 4, round % 3 * 9);
        for (instance, form) in boards(&drawn(cells, run, gaps, &mut random)) {
            let pawns = instance.configuration().expect("a configuration");
            let (value, block) = (value(pawns, form), dual::block(pawns, form).expect("few entries"));
            for _ in 0..40 {
                let mut damaged = block.clone();
                for _ in 0..=random.below(3) {
                    let Some(last) = damaged.len().checked_sub(1) else { break };
                    let (at, other) = (random.below(last + 1), random.below(last + 1));
                    // Bytes that stand there somewhere do the most harm.
                    damaged[at] = block[other];
                }
                accepted += usize::from(matches!(checked(&instance, value, &damaged), Outcome::Verified(_)));
                let outcome = checked(&instance, value + 1, &damaged);
                assert!(!matches!(outcome, Outcome::Verified(_)), "{instance} {}", String::from_utf8_lossy(&damaged));
            }
        }
    }
    assert!(accepted > 0);
}

/// Prices show the bound on sparse graphs, trees among them, and not one more.
#[test]
fn prices_show_what_they_say() {
    let (mut random, mut shown) = (Random::new(5), 0);
    for _ in 0..2000 {
        let cells = 2 + random.below(11);
        let near = |cell: usize, random: &mut Random| (cell - 1 - random.below(cell.min(3))) as Cell;
        let mut edges: Vec<_> = (1..cells).map(|cell| (near(cell, &mut random), cell as Cell)).collect();
        let more = (0..random.below(4)).map(|_| (random.below(cells) as Cell, random.below(cells) as Cell));
        edges.extend(more.filter(|(a, b)| a != b));
        let pawns = (0..cells).map(|_| Some([Colour::Black, Colour::White][random.below(3) / 2])).collect();
        let instance = Instance::graph(edges, pawns);
        let cells: Vec<_> = instance.configuration().expect("a configuration").iter().collect();
        let found = LowerBound::of(&instance.board(), &cells, &SearchLimits::DEFAULT);
        if found.prices.is_empty() {
            continue;
        }
        let least = found.least as u64;
        let blocks = evidence::bound(found).blocks(None, &SearchLimits::DEFAULT).expect("blocks");
        let shows = |claimed| matches!(outcome(&instance, claimed, "bound forest", &blocks), Outcome::Verified(_));
        assert!(shows(least) && !shows(least + 1), "{instance}: {least}");
        shown += 1;
    }
    assert!(shown > 400, "{shown}");
}

/// A tree of many kinds, by how far back each vertex looks for its neighbour: anywhere, near, or among the first ones.
fn grown(cells: usize, kind: usize, random: &mut Random) -> Vec<(Cell, Cell)> {
    let back = |cell: usize, random: &mut Random| match kind {
        0 => random.below(cell),
        1 => cell - 1 - random.below(cell.min(3)),
        2 => random.below(cell.div_ceil(12)),
        // A caterpillar: every third vertex goes on, the others hang on it.
        3 => (cell - 1) / 3 * 3,
        // A spider with legs of seven.
        _ if cell % 7 == 1 => 0,
        _ => cell - 1,
    };
    (1..cells).map(|cell| (back(cell, random) as Cell, cell as Cell)).collect()
}

/// By all differences of arrivals of the two colours, child after child.
#[test]
fn large_trees_have_the_value_of_the_theorem() {
    let mut random = Random::new(99);
    for round in 0..600 {
        let (cells, share) = (20 + random.below(280), [50, 15, 4][round / 5 % 3]);
        let edges = grown(cells, round % 5, &mut random);
        let pawn = |_| Some(if random.below(100) < share { Colour::White } else { Colour::Black });
        let instance = Instance::graph(edges, (0..cells).map(pawn).collect());
        let cells: Vec<_> = instance.configuration().expect("a configuration").iter().collect();
        let (value, moves) = trees::solve(&instance.board(), &cells).expect("a tree");
        let end = verify::play_all(&instance.puzzle().expect("small"), moves.into_iter()).expect("a play");
        assert_eq!(end.count(), value, "{instance}");
        let shows = |claimed| matches!(outcome(&instance, claimed, "theorem trees", &[]), Outcome::Verified(_));
        assert!(shows(value as u64) && !shows(value as u64 + 1), "{instance}: {value}");
    }
}
