//! The page without a server: a folder for any host of files, or one file that opens from a disk (docs/web.md).

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Map, Value, json};

use crate::{Outcome, output, root, wasm};

/// What the page may do: what its server says (`saltus-web/src/guard.rs`), as far as a page can say so itself.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'";

/// The same where everything is in the page.
const POLICY_OF_ONE: &str = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:; \
    style-src 'unsafe-inline'; img-src data: blob:; connect-src blob:; base-uri 'none'; form-action 'none'";

/// What makes files of the one file.
const UNPACK: &str = include_str!("unpack.js");

const PAGE: &str = "index.html";

/// The worker that keeps the page.
const KEEPER: &str = "kept.js";

fn assets() -> PathBuf {
    root().join("crates/saltus-web/assets")
}

/// Writes the page and the modules into a folder.
pub(crate) fn make(folder: &Path) -> Outcome<()> {
    wasm::make(Some(folder))?;
    let mut names: Vec<String> = wasm::MODULES.iter().map(|(name, ..)| (*name).to_owned()).collect();
    for entry in fs::read_dir(assets())? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let (from, to) = (assets().join(&name), folder.join(&name));
        if Path::new(&name).extension().is_some_and(|end| end == "html") {
            fs::write(to, with_policy(&fs::read_to_string(from)?, POLICY)?)?;
        } else {
            fs::copy(from, to)?;
        }
        names.push(name);
    }
    keep(folder, names)
}

/// Fills in what the page keeps for when there is no network: all files, under a name that changes with them.
fn keep(folder: &Path, mut names: Vec<String>) -> Outcome<()> {
    names.sort();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for name in &names {
        for byte in fs::read(folder.join(name))? {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    names.retain(|name| name != KEEPER);
    let keeper = folder.join(KEEPER);
    let text = fs::read_to_string(&keeper)?
        .replacen("const VERSION = \"\";", &format!("const VERSION = \"saltus-{hash:016x}\";"), 1)
        .replacen("const FILES = [];", &format!("const FILES = {};", json!(names)), 1);
    Ok(fs::write(keeper, text)?)
}

fn with_policy(page: &str, policy: &str) -> Outcome<String> {
    let head = "<head>\n";
    let (before, after) = page.split_once(head).ok_or("the page has no head")?;
    let policy = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n");
    Ok(format!("{before}{head}{policy}{after}"))
}

/// Writes the page, all that it loads and the modules into one file.
pub(crate) fn make_one(file: &Path) -> Outcome<()> {
    let modules = wasm::make(None)?;
    let mut scripts = Map::new();
    for entry in fs::read_dir(assets())? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if Path::new(&name).extension().is_some_and(|end| end == "js") {
            scripts.insert(name, fs::read_to_string(entry.path())?.into());
        }
    }
    let mut packed = Map::new();
    for (name, ..) in wasm::MODULES {
        packed.insert(name.into(), in_base_64(&modules.join(name))?.into());
    }
    let page = with_policy(&fs::read_to_string(assets().join(PAGE))?, POLICY_OF_ONE)?;
    let page = whole(&page, &json!({ "scripts": scripts, "modules": packed }))?;
    fs::write(file, &page)?;
    println!("{}: {} bytes", file.display(), page.len());
    Ok(())
}

/// The page with everything that its head names.
fn whole(page: &str, files: &Value) -> Outcome<String> {
    let asset = |name: &str| fs::read_to_string(assets().join(name));
    let mut lines = Vec::new();
    for line in page.lines() {
        let named =
            |attribute: &str| line.split_once(&format!("{attribute}=\"")).and_then(|(_, rest)| rest.split('"').next());
        lines.push(match (named("href"), named("src")) {
            (Some(name), _) if line.starts_with("<link rel=\"stylesheet\"") => {
                format!("<style>\n{}</style>", asset(name)?)
            }
            (Some(_), _) if line.starts_with("<link ") => continue,
            (_, Some(_)) if line.starts_with("<script type=\"module\"") => {
                // In a text of JSON this is the same, and it ends no script.
                let files = files.to_string().replace("</", "<\\/");
                let files = format!("<script type=\"application/json\" id=\"saltus-files\">{files}</script>");
                format!("{files}\n<script>\n{UNPACK}</script>")
            }
            (_, Some(name)) if line.starts_with("<script ") => format!("<script>\n{}</script>", asset(name)?),
            _ => line.to_owned(),
        });
    }
    Ok(lines.join("\n") + "\n")
}

/// A file, packed by gzip, as text.
fn in_base_64(path: &Path) -> Outcome<String> {
    let packed = output(Command::new("gzip").args(["-9", "-n", "-c"]).stdin(File::open(path)?))?;
    let mut child = Command::new("base64").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut pipe = child.stdin.take().expect("it is piped");
    let feeds = std::thread::spawn(move || pipe.write_all(&packed));
    let text = child.wait_with_output()?.stdout;
    feeds.join().map_err(|_| "base64 was not fed")??;
    Ok(String::from_utf8(text)?.split_whitespace().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_file_asks_for_no_other() {
        let page = fs::read_to_string(assets().join(PAGE)).expect("the page");
        let files = json!({ "scripts": { "a.js": "</script>" } });
        let whole =
            whole(&with_policy(&page, POLICY_OF_ONE).expect("it has a head"), &files).expect("all files are there");
        for part in ["<link ", " src=\"", "\"</script>\""] {
            assert!(!whole.contains(part), "{part}");
        }
        assert!(
            whole.contains("<style>")
                && whole.contains("id=\"saltus-files\"")
                && whole.contains("Content-Security-Policy")
        );
    }

    /// What the server says as a header, the page says by itself, and that it may load modules.
    #[test]
    fn the_policy_is_that_of_the_server() {
        let guard = fs::read_to_string(root().join("crates/saltus-web/src/guard.rs")).expect("readable");
        let served = POLICY.replace(" 'wasm-unsafe-eval'; worker-src 'self'", "");
        assert_ne!(served, POLICY);
        for rule in served.split("; ") {
            assert!(guard.contains(rule), "{rule}");
        }
    }
}
