//! `saltus serve`.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use saltus_web::{Modules, Search, Settings};

use crate::args::{Open, Serve};
use crate::exit::{Code, Done, Early};
use crate::{Session, signals};

pub fn run(session: &mut Session, args: &Serve) -> Done {
    let modules = modules(args.modules.as_deref())?;
    let served = saltus_web::serve(settings(session, args, modules), signals::cancel(), |address| {
        session.complain(format_args!("{address} (Ctrl-C ends it)"));
        if args.listen.is_unspecified() {
            session.remark("from other machines it is the same with the number of this machine's address");
        }
        if args.open == Open::Yes
            && let Err(error) = open(address)
        {
            session.complain(format_args!("the browser cannot be opened: {error}"));
        }
    });
    served
        .map(|()| Code::OK)
        .map_err(|error| Early::Fault(format!("{} port {}: {error}", args.listen, args.port), Code::IO))
}

/// The modules for a browser: those of the folder, or else those in the program.
pub fn modules(folder: Option<&Path>) -> Done<Option<Modules>> {
    let Some(folder) = folder else { return Ok(Modules::built_in()) };
    Modules::read(folder).map(Some).map_err(|error| Early::Fault(error.to_string(), Code::IO))
}

fn settings(session: &Session, args: &Serve, modules: Option<Modules>) -> Settings {
    let usual = Settings::default();
    let common = &session.common;
    let search = Search {
        time: common.timeout.unwrap_or(usual.search.time),
        nodes: common.node_limit.unwrap_or(usual.search.nodes),
        threads: common.threads.map_or(usual.search.threads, Into::into),
    };
    Settings {
        families: crate::families::all().clone(),
        address: args.listen,
        port: args.port,
        search,
        memory: common.memory_limit,
        cache: session.budget.cache.clone(),
        assets: assets(),
        modules,
        ..usual
    }
}

/// A folder whose files are served in place of those in the program: for work on the page, never in
/// what is released.
pub fn assets() -> Option<PathBuf> {
    if cfg!(debug_assertions) { std::env::var_os("SALTUS_ASSETS").map(PathBuf::from) } else { None }
}

/// Hands an address to what opens such things here.
fn open(address: &str) -> io::Result<()> {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let mut command = Command::new(opener);
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().map(|_| ())
}
