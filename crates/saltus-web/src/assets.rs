//! The files of the page. They are part of the program.

use std::fs;
use std::path::{Component, Path};

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;

use crate::answer::{self, Fault};
use crate::modules::Modules;

/// The files of the folder, which the build script lists.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

pub(crate) const PAGE: &str = "index.html";

/// Where the head of a page begins.
pub(crate) const HEAD: &str = "<head>\n";

/// All files, with their names.
pub(crate) fn all(folder: Option<&Path>) -> impl Iterator<Item = (&'static str, Bytes)> {
    FILES.iter().filter_map(move |(name, _)| Some((*name, stored(name, folder)?)))
}

/// The file at a path of the address.
pub(crate) fn file(path: &str, folder: Option<&Path>, modules: Option<&Modules>, asked: &HeaderMap) -> Response {
    let name = path.trim_start_matches('/');
    let name = if path == "/" { PAGE } else { name };
    let found = modules.and_then(|modules| modules.file(name)).or_else(|| stored(name, folder));
    let Some(contents) = found.filter(|_| path.starts_with('/') && !path.starts_with("//")) else {
        return Fault::new(StatusCode::NOT_FOUND, "there is no such page").into_response();
    };
    let contents = if name == PAGE { served(&contents, modules.is_some()) } else { contents };
    let tag = HeaderValue::try_from(format!("\"{:016x}\"", hash(&contents))).expect("hexadecimal digits");
    let mut response = if asked.get(header::IF_NONE_MATCH) == Some(&tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        answer::bytes(kind(name), contents)
    };
    // It may be kept, but the next program may have another.
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response.headers_mut().insert(header::ETAG, tag);
    response
}

/// A file of the folder, or else of the program.
pub(crate) fn stored(name: &str, folder: Option<&Path>) -> Option<Bytes> {
    match folder {
        Some(folder) => read(folder, name).map(Bytes::from),
        None => FILES.iter().find(|(known, _)| *known == name).map(|(_, contents)| Bytes::from_static(contents)),
    }
}

/// The page as a server has it, which says that calls are answered there; and checks too, where there are no modules.
fn served(page: &[u8], has_modules: bool) -> Bytes {
    let checker = ("saltus-checker", if has_modules { "tab" } else { "server" });
    let told: String = [("saltus-engine", "server"), checker]
        .map(|(name, at)| format!("<meta name=\"{name}\" content=\"{at}\">\n"))
        .concat();
    String::from_utf8_lossy(page).replacen(HEAD, &format!("{HEAD}{told}"), 1).into()
}

/// A file below the folder, and nowhere else.
fn read(folder: &Path, name: &str) -> Option<Vec<u8>> {
    let name = Path::new(name);
    let is_below = name.components().all(|part| matches!(part, Component::Normal(_)));
    if is_below { fs::read(folder.join(name)).ok() } else { None }
}

/// The type of a file by the end of its name.
fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, end)| end) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("wasm") => "application/wasm",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}

/// FNV-1a: distinguishes one version of a file from the next.
pub(crate) fn hash<'a>(contents: impl IntoIterator<Item = &'a u8>) -> u64 {
    contents
        .into_iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn folder() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("assets")
    }

    #[test]
    fn every_file_has_a_kind() {
        assert!(FILES.iter().any(|(name, _)| *name == PAGE));
        for (name, _) in FILES {
            assert!(kind(name) != "application/octet-stream", "{name}");
        }
    }

    #[test]
    fn the_page_says_that_a_server_answers() {
        let page = stored(PAGE, None).expect("the page");
        for (has_modules, checker) in [(false, "server"), (true, "tab")] {
            let served = String::from_utf8(served(&page, has_modules).to_vec()).expect("text");
            for (name, at) in [("saltus-engine", "server"), ("saltus-checker", checker)] {
                assert!(served.contains(&format!("<meta name=\"{name}\" content=\"{at}\">\n")), "{name}");
            }
        }
        assert!(!String::from_utf8_lossy(&page).contains("saltus-engine"), "elsewhere the tab answers");
    }

    #[test]
    fn nothing_outside_of_the_folder_is_read() {
        assert!(read(&folder(), "index.html").is_some());
        for name in ["../Cargo.toml", "/etc/passwd", "x/../../Cargo.toml", "", ".", "./../Cargo.toml", "index.html/.."]
        {
            assert!(read(&folder(), name).is_none(), "{name}");
        }
    }
}
