//! Pattern databases: those that the checker builds, and those that it reads, against Dijkstra's
//! algorithm.

use crate::refusals::assert_refuted;
use crate::sliding::{Naive, NaiveViews, Size, line, table_bytes, table_file};
use crate::support::{Dice, Row, certificate, is_verified, outcome};
use saltus_check::{Limits, Outcome, check, check_table};
use std::fmt::Write;

/// All sets of `k` of the cells.
fn sets(cells: &[usize], k: usize) -> Vec<Vec<usize>> {
    if k == 0 {
        return vec![Vec::new()];
    }
    let from = |i: usize| sets(&cells[i + 1..], k - 1).into_iter().map(move |rest| [&[cells[i]], &rest[..]].concat());
    (0..cells.len()).flat_map(from).collect()
}

/// Sizes, patterns and places of the vacancy: all on small boards, some on larger ones.
fn patterns() -> Vec<Naive> {
    let mut dice = Dice(21);
    let mut all = Vec::new();
    let sizes = [(Size(1, 2), 1), (Size(1, 4), 1), (Size(4, 1), 1), (Size(2, 2), 1), (Size(2, 3), 3), (Size(3, 2), 3)];
    for (size, every) in sizes.into_iter().chain([(Size(3, 3), 40), (Size(2, 4), 40), (Size(1, 6), 9)]) {
        for vacancy in 0..size.cells() {
            let cells: Vec<usize> = (0..size.cells()).filter(|&cell| cell != vacancy).collect();
            let patterns = (1..=4).flat_map(|k| sets(&cells, k));
            let chosen = patterns.filter(|_| dice.below(every) == 0);
            all.extend(chosen.map(|homes| Naive::new(size, &homes, vacancy)));
        }
    }
    all
}

/// A goal with the vacancy there, and a board to start from.
fn boards(naive: &Naive, dice: &mut Dice) -> (Row, Row) {
    let n = naive.size.cells() as u8;
    let mut goal: Row = (1..n).collect();
    goal.insert(naive.vacancy, 0);
    let mut start: Row = (0..n).collect();
    (1..start.len()).rev().for_each(|i| start.swap(i, dice.below(i + 1)));
    (start, goal)
}

#[test]
fn the_checker_builds_the_right_tables() {
    let mut dice = Dice(22);
    let all = patterns();
    assert!(all.len() > 200, "{}", all.len());
    for naive in all {
        let (start, goal) = boards(&naive, &mut dice);
        let views = NaiveViews { views: vec![vec![naive]] };
        let block = views.block();
        let file = |claim: &str, block: &str| {
            outcome(&certificate(
                &line(views.views[0][0].size, &start, &goal),
                claim,
                "potential patterns",
                &[("tables", block.as_bytes())],
            ))
        };
        let bound = views.of(&start, &goal);
        // Where tiles cannot come home at all, no number is too high.
        let claim = format!("at-least {}", bound.unwrap_or(1_000_000));
        assert!(matches!(file(&claim, &block), Outcome::Verified(_)), "{block} {start:?} {}", file(&claim, &block));
        if let Some(bound) = bound {
            assert_refuted(
                &file(&format!("at-least {}", bound + 1), &block),
                &format!("patterns proves no more than {bound}"),
            );
        }
    }
}

#[test]
fn one_table_serves_all_its_images() {
    let mut dice = Dice(23);
    for (size, vacancy, homes) in [
        (Size(3, 3), 4, [0, 1, 3]),
        (Size(3, 3), 8, [0, 1, 2]),
        (Size(3, 3), 0, [1, 2, 7]),
        (Size(3, 3), 2, [1, 5, 6]),
        (Size(2, 3), 1, [0, 2, 3]),
        (Size(3, 2), 5, [2, 3, 4]),
        (Size(4, 2), 0, [2, 3, 7]),
    ] {
        // Images under every way of laying the board on itself, each of them a view of its own.
        let (rows, columns) = (size.0, size.1);
        let mut views = Vec::new();
        for number in 0..if rows == columns { 8 } else { 4 } {
            let image = |cell: usize| {
                let (mut row, mut column) = (cell / columns, cell % columns);
                for (bit, turn) in [(1, &mut row), (2, &mut column)] {
                    let side = if bit == 1 { rows } else { columns };
                    *turn = if number & bit == 0 { *turn } else { side - 1 - *turn };
                }
                if number & 4 == 0 { row * columns + column } else { column * columns + row }
            };
            let mut view: Vec<usize> = homes.iter().map(|&home| image(home)).collect();
            view.sort_unstable();
            views.push(vec![view]);
        }
        views.retain(|view| !view[0].contains(&vacancy));
        let goal: Row = {
            let mut goal: Row = (1..size.cells() as u8).collect();
            goal.insert(vacancy, 0);
            goal
        };
        let views = NaiveViews::new(size, &goal, &views);
        let block = views.block();
        for _ in 0..20 {
            let (start, _) = boards(&views.views[0][0], &mut dice);
            let bound = views.of(&start, &goal).unwrap();
            let file = |bound: i64| {
                certificate(
                    &line(size, &start, &goal),
                    &format!("at-least {bound}"),
                    "potential patterns",
                    &[("tables", block.as_bytes())],
                )
            };
            assert!(is_verified(&file(bound)), "{start:?} {}", outcome(&file(bound)));
            assert!(!is_verified(&file(bound + 1)), "{start:?}");
        }
    }
}

