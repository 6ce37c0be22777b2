//! Which requests the server answers. A page of another site may send requests to the loopback,
//! under a name that it makes point there; so names and origins of requests are checked. Beyond the
//! loopback a token is required.

use std::hint::black_box;
use std::io;
use std::net::IpAddr;

use axum::http::header::{self, HeaderName};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};

use crate::answer::Fault;
use crate::policy;

/// Addresses may be so long, in bytes.
const LONGEST_ADDRESS: usize = 1 << 14;

/// The headers of every answer.
const HEADERS: [(HeaderName, HeaderValue); 5] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
];

/// Adds to an answer what every one says.
pub(crate) fn seal(response: &mut Response, has_modules: bool) {
    let headers = response.headers_mut();
    let policy = if has_modules { policy::SERVED_WITH_MODULES } else { policy::SERVED };
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(policy));
    for (name, value) in HEADERS {
        headers.entry(name).or_insert(value);
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}

/// Decides which requests are answered.
pub(crate) struct Guard {
    token: Option<String>,
    /// The name of the cookie with the token. Cookies do not know ports, so its name does.
    cookie: String,
}

impl Guard {
    /// A guard of this address, with a token unless it is the loopback's.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub(crate) fn new(address: IpAddr, port: u16) -> io::Result<Self> {
        let token = if address.is_loopback() { None } else { Some(random_token()?) };
        Ok(Guard { token, cookie: format!("saltus-{port}") })
    }

    /// The token, where there is one.
    pub(crate) fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// Lets a request in; else it is answered here. `local` is the address that it came to.
    pub(crate) fn admit(
        &self,
        local: IpAddr,
        method: &Method,
        uri: &Uri,
        headers: &HeaderMap,
    ) -> Result<(), Box<Response>> {
        if uri.path_and_query().is_some_and(|path| path.as_str().len() > LONGEST_ADDRESS) {
            return Err(refused(StatusCode::URI_TOO_LONG, "the address is too long").into());
        }
        let host = host(uri, headers).map_err(|fault| Box::new(fault.into_response()))?;
        if !is_ours(host.host(), local) {
            let told = "this server does not answer to that name; use the address that it printed";
            return Err(refused(StatusCode::MISDIRECTED_REQUEST, told).into());
        }
        if !is_from_here(&host, method, uri, headers) {
            let told = "this request comes from another page";
            return Err(refused(StatusCode::FORBIDDEN, told).into());
        }
        self.identify(method, uri, headers)
    }

    /// Requires the token: in the address, from which it is put into a cookie, or in the cookie.
    fn identify(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<(), Box<Response>> {
        let Some(token) = &self.token else { return Ok(()) };
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let pairs = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
        if pairs.into_iter().any(|(name, value)| name == self.cookie && is_same(value, token)) {
            return Ok(());
        }
        let given = query(uri).find(|(name, _)| name == "token").map(|(_, value)| value);
        match given {
            Some(given) if is_same(&given, token) && [Method::GET, Method::HEAD].contains(method) => {
                Err(Box::new(self.welcome(uri, token)))
            }
            _ => {
                let told = "this needs the token that the server printed with its address (/?token=...)";
                Err(refused(StatusCode::FORBIDDEN, told).into())
            }
        }
    }

    /// Sends the cookie, and redirects to the same address without the token.
    fn welcome(&self, uri: &Uri, token: &str) -> Response {
        let mut rest = form_urlencoded::Serializer::new(String::new());
        rest.extend_pairs(query(uri).filter(|(name, _)| name != "token"));
        let rest = rest.finish();
        // One slash in front: two would lead to another host.
        let path = uri.path().trim_start_matches('/');
        let place = if rest.is_empty() { format!("/{path}") } else { format!("/{path}?{rest}") };
        let cookie = format!("{}={token}; Path=/; HttpOnly; SameSite=Strict", self.cookie);
        let mut response = StatusCode::SEE_OTHER.into_response();
        let value = |text: String| HeaderValue::try_from(text).expect("visible characters");
        response.headers_mut().insert(header::LOCATION, value(place));
        response.headers_mut().insert(header::SET_COOKIE, value(cookie));
        response
    }
}

