//! The colours of all pictures: one table, which a page may share.
//!
//! A piece is named by its label. Its colour, its lightness and the pattern of the ring inside its
//! rim tell it apart once more, so that no picture depends on colour alone. Pictures have a light
//! ground of their own, so that they can be read on dark pages, too.

use saltus_core::scene::Tint;

/// The ground of a picture, and its border.
pub const GROUND: &str = "#f6f7f9";
/// The ground of each board where a picture has several.
pub const PANEL: &str = "#ffffff";
/// The border of grounds and panels.
pub const BORDER: &str = "#dde2e9";
/// A cell.
pub const CELL: &str = "#e3e8ee";
/// The rim of a cell.
pub const CELL_RIM: &str = "#cfd7e0";
/// Lines between cells.
pub const LINK: &str = "#c3ccd7";
/// The frame of a board, and its walls.
pub const FRAME: &str = "#66727f";
/// The ring of a cell that belongs to the goal.
pub const GOAL: &str = "#1f8f7a";
/// Text.
pub const INK: &str = "#263240";
/// Text that stays in the background, such as the names of cells.
pub const FAINT: &str = "#8a97a6";
/// The way of a piece.
pub const WAY: &str = "#e0552f";

/// How a piece of a tint is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paint {
    /// Its face.
    pub face: &'static str,
    /// Its rim.
    pub rim: &'static str,
    /// Its label and the ring inside its rim.
    pub ink: &'static str,
    /// The dashes of that ring, as in SVG, in hundredths of a cell; none for no ring, an empty text
    /// for a whole one.
    pub ring: Option<&'static str>,
}

/// The paint of a tint; none where there is no piece.
///
/// ```
/// use saltus_core::scene::Tint;
/// use saltus_draw::palette::paint;
///
/// assert_eq!(paint(Tint::Blue).map(|paint| paint.face), Some("#2d6cb5"));
/// assert_eq!(paint(Tint::Vacant), None);
/// ```
pub const fn paint(tint: Tint) -> Option<Paint> {
    let (face, rim, ink, ring) = match tint {
        Tint::Vacant | Tint::Absent => return None,
        Tint::Dark => ("#2d3b4c", "#16202c", "#ffffff", None),
        Tint::Light => ("#ffffff", "#52637a", "#263240", Some("")),
        Tint::Plain => ("#45689c", "#2f4c78", "#ffffff", None),
        Tint::Red => ("#c93c4c", "#8f2431", "#ffffff", None),
        Tint::Blue => ("#2d6cb5", "#1b4780", "#ffffff", Some("")),
        Tint::Yellow => ("#f4c64e", "#a37a14", "#33290a", Some("1 9")),
        Tint::Green => ("#2c8350", "#195534", "#ffffff", Some("12 8")),
        Tint::Purple => ("#7b4ea6", "#523075", "#ffffff", Some("22 6 1 6")),
        Tint::Orange => ("#f08a3c", "#a65614", "#331a05", Some("4 8")),
        Tint::Teal => ("#1a7f80", "#0f5051", "#ffffff", Some("30 10")),
        Tint::Pink => ("#f3a3bf", "#a8446d", "#3d0f22", Some("1 5")),
        Tint::Brown => ("#8a5a36", "#573518", "#ffffff", Some("8 4")),
        Tint::Lime => ("#bcd66f", "#617a1c", "#232d06", Some("16 6 4 6")),
        Tint::Sky => ("#93cdef", "#2f7299", "#0c2b3d", Some("1 14")),
        Tint::Grey => ("#6a737f", "#434b55", "#ffffff", Some("6 14")),
    };
    Some(Paint { face, rim, ink, ring })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PIECES: [Tint; 15] = [
        Tint::Dark,
        Tint::Light,
        Tint::Plain,
        Tint::Red,
        Tint::Blue,
        Tint::Yellow,
        Tint::Green,
        Tint::Purple,
        Tint::Orange,
        Tint::Teal,
        Tint::Pink,
        Tint::Brown,
        Tint::Lime,
        Tint::Sky,
        Tint::Grey,
    ];

    /// The relative luminance of a colour `#rrggbb`, as the contrast rules of the W3C define it.
    fn luminance(colour: &str) -> f64 {
        let part = |at: usize| {
            let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    fn contrast(one: &str, other: &str) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn labels_stand_out() {
        for tint in PIECES {
            let Paint { face, ink, .. } = paint(tint).unwrap();
            assert!(contrast(face, ink) >= 4.5, "{tint:?}: {}", contrast(face, ink));
        }
        assert!(contrast(INK, GROUND) >= 7.0 && contrast(INK, PANEL) >= 7.0);
        assert_eq!(paint(Tint::Vacant), None);
    }

    /// Rims stand out from cells where faces do not.
    #[test]
    fn pieces_stand_out_from_cells() {
        for tint in PIECES {
            let Paint { face, rim, .. } = paint(tint).unwrap();
            assert!(contrast(rim, CELL).max(contrast(face, CELL)) >= 3.0, "{tint:?}");
        }
    }

    /// Players of one game differ in the ring, whatever the colours look like.
    #[test]
    fn players_differ_in_their_rings() {
        let rings: Vec<_> = PIECES[3..].iter().map(|&tint| paint(tint).unwrap().ring).collect();
        assert!((0..rings.len()).all(|at| !rings[..at].contains(&rings[at])));
    }
}
