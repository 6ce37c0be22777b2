//! What the moves of a film do to the pieces that are seen: one goes along the path; others may be pushed, exchanged, turned
//! with it, taken or put.

use std::collections::BTreeMap;

use super::board::{DrawnBoard, PiecesByCell};
use super::ways::{Leg, distance};
use saltus_core::scene::{Film, Scene};

/// A move between two scenes.
#[derive(Clone, Copy)]
pub(super) struct Step<'a> {
    pub(super) before: &'a Scene,
    pub(super) after: &'a Scene,
    pub(super) path: &'a [u32],
}

/// What is to be seen at the start of a film and after each move.
pub(super) fn scenes(film: &Film) -> impl Iterator<Item = &Scene> {
    std::iter::once(&film.start).chain(film.frames.iter().map(|frame| &frame.scene))
}

/// The moves of a film.
pub(super) fn steps(film: &Film) -> impl Iterator<Item = Step<'_>> {
    scenes(film).zip(&film.frames).map(|(before, frame)| Step { before, after: &frame.scene, path: &frame.path })
}

/// What a move changes.
#[derive(Debug, Default)]
pub(super) struct MoveChange {
    /// From which cell, to which one, and how; first the piece that goes along the path.
    pub(super) moved: Vec<(usize, usize, Vec<Leg>)>,
    /// The cells of pieces that are no more.
    pub(super) taken: Vec<usize>,
    /// Pieces that were not there before.
    pub(super) put: Vec<(usize, usize)>,
}

impl Step<'_> {
    /// The legs of the path.
    pub(super) fn legs(&self, stage: &DrawnBoard<'_>) -> Vec<Leg> {
        stage.legs(self.before, self.path)
    }

    /// What it changes where these pieces stand before it.
    pub(super) fn change(&self, stage: &DrawnBoard<'_>, standing: &PiecesByCell) -> MoveChange {
        let wanted = stage.standing(self.after);
        let differ = |of: &PiecesByCell, from: &PiecesByCell| -> PiecesByCell {
            let is_there = |cell, &piece: &usize| from.get(cell).is_some_and(|&other| stage.are_alike(piece, other));
            of.iter().filter(|&(cell, piece)| !is_there(cell, piece)).map(|(&cell, &piece)| (cell, piece)).collect()
        };
        let (mut lost, mut gained) = (differ(standing, &wanted), differ(&wanted, standing));
        let mut change = MoveChange::default();
        if let (Some(&from), Some(&to)) = (self.path.first(), self.path.last()) {
            let (from, to) = (from as usize, to as usize);
            let is_mover = |mover| wanted.get(&to).is_some_and(|&other| stage.are_alike(mover, other));
            if from != to && standing.get(&from).is_some_and(|&mover| is_mover(mover)) {
                lost.extend(standing.get(&to).map(|&piece| (to, piece)));
                gained.extend(wanted.get(&from).map(|&piece| (from, piece)));
                lost.remove(&from);
                gained.remove(&to);
                change.moved.push((from, to, self.legs(stage)));
            }
        }
        for (from, piece) in lost {
            let same = gained.iter().filter(|&(_, &other)| stage.are_alike(piece, other)).map(|(&to, _)| to);
            match same.min_by_key(|&to| distance(stage.places[from], stage.places[to])) {
                Some(to) => {
                    gained.remove(&to);
                    change.moved.push((from, to, vec![Leg::new(stage.places[from], stage.places[to], true)]));
                }
                None => change.taken.push(from),
            }
        }
        change.put = gained.into_iter().collect();
        change
    }
}

impl MoveChange {
    /// Changes what stands on the cells; `put` makes what a new piece with a number is.
    pub(super) fn apply<T>(&self, standing: &mut BTreeMap<usize, T>, mut put: impl FnMut(usize, usize) -> T) {
        let moved: Vec<_> = self.moved.iter().map(|(from, to, _)| (*to, standing.remove(from))).collect();
        self.taken.iter().for_each(|cell| _ = standing.remove(cell));
        standing.extend(moved.into_iter().filter_map(|(to, piece)| Some((to, piece?))));
        standing.extend(self.put.iter().map(|&(cell, piece)| (cell, put(cell, piece))));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use saltus_core::scene::{Frame, Outline, PieceForm, Spot, Tint};

    /// What a move from one row to another changes: who goes where, who is taken, who is put.
    fn changed(
        form: PieceForm,
        before: &str,
        path: &[u32],
        after: &str,
    ) -> (Vec<(usize, usize)>, Vec<usize>, Vec<usize>) {
        let tint = |sign| match sign {
            '.' => Tint::Vacant,
            'A'..='C' => Tint::Red,
            _ => Tint::Plain,
        };
        let row = |text: &str| text.chars().map(|sign| Spot { label: sign.into(), tint: tint(sign) }).collect();
        let scene = |text: &str| Scene { rows: vec![row(text)], spaced: false };
        let frames = vec![Frame { text: String::new(), path: path.to_vec(), scene: scene(after) }];
        let film = Film { outline: Outline::rows(before.len(), before.len(), form), start: scene(before), frames };
        let stage = DrawnBoard::new(&film.outline, [&film.start, &film.frames[0].scene]).unwrap();
        let mut standing = stage.standing(&film.start);
        let change = steps(&film).next().unwrap().change(&stage, &standing);
        change.apply(&mut standing, |_, piece| piece);
        let wanted = stage.standing(&film.frames[0].scene);
        assert!(standing.iter().zip(&wanted).all(|(a, b)| a.0 == b.0 && stage.are_alike(*a.1, *b.1)), "{standing:?}");
        let moved = change.moved.iter().map(|(from, to, _)| (*from, *to)).collect();
        (moved, change.taken, change.put.iter().map(|(cell, _)| *cell).collect())
    }

    #[test]
    fn every_change_is_seen() {
        let disc = |before, path: &[u32], after| changed(PieceForm::Disc, before, path, after);
        assert_eq!(disc("oo.", &[0, 2], "..o"), (vec![(0, 2)], vec![1], vec![]), "a jump that takes");
        assert_eq!(disc("bw", &[0, 1], ".b"), (vec![(0, 1)], vec![1], vec![]), "one that takes by coming");
        assert_eq!(disc("@$.", &[0, 1], ".@$"), (vec![(0, 1), (1, 2)], vec![], vec![]), "a push");
        assert_eq!(disc("ab", &[0, 1], "ba"), (vec![(0, 1), (1, 0)], vec![], vec![]), "an exchange");
        assert_eq!(disc("abc", &[0, 1], "cab"), (vec![(0, 1), (1, 2), (2, 0)], vec![], vec![]), "a turn");
        assert_eq!(disc("a.", &[0, 1], "xa"), (vec![(0, 1)], vec![], vec![0]), "a trace");
    }

    #[test]
    fn a_block_goes_as_one_and_its_letter_does_not_matter() {
        let block = |before, path: &[u32], after| changed(PieceForm::Block, before, path, after);
        assert_eq!(block("AA.", &[0, 1], ".AA"), (vec![(0, 1)], vec![], vec![]));
        assert_eq!(block("A.B", &[2, 1], "AB."), (vec![(2, 1)], vec![], vec![]));
        assert_eq!(block("BA.", &[0, 2], ".AB"), (vec![(0, 2)], vec![], vec![]));
    }
}
