//! `saltus reproduce`: every item of the sources, made again.

mod items;
mod page;
mod run;
mod statements;

use std::io::{self, Write};

use saltus::clock::Instant;
use saltus::fs;
use saltus::record::{self, Seconds, Status};

use crate::Session;
use crate::args::{Format, Reproduce};
use crate::exit::Code;
use crate::signals;
use items::{Item, Source};
use run::Outcome;

pub fn run(session: &mut Session, args: &Reproduce) -> io::Result<Code> {
    let sources = items::sources();
    let Some(name) = &args.source else {
        if args.output.is_none() && !args.all {
            return list(session, &sources);
        }
        return items_of(
            session,
            args,
            &sources.iter().map(|source| (source, source.items.iter().collect())).collect::<Vec<_>>(),
        );
    };
    let Some(source) = sources.iter().find(|source| source.name == name) else {
        let names: Vec<&str> = sources.iter().map(|source| source.name).collect();
        session.complain(format_args!("no source is called \"{name}\"; there are: {}", names.join(", ")));
        return Ok(Code::USAGE);
    };
    let items: Vec<&Item> =
        source.items.iter().filter(|item| args.item.as_ref().is_none_or(|name| item.name == name)).collect();
    if let (Some(name), true) = (&args.item, items.is_empty()) {
        let names: Vec<&str> = source.items.iter().map(|item| item.name).collect();
        session.complain(format_args!("{} has no item \"{name}\"; there are: {}", source.name, names.join(", ")));
        return Ok(Code::USAGE);
    }
    if args.upto.is_some() && !matches!(items[..], [item] if item.is_checked) {
        session.complain("--upto goes with an item that has a statement");
        return Ok(Code::USAGE);
    }
    items_of(session, args, &[(source, items)])
}

/// The sources.
fn list(session: &mut Session, sources: &[Source]) -> io::Result<Code> {
    for source in sources {
        let count = |mark: &str| source.items.iter().filter(|item| item.mark_word() == mark).count();
        let marks = items::MARKS.iter().map(|mark| (mark, count(mark))).filter(|(_, count)| *count > 0);
        let marks: Vec<String> = marks.map(|(mark, count)| format!("{count} {mark}")).collect();
        if session.format() == Format::Json {
            for item in &source.items {
                tell(session, source, item, Status::Answered, None, None, None)?;
            }
        } else {
            writeln!(
                session.out,
                "{:<8}  {}: {} items ({})",
                source.name,
                source.title,
                source.items.len(),
                marks.join(", ")
            )?;
        }
    }
    Ok(Code::OK)
}

/// A record of an item.
fn tell(
    session: &mut Session,
    source: &Source,
    item: &Item,
    status: Status,
    cases: Option<u64>,
    because: Option<&str>,
    seconds: Option<Seconds>,
) -> io::Result<()> {
    let Item { name, title, place, kind, says, mark, .. } = *item;
    let source = source.name;
    session.record(
        status,
        &record::Reproduced { source, item: name, title, place, kind, says, mark, cases, because, seconds },
    )
}

/// Runs items, and writes a report where one is wanted.
fn items_of(session: &mut Session, args: &Reproduce, wanted: &[(&Source, Vec<&Item>)]) -> io::Result<Code> {
    let pictures = args.output.as_ref().map(|folder| folder.join("pictures"));
    let (mut report, mut code) = (page::HEAD.to_owned(), Code::OK);
    let is_one = args.item.is_some();
    let (mut reproduced, mut slow) = (0, 0);
    for (source, items) in wanted {
        page::begin(source, &mut report);
        for item in items {
            if item.time.is_some() && !args.slow {
                slow += 1;
                if session.format() == Format::Json || is_one {
                    let why = format!("it takes {}; --slow runs it", item.time.unwrap_or_default());
                    if session.format() == Format::Json {
                        tell(session, source, item, Status::Undecided, None, Some(&why), None)?;
                    } else {
                        session.complain(format_args!("{} {}: {why}", source.name, item.name));
                    }
                }
                page::add(source, item, None, &mut report);
                continue;
            }
            let begun = Instant::now();
            let outcome = run::run(source.name, item, args.upto, pictures.as_deref(), &session.limits())?;
            if let Some(code) = signals::code() {
                return Ok(code);
            }
            let (status, cases, because) = match &outcome {
                Outcome::Reproduced(cases) => (Status::Verified, *cases, None),
                Outcome::Differs(why) => (Status::Refuted, None, Some(&**why)),
                Outcome::Stopped(why) => (Status::Undecided, None, Some(&**why)),
            };
            reproduced += usize::from(status == Status::Verified);
            code = code.max(match status {
                Status::Refuted => Code::REFUTED,
                Status::Undecided => Code::OPEN,
                _ => Code::OK,
            });
            session.clear_progress();
            if session.format() == Format::Json {
                let seconds = session.common.timing.then(|| Seconds(begun.elapsed()));
                tell(session, source, item, status, cases, because, seconds)?;
            } else if is_one {
                let mut text = String::new();
                page::add(source, item, Some(&outcome), &mut text);
                writeln!(session.out, "{}", text.trim())?;
            } else {
                writeln!(
                    session.out,
                    "{} {}: {} [{}]\n    {}",
                    source.name,
                    item.name,
                    item.title,
                    item.mark,
                    page::told(item, &outcome)
                )?;
            }
            page::add(source, item, Some(&outcome), &mut report);
        }
    }
    if let Some(folder) = &args.output {
        fs::create_dir_all(folder)?;
        fs::write(folder.join("report.md"), report)?;
    }
    if session.format() != Format::Json && !is_one {
        let all: usize = wanted.iter().map(|(_, items)| items.len()).sum();
        let differ = all - reproduced - slow;
        writeln!(
            session.out,
            "{reproduced} of {all} items are as their pages say, {differ} differ; {slow} are slow (--slow)"
        )?;
    }
    Ok(code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn the_page_of_results_is_that_of_the_items() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/results.md");
        let made = page::results(&items::sources());
        if std::env::var_os("SALTUS_UPDATE_SNAPSHOTS").is_some() {
            std::fs::write(&file, &made).expect("the file can be written");
        }
        let kept = std::fs::read_to_string(&file).expect("the file is there");
        assert!(kept == made, "docs/results.md is stale; SALTUS_UPDATE_SNAPSHOTS=1 with this test writes it");
    }
}
