//! The library and the checker as WebAssembly modules (docs/web.md), built with the standard library from its source.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::release::without_paths;
use crate::{Outcome, cargo, metadata, output, root};

const TARGET: &str = "wasm32-unknown-unknown";
const PROFILE: &str = "module";

/// The greatest memory of a module in a tab, in bytes: limits of memory are below it (`saltus-wasm`).
const MEMORY: u64 = 2 << 30;

/// The file of a module, its crate, and how long the file may be, packed ([`pack`]), in bytes.
pub(crate) const MODULES: [(&str, &str, usize); 2] =
    [("saltus.wasm", "saltus-wasm", 1_000_000), ("saltus-check.wasm", "saltus-check-wasm", 400_000)];

/// Builds the modules, puts them into the folder, or else into `TARGET/modules`, as they are and packed, and tells their sizes.
pub(crate) fn make(folder: Option<&Path>) -> Outcome<PathBuf> {
    let target = metadata::read()?.target;
    let folder = folder.map_or_else(|| target.join("modules"), Path::to_owned);
    fs::create_dir_all(&folder)?;
    // Where a panic happened, and what it says, would be 7 % of the module. The program says both for the same request.
    let flags = without_paths()? + " -Zlocation-detail=none -Zunstable-options -Cpanic=immediate-abort";
    let words = ["rustc", "--locked", "--profile", PROFILE, "--target", TARGET, "--crate-type", "cdylib"];
    // The standard library is built, too, for size: as it comes it would be a quarter of the module.
    let library = ["-Z", "build-std=std,panic_abort", "-Z", "build-std-features=optimize_for_size"];
    if !has_source()? {
        return Err(
            "the source of Rust's standard library is not there: `rustup component add rust-src` installs it".into()
        );
    }
    let settings = [("RUSTC_BOOTSTRAP", "1".to_owned()), ("RUSTFLAGS", flags)];
    for (_, package, _) in MODULES {
        let mut build = cargo();
        build.args(words).args(library).args(["-p", package, "--"]).arg(format!("-Clink-arg=--max-memory={MEMORY}"));
        output(build.envs(settings.clone()))?;
    }

    let mut too_long = Vec::new();
    for (file, package, budget) in MODULES {
        let built = target.join(TARGET).join(PROFILE).join(format!("{}.wasm", package.replace('-', "_")));
        let (module, gzip) = (folder.join(file), folder.join(format!("{file}.gz")));
        let whole = fs::read(&built).map_err(|error| format!("{}: {error}", built.display()))?;
        // Packing is slow.
        if !gzip.exists() || fs::read(&module).ok().as_ref() != Some(&whole) {
            fs::write(&gzip, pack(&whole)?)?;
            fs::write(&module, &whole)?;
        }
        let packed = fs::metadata(&gzip)?.len() as usize;
        println!("{}: {} bytes, {packed} packed, of {budget}", module.display(), whole.len());
        if packed > budget {
            too_long.push(file);
        }
    }
    if too_long.is_empty() { Ok(folder) } else { Err(format!("longer than allowed: {}", too_long.join(", ")).into()) }
}

/// A file in the format of gzip, a twentieth shorter than `gzip -9` makes it: it is packed once, and sent to everybody.
fn pack(bytes: &[u8]) -> Outcome<Vec<u8>> {
    let mut packed = Vec::new();
    zopfli::compress(zopfli::Options::default(), zopfli::Format::Gzip, bytes, &mut packed)?;
    Ok(packed)
}

/// Whether the Rust in use has the source of its standard library.
fn has_source() -> Outcome<bool> {
    let told = output(Command::new("rustc").current_dir(root()).args(["--print", "sysroot"]))?;
    let folder = PathBuf::from(String::from_utf8(told)?.trim());
    Ok(folder.join("lib/rustlib/src/rust/library").is_dir())
}
