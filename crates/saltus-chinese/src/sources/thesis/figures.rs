//! The thesis's figures, of any position: its board in two dimensions (Figure 1, on the right), the types of its cells (Figure 3), centroids as arrows (Figures 4
//! and 5), and the array of its program (Figure 6). Figure 2, what one man may do, is the view `moves` that every puzzle has.
//!
//! All have i downwards and j to the right, as the thesis writes its arrays; i is x and j is y on every board.

use super::Thesis;
use super::centroids::Centroid;
use super::heuristics::DIRECTIONS;
use super::types::ManType;
use crate::rules::{Place, Player, State};
use saltus_core::puzzle::Puzzle;
use saltus_core::scene::{Arrow, Draw, Outline, PieceForm, Scene, Spot, Tint, UNIT, View};

/// The names of the views.
pub const VIEWS: [&str; 4] = ["grid", "types", "centroids", "array"];

/// The program's array has at least this many lines, numbered from 0.
const ARRAY: i32 = 15;

/// A view of the start by its name, one of [`VIEWS`]; none for other names.
///
/// ```
/// use saltus_chinese::{self as chinese, sources::thesis::{Thesis, figures}};
///
/// let thesis = Thesis::new(&chinese::read("chinese triangle:12 players=3").unwrap()).unwrap();
/// let array = figures::view(&thesis, "array").unwrap();
/// assert_eq!(array.scene.rows.len(), 15); // Figure 6
/// let line: String = array.scene.rows[1].iter().map(|spot| &*spot.label).collect();
/// assert_eq!(line, "WRRRREEEEYYYYWW");
/// assert!(figures::view(&thesis, "stars").is_none());
/// ```
pub fn view(thesis: &Thesis, name: &str) -> Option<View> {
    let state = thesis.puzzle().start();
    match name {
        "grid" => Some(View { arrows: directions(thesis, &state), ..grid(thesis, &state) }),
        "types" => Some(types(thesis, &state)),
        "centroids" => Some(View { arrows: centroids(thesis, &state), ..grid(thesis, &state) }),
        "array" => Some(array(thesis, &state)),
        _ => None,
    }
}

/// Where a place is drawn.
fn at((i, j): Place) -> (i32, i32) {
    (j * UNIT, i * UNIT)
}

/// Each place with its coordinates, in rows and columns, the men on them.
fn grid(thesis: &Thesis, state: &State) -> View {
    let puzzle = thesis.puzzle();
    let places = puzzle.coordinates();
    let names = places.iter().map(|(i, j)| format!("{i},{j}")).collect();
    let outline = Outline { places: places.iter().copied().map(at).collect(), names, ..puzzle.outline() };
    View { outline, scene: puzzle.scene(state), arrows: Vec::new() }
}

/// The six directions, from the first cell nearest to the middle of all cells around which no man stands.
fn directions(thesis: &Thesis, state: &State) -> Vec<Arrow> {
    let places = thesis.puzzle().coordinates();
    let Some(middle) = Centroid::of(places) else { return Vec::new() };
    let empty = |place| thesis.content(state, place) == Some(None);
    let around = |(i, j): Place| DIRECTIONS.map(|(down, across)| (i + down, j + across));
    let free = places.iter().filter(|&&place| empty(place) && around(place).into_iter().all(empty));
    let apart = |own: i32, sum: i64| (i64::from(own) * middle.men - sum).abs();
    let from = free.min_by_key(|place| apart(place.0, middle.sum.0) + apart(place.1, middle.sum.1));
    from.map_or(Vec::new(), |&from| around(from).map(|to| Arrow::Line([at(from), at(to)], Tint::Dark)).to_vec())
}

/// Tiles with the numbers of types: the two of one kind of ladder in colours of one kind.
fn types(thesis: &Thesis, state: &State) -> View {
    let View { outline, mut scene, arrows } = grid(thesis, state);
    let squares = Outline::rows(outline.places.len(), 1, PieceForm::Tile);
    let outline = Outline { places: outline.places, names: outline.names, ..squares };
    let spots = scene.rows.iter_mut().flatten().filter(|spot| spot.tint != Tint::Absent);
    for (spot, &place) in spots.zip(thesis.puzzle().coordinates()) {
        let of = ManType::of(place);
        let tint = [Tint::Plain, Tint::Yellow, Tint::Orange, Tint::Sky][of as usize];
        *spot = Spot { label: of.number().to_string(), tint };
    }
    View { outline, scene, arrows }
}

