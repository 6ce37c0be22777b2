//! Hostile requests at random, against one server: it never panics and never hangs; it answers each with HTTP or closes; and an honest
//! request afterwards gets the right bytes.
//!
//! `ADVERSARY_SEED=N ADVERSARY_CASES=M cargo test -p saltus-web --test it hostile_requests` runs others than every run of the tests
//! does. Case C of seed N is the first one of seed N + C.

use std::collections::BTreeMap;
use std::env;
use std::fmt::Write as _;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, Once, PoisonError};
use std::thread;
use std::time::Duration;

use saltus::random::Random;
use saltus_web::{Search, Settings};
use serde_json::json;

use crate::support::{PATIENCE, Server};

/// Connections at once.
const CLIENTS: usize = 24;

/// Tries to make a case that breaks the law smaller.
const SHRINKS: usize = 200;

/// What one client sends, and what it does then.
#[derive(Clone, Debug)]
struct Case {
    bytes: Vec<u8>,
    /// Where the bytes are cut into writes.
    cuts: Vec<usize>,
    end: End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// It reads until the server closes the connection.
    Reads,
    /// It says that nothing more comes, and reads.
    Finishes,
    /// It goes without reading.
    Leaves,
}

const METHODS: [&str; 10] = ["GET", "POST", "POST", "POST", "HEAD", "PUT", "OPTIONS", "BREW", "get", "GET\t"];
const PATHS: [&str; 16] = [
    "/api/solve",
    "/api/play",
    "/api/arrange",
    "/api/definition",
    "/api/solvable",
    "/api/hint",
    "/api/rank",
    "/api/around",
    "/api/check",
    "/api/draw",
    "/api/graph",
    "/api/qr",
    "/api/certificate",
    "/api/explain",
    "/api/show",
    "/api/trace",
];
const ODD_PATHS: [&str; 9] = [
    "/",
    "/api/status",
    "/api/families",
    "/../Cargo.toml",
    "*",
    "",
    "http://evil.example/",
    "//",
    "/%00/%ff?%zz=&&==&line",
];
const VERSIONS: [&str; 4] = ["HTTP/1.0", "HTTP/2.0", "HTTP/1.1 ", ""];
const FIELDS: [&str; 22] = [
    "Connection: close",
    "Connection: keep-alive, close",
    "Connection: upgrade\r\nUpgrade: h2c",
    "Expect: 100-continue",
    "Expect: a wonder",
    "Transfer-Encoding: chunked",
    "Transfer-Encoding: gzip, chunked",
    "Transfer-Encoding: chunked, chunked",
    "Content-Length: 5",
    "Content-Length: -1",
    "Content-Length: 18446744073709551616",
    "Content-Length: 0x10",
    "Content-Length: 1\r\nContent-Length: 2",
    "Content-Type: text/plain",
    "Origin: null",
    "Host: evil.example",
    "Cookie: saltus-0=\u{7f}",
    "If-None-Match: \"",
    "Range: bytes=0-,-1",
    "X:\u{1}",
    " folded: yes",
    ": nameless",
];
/// Lines that are small, hostile or beyond all limits.
const LINES: [&str; 24] = [
    "shift 3 3",
    "shift bbb_ww to bbwb_w",
    "shift 99999999999999999999999999999999 3 moves=all",
    "shift 20000 20000",
    "reverse 4",
    "reverse 9 2 14 5 18 12 1 17 8 _ 3 13 16 4 11 6 10 15 7",
    "reverse 99999999999999999999 from=1",
    "tiles 2x3 5 4 3 2 1 0",
    "tiles 5x5 random seed=7",
    "tiles 99999999x99999999 random",
    "tiles 0x0",
    "clobber line bwbwwb",
    "clobber grid 3x3",
    "clobber line 1000000 seed=1",
    "clobber cube 4",
    "chinese triangle:5 men=1 players=2",
    "chinese star",
    "chinese triangle:99999",
    "klotski",
    "@/etc/passwd",
    "@-",
    "rules board: a . ; move: a . -> . a ; goal: . a",
    "rules board graph: a b c ; cycle: a b c",
    "rules board spaced:",
];
/// What titles and names of pieces may hold, or had better not.
const TEXTS: [&str; 14] = [
    "\"",
    "\\",
    "\\u0022",
    "','",
    "\u{feff}",
    "\u{202e}",
    "\u{0}",
    "\r\n",
    "<script>alert(1)</script>",
    "x\",\"optimal\":true,\"z\":\"",
    " cost 0",
    "Βάτραχοι",
    "e\u{301}",
    "♞",
];
const NUMBERS: [&str; 10] =
    ["0", "-1", "1e999", "1e-999", "18446744073709551616", "0.0000001", "-0", "01", "NaN", "1E+2"];
