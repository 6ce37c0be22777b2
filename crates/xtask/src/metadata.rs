//! What cargo tells of the workspace and its dependencies.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::{Outcome, cargo, output};

/// The platform of which dependencies are listed, so that the list is the same everywhere.
const PLATFORM: &str = "x86_64-unknown-linux-gnu";

/// The answer of `cargo metadata`, with all features.
pub(crate) struct Metadata {
    /// Where cargo builds.
    pub(crate) target: PathBuf,
    /// The crates of the workspace.
    #[cfg_attr(not(test), expect(dead_code, reason = "tests read manifests"))]
    pub(crate) ours: Vec<Value>,
    /// The crates from elsewhere, by their names.
    pub(crate) others: Vec<Dependency>,
}

/// A crate from elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    pub(crate) version: String,
    /// An expression of names of licences.
    pub(crate) licence: String,
    /// Whether it is in a program, or in the Python package; otherwise it only builds or tests.
    pub(crate) in_programs: bool,
    /// Where its source is.
    pub(crate) folder: PathBuf,
}

/// Asks cargo.
pub(crate) fn read() -> Outcome<Metadata> {
    let mut command = cargo();
    command.args(["metadata", "--format-version", "1", "--locked", "--all-features", "--filter-platform", PLATFORM]);
    let told: Value = serde_json::from_slice(&output(&mut command)?)?;
    let packages: BTreeMap<&str, &Value> =
        list(&told["packages"]).map(|package| (text(&package["id"]), package)).collect();
    let members: BTreeSet<&str> = list(&told["workspace_members"]).map(text).collect();
    let nodes: BTreeMap<&str, &Value> = list(&told["resolve"]["nodes"]).map(|node| (text(&node["id"]), node)).collect();

    // What the two programs and the Python package are linked from: macros, and dependencies for building them and for tests, are left out.
    let is_program =
        |id: &&&str| matches!(text(&packages[**id]["name"]), "saltus-cli" | "saltus-check" | "saltus-python");
    let mut open: Vec<&str> = members.iter().filter(is_program).copied().collect();
    let mut linked = BTreeSet::new();
    while let Some(id) = open.pop() {
        if linked.insert(id) {
            let is_linked = |edge: &&Value| list(&edge["dep_kinds"]).any(|kind| kind["kind"].is_null());
            let is_macro = |id: &&str| {
                list(&packages[id]["targets"]).any(|target| list(&target["kind"]).any(|kind| kind == "proc-macro"))
            };
            let ahead = list(&nodes[id]["deps"]).filter(is_linked).map(|edge| text(&edge["pkg"]));
            open.extend(ahead.filter(|id| !is_macro(id)));
        }
    }
    let of = |id: &&str| {
        let package = packages[id];
        Dependency {
            name: text(&package["name"]).to_owned(),
            version: text(&package["version"]).to_owned(),
            licence: text(&package["license"]).to_owned(),
            in_programs: linked.contains(id),
            folder: Path::new(text(&package["manifest_path"])).parent().expect("the folder of a manifest").to_owned(),
        }
    };
    let mut others: Vec<Dependency> = nodes.keys().filter(|id| !members.contains(**id)).map(of).collect();
    others.sort();
    Ok(Metadata {
        target: text(&told["target_directory"]).into(),
        ours: members.iter().map(|id| packages[id].clone()).collect(),
        others,
    })
}

/// The items of a list.
pub(crate) fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// A text, empty where there is none.
pub(crate) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
