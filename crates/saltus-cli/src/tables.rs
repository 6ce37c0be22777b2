//! `saltus tables`: build, list, check, remove the tables that are kept on disk.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use saltus::limits::{Bytes, Stop};
use saltus::store::{Fault, Trouble};
use saltus::tables::{self, Estimate, Presence, Summary, Table};

use crate::args::{Format, TablesCommand};
use crate::exit::{Code, Done, Early};
use crate::{Session, cache, families, signals};
use saltus::record::{self, Check, Fields, Status, TableName};

pub fn run(session: &mut Session, command: &TablesCommand) -> Done {
    let Some(folder) = session.budget.cache.clone() else {
        return Err(Early::usage(
            "there is no folder for tables: --cache-dir, SALTUS_CACHE_DIR, XDG_CACHE_HOME or HOME would name one",
        ));
    };
    match command {
        TablesCommand::Build { words, wait } => build(session, &folder, &words.join(" "), *wait),
        TablesCommand::List => list(session, &folder),
        TablesCommand::Check { names } => check(session, &folder, names),
        TablesCommand::Remove { names, .. } => remove(session, &folder, names),
    }
}

fn code(fault: &Fault) -> Code {
    match &fault.trouble {
        Trouble::Missing(_) => Code::BAD_INPUT,
        Trouble::System { .. } => Code::IO,
        Trouble::Corrupt { .. } | Trouble::Outdated { .. } => Code::CORRUPT,
        Trouble::Locked(_) => Code::LOCKED,
        Trouble::Stop(stop) => Code::stopped(*stop),
    }
}

/// Writes a record about a table.
fn tell(session: &mut Session, table: &str, status: Status, fields: &dyn Fields) -> io::Result<()> {
    record::write(&mut session.out, session.command, &TableName { table }, status, fields)
}

/// Writes a record about a table, or a line.
fn say(session: &mut Session, table: &str, status: Status, fields: &dyn Fields, line: &str) -> io::Result<()> {
    if session.format() == Format::Json {
        tell(session, table, status, fields)
    } else {
        writeln!(session.out, "{line}")
    }
}

/// Reports what is wrong with a table.
fn say_fault(session: &mut Session, name: &str, status: Status, fault: &Fault) -> Done {
    session.complain(fault);
    if session.format() == Format::Json {
        tell(session, name, status, &Check::new(status, &fault.to_string()))?;
    }
    Ok(code(fault))
}

fn build(session: &mut Session, folder: &Path, line: &str, wait: bool) -> Done {
    let wanted = families::all().tables(line).map_err(|bad| Early::bad(line, bad))?;
    affordable(session, folder, &wanted)?;
    let mut worst = Code::OK;
    for table in wanted {
        let (name, built) = (table.name(), table.build(folder, wait, &session.limits()));
        session.clear_progress();
        // Another process may have removed it already.
        let code = match built.and_then(|presence| Ok((presence, table.summary(folder)?))) {
            Ok((presence, summary)) => {
                let (built, words) = match presence {
                    Presence::Found => (false, "is there already"),
                    Presence::Built => (true, "built"),
                };
                let line = format!("{name}: {words}, {} entries, {}", summary.entries, Bytes(summary.bytes));
                let told = record::Table { built: Some(built), ..numbers(&summary) };
                say(session, &name, Status::Answered, &told, &line)?;
                Code::OK
            }
            Err(fault) => say_fault(session, &name, Status::Failed, &fault)?,
        };
        session.out.flush()?;
        worst = worst.max(code);
        if signals::asked_to_stop() {
            break;
        }
    }
    Ok(worst)
}

/// Finds out before anything is built whether memory and disk suffice for all that is not there
/// yet.
fn affordable(session: &Session, folder: &Path, wanted: &[Box<dyn Table>]) -> Done<()> {
    let limits = session.limits();
    let mut disk = 0;
    for table in wanted.iter().filter(|table| table.summary(folder).is_err()) {
        let estimate = table.estimate(&limits).and_then(|estimate| limits.afford(estimate.memory).map(|()| estimate));
        let Estimate { disk: more, .. } =
            estimate.map_err(|stop: Stop| Early::Fault(format!("{}: {stop}", table.name()), Code::stopped(stop)))?;
        disk += more;
    }
    match cache::free(folder) {
        Some(free) if free < disk => {
            let place = folder.display();
            Err(Early::Fault(
                format!("{place}: the tables need about {}, and the disk has {} left", Bytes(disk), Bytes(free)),
                Code::IO,
            ))
        }
        _ => Ok(()),
    }
}

