//! Whoever means no good, or does not know better.

use std::io::{BufRead, Write};
use std::net::Shutdown;
use std::thread;
use std::time::Duration;

use saltus_web::Settings;
use serde_json::json;

use crate::support::{HARD, Server, encoded};

/// A server that has little patience, though enough for a busy machine.
fn hasty() -> Server {
    let soon = Duration::from_secs(2);
    Server::with(Settings { head_time: soon, body_time: soon, idle_time: soon, ..Settings::default() })
}

/// It still answers.
fn assert_well(server: &Server) {
    assert_eq!(server.post("/api/play", &json!({"line": "shift 1 1"})).value()["start"], "shift 1 1");
}

#[test]
fn slow_heads_are_cut_off() {
    let server = hasty();
    let mut client = server.connect();
    client.send("GET / HTTP/1.1\r\nHost: ");
    // It never ends, a letter at a time.
    let begun = std::time::Instant::now();
    while client.stream.get_mut().write_all(b"x").is_ok() {
        assert!(begun.elapsed() < crate::support::PATIENCE);
        thread::sleep(Duration::from_millis(50));
    }
    assert_well(&server);
}

#[test]
fn slow_bodies_are_cut_off() {
    let server = hasty();
    let mut client = server.connect();
    let host = client.host.clone();
    let fields = format!("Host: {host}\r\nContent-Type: application/json\r\nContent-Length: 1000");
    client.send(format!("POST /api/play HTTP/1.1\r\n{fields}\r\n\r\n{{"));
    let told = client.answer().refusal(408);
    assert_eq!(told, "the body of the request took too long");
    // What never comes is not waited for.
    assert!(client.is_closed());
    assert_well(&server);
}

#[test]
fn silent_connections_are_closed() {
    let server = hasty();
    let mut never_spoke = server.connect();
    let mut spoke = server.connect();
    assert_eq!(spoke.get("/api/families").status, 200);
    assert!(never_spoke.is_closed() && spoke.is_closed());
    assert_well(&server);
}

/// An answer of megabytes of which nothing is read.
#[test]
fn whoever_does_not_read_is_cut_off() {
    let server = hasty();
    let mut client = server.connect();
    client.give("/api/solve", &json!({"line": "shift 1000 1000"}).to_string());
    let connections = || server.get("/api/status").value()["connections"].as_u64().unwrap();
    let begun = std::time::Instant::now();
    while connections() > 1 {
        assert!(begun.elapsed() < crate::support::PATIENCE);
        thread::sleep(Duration::from_millis(50));
    }
    assert_well(&server);
}

/// Long answers that nobody reads take no more memory than there is for them; when they are gone
/// there is room again.
#[test]
fn answers_that_nobody_reads_are_bounded() {
    let server = Server::new();
    let line = "shift 1000 1000";
    let length = server.post("/api/solve", &json!({"line": line})).body.len();
    let most = (128 << 20) / length;
    let unread: Vec<_> = (0..most + 4)
        .map(|_| {
            let mut client = server.connect();
            client.give("/api/solve", &json!({"line": line}).to_string());
            client.stream.fill_buf().expect("a beginning");
            client
        })
        .collect();
    let refused = server.post("/api/solve", &json!({"line": line}));
    assert!(refused.refusal(503).contains("wait to be read") && refused.field("retry-after").is_some());
    assert_well(&server);
    drop(unread);
    let begun = std::time::Instant::now();
    while server.post("/api/solve", &json!({"line": line})).status != 200 {
        assert!(begun.elapsed() < crate::support::PATIENCE);
    }
}

/// A search takes longer than a connection may be silent.
#[test]
fn patience_with_the_silent_is_no_impatience_with_searches() {
    let server = hasty();
    let mut client = server.connect();
    let limits = json!({"timeout": 3.5});
    let answer = client.post("/api/solve", &json!({"line": HARD, "limits": limits})).value();
    assert_eq!(answer["because"], "the time limit is reached");
}

