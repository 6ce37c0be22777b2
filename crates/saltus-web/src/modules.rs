//! The modules for a browser (docs/web.md): the library and the checker as WebAssembly.

use std::borrow::Cow;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::{fmt, fs};

use bytes::Bytes;
use flate2::read::GzDecoder;

/// The names of the files.
const NAMES: [&str; 2] = ["saltus.wasm", "saltus-check.wasm"];

/// The same files packed by gzip, in the program.
#[cfg(has_modules)]
const BUILT_IN: Option<[&[u8]; 2]> = Some([
    include_bytes!(concat!(env!("SALTUS_MODULES"), "/saltus.wasm.gz")),
    include_bytes!(concat!(env!("SALTUS_MODULES"), "/saltus-check.wasm.gz")),
]);
#[cfg(not(has_modules))]
const BUILT_IN: Option<[&[u8]; 2]> = None;

/// The library and the checker, for a page that answers by itself.
///
/// ```
/// use saltus_web::Modules;
///
/// let missing = Modules::read("no/such/folder".as_ref()).err().expect("there is none");
/// assert!(missing.to_string().starts_with("no/such/folder"));
/// ```
#[derive(Clone)]
pub struct Modules {
    modules: [Module; 2],
}

/// A module as it is, and as gzip packs it.
#[derive(Clone)]
pub(crate) struct Module {
    pub(crate) name: &'static str,
    pub(crate) plain: Bytes,
    pub(crate) packed: Cow<'static, [u8]>,
}

/// Why there are no modules.
#[derive(Debug)]
pub struct NoModule {
    file: PathBuf,
    why: io::Error,
}

impl fmt::Display for NoModule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file.display(), self.why)
    }
}

impl std::error::Error for NoModule {}

impl Modules {
    /// Those in the program, if it was built with them.
    pub fn built_in() -> Option<Self> {
        static UNPACKED: LazyLock<Option<Modules>> = LazyLock::new(|| {
            let [library, checker] = BUILT_IN?;
            let read =
                |at: usize, packed| Module::new(NAMES[at], Cow::Borrowed(packed)).expect("they were built with it");
            Some(Modules { modules: [read(0, library), read(1, checker)] })
        });
        UNPACKED.clone()
    }

    /// Those in a folder that `cargo xtask wasm` has written.
    ///
    /// # Errors
    /// The file that is missing or is no packed module.
    pub fn read(folder: &Path) -> Result<Self, NoModule> {
        let read = |name: &'static str| {
            let file = folder.join(format!("{name}.gz"));
            let module = fs::read(&file).and_then(|packed| Module::new(name, packed.into()));
            module.map_err(|why| NoModule { file, why })
        };
        Ok(Modules { modules: [read(NAMES[0])?, read(NAMES[1])?] })
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Module> {
        self.modules.iter()
    }

    /// The module of this name.
    pub(crate) fn file(&self, name: &str) -> Option<Bytes> {
        self.iter().find(|module| module.name == name).map(|module| module.plain.clone())
    }
}

impl Module {
    fn new(name: &'static str, packed: Cow<'static, [u8]>) -> io::Result<Self> {
        const MAGIC: &[u8] = b"\0asm";
        let mut plain = Vec::new();
        GzDecoder::new(&*packed).read_to_end(&mut plain)?;
        if !plain.starts_with(MAGIC) {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "it holds no WebAssembly module"));
        }
        Ok(Module { name, plain: plain.into(), packed })
    }
}
