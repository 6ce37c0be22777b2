//! `saltus site`.

use std::fs;
use std::path::Path;

use saltus::lesson::MOST_BYTES;
use saltus_web::{Lesson, site};

use crate::args::Site;
use crate::exit::{Code, Done, Early};
use crate::{Session, files, input, serve};

/// What a program says that cannot make the page.
const NO_MODULES: &str = "this program holds no modules for a browser; that of a release, of `pip install saltus` or of `cargo install --locked --path \
    crates/saltus-cli --features full` (after `rustup component add rust-src`) does";

pub fn run(session: &mut Session, args: &Site) -> Done {
    let modules = serve::modules(args.modules.as_deref())?.ok_or_else(|| Early::usage(NO_MODULES))?;
    let assets = serve::assets();
    if args.one_file {
        let page = site::one_file(&modules, assets.as_deref());
        return files::place(session, &args.output, |out| out.write_all(page.as_bytes()));
    }
    let lessons = args.lesson.iter().map(|file| lesson(file)).collect::<Done<Vec<_>>>()?;
    let mut all = site::files(&modules, assets.as_deref(), args.at.as_deref(), &lessons);
    all.extend(site::packed_beside(&all));
    write(&args.output, &all).map(|()| Code::OK)
}

/// The lesson of a file.
fn lesson(file: &Path) -> Done<Lesson> {
    let name = file.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Lesson::new(&name, text(file)?).map_err(|why| Early::Fault(format!("{}: {why}", file.display()), Code::BAD_INPUT))
}

/// What a file for a lesson has.
pub fn text(file: &Path) -> Done<String> {
    let wrong = |why: &str| Early::Fault(format!("{}: {why}", file.display()), Code::BAD_INPUT);
    let bytes = input::whole(file, MOST_BYTES as u64).map_err(Early::of_file(file))?;
    let bytes = bytes.ok_or_else(|| wrong(&format!("a lesson has at most {MOST_BYTES} bytes")))?;
    String::from_utf8(bytes).map_err(|_| wrong("this is no text in UTF-8"))
}

/// Writes the files into a folder, which is made where there is none.
fn write(folder: &Path, all: &[(String, impl AsRef<[u8]>)]) -> Done<()> {
    for (name, contents) in all {
        let file = folder.join(name);
        if let Some(above) = file.parent() {
            fs::create_dir_all(above).map_err(Early::of_file(above))?;
        }
        files::replace(&file, |out| out.write_all(contents.as_ref())).map_err(Early::of_file(&file))?;
    }
    Ok(())
}
