//! The archive of a release for this platform, or one whose programs run here (docs/release.md).

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use sha2::{Digest, Sha256};

use crate::{Outcome, cargo, licences, metadata, output, root, wasm};

const PROGRAMS: [&str; 2] = ["saltus", "saltus-check"];

/// Makes `TARGET/release-archive/saltus-VERSION-PLATFORM.tar.gz`, and `SHA256SUMS` in the same folder.
pub(crate) fn make(programs: Option<&Path>, target: Option<&str>) -> Outcome<()> {
    let metadata = metadata::read()?;
    let platform = target.map_or_else(platform, |target| Ok(target.to_owned()))?;
    let archives = metadata.target.join("release-archive");
    let name = format!("saltus-{}-{platform}", env!("CARGO_PKG_VERSION"));
    let folder = archives.join(&name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let programs = match programs {
        Some(programs) => programs.to_owned(),
        None => build(&metadata.target, target)?,
    };
    for program in PROGRAMS.map(|program| format!("{program}{}", env::consts::EXE_SUFFIX)) {
        let from = programs.join(&program);
        fs::copy(&from, folder.join(&program)).map_err(|error| format!("{}: {error}", from.display()))?;
    }
    documents(&folder, &metadata)?;
    sum(&folder)?;
    pack(&archives, &name)?;
    fs::remove_dir_all(&folder)?;
    sum(&archives)?;
    println!("{}", archives.join(format!("{name}.tar.gz")).display());
    Ok(())
}

/// The platform that is compiled for.
fn platform() -> Outcome<String> {
    let told = String::from_utf8(output(Command::new("rustc").arg("-vV"))?)?;
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.ok_or("rustc does not name its platform")?.to_owned())
}

/// The flags of the compiler with which nothing of what it writes names folders of this machine.
pub(crate) fn without_paths() -> Outcome<String> {
    let home =
        env::var_os("CARGO_HOME").map_or_else(|| env::home_dir().unwrap_or_default().join(".cargo"), PathBuf::from);
    let flags = env::var("RUSTFLAGS").unwrap_or_default();
    let root = fs::canonicalize(root())?;
    let flags =
        format!("{flags} --remap-path-prefix={}=saltus --remap-path-prefix={}=cargo", root.display(), home.display());
    Ok(flags.trim().to_owned())
}

/// Builds the programs for a platform, with the modules for a browser in them, and tells where they are.
fn build(folder: &Path, platform: Option<&str>) -> Outcome<PathBuf> {
    let mut words = vec![
        "build",
        "--profile",
        "dist",
        "--locked",
        "-p",
        "saltus-cli",
        "-p",
        "saltus-check",
        // Not `saltus-cli/full`, which Cargo takes without a word, and builds nothing of.
        "--features",
        "full",
    ];
    words.extend(platform.into_iter().flat_map(|platform| ["--target", platform]));
    let modules = fs::canonicalize(wasm::make(None)?)?;
    output(cargo().args(words).env("RUSTFLAGS", without_paths()?).env("SALTUS_MODULES", modules))?;
    // Cargo has a folder for each platform that is named.
    let programs = folder.join(platform.unwrap_or_default()).join("dist");
    // It runs here, and has all features: a page with both modules can be made.
    let page = folder.join("release-page.html");
    output(Command::new(programs.join(PROGRAMS[0])).arg("site").arg("--one-file").arg("-o").arg(&page))?;
    fs::remove_file(page)?;
    Ok(programs)
}

/// Writes completions, manual pages, licences and the pages that every release has.
fn documents(folder: &Path, metadata: &metadata::Metadata) -> Outcome<()> {
    let told = |words: &[&str]| output(Command::new(folder.join(PROGRAMS[0])).args(words));
    fs::create_dir_all(folder.join("completions"))?;
    for (shell, file) in [("bash", "saltus.bash"), ("zsh", "_saltus"), ("fish", "saltus.fish")] {
        fs::write(folder.join("completions").join(file), told(&["completions", shell])?)?;
    }
    let pages = folder.join("man/man1");
    fs::create_dir_all(&pages)?;
    let main = String::from_utf8(told(&["man"])?)?;
    for command in commands(&main) {
        fs::write(pages.join(format!("saltus-{command}.1")), told(&["man", command])?)?;
    }
    fs::write(pages.join("saltus.1"), main)?;
    for file in ["README.md", "CHANGELOG.md", "CITATION.cff", "LICENSE-MIT", "LICENSE-APACHE"] {
        fs::copy(root().join(file), folder.join(file)).map_err(|error| format!("{file}: {error}"))?;
    }
    fs::write(folder.join("THIRD-PARTY.txt"), licences::texts(&metadata.others)?)?;
    Ok(())
}

