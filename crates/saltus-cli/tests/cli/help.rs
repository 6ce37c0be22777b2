//! Help, manual pages and completions: every page begins with examples that run, and says the same of codes.

use crate::support::{run, run_words, shell};

/// The commands that the program's own page lists.
fn commands() -> Vec<String> {
    let help = run("-h").out;
    let listed = help.split("Commands:\n").nth(1).expect("a list").lines().take_while(|line| !line.is_empty());
    let names = listed.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names
        .filter_map(|line| line.split_ascii_whitespace().next())
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}

/// The examples at the beginning of a page, and the rest of it.
fn examples(page: &str) -> (Vec<String>, &str) {
    let (examples, rest) = page.strip_prefix("Examples:\n").and_then(|page| page.split_once("\n\n")).expect("examples");
    (
        examples.lines().map(|line| line.trim_start().strip_prefix("saltus ").expect("a command").to_owned()).collect(),
        rest,
    )
}

#[test]
fn every_page_begins_with_examples_that_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let commands = commands();
    assert!(commands.len() >= 23, "{commands:?}");
    // What the examples of `merge` join.
    let shards = "printf 'shift 1 1\nshift 2 2\n' > boards.txt; for i in 1 2; do \"$0\" solve --in boards.txt --shard $i/2 \
        --format json --output shard-$i.jsonl && \"$0\" solve tiles 3x3 8 6 7 2 5 4 3 0 1 --part $i/2 --format json \
        --output part-$i.jsonl || exit; done";
    let made = shell(&format!("cd '{}' && {shards}", folder.path().display()));
    assert_eq!(made.code, 0, "{made:?}");
    for command in std::iter::once("").chain(commands.iter().map(String::as_str)) {
        let page = run(format!("{command} --help").trim_start());
        let (lines, _) = examples(&page.out);
        assert_eq!(lines.len(), 2, "{command}");
        for line in lines {
            assert!(line.starts_with(command), "{line}");
            let served = command == "serve";
            let until = if served { "timeout --signal=INT 1 " } else { "" };
            let run = shell(&format!("cd '{}' && {until}\"$0\" {line}", folder.path().display()));
            // A program without modules has no site.
            let codes = if served { [124; 2] } else { [0, if command == "site" { 2 } else { 0 }] };
            assert!(codes.contains(&run.code), "saltus {line}: {run:?}");
        }
    }
}

#[test]
fn options_stand_once_on_a_page_and_in_groups() {
    for command in commands() {
        for page in [run(&format!("{command} -h")).out, run(&format!("{command} --help")).out] {
            let flags: Vec<&str> =
                page.lines().filter(|line| line.starts_with("      --") || line.starts_with("  -")).collect();
            let mut names: Vec<&str> = flags
                .iter()
                .filter_map(|line| line.split_ascii_whitespace().find(|word| word.starts_with("--")))
                .collect();
            let all = names.len();
            // Ten, and --help.
            assert!(page.contains("(see a summary with '-h')") || all <= 11, "{command}: {names:?}");
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), all, "{command}");
            let groups = ["\nInput:\n", "\nOutput:\n", "\nLimits:\n"].map(|group| page.matches(group).count());
            assert!(groups.iter().all(|count| *count <= 1), "{command}: {page}");
            let has_limits = !["site", "completions", "man"].contains(&&*command);
            assert_eq!(groups[2], usize::from(has_limits), "{command}: {page}");
            assert!(command != "solve" || groups == [1; 3], "{page}");
            // Only help itself belongs to no group.
            let alone =
                page.split("\nOptions:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap_or_default();
            assert!(
                !alone.contains("--") || alone.matches(" --").count() <= 2 && alone.contains("--help"),
                "{command}: {alone}"
            );
        }
        let (short, long) = (run(&format!("{command} -h")).out, run(&format!("{command} --help")).out);
        assert!(!short.contains("--progress") && long.contains("--progress"), "{command}");
    }
}

#[test]
fn manual_pages_have_all_sections() {
    for command in std::iter::once(String::new()).chain(commands()) {
        let page = run(format!("man {command}").trim_end());
        assert_eq!(page.code, 0, "{command}");
        for section in
            [".SH NAME", ".SH EXAMPLES", ".SH OPTIONS", ".SH \"EXIT STATUS\"", ".SH \"ENVIRONMENT\"", ".SH \"FILES\""]
        {
            assert_eq!(page.out.matches(&format!("{section}\n")).count(), 1, "{command}: {section}");
        }
        let help = run(format!("{command} --help").trim_start()).out;
        for example in examples(&help).0 {
            assert!(page.out.contains(&example.replace('-', "\\-")), "{command}: {example}");
        }
    }
}

#[test]
fn the_page_of_the_command_line_has_the_same_codes() {
    let docs = include_str!("../../../../docs/cli.md");
    let table: Vec<&str> = docs
        .split("## Exit codes")
        .nth(1)
        .expect("a table")
        .lines()
        .filter(|line| line.starts_with("| "))
        .skip(1)
        .collect();
    let help = run("--help").out;
    let printed = help.split("Exit codes:\n").nth(1).expect("codes").split("\n\n").next().expect("codes");
    let told: String = table.iter().map(|row| row.replace('`', "").replace('|', " ")).collect();
    let words = |text: &str| text.split_ascii_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(printed), words(&told));
}

#[test]
fn every_shell_gets_its_completions() {
    for name in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = run_words(&["completions", name]);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{name}");
        assert!(run.out.contains("SALTUS_COMPLETE") && run.out.contains("saltus"), "{name}");
    }
    assert_eq!(shell("bash -n <(\"$0\" completions bash)").code, 0);
}

/// What is offered for the last of these words.
fn offered(words: &str) -> Vec<String> {
    let last = words.split(' ').count();
    let line = format!("_CLAP_COMPLETE_INDEX={last} _CLAP_IFS=$'\\n' SALTUS_COMPLETE=bash \"$0\" -- saltus {words}");
    let run = shell(&line);
    assert_eq!(run.code, 0, "{run:?}");
    run.out.lines().map(str::to_owned).collect()
}

#[test]
fn values_that_the_program_knows_are_offered() {
    let has = |words: &str, value: &str| offered(words).iter().any(|offer| offer == value);
    for (words, value) in [
        ("solve ti", "tiles"),
        ("solve kl", "klotski-walk"),
        ("new fr", "frogs"),
        ("draw 15", "15-puzzle"),
        ("solve --solver ida", "ida-star"),
        ("solve --solver ida-star:manh", "ida-star:manhattan"),
        ("compare --search nb", "nbs"),
        ("solve --input-format k", "korf"),
        ("sur", "survey"),
    ] {
        assert!(has(words, value), "{words}: {:?}", offered(words));
    }
    assert!(!has("solve shift ti", "tiles"), "a family is the first word only");
    let folder = tempfile::tempdir().expect("a folder");
    let run = shell(&format!(
        "export SALTUS_CACHE_DIR='{0}'; \"$0\" tables build tiles 3x3 4-4 --quiet && \
         _CLAP_COMPLETE_INDEX=3 _CLAP_IFS=$'\\n' SALTUS_COMPLETE=bash \"$0\" -- saltus tables check ''",
        folder.path().display()
    ));
    assert!(run.out.lines().any(|line| line.contains("tiles") || line.contains("3x3")), "{run:?}");
}
