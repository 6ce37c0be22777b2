//! What answers rest on: docs/theorems.md has a section for each theorem that the checker can name, and the evidence of an answer names the same
//! theorems as the checker does.

use saltus::gate::{self, Thoroughness};
use saltus::limits::Limits;
use saltus_check::THEOREMS;

#[test]
fn every_theorem_has_its_section() {
    let page = include_str!("../../../../docs/theorems.md");
    for name in THEOREMS {
        let anchor = format!("<a id=\"{name}\"></a>\n\n##");
        assert_eq!(page.matches(&anchor).count(), 1, "{name}");
    }
}

#[test]
fn evidence_and_checker_name_the_same_theorems() {
    let limits = Limits::default();
    let mut met = Vec::new();
    for (line, kind) in [
        ("shift 3 3", "potential forward"),
        ("shift 3 3 moves=all", "potential chain"),
        ("shift bwwb_", "theorem winnable"),
        ("shift bbww__", "theorem frozen"),
        ("shift bw_wb to wb_bw moves=all", "closed-set vacancy"),
        ("reverse 2 1 3 _ to 3 1 2 _", "potential colours"),
        ("reverse 5 from=1 to=1", "re-executed colours"),
        ("reverse 6", "theorem reversal"),
        ("reverse 7 from=3 to=any", "theorem reversal"),
        ("reverse 13 from=1 to=1", "theorem reversal"),
        ("reverse 15 from=1 to=1", "theorem reversal"),
        ("tiles 2x3 1 0 3 4 2 5", "potential manhattan"),
        ("clobber line bwwbb.wb", "dual"),
        ("clobber line bwbwwb turns=alternate", "theorem alternate"),
        ("clobber grid bb/ww", "bound components"),
        ("clobber grid wwwbb/wwbbb", "closed-set components"),
        ("clobber multipartite 1,3 bwww", "bound independent"),
        ("clobber graph bwwww 1-2 1-3 1-4 4-5", "theorem trees"),
        ("clobber graph wwbwbw 1-2 2-3 3-4 3-5 4-5 4-6", "bound forest"),
        ("chinese triangle:3 men=1 players=2", "layers"),
        ("rules board: a . . ; move right: a . -> . a ; goal: . . a", "bound"),
        ("rules board: a . . ; move right: a . -> . a ; goal stuck:", "set"),
    ] {
        let puzzle = saltus::parse(line).unwrap_or_else(|bad| panic!("{line}: {bad}"));
        let verdict = puzzle.solve(&limits);
        let before = (verdict.evidence.kind(), verdict.evidence.assumes());
        let answer = gate::pass(&*puzzle, verdict, Thoroughness::Everything, &limits);
        let answer = answer.unwrap_or_else(|refuted| panic!("{line}: {refuted}"));
        let after = answer.standing();
        assert_eq!((before.0.as_str(), after.is_checked()), (kind, true), "{line}");
        assert_eq!(before.1, after.assumes(), "{line}");
        met.extend(after.assumes().iter().cloned());
    }
    assert!(met.contains(&"reversal by program over 1364873808 positions".into()), "{met:?}");
    // The plays of the others are too long, or their searches.
    let rare = ["sections", "transcript"];
    let is_met = |name: &&str| rare.contains(name) || met.iter().any(|told| told == name);
    assert!(THEOREMS.iter().all(is_met), "{met:?}");
}
