//! A card: a board with a few words, in the size of link previews.

use super::letters::HEIGHT;
use super::palette;
use super::picture::{Extent, Ink, Mark, Picture, lines as wrapped, panel, pixels, words};
use super::ways::{CELL, Point};

/// Its width and its height in pixels.
pub const PIXELS: (u32, u32) = (1200, 630);

/// Pixels around everything, and next to the words.
const MARGIN: i32 = 64;
/// How high capitals are, in pixels: of the name, of the title, and of other lines.
const HIGH: [i32; 3] = [28, 48, 30];
/// Pixels of the space for a board next to the words, and the height of the space below them.
const BESIDE: i32 = 430;
const BELOW: i32 = 230;

/// A card with a board, a name, a title, and further lines; a wide board is drawn below the words, any other next to them.
///
/// ```
/// use saltus_core::scene::{Outline, PieceForm, Scene};
/// use saltus_draw::{Size, board, card};
///
/// let scene = Scene { rows: Vec::new(), spaced: false };
/// let board = board::draw("", &Outline::rows(2, 2, PieceForm::Disc), &scene, Size::default())?;
/// let card = card::draw(&board, "saltus 47", "Parking", &["15 is the fewest."], "#eae4f2");
/// assert_eq!(card.pixels(), card::PIXELS);
/// # Ok::<(), saltus_draw::CannotDraw>(())
/// ```
pub fn draw(board: &Picture, name: &str, title: &str, lines: &[&str], ground: &'static str) -> Picture {
    let (wide, high) = (board.extent.width().max(1), board.extent.height().max(1));
    let is_below = wide > 2 * high;
    let (width, height) = (PIXELS.0 as i32, PIXELS.1 as i32);
    let room = if is_below { (width - 2 * MARGIN, BELOW) } else { (BESIDE, BESIDE) };
    // Pixels of a cell: a whole number, so that all of the card is in units of the board, and one of which whole units make all pixels of the card.
    let most = (room.0 * CELL / wide).min(room.1 * CELL / high).clamp(4, 160);
    let whole = |length: i32, cell: i32| pixels(length * CELL / cell, cell as u32) == length as u32;
    let cell = (4..=most).rev().find(|&cell| whole(width, cell) && whole(height, cell)).unwrap_or(4);
    let units = |pixels: i32| pixels * CELL / cell;
    let extent = Extent { left: 0, top: 0, right: units(width), bottom: units(height) };
    let mut card = Picture::new(name, format!("{title} {}", lines.join(" ")), extent, cell as u32);
    card.put(panel(extent.wider(CELL), ground, 0));
    let own = (board.extent.left, board.extent.top);
    let place: Point = if is_below {
        ((extent.right - wide) / 2 - own.0, extent.bottom - units(MARGIN) - high - own.1)
    } else {
        (extent.right - units(MARGIN) - wide - own.0, (extent.bottom - high) / 2 - own.1)
    };
    let free = if is_below { extent.right - 2 * units(MARGIN) } else { extent.right - 3 * units(MARGIN) - wide };
    let mut top = units(MARGIN);
    let mut write = |card: &mut Picture, text: &str, high: i32, colour| {
        let factor = (units(high) / HEIGHT).max(1);
        for line in wrapped(text, factor, free, 2) {
            card.put(words(&line, (units(MARGIN), top), factor, colour));
            top += HEIGHT * factor * 7 / 4;
        }
        top += HEIGHT * factor / 2;
    };
    write(&mut card, name, HIGH[0], palette::FAINT);
    write(&mut card, title, HIGH[1], palette::INK);
    for line in lines {
        write(&mut card, line, HIGH[2], palette::INK);
    }
    card.put(Mark::Open(Some(place), Ink::SAME));
    card.marks.extend(board.marks.iter().cloned());
    card.put(Mark::Close);
    card
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_have_no_room_go_on_below() {
        assert_eq!(wrapped("one two", 1, 1000, 2), ["one two"]);
        let lines = wrapped("one two three", 1, 60, 2);
        assert_eq!(lines.len(), 2);
        assert!(lines[0].starts_with("one"));
        assert_eq!(wrapped("unbrokenandlong", 1, 40, 2).len(), 1);
    }
}
