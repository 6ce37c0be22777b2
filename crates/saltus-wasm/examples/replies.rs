//! The replies of the library on this machine, to compare with those of the module: reads requests, a name and JSON apart by a tab on each
//! line, and writes for each the number of its kind, the bytes of the reply, and then those.

use std::io::{self, BufRead, Write};

use saltus_api::{Reply, call};
use saltus_wasm::{limits, number};

fn main() -> io::Result<()> {
    let families = saltus_api::registry();
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let (name, request) = line.split_once('\t').unwrap_or((&line, "{}"));
        let Reply { kind, bytes, .. } = call(&families, name, request.as_bytes(), &limits(name));
        writeln!(out, "{} {}", number(kind), bytes.len())?;
        out.write_all(&bytes)?;
    }
    Ok(())
}
