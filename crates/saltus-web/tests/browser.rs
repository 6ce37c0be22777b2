//! The page in a real browser, and the types of its modules: what is in `browser/`, run by Node
//! against a server of this test.
//!
//! What is missing is installed if possible; what cannot run is reported on standard error.
//! Where `CI` is `true`, nothing is left out.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;

use saltus_web::{Settings, serve};

/// The oldest Node that the tests run on.
const NODE: u32 = 20;

/// Why something cannot run.
type Missing = String;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("browser")
}

fn is_ci() -> bool {
    env::var("CI").is_ok_and(|value| value == "true")
}

/// Past the test harness, which keeps what a test prints as long as it passes.
fn tell(sentence: &str) {
    // Without standard error there is nobody to tell.
    let _ = writeln!(io::stderr(), "browser: {sentence}");
}

/// What a command writes to standard output, if it runs and succeeds.
fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let done = Command::new(program).args(arguments).output().ok()?;
    done.status.success().then(|| String::from_utf8_lossy(&done.stdout).into_owned())
}

/// Runs a command in the folder of the tests; its last lines where it fails.
fn run(program: impl Into<OsString>, arguments: &[&str], settings: &[(&str, &str)]) -> Result<(), String> {
    const LINES: usize = 150;
    let program = program.into();
    let mut command = Command::new(&program);
    command.args(arguments).envs(settings.iter().copied()).current_dir(folder());
    let done = command.output().map_err(|error| format!("{} does not run: {error}", program.display()))?;
    if done.status.success() {
        return Ok(());
    }
    let said = [done.stdout, done.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    let lines: Vec<&str> = said.lines().collect();
    let last = lines[lines.len().saturating_sub(LINES)..].join("\n");
    Err(format!("{} {} failed:\n{last}", program.display(), arguments.join(" ")))
}

/// Installs a package of the system. Only where somebody wants that: in CI, or where
/// `SALTUS_INSTALL` is 1.
fn install(packages: &[&str]) -> Result<(), Missing> {
    let is_wanted = is_ci() || env::var("SALTUS_INSTALL").is_ok_and(|value| value == "1");
    let is_root = output("id", &["-u"]).is_some_and(|user| user.trim() == "0");
    if !is_wanted || !is_root {
        return Err("CI=true or SALTUS_INSTALL=1 would install it, as root".into());
    }
    tell(&format!("installing {}", packages.join(" ")));
    let quiet = [("DEBIAN_FRONTEND", "noninteractive")];
    run("apt-get", &["update"], &quiet)?;
    run("apt-get", &[&["install", "-y", "--no-install-recommends"], packages].concat(), &quiet)
}

fn node_version() -> Option<u32> {
    output("node", &["--version"])?.trim().trim_start_matches('v').split('.').next()?.parse().ok()
}

fn node() -> Result<(), Missing> {
    if node_version().is_none() || output("npm", &["--version"]).is_none() {
        install(&["nodejs", "npm"]).map_err(|why| format!("there is no Node with npm ({why})"))?;
    }
    match node_version() {
        Some(version) if version >= NODE => Ok(()),
        found => Err(format!("Node {NODE} or a newer one is needed, not {found:?}")),
    }
}

/// What `package-lock.json` names, once for all tests.
fn packages() -> Result<(), Missing> {
    static DONE: OnceLock<Result<(), Missing>> = OnceLock::new();
    let install = || {
        node()?;
        // npm keeps a copy of what it has installed.
        let [wanted, found] = ["package-lock.json", "node_modules/.saltus-lock.json"].map(|name| folder().join(name));
        let is_there = std::fs::read(&wanted).ok() == std::fs::read(&found).ok();
        if !is_there {
            run("npm", &["ci", "--no-audit", "--no-fund"], &[])?;
            std::fs::copy(&wanted, &found).map_err(|error| format!("{}: {error}", found.display()))?;
        }
        Ok(())
    };
    DONE.get_or_init(install).clone()
}

/// The browser: the one that `SALTUS_BROWSER` names, or Chromium, without its windows where that is there: it takes half of the time.
fn browser() -> Result<String, Missing> {
    let known = || {
        let named = env::var("SALTUS_BROWSER").ok();
        let usual = ["chromium-headless-shell", "chromium", "chromium-browser"].map(|name| format!("/usr/bin/{name}"));
        named.into_iter().chain(usual).find(|path| Path::new(path).exists())
    };
    if known().is_none() {
        install(&["chromium-headless-shell"]).map_err(|why| format!("there is no Chromium ({why})"))?;
    }
    known().ok_or_else(|| "there is no Chromium, though it was installed".into())
}

/// Tells what is not run and why; in CI that is a failure.
fn leave_out(what: &str, why: &str) {
    assert!(!is_ci(), "{what}: {why}");
    tell(&format!("{what} skipped: {why}"));
}

#[test]
fn the_types_of_the_page_are_right() {
    match packages() {
        Ok(()) => run("npm", &["run", "--silent", "types"], &[]).unwrap_or_else(|error| panic!("{error}")),
        Err(why) => leave_out("types of the page", &why),
    }
}

#[test]
fn the_page_works_in_a_browser() {
    match packages().and_then(|()| browser()) {
        Ok(browser) => with_server(|address| {
            let settings = [("SALTUS_URL", address), ("SALTUS_BROWSER", &browser)];
            run("npm", &["test", "--silent"], &settings).unwrap_or_else(|error| panic!("{error}"));
        }),
        Err(why) => leave_out("tests in a browser", &why),
    }
}

/// The same without a server: where `SALTUS_SITE` names the folder that `saltus site` wrote.
#[test]
fn the_page_works_from_files_alone() {
    let Ok(site) = env::var("SALTUS_SITE") else {
        return tell("tests of the site skipped: SALTUS_SITE names none");
    };
    match packages().and_then(|()| browser()) {
        Ok(browser) => {
            let settings = [("SALTUS_SITE", site.as_str()), ("SALTUS_BROWSER", &browser)];
            run("npm", &["run", "--silent", "test:site"], &settings).unwrap_or_else(|error| panic!("{error}"));
        }
        Err(why) => leave_out("tests of the site", &why),
    }
}

/// A server that ends with `body`, whatever becomes of that.
fn with_server(body: impl FnOnce(&str)) {
    struct End<'a>(&'a AtomicBool);
    impl Drop for End<'_> {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    let shutdown = AtomicBool::new(false);
    let (told, address) = mpsc::channel();
    // One client runs all tests, some of them at once.
    let settings = Settings { port: 0, searches: 16, searches_of_a_client: 16, ..Settings::default() };
    thread::scope(|scope| {
        let _end = End(&shutdown);
        scope.spawn(|| serve(settings, &shutdown, |address| told.send(address.to_owned()).expect("the test waits")));
        body(&address.recv().expect("the server starts"));
    });
}
