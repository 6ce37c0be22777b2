//! `--shard` and `merge`: a batch in shards is the batch.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

use crate::support::{Run, run_words};

/// Two families, with bad lines, comments, equal puzzles, names of a list, and answers of every kind.
const BATCH: &str = "# a comment\nshift 2 2\n\ntiles 3x3 1 2 3 4 5 6 7 0 8\nnope\n{\"puzzle\":\"shift 1 1\",\"name\":\"Ann\"}\n\
    # again\nshift 2 2\ntiles 2x2 2 1 3 0\nshift 3 2 moves=back\n{\"puzzle\":1}\ntiles 3x3 random seed=7\nshift _b to b_\n";

struct Folder(TempDir);

impl Folder {
    fn new(batch: &str) -> Self {
        let folder = Folder(tempfile::tempdir().expect("a folder"));
        folder.write("in", batch);
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("written");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("text")
    }

    /// Runs the program with these words, of which those that begin with @ are files of the folder.
    fn run(&self, line: &str) -> Run {
        let word = |word: &str| match word.strip_prefix('@') {
            Some(name) => self.path(name).to_str().expect("text").to_owned(),
            None => word.to_owned(),
        };
        let words: Vec<String> = line.split_whitespace().map(word).collect();
        run_words(&words.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// Answers the batch in shards, and gives the words that name their files.
    fn shards(&self, command: &str, of: u64, redirect: bool) -> String {
        let shard = |first| {
            let words = format!("{command} --in @in --format json --shard {first}/{of}");
            let name = format!("shard-{first}-{of}");
            if redirect {
                self.write(&name, &self.run(&words).out);
            } else {
                self.run(&format!("{words} --output @{name}"));
            }
            format!("@{name}")
        };
        (1..=of).map(shard).collect::<Vec<_>>().join(" ")
    }
}

/// The records of a run as `merge` writes them where no certificate is checked: what they call proved is claimed.
fn claimed(records: &str) -> String {
    let claimed = records.replace("\"label\":\"proved\"", "\"label\":\"claimed\"");
    claimed.replace("\"label\":\"searched\"", "\"label\":\"claimed\"").replace("\"checked\":true", "\"checked\":false")
}

#[test]
fn shards_merge_to_the_records_of_one_run() {
    let folder = Folder::new(BATCH);
    for command in
        ["solve", "count", "solvable", "list --take 3", "explain", "compare --search a-star --search ida-star"]
    {
        let whole = folder.run(&format!("{command} --in @in --format json"));
        assert!(whole.lines().len() >= 10, "{command}: {whole:?}");
        for of in [1, 2, 3, 12] {
            let files = folder.shards(command, of, command != "solve");
            let merged = folder.run(&format!("merge {files} --in @in"));
            assert_eq!((merged.out, merged.err.as_str()), (claimed(&whole.out), ""), "{command} {of}");
            assert_eq!(merged.code, whole.code, "{command} {of}");
        }
    }
    // The order of the files says nothing, and a file is replaced as a whole.
    let whole = folder.run("solve --in @in --format json").out;
    folder.shards("solve", 3, true);
    folder.write("all", "what was there");
    let merged = folder.run("merge @shard-3-3 @shard-1-3 @shard-2-3 -o @all");
    assert_eq!((merged.code, merged.out.as_str(), folder.read("all")), (65, "", claimed(&whole)));
}

/// A certificate that is checked in this run proves the record of its puzzle, and no other.
#[test]
fn certificates_prove_what_shards_say() {
    let folder =
        Folder::new("shift 2 2\nclobber line bwwb\ntiles 2x2 2 1 3 0\ntiles 3x3 8 6 7 2 5 4 3 0 1\nshift 3 2\n");
    let whole = folder.run("solve --check --in @in --format json").out;
    let shard =
        |first| format!("solve --in @in --format json --shard {first}/2 --cert @{first}.cert --output @{first}.jsonl");
    assert_eq!([folder.run(&shard(1)).code, folder.run(&shard(2)).code], [10, 0]);
    let files = "merge @1.jsonl @2.jsonl --in @in";
    assert_eq!(folder.run(files).out, claimed(&whole));
    let merged = folder.run(&format!("{files} --proved-by @1.cert --proved-by @2.cert"));
    assert_eq!((merged.out.as_str(), merged.err.as_str(), merged.code), (&*whole, "", 10));
    let half = folder.run(&format!("{files} --proved-by @2.cert")).out;
    for (number, ((line, whole), half)) in claimed(&whole).lines().zip(whole.lines()).zip(half.lines()).enumerate() {
        assert_eq!(half, if number % 2 == 0 { line } else { whole });
    }
    folder.write("forged", &folder.read("1.cert").replacen("claim optimal 8", "claim optimal 9", 1));
    let forged = folder.run(&format!("{files} --proved-by @forged"));
    assert_eq!((forged.code, forged.out.as_str(), forged.err.lines().count()), (1, "", 1), "{forged:?}");
    assert_eq!(folder.run(&format!("{files} --proved-by @nowhere")).code, 74);
}

/// Records that contradict themselves or the rules are refused with their lines, by `merge` and by `--resume`.
#[test]
fn forged_records_are_refused() {
    let folder = Folder::new("shift 1 1\nshift 2 1\n");
    let records = folder.run("solve --in @in --format json").out;
    for (from, to, why) in [
        ("\"length\":5", "\"length\":6", "optimal is to be said"),
        ("\"optimal\":true,\"lower\":5", "\"optimal\":true,\"lower\":4", "optimal is to be said when"),
        ("\"lower\":5", "\"lower\":6", "a lower bound above the length"),
        ("\"optimal\":true,\"lower\":5", "\"optimal\":false,\"lower\":4", "is claimed, and no more"),
        ("2,\"status\":\"solved\"", "2,\"status\":\"unsolvable\"", "a record of status \"unsolvable\" reports a play"),
        ("\"moves\":[\"2-3\"", "\"moves\":[\"1-9\"", "move 1"),
        ("2,\"status\"", "2,\"proof\":{\"label\":\"claimed\"},\"status\"", "duplicate field"),
        ("\"kind\":", "\"kin\":", "missing field `kind`"),
    ] {
        // Of the second record only.
        let (first, second) = records.split_once('\n').expect("two records");
        assert!(second.contains(from), "{from}: {second}");
        let forged = format!("{first}\n{}", second.replacen(from, to, 1));
        folder.write("forged", &forged);
        let merged = folder.run("merge @forged");
        assert_eq!((merged.code, merged.out.as_str()), (65, ""), "{forged}: {merged:?}");
        assert!(merged.err.contains("forged, line 2: ") && merged.err.contains(why), "{forged}: {}", merged.err);
        if !why.contains("field") {
            let resumed = folder.run("solve --in @in --format json --output @forged --resume");
            assert!(resumed.code == 65 && resumed.err.contains("line 2 is no record of an answer: "), "{resumed:?}");
        }
    }
}

#[test]
fn exit_codes_are_those_of_the_batch() {
    for (batch, more, code) in [
        ("shift 1 1\nshift 2 2\n", "", 0),
        ("shift 1 1\nshift _b to b_\n", "", 10),
        ("reverse 5\nshift 1 1\n", "--node-limit 10 --solver breadth-first", 22),
        ("shift 3 3\nshift 4 4\n", "--solver a-star --memory-limit 1", 21),
        ("shift 1 1\ntiles 3x3 random seed=1\n", "--solver sections", 2),
        ("tiles 7x7 random seed=1\nshift 1 1\n", "--solver construction", 3),
    ] {
        let folder = Folder::new(batch);
        let whole = folder.run(&format!("solve --in @in --format json {more}"));
        let files = folder.shards(&format!("solve {more}"), 2, true);
        let merged = folder.run(&format!("merge {files}"));
        assert_eq!((merged.code, merged.out), (whole.code, claimed(&whole.out)), "{batch}");
        assert_eq!(merged.code, code, "{batch} {more}: {}", merged.err);
    }
}

#[test]
fn lists_of_boards_have_shards_and_names() {
    let boards = "7 1 2 3 4 5 6 7 0 8\n8 1 2 3 4 5 6 7 8 0\n9 1 2 3 4 5 6 0 7 8\n10 x\n";
    let folder = Folder::new(boards);
    let whole = folder.run("solve --in @in --input-format korf --format json");
    let files = folder.shards("solve --input-format korf", 3, false);
    let merged = folder.run(&format!("merge {files} --in @in --input-format korf"));
    assert_eq!((merged.out, merged.code), (claimed(&whole.out), whole.code));
    assert!(folder.read("shard-3-3").contains("\"name\":\"9\",\"line\":3"), "{}", folder.read("shard-3-3"));
    let refused = folder.run(&format!("merge {files} --in @in --input-format starts"));
    assert_eq!((refused.code, refused.err.lines().count()), (2, 1), "{refused:?}");
}

#[test]
fn a_shard_goes_on_where_it_was_stopped() {
    let folder = Folder::new(BATCH);
    let files = folder.shards("solve", 2, false);
    let [whole, records] = [folder.run("solve --in @in --format json").out, folder.read("shard-2-2")];
    // As --resume leaves a shard, whose second line was cut short.
    let lines: Vec<&str> = records.split_inclusive('\n').collect();
    folder.write("shard-2-2", &[&lines[..1], &lines[2..]].concat().concat());
    let resumed = folder.run("solve --in @in --format json --shard 2/2 --output @shard-2-2 --resume");
    assert!(resumed.code == 65 && folder.read("shard-2-2").ends_with(lines[1]), "{resumed:?}");
    assert_eq!(folder.run(&format!("merge {files} --in @in")).out, claimed(&whole));
    // A seed is for the whole batch, of which this shard has no random board.
    let seeded = folder.run("solve --in @in --shard 1/12 --seed 3");
    assert_eq!((seeded.code, seeded.err.as_str()), (0, ""));
}

#[test]
fn what_does_not_fit_is_refused_in_a_sentence() {
    let folder = Folder::new(BATCH);
    folder.shards("solve", 3, true);
    folder.shards("count", 3, true);
    folder.write("count", &folder.read("shard-2-3"));
    folder.shards("solve", 3, true);
    let record = folder.read("shard-1-3");
    let first = record.lines().next().expect("a record");
    folder.write("half", &record[..record.len() - 9]);
    folder.write("none", "shift 1 1\n");
    folder.write("list", "[]\n");
    folder.write("alone", &folder.run("solve shift 1 1 --format json").out);
    folder.write("twice", &format!("{first}\n{first}\n"));
    folder.write("beyond", &format!("{}\n", first.replace("\"line\":2", "\"line\":99")));
    folder.write("version", &first.replace("\"schema\":1", "\"schema\":2").replace("\"line\":2", "\"line\":3"));
    folder.write("newer", &format!("{}\n", folder.read("version").replace("\"schema\"", "\"a\":1,\"schema\"")));
    for (words, why, code) in [
        ("@shard-1-3 @none", "none, line 1: not a record: expected value", 65),
        ("@shard-1-3 @list", "list, line 1: not a record: invalid length", 65),
        ("@half @shard-2-3", "half, line 4: its end is missing", 65),
        ("@alone", "alone, line 1: the record tells no line of a batch", 65),
        ("@twice", "twice, line 2: another record of line 2", 65),
        ("@shard-1-3 @shard-2-3 @shard-1-3", "shard-1-3, line 1: line 2 has a record in", 65),
        ("@shard-1-3 @count", "count, line 1: a record of count", 65),
        ("@shard-1-3 @newer", "newer, line 1: a record of solve (saltus", 65),
        ("@shard-1-3 @shard-3-3 --in @in", "3 of 10 puzzles have no record (lines 4, 8, 11): shard 2/3", 65),
        ("@shard-2-3 --in @in", "7 of 10 puzzles have no record (lines 2, 5, 6, 9, 10, ..)", 65),
        ("@shard-1-3 @beyond", "", 10),
        ("@shard-1-3 @shard-2-3 @shard-3-3 @beyond --in @in", "beyond, line 1: line 99 of", 65),
        ("@nowhere", "nowhere: No such file", 74),
        ("/dev/null", "merge reads its files more than once", 2),
        ("@shard-1-3 --in @nowhere", "nowhere: No such file", 74),
    ] {
        let run = folder.run(&format!("merge {words}"));
        assert_eq!(run.code, code, "{words}: {run:?}");
        assert!(run.err.contains(why), "{words}: {}", run.err);
        assert_eq!(run.err.lines().count(), usize::from(!why.is_empty()), "{words}: {}", run.err);
        assert_eq!(run.out.is_empty(), !why.is_empty(), "{words}: nothing is written");
    }
    for bad in ["0/3", "4/3", "1", "1/0", "-1/3", "a/b"] {
        let run = folder.run(&format!("solve --in @in --shard={bad}"));
        assert!(run.code == 2 && run.err.contains("a share is I/N with 1 <= I <= N"), "{bad}: {run:?}");
    }
    assert_eq!(folder.run("solve shift 1 1 --shard 1/2").code, 2);
}

/// The first of Korf's boards, and one that a few moves solve.
const KORF: &str = "tiles 4x4 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3 to blank-first";

/// Searches parts, and gives the words that name their files.
fn parts(folder: &Folder, puzzle: &str, of: u64, more: &str) -> String {
    let part = |first| {
        let name = format!("part-{first}-{of}");
        let made = folder.run(&format!("solve {puzzle} --part {first}/{of} --format json {more}"));
        assert_eq!((made.code, made.err.as_str()), (0, ""), "{puzzle}");
        folder.write(&name, &made.out);
        format!("@{name}")
    };
    (1..=of).map(part).collect::<Vec<_>>().join(" ")
}

#[test]
fn parts_merge_to_one_proof() {
    let second = "tiles 4x4 13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6 to blank-first";
    let third = "tiles 4x4 14 7 8 2 13 11 10 4 9 12 5 0 3 6 1 15 to blank-first";
    // Some thousands of subtrees, where the others have few.
    let hard = "tiles 4x4 15 2 12 11 14 13 9 5 1 3 8 7 0 10 6 4 to blank-first";
    for (puzzle, length, more) in [
        (KORF, 57, ""),
        (KORF, 57, "--at-most 57"),
        (second, 55, "--at-most 60"),
        (third, 59, "--at-most 59"),
        (hard, 65, "--at-most 66"),
        ("tiles 4x4 1 2 3 4 5 6 7 8 9 10 11 12 13 0 14 15", 2, ""),
        ("tiles 3x3 1 2 3 4 5 6 7 8 0", 0, ""),
        ("tiles 2x5 0 9 8 7 6 5 4 3 2 1", 45, ""),
    ] {
        let folder = Folder::new("");
        let mut first: Option<(serde_json::Value, String)> = None;
        for of in [1, 2, 3] {
            let files = parts(&folder, puzzle, of, more);
            // The certificate is the same each time, and its check takes the longest.
            let check = if of == 3 { "--check" } else { "" };
            let merged = folder.run(&format!("merge {files} {check} --cert @cert --format json"));
            let record = merged.record();
            assert_eq!((&record["length"], &record["search"][0]["parts"]), (&length.into(), &of.into()), "{puzzle}");
            if of == 3 {
                assert_eq!((merged.code, merged.err.as_str()), (0, ""), "{puzzle}");
                assert_eq!(
                    (&record["optimal"], &record["proof"]["label"]),
                    (&true.into(), &"proved".into()),
                    "{puzzle}"
                );
                assert_eq!(record["proof"]["checked"], true, "{puzzle}");
            }
            let (moves, certificate) = (&record["moves"], folder.read("cert"));
            let (all, bytes) = first.get_or_insert_with(|| (moves.clone(), certificate.clone()));
            assert_eq!((&*all, &*bytes), (moves, &certificate), "{puzzle} {of}: the same for any number of parts");
        }
    }
}

#[test]
fn a_forged_part_proves_nothing() {
    let folder = Folder::new("");
    let files = parts(&folder, KORF, 2, "");
    let record = folder.read("part-2-2");
    let mut part: serde_json::Value = serde_json::from_str(&record).expect("a record");
    let last = part["part"]["iterations"].as_array_mut().expect("iterations").last_mut().expect("one");
    let nodes = &mut last["below"][0][0];
    *nodes = (nodes.as_u64().expect("a number") + 1).into();
    folder.write("part-2-2", &format!("{part}\n"));
    let merged = folder.run(&format!("merge {files} --cert @cert"));
    assert_eq!(merged.code, 3, "the counts are not believed, and not checked here: {merged:?}");
    assert!(merged.out.contains("\nclaimed: ") && merged.err.contains("claimed by the parts"), "{merged:?}");
    let checked = folder.run("check @cert");
    assert!(checked.code == 1 && checked.out.starts_with("refuted: transcript:"), "{checked:?}");
    let merged = folder.run(&format!("merge {files} --check --cert @cert"));
    assert!(
        merged.code == 1 && merged.out.is_empty() && merged.err.contains("the parts say what is not so"),
        "{merged:?}"
    );
    // A play that is none is noticed at once.
    folder.write("part-2-2", &record.replacen("\"moves\":[\"12\",\"11\"", "\"moves\":[\"11\",\"12\"", 1));
    let merged = folder.run(&format!("merge {files}"));
    assert!(
        merged.code == 65 && merged.err.contains("part-2-2, line 1: ") && merged.err.contains(": move 1:"),
        "{merged:?}"
    );
}

#[test]
fn parts_that_were_stopped_give_an_interval() {
    let folder = Folder::new("");
    let files = parts(&folder, KORF, 2, "");
    let cut = folder.run(&format!("solve {KORF} --part 2/2 --format json --node-limit 500 --at-most 57"));
    assert_eq!(cut.code, 22, "{cut:?}");
    folder.write("part-2-2", &cut.out);
    let merged = folder.run(&format!("merge {files} --check --format json --cert @cert"));
    let record = merged.record();
    assert_eq!((merged.code, &record["optimal"], &record["length"]), (3, &false.into(), &57.into()), "{merged:?}");
    let lower = record["lower"].as_u64().expect("a number");
    assert!((43..57).contains(&lower), "{record}");
    assert!(folder.run("check @cert").out.starts_with(&format!("verified: between {lower} 57")));
    // Where no part has a play there is a bound.
    let files = parts(&folder, KORF, 2, "--at-most 50");
    let merged = folder.run(&format!("merge {files} --format json"));
    assert!(merged.err.contains("claimed by the parts: no play has fewer than 51 moves"), "{merged:?}");
    let merged = merged.record();
    assert_eq!((&merged["status"], &merged["lower"]), (&"gave-up".into(), &41.into()), "{merged}");
}

/// Idle moves are added to a play, and the iterations that were not made: two parts that say that 59 moves are needed where 57 suffice.
#[test]
fn parts_that_are_forged_together_prove_nothing() {
    let folder = Folder::new("");
    let files = parts(&folder, KORF, 2, "");
    for name in ["part-1-2", "part-2-2"] {
        let mut part: serde_json::Value = serde_json::from_str(&folder.read(name)).expect("a record");
        let moves = part["moves"].as_array_mut().expect("moves");
        if moves.len() == 57 {
            let last = moves.last().expect("a move").clone();
            moves.extend([last.clone(), last]);
            part["length"] = 59.into();
        }
        let iterations = part["part"]["iterations"].as_array_mut().expect("iterations");
        while let Some(mut next) = iterations.last().cloned().filter(|last| last["threshold"].as_u64() < Some(57)) {
            next["threshold"] = (next["threshold"].as_u64().expect("a number") + 2).into();
            iterations.push(next);
        }
        part["optimal"] = false.into();
        part["proof"]["label"] = "claimed".into();
        folder.write(name, &format!("{part}\n"));
    }
    let merged = folder.run(&format!("merge {files}"));
    assert!(merged.code == 3 && merged.out.contains("59 moves, at least 41 are needed"), "{merged:?}");
    assert!(!merged.out.contains("proved: ") && merged.err.contains("claimed by the parts"), "{merged:?}");
    let merged = folder.run(&format!("merge {files} --check"));
    assert!(merged.code == 1 && merged.out.is_empty(), "{merged:?}");
}

#[test]
fn what_is_no_part_of_the_search_is_refused_in_a_sentence() {
    let folder = Folder::new("shift 1 1\n");
    let other = "tiles 4x4 1 2 3 4 5 6 7 8 9 10 11 12 13 0 14 15";
    parts(&folder, other, 2, "");
    folder.write("other", &folder.read("part-2-2"));
    parts(&folder, KORF, 3, "");
    parts(&folder, KORF, 2, "");
    folder.shards("solve", 1, true);
    let record = folder.read("part-2-2");
    folder.write("version", &record.replace("\"saltus\":\"", "\"saltus\":\"9."));
    folder.write("zero", &record.replace("\"number\":2", "\"number\":0"));
    folder.write("twice", &record.replace("\"number\":2", "\"number\":1"));
    folder.write("tables", &record.replace("\"words\":12", "\"words\":11"));
    folder.write("depth", &record.replacen("\"above\":", "\"above\":7", 1));
    folder.write("gap", &record.replacen("\"threshold\":4", "\"threshold\":9", 1));
    folder.write("huge", &record.replace("\"below\":[[1,1]]", "\"below\":[[1,99999999999]]"));
    for (words, why) in [
        ("@part-1-2", "part 2 of 2 is missing"),
        ("@part-3-3", "2 of 3 parts are missing: 1, 2"),
        ("@part-1-2 @part-1-2", "part-1-2, line 1: part 1 of 2 is in"),
        ("@part-1-2 @part-2-3", "part-2-3, line 1: a part of 3, and that of"),
        ("@part-1-2 @other", "other, line 1: a part of another puzzle than"),
        ("@part-1-2 @version", "version, line 1: written by saltus 9."),
        ("@part-1-2 @zero", "zero, line 1: there is no part 0 of 2"),
        ("@part-1-2 @twice", "twice, line 1: part 1 of 2 is in"),
        ("@part-1-2 @tables", "tables, line 1: its search has other tables or words"),
        ("@part-1-2 @depth", "depth, line 1: its iteration 4"),
        ("@part-1-2 @gap", "gap, line 1: its iterations are not those of"),
        ("@part-1-2 @huge", "huge, line 1: an iteration has more than"),
        ("@part-1-2 @shard-1-1", "shard-1-1, line 1: the record is of no part of a search"),
        ("@shard-1-1 @part-1-2", "shard-1-1, line 1: the record is of no part of a search"),
        ("@part-1-2 @part-2-2 --in @in", "--in FILE and --proved-by FILE go with the shards"),
        ("@part-1-2 @part-2-2 --proved-by @in", "--in FILE and --proved-by FILE go with the shards"),
        ("@shard-1-1 --cert @cert", "--cert FILE and --check go with the parts"),
        ("@shard-1-1 --check", "--cert FILE and --check go with the parts"),
    ] {
        let run = folder.run(&format!("merge {words}"));
        assert!([2, 65].contains(&run.code) && run.out.is_empty(), "{words}: {run:?}");
        assert!(run.err.contains(why) && run.err.lines().count() == 1, "{words}: {}", run.err);
    }
    let part = |puzzle: &str| folder.run(&format!("solve {puzzle} --part 1/2 --format json"));
    for puzzle in
        ["shift 2 2", "tiles 1x3 1 0 2", "tiles 2x3 1 1 2 2 0 3 to 0 1 1 2 2 3", "tiles 2x2 1 2 0 3 metric=runs"]
    {
        let run = part(puzzle);
        assert!(run.code == 2 && run.err.contains("--part: "), "{run:?}");
    }
    let unsolvable = part("tiles 2x2 2 1 3 0");
    assert!(unsolvable.code == 10 && unsolvable.record()["status"] == "unsolvable", "{unsolvable:?}");
    for words in ["--part 1/2", "--at-most 5", "--part 3/2 --format json", "--part 1/2 --format json --solver beam"] {
        assert_eq!(folder.run(&format!("solve {KORF} {words}")).code, 2, "{words}");
    }
}