#[test]
fn blocks_of_tables() {
    let size = Size(2, 3);
    let goal = size.usual_goal();
    let views = NaiveViews::new(size, &goal, &[vec![vec![0, 1], vec![3]], vec![vec![0, 1, 4]]]);
    let good = views.block();
    let file = |block: &str| {
        outcome(&certificate(
            "tiles 2x3 1 2 3 4 0 5",
            "at-least 0",
            "potential patterns",
            &[("tables", block.as_bytes())],
        ))
    };
    assert!(matches!(file(&good), Outcome::Verified(_)));
    for (from, to, part) in [
        ("1,2 4\n", "1,2 4", "line 1: `4view` is not a number"),
        ("1,2 4\n", "1,2 1\n", "two patterns of a view have a tile in common"),
        ("1,2 4\n", "2,1 4\n", "do not ascend"),
        ("1,2 4\n", "1,1 4\n", "do not ascend"),
        ("1,2 4\n", "1,2 6\n", "the vacancy is in a pattern"),
        ("1,2 4\n", "1,2 7\n", "there is no cell 7"),
        ("1,2 4\n", "1,2 0\n", "there is no cell 0"),
        ("1,2 4\n", "1,2 04\n", "leading zeros"),
        ("1,2 4\n", "1,2  4\n", "is not a number"),
        ("1,2 4\n", "1,2 4 \n", "is not a number"),
        ("1,2 4\n", "1,,2 4\n", "is not a number"),
        ("view 1,2 4\n", "view \n", "is not a number"),
        ("view 1,2 4\n", "view\n", "is no view"),
        ("view 1,2 4\n", "\n", "is no view"),
        ("view 1,2 4\n", "sight 1,2 4\n", "is no view"),
    ] {
        let bad = good.replacen(from, to, 1);
        assert_ne!(bad, good);
        assert_refuted(&file(&bad), "tables");
        assert_refuted(&file(&bad), part);
    }
    assert_refuted(&file(good.trim_end()), "the line is not ended");
    assert_refuted(&file(""), "there is no view");
    assert_refuted(&file(&good.to_uppercase()), "is no view");
    assert!(matches!(file(&"view 1\n".repeat(17)), Outcome::Resource(_)));
    // For other puzzles there are none.
    for (puzzle, part) in
        [("tiles 2x2 1 1 2 0 to 1 2 1 0", "there are patterns only"), ("shift 1 1", "there are patterns only")]
    {
        assert_refuted(
            &outcome(&certificate(puzzle, "at-least 0", "potential patterns", &[("tables", good.as_bytes())])),
            part,
        );
    }
    // Of a board with too many cells there are none, and none that take too much memory.
    let cells: Vec<String> = (1..72).chain([0]).map(|tile| tile.to_string()).collect();
    for (size, pattern, limit) in
        [("8x9", "1", 1 << 30), ("8x8", "1,2,3,4,5,6,7,8,9,10", 1 << 33), ("8x8", "1,2,3,4", 1 << 20)]
    {
        let count = if size == "8x9" { 71 } else { 63 };
        let line = format!("tiles {size} {} 0", cells[..count].join(" "));
        let block = format!("view {pattern}\n");
        let file = certificate(&line, "at-least 0", "potential patterns", &[("tables", block.as_bytes())]);
        let outcome = check(&file, &Limits { memory: limit, ..Limits::default() });
        assert!(matches!(outcome, Outcome::Resource(_)), "{outcome}");
    }
}

/// All tables together have to find room.
#[test]
fn memory_for_tables() {
    let size = Size(3, 3);
    let (goal, homes) = (size.usual_goal(), [vec![0, 1, 2, 3], vec![0, 1, 2, 4], vec![0, 1, 2, 5], vec![0, 1, 2, 6]]);
    let one = NaiveViews::new(size, &goal, &[vec![homes[0].clone()]]);
    let four = NaiveViews::new(size, &goal, &homes.map(|homes| vec![homes]));
    let check = |views: &NaiveViews, memory| {
        let file = certificate(
            "tiles 3x3 1 2 3 4 5 6 7 0 8",
            "at-least 0",
            "potential patterns",
            &[("tables", views.block().as_bytes())],
        );
        check(&file, &Limits { memory, ..Limits::default() })
    };
    let entries = one.views[0][0].values().len() as u64;
    let takes = |views: &NaiveViews, memory| matches!(check(views, memory), Outcome::Verified(_));
    let enough = (1..1000).map(|step| entries * step).find(|&memory| takes(&one, memory)).unwrap();
    assert!(matches!(check(&four, enough), Outcome::Resource(_)));
    assert!(takes(&four, enough + 3 * entries));
}

