//! `saltus serve`: what it prints, what it answers, how it ends.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Child;

use tempfile::TempDir;

use crate::support::{HARD, finish, run, run_words, saltus, signal, start};

/// The body of the answer to a request, which is the last one of its connection.
fn ask(address: &str, path: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("connected");
    let length = body.len();
    let fields =
        format!("Host: {address}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nConnection: close");
    write!(stream, "POST {path} HTTP/1.1\r\n{fields}\r\n\r\n{body}").expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("text");
    answer.split_once("\r\n\r\n").expect("a body").1.to_owned()
}

/// A server, and its address.
fn served(words: &[&str]) -> (Child, String) {
    let words = ["serve", "--port", "0"].into_iter().chain(words.iter().copied());
    let mut child = start(saltus(words).stderr(std::process::Stdio::piped()));
    let mut said = BufReader::new(child.stderr.take().expect("piped"));
    let mut line = String::new();
    said.read_line(&mut line).expect("a line");
    let address =
        line.strip_prefix("saltus: http://").and_then(|rest| rest.split('/').next()).expect("an address").to_owned();
    assert!(address.starts_with("127.0.0.1:"), "{line}");
    (child, address)
}

#[test]
#[cfg(target_os = "linux")]
fn three_lines_take_no_more_than_the_limit() {
    let (child, address) = served(&["--memory-limit", "300M", "--timeout", "3s"]);
    let pieces = "a ".repeat(600);
    let line = format!("rules board: {pieces}. ; move: a a+ . -> . a+ a ; goal: . {pieces}");
    let answer = ask(&address, "/api/solve", &format!("{{\"line\":\"{}\"}}", line.trim_end()));
    assert!(answer.contains("gave-up"), "{answer}");
    let peak = crate::memory::peak_so_far(child.id()).expect("it goes on");
    assert!(peak < (300 << 10) + crate::memory::BESIDE, "{peak} KiB");
    signal(child.id(), "INT");
    assert_eq!(finish(child).code, 130);
}

#[test]
fn records_are_those_of_the_program() {
    let (child, address) = served(&[]);
    for puzzle in ["shift 3 3", "shift b_ to _b", "clobber line bwwbbw", "tiles 2x2 3 1 2 0", "reverse 1 3 2 _"] {
        let expected = run(&format!("solve {puzzle} --format json")).out;
        assert_eq!(ask(&address, "/api/solve", &format!("{{\"line\":\"{puzzle}\"}}")), expected, "{puzzle}");
    }
    // It ends although somebody searches.
    let mut stream = TcpStream::connect(&address).expect("connected");
    let request = format!("GET /api/solve?line={} HTTP/1.1\r\nHost: {address}\r\n\r\n", HARD.replace(' ', "+"));
    stream.write_all(request.as_bytes()).expect("sent");
    let mut head = [0; 12];
    stream.read_exact(&mut head).expect("an answer");
    assert_eq!(&head, b"HTTP/1.1 200");
    signal(child.id(), "INT");
    assert_eq!(finish(child).code, 130);
}

#[test]
fn a_port_that_is_taken_is_told() {
    let taken = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let run = run_words(&["serve", "--port", &port]);
    assert_eq!((run.code, &*run.out), (74, ""));
    assert!(run.err.starts_with(&format!("saltus: 127.0.0.1 port {port}: ")), "{}", run.err);
}

/// The eight bytes of a module without anything, packed by gzip.
const MODULE: [u8; 28] = [
    0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 3, 0x63, 0x48, 0x2c, 0xce, 0x65, 0x64, 0x60, 0x60, 0, 0, 0xce, 0x33, 0x4b, 0x1c,
    8, 0, 0, 0,
];

#[test]
fn a_site_is_the_page_with_its_modules() {
    let folder = TempDir::new().expect("a folder");
    let place = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    for name in ["saltus.wasm.gz", "saltus-check.wasm.gz"] {
        std::fs::write(place(name), MODULE).expect("written");
    }
    let modules = place("");
    for _ in 0..2 {
        let run = run_words(&["site", "-o", &place("a/b"), "--modules", &modules]);
        assert_eq!((run.code, &*run.out, &*run.err), (0, "", ""));
    }
    assert_eq!(std::fs::read(place("a/b/saltus.wasm")).expect("there"), b"\0asm\x01\0\0\0");
    for (file, part) in [
        ("index.html", "wasm-unsafe-eval"),
        ("kept.js", "\"saltus-check.wasm.gz\""),
        ("lesson.html", "Content-Security-Policy"),
    ] {
        assert!(std::fs::read_to_string(place("a/b").clone() + "/" + file).expect("there").contains(part), "{file}");
    }
    let run = run_words(&["site", "-o", "-", "--one-file", "--modules", &modules]);
    assert!(run.code == 0 && run.out.starts_with("<!doctype html>") && run.out.contains("\"saltus.wasm\":\"H4sI"));
}

