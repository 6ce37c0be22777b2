//! The page without a server: files for any host, or one file that opens from a disk (docs/web.md).

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use flate2::{Compression, GzBuilder};
use saltus_api::limits::Limits;
use serde_json::{Map, Value, json};

use crate::assets::{self, HEAD, PAGE};
use crate::book::{FEW, Hints, book};
use crate::bundle::bundle;
use crate::lessons::Lesson;
use crate::modules::Modules;
use crate::pages;
use crate::policy;

/// One file has no other pages, and no links to them.
const ALONE: &str = "<style>a[href^=\"lesson.html\"], a[href^=\"results.html\"] { display: none; }</style>";

/// A book in a page has no more positions than this.
const POSITIONS: usize = 100;

/// What such a book says: the number that comes with the board, where that is soon known, without large tables.
const SOME: Hints = Hints { positions: 1, limits: Limits { nodes: 5_000, memory: 1 << 22, ..Limits::DEFAULT } };

/// The boards of the gallery.
const GALLERY: &str = "puzzles.js";

/// The puzzles of days, and what other sites read of all pages.
pub(crate) const DAYS: &str = "daily.json";
const MAP: &str = "sitemap.xml";

/// What other sites read that show a board.
const OEMBED: &str = "oembed/board.json";

/// The worker that runs a module.
const WORKER: &str = "worker.js";

/// Scripts that are no modules of a page.
const ALONE_SCRIPTS: [&str; 5] = ["saltus.js", "theme.js", KEEPING, KEEPER, WORKER];

/// What draws the board of the page, and plays on it by its book, before the page's script has come.
const FIRST: &str = "first.js";

/// What the page fetches when it is wanted, and the styles of that.
pub(crate) const LATER: &str = "later.js";
const LATER_STYLES: &str = "later.css";

/// The worker that keeps the page for when there is no network.
const KEEPER: &str = "kept.js";

/// The script by which each page starts it.
const KEEPING: &str = "keep.js";

/// All files of a site, with their names: the page and the modules. `folder` has files of the page that are taken in place of those in the program. `address` is
/// where the site will lie, with a slash at its end: where it is known, other sites can ask for a board (oEmbed). Each lesson is a page in the folder `s`.
pub fn files(
    modules: &Modules,
    folder: Option<&Path>,
    address: Option<&str>,
    lessons: &[Lesson],
) -> Vec<(String, Bytes)> {
    let read = |name: &str| assets::stored(name, folder).map(|contents| text(&contents)).unwrap_or_default();
    let mut files = of_assets(folder, &read);
    for module in modules.iter() {
        files.insert(module.name.to_owned(), module.plain.clone());
        // Few hosts pack modules by themselves, so the page unpacks them.
        files.insert(format!("{}.gz", module.name), module.packed.to_vec().into());
    }
    files.extend(packed(modules, &read).into_iter().map(|(name, packed)| {
        (format!("{name}.js"), format!("(globalThis.saltusPacked ??= {{}})[{name:?}] = {packed:?};\n").into())
    }));
    for (number, line) in lines(&read(GALLERY)).enumerate() {
        if let Some(book) = book(&saltus_api::registry(), line, FEW, &SOME) {
            files.insert(format!("book/{number}.json"), book.to_string().into());
        }
    }
    let page = text(&files[PAGE]);
    let page = page.replacen(HEAD, &format!("{HEAD}<meta name=\"saltus-modules\" content=\"packed\">\n"), 1);
    let page = first(&page);
    files.extend(lessons.iter().map(|lesson| lesson.page(&page)).map(|(name, page)| (name, page.into())));
    let mut plain = page.clone();
    files.insert(PAGE.to_owned(), opening(&page).into());
    if let Some(address) = address {
        let page = text(&files[PAGE]);
        files.insert(OEMBED.to_owned(), oembed(&page, address).into());
        let link = format!(
            "<link rel=\"alternate\" type=\"application/json+oembed\" href=\"{address}{OEMBED}\" title=\"saltus\">\n"
        );
        let at = format!("<meta name=\"saltus-at\" content=\"{address}d/{{n}}.html\">\n");
        plain = plain.replacen("</head>", &(at.clone() + "</head>"), 1);
        files.insert(PAGE.to_owned(), page.replacen("</head>", &(at + &link + "</head>"), 1).into());
    }
    let keeper = keeper(&files);
    files.insert(KEEPER.to_owned(), keeper);
    let written = |name: &str| serde_json::from_slice(files.get(name)?).ok();
    let pages = address.map(|address| {
        let pages = pages::pages(&plain, address, &read(DAYS), &read(GALLERY), &written);
        (pages::map(address, &pages), pages)
    });
    let mut all: Vec<_> = files.into_iter().collect();
    if let Some((map, pages)) = pages {
        all.push((MAP.to_owned(), map));
        all.extend(pages);
    }
    all
}

