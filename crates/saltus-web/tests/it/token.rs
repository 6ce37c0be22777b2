//! Beyond the loopback a token is asked for.

use std::net::Ipv4Addr;

use saltus_web::Settings;

use crate::support::Server;

fn open_to_all() -> Server {
    Server::with(Settings { address: Ipv4Addr::UNSPECIFIED.into(), ..Settings::default() })
}

#[test]
fn the_loopback_needs_none() {
    let server = Server::new();
    assert!(!server.place.contains("token"), "{}", server.place);
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn a_token_becomes_a_cookie() {
    let server = open_to_all();
    let token = server.place.split_once("/?token=").expect("a token").1;
    assert_eq!(token.len(), 64);
    let wrong = format!("{}0", &token[..63]);
    let wrong = if wrong == token { format!("{}1", &token[..63]) } else { wrong };
    for path in
        ["/", "/api/families", "/?token=", "/?token=x", &format!("/?token={wrong}"), &format!("/?token={token}0")]
    {
        assert!(server.get(path).refusal(403).contains("token"), "{path}");
    }
    let welcome = server.get(&format!("/?p=shift+3+3&token={token}&m=3-4"));
    assert_eq!((welcome.status, welcome.field("location")), (303, Some("/?p=shift+3+3&m=3-4")));
    let cookie = welcome.field("set-cookie").expect("a cookie").to_owned();
    let (cookie, attributes) = cookie.split_once("; ").expect("attributes");
    assert_eq!(attributes, "Path=/; HttpOnly; SameSite=Strict");
    let status = |cookies: &str| {
        let mut client = server.connect();
        let host = client.host.clone();
        client.send(format!("GET /api/families HTTP/1.1\r\nHost: {host}\r\n{cookies}\r\n"));
        client.answer().status
    };
    assert_eq!(status(&format!("Cookie: a=b; {cookie}; c=d\r\n")), 200);
    assert_eq!(status(&format!("Cookie: a=b\r\nCookie: {cookie}\r\n")), 200);
    for cookies in
        ["", "Cookie: a=b\r\n", &format!("Cookie: {cookie}0\r\n"), &format!("Cookie: x{cookie}\r\n"), "Cookie: ;=;\r\n"]
    {
        assert_eq!(status(cookies), 403, "{cookies}");
    }
    // It leads nowhere else.
    let away = server.get(&format!("//evil.example/?token={token}"));
    assert_eq!((away.status, away.field("location")), (303, Some("/evil.example/")));
}

#[test]
fn names_are_checked_there_too() {
    let server = open_to_all();
    let token = server.place.split_once("/?token=").expect("a token").1;
    let mut client = server.connect();
    client.send(format!("GET /?token={token} HTTP/1.1\r\nHost: evil.example\r\n\r\n"));
    assert_eq!(client.answer().status, 421);
}

#[test]
fn tokens_differ() {
    assert_ne!(open_to_all().place.split_once("token="), open_to_all().place.split_once("token="));
}
