//! A scene as text: labels in rows, in colour where that is wanted.

use saltus_core::scene::{Scene, Spot, Tint};

const RESET: &str = "\x1b[0m";

/// The scene, its rows ended by line breaks except the last.
pub fn draw(scene: &Scene, colour: bool) -> String {
    let cells = scene.rows.iter().flatten().filter(|spot| spot.tint != Tint::Absent);
    let wide = cells.map(|spot| spot.label.len()).max().unwrap_or(1);
    let row = |row: &Vec<Spot>| -> String {
        let spots: Vec<String> = row.iter().map(|spot| paint(spot, wide, colour)).collect();
        spots.join(if scene.spaced { " " } else { "" })
    };
    scene.rows.iter().map(row).collect::<Vec<_>>().join("\n")
}

fn paint(spot: &Spot, wide: usize, is_coloured: bool) -> String {
    let label = format!("{:>wide$}", spot.label);
    match colour(spot.tint).filter(|_| is_coloured) {
        Some(paint) => format!("{paint}{label}{RESET}"),
        None => label,
    }
}

/// What switches a terminal to the colour of a piece; none where there is no cell.
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
        Tint::Absent => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use saltus::{chinese, reverse, shift};
    use saltus_core::notation::Instance;
    use saltus_core::puzzle::Puzzle;
    use saltus_core::scene::Draw;

    #[test]
    fn boards_read_as_their_notation() {
        assert_eq!(draw(&shift::scene(b"bb_w"), false), "bb_w");
        assert_eq!(draw(&reverse::scene(&[2, 0, 1]), false), "2 _ 1");
        assert_eq!(draw(&reverse::scene(&[0, 10]), false), " _ 10");
    }

    /// Red's corner is on top.
    #[test]
    fn hexagonal_boards_keep_their_shape() {
        let picture = |line| {
            let puzzle = chinese::read(line).unwrap().puzzle().unwrap();
            draw(&puzzle.scene(&puzzle.start()), false)
        };
        assert_eq!(picture("chinese triangle:3 men=1 players=2"), "  R\n . .\nB . .");
        assert_eq!(picture("chinese star:1 men=1 players=3"), "   R\n. . . .\n . . .\nB . . Y\n   *");
        assert_eq!(picture("chinese cells:0,0R;2,0;0,2;2,2*"), "  R\n\n.   .\n\n  *");
    }

    #[test]
    fn colour_is_taken_back() {
        assert_eq!(draw(&shift::scene(b"b"), true), "\x1b[1;34mb\x1b[0m");
    }
}