const KEYS: [&str; 12] =
    ["line", "moves", "limits", "labels", "turn", "as", "at", "shape", "view", "certificate", "text", "solver"];

fn pick<'a>(items: &[&'a str], random: &mut Random) -> &'a str {
    items[random.below(items.len())]
}

fn line(random: &mut Random) -> String {
    match random.below(6) {
        0 => {
            let [title, piece] = [0; 2].map(|_| pick(&TEXTS, random));
            format!("rules title: {title} ; board: {piece} . . ; move: {piece} . -> . {piece} ; goal: . . {piece}")
        }
        1 => {
            let mut line = pick(&LINES, random).to_owned();
            let ends: Vec<usize> = line.char_indices().map(|(at, _)| at).collect();
            line.insert_str(
                ends[random.below(ends.len())],
                pick(&[TEXTS.as_slice(), NUMBERS.as_slice()].concat(), random),
            );
            line
        }
        _ => pick(&LINES, random).to_owned(),
    }
}

fn json(depth: usize, random: &mut Random) -> String {
    let text = |text: &str| serde_json::Value::from(text).to_string();
    match random.below(if depth == 0 { 6 } else { 9 }) {
        0 => pick(&NUMBERS, random).to_owned(),
        1 => pick(&["null", "true", "[]", "{}", "", "\"\\ud800\"", "\"open", "nul"], random).to_owned(),
        2 => text(pick(&TEXTS, random)),
        3 => text(&line(random)),
        4 => format!("[{}]", ["3-4", "1-2", "x", "1-1", "99999999999999999999-1"].map(text).join(",")),
        5 => "[".repeat(1 << random.below(14)),
        6 => format!("[{},{}]", json(depth - 1, random), json(depth - 1, random)),
        7 => object(depth - 1, random),
        _ => format!("{{\"time\":{},\"memory\":{}}}", pick(&NUMBERS, random), pick(&NUMBERS, random)),
    }
}

fn object(depth: usize, random: &mut Random) -> String {
    let mut pairs = Vec::new();
    if random.below(8) > 0 {
        pairs.push(format!("\"line\":{}", serde_json::Value::from(line(random))));
    }
    for _ in 0..random.below(4) * random.below(2) {
        pairs.push(format!("\"{}\":{}", pick(&KEYS, random), json(depth, random)));
    }
    format!("{{{}}}", pairs.join(","))
}

/// A body in chunks, perhaps wrong ones.
fn chunked(body: &str, random: &mut Random) -> String {
    let mut rest = body.as_bytes();
    let mut all = String::new();
    while !rest.is_empty() {
        let (now, later) = rest.split_at(1 + random.below(rest.len()));
        let length = if random.below(20) == 0 {
            pick(&["ffffffffffffffff", "-1", "0", "", "10000000000000000"], random).to_owned()
        } else {
            format!("{:x}", now.len())
        };
        let extension = pick(&["", "", "", ";a=\"b", " "], random);
        write!(all, "{length}{extension}\r\n{}\r\n", String::from_utf8_lossy(now)).expect("a text takes everything");
        rest = later;
    }
    all + pick(&["0\r\n\r\n", "0\r\n\r\n", "0\r\nX: y\r\n\r\n", "0\r\n", ""], random)
}

