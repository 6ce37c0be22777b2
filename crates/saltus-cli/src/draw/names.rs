//! What pictures and their pieces are called: `--title` and `--pieces`.

use std::collections::BTreeSet;

use saltus::answers::Answers;
use saltus::draw::missing_letter;
use saltus::scene::Tint;

use crate::args::{Draw, Shape, Type};

/// What is wrong with names in a picture of this kind: it has no place for them, or no letters.
pub fn misplaced(args: &Draw, shape: Shape, kind: Type) -> Result<(), String> {
    let has_heading = shape == Shape::Film;
    let has_captions = shape != Shape::Board;
    if args.title.is_some() && !has_heading && !matches!(kind, Type::Svg | Type::Pdf) {
        return Err("--title goes with film strips, .svg and .pdf: no other picture has a title".into());
    }
    if let Some(unknown) = args.title.as_deref().filter(|_| has_heading).and_then(missing_letter) {
        return Err(format!("--title: pictures have no letter {unknown:?}; they have those of ASCII"));
    }
    if args.pieces.is_empty() {
        return Ok(());
    }
    if kind == Type::Txt {
        return Err("--pieces goes with pictures: text has the labels of notation".into());
    }
    let names = || args.pieces.iter().map(|(_, name)| name.as_str());
    if let Some(unknown) = names().find_map(missing_letter) {
        return Err(format!("--pieces: pictures have no letter {unknown:?}; they have those of ASCII"));
    }
    let is_seen = has_captions || kind != Type::Png;
    match names().find(|name| name.len() > 1).filter(|_| !is_seen) {
        Some(name) => Err(format!(
            "--pieces: {name} would not be seen in this picture, which has no captions; a single letter is drawn on its piece"
        )),
        None => Ok(()),
    }
}

/// What pieces are called in words, by their labels.
///
/// # Errors
/// When no piece has a label, one has two names, or a name is the label of another piece.
pub fn of_pieces(instance: &dyn Answers, args: &Draw) -> Result<Vec<(String, String)>, String> {
    let pieces = &args.pieces;
    if pieces.is_empty() {
        return Ok(Vec::new());
    }
    let palette = instance.material().map_err(|too_large| too_large.to_string())?.palette;
    let labels: BTreeSet<String> =
        palette.into_iter().filter(|spot| spot.tint != Tint::Vacant).map(|spot| spot.label).collect();
    let mut rest = labels.clone();
    for (label, _) in pieces {
        if !labels.contains(label) {
            let labels = labels.into_iter().collect::<Vec<_>>().join(", ");
            return Err(format!("--pieces: no piece is called {label}; there are: {labels}"));
        }
        if !rest.remove(label) {
            return Err(format!("--pieces: {label} has two names"));
        }
    }
    match pieces.iter().find(|(label, name)| label != name && rest.contains(name)) {
        Some((label, name)) => Err(format!("--pieces {label}={name}: another piece is called {name}")),
        None => Ok(pieces.clone()),
    }
}
