//! Pages of Markdown: the sources with their items, as `docs/results.md` has them, and reports of what they gave.

use std::fmt::Write as _;

use super::items::{Item, Source};
use super::run::Outcome;

/// What pages begin with.
pub const HEAD: &str = include_str!("../../sources/page.md");

/// The page of all sources.
#[cfg(test)]
pub fn results(sources: &[Source]) -> String {
    let mut page = HEAD.to_owned();
    for source in sources {
        begin(source, &mut page);
        source.items.iter().for_each(|item| add(source, item, None, &mut page));
    }
    page
}

/// The heading of a source.
pub fn begin(source: &Source, page: &mut String) {
    write!(page, "\n## {}\n", source.title).expect("a text takes everything");
    if !source.about.is_empty() {
        write!(page, "\n{}\n", source.about).expect("a text takes everything");
    }
}

/// An item, and what became of it.
pub fn add(source: &Source, item: &Item, outcome: Option<&Outcome>, page: &mut String) {
    let Item { name, title, place, kind, says, mark, time, text, .. } = item;
    let place = place.map(|place| format!("{place}; ")).unwrap_or_default();
    let slow = time.map_or("`".into(), |time| format!(" --slow` ({time})"));
    write!(page, "\n### {title}\n\n{says} (*{place}{kind}; {mark}*; `saltus reproduce {} {name}{slow})\n", source.name)
        .expect("a text takes everything");
    if !text.is_empty() {
        write!(page, "\n{text}\n").expect("a text takes everything");
    }
    if let Some(outcome) = outcome {
        write!(page, "\n**{}**\n", told(item, outcome)).expect("a text takes everything");
    }
}

/// What became of an item, in a sentence.
pub fn told(item: &Item, outcome: &Outcome) -> String {
    let commands = match item.commands.len() {
        0 => String::new(),
        1 => "1 command prints what is shown".into(),
        count => format!("{count} commands print what is shown"),
    };
    match outcome {
        Outcome::Reproduced(None) => commands,
        Outcome::Reproduced(Some(cases)) if commands.is_empty() => format!("verified in {cases} cases"),
        Outcome::Reproduced(Some(cases)) => format!("{commands}; verified in {cases} cases"),
        Outcome::Differs(why) => format!("differs: {why}"),
        Outcome::Stopped(why) => format!("not finished: {why}"),
    }
}