fn refused(status: StatusCode, told: &'static str) -> Response {
    Fault::new(status, told).into_response()
}

/// The pairs after the question mark.
pub(crate) fn query(uri: &Uri) -> form_urlencoded::Parse<'_> {
    form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes())
}

/// The one host that the request names.
fn host(uri: &Uri, headers: &HeaderMap) -> Result<Authority, Fault> {
    let mut named = headers.get_all(header::HOST).iter();
    let (Some(host), None) = (named.next(), named.next()) else {
        return Err(Fault::bad("a request names one host"));
    };
    let host = Authority::try_from(host.as_bytes()).map_err(|_| Fault::bad("the request names no host"))?;
    if host.as_str().contains('@') || uri.authority().is_some_and(|authority| *authority != host) {
        return Err(Fault::bad("a request names one host"));
    }
    Ok(host)
}

/// Whether the server answers to a name: the loopback's, or the number of the address that the
/// request came to. No name that an attacker can point to this machine is a number.
fn is_ours(host: &str, local: IpAddr) -> bool {
    if host.eq_ignore_ascii_case("localhost") {
        return true;
    }
    let number = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    number.parse::<IpAddr>().is_ok_and(|number| number.is_loopback() || number.to_canonical() == local.to_canonical())
}

/// Whether a browser says that another page sent the request. Browsers name the origin of
/// everything that is more than a GET, and newer ones also whether a GET comes from elsewhere; who
/// is no browser need not say anything.
fn is_from_here(host: &Authority, method: &Method, uri: &Uri, headers: &HeaderMap) -> bool {
    let origins = headers.get_all(header::ORIGIN).iter();
    let same = |origin: &HeaderValue| {
        let origin = origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://"));
        origin.is_some_and(|origin| origin.eq_ignore_ascii_case(host.as_str()))
    };
    if !origins.into_iter().all(same) {
        return false;
    }
    let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    let is_foreign = matches!(site, Some(b"cross-site" | b"same-site"));
    // A link from elsewhere may lead to the page; only the page may ask for answers.
    !is_foreign || (*method == Method::GET && !uri.path().starts_with("/api/"))
}

/// Compares without telling by the time where they differ.
fn is_same(given: &str, token: &str) -> bool {
    let differences = given.bytes().zip(token.bytes()).fold(0, |all, (a, b)| black_box(all | (a ^ b)));
    given.len() == token.len() && black_box(differences) == 0
}

/// 256 bits in hexadecimal digits.
fn random_token() -> io::Result<String> {
    let mut bits = [0u8; 32];
    getrandom::fill(&mut bits).map_err(|error| io::Error::other(error.to_string()))?;
    let digit = |half: u8| char::from_digit(half.into(), 16).expect("four bits");
    Ok(bits.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_and_the_loopback_are_ours() {
        let local: IpAddr = "192.168.1.5".parse().unwrap();
        for host in ["localhost", "LOCALHOST", "127.0.0.1", "127.9.9.9", "[::1]", "192.168.1.5", "[::ffff:192.168.1.5]"]
        {
            assert!(is_ours(host, local), "{host}");
        }
        for host in ["evil.example", "localhost.evil.example", "192.168.1.6", "127.0.0.1.evil.example", "", "0x7f.1"] {
            assert!(!is_ours(host, local), "{host}");
        }
    }

    #[test]
    fn tokens_are_compared_whole() {
        let token = random_token().unwrap();
        assert!(token.len() == 64 && is_same(&token, &token) && token != random_token().unwrap());
        assert!(!is_same("", &token) && !is_same(&token[..63], &token) && !is_same(&format!("{token}0"), &token));
        assert!(!is_same(&token.replace(&token[..1], "x"), &token));
    }
}
