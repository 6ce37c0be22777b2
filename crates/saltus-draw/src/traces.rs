//! The nodes that searches expanded, side by side: by the moves made, and by the length that they promise (docs/searches.md, Traces).
//!
//! ```
//! use saltus_draw::{traces::{SearchTrace, panels}, plot::Plot};
//!
//! let counts = [((false, 0, 2), 1), ((false, 1, 2), 3)].into();
//! let panels = panels(&[SearchTrace { name: "a-star".into(), length: Some(2), counts: &counts }]);
//! let svg = Plot { title: "two moves", panels: panels.into() }.svg();
//! assert!(svg.contains("<title>a-star: moves made 1, nodes 3</title>"));
//! ```

use std::collections::BTreeMap;

use saltus_core::trace::Place;

use super::chart::Scale;
use super::plot::{Panel, Series};

/// What a search expanded.
#[derive(Clone, Debug)]
pub struct SearchTrace<'a> {
    /// Its name, for the legend.
    pub name: String,
    /// The moves of the play that it found, if it found one.
    pub length: Option<u64>,
    /// How many nodes it expanded at each place.
    pub counts: &'a BTreeMap<Place, u64>,
}

/// Nodes by the moves made, and nodes by the length promised.
pub fn panels(searches: &[SearchTrace<'_>]) -> [Panel<'static>; 2] {
    // What begins at the goal is shown where it stands on a play of the length found.
    let made = |searched: &SearchTrace<'_>, (from_goal, depth, _): Place| {
        if from_goal { searched.length?.checked_sub(depth.into()) } else { Some(depth.into()) }
    };
    let nodes = ("nodes", Scale::Logarithmic);
    [
        Panel { x: ("moves made", Scale::Linear), y: nodes, series: series(searches, made) },
        Panel {
            x: ("length promised", Scale::Linear),
            y: nodes,
            series: series(searches, |_, (_, _, f)| Some(f.into())),
        },
    ]
}

/// Nodes by what `of` says of each place, for each search and each end at which it began.
fn series(searches: &[SearchTrace<'_>], of: impl Fn(&SearchTrace<'_>, Place) -> Option<u64>) -> Vec<Series> {
    let mut all = Vec::new();
    for searched in searches {
        for (from_goal, end) in [(false, ""), (true, ", from the goal")] {
            let mut nodes: BTreeMap<u64, u64> = BTreeMap::new();
            for (&place, count) in searched.counts.iter().filter(|((from, ..), _)| *from == from_goal) {
                if let Some(at) = of(searched, place) {
                    let sum = nodes.entry(at).or_default();
                    *sum = sum.saturating_add(*count);
                }
            }
            let (name, points) = (format!("{}{end}", searched.name), nodes.into_iter().collect::<Vec<_>>());
            all.extend((!points.is_empty()).then_some(Series { name, points, is_joined: true }));
        }
    }
    all
}
