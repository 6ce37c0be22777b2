//! The bound `components` and closed sets, on all configurations of small boards and with all
//! turns.

use super::{ALL_TURNS, Board, Pawns, Truth, Turns, after, begin, count};
use crate::support::{certificate, is_verified, payload, wide_key, wide_payload};
use dashu_int::UBig;
use std::collections::BTreeSet;

/// The bound as docs/certificates.md defines it.
pub(super) fn components(board: &Board, pawns: &[u8]) -> usize {
    let mut part: Vec<usize> = (0..board.cells).collect();
    let edges = || board.edges.iter().filter(|&&(a, b)| pawns[a] > 0 && pawns[b] > 0);
    for _ in 0..board.cells {
        for &(a, b) in edges() {
            part[a] = part[a].min(part[b]);
            part[b] = part[a];
        }
    }
    let cells =
        |first: usize| (0..board.cells).filter(|&cell| pawns[cell] > 0 && part[cell] == first).collect::<Vec<_>>();
    (0..board.cells).map(|first| component(board, pawns, &cells(first))).sum()
}

fn component(board: &Board, pawns: &[u8], cells: &[usize]) -> usize {
    let colours: BTreeSet<u8> = cells.iter().map(|&cell| pawns[cell]).collect();
    if colours.len() < 2 {
        return cells.len();
    }
    let side = |sides: usize, cell: usize| sides >> cells.iter().position(|&other| other == cell).unwrap() & 1;
    let inside = || board.edges.iter().filter(|(a, b)| cells.contains(a) && cells.contains(b));
    let mut bipartitions =
        (0..1 << cells.len()).filter(|&sides| inside().all(|&(a, b)| side(sides, a) != side(sides, b)));
    let two = bipartitions.next().is_some_and(|sides| {
        let clashing = cells.iter().filter(|&&cell| (side(sides, cell) == 0) == (pawns[cell] == 1)).count();
        (cells.len() + clashing).is_multiple_of(3)
    });
    if two { 2 } else { 1 }
}

fn boards() -> Vec<Board> {
    let house = [(0, 1), (0, 2), (1, 2), (1, 3), (2, 4), (3, 4)];
    vec![
        Board::grid(1, 4),
        Board::grid(2, 2),
        Board::grid(2, 3),
        Board::grid(3, 2),
        Board::line(5),
        Board::cycle(5),
        Board::cycle(2),
        Board::cube(0),
        Board::cube(2),
        Board::hamming(&[3]),
        Board::hamming(&[2, 3]),
        Board::hamming(&[3, 1, 2]),
        Board::multipartite(&[1, 2, 2]),
        Board::multipartite(&[2, 3]),
        Board::multipartite(&[3]),
        Board::graph(5, &house),
        Board::graph(4, &[]),
    ]
}

#[test]
fn components_prove_what_is_defined() {
    for board in boards().into_iter().chain([Board::grid(3, 3), Board::cube(3)]) {
        let (mut free, mut alternate) = (Truth::new(&board, false), Truth::new(&board, true));
        // Of the larger boards only some.
        for pawns in board.all_pawns().step_by(if board.cells > 6 { 37 } else { 1 }) {
            let bound = components(&board, &pawns);
            assert!(bound <= free.fewest(&pawns, 0) && bound <= alternate.fewest(&pawns, 0));
            for turns in ALL_TURNS {
                let accepts = |lower: usize| {
                    is_verified(&board.file(
                        (&pawns, turns),
                        &format!("value-at-least {lower}"),
                        "bound components",
                        &[],
                    ))
                };
                assert!(accepts(bound) && !accepts(bound + 1), "{}: {bound}", board.text(&pawns, turns));
            }
        }
    }
}

