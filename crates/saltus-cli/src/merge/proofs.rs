//! How the answers of records are known that come from files: as claimed, or as certificates show that are checked in this run.

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::PathBuf;

use saltus::gate::{self, CheckLimits, Checked, Standing};
use saltus::record::{Proof, Whole};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::exit::{Code, Done, Early};
use crate::records;
use crate::{Session, input};

/// What is wrong with how a record says that its answer is known, if anything.
pub fn unreadable(bytes: &[u8]) -> Option<String> {
    let read = serde_json::from_slice::<Record<'_>>(bytes)
        .and_then(|record| record.proof.map(|proof| serde_json::from_str::<Known>(proof.get())).transpose());
    read.err().map(|error| records::bad(&error).why)
}

/// What the certificates prove, by puzzle, as the checker names it, and claim.
pub struct Proofs(HashMap<(String, String), Standing>);

/// What is read of a record: what it claims, and where it says how that is known.
#[derive(Deserialize)]
struct Record<'a> {
    puzzle: Option<String>,
    status: String,
    length: Option<Whole>,
    value: Option<Whole>,
    cost: Option<Whole>,
    optimal: Option<bool>,
    #[serde(borrow)]
    proof: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Known {
    kind: String,
    assumes: Vec<String>,
}

impl Record<'_> {
    /// As a certificate of it words the claim; none where it claims nothing that is settled.
    fn claim(&self) -> Option<String> {
        match (&*self.status, self.optimal) {
            ("unsolvable", _) => Some("unsolvable".into()),
            ("solved", Some(true)) => {
                let optimal = self.cost.as_ref().or(self.length.as_ref()).map(|number| format!("optimal {number}"));
                self.value.as_ref().map(|value| format!("value {value}")).or(optimal)
            }
            _ => None,
        }
    }
}

impl Proofs {
    /// Checks all certificates of these bundles.
    ///
    /// # Errors
    /// Where one is refuted or cannot be read.
    pub fn read(session: &Session, files: &[PathBuf]) -> Done<Self> {
        let limits = CheckLimits { memory: session.common.memory_limit, ..CheckLimits::default() };
        let mut proofs = HashMap::new();
        for file in files {
            let place = file.display();
            let Some(bytes) = input::whole(file, session.longest_input()).map_err(Early::of_file(file))? else {
                return Err(Early::Fault(format!("{place}: longer than half of the memory limit"), Code::MEMORY));
            };
            for (number, outcome) in (1..).zip(gate::bundle(&bytes, &limits)) {
                match outcome {
                    Ok((verified, standing)) => _ = proofs.insert((verified.puzzle, verified.claim), standing),
                    Err(Checked::Refuted(why)) => {
                        let why = format!("{place}, certificate {number}: refuted: {why}");
                        return Err(Early::Fault(why, Code::REFUTED));
                    }
                    Err(open) => session.remark(format_args!("{place}, certificate {number}: {open}")),
                }
            }
        }
        Ok(Proofs(proofs))
    }

    /// Writes a record. How its answer is known is said anew: the file cannot say it.
    ///
    /// # Errors
    /// When the output fails.
    pub fn write(&self, bytes: &[u8], out: &mut dyn Write) -> io::Result<()> {
        let record: Record<'_> = serde_json::from_slice(bytes)?;
        let Some(proof) = record.proof.map(RawValue::get) else { return out.write_all(bytes) };
        let Known { kind, assumes } = serde_json::from_str(proof)?;
        let begin = proof.as_ptr() as usize - bytes.as_ptr() as usize;
        let end = begin + proof.len();
        // The checker has a name of its own for a definition.
        let claim = || Some((saltus_check::name(record.puzzle.as_deref()?), record.claim()?));
        let proved = if self.0.is_empty() { None } else { claim().and_then(|claim| self.0.get(&claim)) };
        out.write_all(&bytes[..begin])?;
        match proved {
            Some(standing) => serde_json::to_writer(&mut *out, &Proof::from(standing))?,
            None => serde_json::to_writer(&mut *out, &Proof::from(&Standing::claimed(&kind, assumes)))?,
        }
        out.write_all(&bytes[end..])
    }
}
