//! Pages of Markdown and HTML: the sources with their items, as `docs/results.md` and the page of results in the browser have them, and reports of
//! what they gave.

use std::fmt::Write as _;
use std::path::Path;

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

/// The page of the browser: under a heading for each game, the items about it, by their sources.
#[cfg(all(test, feature = "html"))]
pub fn browsed(sources: &[Source]) -> String {
    let (mut page, mut games, mut met) = (HEAD.to_owned(), String::new(), Vec::new());
    for (family, title) in include_str!("../../sources/games.txt").lines().filter_map(|line| line.split_once(": ")) {
        writeln!(games, "    <a href=\"#{family}\">{title}</a>").expect("a text takes everything");
        write!(page, "\n## {title} {{#{family}}}\n").expect("a text takes everything");
        for source in sources {
            let mut items = source.items.iter().filter(|item| item.family == family).peekable();
            if items.peek().is_some() {
                // What is to be said of a source is said once.
                let about = if met.contains(&source.name) { "" } else { source.about };
                met.push(source.name);
                write!(page, "\n**{}.** {about}\n", source.title).expect("a text takes everything");
            }
            for item in items {
                let (mut text, heading) = (String::new(), format!("### {}", item.title));
                add(source, item, None, &mut text);
                page += &text.replacen(&heading, &format!("{heading} {{#{}-{}}}", source.name, item.name), 1);
            }
        }
    }
    // What is beside this page in the folder of the documents is no file of the site.
    let docs = concat!("](", env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/");
    let linked = page
        .replace("](theorems.md", &format!("{docs}theorems.md"))
        .replace("](certificates.md", &format!("{docs}certificates.md"));
    include_str!("../../sources/results.html").replace("{games}", &games).replace("{body}", &html(&linked))
}

/// A report as a page of its own.
#[cfg(feature = "html")]
pub fn report(markdown: &str) -> String {
    include_str!("../../sources/report.html").replace("{body}", &html(markdown))
}

#[cfg(feature = "html")]
fn html(markdown: &str) -> String {
    use pulldown_cmark::{Options, Parser};
    let options = Options::ENABLE_TABLES | Options::ENABLE_HEADING_ATTRIBUTES;
    let mut page = String::new();
    pulldown_cmark::html::push_html(&mut page, Parser::new_ext(markdown, options));
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
        for picture in item.commands.iter().filter_map(|command| command.into.as_ref()).filter(|name| is_picture(name))
        {
            write!(page, "\n![{title}](pictures/{picture})\n").expect("a text takes everything");
        }
        write!(page, "\n**{}**\n", told(item, outcome)).expect("a text takes everything");
    }
}

fn is_picture(name: &str) -> bool {
    ["svg", "png", "gif"].iter().any(|end| Path::new(name).extension().is_some_and(|found| found == *end))
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