#[test]
fn long_bodies_are_refused() {
    let server = Server::new();
    let mut client = server.connect();
    let host = client.host.clone();
    let head = format!("POST /api/play HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n");
    client.try_send(format!("{head}Content-Length: 100000000000\r\n\r\n"));
    assert!(client.answer().refusal(413).contains("at most 65536 bytes"));
    // The same when its length is not said before.
    let mut client = server.connect();
    client.send(format!("{head}Transfer-Encoding: chunked\r\n\r\n"));
    let chunk = format!("2000\r\n{}\r\n", " ".repeat(0x2000));
    (0..9).for_each(|_| {
        client.try_send(&chunk);
    });
    assert!(client.answer().refusal(413).contains("at most 65536 bytes"));
    assert_well(&server);
}

#[test]
fn long_heads_are_refused() {
    let server = Server::new();
    let path = format!("/api/solve?line={}", "a".repeat(20_000));
    assert_eq!(server.get(&path).status, 414);
    let mut client = server.connect();
    let host = client.host.clone();
    client.try_send(format!("GET / HTTP/1.1\r\nHost: {host}\r\nX: {}\r\n\r\n", "a".repeat(100_000)));
    assert_eq!(client.head().status, 431);
    let mut client = server.connect();
    client.try_send(format!("GET / HTTP/1.1\r\nHost: {host}\r\n{}\r\n", "X: y\r\n".repeat(200)));
    assert_eq!(client.head().status, 431);
    assert_well(&server);
}

#[test]
fn nothing_but_the_files_of_the_page_is_served() {
    let server = Server::new();
    for path in [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/Cargo.toml",
        "/%2e%2e%2fCargo.toml",
        "/..\\Cargo.toml",
        "//etc/passwd",
        "//index.html",
        "/./index.html",
        "/index.html/",
        "/index.html%00",
        "/assets/index.html",
        "/api",
        "/api/",
        "/api/families/",
        "/api/../index.html",
        "/src/lib.rs",
        "/%ff",
    ] {
        assert_eq!(server.get(path).refusal(404), "there is no such page", "{path}");
    }
    let page = server.get("/");
    assert_eq!((page.status, page.field("content-type")), (200, Some("text/html; charset=utf-8")));
    assert_eq!(server.get("/index.html").body, page.body);
    assert_eq!(server.get("/?p=shift%203%203&m=3-4").body, page.body);
}

#[test]
fn folders_serve_nothing_beside_them() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let server = Server::with(Settings { assets: Some(folder), ..Settings::default() });
    assert_eq!(server.get("/index.html").status, 200);
    for path in ["/../Cargo.toml", "//etc/passwd", "/%2e%2e/Cargo.toml", "/x/../../Cargo.toml", "/./index.html"] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
}

