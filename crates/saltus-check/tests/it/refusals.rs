//! One fault at a time, in certificates that are right otherwise.

use crate::support::{
    Dice, block, certificate, changed_bits, every_truncation_is_refused, is_verified, key, outcome, payload,
};
use saltus_check::{Limits, Outcome, check, check_record};

const CONSTRUCTION: &[u8] = b"construction sections first=b\n";

/// `optimal 3 shift 1 1`, a right certificate.
fn good() -> Vec<u8> {
    certificate("shift 1 1", "optimal 3", "potential chain", &[("moves", b"1\n3\n2\n")])
}

fn with_header(puzzle: &str, claim: &str, by: &str) -> Outcome {
    let blocks: &[(&str, &[u8])] = if claim.starts_with("plan") { &[("moves", b"1\n3\n2\n")] } else { &[] };
    outcome(&certificate(puzzle, claim, by, blocks))
}

#[track_caller]
pub(crate) fn assert_refuted(outcome: &Outcome, part: &str) {
    let text = outcome.to_string();
    assert!(text.starts_with("REFUTED ") && text.contains(part), "{text}, not {part}");
    assert!(!text.contains('\n'), "{text}");
}

const VERIFIED: &str =
    "VERIFIED optimal 3 shift 1 1 by potential chain, assuming theorem chain (docs/theorems.md#chain)";

#[test]
fn good_ones_are_verified() {
    assert_eq!(outcome(&good()).to_string(), VERIFIED);
    assert_eq!(with_header("shift 1 1", "plan 3", "witness").to_string(), "VERIFIED plan 3 shift 1 1 by witness");
    let empty = certificate("shift 0 0", "optimal 0", "potential vacancy", &[("moves", b"")]);
    assert!(is_verified(&empty));
    let run = certificate("shift 4 0", "between 0 4", "potential vacancy", &[("moves", b"4 -1 4\n")]);
    assert!(is_verified(&run));
}

#[test]
fn every_truncation_and_every_changed_bit_is_refused() {
    let good = good();
    every_truncation_is_refused(&good);
    for (_, outcome) in changed_bits(&good) {
        let text = outcome.to_string();
        // Some flips make another true claim, such as `between`'s; none may verify anything false.
        assert!(text.starts_with("REFUTED ") || text == VERIFIED, "{text}");
    }
}

#[test]
fn bytes_that_are_not_printable_ascii() {
    let good = String::from_utf8(good()).unwrap();
    let faults = [
        good.replace('\n', "\r\n"),
        format!("\u{feff}{good}"),
        good.replace("shift", "shi\0ft"),
        good.replace("shift 1", "shift １"),
        good.replace("shift 1", "shift\t1"),
        good.replacen("claim", "\u{a0}claim", 1),
    ];
    for fault in faults {
        assert_refuted(&outcome(fault.as_bytes()), "is not printable ASCII");
    }
    assert_refuted(&outcome(b""), "line 1: the file ends inside a line");
    assert_refuted(&outcome(b"saltus certificate 3\n"), "line 1");
    assert_refuted(&outcome(&[good.as_bytes(), b"\n"].concat()), "something after the end");
    assert_refuted(&outcome(good.replace("end\n", "end ").as_bytes()), "ends inside a line");
    assert_refuted(&outcome(good.replace("end\n", "done\n").as_bytes()), "`end` expected");
}

#[test]
fn puzzles_that_are_not_canonical() {
    for (puzzle, part) in [
        ("shift 01 1", "leading zeros"),
        ("shift +1 1", "leading zeros"),
        ("shift 1 +1", "leading zeros"),
        ("shift -0 1", "leading zeros"),
        ("shift 1", "is not a number"),
        ("shift", "is not a number"),
        ("shift 1 1 ", "unexpected"),
        ("shift  1 1", "is not a number"),
        (" shift 1 1", "no rules"),
        ("Shift 1 1", "no rules"),
        ("tile 2x2 1 2 3 0", "no rules"),
        ("shift 1 1 moves=forward", "unexpected"),
        ("shift 1 1 first=b", "unexpected"),
        ("shift 1 1 moves=back first=w", "unexpected"),
        ("shift 1 1 moves=back moves=back", "unexpected"),
        ("shift b_w", "this is `shift 1 1`"),
        ("shift _", "this is `shift 0 0`"),
        ("shift bw_ to w_b", "this goal is the default"),
        ("shift bw_ to ww_", "differ"),
        ("shift bw_ to _b", "differ"),
        ("shift bw_ to", "does not have a vacancy"),
        ("shift b__w", "this is `shift 1 1 gaps=2`"),
        ("shift b_w_ gaps=2", "unexpected"),
        ("shift b__ to _b", "differ"),
        ("shift b_w_ to w__b", "this goal is the default"),
        ("shift 1 1 gaps=1", "one vacancy is the default"),
        ("shift 1 1 gaps=0", "a board has a vacancy"),
        ("shift 1 1 first=w gaps=2", "unexpected"),
        ("shift 1 1 moves=back gaps=2", "unexpected"),
        ("shift bw", "is not a number"),
        ("shift bx_", "b, w and _"),
        ("shift bw_ first=w", "unexpected"),
        ("reverse", "is not a number"),
        ("reverse 3 from=0", "default"),
        ("reverse 3 to=0", "default"),
        ("reverse 3 from=4", "more than all checkers"),
        ("reverse 3 to=4", "more than all checkers"),
        ("reverse 3 to=any from=1", "unexpected"),
        ("reverse 3 from=any", "is not a number"),
        ("reverse 1 2 _ 3", "from=2"),
        ("reverse 1 2 _ 3 to=any", "from=2"),
        ("reverse _", "from=0"),
        ("reverse 2 _ 2", "each once"),
        ("reverse 2 _ 3", "each once"),
        ("reverse 2 _ 2 _", "each once"),
        ("reverse 1 _ _ 2", "this is `reverse 2 gaps=2 from=1`"),
        ("reverse 2 _ 1 _ to 2 _ 1", "differ"),
        ("reverse 2 1 3", "each once"),
        ("reverse 2 0 1", "is not a checker"),
        ("reverse 2 1 99999999999999999999 _", "out of range"),
        ("reverse 2 _ 1 to 2 1 _", "written to=Q"),
        ("reverse 2 _ 1 to", "each once"),
        ("reverse 2 _ 1 to 1 2 _ 3", "differ"),
        ("reverse 2 _ 1 to=0", "default"),
        ("reverse 2 _ 1 to=1 to=1", "unexpected"),
        ("reverse 2 _ 1 tot 1 _ 2", "unexpected"),
    ] {
        let text = with_header(puzzle, "plan 3", "witness");
        assert_refuted(&text, "line 2: ");
        assert_refuted(&text, part);
    }
}

