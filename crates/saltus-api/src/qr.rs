//! A text as a QR code, so that a phone can open what a screen shows.

use std::fmt::Write as _;

pub(crate) use qrcodegen::QrCode;
use qrcodegen::QrCodeEcc;

use crate::definition::Text;
use crate::reply::{Fault, Kind, Reply};

/// The light modules on each side, as the standard asks for.
const QUIET: i32 = 4;

/// The code of a text.
pub(crate) fn encoded(text: &str) -> Result<QrCode, Fault> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium);
    code.map_err(|_| Fault::too_much("the text is too long for a QR code"))
}

pub(crate) fn qr(Text { text }: &Text) -> Result<Reply, Fault> {
    let code = encoded(text)?;
    let (size, mut path) = (code.size(), String::new());
    for y in 0..size {
        let mut x = 0;
        while x < size {
            let run = (x..size).take_while(|&x| code.get_module(x, y)).count();
            if run > 0 {
                write!(path, "M{},{}h{run}v1h-{run}z", x + QUIET, y + QUIET).expect("a text has room");
            }
            x += run as i32 + 1;
        }
    }
    let side = size + 2 * QUIET;
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" shape-rendering=\"crispEdges\">\
         <path fill=\"#fff\" d=\"M0,0h{side}v{side}h-{side}z\"/><path d=\"{path}\"/></svg>"
    );
    Ok(Reply::new(Kind::Svg, svg))
}