#[test]
fn other_names_are_not_ours() {
    let server = Server::new();
    let port = server.address.port();
    let status = |host: &str| {
        let mut client = server.connect();
        client.send(format!("GET /api/families HTTP/1.1\r\n{host}Connection: close\r\n\r\n"));
        client.answer().status
    };
    for host in ["127.0.0.1", "localhost", "LocalHost", "[::1]"] {
        assert_eq!(status(&format!("Host: {host}:{port}\r\n")), 200, "{host}");
        assert_eq!(status(&format!("Host: {host}\r\n")), 200, "{host}");
    }
    for host in
        ["evil.example", "evil.example:7878", "127.0.0.1.evil.example", "localhost.evil.example", "0.0.0.0", "10.0.0.1"]
    {
        assert_eq!(status(&format!("Host: {host}\r\n")), 421, "{host}");
    }
    for hosts in
        ["", "Host:\r\n", "Host: localhost\r\nHost: evil.example\r\n", "Host: a@localhost\r\n", "Host: \u{e9}\r\n"]
    {
        assert_eq!(status(hosts), 400, "{hosts:?}");
    }
    let mut client = server.connect();
    client.send("GET http://evil.example/api/families HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert_eq!(client.answer().status, 400);
}

#[test]
fn other_pages_are_not_answered() {
    let server = Server::new();
    let host = server.address.to_string();
    let status = |method: &str, path: &str, fields: &str| {
        let mut client = server.connect();
        let body = r#"{"line":"shift 1 1"}"#;
        let (kind, length) = ("Content-Type: application/json", body.len());
        let body = if method == "POST" { body } else { "" };
        let length = if method == "POST" { format!("Content-Length: {length}\r\n") } else { String::new() };
        client.send(format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\n{kind}\r\n{length}{fields}\r\n{body}"));
        client.answer().status
    };
    let play = |fields: &str| status("POST", "/api/play", fields);
    assert_eq!(play(""), 200);
    assert_eq!(play(&format!("Origin: http://{host}\r\n")), 200);
    for origin in ["http://evil.example", "null", "https://127.0.0.1", "http://localhost", "http://127.0.0.1", ""] {
        assert_eq!(play(&format!("Origin: {origin}\r\n")), 403, "{origin}");
    }
    assert_eq!(play(&format!("Origin: http://{host}\r\nOrigin: http://evil.example\r\n")), 403);
    assert_eq!(play("Sec-Fetch-Site: cross-site\r\n"), 403);
    // A picture elsewhere whose address is a search here.
    assert_eq!(status("GET", "/api/solve?line=shift+1+1", "Sec-Fetch-Site: cross-site\r\n"), 403);
    assert_eq!(status("GET", "/api/solve?line=shift+1+1", "Sec-Fetch-Site: same-origin\r\n"), 200);
    // A link from elsewhere.
    assert_eq!(status("GET", "/?p=shift+1+1", "Sec-Fetch-Site: cross-site\r\n"), 200);
}

#[test]
fn bodies_say_what_they_are() {
    let server = Server::new();
    let status = |kind: &str| {
        let mut client = server.connect();
        let host = client.host.clone();
        let body = r#"{"line":"shift 1 1"}"#;
        client.send(format!(
            "POST /api/play HTTP/1.1\r\nHost: {host}\r\n{kind}Content-Length: {}\r\n\r\n{body}",
            body.len()
        ));
        client.answer().status
    };
    assert_eq!(status("Content-Type: application/json; charset=utf-8\r\n"), 200);
    for kind in [
        "",
        "Content-Type: text/plain\r\n",
        "Content-Type: application/x-www-form-urlencoded\r\n",
        "Content-Type: application/jsonx\r\n",
    ] {
        assert_eq!(status(kind), 400, "{kind}");
    }
}

#[test]
fn odd_json_is_refused() {
    let server = Server::new();
    let mut client = server.connect();
    let nested = format!("{}{}", "[".repeat(30_000), "]".repeat(30_000));
    let unknown = format!("{{\"line\":\"shift 1 1\",\"x\":{nested}}}");
    let huge = format!("{{\"line\":\"shift 1 1\",\"moves\":{}}}", "9".repeat(1000));
    for body in [
        "",
        "null",
        "[]",
        "{",
        "{}",
        "\u{0}",
        r#"{"line":1}"#,
        r#"{"line":null}"#,
        r#"{"line":"shift 1 1"}{"#,
        r#"{"line":"shift 1 1","line":"shift 2 2"}"#,
        r#"{"line":"shift 1 1","moves":"1-2"}"#,
        r#"{"line":"shift 1 1","moves":[1e999]}"#,
        r#"{"line":"\ud800"}"#,
        r#"{"line":"\udc00\ud800"}"#,
        r#"{"line":"\u0000"}"#,
        r#"{"line":""}"#,
        r#"{"line":"shift"}"#,
        r#"{"line":"shift -1 1"}"#,
        r#"{"line":"clobber line 5"}"#,
        r#"{"line":"chess 1 1"}"#,
        r#"{"line":"shift 1 1","moves":["\u202e"]}"#,
        &nested,
        &unknown,
        &huge,
    ] {
        client.give("/api/play", body);
        let why = client.answer().refusal(400);
        assert!(!why.is_empty() && why.len() < 500, "{body:.50}: {why}");
    }
    // Bytes that are no text.
    let host = client.host.clone();
    let head = format!(
        "POST /api/play HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n"
    );
    client.send(head).send(b"{\"line\":\"\xff\xfe\"");
    client.answer().refusal(400);
    assert_well(&server);
}

#[test]
fn columns_of_faults_are_told() {
    let answer = Server::new().post("/api/solvable", &json!({"line": "shift 3 x"}));
    answer.refusal(400);
    assert!(answer.text().contains("\"column\":"), "{}", answer.text());
}

#[test]
fn odd_addresses_are_refused() {
    let server = Server::new();
    let mut client = server.connect();
    for query in ["", "?", "?line", "?line=", "?line=%ff%fe", "?line=%", "?lines=shift", "?line=a&line=b", "?line=%00"]
    {
        for path in ["/api/solve", "/api/certificate"] {
            let why = client.get(&format!("{path}{query}")).refusal(400);
            assert!(!why.is_empty(), "{path}{query}");
        }
    }
}

#[test]
fn bytes_that_are_no_request_are_refused() {
    let server = Server::new();
    let garbage: Vec<u8> = (0..2000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    for bytes in [
        &b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"[..],
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"\r\n\r\n\r\n",
        b"GET\r\n\r\n",
        &garbage,
    ] {
        let mut client = server.connect();
        client.try_send(bytes);
        let _ = client.stream.get_ref().shutdown(Shutdown::Write);
        assert!(client.is_closed());
    }
    let mut client = server.connect();
    let host = client.host.clone();
    // Two lengths: who reads the one and who reads the other would not agree where the next request
    // begins.
    client.send(format!(
        "POST /api/play HTTP/1.1\r\nHost: {host}\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n123456"
    ));
    assert_eq!(client.head().status, 400);
    assert_well(&server);
}

#[test]
fn methods_are_told_apart() {
    let server = Server::new();
    let host = server.address.to_string();
    let answer = |method: &str, path: &str| {
        let mut client = server.connect();
        client.send(format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: 0\r\n\r\n"));
        if method == "HEAD" { client.head() } else { client.answer() }
    };
    for (method, path) in [
        ("DELETE", "/api/families"),
        ("POST", "/api/families"),
        ("GET", "/api/play"),
        ("PUT", "/api/play"),
        ("OPTIONS", "/api/play"),
        ("POST", "/"),
        ("BREW", "/index.html"),
    ] {
        assert_eq!(answer(method, path).status, 405, "{method} {path}");
    }
    let head = answer("HEAD", "/");
    let length = server.get("/").body.len().to_string();
    assert_eq!((head.status, head.field("content-length")), (200, Some(&*length)));
    assert_eq!(answer("HEAD", &format!("/api/solve?line={}", encoded(HARD))).status, 200);
    server.await_searches(0);
}

#[test]
fn connections_are_kept_and_files_too() {
    let server = Server::new();
    let mut client = server.connect();
    let page = client.get("/");
    let tag = page.field("etag").unwrap().to_owned();
    assert_eq!(page.field("cache-control"), Some("no-cache"));
    let host = client.host.clone();
    client.send(format!("GET / HTTP/1.1\r\nHost: {host}\r\nIf-None-Match: {tag}\r\n\r\n"));
    let again = client.answer();
    assert_eq!((again.status, again.body.len()), (304, 0));
    // Several at once are answered in turn.
    client.ask("/api/families").ask("/nothing").ask("/");
    assert_eq!([client.answer().status, client.answer().status, client.answer().status], [200, 404, 200]);
    let answer = client.get("/api/families");
    assert_eq!(answer.field("cache-control"), Some("no-store"));
}

#[test]
fn every_answer_binds_the_browser() {
    let server = Server::new();
    for path in ["/", "/nothing", "/api/families", "/api/play", "/api/solve?line=x"] {
        let answer = server.get(path);
        let policy = answer.field("content-security-policy").unwrap();
        for rule in ["default-src 'none'", "script-src 'self'", "frame-ancestors 'self'", "base-uri 'none'"] {
            assert!(policy.contains(rule), "{path}: {policy}");
        }
        assert!(!policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(answer.field("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(answer.field("referrer-policy"), Some("no-referrer"), "{path}");
        assert_eq!(answer.field("access-control-allow-origin"), None, "{path}");
    }
}