/// The files that come with the program: the scripts of each page as one, and its styles apart.
fn of_assets(folder: Option<&Path>, read: &dyn Fn(&str) -> String) -> BTreeMap<String, Bytes> {
    let mut files: BTreeMap<String, Bytes> = BTreeMap::new();
    for (name, contents) in assets::all(folder) {
        if let Some(stem) = name.strip_suffix(".html") {
            let (page, styles) = styled(&text(&contents), &format!("{stem}.css"), read);
            files.extend(styles.into_iter().map(|(name, styles)| (name, styles.into())));
            for script in page.lines().filter_map(module) {
                let before = (name == PAGE).then_some(FIRST);
                files.insert(script.to_owned(), bundle(script, before, read).into());
                if name == PAGE {
                    files.insert(FIRST.to_owned(), bundle(FIRST, None, read).into());
                    files.insert(LATER.to_owned(), bundle(LATER, Some(script), read).into());
                }
            }
            files.insert(name.to_owned(), with_policy(&kept(&classic(&page)), policy::OF_FILES).into());
        } else if !(ends_in(name, "js") || ends_in(name, "css")) || ALONE_SCRIPTS.contains(&name) {
            files.insert(name.to_owned(), contents);
        }
    }
    files
}

/// The lines of all boards of the gallery.
pub fn gallery() -> Vec<String> {
    lines(&assets::stored(GALLERY, None).map(|contents| text(&contents)).unwrap_or_default())
        .map(str::to_owned)
        .collect()
}

/// The lines of notation in a script, in their order.
pub(crate) fn lines(script: &str) -> impl Iterator<Item = &str> {
    script.split(" line: \"").skip(1).filter_map(|rest| rest.split('"').next())
}

/// The page with one style sheet in place of several, another one in place of those at its end, and what these say.
fn styled(page: &str, name: &str, read: &dyn Fn(&str) -> String) -> (String, BTreeMap<String, String>) {
    let (mut styled, mut sheets) = (String::new(), BTreeMap::<String, String>::new());
    let mut name = name;
    for line in page.lines() {
        if line == "<body>" {
            name = LATER_STYLES;
        }
        let sheet = line.strip_prefix("<link rel=\"stylesheet\" href=\"").and_then(|rest| rest.strip_suffix("\">"));
        let Some(sheet) = sheet else {
            styled += line;
            styled.push('\n');
            continue;
        };
        if !sheets.contains_key(name) {
            let _ = writeln!(styled, "<link rel=\"stylesheet\" href=\"{name}\">");
        }
        let styles = sheets.entry(name.to_owned()).or_default();
        for rule in read(sheet).lines().map(str::trim).filter(|rule| !(rule.starts_with("/*") && rule.ends_with("*/")))
        {
            *styles += &tight(rule);
            styles.push('\n');
        }
    }
    (styled, sheets)
}

/// A rule of a style sheet without the blanks that say nothing; none of the sheets has such signs in a text.
fn tight(rule: &str) -> String {
    [("; }", "}"), (" }", "}"), (" {", "{"), ("{ ", "{"), (": ", ":"), ("; ", ";")]
        .iter()
        .fold(rule.to_owned(), |rule, (loose, tight)| rule.replace(loose, tight))
}