#[test]
fn canonical_puzzles_are_read() {
    for puzzle in [
        "shift 1 1 first=w moves=all",
        "shift bw_ to _bw moves=all",
        "shift b_w to _bw",
        "reverse 3 from=1 to=3",
        "reverse 3 to=any",
        "reverse 2 _ 1 to=2",
        "reverse 2 _ 1 to=any",
        "reverse 1 _ 2 to 1 2 _",
    ] {
        let zero = certificate(puzzle, "at-least 0", "closed-set zero", &[("set", b"")]);
        assert!(is_verified(&zero), "{puzzle}: {}", outcome(&zero));
    }
}

#[test]
fn claims_and_evidence() {
    for (claim, by, part) in [
        ("plan 03", "witness", "line 3: "),
        ("plan +3", "witness", "line 3: "),
        ("plan -0", "witness", "line 3: "),
        ("plan 3 3", "witness", "line 3: "),
        ("plan  3", "witness", "line 3: "),
        ("solved 3", "witness", "line 3: "),
        ("between 4 3", "potential chain", "line 3: the lower bound is above"),
        ("unsolvable 1", "order", "line 3: "),
        ("plan 3", "potential chain", "does not go with this claim"),
        ("plan 3", "closed-set zero", "does not go with this claim"),
        ("plan 3", "order", "does not go with this claim"),
        ("at-least 3", "witness", "does not go with this claim"),
        ("optimal 3", "witness", "does not go with this claim"),
        ("unsolvable", "witness", "does not go with this claim"),
        ("unsolvable", "potential chain", "does not go with this claim"),
        ("unsolvable", "theorem reversal", "does not go with this claim"),
        ("at-least 3", "order", "does not go with this claim"),
        ("at-least 3", "magic", "is no evidence"),
        ("at-least 3", "potential", "is no evidence"),
        ("at-least 3", "potential chain chain", "is no evidence"),
        ("at-least 3", "potential zero", "is not a potential"),
        ("at-least 3", "potential inversions", "does not apply"),
        ("at-least 3", "theorem reversal", "about `reverse N`"),
        ("at-least 3", "theorem winnable", "does not go with this claim"),
        ("unsolvable", "theorem winnable", "can be won"),
        ("at-least 3", "theorem nobody", "is no evidence"),
        ("at-least 4", "potential chain", "proves no more than 3"),
        ("at-least 99999999999999999999999", "potential forward", "proves no more than 3"),
    ] {
        assert_refuted(&with_header("shift 1 1", claim, by), part);
    }
}

#[test]
fn evidence_that_does_not_apply() {
    for (puzzle, by) in [
        ("shift 0 3", "potential chain"),
        ("shift 3 0", "potential chain"),
        ("shift 3 0 moves=all", "potential chain"),
        ("shift 1 1 gaps=2", "potential chain"),
        ("shift 1 1 gaps=2", "potential vacancy"),
        ("shift 1 1 moves=all", "potential forward"),
        ("shift b_w to _bw", "potential chain"),
        ("reverse 3", "potential forward"),
        ("reverse 3", "potential vacancy"),
        ("shift 1 1", "potential colours"),
    ] {
        assert_refuted(&with_header(puzzle, "at-least 0", by), "does not apply");
    }
    let arranged = with_header("reverse 2 1 3 4 _", "at-least 0", "theorem reversal");
    assert_refuted(&arranged, "about `reverse N`");
    // One colour: without jumps the vacancy goes cell by cell, with jumps over the own colour it
    // does not.
    assert_refuted(&with_header("shift 4 0", "at-least 5", "potential vacancy"), "no more than 4");
    assert_refuted(&with_header("shift 4 0 moves=all", "at-least 3", "potential vacancy"), "no more than 2");
    assert_refuted(&with_header("shift 4 1", "at-least 3", "potential vacancy"), "no more than 2");
    let order = with_header("shift bw_ moves=back", "unsolvable", "order");
    assert_refuted(&order, "forward moves");
    assert_refuted(&with_header("shift 2 1", "unsolvable", "order"), "no checker stands beyond");
    assert_refuted(&with_header("reverse 2", "unsolvable", "order"), "forward moves");
}

