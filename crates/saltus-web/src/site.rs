//! The page without a server: files for any host, or one file that opens from a disk (docs/web.md).

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use serde_json::{Map, Value, json};

use crate::assets::{self, HEAD, PAGE};
use crate::modules::Modules;
use crate::policy;

/// What makes files of the one file.
const UNPACK: &str = include_str!("unpack.js");

/// One file has no other pages, and no links to them.
const ALONE: &str = "<style>a[href^=\"lesson.html\"], a[href^=\"results.html\"] { display: none; }</style>";

/// The worker that keeps the page for when there is no network.
const KEEPER: &str = "kept.js";

/// All files of a site, with their names: the page and the modules. `folder` has files of the page that are taken in place of those in the program.
pub fn files(modules: &Modules, folder: Option<&Path>) -> Vec<(&'static str, Bytes)> {
    let mut files: Vec<_> = assets::all(folder)
        .map(|(name, contents)| {
            (
                name,
                if ends_in(name, "html") { with_policy(&text(&contents), policy::OF_FILES).into() } else { contents },
            )
        })
        .collect();
    files.extend(modules.iter().map(|module| (module.name, module.plain.clone())));
    files.sort_by_key(|(name, _)| *name);
    let at = files.iter().position(|(name, _)| *name == KEEPER).expect("it is one of the files");
    files[at].1 = keeper(&files, at);
    files
}

/// The keeper, the file at `at`, with what it keeps: all other files, under a name that changes with any of them.
fn keeper(files: &[(&'static str, Bytes)], at: usize) -> Bytes {
    let version = assets::hash(files.iter().flat_map(|(_, contents)| contents));
    let names: Vec<_> = files.iter().map(|(name, _)| *name).filter(|name| *name != KEEPER).collect();
    let filled = text(&files[at].1)
        .replacen("const VERSION = \"\";", &format!("const VERSION = \"saltus-{version:016x}\";"), 1)
        .replacen("const FILES = [];", &format!("const FILES = {};", json!(names)), 1);
    filled.into()
}

fn ends_in(name: &str, end: &str) -> bool {
    Path::new(name).extension().is_some_and(|found| found == end)
}

fn text(contents: &[u8]) -> String {
    String::from_utf8_lossy(contents).into_owned()
}

fn with_policy(page: &str, policy: &str) -> String {
    page.replacen(HEAD, &format!("{HEAD}<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n"), 1)
}

/// The page, all that it loads and the modules as one file.
pub fn one_file(modules: &Modules, folder: Option<&Path>) -> String {
    let files: Map<_, _> = assets::all(folder).map(|(name, contents)| (name.into(), text(&contents).into())).collect();
    let packed: Map<_, _> =
        modules.iter().map(|module| (module.name.into(), STANDARD.encode(&module.packed).into())).collect();
    whole(&files, &packed.into())
}

/// The page with everything that its head names.
fn whole(files: &Map<String, Value>, modules: &Value) -> String {
    let file = |name: &str| files[name].as_str().unwrap_or_default();
    let scripts: Map<_, _> =
        files.iter().filter(|(name, _)| ends_in(name, "js")).map(|(name, text)| (name.clone(), text.clone())).collect();
    let mut page = String::new();
    for line in with_policy(file(PAGE), policy::OF_ONE_FILE).lines() {
        let named =
            |attribute: &str| line.split_once(&format!("{attribute}=\"")).and_then(|(_, rest)| rest.split('"').next());
        let line = match (named("href"), named("src")) {
            (Some(name), _) if line.starts_with("<link rel=\"stylesheet\"") => {
                format!("<style>\n{}</style>", file(name))
            }
            (Some(_), _) if line.starts_with("<link ") => continue,
            (_, Some(_)) if line.starts_with("<script type=\"module\"") => {
                // In a text of JSON this is the same, and it ends no script.
                let files = json!({ "scripts": scripts, "modules": modules }).to_string().replace("</", "<\\/");
                let files = format!("<script type=\"application/json\" id=\"saltus-files\">{files}</script>");
                format!("{ALONE}\n{files}\n<script>\n{UNPACK}</script>")
            }
            (_, Some(name)) if line.starts_with("<script ") => format!("<script>\n{}</script>", file(name)),
            _ => line.to_owned(),
        };
        page += &line;
        page.push('\n');
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_file_asks_for_no_other() {
        let mut files: Map<_, _> =
            assets::all(None).map(|(name, contents)| (name.into(), text(&contents).into())).collect();
        files.insert("a.js".into(), "</script>".into());
        let whole = whole(&files, &json!({}));
        for part in ["<link ", " src=\"", "\"</script>\""] {
            assert!(!whole.contains(part), "{part}");
        }
        for part in ["<style>", ALONE, "id=\"saltus-files\"", "Content-Security-Policy"] {
            assert!(whole.contains(part), "{part}");
        }
    }

    /// Every link to another page is one of those.
    #[test]
    fn one_file_links_to_no_other() {
        for (name, contents) in assets::all(None).filter(|(name, _)| ends_in(name, "js") || *name == PAGE) {
            let text = text(&contents);
            for (at, _) in text.match_indices(".html").filter(|_| !["saltus.js", "lesson.js"].contains(&name)) {
                let begin = text[..at].rfind(['"', '`', '\'']).map_or(0, |quote| quote + 1);
                let page = text[begin..at].to_owned() + ".html";
                assert!(page == PAGE || ALONE.contains(&page), "{name}: {page}");
            }
        }
    }

    #[test]
    fn the_keeper_names_all_files_but_itself() {
        let mut files: Vec<_> = assets::all(None).collect();
        let at = files.iter().position(|(name, _)| *name == KEEPER).expect("a file");
        let kept = text(&keeper(&files, at));
        assert!(kept.contains("\"board.js\"") && !kept.contains("\"kept.js\"") && !kept.contains("FILES = [];"));
        files[0].1 = "another".into();
        assert_ne!(kept, text(&keeper(&files, at)), "another version has another name");
    }
}
