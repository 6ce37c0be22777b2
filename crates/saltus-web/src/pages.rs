//! A page for each puzzle of a day and each of the gallery: the page itself, with a title, a picture and words for who reads it without scripts, and for sites that
//! show what a link leads to.

use bytes::Bytes;
use saltus_api::limits::Limits;
use saltus_api::registry::Registry;
use saltus_api::{Kind, call, card};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::assets::{HEAD, PAGE};
use crate::book::{FEW, Hints, book};
use crate::site::{DAYS, LATER, ends_in, lines, with_book};

/// Where a page's board is drawn.
const PLACE: &str = "<div class=\"table\" id=\"board-frame\">";
/// Before this stand the words for who has no scripts.
const END: &str = "</main>";
/// The grounds of cards: of the gallery's, and of days.
const GROUNDS: [&str; 2] = ["#dcebea", "#eae4f2"];

/// What is said of a puzzle: in its title, in one line, and by its facts.
struct Told {
    /// Its folder and its name there.
    file: (&'static str, String),
    line: String,
    name: String,
    title: String,
    facts: Vec<String>,
    day: Option<u32>,
    /// Its first positions.
    book: Option<Value>,
}

/// A day, as `saltus daily` writes it.
#[derive(Deserialize)]
struct Day {
    n: u32,
    line: String,
    name: String,
    length: u32,
    first: (usize, usize),
    plays: String,
    losing: usize,
    positions: usize,
}

/// The pages, and their cards where this program can paint.
///
/// `page` is the page of the site, `address` where that lies, `days` what `saltus daily` has written, and `gallery` the script with the gallery's boards, whose
/// books `written` has by their names.
pub(crate) fn pages(
    page: &str,
    address: &str,
    days: &str,
    gallery: &str,
    written: &dyn Fn(&str) -> Option<Value>,
) -> Vec<(String, Bytes)> {
    let families = saltus_api::registry();
    let days: Vec<Day> = serde_json::from_str(days).unwrap_or_default();
    let shelf: Vec<&str> = lines(gallery).collect();
    let told = days.into_iter().map(|day| of_day(&families, day));
    let told = told.chain(entries(gallery).map(|entry| of_gallery(&shelf, entry, written)));
    let mut files = Vec::new();
    for told in told {
        let (folder, name) = &told.file;
        let picture = format!("{}{name}", if told.day.is_some() { "d" } else { "" });
        let lines: Vec<&str> = told.facts.iter().map(String::as_str).take(2).collect();
        let ground = GROUNDS[usize::from(told.day.is_some())];
        let card = card(&families, &told.line, (&told.name, &told.title, &lines), ground);
        let drawn = card.as_ref().map(|_| format!("og/{picture}.png"));
        files.extend(card.map(|card| (format!("og/{picture}.png"), card.into())));
        let own = told_page(&families, page, address, &told, drawn.as_deref());
        files.push((format!("{folder}/{name}.html"), own.into()));
    }
    files
}

fn of_day(
    families: &Registry,
    Day { n, line, name, length, first: (best, all), plays, losing, positions }: Day,
) -> Told {
    let begins = if best == 1 { "begins" } else { "begin" };
    let lost = match losing {
        0 => "No move can lose it.".to_owned(),
        _ => format!("{losing} of {positions} positions cannot be won any more."),
    };
    let facts = vec![
        format!("{length} is the fewest, proved."),
        format!("{best} of {all} first moves {begins} such a play."),
        format!("There are {plays} such plays."),
        lost,
    ];
    // Answers are off on a day.
    let book = book(families, &line, FEW, &Hints::NONE);
    let file = ("d", n.to_string());
    Told { file, line, name: format!("saltus {n}"), title: name, facts, day: Some(n), book }
}

/// The entries of the gallery: their ids, their names, and the lines of the boards that they show.
fn entries(gallery: &str) -> impl Iterator<Item = (&str, &str, &str)> {
    gallery.lines().filter_map(|entry| {
        let entry = entry.trim_start().strip_prefix("{ id: \"")?;
        let (id, rest) = entry.split_once('"')?;
        let name = rest.split_once("name: \"")?.1.split('"').next()?;
        let face = rest.split_once("face: ").map_or(Some(0), |(_, rest)| rest[..1].parse::<usize>().ok())?;
        let line = rest.split(" line: \"").nth(face + 1)?.split('"').next()?;
        Some((id, name, line))
    })
}

fn of_gallery(shelf: &[&str], (id, name, line): (&str, &str, &str), written: &dyn Fn(&str) -> Option<Value>) -> Told {
    let number = shelf.iter().position(|other| *other == line).expect("an entry's board is one of the gallery");
    // What is known was found when the book was made.
    let book = written(&format!("book/{number}.json"));
    let known = book.as_ref().unwrap_or(&Value::Null);
    let length = known["positions"][0]["hint"]["length"].as_u64();
    let facts = length.map(|length| format!("{length} is the fewest, proved."));
    let title = known["root"]["outline"]["told"]["goal"].as_str().unwrap_or(name).to_owned();
    let (file, line, name) = (("p", id.to_owned()), line.to_owned(), name.to_owned());
    Told { file, line, name, title, facts: facts.into_iter().collect(), day: None, book }
}

/// The page with what is said of one puzzle.
fn told_page(families: &Registry, page: &str, address: &str, told: &Told, picture: Option<&str>) -> String {
    let title =
        escaped(&if told.title == told.name { told.name.clone() } else { format!("{}: {}", told.name, told.title) });
    let head = head(address, told, &title, picture);
    let drawn = call(families, "draw", json!({ "line": told.line }).to_string().as_bytes(), &Limits::default());
    let drawn =
        if drawn.kind == Kind::Svg { String::from_utf8_lossy(&drawn.bytes).into_owned() } else { String::new() };
    let facts: Vec<String> = told.facts.iter().map(|fact| format!("<li>{}</li>", escaped(fact))).collect();
    let (facts, line) = (facts.concat(), escaped(&told.line));
    let words = format!(
        "<noscript><section class=\"card told\"><h2>{title}</h2><ul>{facts}</ul><pre>{line}</pre></section></noscript>\n"
    );
    let bare: String = page.lines().filter(|line| !is_replaced(line)).flat_map(|line| [line, "\n"]).collect();
    let titled = bare.replacen("<title>saltus</title>", &format!("<title>{title}</title>"), 1).replacen(
        "id=\"puzzle-name\">saltus<",
        &format!("id=\"puzzle-name\">{}<", escaped(&told.name)),
        1,
    );
    let titled = if let Some(book) = &told.book { with_book(&titled, book) } else { titled };
    // What a day needs besides its board is asked for when that is there.
    let late = [("fetch\" crossorigin", DAYS), ("script\"", LATER)]
        .map(|(kind, file)| format!("<link rel=\"preload\" as=\"{kind} href=\"{file}\">\n"));
    let late = if told.day.is_some() { late.concat() } else { String::new() };
    titled
        .replacen(HEAD, &head, 1)
        .replacen(PLACE, &format!("{PLACE}{}", drawn.trim()), 1)
        .replacen(END, &(words + END), 1)
        .replacen("</body>", &(late + "</body>"), 1)
}

/// The head of a page up to what all pages have.
fn head(address: &str, told: &Told, title: &str, picture: Option<&str>) -> String {
    let (folder, name) = &told.file;
    let said = escaped(&told.facts.join(" "));
    let own = format!("{address}{folder}/{name}.html");
    let picture = picture.map(|picture| format!("{address}{picture}"));
    let kind = if picture.is_some() { "summary_large_image" } else { "summary" };
    let (line, day) = (escaped(&told.line), told.day.map(|day| day.to_string()));
    let mut named = vec![("saltus-opening", &*line), ("description", &said)];
    named.extend(day.as_deref().map(|day| ("saltus-day", day)));
    named.extend([("twitter:card", kind), ("twitter:title", title), ("twitter:description", &said)]);
    let mut tags = vec![("og:type", "website"), ("og:site_name", "saltus"), ("og:title", title)];
    tags.extend([("og:description", &*said), ("og:url", &own)]);
    if let Some(picture) = &picture {
        tags.extend([("og:image", &**picture), ("og:image:width", "1200"), ("og:image:height", "630")]);
    }
    let tag = |kind: &str, (name, words): &(&str, &str)| format!("<meta {kind}=\"{name}\" content=\"{words}\">\n");
    let named: Vec<String> = named.iter().map(|one| tag("name", one)).collect();
    let tags: Vec<String> = tags.iter().map(|one| tag("property", one)).collect();
    let (named, tags) = (named.concat(), tags.concat());
    format!("{HEAD}<base href=\"../\">\n{named}<link rel=\"canonical\" href=\"{own}\">\n{tags}")
}

/// Whether a line of the page says what each page says for itself.
fn is_replaced(line: &str) -> bool {
    ["<meta name=\"saltus-opening\"", "<meta name=\"description\"", "<link rel=\"alternate\""]
        .iter()
        .any(|start| line.starts_with(start))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// What a map of the site says of its pages.
pub(crate) fn map(address: &str, pages: &[(String, Bytes)]) -> Bytes {
    let names = pages.iter().map(|(name, _)| &**name).filter(|name| ends_in(name, "html"));
    let all: Vec<String> =
        [PAGE].into_iter().chain(names).map(|name| format!("<url><loc>{address}{name}</loc></url>\n")).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{}</urlset>\n",
        all.concat()
    )
    .into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets;

    fn read(name: &str) -> String {
        String::from_utf8(assets::stored(name, None).expect("a file").to_vec()).expect("text")
    }

    #[test]
    fn each_page_says_what_its_puzzle_is() {
        let days = r#"[{"n":47,"line":"shift 2 2","name":"Frogs & \"toads\"","length":8,"first":[2,4],"plays":"2","losing":7,"positions":23}]"#;
        let gallery = r#"  { id: "eight", name: "Eight", face: 1, levels: [{ name: "a", line: "tiles 2x2 0 1 2 3" }, { name: "b", line: "tiles 2x2 3 1 2 0" }] },"#;
        let written = |_: &str| book(&saltus_api::registry(), "tiles 2x2 3 1 2 0", FEW, &Hints::ALL);
        let plain = read(PAGE).replacen("</body>", "<script src=\"first.js\"></script>\n</body>", 1);
        let files = pages(&plain, "https://example.org/", days, gallery, &written);
        let page = |name: &str| {
            let found = files.iter().find(|(other, _)| other == name).unwrap_or_else(|| panic!("{name}"));
            String::from_utf8(found.1.to_vec()).expect("text")
        };
        let day = page("d/47.html");
        for part in [
            "<title>saltus 47: Frogs &amp; &quot;toads&quot;</title>",
            "<base href=\"../\">",
            "<link rel=\"canonical\" href=\"https://example.org/d/47.html\">",
            "<meta name=\"saltus-day\" content=\"47\">",
            "<meta property=\"og:url\" content=\"https://example.org/d/47.html\">",
            "<meta name=\"twitter:card\"",
            "8 is the fewest, proved. 2 of 4 first moves begin such a play.",
            "<li>7 of 23 positions cannot be won any more.</li>",
            "<svg",
            "id=\"puzzle-name\">saltus 47<",
            "<link rel=\"preload\" as=\"fetch\" crossorigin href=\"daily.json\">",
        ] {
            assert!(day.contains(part), "{part}");
        }
        assert_eq!(day.matches("saltus-opening").count(), 1);
        let book = |page: &str| page.split_once("class=\"book\">").expect("a book").1.lines().next().map(str::to_owned);
        assert!(book(&day).is_some_and(|book| book.contains("\"3-4\"") && !book.contains("hint")));
        let puzzle = page("p/eight.html");
        assert!(puzzle.contains("content=\"tiles 2x2 3 1 2 0\"") && puzzle.contains("is the fewest, proved."));
        assert!(book(&puzzle).is_some_and(|book| book.contains("\"hint\"")));
        if let Some((_, card)) = files.iter().find(|(name, _)| name == "og/d47.png") {
            assert!(card.starts_with(b"\x89PNG") && card.len() < 60_000, "{}", card.len());
        }
        assert!(
            String::from_utf8_lossy(&map("https://example.org/", &files))
                .contains("<loc>https://example.org/d/47.html</loc>")
        );
    }

    #[test]
    fn every_entry_of_the_gallery_is_found() {
        let gallery = read("puzzles.js");
        let found: Vec<_> = entries(&gallery).collect();
        assert_eq!(found.len(), gallery.matches("{ id: \"").count());
        assert!(found.contains(&("klotski", "Klotski", "klotski-walk")));
    }
}