#[test]
fn huge_instances_take_no_memory() {
    let limits = Limits { memory: 1000, ..Limits::default() };
    let n = format!("1{}", "0".repeat(30));
    let k = format!("1{}2{}", "0".repeat(29), "0".repeat(30));
    for (first, by) in [("b", "chain"), ("w", "forward")] {
        let moves = format!("construction sections first={first}\n");
        let claim = format!("optimal {k}");
        let by = format!("potential {by}");
        let file = certificate(&format!("shift {n} {n}"), &claim, &by, &[("moves", moves.as_bytes())]);
        let chain = if first == "b" { " and theorem chain (docs/theorems.md#chain)" } else { "" };
        let sections = ", assuming theorem sections (docs/theorems.md#sections)";
        let expected = format!("VERIFIED {claim} shift {n} {n} by {by}{sections}{chain}");
        assert_eq!(check(&file, &limits).to_string(), expected);
    }
    for (puzzle, claim, by) in [
        (format!("reverse {n}"), format!("at-least 5{}5{}", "0".repeat(29), "0".repeat(29)), "theorem reversal"),
        (format!("reverse {n}"), format!("at-least 4{}5{}", "9".repeat(29), "0".repeat(29)), "potential inversions"),
        (format!("shift {n} 0"), format!("at-least {n}"), "potential vacancy"),
        (format!("shift 0 {n} moves=all"), format!("at-least 5{}", "0".repeat(29)), "potential vacancy"),
        (format!("shift 1 {n}"), format!("at-least 5{}", "0".repeat(29)), "closed-set vacancy"),
    ] {
        let set: &[(&str, &[u8])] = if by.starts_with("closed") { &[("set", b"")] } else { &[] };
        let outcome = check(&certificate(&puzzle, &claim, by, set), &limits);
        assert!(matches!(outcome, Outcome::Verified(_)), "{outcome}");
    }
}

#[test]
fn blocks_in_and_out_of_place() {
    let moves: (&str, &[u8]) = ("moves", b"1\n3\n2\n");
    let set: (&str, &[u8]) = ("set", b"");
    for (claim, by, blocks, part) in [
        ("plan 3", "witness", &[][..], "a block `moves` expected, found `end`"),
        ("plan 3", "witness", &[moves, moves], "`end` expected"),
        ("plan 3", "witness", &[moves, set], "`end` expected"),
        ("plan 3", "witness", &[set, moves], "a block `moves` expected"),
        ("plan 3", "witness", &[("Moves", b"1\n3\n2\n")], "a block `moves` expected"),
        ("at-least 0", "closed-set zero", &[moves, set], "a block `set` expected"),
        ("at-least 0", "closed-set zero", &[], "a block `set` expected"),
        ("optimal 3", "closed-set zero", &[set, moves], "a block `moves` expected"),
        ("optimal 3", "closed-set zero", &[moves], "a block `set` expected"),
        ("at-least 3", "potential chain", &[moves], "`end` expected"),
        ("unsolvable", "order", &[set], "`end` expected"),
    ] {
        assert_refuted(&outcome(&certificate("shift 1 1", claim, by, blocks)), part);
    }
}

#[test]
fn block_headers() {
    let good = String::from_utf8(good()).unwrap();
    let header = good.lines().find(|line| line.starts_with("block")).unwrap();
    let sum = &header["block moves 6 ".len()..];
    for (bad, part) in [
        (format!("block moves 06 {sum}"), "leading zeros"),
        (format!("block moves +6 {sum}"), "leading zeros"),
        (format!("block moves 6 0{sum}"), "check sum"),
        (format!("block moves 6 {}", sum.to_uppercase()), "check sum"),
        (format!("block moves 5 {sum}"), "check sum"),
        (format!("block moves 60 {sum}"), "ends inside the block"),
        (format!("block moves 18446744073709551615 {sum}"), "ends inside the block"),
        (format!("block moves 18446744073709551616 {sum}"), "out of range"),
        (format!("block moves 6  {sum}"), "expected, found"),
        (format!("block moves 6 {sum} "), "expected, found"),
        ("block moves 6".to_string(), "expected, found"),
    ] {
        assert_refuted(&outcome(good.replace(header, &bad).as_bytes()), part);
    }
    let mut file = certificate("shift 1 1", "plan 3", "witness", &[]);
    let end = file.split_off(file.len() - 4);
    let unended = [file, block("moves", b"1\n3\n2\n"), end].concat();
    let text = String::from_utf8(unended).unwrap();
    assert_refuted(&outcome(text.replace("2\n\nend", "2\nend").as_bytes()), "does not end after its bytes");
}

