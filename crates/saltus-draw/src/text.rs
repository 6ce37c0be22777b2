//! A scene as text: labels in rows, in colour where that is wanted.

use saltus_core::notation;
use saltus_core::scene::{Scene, Spot, Tint};

const RESET: &str = "\x1b[0m";

/// The scene, its rows ended by line breaks except the last.
///
/// ```
/// use saltus_core::scene::{Scene, Spot, Tint};
/// use saltus_draw::text;
///
/// let [tile, vacancy] = [("10", Tint::Plain), ("_", Tint::Vacant)]
///     .map(|(label, tint)| Spot { label: label.into(), tint });
/// let scene = Scene { rows: vec![vec![vacancy, tile]], spaced: true };
/// assert_eq!(text::draw(&scene, false), " _ 10");
/// assert_eq!(text::draw(&scene, true), "\x1b[2m _\x1b[0m \x1b[1m10\x1b[0m");
/// let knights = ["\u{265e}", "\u{265e}\u{fe0e}"].map(|label| Spot { label: label.into(), tint: Tint::Dark });
/// let scene = Scene { rows: vec![knights.to_vec()], spaced: false };
/// assert_eq!(text::draw(&scene, false), "\u{265e}\u{265e}\u{fe0e}"); // a mark takes no room
/// ```
pub fn draw(scene: &Scene, colour: bool) -> String {
    let cells = scene.rows.iter().flatten().filter(|spot| spot.tint != Tint::Absent);
    let wide = cells.map(|spot| notation::width(&spot.label)).max().unwrap_or(1);
    let row = |row: &Vec<Spot>| -> String {
        let spots: Vec<String> = row.iter().map(|spot| paint(spot, wide, colour)).collect();
        spots.join(if scene.spaced { " " } else { "" })
    };
    scene.rows.iter().map(row).collect::<Vec<_>>().join("\n")
}

fn paint(spot: &Spot, wide: usize, is_coloured: bool) -> String {
    let label = format!("{:>1$}{2}", "", wide.saturating_sub(notation::width(&spot.label)), spot.label);
    match colour(spot.tint).filter(|_| is_coloured) {
        Some(paint) => format!("{paint}{label}{RESET}"),
        None => label,
    }
}

/// What switches a terminal to the colour of a piece; none where there is no cell.
///
/// ```
/// use saltus_core::scene::Tint;
/// use saltus_draw::text;
///
/// assert_eq!(text::colour(Tint::Green), Some("\x1b[1;32m"));
/// assert_eq!(text::colour(Tint::Absent), None);
/// ```
pub fn colour(tint: Tint) -> Option<&'static str> {
    Some(match tint {
        Tint::Dark | Tint::Blue => "\x1b[1;34m",
        Tint::Light | Tint::Yellow => "\x1b[1;33m",
        Tint::Vacant => "\x1b[2m",
        Tint::Plain => "\x1b[1m",
        Tint::Red => "\x1b[1;31m",
        Tint::Green => "\x1b[1;32m",
        Tint::Purple => "\x1b[1;35m",
        Tint::Orange => "\x1b[1;38;5;208m",
        Tint::Teal => "\x1b[1;36m",
        Tint::Pink => "\x1b[1;38;5;211m",
        Tint::Brown => "\x1b[1;38;5;137m",
        Tint::Lime => "\x1b[1;38;5;154m",
        Tint::Sky => "\x1b[1;38;5;117m",
        Tint::Grey => "\x1b[1;38;5;245m",
        Tint::Absent => return None,
    })
}
