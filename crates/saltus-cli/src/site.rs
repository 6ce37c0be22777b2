//! `saltus site`.

use std::path::Path;
use std::{fs, io};

use saltus_web::site;

use crate::args::Site;
use crate::exit::Code;
use crate::{Session, files, serve};

pub fn run(session: &mut Session, args: &Site) -> io::Result<Code> {
    let modules = match serve::modules(args.modules.as_deref()) {
        Ok(Some(modules)) => modules,
        Ok(None) => return Ok(session.failed(Code::USAGE, "this program was built without the modules for a browser; `cargo xtask wasm` in its source makes them, and --modules names their folder")),
        Err(error) => return Ok(session.failed(Code::IO, error)),
    };
    let assets = serve::assets();
    if args.one_file {
        let page = site::one_file(&modules, assets.as_deref());
        return files::place(session, &args.output, |out| out.write_all(page.as_bytes()));
    }
    if let Err((place, error)) = write(&args.output, &site::files(&modules, assets.as_deref())) {
        return Ok(session.failed(Code::IO, format_args!("{}: {error}", place.display())));
    }
    Ok(Code::OK)
}

/// Writes the files into a folder, which is made where there is none.
fn write(folder: &Path, all: &[(&'static str, impl AsRef<[u8]>)]) -> Result<(), (std::path::PathBuf, io::Error)> {
    fs::create_dir_all(folder).map_err(|error| (folder.to_owned(), error))?;
    for (name, contents) in all {
        let file = folder.join(name);
        files::replace(&file, |out| out.write_all(contents.as_ref())).map_err(|error| (file, error))?;
    }
    Ok(())
}