#[test]
fn plays_that_are_none() {
    for (moves, part) in [
        ("", "3 of the 3 moves claimed are missing"),
        ("1\n3\n", "1 of the 3 moves claimed are missing"),
        ("1\n3\n2\n2\n", "line 4: more than the 3 moves"),
        ("1\n3\n2", "line 3: the line is not ended"),
        ("1\n3\n3\n", "move 3: the cell is vacant"),
        ("1\n3\n4\n", "move 3: there is no such cell"),
        ("1\n3\n0\n", "move 3: there is no such cell"),
        ("1\n3\n18446744073709551615\n", "move 3: there is no such cell"),
        ("1\n3\n18446744073709551616\n", "move 3: there is no such cell"),
        ("1\n2\n3\n", "move 2: a checker moves backward only with"),
        ("1\n\n3\n2\n", "line 2: "),
        ("1\n03\n2\n", "line 2: "),
        ("1\n3 \n2\n", "line 2: "),
        ("1\r\n3\n2\n", "line 1: "),
        ("1\n3 -1 02\n", "leading zeros"),
        ("1\n3 -01 2\n", "leading zeros"),
        ("1\n3 -0 2\n", "`-0` is not a number"),
        ("1\n3 +1 2\n", "leading zeros"),
        ("1\n3 --1 2\n", "leading zeros"),
        ("1\n3 -1 1\n2\n", "at least 2 moves"),
        ("1\n3 -1 0\n2\n", "at least 2 moves"),
        ("1\n3 -1 2 1\n", "neither a move nor a run"),
        ("1\n3 -9223372036854775809 2\n", "line 2: the run leaves the board"),
        ("1\n3 -9223372036854775808 2\n", "line 2: the run leaves the board"),
        ("1\n3 9223372036854775807 2\n", "move 3: there is no such cell"),
        ("1\n3 -1 18446744073709551615\n", "more than the 3 moves"),
        ("1\n3 0 2\n", "move 3: the cell is vacant"),
        ("construction sections first=b", "line 1: the line is not ended"),
        ("construction sections first=x\n", "line 1: "),
        ("construction sections first=b\n\n", "line 1: "),
        ("construction  sections first=b\n", "line 1: "),
        ("１\n3\n2\n", "line 1: "),
    ] {
        let file = certificate("shift 1 1", "plan 3", "witness", &[("moves", moves.as_bytes())]);
        assert_refuted(&outcome(&file), part);
    }
    for puzzle in ["reverse 3 from=3", "shift 3 0", "shift 3 0 moves=all"] {
        let file = certificate(puzzle, "plan 1", "witness", &[("moves", b"1\n")]);
        assert_refuted(&outcome(&file), "the vacancy is more than two cells away");
    }
    let file = certificate("shift 1 1", "plan 3", "witness", &[("moves", b"1\n\xff\n2\n")]);
    assert_refuted(&outcome(&file), "moves: not ASCII");
    let file = certificate("shift 2 2", "plan 3", "witness", &[("moves", b"2\n4\n5\n")]);
    assert_refuted(&outcome(&file), "the last board is not the goal");
}

#[test]
fn walks_on_a_board_of_one_colour() {
    let walk = |puzzle: &str, k: &str, moves: &str| {
        outcome(&certificate(puzzle, &format!("plan {k}"), "witness", &[("moves", moves.as_bytes())]))
    };
    let (n, half) = (format!("1{}", "0".repeat(30)), format!("5{}", "0".repeat(29)));
    for (puzzle, k, moves) in [
        (format!("shift {n} 0"), &n, format!("{n} -1 {n}\n")),
        (format!("shift 0 {n}"), &n, format!("2 1 {n}\n")),
        (format!("shift 0 {n}"), &n, "construction sections first=w\n".into()),
        (format!("shift 0 {n} moves=all"), &half, format!("3 2 {half}\n")),
    ] {
        assert_eq!(walk(&puzzle, k, &moves).to_string(), format!("VERIFIED plan {k} {puzzle} by witness"));
    }
    for (puzzle, k, moves, part) in [
        ("shift 4 0", "4", "4 -1 4", ""),
        ("shift 4 0", "4", "4\n3 -1 2\n1", ""),
        ("shift 4 0 moves=all", "2", "3 -2 2", ""),
        ("shift bb_b to bbb_ moves=back", "3", "2\n3 1 2", ""),
        ("shift 4 0", "2", "3 -2 2", "a checker jumps over its own colour only with"),
        ("shift 4 0 moves=back", "2", "3 -2 2", "a checker jumps over its own colour only with"),
        ("shift 4 0", "3", "4 -2 3", "the run leaves the board"),
        ("shift 4 0", "3", "4 -2 2\n1", "a checker jumps over its own colour only with"),
        ("shift 4 0", "5", "4 -1 5", "the run leaves the board"),
        ("shift 4 0", "4", "6 -1 4", "there is no such cell"),
        ("shift 4 0", "4", "0 1 4", "there is no such cell"),
        ("shift 4 0", "4", "5 -1 4", "the cell is vacant"),
        ("shift 4 0", "4", "4 0 4", "the cell is vacant"),
        ("shift 4 0", "2", "2 -1 2", "the vacancy is more than two cells away"),
        ("shift 4 0", "4", "4 -3 2\n1 1 2", "the vacancy is more than two cells away"),
        ("shift 4 0", "2", "4 -1 2", "the last board is not the goal"),
        ("shift 4 0", "6", "4\n5\n4 -1 4", "line 2: a checker moves backward only with"),
        ("shift 0 4", "6", "2\n1\n2 1 4", "line 2: a checker moves backward only with"),
        ("shift 4 0", "5", "4 -1 4", "1 of the 5 moves claimed are missing"),
        ("shift 0 0", "1", "1", "the cell is vacant"),
    ] {
        let outcome = walk(puzzle, k, &format!("{moves}\n"));
        if part.is_empty() {
            assert!(matches!(outcome, Outcome::Verified(_)), "{outcome}");
        } else {
            assert_refuted(&outcome, part);
        }
    }
}