fn request(host: &str, random: &mut Random) -> Vec<u8> {
    let mut path = pick(if random.below(5) == 0 { &ODD_PATHS } else { &PATHS }, random).to_owned();
    let by_address =
        ["/api/draw", "/api/graph", "/api/qr", "/api/certificate"].contains(&&*path) || random.below(8) == 0;
    let usual = if by_address { "GET" } else { "POST" };
    let method = if random.below(6) == 0 { pick(&METHODS, random) } else { usual };
    if method != "POST" {
        let mut query = form_urlencoded::Serializer::new(String::new());
        for _ in 0..random.below(3) * random.below(2) {
            let value = if random.below(2) == 0 { line(random) } else { pick(&TEXTS, random).to_owned() };
            query.append_pair(pick(&KEYS, random), &value);
        }
        path = format!("{path}?line={}&{}", crate::support::encoded(&line(random)), query.finish());
    }
    let version = if random.below(20) == 0 { pick(&VERSIONS, random) } else { "HTTP/1.1" };
    let mut head = format!("{method} {path} {version}\r\n");
    if random.below(20) > 0 {
        write!(head, "Host: {host}\r\n").expect("a text takes everything");
    }
    let body = match random.below(8) {
        _ if method == "GET" && random.below(4) > 0 => String::new(),
        0 => String::new(),
        1 => json(3, random),
        2 => " ".repeat(1 << random.below(18)),
        _ => object(3, random),
    };
    if random.below(12) > 0 {
        head += "Content-Type: application/json\r\n";
    }
    if random.below(6) == 0 {
        write!(head, "{}\r\n", pick(&FIELDS, random)).expect("a text takes everything");
    }
    if random.below(40) == 0 {
        write!(head, "X: {}\r\n", "y".repeat(1 << random.below(17))).expect("a text takes everything");
        head += &"Z: z\r\n".repeat(random.below(100));
    }
    let body = match random.below(8) {
        0 => {
            head += "Transfer-Encoding: chunked\r\n";
            chunked(&body, random)
        }
        // It ends too soon, or is followed by what is no request.
        1 if random.below(2) == 0 => {
            write!(head, "Content-Length: {}\r\n", random.below(2 * body.len() + 2)).expect("a text takes everything");
            body
        }
        _ if body.is_empty() => body,
        _ => {
            write!(head, "Content-Length: {}\r\n", body.len()).expect("a text takes everything");
            body
        }
    };
    [head.as_bytes(), b"\r\n", body.as_bytes()].concat()
}

impl Case {
    fn new(host: &str, seed: u64) -> Self {
        let random = &mut Random::new(seed);
        let mut bytes: Vec<u8> = (0..=random.below(3)).flat_map(|_| request(host, random)).collect();
        if random.below(4) == 0 {
            for _ in 0..=random.below(4) {
                let (at, end) = (random.below(bytes.len() + 1), random.below(bytes.len() + 1));
                match random.below(5) {
                    0 => bytes.truncate(at.max(1)),
                    1 => bytes.insert(at, random.number() as u8),
                    2 if at < end => drop(bytes.drain(at..end)),
                    3 if at < end => {
                        let again = bytes[at..end].to_vec();
                        bytes.splice(at..at, again);
                    }
                    _ if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
                    _ => {}
                }
            }
        }
        let mut cuts: Vec<usize> =
            (0..random.below(4) * random.below(3)).map(|_| random.below(bytes.len() + 1)).collect();
        cuts.sort_unstable();
        let end = match random.below(8) {
            0 => End::Finishes,
            1 => End::Leaves,
            _ => End::Reads,
        };
        // Mostly it is known where all ends.
        if random.below(12) > 0 {
            bytes.extend(format!("GET /api/families HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").bytes());
        }
        Case { bytes, cuts, end }
    }

    /// What is wrong with how the server takes it.
    fn judge(&self, server: &Server) -> Result<(), String> {
        let fault = |what: &str, error: std::io::Error| format!("{what}: {error}");
        let mut stream = TcpStream::connect(server.address).map_err(|error| fault("connecting", error))?;
        for way in [TcpStream::set_read_timeout, TcpStream::set_write_timeout] {
            way(&stream, Some(PATIENCE)).map_err(|error| fault("a timeout", error))?;
        }
        let mut rest = &self.bytes[..];
        let mut sent = 0;
        for &cut in self.cuts.iter().chain([&self.bytes.len()]) {
            let (now, later) = rest.split_at(cut.saturating_sub(sent).min(rest.len()));
            // The server may have closed it.
            if stream.write_all(now).is_err() {
                break;
            }
            sent += now.len();
            rest = later;
            thread::yield_now();
        }
        let mut answers = Vec::new();
        if self.end != End::Leaves {
            if self.end == End::Finishes {
                _ = stream.shutdown(Shutdown::Write);
            }
            let is_whole = match stream.read_to_end(&mut answers) {
                // A server to which nothing more is sent may stop talking.
                Ok(_) => self.end == End::Reads,
                Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => false,
                Err(error) => return Err(fault("it hangs", error)),
            };
            let seen =
                well_formed(&answers, is_whole).map_err(|why| format!("{why}, in {}", answers.escape_ascii()))?;
            let mut statuses = STATUSES.lock().unwrap_or_else(PoisonError::into_inner);
            seen.into_iter().for_each(|status| *statuses.entry(status).or_default() += 1);
        }
        Ok(())
    }