#[test]
fn a_lesson_becomes_a_page_of_the_site() {
    let folder = TempDir::new().expect("a folder");
    let place = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    for name in ["saltus.wasm.gz", "saltus-check.wasm.gz"] {
        std::fs::write(place(name), MODULE).expect("written");
    }
    let lesson = "saltus lesson 1\ntitle: Why 15?\nchapter: One\npuzzle: shift 3 3\nask: move\n";
    std::fs::write(place("why-15.txt"), lesson).expect("written");
    let modules = place("");
    let site = |file: &str| run_words(&["site", "-o", &place("a"), "--modules", &modules, "--lesson", &place(file)]);
    let run = site("why-15.txt");
    assert_eq!((run.code, &*run.err), (0, ""));
    let page = std::fs::read_to_string(place("a/s/why-15.html")).expect("there");
    assert!(
        page.contains("<title>Why 15? · saltus</title>")
            && page.contains("\"saltus lesson 1\\ntitle: Why 15?")
            && page.contains("src=\"../main.js\"")
    );
    assert!(std::fs::read_to_string(place("a/kept.js")).expect("there").contains("\"s/why-15.html\""));
    std::fs::write(place("wrong.txt"), lesson.replace("3 3", "three")).expect("written");
    let run = site("wrong.txt");
    assert!(run.code == 65 && run.err.contains("wrong.txt: line 4: "), "{} {}", run.code, run.err);
}

#[test]
fn a_program_without_modules_says_where_they_are() {
    let folder = TempDir::new().expect("a folder");
    let place = folder.path().join("site").to_str().expect("text").to_owned();
    let run = run_words(&["site", "-o", &place]);
    if saltus_web::Modules::built_in().is_some() {
        assert_eq!((run.code, &*run.err), (0, ""));
    } else {
        assert_eq!((run.code, run.err.lines().count()), (2, 1), "{}", run.err);
        assert!(run.err.contains("--features full") && run.err.contains("pip install saltus"), "{}", run.err);
    }
}

#[test]
fn a_site_tells_other_sites_of_its_board() {
    let folder = TempDir::new().expect("a folder");
    let place = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    for name in ["saltus.wasm.gz", "saltus-check.wasm.gz"] {
        std::fs::write(place(name), MODULE).expect("written");
    }
    let modules = place("");
    let site = |at: &str| run_words(&["site", "-o", &place("a"), "--modules", &modules, "--at", at]);
    assert_eq!(site("https://example.org/b").code, 0);
    let read = |name: &str| std::fs::read_to_string(place("a/") + name).expect("there");
    let told: serde_json::Value = serde_json::from_str(&read("oembed/board.json")).expect("JSON");
    assert_eq!((&told["type"], &told["version"]), (&"rich".into(), &"1.0".into()));
    assert!(told["html"].as_str().expect("text").starts_with("<iframe src=\"https://example.org/b/index.html?embed\""));
    assert!(read("index.html").contains("href=\"https://example.org/b/oembed/board.json\""));
    let day = read("d/47.html");
    assert!(day.contains("<link rel=\"canonical\" href=\"https://example.org/b/d/47.html\">") && day.contains("<svg"));
    assert!(read("p/klotski.html").contains("<meta property=\"og:title\""));
    assert!(read("sitemap.xml").contains("https://example.org/b/d/400.html"));
    assert!(std::fs::read(place("a/og/d47.png")).is_ok_and(|card| card.len() < 60_000));
    for card in std::fs::read_dir(place("a/og")).expect("cards") {
        let card = card.expect("a card");
        assert!(card.metadata().expect("its size").len() < 60_000, "{}", card.path().display());
    }
    for wrong in ["example.org", "ftp://example.org/", "https://", "https://a\"b/"] {
        let run = site(wrong);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{wrong}");
    }
}

#[test]
fn a_site_without_modules_is_refused() {
    let folder = TempDir::new().expect("a folder");
    let place = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let refused = |modules: &str| {
        let run = run_words(&["site", "-o", &place("site"), "--modules", modules]);
        assert!(!std::path::Path::new(&place("site")).exists());
        assert_eq!((run.code, run.err.lines().count()), (74, 1), "{}", run.err);
        run.err
    };
    let missing = place("none");
    assert!(refused(&missing).starts_with(&format!("saltus: {missing}/saltus.wasm.gz: ")));
    let modules = place("");
    std::fs::write(place("saltus.wasm.gz"), &MODULE[..20]).expect("written");
    refused(&modules);
    std::fs::write(place("saltus.wasm.gz"), b"\0asm").expect("written");
    refused(&modules);
    let run = run_words(&["serve", "--port", "0", "--modules", &missing]);
    assert_eq!(run.code, 74, "{}", run.err);
}
