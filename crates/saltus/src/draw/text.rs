//! A scene as text: labels in rows, in colour where that is wanted.

use crate::scene::{Scene, Spot, Tint};

const RESET: &str = "\x1b[0m";

/// The scene, its rows ended by line breaks except the last.
pub fn draw(scene: &Scene, colour: bool) -> String {
    let wide = scene.rows.iter().flatten().map(|spot| spot.label.len()).max().unwrap_or(1);
    let row = |row: &Vec<Spot>| -> String {
        let spots: Vec<String> = row.iter().map(|spot| paint(spot, wide, colour)).collect();
        spots.join(if scene.spaced { " " } else { "" })
    };
    scene.rows.iter().map(row).collect::<Vec<_>>().join("\n")
}

fn paint(spot: &Spot, wide: usize, colour: bool) -> String {
    let label = format!("{:>wide$}", spot.label);
    let paint = match spot.tint {
        Tint::Dark => "\x1b[1;34m",
        Tint::Light => "\x1b[1;33m",
        Tint::Vacant => "\x1b[2m",
        Tint::Plain => "\x1b[1m",
    };
    if colour { format!("{paint}{label}{RESET}") } else { label }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::{reverse, shift};

    #[test]
    fn boards_read_as_their_notation() {
        assert_eq!(draw(&shift::scene(b"bb_w"), false), "bb_w");
        assert_eq!(draw(&reverse::scene(&[2, 0, 1]), false), "2 _ 1");
        assert_eq!(draw(&reverse::scene(&[0, 10]), false), " _ 10");
    }

    #[test]
    fn colour_is_taken_back() {
        assert_eq!(draw(&shift::scene(b"b"), true), "\x1b[1;34mb\x1b[0m");
    }
}