    /// As small a part of it as is found that breaks the law, too.
    fn shrunk(mut self, server: &Server) -> Self {
        let (mut length, mut tries) = (self.bytes.len() / 2, SHRINKS);
        while length > 0 && tries > 0 {
            let mut at = 0;
            while at < self.bytes.len() && tries > 0 {
                let mut smaller = self.clone();
                smaller.bytes.drain(at..(at + length).min(self.bytes.len()));
                smaller.cuts.clear();
                tries -= 1;
                if smaller.judge(server).is_err() {
                    self = smaller;
                } else {
                    at += length;
                }
            }
            length /= 2;
        }
        self
    }
}

/// The statuses of answers one after the other, the last of which may be cut off where they are not whole. An answer without its body
/// is one to `HEAD`.
fn well_formed(mut rest: &[u8], is_whole: bool) -> Result<Vec<u16>, String> {
    let mut statuses = Vec::new();
    while !rest.is_empty() {
        let Some(end) = rest.windows(4).position(|window| window == b"\r\n\r\n") else {
            return if is_whole { Err("a head without an end".into()) } else { Ok(statuses) };
        };
        let head = std::str::from_utf8(&rest[..end]).map_err(|_| "a head that is no text")?;
        rest = &rest[end + 4..];
        let mut lines = head.split("\r\n");
        let line = lines.next().unwrap_or_default();
        let status =
            ["HTTP/1.1 ", "HTTP/1.0 "].iter().find_map(|version| line.strip_prefix(version)?.get(..3)?.parse().ok());
        let status: u16 = status.ok_or_else(|| format!("no status: {line}"))?;
        if !(100..=599).contains(&status) || status == 500 {
            return Err(format!("status {status}"));
        }
        statuses.push(status);
        let (mut length, mut in_chunks, mut is_json) = (None, false, false);
        for field in lines {
            let (name, value) = field.split_once(": ").ok_or_else(|| format!("no field: {field}"))?;
            let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
            if name.is_empty() || !name.chars().all(is_name) || value.chars().any(char::is_control) {
                return Err(format!("no field: {field}"));
            }
            match &*name.to_ascii_lowercase() {
                "content-length" if length.is_none() => length = Some(value.parse::<usize>().map_err(|_| field)?),
                "content-length" => return Err("two lengths".into()),
                "transfer-encoding" => in_chunks = value == "chunked",
                "content-type" => is_json = value.starts_with("application/json"),
                _ => {}
            }
        }
        let has_body = status >= 200 && ![204, 304].contains(&status) && !rest.starts_with(b"HTTP/1.");
        match length {
            _ if !has_body => {}
            Some(length) if length <= rest.len() => {
                let body;
                (body, rest) = rest.split_at(length);
                if is_json {
                    serde_json::from_slice::<serde::de::IgnoredAny>(body).map_err(|bad| bad.to_string())?;
                }
            }
            None if in_chunks => match dechunked(rest)? {
                Some(after) => rest = after,
                None if is_whole && !rest.is_empty() => return Err("chunks without an end".into()),
                None => return Ok(statuses),
            },
            Some(length) if is_whole && !rest.is_empty() => return Err(format!("{length} bytes that are not there")),
            // Until the end of the connection.
            _ => return Ok(statuses),
        }
    }
    Ok(statuses)
}

/// What comes after chunks; none where they do not end.
fn dechunked(mut rest: &[u8]) -> Result<Option<&[u8]>, String> {
    loop {
        let Some(end) = rest.windows(2).position(|window| window == b"\r\n") else { return Ok(None) };
        let length = std::str::from_utf8(&rest[..end]).ok().and_then(|length| usize::from_str_radix(length, 16).ok());
        let length = length.ok_or("a chunk without a length")?;
        let Some(after) = rest.get(end + 2 + length..) else { return Ok(None) };
        rest = match after {
            [b'\r', b'\n', rest @ ..] => rest,
            [] | [b'\r'] => return Ok(None),
            _ => return Err("a chunk that is longer than its length".into()),
        };
        if length == 0 {
            return Ok(Some(rest));
        }
    }
}