/// The page with its first script, which is asked for as soon as its styles are, and runs when all that is seen at first is there.
fn first(page: &str) -> String {
    let (theme, last) = ("<script src=\"theme.js\">", format!("<link rel=\"stylesheet\" href=\"{LATER_STYLES}\">\n"));
    let early = format!("<link rel=\"preload\" as=\"script\" href=\"{FIRST}\">\n{theme}");
    let run = format!("<script src=\"{FIRST}\"></script>\n{last}");
    page.replacen(theme, &early, 1).replacen(&last, &run, 1)
}

/// The page with the book of the board that it opens with: all that the engine says of it.
fn opening(page: &str) -> String {
    let line = page.split_once("<meta name=\"saltus-opening\" content=\"").and_then(|(_, rest)| rest.split('"').next());
    let book = line.and_then(|line| book(&saltus_api::registry(), line, POSITIONS, &Hints::ALL));
    book.map_or_else(|| page.to_owned(), |book| with_book(page, &book))
}

/// The page with a book on its board: there is something to play before the page's script has come, and then something that answers before the module has.
pub(crate) fn with_book(page: &str, book: &Value) -> String {
    let book = book.to_string().replace("</", "<\\/");
    let first = format!("<script src=\"{FIRST}\"");
    page.replacen(&first, &format!("<script type=\"application/json\" class=\"book\">{book}</script>\n{first}"), 1)
}

/// The same files packed, for hosts that send these where a browser takes them: each that gets shorter, but modules, which are there already.
pub fn packed_beside(files: &[(String, Bytes)]) -> Vec<(String, Bytes)> {
    let plain = files.iter().filter(|(name, _)| !["gz", "wasm", "png"].iter().any(|end| ends_in(name, end)));
    let packed = plain.map(|(name, contents)| (name, contents.len(), gzip(contents)));
    packed
        .filter(|(_, length, packed)| packed.len() < *length)
        .map(|(name, _, packed)| (format!("{name}.gz"), packed.into()))
        .collect()
}

/// What a site answers that is asked for its board by <https://oembed.com>.
fn oembed(page: &str, address: &str) -> String {
    let title =
        page.split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>")).map_or("", |(title, _)| title);
    let (width, height) = (640, 320);
    let html = format!(
        "<iframe src=\"{address}{PAGE}?embed\" width=\"{width}\" height=\"{height}\" style=\"border:0\" sandbox=\"allow-scripts\" title=\"{title}\"></iframe>"
    );
    let (version, kind) = ("1.0", "rich");
    json!({ "version": version, "type": kind, "provider_name": title, "provider_url": address, "title": title, "width": width, "height": height, "html": html })
        .to_string()
}

/// The file that a line of a page runs as a module.
fn module(line: &str) -> Option<&str> {
    line.strip_prefix("<script type=\"module\" src=\"")?.strip_suffix("\"></script>")
}

/// The page with classic scripts in place of modules: those run where the page has no origin, too.
fn classic(page: &str) -> String {
    page.replace("<script type=\"module\" ", "<script defer ")
}

/// The page with the script that has it kept.
fn kept(page: &str) -> String {
    page.replacen("</head>", &format!("<script defer src=\"{KEEPING}\"></script>\n</head>"), 1)
}

/// What a page needs that can fetch nothing, packed by gzip, as base64.
fn packed(modules: &Modules, read: &dyn Fn(&str) -> String) -> Vec<(&'static str, String)> {
    let modules = modules.iter().map(|module| (module.name, STANDARD.encode(&module.packed)));
    let files = [WORKER, DAYS].map(|name| (name, STANDARD.encode(gzip(read(name).as_bytes()))));
    modules.chain(files).collect()
}

/// The same bytes on each run.
fn gzip(contents: &[u8]) -> Vec<u8> {
    let mut packer = GzBuilder::new().write(Vec::new(), Compression::best());
    packer.write_all(contents).expect("a vector takes everything");
    packer.finish().expect("a vector takes everything")
}

