//! What README.md and pages of docs/ show is what the program prints: every `$ saltus` line of their console blocks is run.

use crate::support::{run, shell};

/// A command and the lines shown below it.
type Shown = (String, Vec<String>);

fn shown(readme: &str) -> Vec<Shown> {
    let blocks = readme.split("```console\n").skip(1).filter_map(|rest| rest.split("```").next());
    let mut all: Vec<Shown> = Vec::new();
    for line in blocks.flat_map(str::lines) {
        match (line.strip_prefix("$ saltus "), all.last_mut()) {
            (Some(command), _) => all.push((command.to_owned(), Vec::new())),
            (None, Some((_, lines))) => lines.push(line.to_owned()),
            (None, None) => panic!("output without a command: {line}"),
        }
    }
    all
}

/// Whether the lines match, `...` alone standing for any lines, and at the end of a line for any rest.
fn matches(shown: &[String], printed: &[&str]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((line, rest)) if line == "..." => (0..=printed.len()).any(|left_out| matches(rest, &printed[left_out..])),
        Some((line, rest)) => printed.split_first().is_some_and(|(first, others)| {
            let same = line.strip_suffix(" ...").map_or(line == first, |begin| first.starts_with(begin));
            same && matches(rest, others)
        }),
    }
}

/// Writes the files of a page, its `puzzle` blocks, and runs its commands in the same folder.
fn follow(page: &str, least: usize, name: &str) {
    let folder = std::env::temp_dir().join(format!("saltus-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    for block in page.split("```puzzle ").skip(1) {
        let (name, rest) = block.split_once('\n').expect("a file");
        let text = rest.split("```").next().expect("the end of a block");
        std::fs::write(folder.join(name), text).expect("a file");
    }
    let shown = shown(page);
    assert!(shown.len() >= least, "the console blocks were found");
    for (command, lines) in shown {
        let run = shell(&format!("cd '{}' && \"$0\" {command} 2>&1", folder.display()));
        assert!(matches(&lines, &run.lines()), "saltus {command} prints\n{}", run.out);
    }
    std::fs::remove_dir_all(&folder).expect("it is ours");
}

#[test]
fn pages_show_what_is_printed() {
    follow(include_str!("../../../../README.md"), 2, "readme");
    follow(include_str!("../../../../docs/tour.md"), 30, "tour");
    follow(include_str!("../../../../docs/records.md"), 2, "records");
    follow(include_str!("../../../../docs/batches.md"), 7, "batches");
}

#[test]
fn the_readme_is_short() {
    let lines = include_str!("../../../../README.md").lines().count();
    assert!(lines <= 120, "{lines} lines: the tour has room for what does not fit");
}

#[test]
fn the_way_to_a_first_puzzle_can_be_gone() {
    follow(include_str!("../../../../docs/your-own-puzzle.md"), 8, "first");
}

#[test]
fn the_page_of_searches_shows_what_is_printed() {
    let page = include_str!("../../../../docs/searches.md");
    follow(page, 1, "searches");
    let table: Vec<&str> =
        page.lines().skip_while(|line| *line != "|---|---|").skip(1).take_while(|line| line.starts_with('|')).collect();
    let printed = run("explain --search");
    let row = |line: &&str| {
        let (name, says) = line.split_once("  ").expect("two columns");
        format!("| `{name}` | {} |", says.trim_start())
    };
    assert_eq!(table, printed.lines().iter().map(row).collect::<Vec<_>>());
}

#[test]
fn the_comparison_can_fail() {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    assert!(matches(&lines("a\n...\nc"), &["a", "b", "b", "c"]));
    assert!(matches(&lines("ab ..."), &["abc"]));
    for (shown, printed) in [("a", vec!["b"]), ("a", vec![]), ("a", vec!["a", "b"]), ("...\nc", vec!["a"])] {
        assert!(!matches(&lines(shown), &printed), "{shown}");
    }
}