fn verified(naive: &Naive) -> String {
    let Size(rows, columns) = naive.size;
    let names = naive.homes.iter().fold(String::new(), |text, home| format!("{text} {}", home + 1));
    let (vacancy, entries) = (naive.vacancy + 1, naive.values().len());
    format!("VERIFIED table tiles {rows}x{columns} vacancy {vacancy} pattern{names}: {entries} entries, exact")
}

fn read(file: &[u8]) -> Outcome {
    check_table(file, &Limits::default())
}

#[test]
fn right_files_are_verified() {
    for naive in patterns() {
        assert_eq!(read(&table_file(&naive, &naive.values())).to_string(), verified(&naive));
    }
    // Half of all arrangements of all tiles cannot be reached, and a long row makes long ways.
    for (size, homes) in [(Size(2, 3), vec![0, 1, 2, 3, 4]), (Size(1, 16), vec![0, 1])] {
        let naive = Naive::new(size, &homes, size.cells() - 1);
        assert_eq!(read(&table_file(&naive, &naive.values())).to_string(), verified(&naive));
    }
}

#[test]
fn the_example_is_right() {
    let page = include_str!("../../../../docs/tables.md");
    let naive = Naive::new(Size(2, 3), &[0, 1], 5);
    let payload = naive.pack(&naive.values());
    let header = page.lines().skip_while(|line| *line != "    saltus table 3");
    let header: Vec<&str> = header.map_while(|line| line.strip_prefix("    ")).collect();
    let file = [(header.join("\n") + "\n").as_bytes(), &payload].concat();
    assert_eq!(read(&file).to_string(), verified(&naive));
    assert!(payload.chunks(8).all(|block| block[1..] == [0; 7]));
    let bytes: Vec<String> = payload.iter().step_by(8).map(|byte| format!("{byte:02x}")).collect();
    assert!(page.contains(&format!("    {}\n", bytes.join(" "))), "{bytes:?}");
    let rows =
        page.lines().skip_while(|line| !line.starts_with("| cells")).skip(2).take_while(|line| line.starts_with('|'));
    let rows: Vec<Vec<&str>> = rows.map(|row| row.trim_end_matches(" |").split(" | ").collect()).collect();
    assert_eq!(rows.iter().map(|row| row[3]).collect::<Vec<_>>(), bytes);
    let moves = rows.iter().flat_map(|row| row[2].split(' ')).map(|moves| moves.parse().ok());
    assert_eq!(moves.collect::<Vec<_>>(), naive.values());
    // The message of a fault: cells 1 and 4, tiles in order.
    let mut values = naive.values();
    assert_eq!(values[6], Some(6));
    values[6] = Some(4);
    let fault = read(&table_file(&naive, &values)).to_string();
    assert!(page.contains(&format!("    {fault}\n")), "{fault}");
}

#[test]
fn every_changed_entry_is_refused() {
    let mut dice = Dice(24);
    for naive in patterns().into_iter().step_by(7) {
        let values = naive.values();
        for index in 0..values.len() {
            if values.len() > 100 && dice.below(values.len()) > 100 {
                continue;
            }
            let mut values = values.clone();
            values[index] = Some(if values[index].is_some_and(|moves| moves & 2 == 2) { 0 } else { 2 });
            let outcome = read(&table_file(&naive, &values));
            assert!(matches!(outcome, Outcome::Refuted(_)), "{:?} {index} {outcome}", naive.homes);
            assert!(outcome.to_string().starts_with("REFUTED cells "), "{outcome}");
        }
        // A bit that no entry has.
        let mut payload = naive.pack(&values);
        if naive.homes.len() < 5 {
            payload.last_mut().map(|last| *last |= 0x80).unwrap();
            let outcome = read(&table_bytes(&naive, values.len(), &payload));
            assert!(outcome.to_string().starts_with("REFUTED cells "), "{outcome}");
        }
    }
}

