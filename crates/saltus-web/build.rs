//! Whether the modules for a browser become a part of the program: `SALTUS_MODULES` is the folder that `cargo xtask wasm` has written.

fn main() {
    println!("cargo::rustc-check-cfg=cfg(has_modules)");
    println!("cargo::rerun-if-env-changed=SALTUS_MODULES");
    if std::env::var_os("SALTUS_MODULES").is_some() {
        println!("cargo::rustc-cfg=has_modules");
    }
}
