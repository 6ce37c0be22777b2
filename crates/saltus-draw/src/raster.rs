//! Pictures of pixels: a picture as PNG, a play as an animated GIF, painted from the marks that SVG
//! is written from.
//!
//! They need the feature `raster`; without it, all functions of this module are there and refuse.

#[cfg(feature = "raster")]
mod gif;
#[cfg(feature = "raster")]
mod paint;

use super::CannotDraw;
use super::picture::{Picture, Size};
use saltus_core::limits::Limits;
use saltus_core::scene::Film;

/// Pictures of up to this many pixels are painted.
pub const MOST_PIXELS: u64 = 1 << 25;
/// Animations of up to this many moves are painted,
pub const MOST_MOVES: usize = 200;
/// with up to this many frames,
pub const MOST_FRAMES: usize = 3_000;
/// and this many pixels in all of them.
pub const MOST_PIXELS_OF_FRAMES: u64 = 1 << 30;

/// Whether pixels can be painted at all.
///
/// # Errors
/// When the library was built without the feature `raster`.
///
/// ```
/// if let Err(why) = saltus_draw::raster::available() {
///     assert!(why.to_string().ends_with("SVG, PDF and text are there"));
/// }
/// ```
pub fn available() -> Result<(), CannotDraw> {
    if cfg!(feature = "raster") {
        return Ok(());
    }
    let why = "this program was built without pixels (feature `raster`); SVG, PDF and text are there";
    Err(CannotDraw::Unfit(why.into()))
}

/// A picture as PNG, in the size that its SVG says.
///
/// # Errors
/// When it has too many pixels, a limit is reached, or the library was built without the feature `raster`.
///
/// ```
/// use saltus_core::limits::Limits;
/// use saltus_core::scene::{Outline, PieceForm, Scene, Spot, Tint};
/// use saltus_draw::{Size, board, raster};
///
/// let rows = vec![vec![Spot { label: "b".into(), tint: Tint::Dark }]];
/// let scene = Scene { rows, spaced: false };
/// let picture = board::draw("", &Outline::rows(1, 1, PieceForm::Disc), &scene, Size::default())?;
/// if raster::available().is_ok() {
///     assert!(raster::png(&picture, &Limits::DEFAULT)?.starts_with(b"\x89PNG"));
/// }
/// # Ok::<(), saltus_draw::CannotDraw>(())
/// ```
pub fn png(picture: &Picture, limits: &Limits<'_>) -> Result<Vec<u8>, CannotDraw> {
    available()?;
    #[cfg(feature = "raster")]
    return paint::png(picture, limits);
    #[cfg(not(feature = "raster"))]
    unreachable!("{picture:?} is refused {:?}", limits.memory)
}

/// A play as an animated GIF that begins again at its end; `first` is the number of its first move.
///
/// # Errors
/// When it has too many moves, frames, cells or pixels, a limit is reached, or the library was built without the
/// feature `raster`.
///
/// ```
/// use saltus_core::limits::Limits;
/// use saltus_core::scene::{Film, Frame, Outline, PieceForm, Scene, Spot, Tint};
/// use saltus_draw::{Size, raster};
///
/// let [piece, vacancy] = [("b", Tint::Dark), ("_", Tint::Vacant)]
///     .map(|(label, tint)| Spot { label: label.into(), tint });
/// let start = Scene { rows: vec![vec![piece.clone(), vacancy.clone()]], spaced: false };
/// let scene = Scene { rows: vec![vec![vacancy, piece]], spaced: false };
/// let frames = vec![Frame { text: "1-2".into(), path: vec![0, 1], scene }];
/// let film = Film { outline: Outline::rows(2, 2, PieceForm::Disc), start, frames };
/// if raster::available().is_ok() {
///     assert!(raster::gif(&film, 1, Size { cell: Some(20) }, &Limits::DEFAULT)?.starts_with(b"GIF89a"));
/// }
/// # Ok::<(), saltus_draw::CannotDraw>(())
/// ```
pub fn gif(film: &Film, first: u64, size: Size, limits: &Limits<'_>) -> Result<Vec<u8>, CannotDraw> {
    available()?;
    #[cfg(feature = "raster")]
    return gif::gif(film, first, size, limits);
    #[cfg(not(feature = "raster"))]
    unreachable!("{film:?} {first} {size:?} is refused {:?}", limits.memory)
}

#[cfg(all(test, not(feature = "raster")))]
mod tests {
    use super::*;
    use crate::board;
    use saltus_core::scene::{Outline, PieceForm, Scene};

    #[test]
    fn what_was_not_built_is_refused() {
        let (outline, scene) = (Outline::rows(1, 1, PieceForm::Disc), Scene { rows: Vec::new(), spaced: false });
        let picture = board::draw("", &outline, &scene, Size::default()).unwrap();
        let film = Film { outline, start: scene, frames: Vec::new() };
        for refused in [png(&picture, &Limits::DEFAULT), gif(&film, 1, Size::default(), &Limits::DEFAULT)] {
            let why = refused.unwrap_err().to_string();
            assert_eq!(why, "this program was built without pixels (feature `raster`); SVG, PDF and text are there");
        }
    }
}