#[test]
fn constructions_in_the_wrong_place() {
    let file = |puzzle: &str, claim: &str| certificate(puzzle, claim, "witness", &[("moves", CONSTRUCTION)]);
    assert!(is_verified(&file("shift 3 3", "plan 15")));
    assert!(is_verified(&file("shift 3 3 first=w moves=all", "plan 15")));
    assert_refuted(&outcome(&file("shift 3 3", "plan 16")), "has 15 moves");
    assert_refuted(&outcome(&file("shift 0 3", "plan 3")), "no checker of the colour");
    assert_refuted(&outcome(&file("reverse 3", "plan 15")), "is for `shift N M`");
    assert_refuted(&outcome(&file("shift bw_", "plan 2")), "is for `shift N M`");
    assert_refuted(&outcome(&file("shift b_w to _bw", "plan 3")), "is for `shift N M`");
    let huge = format!("plan 1{}", "0".repeat(40));
    assert_refuted(&outcome(&file(&format!("shift 1{0} 1{0}", "0".repeat(20)), &huge)), "the construction has");
}

#[test]
fn no_words_make_it_panic() {
    let words = "shift reverse 0 1 2 3 _ b_w w_b bw_ to to=any to=1 from=1 first=w moves=back moves=all".split(' ');
    let words: Vec<&str> = words.chain(["", "99999999999999999999", "bb_", "plan 1", "moves"]).collect();
    let evidence = ["potential chain", "potential inversions", "closed-set vacancy", "theorem reversal"];
    let mut dice = Dice(4);
    for round in 0..100_000 {
        let count = 1 + dice.below(6);
        let line: Vec<&str> = (0..count).map(|_| words[dice.below(words.len())]).collect();
        let by = evidence[round % evidence.len()];
        let set: &[(&str, &[u8])] = if by.starts_with("closed") { &[("set", b"")] } else { &[] };
        let outcome = outcome(&certificate(&line.join(" "), "at-least 1000", by, set));
        // Nothing small takes that long, and what is not small is not decided without a formula.
        let huge = line.contains(&"99999999999999999999");
        assert!(huge || matches!(outcome, Outcome::Refuted(_)), "{line:?} {outcome}");
    }
}

#[test]
fn limits_give_resource() {
    let limits = |memory, moves, cells| Limits { memory, moves, cells, ..Limits::default() };
    let plan = certificate("shift 1 1", "plan 3", "witness", &[("moves", b"1\n3\n2\n")]);
    assert!(check(&plan, &limits(100, 3, 3)).to_string().starts_with("VERIFIED"));
    for limits in [limits(100, 2, 3), limits(100, 3, 2), limits(11, 3, 3)] {
        assert!(matches!(check(&plan, &limits), Outcome::Resource(_)), "{limits:?}");
    }
    let row = certificate("shift bw_", "plan 2", "witness", &[("moves", b"1\n2\n")]);
    let arrangement = certificate("reverse 2 _ 1", "plan 1", "witness", &[("moves", b"1\n")]);
    for file in [&row, &arrangement] {
        assert!(check(file, &limits(100, 3, 3)).to_string().starts_with("VERIFIED"));
        assert!(matches!(check(file, &limits(100, 3, 2)), Outcome::Resource(_)));
        assert!(matches!(check(file, &limits(5, 3, 3)), Outcome::Resource(_)));
    }
    let many = payload(&(0..100).map(|key| (key, 0)).collect::<Vec<_>>());
    let set = certificate("shift 1 1", "at-least 1", "closed-set zero", &[("set", &many)]);
    for memory in [1000, 1199] {
        assert!(matches!(check(&set, &limits(memory, 3, 3)), Outcome::Resource(_)));
    }
    assert_refuted(&check(&set, &limits(1200, 3, 3)), "entry 1: the key is no state");
    let late = certificate("shift 1 1", "at-least 1", "closed-set zero", &[("set", &[1, 255, 255, 255, 255, 31])]);
    assert!(matches!(outcome(&late), Outcome::Resource(_)));
    let goals = certificate("reverse 2 1 3 _ to=any", "at-least 1", "potential colours", &[]);
    assert!(matches!(check(&goals, &limits(1000, 16, 4)), Outcome::Verified(_)));
    assert!(matches!(check(&goals, &limits(1000, 15, 4)), Outcome::Resource(_)));
    let numeral = "1".repeat(1_000_001);
    assert!(matches!(
        with_header("shift 1 1", &format!("at-least {numeral}"), "potential chain"),
        Outcome::Resource(_)
    ));
    let long = certificate("shift 9 9", &format!("plan {}", "9".repeat(30)), "witness", &[("moves", b"")]);
    assert!(matches!(outcome(&long), Outcome::Resource(_)));
    let zeros = "0".repeat(9);
    let wide = certificate(&format!("shift 1{zeros} 1"), "plan 5", "witness", &[("moves", b"1\n")]);
    assert!(matches!(outcome(&wide), Outcome::Resource(_)));
}