/// How often each status was seen.
static STATUSES: Mutex<BTreeMap<u16, usize>> = Mutex::new(BTreeMap::new());

/// Panics on the threads of servers.
static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

fn note_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if thread::current().name() == Some("serve") {
                PANICS.lock().unwrap_or_else(PoisonError::into_inner).push(info.to_string());
            }
            before(info);
        }));
    });
}

/// The law for `cases` cases.
fn requests(seed: u64, cases: usize) -> Result<(), String> {
    note_panics();
    let soon = Duration::from_secs(2);
    let search = Search { time: Duration::from_millis(200), nodes: 20_000, threads: 1 };
    let settings = Settings { head_time: soon, body_time: soon, idle_time: soon, search, ..Settings::default() };
    let server = Server::with(Settings { memory: 256 << 20, ..settings });
    let host = server.address.to_string();
    let honest = || server.post("/api/play", &json!({"line": "shift 2 2", "moves": ["2-3"]}));
    let (right, next) = (honest(), AtomicUsize::new(0));
    assert_eq!(right.status, 200);
    let judge = |number: usize| {
        let case = Case::new(&host, seed + number as u64);
        case.judge(&server).map_err(|why| {
            let small = case.shrunk(&server);
            format!("seed {}: {why}\nof {}, then {:?}", seed + number as u64, small.bytes.escape_ascii(), small.end)
        })?;
        let mut answer = honest();
        // The lanes may be full for a while.
        while answer.status == 503 {
            thread::sleep(Duration::from_millis(100));
            answer = honest();
        }
        let is_right = (answer.status, &answer.body) == (right.status, &right.body);
        if is_right { Ok(()) } else { Err(format!("seed {}: then {answer:?}", seed + number as u64)) }
    };
    thread::scope(|scope| {
        let work = || -> Result<(), String> {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= cases {
                    return Ok(());
                }
                // The first fault ends all.
                judge(number).inspect_err(|_| next.store(cases, Ordering::Relaxed))?;
            }
        };
        let clients: Vec<_> = (0..CLIENTS).map(|_| scope.spawn(work)).collect();
        clients.into_iter().try_for_each(|client| client.join().expect("no panic"))
    })?;
    // One to which nothing was answered: who asked has gone.
    let panics = PANICS.lock().unwrap_or_else(PoisonError::into_inner);
    panics.first().map_or(Ok(()), |panic| Err(format!("seeds {seed} to {}: it panics: {panic}", seed + cases as u64)))
}

#[test]
fn hostile_requests() {
    let number = |name: &str, usual| env::var(name).map_or(usual, |value| value.parse().expect("a number"));
    let (seed, cases) = (number("ADVERSARY_SEED", 1), number("ADVERSARY_CASES", 400));
    requests(seed, cases as usize).unwrap_or_else(|why| panic!("{why}"));
    let statuses = STATUSES.lock().unwrap_or_else(PoisonError::into_inner);
    println!("{cases} cases from seed {seed}: {statuses:?}");
    // Some get far enough to be answered.
    let seen = |status| statuses.get(&status).copied().unwrap_or_default();
    assert!(cases < 100 || seen(200) * 5 > cases as usize && seen(400) * 4 > cases as usize, "{statuses:?}");
}

#[test]
fn what_is_no_answer_is_seen() {
    let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab";
    let chunks = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n";
    for right in [String::new(), ok.into(), [ok, chunks, ok].concat()] {
        let statuses = well_formed(right.as_bytes(), true).unwrap_or_else(|why| panic!("{why}: {right}"));
        assert_eq!(statuses.len(), right.matches("200 OK").count());
    }
    let wrong = [&ok[..ok.len() - 1], &chunks[..chunks.len() - 1], "HTTP/1.1 200 OK\r\n", "ab"];
    let wrong = wrong.map(str::to_owned).into_iter().chain([
        ok.replace("200", "500"),
        ok.replace("h: 2", "h: x"),
        ok.replace("h: 2", "h: 2\r\nContent-Length: 2"),
        ok.replace("h: 2", "h 2"),
        chunks.replace("\r\n2", "\r\n1"),
    ]);
    for wrong in wrong {
        assert!(well_formed(wrong.as_bytes(), true).is_err(), "{wrong}");
    }
    assert_eq!(well_formed(&ok.as_bytes()[..ok.len() - 1], false), Ok(vec![200]));
}
