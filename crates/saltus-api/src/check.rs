//! The verdict of the independent checker on a certificate, for pages that cannot run it themselves.

use saltus::limits::Limits;
use saltus_check::check;
use serde::Deserialize;

use crate::reply::{Fault, Kind, Reply};

/// Checking has no clock: this bounds what it takes.
const STEPS: u64 = 20_000_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    /// In base64.
    certificate: String,
}

pub(crate) fn checked(Asked { certificate }: &Asked, limits: &Limits<'_>) -> Result<Reply, Fault> {
    let bytes = decoded(certificate).ok_or_else(|| Fault::bad("certificate is the file in base64"))?;
    let steps = limits.nodes.min(STEPS);
    let allowed =
        saltus_check::Limits { memory: limits.memory, moves: steps, nodes: steps, ..saltus_check::Limits::default() };
    Ok(Reply::new(Kind::Json, check(&bytes, &allowed).json()))
}

/// Base64 as RFC 4648 has it, padded.
fn decoded(text: &str) -> Option<Vec<u8>> {
    let padding = text.len() - text.trim_end_matches('=').len();
    let digits = text.len() - padding;
    if !text.len().is_multiple_of(4) || padding > 2 {
        return None;
    }
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut held, mut bits) = (0u32, 0);
    for digit in text.bytes().take(digits) {
        let value = match digit {
            b'A'..=b'Z' => digit - b'A',
            b'a'..=b'z' => digit - b'a' + 26,
            b'0'..=b'9' => digit - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        (held, bits) = (held << 6 | u32::from(value), bits + 6);
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits) as u8);
            held &= (1 << bits) - 1;
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::decoded;

    /// The examples of RFC 4648, section 10.
    #[test]
    fn base64_is_read() {
        for (text, bytes) in [("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYmFy", "foobar")] {
            assert_eq!(decoded(text).as_deref(), Some(bytes.as_bytes()), "{text}");
        }
        assert_eq!(decoded("+/+/").as_deref(), Some(&[0xfb, 0xff, 0xbf][..]));
        for wrong in ["Zg", "Zg=", "Z===", "====", "Zm9v\n", "Zm-v"] {
            assert_eq!(decoded(wrong), None, "{wrong}");
        }
    }
}