#[test]
fn sets_that_prove_nothing() {
    // The boards of `shift 1 1` by forward moves: b_w, then _bw and bw_, then wb_ and _wb, then
    // w_b.
    let b_w = key(&[1, 0, 2], 3);
    let early = [(key(&[0, 1, 2], 3), 1), (b_w, 0), (key(&[1, 2, 0], 3), 1)];
    let late = [(key(&[0, 2, 1], 3), 2), (key(&[2, 1, 0], 3), 2)];
    let mut entries = [early.as_slice(), &late].concat();
    entries.sort_unstable();
    let set = |claim: &str, by: &str, payload: &[u8]| {
        outcome(&certificate("shift 1 1", claim, &format!("closed-set {by}"), &[("set", payload)]))
    };
    let whole = payload(&entries);
    assert_eq!(set("at-least 3", "zero", &whole).to_string(), "VERIFIED at-least 3 shift 1 1 by closed-set zero");
    assert_refuted(&set("at-least 4", "zero", &whole), "leaves it");
    assert_eq!(set("at-least 3", "forward", &whole).to_string(), "VERIFIED at-least 3 shift 1 1 by closed-set forward");
    assert_refuted(&set("at-least 4", "forward", &whole), "leaves it");
    assert_refuted(&set("at-least 3", "inversions", &whole), "does not apply");
    assert_refuted(&set("at-least 3", "nothing", &whole), "is not a potential");
    assert_refuted(&set("unsolvable", "chain", &whole), "this bound does not go with this claim");
    assert_refuted(&set("unsolvable", "zero", &whole), "every g is 0");
    assert_refuted(&set("at-least 1", "zero", b""), "the start is not in it");
    assert_refuted(&set("unsolvable", "zero", b""), "the start is not in it");
    let zero: Vec<_> = entries.iter().map(|&(key, _)| (key, 0)).collect();
    assert_refuted(&set("unsolvable", "zero", &payload(&zero)), "leaves it");
    let mut goal = zero.clone();
    goal.push((key(&[2, 0, 1], 3), 0));
    goal.sort_unstable();
    assert_refuted(&set("unsolvable", "zero", &payload(&goal)), "a goal is in the set");
    let mut elsewhere = entries.clone();
    elsewhere.iter_mut().find(|entry| entry.0 == b_w).unwrap().1 = 1;
    assert_refuted(&set("at-least 3", "zero", &payload(&elsewhere)), "with g = 0");

    // The chain bound is 3 at the start, so that it need not be in the set.
    assert!(matches!(set("at-least 3", "chain", b""), Outcome::Verified(_)));
    assert_refuted(&set("at-least 4", "chain", b""), "the start is not in it");
}

#[test]
fn entries_that_are_no_boards() {
    let set =
        |payload: &[u8]| outcome(&certificate("shift 1 1", "at-least 3", "closed-set chain", &[("set", payload)]));
    for row in [[1, 0, 1], [0, 0, 1], [1, 2, 1], [2, 0, 2], [0, 0, 0]] {
        assert_refuted(&set(&payload(&[(key(&row, 3), 0)])), "is no state of this puzzle");
    }
    // A digit more, next to a board or far to the left of it, and keys of 64 and 128 bits.
    let board = key(&[1, 0, 2], 3);
    for more in [27, 3u128.pow(39), 3u128.pow(40)] {
        assert_refuted(&set(&payload(&[(board + more, 0)])), "is no state of this puzzle");
    }
    for wide in [1 << 64, 3u128.pow(80), u128::MAX] {
        assert_refuted(&set(&payload(&[(wide, 0)])), "a number beyond 64 bits");
    }
    assert_refuted(&set(&payload(&[(u64::MAX.into(), 0)])), "is no state of this puzzle");
    let reverse = |row: &[u8], base| {
        let set = payload(&[(key(row, base), 0)]);
        outcome(&certificate("reverse 2", "at-least 1", "closed-set inversions", &[("set", &set)]))
    };
    assert!(matches!(reverse(&[0, 1, 2], 3), Outcome::Verified(_)));
    for row in [[1, 0, 1], [0, 0, 1], [2, 2, 0], [1, 2, 1]] {
        assert_refuted(&reverse(&row, 3), "is no state of this puzzle");
    }
    let wide = "0".repeat(3);
    let file = certificate(&format!("shift 1{wide} 1"), "at-least 3", "closed-set zero", &[("set", &[1, 0])]);
    assert_refuted(&outcome(&file), "the start is not in it");
}

#[test]
fn malformed_payloads() {
    let set = |payload: &[u8]| outcome(&certificate("shift 1 1", "at-least 3", "closed-set zero", &[("set", payload)]));
    for (payload, part) in [
        (&[5, 1, 0, 1][..], "entry 2: the same key again"),
        (&[5], "entry 1: the payload ends inside an entry"),
        (&[5, 1, 2], "entry 2: the payload ends inside an entry"),
        (&[5, 0x80], "ends inside an entry"),
        (&[0x85, 0], "entry 1: a number with needless bytes"),
        (&[5, 0x81, 0x80, 0], "entry 1: a number with needless bytes"),
        (&[5, 0x80, 0], "needless bytes"),
    ] {
        assert_refuted(&set(payload), part);
    }
    // All keys of this puzzle fit in 64 bits.
    let ones = |last: u8| [&[0xff; 9][..], &[last, 0]].concat();
    assert_refuted(&set(&ones(1)), "the start is not in it");
    assert_refuted(&set(&ones(2)), "a number beyond 64 bits");
    assert_refuted(&set(&[&[0xff; 30][..], &[1, 0]].concat()), "a number beyond 64 bits");
    assert_refuted(&set(&[&[0x80; 1000][..], &[1, 0]].concat()), "a number beyond 64 bits");
    assert_refuted(&set(&[&[0x80; 1000][..], &[0, 0]].concat()), "a number with needless bytes");
    assert_refuted(&set(&[0x80; 1000]), "the payload ends inside an entry");
    assert_refuted(&set(&[ones(1), vec![1, 0]].concat()), "entry 2: a key beyond 64 bits");
    // The numbers g, too.
    let g = |bytes: &[u8]| set(&[&[5], bytes].concat());
    assert!(matches!(g(&[0x80, 0x80, 0x80, 0x80, 0x10]), Outcome::Resource(_)));
    assert_refuted(&g(&[&[0xff; 9][..], &[2]].concat()), "a number beyond 64 bits");
}