/// The keeper with what it keeps: all other files, under a name that changes with any of them.
fn keeper(files: &BTreeMap<String, Bytes>) -> Bytes {
    // Files that come as scripts are for pages that keep nothing.
    let is_kept = |name: &str| {
        name != KEEPER
            && !ends_in(name, "wasm")
            && !name.ends_with(".wasm.js")
            && name != OEMBED
            && !name.starts_with("book/")
            && !name.starts_with(&format!("{WORKER}."))
            && !name.starts_with(&format!("{DAYS}."))
    };
    let kept = || files.iter().filter(|(name, _)| is_kept(name));
    let version = assets::hash(kept().flat_map(|(name, contents)| name.as_bytes().iter().chain(contents)));
    let version = assets::hash(version.to_le_bytes().iter().chain(&files[KEEPER]));
    let names: Vec<_> = kept().map(|(name, _)| name).collect();
    let filled = text(&files[KEEPER])
        .replacen("const VERSION = \"\";", &format!("const VERSION = \"saltus-{version:016x}\";"), 1)
        .replacen("const FILES = [];", &format!("const FILES = {};", json!(names)), 1);
    filled.into()
}

pub(crate) fn ends_in(name: &str, end: &str) -> bool {
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
    let read = |name: &str| assets::stored(name, folder).map(|contents| text(&contents)).unwrap_or_default();
    let packed: Map<_, _> =
        packed(modules, &read).into_iter().map(|(name, packed)| (name.to_owned(), packed.into())).collect();
    whole(&read, &packed.into())
}

/// The page with everything that its head names.
fn whole(read: &dyn Fn(&str) -> String, packed: &Value) -> String {
    let mut page = String::new();
    // Scripts that wait for the page.
    let mut last = String::new();
    for line in with_policy(&read(PAGE), policy::OF_ONE_FILE).lines() {
        let named =
            |attribute: &str| line.split_once(&format!("{attribute}=\"")).and_then(|(_, rest)| rest.split('"').next());
        let script = |text: &str| format!("<script>\n{}</script>", text.replace("</script", "<\\/script"));
        let line = match (named("href"), named("src")) {
            (Some(name), _) if line.starts_with("<link rel=\"stylesheet\"") => {
                format!("<style>\n{}</style>", read(name))
            }
            (Some(_), _) if line.starts_with("<link ") => continue,
            (_, Some(name)) if module(line) == Some(name) => {
                last += &script(&format!("globalThis.saltusPacked = {packed};\n"));
                last += &script(&bundle(name, None, read));
                last += &script(&bundle(LATER, Some(name), read));
                ALONE.to_owned()
            }
            (_, Some(name)) if line.starts_with("<script ") => script(&read(name)),
            _ if line == "</body>" => format!("{last}\n{line}"),
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

    fn read(name: &str) -> String {
        text(&assets::stored(name, None).expect("a file"))
    }

    #[test]
    fn one_file_asks_for_no_other() {
        let whole = whole(&|name| read(name) + if name == "dom.js" { "\"</script>\"" } else { "" }, &json!({}));
        for part in ["<link ", "<script ", "import "] {
            assert!(!whole.lines().any(|line| line.starts_with(part)), "{part}");
        }
        assert!(!whole.contains("\"</script>\""));
        for part in ["<style>", ALONE, "saltusPacked", "Content-Security-Policy"] {
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

    /// A bundle finds its modules by these names.
    #[test]
    fn no_module_has_a_name_of_the_bundle() {
        for (file, contents) in assets::all(None).filter(|(name, _)| ends_in(name, "js")) {
            for line in text(&contents).lines() {
                let declared = line.strip_prefix("export ").unwrap_or(line);
                for name in ["parts", "ownPlace"] {
                    let is_own = ["function ", "async function ", "class ", "const ", "let "].iter().any(|kind| {
                        declared.strip_prefix(kind).is_some_and(|rest| {
                            rest.strip_prefix(name).is_some_and(|rest| rest.starts_with([' ', '(']))
                        })
                    });
                    assert!(!is_own, "{file}: {line}");
                }
            }
        }
    }

    #[test]
    fn the_keeper_names_all_files_but_itself() {
        let mut files: BTreeMap<_, _> = assets::all(None).map(|(name, contents)| (name.to_owned(), contents)).collect();
        let kept = text(&keeper(&files));
        assert!(
            kept.contains("\"board.js\"")
                && !kept.contains("\"kept.js\"")
                && kept.contains("\"keep.js\"")
                && !kept.contains("FILES = [];")
        );
        files.insert("board.css".to_owned(), "another".into());
        assert_ne!(kept, text(&keeper(&files)), "another version has another name");
    }
}
