//! Puzzles as texts: what a definition says, or where its mistake is; a puzzle in other formats.

use saltus::limits::Limits;
use saltus::notation::Unread;
use saltus::registry::Registry;
use saltus::rules::{Definition, Instance, Mistake};
use serde::{Deserialize, Serialize};

use crate::facts::Nothing;
use crate::puzzle::parse;
use crate::reply::{Fault, Kind, Reply};
use crate::search::Narrower;

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Text {
    /// A puzzle as docs/definitions.md has it; for a QR code, any text.
    pub(crate) text: String,
}

/// What a definition says, or its mistake.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(crate) enum Understood {
    Puzzle { line: String, title: Option<String>, told: String, warnings: Vec<MistakeShown> },
    Mistaken { mistake: MistakeShown },
}

/// A mistake in a definition, and its place.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Mistake"))]
pub(crate) struct MistakeShown {
    /// From 1 on.
    line: usize,
    /// From 1 on; 0 where it concerns the whole text.
    column: usize,
    why: String,
    /// The line, with a mark below the mistake.
    shown: String,
}

/// A definition that comes with the program.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Classic<'a> {
    name: &'a str,
    title: &'a str,
    text: &'a str,
}

pub(crate) fn definition(Text { text }: &Text) -> Result<Reply, Fault> {
    let whole = |why: String| Mistake { line: 1, column: 0, why };
    let read = Definition::from_text(text).and_then(|definition| {
        let (title, told) = (definition.title().map(str::to_owned), definition.told());
        let warnings = definition.warnings().into_iter().map(|warning| shown(warning, text)).collect();
        let instance = Instance::new(definition).map_err(|bad| whole(bad.why))?;
        Ok(Understood::Puzzle { line: instance.to_string(), title, told, warnings })
    });
    Ok(Reply::json(&read.unwrap_or_else(|mistake| Understood::Mistaken { mistake: shown(mistake, text) })))
}

fn shown(mistake: Mistake, text: &str) -> MistakeShown {
    let shown = mistake.shown(text);
    let Mistake { line, column, why } = mistake;
    MistakeShown { line, column, why, shown }
}

/// The puzzles that have a name of their own, as texts.
pub(crate) fn classics(families: &Registry, _: &Nothing) -> Result<Reply, Fault> {
    let named = families.families().iter().flat_map(|family| family.named);
    let shown = named.map(|&(name, text)| {
        let title = text.lines().find_map(|line| line.strip_prefix("title: "));
        Classic { name, title: title.unwrap_or(name), text }
    });
    Ok(Reply::json(&shown.collect::<Vec<_>>()))
}

fn rules() -> String {
    "rules".into()
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct AskedAs {
    /// A line of notation.
    line: String,
    /// The format.
    #[serde(rename = "as", default = "rules")]
    #[cfg_attr(test, schemars(extend("enum" = ["rules", "pddl"])))]
    form: String,
    #[serde(default)]
    limits: Narrower,
}

pub(crate) fn export(families: &Registry, asked: &AskedAs, granted: &Limits<'_>) -> Result<Reply, Fault> {
    let instance = parse(families, &asked.line)?;
    match families.exported(&*instance, &asked.form, &asked.limits.of(granted)?) {
        Some(Ok(files)) => Ok(Reply::json(&files)),
        Some(Err(Unread::Bad(bad))) => Err(bad.into()),
        Some(Err(Unread::Stop(stop))) => Err(Fault::too_much(stop.to_string())),
        Some(Err(Unread::Input(error))) => Err(Fault::new(Kind::Bug, error.to_string())),
        None => Err(Fault::bad(format!("nothing is exported as {:?}: there are pddl and rules", asked.form))),
    }
}
