//! The library and the checker as WebAssembly modules (docs/web.md), built with whatever toolchain is there.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::release::without_paths;
use crate::{Outcome, cargo, metadata, output, root};

const TARGET: &str = "wasm32-unknown-unknown";
const PROFILE: &str = "module";

/// A tab may have so many bytes for a module: what limits of memory are below (`saltus-wasm`).
const MEMORY: u64 = 2 << 30;

/// The file of a module, its crate, and how long the file may be, compressed by `gzip -9`, in bytes.
pub(crate) const MODULES: [(&str, &str, usize); 2] =
    [("saltus.wasm", "saltus-wasm", 1_000_000), ("saltus-check.wasm", "saltus-check-wasm", 400_000)];

/// Builds the modules, puts them into the folder, or else into `TARGET/modules`, as they are and packed, and tells their sizes.
pub(crate) fn make(folder: Option<&Path>) -> Outcome<PathBuf> {
    let target = metadata::read()?.target;
    let folder = folder.map_or_else(|| target.join("modules"), Path::to_owned);
    fs::create_dir_all(&folder)?;
    // Where a panic happened, and what it says, would be 7 % of the module. The program says both for the same request.
    let mut flags = without_paths()? + " -Zlocation-detail=none -Zunstable-options -Cpanic=immediate-abort";
    let words = ["rustc", "--locked", "--profile", PROFILE, "--target", TARGET, "--crate-type", "cdylib"];
    // The standard library is built, too, for size: as it comes it would be a quarter of the module.
    let library = ["-Z", "build-std=std,panic_abort", "-Z", "build-std-features=optimize_for_size"];
    let mut settings: Vec<(&str, OsString)> = vec![("RUSTC_BOOTSTRAP", "1".into())];
    if !has_source()? {
        let system = debian(&target.join("wasm-tools"))?;
        let programs = system.join("usr/bin");
        flags = format!("{flags} --remap-path-prefix={}=rust", system.display());
        settings.push(("RUSTC", programs.join("rustc").into()));
        settings.push(("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", named(&programs, "wasm-ld-")?.into()));
        settings.push(("LD_LIBRARY_PATH", named(&system.join("usr/lib"), env::consts::ARCH)?.into()));
    }
    settings.push(("RUSTFLAGS", flags.into()));
    for (_, package, _) in MODULES {
        let mut build = cargo();
        build.args(words).args(library).args(["-p", package, "--"]).arg(format!("-Clink-arg=--max-memory={MEMORY}"));
        output(build.envs(settings.clone()))?;
    }

    let mut too_long = Vec::new();
    for (file, package, budget) in MODULES {
        let built = target.join(TARGET).join(PROFILE).join(format!("{}.wasm", package.replace('-', "_")));
        let module = folder.join(file);
        fs::copy(&built, &module).map_err(|error| format!("{}: {error}", built.display()))?;
        let bytes = output(Command::new("gzip").args(["-9", "-n", "-c"]).arg(&module))?;
        fs::write(folder.join(format!("{file}.gz")), &bytes)?;
        let packed = bytes.len();
        println!("{}: {} bytes, {packed} packed, of {budget}", module.display(), fs::metadata(&module)?.len());
        if packed > budget {
            too_long.push(file);
        }
    }
    if too_long.is_empty() { Ok(folder) } else { Err(format!("longer than allowed: {}", too_long.join(", ")).into()) }
}

/// Whether the Rust in use has the source of its standard library.
fn has_source() -> Outcome<bool> {
    let told = output(Command::new("rustc").current_dir(root()).args(["--print", "sysroot"]))?;
    let folder = PathBuf::from(String::from_utf8(told)?.trim());
    Ok(folder.join("lib/rustlib/src/rust/library").is_dir())
}

/// A folder with Debian's compiler, the source of its standard library and a linker, unpacked from their packages:
/// installed, they would take the place of the Rust in use.
fn debian(tools: &Path) -> Outcome<PathBuf> {
    let system = tools.join("system");
    if !system.exists() {
        let missing = |why: &dyn std::fmt::Display| {
            format!(
                "the source of Rust's standard library is not there: `rustup component add rust-src` installs it; from \
                 Debian's packages it did not work ({why}; `apt-get update` may help)"
            )
        };
        let unpacked = tools.join("unpacked");
        unpack(tools, &unpacked).map_err(|why| missing(&why))?;
        fs::rename(unpacked, &system)?;
    }
    Ok(fs::canonicalize(system)?)
}

fn unpack(tools: &Path, into: &Path) -> Outcome<()> {
    let library = needed("libstd-rust-web-dev", "libstd-rust-web-")?;
    let llvm = needed(&library, "libllvm")?;
    let linker = llvm.replace("libllvm", "lld-");
    fs::create_dir_all(into)?;
    let packages = ["rustc-web", "libstd-rust-web-dev", "rust-web-src", &library, &llvm, &linker];
    output(Command::new("apt-get").current_dir(tools).args(["--quiet=2", "download"]).args(packages))?;
    for package in packages {
        let file = named(tools, &format!("{package}_"))?;
        output(Command::new("dpkg").arg("-x").arg(file).arg(into))?;
    }
    Ok(())
}

/// The package that another one depends on, by the beginning of its name: numbers of versions are a part of names.
fn needed(package: &str, beginning: &str) -> Outcome<String> {
    let told = String::from_utf8(output(Command::new("apt-cache").args(["depends", package]))?)?;
    let mut names = told.lines().filter_map(|line| line.trim().strip_prefix("Depends: "));
    Ok(names.find(|name| name.starts_with(beginning)).ok_or(format!("{package} needs no {beginning}"))?.to_owned())
}

/// The file in a folder whose name begins so.
fn named(folder: &Path, beginning: &str) -> Outcome<PathBuf> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with(beginning) {
            return Ok(fs::canonicalize(folder)?.join(entry.file_name()));
        }
    }
    Err(format!("{} has no {beginning}", folder.display()).into())
}