/// What a set of cells, no two adjacent, proves; with every component walked for itself.
fn independent(board: &Board, pawns: &[u8], set: usize) -> usize {
    let balance = |cells: &[usize], own: u8| {
        let gain = |&cell: &usize| match (set >> cell & 1 == 1, pawns[cell] == own) {
            (true, true) => 1,
            (true, false) | (false, true) => -1,
            (false, false) => -2,
        };
        cells.iter().map(gain).sum::<i64>() + 2
    };
    let mut left: BTreeSet<usize> = (0..board.cells).filter(|&cell| pawns[cell] > 0).collect();
    let mut sum = 0;
    while let Some(first) = left.pop_first() {
        let mut cells = vec![first];
        while let Some(&next) =
            left.iter().find(|&&next| cells.iter().any(|&cell| board.edges.contains(&(cell.min(next), cell.max(next)))))
        {
            left.remove(&next);
            cells.push(next);
        }
        cells.sort_unstable();
        let plain = component(board, pawns, &cells) as i64;
        let has_both = cells.iter().any(|&cell| pawns[cell] != pawns[first]);
        sum += if has_both { plain.max(balance(&cells, 1)).max(balance(&cells, 2)) } else { plain };
    }
    sum as usize
}

/// All sets of the cells of all boards; with an edge or an empty cell they are refused.
#[test]
fn independent_sets_prove_what_is_defined() {
    let (mut better, mut refused) = (0, 0);
    let stars = [
        Board::multipartite(&[1, 4]),
        Board::multipartite(&[1, 5]),
        Board::graph(5, &[(0, 4), (1, 4), (2, 4), (3, 4)]),
    ];
    for board in boards().into_iter().chain(stars) {
        let (mut free, mut alternate) = (Truth::new(&board, false), Truth::new(&board, true));
        for pawns in board.all_pawns().step_by(if board.cells > 5 { 5 } else { 1 }) {
            for set in 0..1usize << board.cells {
                let inside = |cell: usize| set >> cell & 1 == 1;
                let accepts = |turns: Turns, lower: usize| {
                    let claim = format!("value-at-least {lower}");
                    let block = [("independent", &[set as u8][..])];
                    is_verified(&board.file((&pawns, turns), &claim, "bound independent", &block))
                };
                let is_set = !board.edges.iter().any(|&(a, b)| inside(a) && inside(b))
                    && (0..board.cells).all(|cell| !inside(cell) || pawns[cell] > 0);
                if !is_set {
                    refused += 1;
                    assert!(!accepts(Turns::Free, 0), "{} {set:b}", board.text(&pawns, Turns::Free));
                    continue;
                }
                let bound = independent(&board, &pawns, set);
                better += usize::from(bound > components(&board, &pawns));
                assert!(bound <= free.fewest(&pawns, 0) && bound <= alternate.fewest(&pawns, 0));
                let turns = ALL_TURNS[set % ALL_TURNS.len()];
                assert!(accepts(turns, bound) && !accepts(turns, bound + 1), "{}: {bound}", board.text(&pawns, turns));
            }
        }
    }
    assert!(better > 30 && refused > 1000, "{better} {refused}");
}

