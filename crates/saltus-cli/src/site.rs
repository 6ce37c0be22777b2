//! `saltus site`.

use std::path::Path;
use std::{fs, io};

use saltus::lesson::MOST_BYTES;
use saltus_web::{Lesson, site};

use crate::args::Site;
use crate::exit::Code;
use crate::{Session, files, input, serve};

/// What a program says that cannot make the page.
const NO_MODULES: &str = "this program holds no modules for a browser; that of a release, of `pip install saltus` or of `cargo install --locked --path \
    crates/saltus-cli --features full` (after `rustup component add rust-src`) does";

pub fn run(session: &mut Session, args: &Site) -> io::Result<Code> {
    let modules = match serve::modules(args.modules.as_deref()) {
        Ok(Some(modules)) => modules,
        Ok(None) => return Ok(session.failed(Code::USAGE, NO_MODULES)),
        Err(error) => return Ok(session.failed(Code::IO, error)),
    };
    let assets = serve::assets();
    if args.one_file {
        let page = site::one_file(&modules, assets.as_deref());
        return files::place(session, &args.output, |out| out.write_all(page.as_bytes()));
    }
    let lessons = match args.lesson.iter().map(|file| lesson(file)).collect::<Result<Vec<_>, _>>() {
        Ok(lessons) => lessons,
        Err((code, wrong)) => return Ok(session.failed(code, wrong)),
    };
    let mut all = site::files(&modules, assets.as_deref(), args.at.as_deref(), &lessons);
    all.extend(site::packed_beside(&all));
    if let Err((place, error)) = write(&args.output, &all) {
        return Ok(session.failed(Code::IO, format_args!("{}: {error}", place.display())));
    }
    Ok(Code::OK)
}

/// What is wrong with a file for a lesson, and the exit code for it.
type Wrong = (Code, String);

/// The lesson of a file.
fn lesson(file: &Path) -> Result<Lesson, Wrong> {
    let name = file.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Lesson::new(&name, text(file)?).map_err(|why| (Code::BAD_INPUT, format!("{}: {why}", file.display())))
}

/// What a file for a lesson has.
pub fn text(file: &Path) -> Result<String, Wrong> {
    let wrong = |code, why: &dyn std::fmt::Display| (code, format!("{}: {why}", file.display()));
    let most = MOST_BYTES as u64;
    let bytes = input::open(file).and_then(|mut reader| input::all(&mut *reader, most));
    let bytes = bytes.map_err(|error| wrong(Code::IO, &error))?;
    let too_long = || wrong(Code::BAD_INPUT, &format_args!("a lesson has at most {MOST_BYTES} bytes"));
    String::from_utf8(bytes.ok_or_else(too_long)?).map_err(|_| wrong(Code::BAD_INPUT, &"this is no text in UTF-8"))
}

/// Writes the files into a folder, which is made where there is none.
fn write(folder: &Path, all: &[(String, impl AsRef<[u8]>)]) -> Result<(), (std::path::PathBuf, io::Error)> {
    for (name, contents) in all {
        let file = folder.join(name);
        if let Some(above) = file.parent() {
            fs::create_dir_all(above).map_err(|error| (above.to_owned(), error))?;
        }
        files::replace(&file, |out| out.write_all(contents.as_ref())).map_err(|error| (file, error))?;
    }
    Ok(())
}