/// The names of the folder; or what to end with.
fn names(folder: &Path) -> Done<Vec<String>> {
    families::all().table_names(folder).map_err(|fault| Early::Fault(fault.to_string(), code(&fault)))
}

/// The table of a name, or what is wrong with the file or the name.
fn find(folder: &Path, name: &str) -> Result<Box<dyn Table>, Fault> {
    let file: PathBuf = folder.join(name);
    families::all().table(name).ok_or_else(|| {
        let (place, why) = ("its name".into(), "no table is called that".into());
        let trouble = if file.exists() { Trouble::Corrupt { place, why } } else { Trouble::Missing("table") };
        Fault { file, trouble }
    })
}

fn list(session: &mut Session, folder: &Path) -> Done {
    let names = names(folder)?;
    let wide = names.iter().map(String::len).max().unwrap_or(0);
    for name in names {
        match find(folder, &name).and_then(|table| table.summary(folder)) {
            Ok(summary) => {
                let (entries, bytes) = (summary.entries, Bytes(summary.bytes).to_string());
                let line = format!("{name:<wide$}  {entries:>12} entries  {bytes:>10}  header ok");
                say(session, &name, Status::Answered, &numbers(&summary), &line)?;
            }
            Err(fault) => {
                let why = why(&fault);
                let (failed, line) = (Check::new(Status::Failed, &why), format!("{name:<wide$}  {why}"));
                say(session, &name, Status::Failed, &failed, &line)?;
            }
        }
    }
    Ok(Code::OK)
}

fn numbers(summary: &Summary) -> record::Table {
    record::Table {
        built: None,
        entries: summary.entries.into(),
        bytes: summary.bytes.into(),
        checksum: format!("{:08x}", summary.checksum),
    }
}

/// What is wrong with a file, without its name.
fn why(fault: &Fault) -> String {
    let text = fault.to_string();
    text.strip_prefix(&format!("{}: ", fault.file.display())).unwrap_or(&text).to_owned()
}

fn check(session: &mut Session, folder: &Path, given: &[String]) -> Done {
    let names = if given.is_empty() { names(folder)? } else { given.to_vec() };
    let mut worst = Code::OK;
    for name in names {
        let verified = find(folder, &name).and_then(|table| table.verify(folder, &session.limits()));
        session.clear_progress();
        let code = match verified {
            Err(fault) if matches!(fault.trouble, Trouble::Corrupt { .. }) => {
                say_verdict(session, (Status::Refuted, Code::CORRUPT), &name, &why(&fault))?
            }
            Err(fault) => say_fault(session, &name, Status::Undecided, &fault)?,
            Ok(found) => {
                let text = format!("{} entries, as they were computed again: admissible and exact", found.entries);
                say_verdict(session, (Status::Verified, Code::OK), &name, &text)?
            }
        };
        session.out.flush()?;
        worst = worst.max(code);
        if signals::asked_to_stop() {
            break;
        }
    }
    Ok(worst)
}

fn say_verdict(session: &mut Session, (status, code): (Status, Code), name: &str, text: &str) -> Done {
    say(session, name, status, &Check::new(status, text), &format!("{}: {name}: {text}", status.word()))?;
    Ok(code)
}

fn remove(session: &mut Session, folder: &Path, given: &[String]) -> Done {
    let there = names(folder)?;
    let mut worst = Code::OK;
    for name in if given.is_empty() { &there } else { given } {
        // So only tables, and only those in this folder, are ever removed.
        let removed = if there.contains(name) {
            tables::remove(folder, name)
        } else {
            Err(Fault { file: folder.join(name), trouble: Trouble::Missing("table") })
        };
        if let Err(fault) = removed {
            worst = worst.max(say_fault(session, name, Status::Failed, &fault)?);
        } else {
            let line = format!("{name}: removed");
            say(session, name, Status::Answered, &record::Removed { removed: true }, &line)?;
        }
    }
    if given.is_empty()
        && folder.is_dir()
        && let Err(fault) = families::all().sweep_tables(folder)
    {
        session.complain(&fault);
        worst = worst.max(code(&fault));
    }
    Ok(worst)
}