/// What prices on edges prove of connected pawns, whose edges join some of them to regions: all choices at each cell, one by one. A root
/// costs 2.
fn priced(board: &Board, pawns: &[u8], prices: &[(bool, [i64; 4])]) -> i64 {
    let mut regions: Vec<usize> = (0..board.cells).collect();
    for (&(low, high), _) in board.edges.iter().zip(prices).filter(|(_, (joins, _))| *joins) {
        let (from, to) = (regions[low], regions[high]);
        regions.iter_mut().filter(|region| **region == from).for_each(|region| *region = to);
    }
    let inner = |low: usize, high: usize| regions[low] == regions[high];
    // What a cell costs, the sum of the signs on its inner edges, and whether it is a root or gives its pawn outside.
    let ways = |cell: usize| {
        let mut around = Vec::new();
        for (&(low, high), &(_, [gives_b, gives_w, takes_b, takes_w])) in board.edges.iter().zip(prices) {
            if low == cell {
                around.push((inner(low, high), [0, gives_b, gives_w, takes_b, takes_w]));
            } else if high == cell {
                around.push((inner(low, high), [0, -takes_b, -takes_w, -gives_b, -gives_w]));
            }
        }
        let choices = (0..5usize.pow(around.len() as u32)).filter_map(|number| {
            let chosen: Vec<usize> = (0..around.len()).map(|place| number / 5usize.pow(place as u32) % 5).collect();
            let count = |what: usize| chosen.iter().filter(|&&other| other == what).count() as i64;
            let left = (if pawns[cell] == 1 { 1 } else { -1 }) + 2 * (count(3) - count(4));
            let (gives, gives_what_is_left) = (count(1) + count(2), count(if left == 1 { 1 } else { 2 }));
            let is_right = left.abs() == 1 && gives <= 1 && gives == gives_what_is_left;
            let edges = || chosen.iter().zip(&around);
            let cost = edges().map(|(&what, (_, costs))| costs[what]).sum::<i64>();
            let inside =
                edges().filter(|(_, (inner, _))| *inner).map(|(&what, _)| [0, 1, -1, 1, -1][what]).sum::<i64>();
            let gives_inside = edges().any(|(&what, (inner, _))| *inner && [1, 2].contains(&what));
            is_right.then_some((cost + 2 * (1 - gives), inside, !gives_inside))
        });
        choices.collect::<std::collections::BTreeSet<_>>()
    };
    let mut sum = 0;
    for region in 0..board.cells {
        let cells: Vec<usize> = (0..board.cells).filter(|&cell| regions[cell] == region).collect();
        let edges = || board.edges.iter().filter(|&&(low, high)| inner(low, high) && regions[low] == region);
        // Sides, if there are any: each of 2^(cells - 1) bipartitions.
        let sides = (0..1usize << cells.len().saturating_sub(1)).find_map(|bits| {
            let side =
                |cell: usize| cells.iter().position(|&other| other == cell).is_some_and(|at| bits >> at & 1 == 1);
            edges().all(|&(low, high)| side(low) != side(high)).then(|| cells.iter().map(|&cell| side(cell)).collect())
        });
        let sides: Option<Vec<bool>> = sides;
        let mut all = std::collections::BTreeSet::from([(0, 0, false)]);
        for (at, &cell) in cells.iter().enumerate() {
            let of_cell = ways(cell);
            let more = |&(cost, inside, leaves): &(i64, i64, bool)| {
                let of_cell = of_cell.iter();
                let sign = sides.as_ref().map_or(0, |sides| if sides[at] { -1 } else { 1 });
                let sums = of_cell.map(move |&(own, signs, leaves_too)| {
                    (cost + own, (inside + sign * signs).rem_euclid(3), leaves || leaves_too)
                });
                sums.collect::<Vec<_>>()
            };
            all = all.iter().flat_map(more).collect();
        }
        let costs = all.iter().filter(|&&(_, inside, leaves)| inside == 0 && (leaves || cells.is_empty()));
        sum += costs.map(|&(cost, ..)| cost).min().expect("all can be roots");
    }
    (sum + 1).div_euclid(2)
}