/// The commands that the manual page of the program lists.
fn commands(page: &str) -> Vec<&str> {
    let commands = page.lines().filter_map(|line| line.strip_prefix("saltus\\-")?.strip_suffix("(1)"));
    commands.filter(|command| *command != "help").collect()
}

/// Writes SHA256SUMS: every other file below a folder, in the order of the names.
fn sum(folder: &Path) -> Outcome<()> {
    let mut files = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(inside) = open.pop() {
        for entry in fs::read_dir(inside)? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else if path.file_name().is_some_and(|name| name != SUMS) {
                files.push(path);
            }
        }
    }
    files.sort();
    let mut sums = String::new();
    for file in files {
        for byte in Sha256::digest(fs::read(&file)?) {
            write!(sums, "{byte:02x}")?;
        }
        let name = file.strip_prefix(folder)?.to_string_lossy().replace('\\', "/");
        writeln!(sums, "  {name}")?;
    }
    Ok(fs::write(folder.join(SUMS), sums)?)
}

const SUMS: &str = "SHA256SUMS";

/// Packs a folder with GNU tar, which the variable TAR names where it is not `tar`. Names are in order; owners, modes and times are those of the commit and not of this machine, so that the same
/// programs give the same bytes.
fn pack(archives: &Path, name: &str) -> Outcome<()> {
    let time = match env::var("SOURCE_DATE_EPOCH") {
        Ok(time) => time,
        Err(_) => {
            String::from_utf8(output(Command::new("git").current_dir(root()).args(["log", "-1", "--format=%ct"]))?)?
        }
    };
    let mut tar = Command::new(env::var_os("TAR").unwrap_or_else(|| "tar".into()));
    tar.current_dir(archives);
    tar.args(["--sort=name", "--format=ustar", "--owner=0", "--group=0", "--numeric-owner", "--mode=u=rwX,go=rX"]);
    tar.arg(format!("--mtime=@{}", time.trim())).args(["--use-compress-program=gzip -n", "-cf"]);
    output(tar.args([&format!("{name}.tar.gz"), name])).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_from_the_page() {
        let page = ".TP\nsaltus\\-solve(1)\nA solution\n.TP\nsaltus\\-help(1)\nsaltus\\-man(1)\n";
        assert_eq!(commands(page), ["solve", "man"]);
    }

    /// The workflow runs each part of CI, with the oldest Rust.
    #[test]
    fn workflows_run_what_ci_runs() {
        let read = |file: &str| fs::read_to_string(root().join(file)).expect("there");
        let (tests, release) = (read(".github/workflows/tests.yml"), read(".github/workflows/release.yml"));
        let listed =
            tests.lines().find_map(|line| line.trim().strip_prefix("part: [")?.strip_suffix(']')).expect("parts");
        let parts: Vec<&str> = listed.split(", ").collect();
        let run = read(".ci/run");
        let scripts: Vec<&str> =
            run.lines().filter_map(|line| line.split_once("bash .ci/")).map(|(_, it)| it).collect();
        assert!(scripts.len() > 5);
        for script in scripts {
            let name = script.split(' ').next().expect("a name");
            let is_run = parts.contains(&name) || tests.contains(&format!("- run: bash .ci/{name}\n"));
            assert!(is_run || name == "oldest", "{name} is in no workflow");
        }
        let cargo = read("Cargo.toml");
        let oldest = cargo.lines().find_map(|line| line.strip_prefix("rust-version = ")).expect("a version");
        for workflow in [tests, release] {
            assert!(workflow.contains(&format!("  RUST: {oldest}\n")), "not {oldest}");
        }
    }

    #[test]
    fn sums_are_those_of_sha256sum() {
        let folder = env::temp_dir().join(format!("saltus-xtask-{}", std::process::id()));
        fs::create_dir_all(folder.join("b")).expect("a folder");
        fs::write(folder.join("b/c"), "abc").expect("written");
        fs::write(folder.join("a"), "").expect("written");
        sum(&folder).expect("readable");
        sum(&folder).expect("the list is not in the list");
        let sums = fs::read_to_string(folder.join(SUMS)).expect("there");
        fs::remove_dir_all(&folder).expect("removed");
        let expected = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a\n\
                        ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  b/c\n";
        assert_eq!(sums, expected);
    }
}
