//! The package for Node and browsers (docs/web.md): the files of `npm/`, the modules, and the page, of which the package's own code uses the parts
//! that call modules.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{Outcome, licences, metadata, output, root, wasm};

/// What the page of a package does without: it is kept with the site that it is a part of.
const LEFT_OUT: [&str; 2] = ["keep.js", "kept.js"];

/// Makes `saltus-VERSION.tgz` in the folder, or else in `TARGET/npm`, with the modules of a folder, or else those that it builds.
pub(crate) fn make(folder: Option<&Path>, modules: Option<&Path>) -> Outcome<()> {
    let metadata = metadata::read()?;
    let folder = folder.map_or_else(|| metadata.target.join("npm"), Path::to_owned);
    let modules = modules.map_or_else(|| wasm::make(None), |modules| Ok(modules.to_owned()))?;
    let package = folder.join("package");
    if package.exists() {
        fs::remove_dir_all(&package)?;
    }
    let (own, page) = (root().join("npm"), package.join("page"));
    copy_all(&own, &package, |_| true)?;
    copy_all(&own.join("bin"), &package.join("bin"), |_| true)?;
    let web = root().join("crates/saltus-web");
    copy_all(&web.join("assets"), &page, |name| !LEFT_OUT.contains(&name))?;
    copy(&web.join("types.d.ts"), &package.join("types.d.ts"))?;
    for (name, ..) in wasm::MODULES {
        copy(&modules.join(name), &page.join(name))?;
    }
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        copy(&root().join(name), &package.join(name))?;
    }
    // The modules are made of parts of what the programs are made of.
    fs::write(package.join("THIRD-PARTY.txt"), licences::texts(&metadata.others)?)?;
    let manifest = with_version(&fs::read_to_string(own.join("package.json"))?)?;
    fs::write(package.join("package.json"), manifest)?;
    let packed =
        output(Command::new("npm").current_dir(&package).args(["pack", "--silent", "--pack-destination", ".."]))?;
    let tarball = folder.join(String::from_utf8(packed)?.trim());
    println!("{}: {} bytes", tarball.display(), fs::metadata(&tarball)?.len());
    Ok(())
}

/// The manifest with the version of the workspace, which stands in no second place. (The order of its entries counts.)
fn with_version(manifest: &str) -> Outcome<String> {
    let name = "{\n  \"name\": \"saltus\",\n";
    let rest = manifest.strip_prefix(name).ok_or("npm/package.json does not begin with the name")?;
    Ok(format!("{name}  \"version\": \"{}\",\n{rest}", env!("CARGO_PKG_VERSION")))
}

/// Copies the files of a folder whose names are wanted, and none of the folders in it.
fn copy_all(from: &Path, to: &Path, is_wanted: impl Fn(&str) -> bool) -> Outcome<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).map_err(|error| format!("{}: {error}", from.display()))? {
        let entry = entry?;
        let name = entry.file_name();
        if entry.file_type()?.is_file() && is_wanted(&name.to_string_lossy()) {
            copy(&entry.path(), &to.join(name))?;
        }
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Outcome<()> {
    fs::copy(from, to).map_err(|error| format!("{}: {error}", from.display()))?;
    Ok(())
}