/// Prices and regions at random on connected boards, with a root at 2.
#[test]
fn prices_prove_what_is_defined() {
    let house = [(0, 1), (0, 2), (1, 2), (1, 3), (2, 4), (3, 4)];
    let boards = [
        Board::line(5),
        Board::grid(2, 3),
        Board::cycle(5),
        Board::cube(2),
        Board::hamming(&[2, 3]),
        Board::graph(5, &house),
        Board::graph(5, &[(0, 4), (1, 4), (2, 4), (3, 4)]),
        Board::graph(7, &[(0, 1), (0, 2), (0, 3), (3, 4), (3, 5), (3, 6)]),
    ];
    let (mut random, mut better, mut by_regions) = (1u64, 0, 0);
    let mut below = |most: i64| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (random >> 33) as i64 % most
    };
    // What a leaf of either colour costs, seen from the lower end or the higher one, and now and then something else.
    let leaves = [[2, 0, -2, 2], [0, 2, 2, -2], [2, -2, -2, 0], [-2, 2, 0, -2]];
    // With an odd number some edges have no prices and join their ends.
    let mut price = |number: i64| {
        let prices = leaves[below(4) as usize].map(|price| if below(9) > 0 { price } else { below(7) - 3 });
        if number % 2 == 1 && below(2) > 0 { (true, [0; 4]) } else { (number == 3, prices) }
    };
    for mut board in boards {
        board.edges.sort_unstable();
        let mut free = Truth::new(&board, false);
        for pawns in board.all_pawns().filter(|pawns| !pawns.contains(&0)) {
            for round in 0..40 {
                let prices: Vec<_> = board.edges.iter().map(|_| price(round % 4)).collect();
                let plain = components(&board, &pawns);
                let bound = if plain == board.cells { plain as i64 } else { priced(&board, &pawns, &prices) };
                better += usize::from(bound > plain as i64);
                let alone: Vec<_> = prices.iter().map(|&(_, prices)| (false, prices)).collect();
                by_regions += usize::from(bound > plain as i64 && bound > priced(&board, &pawns, &alone));
                let bound = bound.max(plain as i64) as usize;
                assert!(bound <= free.fewest(&pawns, 0));
                let line = |(&(low, high), (joins, [a, b, c, d])): (&(usize, usize), &(bool, [i64; 4]))| {
                    format!("{}{}{} {a} {b} {c} {d}\n", low + 1, if *joins { '=' } else { '-' }, high + 1)
                };
                let lines: String = board.edges.iter().zip(&prices).map(line).collect();
                let block = format!("scale 2\n{lines}");
                let accepts = |lower: usize| {
                    let blocks = [("independent", &b""[..]), ("prices", block.as_bytes())];
                    let claim = format!("value-at-least {lower}");
                    is_verified(&board.file((&pawns, Turns::Free), &claim, "bound forest", &blocks))
                };
                let text = board.text(&pawns, Turns::Free);
                assert!(accepts(bound) && !accepts(bound + 1), "{text}: {bound}\n{block}");
            }
        }
    }
    assert!(better > 10 && by_regions > 5, "{better} {by_regions}");
}

/// Parts of which the edges would not fit anywhere.
#[test]
fn a_million_cells_in_parts() {
    let text = "w".repeat(500_000) + &"b".repeat(500_000);
    let file = |parts: &str, claim: &str, by: &str, blocks: &[(&str, &[u8])]| {
        is_verified(&certificate(&format!("clobber multipartite {parts} {text}"), claim, by, blocks))
    };
    // No pawn clashes, and 10^6 is not divisible by 3.
    assert!(file("500000,500000", "value-at-least 1", "bound components", &[]));
    assert!(!file("500000,500000", "value-at-least 2", "bound components", &[]));
    let whites: Vec<u8> = [vec![255; 62_500], vec![0; 62_500]].concat();
    assert!(file("500000,500000", "value-at-least 1", "bound independent", &[("independent", &whites)]));
    assert!(!file("499999,500001", "value-at-least 1", "bound independent", &[("independent", &vec![255; 125_000])]));
    assert!(file("500000,500000", "leaves 999998", "witness", &[("moves", b"1-500001\n2-500002\n")]));
    assert!(!file("499999,500001", "leaves 999999", "witness", &[("moves", b"500000-500001\n")]));
}

/// The key of an entry.
pub(super) fn key(pawns: &[u8], turn: u8, alternate: bool) -> u128 {
    let cells = pawns.iter().fold(0, |key, &pawn| 3 * key + u128::from(pawn));
    if alternate { 3 * cells + u128::from(turn) } else { cells }
}

