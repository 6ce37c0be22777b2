//! Pages of Markdown and HTML: the sources with their items, as `docs/results.md` and the page of results in the browser have them, and reports of
//! what they gave.

use std::fmt::Write as _;

#[cfg(feature = "html")]
use pulldown_cmark::{Event, Options, Parser};

use super::run::Outcome;
use saltus_sources::{Item, Source};

/// What pages begin with.
pub const HEAD: &str = include_str!("pages/page.md");

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
    for (family, title) in include_str!("pages/games.txt").lines().filter_map(|line| line.split_once(": ")) {
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
    let docs = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/");
    // What scrolls can be scrolled by keys, and a heading without words is none.
    let body = html(&page, &|event| linked(event, docs))
        .replace("<pre>", "<pre tabindex=\"0\">")
        .replace("<table>", "<div class=\"scroll\" tabindex=\"0\"><table>")
        .replace("</table>", "</table></div>")
        .replace("<th></th>", "<td></td>");
    include_str!("pages/results.html").replace("{games}", &games).replace("{body}", &body)
}

/// Files in the folder of the documents are not files of the site: they are linked, pictures too.
#[cfg(all(test, feature = "html"))]
fn linked<'a>(event: Event<'a>, docs: &str) -> Event<'a> {
    use pulldown_cmark::{LinkType, Tag, TagEnd};
    match event {
        Event::Start(Tag::Link { dest_url, title, .. } | Tag::Image { dest_url, title, .. })
            if !dest_url.contains("://") && !dest_url.starts_with('#') =>
        {
            let (dest_url, id) = (format!("{docs}{dest_url}").into(), "".into());
            Event::Start(Tag::Link { link_type: LinkType::Inline, dest_url, title, id })
        }
        Event::End(TagEnd::Image) => Event::End(TagEnd::Link),
        event => event,
    }
}

/// A report as a page of its own.
#[cfg(feature = "html")]
pub fn report(markdown: &str) -> String {
    include_str!("pages/report.html").replace("{body}", &html(markdown, &|event| event))
}

#[cfg(feature = "html")]
fn html<'a>(markdown: &'a str, change: &dyn Fn(Event<'a>) -> Event<'a>) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_HEADING_ATTRIBUTES;
    let mut page = String::new();
    pulldown_cmark::html::push_html(&mut page, Parser::new_ext(markdown, options).map(change));
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