#[test]
fn faults_are_named() {
    let naive = Naive::new(Size(2, 3), &[0, 1], 5);
    let values = naive.values();
    // The first two entries: tiles in the cells 1 and 2, in order and the other way round.
    assert_eq!(values[..2], [Some(0), Some(6)]);
    for (index, tiles) in [(0, "1 2"), (1, "2 1")] {
        let mut values = values.clone();
        values[index] = values[index].map(|moves| moves ^ 2);
        let fault =
            format!("REFUTED cells 1 2 with the tiles of {tiles}, the vacancy in the region of 3: the bit is wrong");
        assert_eq!(read(&table_file(&naive, &values)).to_string(), fault);
    }
    // Blocks of entries in another order.
    let swapped = [&values[2..4], &values[0..2], &values[4..]].concat();
    assert!(matches!(read(&table_file(&naive, &swapped)), Outcome::Refuted(_)));
}

#[test]
fn damaged_files_are_refused() {
    for naive in [Naive::new(Size(2, 3), &[0, 1, 4], 5), Naive::new(Size(1, 3), &[0], 2)] {
        let good = table_file(&naive, &naive.values());
        for length in 0..good.len() {
            assert!(matches!(read(&good[..length]), Outcome::Refuted(_)), "{length}");
        }
        for bit in 0..8 * good.len() {
            let mut file = good.clone();
            file[bit / 8] ^= 1 << (bit % 8);
            assert!(matches!(read(&file), Outcome::Refuted(_)), "{bit}");
        }
        assert_refuted(&read(&[good.as_slice(), b"\n"].concat()), "payload: it has");
    }
}

#[test]
fn headers_that_are_wrong() {
    let naive = Naive::new(Size(2, 3), &[0, 1], 5);
    let good = table_file(&naive, &naive.values());
    let payload = naive.pack(&naive.values());
    let head = String::from_utf8(good[..good.len() - payload.len()].to_vec()).unwrap();
    let head = head[..head.find("header").unwrap()].to_string();
    let with = |from: &str, to: &str| {
        let mut head = head.replacen(from, to, 1);
        assert!(from.is_empty() || !head.contains(from) || to.contains(from));
        writeln!(head, "header {:08x}", crc32fast::hash(head.as_bytes())).unwrap();
        read(&[head.as_bytes(), &payload].concat())
    };
    assert!(matches!(with("", ""), Outcome::Verified(_)));
    for (from, to, part) in [
        ("saltus table 3", "saltus table 2", "line 1: this is not `saltus table 3`"),
        ("saltus table 3", "saltus certificate 1", "line 1"),
        ("board 2x3", "board 3x2", "the vacancy in the region of"),
        ("board 2x3", "board 2x4", "there are 72 entries"),
        ("board 2x3", "board 6", "line 2"),
        ("board 2x3", "board 2 x3", "line 2"),
        ("vacancy 6", "vacancy 7", "line 3: there is no cell 7"),
        ("vacancy 6", "vacancy 0", "line 3: there is no cell 0"),
        ("vacancy 6", "vacancy 2", "line 4: the vacancy is in the pattern"),
        ("pattern 1 2", "pattern 2 1", "line 4: the cells do not ascend"),
        ("pattern 1 2", "pattern 1 1", "line 4: the cells do not ascend"),
        ("pattern 1 2", "pattern 1 3", "cells"),
        ("pattern 1 2", "pattern 1", "there are 6 entries"),
        ("pattern 1 2", "pattern", "line 4"),
        ("pattern 1 2", "pattern ", "line 4"),
        ("pattern 1 2", "pattern 1 2 ", "line 4"),
        ("entries ", "entries 0", "line 5"),
        ("entries ", "entries 1", "there are "),
        ("bytes ", "bytes 1", "line 6: 20 digits"),
        ("bytes 0", "bytes 1", "payload: it has"),
        ("payload ", "payload f", "payload: the check sum is wrong"),
        ("payload ", "payload  ", "payload: the check sum is wrong"),
        ("vacancy 6\n", "", "line 3"),
    ] {
        assert_refuted(&with(from, to), part);
    }
    // The vacancy in the other region of the goal.
    let parted = Naive::new(Size(2, 3), &[1, 3], 5);
    let other = Naive { vacancy: 0, ..parted.clone() };
    assert_refuted(&read(&table_file(&other, &parted.values())), "the vacancy in the region of ");
    let limits = |memory| Limits { memory, ..Limits::default() };
    assert!(matches!(check_table(&good, &limits(1000)), Outcome::Resource(_)));
    let wide = Naive::new(Size(9, 9), &[0], 80);
    assert!(matches!(read(&table_bytes(&wide, 1, &[0])), Outcome::Resource(_)));
}

#[test]
fn a_table_file_is_no_certificate() {
    let naive = Naive::new(Size(2, 2), &[0], 3);
    let file = table_file(&naive, &naive.values());
    assert_refuted(&outcome(&file), "line 1");
    assert_refuted(&read(&certificate("shift 1 1", "at-least 3", "potential chain", &[])), "line 1");
}
