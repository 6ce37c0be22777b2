//! `explain --search`: what a generic search is.

use std::io::Write as _;

use saltus::family::Setting;
use saltus::notation;
use saltus::record::{self, Status};
use saltus::search::named::{LIST, Need, OTHER_NAMES, named};

use crate::args::Format;
use crate::commands::listed;
use crate::exit::{Code, Done, Early};
use crate::{Session, families};

/// What a generic search is; all of them where there is no name.
pub fn explain(session: &mut Session, name: &str) -> Done {
    if !name.is_empty() && named(name).is_none() {
        let known: Vec<&str> = LIST.iter().map(|search| search.name).collect();
        let meant = notation::meant(name, OTHER_NAMES, &known);
        let meant = meant.map_or(String::new(), |meant| format!("; did you mean {meant}?"));
        let why = format!("--search {name}: there is no such search{meant}; there are: {}", known.join(", "));
        return Err(Early::usage(why));
    }
    let wide = LIST.iter().map(|search| search.name.len()).max().unwrap_or(0);
    for search in LIST.iter().filter(|search| name.is_empty() || search.name == name) {
        let needs: Vec<String> = search.needs.iter().map(ToString::to_string).collect();
        if session.format() == Format::Json {
            let told = record::Search {
                search: search.name,
                what: search.says,
                published: search.source,
                needs: &needs,
                settings: search.settings.iter().map(Setting::to_string).collect(),
            };
            session.record(Status::Answered, &told)?;
        } else if name.is_empty() {
            writeln!(session.out, "{:<wide$}  {}", search.name, search.says)?;
        } else {
            let out = &mut session.out;
            writeln!(out, "{name}\n  what       {}\n  published  {}", search.says, search.source)?;
            let needs = if needs.is_empty() { "nothing but rules".to_owned() } else { needs.join("; ") };
            writeln!(out, "  needs      {needs}")?;
            if !search.settings.is_empty() {
                writeln!(out, "  settings   {}", listed(search.settings))?;
            }
            if search.needs.contains(&Need::Bound) {
                writeln!(out, "  bounds     zero; and by family:")?;
                for entry in families::all().families().iter().filter(|entry| !entry.bounds.is_empty()) {
                    let names: Vec<&str> = entry.bounds.iter().map(|(name, _)| *name).collect();
                    writeln!(out, "             {}: {}", entry.name, names.join(", "))?;
                }
            }
        }
    }
    Ok(Code::OK)
}