/// The entries that a play reaches from the start without leaving those whose bound is below
/// `lower`.
pub(super) fn entries(board: &Board, pawns: &[u8], turns: Turns, lower: usize) -> Vec<(u128, u32)> {
    let (turn, alternate) = begin(turns);
    let mut seen: BTreeSet<(Pawns, u8)> = BTreeSet::new();
    let mut to_visit = vec![(pawns.to_vec(), turn)];
    while let Some((pawns, turn)) = to_visit.pop() {
        if components(board, &pawns) < lower && seen.insert((pawns.clone(), turn)) {
            let turn_after = |step: &(usize, usize)| if alternate { 3 - pawns[step.0] } else { 0 };
            to_visit.extend(board.moves(&pawns, turn).iter().map(|step| (after(&pawns, *step), turn_after(step))));
        }
    }
    let mut entries: Vec<_> = seen.iter().map(|(pawns, turn)| (key(pawns, *turn, alternate), 0)).collect();
    entries.sort_unstable();
    entries
}

fn accepts(board: &Board, instance: (&[u8], Turns), lower: usize, entries: &[(u128, u32)]) -> bool {
    let claim = format!("value-at-least {lower}");
    is_verified(&board.file(instance, &claim, "closed-set components", &[("set", &payload(entries))]))
}

#[test]
fn closed_sets_prove_the_value_and_no_more() {
    for board in boards() {
        for turns in ALL_TURNS {
            let (turn, alternate) = begin(turns);
            let mut truth = Truth::new(&board, alternate);
            for pawns in board.all_pawns().step_by(if board.cells > 5 { 5 } else { 1 }) {
                let value = truth.fewest(&pawns, turn);
                for lower in [value, value + 1] {
                    let entries = entries(&board, &pawns, turns, lower);
                    let text = board.text(&pawns, turns);
                    assert_eq!(accepts(&board, (&pawns, turns), lower, &entries), lower == value, "{text}");
                }
            }
        }
    }
}

#[test]
fn no_entry_of_a_closed_set_can_be_missing() {
    let mut removed = 0;
    for (board, turns) in [(Board::line(6), Turns::Free), (Board::grid(2, 3), Turns::Alternate(0))] {
        let (turn, alternate) = begin(turns);
        let mut truth = Truth::new(&board, alternate);
        for pawns in board.all_pawns().filter(|pawns| count(pawns) == board.cells) {
            let value = truth.fewest(&pawns, turn);
            let entries = entries(&board, &pawns, turns, value);
            for gone in 0..entries.len() {
                let fewer = [&entries[..gone], &entries[gone + 1..]].concat();
                assert!(!accepts(&board, (&pawns, turns), value, &fewer), "{} {gone}", board.text(&pawns, turns));
                removed += 1;
            }
        }
    }
    assert!(removed > 400, "{removed}");
}

/// A word of 64 bits holds 40 digits, two hold 80. Without an entry the start needs the bound.
#[test]
fn keys_of_any_width() {
    for (cells, turns) in [39, 40, 41, 79, 80, 81, 300]
        .into_iter()
        .flat_map(|cells| [(cells, Turns::Free), (cells, Turns::Alternate(0)), (cells, Turns::Alternate(2))])
    {
        let board = Board::line(cells);
        let digits = cells + usize::from(turns != Turns::Free);
        // A pawn that can take the next one, and the same then.
        let pawns: Pawns = [&[2, 1], vec![0; cells - 2].as_slice()].concat();
        let first = if let Turns::Alternate(first) = turns { first } else { 0 };
        let keys = [after(&pawns, (1, 0)), after(&pawns, (0, 1)), pawns.clone()].map(|pawns| {
            let mover = if count(&pawns) == 2 { first } else { 3 - pawns[0].max(pawns[1]) };
            wide_key(pawns.iter().chain([&mover]).take(digits).map(|&digit| u64::from(digit)), 3)
        });
        let mut entries = keys.map(|key| (key, 0));
        entries.sort_unstable();
        let verified = |entries: &[(UBig, u32)], lower: usize| {
            let claim = format!("value-at-least {lower}");
            let set = wide_payload(entries);
            is_verified(&board.file((&pawns, turns), &claim, "closed-set components", &[("set", &set)]))
        };
        assert!(verified(&entries, 1), "{cells}");
        assert!(!verified(&entries, 2), "{cells}");
        assert!(verified(&[], 1), "{cells}");
    }
}