/// From the corner of red's base to its centroid (pink) and to that of the goal (purple), from the one to the other the ideal way (dark), and along it red's own
/// way so far (orange).
fn centroids(thesis: &Thesis, state: &State) -> Vec<Arrow> {
    let base = thesis.base(Player::WINNER);
    let corner = base.iter().copied().min_by_key(|&place| (thesis.along(place), thesis.across(place)));
    let point = |Centroid { sum, men }: Centroid| {
        let rounded = |sum: i64| ((2 * sum * i64::from(UNIT) + men).div_euclid(2 * men)) as i32;
        (rounded(sum.1), rounded(sum.0))
    };
    let centroid = |places: &[Place]| Centroid::of(places).map(point);
    let now = centroid(&thesis.army(state, Player::WINNER));
    let (Some(corner), Some(start), Some(goal), Some(now)) =
        (corner.map(at), centroid(base), centroid(&thesis.goal), now)
    else {
        return Vec::new();
    };
    let arrows = [
        ([corner, start], Tint::Pink),
        ([corner, goal], Tint::Purple),
        ([start, goal], Tint::Dark),
        ([start, now], Tint::Orange),
    ];
    arrows.into_iter().filter(|([from, to], _)| from != to).map(|(ends, tint)| Arrow::Line(ends, tint)).collect()
}

/// Every element of the program's array: `W` off the board, `E` for an empty cell, or the letter of a man.
fn array(thesis: &Thesis, state: &State) -> View {
    let places = thesis.puzzle().coordinates();
    let least = |of: fn(&Place) -> i32| places.iter().map(of).min().unwrap_or(1).min(1) - 1;
    let most =
        |of: fn(&Place) -> i32, first: i32| (places.iter().map(of).max().unwrap_or(1) + 1).max(first + ARRAY - 1);
    let (top, left) = (least(|place| place.0), least(|place| place.1));
    let (bottom, right) = (most(|place| place.0, top), most(|place| place.1, left));
    let spot = |place| {
        let (label, tint) = match thesis.content(state, place) {
            None => ("W".to_owned(), Tint::Dark),
            Some(None) => ("E".to_owned(), Tint::Light),
            Some(Some(player)) => (player.letter().to_string(), player.tint()),
        };
        Spot { label, tint }
    };
    let rows: Vec<Vec<Spot>> = (top..=bottom).map(|i| (left..=right).map(|j| spot((i, j))).collect()).collect();
    let width = (right - left + 1) as usize;
    let outline = Outline::rows(rows.len() * width, width, PieceForm::Tile);
    View { outline, scene: Scene { rows, spaced: false }, arrows: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::super::tests::thesis;
    use super::*;

    #[test]
    fn every_view_has_a_spot_for_each_cell() {
        for line in ["triangle:13 players=3", "star players=2", "cells:0,0R;1,0;5,2*"] {
            let thesis = thesis(&format!("chinese {line}"));
            for name in VIEWS {
                let View { outline, scene, arrows } = view(&thesis, name).unwrap();
                assert_eq!(scene.spots().count(), outline.places.len(), "{line} {name}");
                assert!(arrows.is_empty() || ["grid", "centroids"].contains(&name), "{line} {name}");
            }
        }
    }

    #[test]
    fn six_directions_lie_on_the_board() {
        let thesis = thesis("chinese triangle:13 players=3");
        let View { outline, arrows, .. } = view(&thesis, "grid").unwrap();
        assert_eq!(arrows.len(), 6);
        for arrow in arrows {
            let Arrow::Line(ends, _) = arrow else { panic!("{arrow:?}") };
            assert!(ends.iter().all(|end| outline.places.contains(end)));
        }
    }

    /// Figure 4: from (1,1) to (2,2) and to (11,2), and from there to there.
    #[test]
    fn centroids_are_arrows() {
        let arrows = view(&thesis("chinese triangle:13 players=3"), "centroids").unwrap().arrows;
        let line = |from, to, tint| Arrow::Line([at(from), at(to)], tint);
        let known =
            [line((1, 1), (2, 2), Tint::Pink), line((1, 1), (11, 2), Tint::Purple), line((2, 2), (11, 2), Tint::Dark)];
        assert_eq!(arrows, known);
    }
}
