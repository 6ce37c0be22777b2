//! The list of the page's files; and the modules for a browser as a part of the program (docs/web.md): those of the folder `SALTUS_MODULES`; else, with the feature `modules`, those that a
//! package holds, or that a release build makes from the source of the neighbouring crates.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// How a build without modules goes on.
const MISSING: &str = "`saltus site` will need --modules: the modules for a browser were not built; `rustup component add rust-src`, and build again";

fn main() {
    println!("cargo::rustc-check-cfg=cfg(has_modules)");
    println!("cargo::rerun-if-env-changed=SALTUS_MODULES");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=assets");
    list_assets().expect("the folder of the page's files is read");
    let folder = match env::var_os("SALTUS_MODULES") {
        Some(folder) => (!folder.is_empty()).then(|| PathBuf::from(folder)),
        None => env::var_os("CARGO_FEATURE_MODULES").and_then(|_| own()),
    };
    if let Some(folder) = folder {
        println!("cargo::rustc-cfg=has_modules");
        println!("cargo::rustc-env=SALTUS_MODULES={}", folder.display());
    }
}

/// Writes the names of the page's files and what includes them.
fn list_assets() -> io::Result<()> {
    let mut names = Vec::new();
    for entry in fs::read_dir("assets")? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    let row = |name: &String| {
        format!("({name:?}, include_bytes!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/assets/{name}\"))),\n")
    };
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names it"));
    fs::write(out.join("assets.rs"), format!("&[\n{}]", names.iter().map(row).collect::<String>()))
}

/// The modules of a package from a registry; else of the repository, built where a program is built for use: tests would wait for them each time.
fn own() -> Option<PathBuf> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR")?);
    let crates = here.parent()?;
    if !crates.join("saltus-wasm").is_dir() {
        let packed = here.join("modules");
        return packed.join("saltus.wasm.gz").is_file().then_some(packed);
    }
    if env::var("PROFILE").ok()? != "release" {
        return None;
    }
    let folder = build(crates);
    if folder.is_none() {
        println!("cargo::warning={MISSING}");
    }
    folder
}

/// Runs `cargo xtask wasm` in a folder of its own: that of the build which is running is locked.
fn build(crates: &Path) -> Option<PathBuf> {
    for entry in fs::read_dir(crates).ok()?.flatten() {
        for part in ["src", "Cargo.toml"] {
            println!("cargo::rerun-if-changed={}", entry.path().join(part).display());
        }
    }
    let out = PathBuf::from(env::var_os("OUT_DIR")?);
    let folder = out.join("modules");
    let mut task = Command::new(env::var_os("CARGO")?);
    task.args(["run", "--quiet", "--locked", "--manifest-path"]).arg(crates.join("xtask/Cargo.toml"));
    task.args(["--", "wasm", "-o"]).arg(&folder).env("CARGO_TARGET_DIR", out.join("target"));
    // What cargo says to build scripts of the build which is running is not meant for this one.
    for name in
        ["CARGO_ENCODED_RUSTFLAGS", "RUSTC_WRAPPER", "RUSTC_WORKSPACE_WRAPPER", "CARGO_BUILD_TARGET", "RUSTFLAGS"]
    {
        task.env_remove(name);
    }
    // Its standard output would be read by cargo.
    task.output().ok().filter(|done| done.status.success()).map(|_| folder)
}