#[test]
fn records() {
    let record = |line: &str| check_record(line, &Limits::default());
    let good = r#"{"puzzle":"shift 1 1","status":"solved","length":3,"optimal":true,"lower":3,"solver":"x","moves":["1-2","3-1","2-3"]}"#;
    assert_eq!(record(good).to_string(), "VERIFIED plan 3 shift 1 1 by witness");
    for (from, to, part) in [
        (r#""length":3"#, r#""length":4"#, "4 claimed, but there are 3 moves"),
        (r#""length":3"#, r#""length":340282366920938463463374607431768211456"#, "but there are 3 moves"),
        (r#""length":3"#, r#""length":3.0"#, "is not a number"),
        (r#""length":3"#, r#""length":-3"#, "is not a number"),
        (r#""length":3"#, r#""length":"3""#, "is not a number"),
        (r#""length":3"#, r#""length":"340282366920938463463374607431768211456""#, "but there are 3 moves"),
        (r#""length":3,"#, "", "there is no `length`"),
        (r#""length":3"#, r#""length":3,"length":3"#, "duplicate field"),
        (r#""optimal":true"#, r#""moves":[]"#, "duplicate field"),
        (r#""optimal":true"#, r#""puzzle":"shift 2 2""#, "duplicate field"),
        (r#""optimal":true"#, r#""status":"solved""#, "duplicate field"),
        (r#""optimal":true"#, r#""lower":3"#, "duplicate field"),
        (r#""lower":3"#, r#""optimal":true"#, "duplicate field"),
        (r#""lower":3"#, r#""lower":99"#, "lower: 99 is more than 3, which the play shows"),
        (r#""optimal":true,"lower":3"#, r#""optimal":false,"lower":4"#, "lower: 4 is more than 3"),
        (r#""optimal":true,"lower":3"#, r#""lower":4"#, "lower: 4 is more than 3"),
        (r#""lower":3"#, r#""lower":2"#, "optimal: 3 is not the lower bound 2"),
        (r#""lower":3"#, r#""lower":3.0"#, "lower: `3.0` is not a number"),
        (r#""lower":3"#, r#""lower":-1"#, "lower: "),
        (r#""lower":3"#, r#""lower":"3""#, "lower: "),
        (r#""lower":3"#, r#""lower":null"#, "lower: "),
        (r#""lower":3"#, r#""lower":true"#, "lower: "),
        (r#""optimal":true"#, r#""optimal":"true""#, "optimal: "),
        (r#""optimal":true"#, r#""optimal":null"#, "optimal: "),
        (r#""optimal":true"#, r#""optimal":1"#, "optimal: "),
        (r#","moves":["1-2","3-1","2-3"]"#, "", "there is no `moves`"),
        (r#"["1-2","3-1","2-3"]"#, "null", "there is no `moves`"),
        (r#"["1-2","3-1","2-3"]"#, "[1,3,2]", "record: "),
        (r#""puzzle":"shift 1 1","#, "", "there is no `puzzle`"),
        (r#""status":"solved","#, "", "there is no `status`"),
        ("shift 1 1", "shift 1 1 ", "puzzle: not canonical"),
        ("3-1", "3-2", "move 2: `3-2` does not lead into the vacancy, cell 1"),
        ("3-1", "2-1", "move 2: a checker moves backward only with"),
        ("3-1", "03-1", "move 2: "),
        ("3-1", "3 -1", "move 2: "),
        ("3-1", "3", "move 2: `3` is not FROM-TO"),
        ("3-1", "3-1-1", "move 2: "),
        ("3-1", "0-1", "move 2: there is no such cell"),
        ("2-3", "1-2", "move 3: "),
        ("}", "}}", "record: "),
        ("}", "", "record: "),
    ] {
        let bad = good.replace(from, to);
        assert_ne!(bad, good);
        assert_refuted(&record(&bad), part);
    }
    assert_refuted(&record(""), "record: ");
    assert_refuted(&record(&"[".repeat(1_000_000)), "record: ");
    // Keys that do not matter may hold anything, and no depth of it overflows the stack.
    let deep = good.replace("\"x\"", &format!("{}{}", "[".repeat(1_000_000), "]".repeat(1_000_000)));
    assert!(matches!(record(&deep), Outcome::Verified(_)));
    for other in [r#""optimal":false,"lower":0"#, r#""optimal":false,"lower":3"#, r#""optimal":true"#, r#""lower":1"#] {
        let weaker = good.replace(r#""optimal":true,"lower":3"#, other);
        assert_eq!(record(&weaker).to_string(), "VERIFIED plan 3 shift 1 1 by witness");
    }
    let unsolved = r#"{"puzzle":"shift bb_ww to www_b","status":"unsolvable"}"#;
    assert_eq!(record(unsolved).to_string(), "RESOURCE an answer with the status `unsolvable` needs a certificate");
    let tight = Limits { moves: 2, ..Limits::default() };
    assert!(matches!(check_record(good, &tight), Outcome::Resource(_)));
    let tight = Limits { memory: 10, ..Limits::default() };
    assert!(matches!(check_record(good, &tight), Outcome::Resource(_)));
}

/// What holds of every play needs no evidence: it has at least 0 moves, and leaves at least 0
/// pawns.
#[test]
fn no_evidence_for_a_bound_of_zero() {
    let cells = "chinese cells:0,0R*;1,0B players=2 order=RB";
    for puzzle in ["shift 0 0", "shift bwb_w to bwb_w", "reverse 1", "tiles 2x2 1 2 3 0", cells] {
        let file = |claim: &str, moves: &str| {
            outcome(&certificate(puzzle, claim, "witness", &[("moves", moves.as_bytes())])).to_string()
        };
        for claim in ["plan 0", "optimal 0", "between 0 0"] {
            assert_eq!(file(claim, ""), format!("VERIFIED {claim} {puzzle} by witness"));
        }
        for claim in ["optimal 1", "between 1 1", "between 1 2", "optimal 00"] {
            assert!(file(claim, "").starts_with("REFUTED line "), "{claim} {puzzle}: {}", file(claim, ""));
        }
        assert!(file("between 0 1", "").starts_with("REFUTED "), "{puzzle}");
        let bound = outcome(&certificate(puzzle, "at-least 0", "witness", &[]));
        assert_refuted(&bound, "line 4: this evidence does not go with this claim");
    }
    for (puzzle, length, moves) in [
        ("shift 1 1", 3, "1\n3\n2\n"),
        ("tiles 1x2 0 1", 1, "2\n"),
        ("chinese cells:0,0R;1,0B;2,0;3,0* players=2 order=RB", 3, "a1-c1\nb1-a1\nc1-d1\n"),
    ] {
        let file = |claim: &str, moves: &str| {
            outcome(&certificate(puzzle, claim, "witness", &[("moves", moves.as_bytes())])).to_string()
        };
        let claim = format!("between 0 {length}");
        assert_eq!(file(&claim, moves), format!("VERIFIED {claim} {puzzle} by witness"));
        assert!(file("optimal 0", "").starts_with("REFUTED "), "{puzzle}");
        assert!(file("optimal 0", moves).starts_with("REFUTED "), "{puzzle}");
    }
    let nothing = certificate("clobber line ..", "value 0", "witness", &[("moves", b"")]);
    assert_eq!(outcome(&nothing).to_string(), "VERIFIED value 0 clobber line .. by witness");
    let something = certificate("clobber line b.", "value 0", "witness", &[("moves", b"")]);
    assert_refuted(&outcome(&something), "play: 0 claimed, but 1 pawns are left");
}

/// What a theorem states is only evaluated; what the certificate enumerates, or what is proved in a line or two where the format is described,
/// is not assumed. For a proof by program the size of the run is stated.
#[test]
fn theorems_are_named() {
    let verified = |puzzle: &str, claim: &str, by: &str| match outcome(&certificate(puzzle, claim, by, &[])) {
        Outcome::Verified(verified) => verified,
        other => panic!("{other}"),
    };
    for (puzzle, claim, by, assumed) in [
        ("reverse 6", "at-least 21", "theorem reversal", Some("reversal")),
        ("shift bwwb_", "unsolvable", "theorem winnable", Some("winnable")),
        ("clobber line bw", "value-at-least 1", "theorem trees", Some("trees")),
        ("clobber line bw turns=alternate", "value-at-least 1", "theorem alternate", Some("alternate")),
        ("clobber line bw", "value-at-least 1", "bound components", Some("components")),
        ("shift 3 3", "at-least 15", "potential chain", Some("chain")),
        ("reverse 3", "at-least 5", "potential colours", Some("colours")),
        ("reverse 5 from=1 to=1", "at-least 18", "re-executed colours", Some("colours")),
        ("reverse 13 from=1 to=1", "at-least 100", "theorem reversal", Some("reversal")),
        (
            "reverse 13 from=1 to=1",
            "at-least 101",
            "theorem reversal",
            Some("reversal by program over 1364873808 positions"),
        ),
        ("reverse 12 from=1 to=1", "at-least 76", "theorem reversal", Some("reversal")),
        ("reverse 7 from=3 to=any", "at-least 28", "theorem reversal", Some("reversal by program over 5832 positions")),
        ("shift 3 3", "at-least 15", "potential forward", None),
        ("tiles 2x2 2 1 3 0", "unsolvable", "parity", None),
        ("tiles 1x3 2 1 0", "unsolvable", "order", None),
    ] {
        let found = verified(puzzle, claim, by);
        assert_eq!(found.assumes, Vec::from_iter(assumed.map(String::from)));
        assert_eq!((found.claim.as_str(), found.puzzle.as_str(), found.by.as_str()), (claim, puzzle, by));
        let link = |told: &str| format!("{told} (docs/theorems.md#{})", told.split(' ').next().unwrap());
        let end = assumed.map_or(String::new(), |told| format!(", assuming theorem {}", link(told)));
        assert_eq!(found.to_string(), format!("{claim} {puzzle} by {by}{end}"));
    }
}
